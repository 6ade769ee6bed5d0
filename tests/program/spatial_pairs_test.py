# SPDX-License-Identifier: Apache-2.0
"""Deformable bodies against each other in space: bricks whose meshes do not
match."""

import math
import unittest

from bricks import Bricks
from program import CASES, ProgramTest, Results, merged, prm

GAP = 0.013  # no step ends at the impact

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "bricks.msh"},
    "Solid": {"dimension": 3, "Young's modulus": 1, "Poisson's ratio": 0,
              "density": 1, "mass matrix": "lumped"},
    "Contact": {"pairs": "upper.bottom : lower.top", "sliding": "small"},
    "Time integration": {"scheme": "moreau-jean", "time step": 0.1,
                         "end time": 2.5},
    "Output": {"output directory": "out", "history interval": 1},
}
EITHER = ("upper.bottom : lower.top", "lower.top : upper.bottom")


def two_bricks(upper=3, lower=4, gap=GAP, along=4, tetrahedra=False,
               degrees=0., moved=0.):
    """Both 1 wide and high, `along` cells high."""
    return Bricks(tetrahedra).add(
        "upper", (0, 0, gap / 2), (1, 1, 1), (upper, upper - 1, along), moved,
        degrees).add(
        "lower", (0, 0, -1 - gap / 2), (1, 1, 1), (lower, lower, along),
        moved).gmsh()


def head_on(**entries):
    """They meet with the velocities -+1/2."""
    return merged(RUN, {
        "Solid/initial velocity": "0, 0, if(z > 0, -0.5, 0.5)",
        "Output/monitored points":
            f"top: 0, 0, {1 + GAP / 2!r} ; face: 1, 1, {GAP / 2!r}",
        **entries})


class SpatialPairsTest(ProgramTest):

    def same(self, one, other, scale=0.):
        self.assertEqual(len(one), len(other))
        self.assertLessEqual(
            max(abs(a - b) for a, b in zip(one, other)),
            1e-12 * (scale or max(map(abs, one)) or 1.))

    def closes(self, run):
        self.assertGreater(max(run.history["impulse[pair]"]), 0)
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-13 * run.largest_energy())


class MirroredBricksTest(SpatialPairsTest):
    """Equal bodies that meet are one on a rigid plane: without Poisson's ratio
    they move in one direction, whatever the grids are across it."""

    SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "schatzman-paoli",
               "generalized-alpha", "newmark", "hht", "krenk-hogsberg",
               "generalized-alpha-ggl", "implicit-newmark", "cd-lagrange",
               "cd-lagrange-implicit", "carpenter-explicit")

    def test_schemes(self):
        for scheme in self.SCHEMES:
            restitution = 0 if scheme == "carpenter-explicit" else 0.5
            changes = {"Time integration/scheme": scheme,
                       "Contact/restitution coefficient": restitution}
            self.write("bricks.msh", Bricks().add(
                "upper", (0, 0, GAP / 2), (1, 1, 1), (3, 2, 4)).gmsh())
            alone = self.run_case(merged(head_on(), {
                "Contact/pairs": "",
                "Solid/contact boundaries": "upper.bottom",
                "Solid/obstacles": "plane: 0, 0, 0 ; 0, 0, 1", **changes}),
                output="alone")
            self.write("bricks.msh", two_bricks())
            for pairs in EITHER[:1 + (scheme == "cd-lagrange")]:
                with self.subTest(scheme=scheme, pairs=pairs):
                    both = self.run_case(head_on(**{
                        **changes, "Contact/pairs": pairs}))
                    self.closes(both)
                    for name in ("position[top.z]", "velocity[top.z]",
                                 "velocity[face.z]"):
                        self.same(both.history[name], alone.history[name])
                    self.same(both.history["impulse[pair]"],
                              alone.history["impulse[obstacle]"])
                    for energy in ("energy_kinetic", "energy_strain",
                                   "work_contact"):
                        self.same(both.history[energy],
                                  [2 * e for e in alone.history[energy]],
                                  both.largest_energy())


class BarsInSpaceTest(SpatialPairsTest):

    def test_bricks_are_bars(self):
        """Of impedances 1 and 2, with the grids of the 1-D model along them."""
        self.write("bricks.msh", two_bricks(3, 4, along=5))
        solid = merged(RUN, {
            "Solid/Young's modulus": "upper: 1 | lower: 2",
            "Solid/density": "upper: 1 | lower: 2",
            "Solid/initial velocity": "0, 0, if(z > 0, -1, 0)"})
        bars = {
            "Model": {"name": "elastic bar"},
            "Elastic bar": {
                "number of bars": 2, "cross section": 1, "length": "1 ; 1",
                "Young's modulus": "2 ; 1", "density": "2 ; 1",
                "number of elements": "5 ; 5", "obstacle": "none",
                "mass matrix": "lumped", "initial velocity": "0 ; -1",
                "gaps between bars": repr(GAP)},
            "Time integration": RUN["Time integration"],
            "Contact": {}, "Output": RUN["Output"]}
        for scheme, e, pairs in (("moreau-jean", 0, EITHER[0]),
                                 ("moreau-jean", 0.5, EITHER[1]),
                                 ("cd-lagrange", 0, EITHER[1]),
                                 ("cd-lagrange", 0.5, EITHER[0]),
                                 ("generalized-alpha", 0.5, EITHER[0])):
            with self.subTest(scheme=scheme, e=e, pairs=pairs):
                changes = {"Time integration/scheme": scheme,
                           "Contact/restitution coefficient": e}
                expected = self.run_case(merged(bars, changes), output="bars")
                found = self.run_case(merged(solid, {
                    **changes, "Contact/pairs": pairs}))
                for name in ("energy_kinetic", "energy_strain",
                             "work_contact"):
                    self.same(found.history[name], expected.history[name],
                              found.largest_energy())
                for quantity in ("gap", "impulse"):
                    self.same(found.history[quantity + "[pair]"],
                              expected.history[quantity + "[bars 1-2]"])


class PatchInSpaceTest(SpatialPairsTest):
    """A uniform pressure is passed on uniformly, E and nu of both differ."""

    def test_hexahedra(self):
        for upper, lower in ((3, 5), (4, 7), (7, 4)):
            self.write("bricks.msh",
                       two_bricks(upper, lower, 0, 2, moved=0.1))
            for pairs in EITHER:
                with self.subTest(upper=upper, lower=lower, pairs=pairs):
                    self.check(pairs, upper, lower)

    def test_tetrahedra(self):
        self.write("bricks.msh",
                   two_bricks(3, 5, 0, 2, tetrahedra=True, moved=0.1))
        for pairs in EITHER:
            with self.subTest(pairs=pairs):
                self.check(pairs, 3, 5)

    def check(self, pairs, upper, lower):
        slave, master = ((upper, lower) if pairs == EITHER[0] else
                         (lower, upper))
        run = self.run_case(merged(RUN, {
            "Contact/pairs": pairs,
            "Solid/Young's modulus": "upper: 1 | lower: 3",
            "Solid/Poisson's ratio": "upper: 0.3 | lower: 0.25",
            "Solid/fixed displacements":
                "upper.left: x | lower.left: x | upper.front: y | "
                "lower.front: y | lower.bottom: z",
            "Solid/tractions": "upper.top: 0, 0, -1e-3*if(t < 30, t, 30)",
            "Solid/obstacle forces": "true",
            "Time integration/scheme": "schatzman-paoli",
            "Time integration/theta": 1,
            "Time integration/time step": 10,
            "Time integration/end time": 100,
            "Output/monitored points": "a: 0, 0, 1 ; b: 1, 0, 1 ; c: 1, 1, 1"}),
            warnings=[["faces of the slave of pair"]] * (master > 1.5 * slave))
        p = 0.03
        self.assertAlmostEqual(run.history["peak_pressure[pair]"][-1], p,
                               delta=1e-10 * p)
        self.assertAlmostEqual(run.history["contact_area[pair]"][-1], 1,
                               delta=1e-11)
        sign = 1 if pairs.startswith("upper") else -1
        self.assertAlmostEqual(run.history["resultant[pair.z]"][-1], sign * p,
                               delta=1e-9 * p)
        for point in "abc":
            self.assertAlmostEqual(run.history[f"position[{point}.z]"][-1],
                                   1 - p * (1 + 1 / 3), delta=1e-8 * p)


class FrictionInSpaceTest(SpatialPairsTest):

    def test_brick_that_slides(self):
        """It stops after v/(mu g), having slid by v^2/(2 mu g), in the direction
        of its velocity."""
        self.write("bricks.msh", Bricks().add(
            "upper", (0.25, 0.25, 1e-6), (0.5, 0.5, 0.2), (3, 3, 1)).add(
            "lower", (0, 0, -0.5), (1, 1, 0.5), (4, 5, 2)).gmsh())
        for pairs in EITHER:
            run = self.run_case(merged(RUN, {
                "Contact/pairs": pairs,
                "Solid/Young's modulus": 100, "Solid/Poisson's ratio": 0.3,
                "Solid/fixed displacements": "lower.bottom: x, y, z",
                "Solid/tractions": "upper.top: 0, 0, -0.002",
                "Solid/initial velocity":
                    "if(z > 5e-7, 0.003, 0), if(z > 5e-7, 0.004, 0), 0",
                "Contact/friction coefficient": 0.3,
                "Time integration/time step": 0.004,
                "Time integration/end time": 2,
                "Output/history interval": 10,
                "Output/monitored points": "brick: 0.25, 0.25, 0.200001"}))
            slid = 0.005**2 / 0.006
            for d, part in (("x", 0.6), ("y", 0.8)):
                self.assertAlmostEqual(
                    run.history[f"position[brick.{d}]"][-1] - 0.25,
                    part * slid, delta=2e-4)
                self.assertLess(abs(run.history[f"velocity[brick.{d}]"][-1]),
                                5e-4)
            self.closes(run)


class BallOnBlockTest(SpatialPairsTest):

    def test_ball_on_block(self):
        """The largest force, mean over 1 us, and its area are Hertz'."""
        run = self.run_case(
            CASES / "solids/ball_on_block.prm", "--set",
            "Time integration/end time=2.3e-5", "--set",
            "Output/field interval=0", "--set",
            f"Discretization/mesh file={CASES.parent}/meshes/"
            "ball_on_block.msh")
        time, force = run.history["time"], run.history["resultant[pair.z]"]
        n = round(1e-6 / (time[2] - time[1]))
        F = max(sum(force[i:i + n]) / n for i in range(len(force) - n))
        R, v, m = 0.01, 5, 2700 * 4 / 3 * math.pi * 0.01**3
        E = 1 / ((1 - 0.33**2) / 70e9 + (1 - 0.3**2) / 210e9)
        K = 4 / 3 * E * R**0.5
        self.assertAlmostEqual(F / (K**0.4 * (1.25 * m * v**2)**0.6), 1.066,
                               delta=0.01)
        self.assertAlmostEqual(
            max(run.history["contact_area[pair]"]) /
            (math.pi * (3 * F * R / 4 / E)**(2 / 3)), 1, delta=0.03)
        self.closes(run)


class SameRunInSpaceTest(SpatialPairsTest):

    CASE = merged(head_on(), {
        "Solid/Poisson's ratio": 0.3,
        "Contact/friction coefficient": 0.3,
        "Contact/restitution coefficient": 0.5,
        "Solid/contact boundaries": "lower.bottom",
        "Solid/obstacles": "plane: 0, 0, -1.01 ; 0.02, 0, 1",
        "Solid/initial velocity":
            "if(z > 0, 0.02, 0), 0.01, if(z > 0, -0.08 - 0.01*x, 0.08)",
        "Output/monitored points": f"face: 0, 0, {-GAP / 2!r}",
        "Time integration/time step": 0.05,
        "Time integration/end time": 0.8})

    def equal(self, one, other):
        for name in ("position[face.x]", "position[face.z]",
                     "velocity[face.y]", "impulse[pair]", "energy_total",
                     "work_contact", "gap[obstacle]", "active_contacts"):
            self.same(one.history[name], other.history[name])

    def test_ranks(self):
        """Hexahedra that are turned and covered in part, and tetrahedra."""
        for scheme, tetrahedra in (("moreau-jean", False),
                                   ("cd-lagrange", False),
                                   ("cd-lagrange", True)):
            with self.subTest(scheme=scheme, tetrahedra=tetrahedra):
                self.write("bricks.msh", two_bricks(
                    tetrahedra=tetrahedra, degrees=25., moved=0.1))
                case = merged(self.CASE, {"Time integration/scheme": scheme})
                one = self.run_case(case, output="one")
                self.closes(one)
                for ranks in (2, 3):
                    self.equal(one, self.run_case(case, ranks=ranks))

    def test_restart_and_fields(self):
        self.write("bricks.msh", two_bricks(degrees=10.))
        fields = {"Output/field interval": 5}
        whole = self.run_case(merged(self.CASE, fields), output="whole")
        self.run_case(merged(self.CASE, {
            **fields, "Time integration/end time": 0.3,
            "Output/checkpoint interval": 2}))
        self.write("case.prm", prm(merged(self.CASE, {
            **fields, "Output/checkpoint interval": 2})))
        resumed = self.percuss("run", "case.prm", "--resume", "--quiet")
        self.assertEqual(resumed.returncode, 0, resumed)
        self.equal(whole, Results(self.folder / "out"))
        self.assertIn("contact_pressure",
                      (self.folder / "out/contact.pvd").read_text() +
                      "".join(f.read_text(errors="replace") for f in
                              (self.folder / "out").rglob("*contact*.vtu")))

    def test_what_moves_too_far(self):
        """Slides by more than a face of 1/4, to the side."""
        self.write("bricks.msh", two_bricks(gap=0.001))
        self.write("case.prm", prm(merged(RUN, {
            "Solid/initial velocity": "0, if(z > 0, 0.2, 0), 0",
            "Solid/tractions":
                "upper.top: 0, 0, -0.05 | lower.bottom: 0, 0, 0.05"})))
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("has slid by 0.", run.stderr)


if __name__ == "__main__":
    unittest.main()
