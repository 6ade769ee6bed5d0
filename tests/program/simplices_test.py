# SPDX-License-Identifier: Apache-2.0
"""Solids of triangles and tetrahedra, read from mesh files, as those of
quadrilaterals and hexahedra."""

import unittest

from grid import Grid
from program import ProgramTest, merged, prm


def block(dimension, n=1, size=1., **entries):
    """A cube of unit size, or n cells along each edge, strikes a plane that is
    inclined; the mesh is in 'block.msh'."""
    zeros = ["0"] * (dimension - 1)
    return merged({
        "Model": {"name": "solid"},
        "Discretization": {"mesh file": "block.msh"},
        "Solid": {
            "dimension": dimension, "Young's modulus": 2000,
            "Poisson's ratio": 0.3, "density": 1,
            "initial velocity": ", ".join(["0.5"] + zeros[1:] + ["-2"]),
            "contact boundaries": "lower",
            "boundary markers": f"lower: {'xyz'[dimension - 1]} < 1e-6",
            "obstacles": f"plane: {', '.join(zeros)}, -0.01 ; "
                         f"{', '.join(['0.5'] + zeros[1:])}, 4",
            "obstacle forces": "true"},
        "Contact": {"friction coefficient": 0.2},
        "Time integration": {"scheme": "cd-lagrange", "time step": 1e-3,
                             "end time": 0.1},
        "Output": {"output directory": "out"}}, entries)


class SimplicesTest(ProgramTest):

    def write_block(self, dimension, n=1, simplices=True):
        self.write("block.msh", Grid(*[n] * dimension, size=1 / n,
                                     simplices=simplices).gmsh())


class SchemesOfSimplicesTest(SimplicesTest):
    """The identities of energy and momentum, by every scheme and law."""

    # mass fractions of the corners of a square and a cube, cut as grid.py does
    FRACTIONS = {2: [1/3, 1/6, 1/6, 1/3],
                 3: [1/4] + [1/12] * 6 + [1/4]}

    def check(self, dimension, scheme, law="linear", friction=0.2, **entries):
        self.write_block(dimension)
        points = [tuple(k >> d & 1 for d in range(dimension))
                  for k in range(2**dimension)]
        case = block(dimension, **{
            "Solid/elastic law": law, "Contact/friction coefficient": friction,
            "Time integration/scheme": scheme,
            "Output/monitored points": " ; ".join(
                f"p{k}: {str(x)[1:-1]}" for k, x in enumerate(points)),
            **entries})
        run = self.run_case(case)
        energy = run.summary["energy"]["max_identity_residual"]
        self.assertLess(energy, 1e-13 * run.largest_energy()
                        if law == "linear" or scheme == "cd-lagrange"
                        else 1e-9 * run.largest_energy(), scheme)
        self.assertGreater(run.summary["contact"]["total_impulse"], 0.5)
        # momentum, wherever nothing acts
        free = [i for i in range(run.n_rows)
                if run.history["force[obstacle]"][i] == 0]
        self.assertTrue(free and free[-1] > 50, scheme)
        for axis in "xyz"[:dimension]:
            momentum = [sum(fraction * v for fraction, v in zip(
                self.FRACTIONS[dimension], at)) for at in zip(*(
                    run.history[f"velocity[p{k}.{axis}]"]
                    for k in range(2**dimension)))]
            impulse, done = [], 0.
            for force in run.history[f"resultant[obstacle.{axis}]"]:
                done += 1e-3 * force
                impulse.append(done)
            for i in free:
                self.assertAlmostEqual(momentum[i] - momentum[0], impulse[i],
                                       delta=1e-11, msg=f"{scheme} {axis} {i}")
        return run

    def test_explicit(self):
        for dimension in (2, 3):
            for law in ("linear", "St. Venant-Kirchhoff", "neo-Hookean"):
                self.check(dimension, "cd-lagrange", law)

    def test_implicit(self):
        for dimension, law in ((2, "linear"), (3, "linear"),
                               (2, "neo-Hookean"), (3, "St. Venant-Kirchhoff")):
            for mass in ("lumped", "consistent"):
                for scheme in ("moreau-jean", "generalized-alpha"):
                    if mass == "lumped":
                        self.check(dimension, scheme, law)
                    else:  # other fractions
                        run = self.run_case(block(dimension, **{
                            "Solid/elastic law": law,
                            "Solid/mass matrix": mass,
                            "Time integration/scheme": scheme}))
                        self.assertLess(
                            run.summary["energy"]["max_identity_residual"],
                            (1e-13 if law == "linear" else 1e-9) *
                            run.largest_energy())

    def test_at_the_position_level(self):
        self.check(2, "schatzman-paoli", friction=0)
        self.check(3, "schatzman-paoli", friction=0)

    def test_kinds_of_contact(self):
        for dimension in (2, 3):
            self.write_block(dimension, n=6 if dimension == 2 else 4)
            for contact in ({"Contact/boundary mass": "weighted"},
                            {"Contact/method": "penalty"},
                            {"Contact/method": "nitsche",
                             "Contact/Nitsche parameter": 50}):
                run = self.run_case(block(dimension, **{
                    "Contact/friction coefficient": 0,
                    "Time integration/time step": 2e-4, **contact}))
                self.assertGreater(run.summary["contact"]["total_impulse"], 0.5)


class TetrahedralBarTest(SimplicesTest):
    """A bar with nu = 0 strikes a plane: its end turns when the wave is there,
    a bar of tetrahedra of size h comes to that as h falls."""

    LENGTH, SPEED = 1., 100.  # m, m/s of waves

    def error(self, n, simplices, scheme):
        """Of the displacement of its end, in the mean square, over v L/c."""
        self.write("block.msh", Grid(8 * n, n, n, size=1 / (8 * n),
                                     simplices=simplices).gmsh())
        h = 0.25 * self.LENGTH / (8 * n) / self.SPEED
        run = self.run_case({
            "Model": {"name": "solid"},
            "Discretization": {"mesh file": "block.msh"},
            "Solid": {
                "dimension": 3, "Young's modulus": 1e4, "Poisson's ratio": 0,
                "density": 1, "initial velocity": "-1, 0, 0",
                "boundary markers": "left: x < 1e-6",
                "contact boundaries": "left",
                "obstacles": "plane: 0, 0, 0 ; 1, 0, 0"},
            "Time integration": {"scheme": scheme, "time step": h,
                                 "end time": 0.03},
            "Output": {"output directory": "out",
                       "monitored points": f"end: 1, {1 / 16}, {1 / 16}"}})
        self.assertLess(run.summary["energy"]["max_identity_residual"],
                        1e-13 * run.largest_energy())
        turn = self.LENGTH / self.SPEED
        errors = [x - 1 - (-t if t < turn else t - 2 * turn)
                  for t, x in zip(run.history["time"],
                                  run.history["position[end.x]"])]
        return (sum(e * e for e in errors) / len(errors))**0.5 / turn

    def check(self, scheme):
        errors = [self.error(n, True, scheme) for n in (1, 2, 4)]
        of_cubes = self.error(2, False, scheme)
        self.assertLess(errors[0], 0.1)
        for coarse, fine in zip(errors, errors[1:]):
            self.assertLess(fine, 0.7 * coarse)
        # on the same nodes they are not far from hexahedra
        self.assertLess(errors[1], 3 * of_cubes)

    def test_explicit(self):
        self.check("cd-lagrange")

    def test_implicit(self):
        self.check("moreau-jean")


class FilesAndRanksOfSimplicesTest(SimplicesTest):

    def test_ranks_refinement_and_fields(self):
        for dimension in (2, 3):
            self.write_block(dimension, n=2)
            for entries in ({}, {"Solid/elastic law": "neo-Hookean"},
                            {"Time integration/scheme": "moreau-jean",
                             "Time integration/end time": 0.03}):
                case = block(dimension, **{
                    "Solid/refinements": 1, "Time integration/time step": 5e-4,
                    "Output/field interval": 20, **entries})
                one, two = (self.run_case(case, ranks=ranks,
                                          output=f"out{ranks}")
                            for ranks in (0, 2))
                for name in ("energy_total", "force[obstacle]"):
                    scale = max(map(abs, one.history[name]))
                    for a, b in zip(one.history[name], two.history[name],
                                    strict=True):
                        self.assertAlmostEqual(a, b, delta=1e-9 * scale)

    def test_a_run_goes_on_on_other_ranks(self):
        self.write_block(3, n=2)
        whole = self.run_case(block(3), output="whole")
        self.run_case(block(3, **{"Time integration/end time": 0.05}),
                      "--set", "Output/checkpoint interval=10")
        parts = self.run_case(block(3), "--set",
                              "Output/checkpoint interval=10", "--resume",
                              ranks=2)
        for name in ("energy_kinetic", "energy_strain"):
            for a, b in zip(whole.history[name], parts.history[name],
                            strict=True):
                self.assertAlmostEqual(a, b, delta=1e-10)

    def refuse(self, case, *parts):
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "refused")
        self.assertEqual(run.returncode, 2, run)
        for part in parts:
            self.assertIn(part, run.stderr)

    def test_refused_by_name(self):
        for dimension, name in ((2, "triangles"), (3, "tetrahedra")):
            self.write_block(dimension)
            self.refuse(block(dimension, **{"Solid/polynomial degree": 2}),
                        "case.prm, line ", "'Solid/polynomial degree'", name)
        grid, cut = Grid(2, 1), Grid(2, 1, simplices=True)
        grid.cells = grid.cells[:1] + cut.cells[2:]
        lines = grid.gmsh().splitlines()
        for i, line in enumerate(lines):
            words = line.split()
            if len(words) == 8 and words[1] == "3":
                lines[i] = " ".join([words[0], "2", *words[2:]])
        self.write("block.msh", "\n".join(lines) + "\n")
        self.refuse(block(2), "block.msh', line ", "is a triangle",
                    "a quadrilateral", "cells of one shape")


class TwoBodiesOfSimplicesTest(SimplicesTest):
    """A block below one that moves down, at 1 m/s, 5 or 15 steps away."""

    def two(self, dimension, gap):
        grid, above = (Grid(*[2] * dimension, size=0.5, simplices=True)
                       for _ in range(2))
        shift = [0.2] * (dimension - 1) + [1 + gap] + [0] * (3 - dimension)
        n = len(grid.points)
        grid.points += [tuple(x + s for x, s in zip(point, shift))
                        for point in above.points]
        grid.cells += [(number, [n + node for node in nodes])
                       for number, nodes in above.cells]
        self.write("block.msh", grid.gmsh())
        axis, zeros = "xyz"[dimension - 1], ", ".join(["0"] * (dimension - 1))
        return block(dimension, **{
            "Solid/initial velocity": f"{zeros}, if({axis} > 1 + 1e-9, -1, 0)",
            "Solid/obstacles": f"plane: {zeros}, 0 ; {zeros}, 1",
            "Time integration/end time": 0.01})

    WARNING = ["the mesh has 2 bodies", "do not see each other"]

    def test_they_stop_where_they_overlap(self):
        for dimension in (2, 3):
            for ranks in (0, 2):
                self.run_case(self.two(dimension, 0.0155), ranks=ranks,
                              warnings=[self.WARNING])
                run = self.percuss("run", self.write("case.prm", prm(
                    self.two(dimension, 0.0055))), "--output", f"o{ranks}",
                    ranks=ranks)
                self.assertEqual(run.returncode, 1, run)
                for part in ("Two of the 2 bodies of the mesh overlap at ",
                             "in time step 6"):
                    self.assertIn(part, run.stderr)


if __name__ == "__main__":
    unittest.main()
