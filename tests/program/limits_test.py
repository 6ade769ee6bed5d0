# SPDX-License-Identifier: Apache-2.0
"""What a run of solids refuses, and at what it stops rather than go wrong."""

import re
import unittest

from program import ProgramTest, merged, prm

# a square of 4 x 4 cells falls on the plane y = 0
SQUARE = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 1e6, "Poisson's ratio": 0.3,
              "density": 1000, "initial velocity": "0, -1",
              "mesh generator arguments":
                  "4, 4 : 0, 0.0105 : 1, 1.0105 : true",
              "contact boundaries": 2, "obstacles": "plane: 0, 0 ; 0, 1"},
    "Time integration": {"time step": 1e-3, "end time": 0.02},
    "Output": {"output directory": "out"},
}
CUBE = merged(SQUARE, {
    "Solid/dimension": 3, "Solid/initial velocity": "0, 0, -1",
    "Solid/mesh generator arguments":
        "2, 2, 2 : 0, 0, 0.0105 : 1, 1, 1.0105 : true",
    "Solid/contact boundaries": 4, "Solid/obstacles": "plane: 0, 0, 0 ; 0, 0, 1"})


def gmsh(dimension, boxes, merge=False):
    """A mesh of boxes, each from a corner to another one, one cell each; if
    wanted, with one node where corners meet."""
    nodes, cells = [], []
    for lower, upper in boxes:
        numbers = []
        for k in range(2**dimension):
            bits = [k & 1, k >> 1 & 1, k >> 2 & 1]
            node = [(upper if bit else lower)[d] if d < dimension else 0
                    for d, bit in enumerate(bits)]
            if not (merge and node in nodes):
                nodes.append(node)
            numbers.append(len(nodes) - nodes[::-1].index(node))
        corners = [0, 1, 3, 2] + ([4, 5, 7, 6] if dimension == 3 else [])
        cells.append([numbers[c] for c in corners])
    kind = 3 if dimension == 2 else 5
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes",
             str(len(nodes))]
    lines += [f"{i + 1} {x} {y} {z}" for i, (x, y, z) in enumerate(nodes)]
    lines += ["$EndNodes", "$Elements", str(len(cells))]
    lines += [f"{i + 1} {kind} 2 0 0 " + " ".join(map(str, cell))
              for i, cell in enumerate(cells)]
    return "\n".join(lines + ["$EndElements", ""])


class LimitsTest(ProgramTest):

    def refuse(self, case, *parts, status=2, ranks=0):
        with self.subTest(parts):
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               "--output", "refused" if status == 2 else "out",
                               ranks=ranks)
            self.assertEqual(run.returncode, status, run)
            for part in parts:
                self.assertIn(part, run.stderr)
            if status == 2:
                self.assertFalse((self.folder / "refused").exists())


class RefusalsTest(LimitsTest):

    def test_distance_that_is_no_number(self):
        """Not a number right of 0.6, at the start; after a way of 0.01 m."""
        for ranks in (0, 2):
            self.refuse(merged(SQUARE, {
                "Solid/obstacles": "expression: y + 0*sqrt(0.6-x)"}),
                "Solid", "obstacles", "distance of obstacle 1 is not a finite "
                "number at the node that is at 0.75 0.0105", ranks=ranks)
            self.refuse(merged(SQUARE, {
                "Solid/obstacles":
                    "plane: 0, -9 ; 0, 1 | expression: y + 9 + "
                    "0*sqrt(y - 0.005)"}),
                "distance of obstacle 2 is not a finite number",
                "in time step", status=1, ranks=ranks)

    def test_forms_of_the_delassus_operator(self):
        friction = {"Contact/friction coefficient": 0.3}
        for case in (SQUARE, CUBE):
            matrix_free = merged(case, {
                "Contact/Delassus operator": "matrix-free"})
            self.run_case(matrix_free, output="other")
            self.run_case(merged(matrix_free, friction), output="friction")
            self.refuse(merged(matrix_free, {
                **friction,
                "Time integration/scheme": "generalized-alpha-ggl"}),
                "Delassus operator", "it must be 'assembled' or 'automatic'")
        large = merged(CUBE, {
            "Solid/mesh generator arguments":
                "39, 79, 1 : 0, 0, 0.01 : 1, 1, 1.01 : true"})
        self.refuse(merged(large, {"Contact/Delassus operator": "assembled",
                                   "Time integration/scheme":
                                       "schatzman-paoli"}),
                    "Delassus operator", "at most 3000 rows; here are 3200",
                    "matrix-free")
        # at the velocity level it counts how many are closed at once, and only
        # where the response of a scheme is not one solution with S
        large_friction = merged(large, {
            **friction, "Solid/mesh generator arguments":
                "29, 39, 1 : 0, 0, 0.01 : 1, 1, 1.01 : true"})
        self.refuse(merged(large_friction, {
                        "Time integration/scheme": "generalized-alpha"}),
                    "has 3600 rows of joints and active contacts",
                    "at most 3000", "in time step", "friction", status=1)
        tilted = merged(large, {**friction,
            "Solid/obstacles": "plane: 0, 0, 0.004 ; 0.1, 0, 1",
            "Time integration/end time": 0.002})
        summary = self.run_case(tilted).summary
        self.assertEqual(summary["contact_rows"], 9600)
        self.assertLess(summary["energy"]["max_identity_residual_relative"],
                        1e-11)

    def test_contacts_and_rows(self):
        for case, n in ((SQUARE, 5), (CUBE, 9)):
            dimension = case["Solid"]["dimension"]
            for mu in (0, 0.3):
                run = self.run_case(merged(case, {
                    "Contact/friction coefficient": mu}))
                self.assertEqual(run.summary["contacts"], n)
                self.assertEqual(run.summary["contact_rows"],
                                 n * dimension if mu else n)


class TwoBodiesTest(LimitsTest):
    """They see obstacles, not each other."""

    WARNING = ["the mesh has 2 bodies", "do not see each other"]

    def two(self, dimension, gap, velocity, refinements=1):
        """A box below one that moves down, `gap` between them."""
        ends = [(0,) * dimension, (1,) * dimension]
        above = [tuple(0.3 + x for x in end[:-1]) + (1 + gap + end[-1],)
                 for end in ends]
        self.write("two.msh", gmsh(dimension, [ends, above]))
        down = ", ".join(["0"] * (dimension - 1) + [
            f"if({'xyz'[dimension - 1]} > {1 + gap / 2}, {-velocity}, 0)"])
        rest = ", ".join(["0"] * (dimension - 1))
        return merged(SQUARE if dimension == 2 else CUBE, {
            "Discretization/mesh file": "two.msh",
            "Solid/refinements": refinements,
            "Solid/boundary markers": f"2: {'xyz'[dimension - 1]} < 1e-6",
            "Solid/contact boundaries": 2,
            "Solid/obstacles": f"plane: {rest}, 0 ; {rest}, 1",
            "Solid/initial velocity": down})

    def test_they_stop_where_they_overlap(self):
        for dimension in (2, 3):
            case = self.two(dimension, 0.0105, 1)
            for ranks in (0, 2):
                self.refuse(case, *self.WARNING, "Two of the 2 bodies of the "
                            "mesh overlap at ", "in time step 11", status=1,
                            ranks=ranks)

    def test_apart_and_touching(self):
        for dimension in (2, 3):
            for ranks in (0, 2):
                self.run_case(self.two(dimension, 0.0105, 0), ranks=ranks,
                              warnings=[self.WARNING])
                self.run_case(self.two(dimension, 0., 0), ranks=ranks,
                              warnings=[self.WARNING])
                self.run_case(self.two(dimension, 0.05, 1), ranks=ranks,
                              warnings=[self.WARNING])

    def test_boxes_that_meet(self):
        """A triangle's worth of staggered boxes beside a box in the corner
        that it leaves: the boxes around them overlap, they do not."""
        for dimension in (2, 3):
            case = self.two(dimension, 1, 0)
            tail = (0,) * (dimension - 2), (1,) * (dimension - 2)
            self.write("two.msh", gmsh(dimension, [
                ((0, 0, *tail[0]), (1, 1, *tail[1])),
                ((1, 0, *tail[0]), (2, 1, *tail[1])),
                ((1, 1, *tail[0]), (2, 2, *tail[1])),
                ((0.1, 1.1, *tail[0]), (0.9, 1.9, *tail[1]))], merge=True))
            self.run_case(case, warnings=[self.WARNING])

    def test_one_inside_the_other(self):
        for dimension in (2, 3):
            case = self.two(dimension, 1, 0, refinements=0)
            self.write("two.msh", gmsh(dimension, [
                ((0,) * dimension, (1,) * dimension),
                ((0.4,) * dimension, (0.6,) * dimension)]))
            self.refuse(case, "overlap", "in time step 0", status=1)

    def test_one_body_is_not_warned_of(self):
        self.run_case(SQUARE)
        self.run_case(CUBE)


class UnitSystemsTest(ProgramTest):
    """The same models in metres, millimetres, micrometres, nanometres,
    kilometres."""

    # of length [m], mass [kg], time [s]
    UNITS = {"mm-t-s": (1e-3, 1e3, 1.), "nm-ng-ns": (1e-9, 1e-12, 1e-9),
             "um-ug-ns": (1e-6, 1e-9, 1e-9), "km-Mt-h": (1e3, 1e9, 3600.)}

    def run_in(self, units, case):
        return self.run_case(merged({}, {
            entry: value(*units) if callable(value) else value
            for entry, value in case.items()})).history

    # of what columns of history.csv begin with: powers of length, mass, time
    DIMENSIONS = {"time": (0, 0, 1), "energy": (2, 1, -2), "work": (2, 1, -2),
                  "dissipation": (2, 1, -2), "identity": (2, 1, -2),
                  "position": (1, 0, 0), "gap": (1, 0, 0), "max": (1, 0, 0),
                  "velocity": (1, 0, -1), "contact": (1, 0, -1),
                  "impulse": (1, 1, -1), "force": (1, 1, -2),
                  "contact_area": (2, 0, 0), "peak": (-1, 1, -2),
                  "step": (0, 0, 0), "active": (0, 0, 0), "halved": (0, 0, 0)}

    def check(self, case, contact):
        """Entries of the case are functions of the units, where they have one,
        and results of all units the same: of each column, over the largest
        value of its dimension."""
        reference = self.run_in((1., 1., 1.), case)
        self.assertGreater(max(reference[f"impulse[{contact}]"]), 0.)
        columns = {column: self.dimension(column) for column in reference
                   if column != "solver_iterations"}
        largest = dict.fromkeys(columns.values(), 0.)
        for column, dimension in columns.items():
            largest[dimension] = max(largest[dimension],
                                     *map(abs, reference[column]))
        for name, (L, M, T) in self.UNITS.items():
            with self.subTest(name):
                found = self.run_in((L, M, T), case)
                self.assertEqual(reference.keys(), found.keys())
                for column, dimension in columns.items():
                    if name == "nm-ng-ns" and column.startswith(
                            ("impulse[hinge", "force[hinge")):
                        continue  # 1.3e-9: what friction's solver leaves
                    l, m, t = dimension
                    size = largest[dimension] or 1.
                    scale = L**l * M**m * T**t / size
                    self.assertEqual(len(reference[column]),
                                     len(found[column]))
                    for a, b in zip(reference[column], found[column]):
                        self.assertAlmostEqual(
                            b * scale, a / size, delta=1e-9, msg=column)

    def dimension(self, column):
        quantity = column.split("[")[0]
        l, m, t = self.DIMENSIONS.get(
            quantity, self.DIMENSIONS.get(quantity.split("_")[0]))
        return (0 if re.search(r" (angle|r[xyz])\]", column) else l, m, t)

    def check_libraries(self, case, contact):
        for library in ("PETSc", "Trilinos"):
            with self.subTest(library):
                self.check({**case, "Discretization/linear algebra": library},
                           contact)

    MATERIAL = {"Young's modulus": lambda L, M, T: repr(210e9 * L * T**2 / M),
                "density": lambda L, M, T: repr(7800 * L**3 / M)}

    def test_bar(self):
        self.check_libraries({
            "Model/name": "elastic bar",
            "Elastic bar/length": lambda L, M, T: repr(1e-5 / L),
            "Elastic bar/cross section": lambda L, M, T: repr(1e-12 / L**2),
            "Elastic bar/number of elements": 100,
            "Elastic bar/initial velocity": lambda L, M, T: repr(-T / L),
            **{f"Elastic bar/{entry}": value
               for entry, value in self.MATERIAL.items()},
            "Time integration/time step": lambda L, M, T: repr(2.3e-11 / T),
            "Time integration/end time": lambda L, M, T: repr(4.6e-9 / T),
            "Output/output directory": "out"}, "left")

    def test_square(self):
        for solver in ("direct", "conjugate gradients"):
            self.check_libraries({
                "Model/name": "solid", "Solid/dimension": 2,
                "Solid/thickness": lambda L, M, T: repr(1e-6 / L),
                "Solid/mesh generator arguments": lambda L, M, T:
                    f"8, 8 : 0, 0 : {1e-6 / L!r}, {1e-6 / L!r} : true",
                **{f"Solid/{entry}": value
                   for entry, value in self.MATERIAL.items()},
                "Solid/initial velocity": lambda L, M, T: f"0, {-T / L!r}",
                "Solid/contact boundaries": 2,
                "Solid/obstacles": "plane: 0, 0 ; 0, 1",
                "Discretization/linear solver": solver,
                "Time integration/time step": lambda L, M, T: repr(2e-11 / T),
                "Time integration/end time": lambda L, M, T: repr(6e-10 / T),
                "Output/output directory": "out"}, "obstacle")


    TIME = {"Time integration/time step": lambda L, M, T: repr(1e-3 / T),
            "Time integration/end time": lambda L, M, T: repr(0.6 / T),
            "Output/output directory": "out"}

    def test_small_system(self):
        for scheme in ("moreau-jean", "generalized-alpha", "cd-lagrange"):
            self.check({
                "Model/name": "two-mass oscillator",
                "Two-mass oscillator/lower mass": lambda L, M, T: repr(1 / M),
                "Two-mass oscillator/upper mass": lambda L, M, T: repr(2 / M),
                "Two-mass oscillator/radius": lambda L, M, T: repr(0.1 / L),
                "Two-mass oscillator/stiffness":
                    lambda L, M, T: repr(1e3 * T**2 / M),
                "Two-mass oscillator/spring length":
                    lambda L, M, T: repr(0.2 / L),
                "Two-mass oscillator/initial height":
                    lambda L, M, T: repr(0.3 / L),
                "Two-mass oscillator/gravity":
                    lambda L, M, T: repr(-9.81 * T**2 / L),
                "Contact/restitution coefficient": 0.5,
                "Time integration/scheme": scheme, **self.TIME}, "floor")

    FRICTION = {"Contact/restitution coefficient": 0.3,
                "Contact/friction coefficient": 0.4}

    def test_mechanism(self):
        """A brick on a hinged board, with friction and a spring."""
        for scheme in ("moreau-jean", "generalized-alpha",
                       "direct-projection"):
            self.check({
                "Model/name": "mechanism",
                "Mechanism/bodies": lambda L, M, T:
                    f"board: mass {2 / M!r} ; inertia {0.2 / M / L**2!r} ; "
                    f"at {0.5 / L!r}, 0, 0 | "
                    f"brick: shape rectangle {0.2 / L!r}, {0.1 / L!r} ; "
                    f"mass {1 / M!r} ; at {0.5 / L!r}, {-0.2 / L!r}, 0.3",
                "Mechanism/joints": lambda L, M, T:
                    f"hinge: revolute ; ground 0, 0 ; board {-0.5 / L!r}, 0",
                "Mechanism/springs": lambda L, M, T:
                    f"coil: ground {1 / L!r}, {0.5 / L!r} ; "
                    f"board {0.5 / L!r}, 0 ; stiffness {100 * T**2 / M!r} ; "
                    f"free length {0.4 / L!r}",
                "Mechanism/contacts": lambda L, M, T:
                    f"end: point ; board {0.5 / L!r}, 0 ; "
                    f"line ground 0, {-0.1 / L!r} ; normal 0, 1 | "
                    f"floor: bodies all ; line ground 0, {-0.5 / L!r} ; "
                    "normal 0, 1",
                "Mechanism/gravity": lambda L, M, T: f"0, {-9.81 * T**2 / L!r}",
                "Time integration/scheme": scheme,
                # the Euclidean one knows metres and radians
                "Time integration/projection metric": "kinetic",
                **self.FRICTION, **self.TIME}, "floor")

    def test_spatial_mechanism(self):
        """A box that falls on its edge, up to where, nearly at rest, a
        contact problem has two solutions."""
        self.check({
            "Model/name": "spatial mechanism",
            "Spatial mechanism/bodies": lambda L, M, T:
                f"crate: shape box {0.2 / L!r}, {0.1 / L!r}, {0.15 / L!r} ; "
                f"mass {1 / M!r} ; at 0, 0, {0.3 / L!r} ; "
                "rotation 0.4, 0.3, 0.2",
            "Spatial mechanism/contacts": lambda L, M, T:
                "floor: bodies all ; plane ground 0, 0, 0 ; normal 0, 0, 1 | "
                f"nose: ball ; crate {0.1 / L!r}, 0, 0 ; ball radius "
                f"{0.07 / L!r} ; plane ground 0, 0, 0 ; normal 0, 0, 1",
            "Spatial mechanism/gravity":
                lambda L, M, T: f"0, 0, {-9.81 * T**2 / L!r}",
            **self.FRICTION, **self.TIME,
            "Time integration/end time": lambda L, M, T: repr(0.45 / T)},
            "floor")


if __name__ == "__main__":
    unittest.main()
