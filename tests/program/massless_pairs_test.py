# SPDX-License-Identifier: Apache-2.0
"""Pairs of deformable bodies whose boundaries have no mass, on both sides."""

import math
import unittest

from blocks import Blocks
from bricks import Bricks
from program import ProgramTest, Results, merged, prm
from wrong_input import WrongInputTest

GAP = 0.013  # no step ends at the impact
EITHER = ("upper.bottom : lower.top", "lower.top : upper.bottom")

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "bodies.msh"},
    "Solid": {"Young's modulus": 1, "Poisson's ratio": 0, "density": 1,
              "mass matrix": "lumped"},
    "Contact": {"pairs": EITHER[0], "sliding": "small",
                "boundary mass": "weighted"},
    "Time integration": {"scheme": "cd-lagrange", "time step": 0.05,
                         "end time": 2.5},
    "Output": {"output directory": "out", "history interval": 1},
}
PLANE = merged(RUN, {
    "Solid/initial velocity": "0, if(y > 0, -0.05, 0.05)",
    "Output/monitored points":
        f"top: 0.4, {1 + GAP / 20!r} ; face: 0.2, {GAP / 20!r}"})
SPACE = merged(RUN, {
    "Solid/dimension": 3,
    "Solid/initial velocity": "0, 0, if(z > 0, -0.05, 0.05)",
    "Time integration/time step": 0.1,
    "Output/monitored points":
        f"top: 0, 0, {1 + GAP / 20!r} ; face: 1, 1, {GAP / 20!r}"})


def blocks(upper=5, lower=7, along=8):
    """Both 1 wide and high; without a lower one, the upper one alone."""
    result = Blocks().add("upper", (0, GAP / 20), (1, 1), (upper, along))
    if lower:
        result.add("lower", (0, -1 - GAP / 20), (1, 1), (lower, along))
    return result.gmsh()


def bricks(upper=3, lower=4, along=4):
    result = Bricks().add("upper", (0, 0, GAP / 20), (1, 1, 1),
                          (upper, upper - 1, along))
    if lower:
        result.add("lower", (0, 0, -1 - GAP / 20), (1, 1, 1),
                   (lower, lower, along))
    return result.gmsh()


class MasslessPairsTest(ProgramTest):

    def same(self, one, other, scale=0., within=1e-12):
        self.assertEqual(len(one), len(other))
        self.assertLessEqual(
            max(abs(a - b) for a, b in zip(one, other)),
            within * (scale or max(map(abs, one)) or 1.))

    def closes(self, run):
        self.assertGreater(max(run.history["impulse[pair]"]), 0)
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-13 * run.largest_energy())


class MirroredMasslessTest(MasslessPairsTest):
    """Equal bodies that meet are one on a rigid plane: without Poisson's ratio
    they move in one direction, whatever the grids are across it."""

    SCHEMES = ("cd-lagrange", "moreau-jean", "moreau-jean-dissipative",
               "generalized-alpha", "newmark", "hht", "implicit-newmark",
               "combined-projection", "generalized-alpha-ggl")

    def check(self, case, mesh, pairs, **changes):
        axis = "zyx"["3" not in str(case["Solid"].get("dimension")):][0]
        plane = "0, 0 ; 0, 1" if axis == "y" else "0, 0, 0 ; 0, 0, 1"
        self.write("bodies.msh", mesh(lower=0))
        alone = self.run_case(merged(case, {
            "Contact/pairs": "", "Solid/contact boundaries": "upper.bottom",
            "Solid/obstacles": f"plane: {plane}", **changes}), output="alone")
        self.write("bodies.msh", mesh())
        both = self.run_case(merged(case, {"Contact/pairs": pairs, **changes}))
        for name in (f"position[top.{axis}]", f"velocity[top.{axis}]",
                     f"position[face.{axis}]"):
            self.same(both.history[name], alone.history[name], 1.)
        self.same(both.history["impulse[pair]"],
                  alone.history["impulse[obstacle]"])
        for energy in ("energy_kinetic", "energy_strain", "work_contact"):
            self.same(both.history[energy],
                      [2 * e for e in alone.history[energy]],
                      both.largest_energy())
        self.closes(both)

    def test_schemes_in_the_plane(self):
        for scheme in self.SCHEMES:
            for pairs in EITHER[:1 + (scheme == "cd-lagrange")]:
                with self.subTest(scheme=scheme, pairs=pairs):
                    self.check(PLANE, blocks, pairs,
                               **{"Time integration/scheme": scheme})

    def test_masses_and_sliding(self):
        for mass in ("none", "redistributed"):
            self.check(PLANE, blocks, EITHER[1],
                       **{"Contact/boundary mass": mass})
        # finite sliding takes the same rows
        self.check(PLANE, blocks, EITHER[0],
                   **{"Contact/sliding": "finite"})

    def test_schemes_in_space(self):
        for scheme in ("cd-lagrange", "moreau-jean"):
            for pairs in EITHER:
                with self.subTest(scheme=scheme, pairs=pairs):
                    self.check(SPACE, bricks, pairs,
                               **{"Time integration/scheme": scheme})


class BarsOfWolffAndBucherTest(MasslessPairsTest):
    """Of length 10 m, square, E = rho = 1, nu = 0, with -+0.1 m/s: the force is
    0.1 N, for 20 s."""

    def test_force_and_energy(self):
        n = 50
        self.write("bodies.msh", Bricks().add(
            "upper", (0, 0, 0.0013), (1, 1, 10), (2, 2, n)).add(
            "lower", (0, 0, -10.0013), (1, 1, 10), (3, 3, n)).gmsh())
        case = merged(SPACE, {
            "Solid/initial velocity": "0, 0, if(z > 0, -0.1, 0.1)",
            "Solid/obstacle forces": "true",
            "Output/monitored points": "",
            "Time integration/Courant number": 0.25,
            "Time integration/end time": 22})
        for pairs in EITHER:
            run = self.run_case(merged(case, {"Contact/pairs": pairs}))
            force = [abs(F) for F in run.history["resultant[pair.z]"]]
            self.assertLess(max(force), 0.110)
            h = run.history["time"][2] - run.history["time"][1]
            self.assertAlmostEqual(sum(force) * h, 2, delta=0.02)
            energy = run.history["energy_total"]
            self.assertAlmostEqual(energy[-1] / energy[0], 1, delta=1e-4)
            self.assertGreater(run.history["energy_kinetic"][-1],
                               0.98 * energy[0])
            self.closes(run)


class MasslessAndMassiveTest(MasslessPairsTest):
    """Refined, bodies with and without mass at their boundaries have the same
    motion."""

    def test_refinement(self):
        difference = []
        for n in (1, 2, 4):
            self.write("bodies.msh", blocks(3 * n, 4 * n, 4 * n))
            case = merged(PLANE, {
                "Solid/Poisson's ratio": 0.3,
                "Solid/initial velocity":
                    "if(y > 0, 0.02, 0), if(y > 0, -0.05 - 0.02*x, 0.05)",
                "Contact/friction coefficient": 0.2,
                "Output/monitored points": "",
                "Solid/obstacle forces": "true",
                "Time integration/time step": 0.05 / n,
                "Time integration/end time": 3})
            total = []
            for mass in ("weighted", "kept"):
                run = self.run_case(merged(case,
                                           {"Contact/boundary mass": mass}))
                total.append([sum(run.history[f"resultant[pair.{x}]"]) /
                              n for x in "xy"])
                self.closes(run)
            difference.append(math.dist(*total) / math.hypot(*total[1]))
        self.assertLess(difference[0], 0.1)
        for coarse, fine in zip(difference, difference[1:]):
            self.assertLess(fine, 0.75 * coarse)


class MasslessTableTest(MasslessPairsTest):

    CASE = merged(RUN, {
        "Solid/Young's modulus": 100, "Solid/Poisson's ratio": 0.3,
        "Solid/fixed displacements": "lower.bottom: x, y",
        "Solid/tractions": "upper.top: 0, -0.3",
        "Contact/sliding": "finite",
        "Time integration/time step": 0.002,
        "Time integration/end time": 3,
        "Output/history interval": 5,
        "Output/monitored points": "block: 0.45, 0.150001"})

    def test_block_that_slides_over_a_table(self):
        """It stops after v^2/(2 mu g), over 15 faces."""
        v, mu = 0.75, 0.3
        self.write("bodies.msh", Blocks().add(
            "upper", (0.25, 1e-6), (0.5, 0.3), (10, 6)).add(
            "lower", (0, -0.3), (3, 0.3), (48, 6)).gmsh())
        for pairs in EITHER:
            run = self.run_case(merged(self.CASE, {
                "Contact/pairs": pairs, "Contact/friction coefficient": mu,
                "Solid/initial velocity": f"if(y > 5e-7, {v}, 0), 0"}))
            x = run.history["position[block.x]"]
            self.assertAlmostEqual((x[-1] - 0.45) / (v**2 / 2 / mu), 1,
                                   delta=2e-3)
            self.assertGreater(min(run.history["gap[pair]"]), -1e-3)
            self.closes(run)


class SameMasslessRunTest(MasslessPairsTest):

    CASE = merged(PLANE, {
        "Solid/Poisson's ratio": 0.3,
        "Contact/friction coefficient": 0.3,
        "Solid/initial velocity":
            "if(y > 0, 0.01, 0), if(y > 0, -0.05 - 0.02*x, 0.05)"})

    def equal(self, one, other):
        for name in ("position[top.x]", "position[top.y]",
                     "impulse[pair]", "energy_total", "work_contact"):
            scale = 1. if "position" in name else 0.
            self.same(one.history[name], other.history[name], scale, 1e-11)

    def test_ranks(self):
        for sliding in ("small", "finite"):
            for scheme in ("cd-lagrange", "moreau-jean"):
                self.write("bodies.msh", blocks())
                case = merged(self.CASE, {
                    "Contact/sliding": sliding,
                    "Time integration/scheme": scheme,
                    "Time integration/end time": 1.5})
                one = self.run_case(case, output="one")
                self.assertGreater(max(one.history["impulse[pair]"]), 0)
                self.equal(one, self.run_case(case, ranks=2))

    def test_restart(self):
        self.write("bodies.msh", blocks())
        for sliding in ("small", "finite"):
            case = merged(self.CASE, {"Contact/sliding": sliding})
            whole = self.run_case(case, output="whole")
            self.write("case.prm", prm(merged(case, {
                "Output/checkpoint interval": 15})))
            first = self.percuss("run", "case.prm", "--quiet", "--overwrite",
                                 "--set", "Time integration/end time=1")
            self.assertEqual(first.returncode, 0, first)
            self.assertGreater(Results(self.folder / "out").history[
                "impulse[pair]"][-1], 0)
            resumed = self.percuss("run", "case.prm", "--resume", "--quiet")
            self.assertEqual(resumed.returncode, 0, resumed)
            self.equal(whole, Results(self.folder / "out"))


class MasslessPairsRefusalsTest(MasslessPairsTest, WrongInputTest):

    def test_refusals(self):
        self.write("bodies.msh", blocks())
        for changes, *parts in (
                ({"Contact/boundary mass": "singular"}, "the same as 'none'"),
                ({"Contact/restitution coefficient": 0.5},
                 "Massless contacts have no impacts"),
                ({"Solid/mass matrix": "consistent"}, "must be lumped"),
                ({"Contact/sliding": "finite",
                  "Contact/boundary mass": "kept",
                  "Time integration/scheme": "carpenter-explicit"},
                 "gaps in several steps"),
                ({"Contact/pairs": "upper.bottom : lower.tip"},
                 "Did you mean 'lower.top'?")):
            with self.subTest(changes):
                self.reject_file(prm(merged(PLANE, changes)), *parts)
        # one cell high: nothing is left of a body
        self.write("bodies.msh", blocks(along=1))
        self.reject_file(prm(PLANE), "nodes without contact cannot take over")


if __name__ == "__main__":
    unittest.main()
