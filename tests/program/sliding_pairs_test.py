# SPDX-License-Identifier: Apache-2.0
"""Deformable bodies that slide over each other, by many faces, and turn."""

import math
import unittest

from blocks import Blocks
from program import CASES, ProgramTest, Results, merged, prm
from wrong_input import WrongInputTest

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "blocks.msh"},
    "Solid": {"Young's modulus": 100, "Poisson's ratio": 0.3, "density": 1,
              "mass matrix": "lumped"},
    "Contact": {"pairs": "upper.bottom : lower.top", "sliding": "finite"},
    "Time integration": {"scheme": "moreau-jean", "time step": 0.002},
    "Output": {"output directory": "out", "history interval": 5},
}
EITHER = ("upper.bottom : lower.top", "lower.top : upper.bottom")


def block_on_table():
    """0.5 wide, on a table of 24 faces, 3 wide."""
    return Blocks().add("upper", (0.25, 1e-6), (0.5, 0.3), (5, 3)).add(
        "lower", (0, -0.3), (3, 0.3), (24, 2)).gmsh()


class SlidingTest(ProgramTest):

    def check_identity(self, run):
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-13 * run.largest_energy())


class BlockOnTableTest(SlidingTest):
    """Pressed down by 1 m/s^2, over eight faces of the table."""

    CASE = merged(RUN, {
        "Solid/fixed displacements": "lower.bottom: x, y",
        "Solid/tractions": "upper.top: 0, -0.3",
        "Solid/obstacle forces": "true",
        "Output/monitored points": "block: 0.45, 0.150001"})

    def setUp(self):
        super().setUp()
        self.write("blocks.msh", block_on_table())

    def test_friction(self):
        """It stops after v^2/(2 mu g)."""
        v, mu = 0.75, 0.3
        for scheme in ("moreau-jean", "generalized-alpha", "cd-lagrange"):
            for pairs in EITHER[:1 + (scheme == "moreau-jean")]:
                run = self.run_case(merged(self.CASE, {
                    "Contact/pairs": pairs, "Contact/friction coefficient": mu,
                    "Solid/initial velocity": f"if(y > 5e-7, {v}, 0), 0",
                    "Time integration/scheme": scheme,
                    "Time integration/end time": 3}))
                with self.subTest(scheme=scheme, pairs=pairs):
                    x = run.history["position[block.x]"]
                    t = run.history["time"]
                    self.assertAlmostEqual((x[-1] - 0.45) / (v**2 / 2 / mu), 1,
                                           delta=0.01)
                    half = min(range(len(t)), key=lambda i: abs(t[i] - 1))
                    self.assertAlmostEqual(x[half] - 0.45, v - mu / 2,
                                           delta=0.003)
                    self.assertLess(abs(run.history["velocity[block.x]"][-1]),
                                    0.02)
                    if scheme != "cd-lagrange":
                        self.check_identity(run)

    def test_without_friction(self):
        """Keeps its velocity, and the weight is on the table."""
        for pairs in EITHER:
            run = self.run_case(merged(self.CASE, {
                "Contact/pairs": pairs,
                "Solid/initial velocity": "if(y > 5e-7, 0.8, 0), 0",
                "Time integration/end time": 2}))
            x = run.history["position[block.x]"]
            is_upper = pairs == EITHER[0]
            self.assertAlmostEqual(x[-1] - 0.45, 1.6,
                                   delta=2e-3 if is_upper else 1e-2)
            # of nodes of the table, those that the block's end comes over
            self.assertGreater(min(run.history["gap[pair]"]),
                               -1e-4 if is_upper else -8e-3)
            self.check_identity(run)
            force = run.history["resultant[pair.y]"]
            sign = 1 if is_upper else -1
            self.assertAlmostEqual(sign * sum(force) / len(force), 0.15,
                                   delta=0.01)

    def test_end_of_the_table(self):
        """It slides off and turns over the edge."""
        run = self.run_case(merged(self.CASE, {
            "Solid/tractions": "upper.top: 0, -0.1",
            "Solid/elastic law": "St. Venant-Kirchhoff",
            "Solid/initial velocity": "if(y > 5e-7, 2, 0), 0",
            "Time integration/end time": 1.5}))
        self.assertGreater(run.history["position[block.x]"][-1], 3.2)
        self.assertEqual(run.history["active_contacts"][-1], 0)
        self.assertGreater(max(run.history["active_contacts"]), 0)
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-6 * run.largest_energy())

    def test_slave_around_its_corners(self):
        """The sides of the block see nothing of the table's top: small and
        finite sliding are what they are with its bottom alone."""
        for sliding in ("small", "finite"):
            one, other = (self.run_case(merged(self.CASE, {
                "Contact/pairs": f"{slave} : lower.top",
                "Contact/sliding": sliding,
                "Time integration/end time": 0.2})).history
                for slave in ("upper.bottom",
                              "upper.bottom, upper.left, upper.right"))
            for name in ("position[block.x]", "position[block.y]",
                         "resultant[pair.x]", "resultant[pair.y]",
                         "contact_area[pair]", "peak_pressure[pair]"):
                size = max(map(abs, one[name] + one["resultant[pair.y]"]))
                for a, b in zip(one[name], other[name]):
                    self.assertAlmostEqual(a, b, delta=1e-11 * size)
            self.assertAlmostEqual(max(one["contact_area[pair]"]), 0.5,
                                   delta=0.01)

    def test_around_the_edge(self):
        """Both boundaries around their corners: nothing is gained where one
        slides off the other."""
        self.write("blocks.msh", Blocks().add(
            "upper", (1.2, 1e-3), (0.28, 0.29), (3, 3)).add(
            "lower", (0, -0.3), (1.5, 0.3), (7, 2)).gmsh())
        for scheme in ("moreau-jean", "generalized-alpha-ggl"):
            run = self.run_case(merged(self.CASE, {
                "Contact/pairs": "upper.bottom, upper.left : "
                                 "lower.top, lower.right",
                "Solid/elastic law": "St. Venant-Kirchhoff",
                "Solid/tractions": "",
                "Solid/initial velocity": "if(y > 5e-7, 1, 0), "
                                          "if(y > 5e-7, -0.1, 0)",
                "Time integration/scheme": scheme,
                "Time integration/time step": 0.001,
                "Time integration/end time": 0.6,
                "Output/monitored points": "block: 1.48, 0.001"}))
            E = run.history["energy_total"]
            self.assertLess(max(E), 1.001 * E[0])
            self.assertGreater(max(run.history["impulse[pair]"]), 0)
            self.assertGreater(run.history["position[block.x]"][-1], 1.8)

    def test_ranks_and_restart(self):
        case = merged(self.CASE, {
            "Contact/friction coefficient": 0.1,
            "Contact/restitution coefficient": 0.5,
            "Solid/contact boundaries": "lower.bottom",
            "Solid/obstacles": "plane: 0, -0.301 ; 0, 1",
            "Solid/fixed displacements": "lower.left: x",
            "Solid/initial velocity": "if(y > 5e-7, 3, 0), 0",
            "Time integration/end time": 0.12})
        for scheme in ("moreau-jean", "cd-lagrange"):
            case = merged(case, {"Time integration/scheme": scheme})
            one = self.run_case(case, output="one")
            self.assertGreater(max(one.history["impulse[pair]"]), 0)
            for ranks in (2, 3):
                self.equal(one, self.run_case(case, ranks=ranks))
            half = merged(case, {"Time integration/end time": 0.06,
                                 "Output/checkpoint interval": 2})
            self.run_case(half)
            self.write("case.prm", prm(merged(case, {
                "Output/checkpoint interval": 2})))
            resumed = self.percuss("run", "case.prm", "--resume", "--quiet")
            self.assertEqual(resumed.returncode, 0, resumed)
            self.equal(one, Results(self.folder / "out"))

    def equal(self, one, other):
        for name in ("position[block.x]", "velocity[block.y]", "impulse[pair]",
                     "energy_total", "work_contact", "gap[obstacle]",
                     "active_contacts"):
            a, b = one.history[name], other.history[name]
            self.assertEqual(len(a), len(b))
            self.assertLessEqual(max(abs(x - y) for x, y in zip(a, b)),
                                 1e-11 * max(map(abs, a)), name)


class TurningBlockTest(SlidingTest):

    def test_landing(self):
        """A block that turns falls on a table with its corners, by the sides
        of its boundary in turn: no contact before, none missed."""
        self.write("blocks.msh", Blocks().add(
            "upper", (0.8, 0.3), (0.4, 0.4), (6, 6)).add(
            "lower", (0, -0.3), (2, 0.3), (20, 3)).gmsh())
        sides = ",".join(f"upper.{side}" for side in
                         ("bottom", "left", "right", "top"))
        for scheme in ("moreau-jean", "cd-lagrange"):
            run = self.run_case(merged(RUN, {
                "Contact/pairs": f"{sides} : lower.top",
                "Contact/friction coefficient": 0.2,
                "Solid/elastic law": "neo-Hookean",
                "Solid/fixed displacements": "lower.bottom: x, y",
                "Solid/gravity": "0, -1",
                "Solid/initial velocity":
                    "if(y > 0.1, -4*(y - 0.5), 0), "
                    "if(y > 0.1, -0.2 + 4*(x - 1), 0)",
                "Time integration/scheme": scheme,
                "Time integration/end time": 2,
                "Output/history interval": 1,
                "Output/monitored points": "middle: 1, 0.5"}))
            with self.subTest(scheme=scheme):
                y = run.history["position[middle.y]"]
                P = run.history["impulse[pair]"]
                gap = run.history["gap[pair]"]
                first = next(i for i, p in enumerate(P) if p > 0)
                # the corner that comes down first, at radius 0.2 sqrt(2)
                t = run.history["time"][first]
                angle = 0.25 * math.pi + 4 * t
                lowest = max(abs(math.sin(angle + k * math.pi / 2))
                             for k in range(2)) * 0.2 * math.sqrt(2)
                self.assertAlmostEqual(y[first], lowest, delta=0.012)
                self.assertGreater(min(gap), -5e-3)
                self.assertGreater(min(y), 0.17)
                self.assertLess(run.history["energy_total"][-1],
                                run.history["energy_total"][0])
                self.assertLess(max(map(abs, run.history["identity_residual"])),
                                1e-4 * run.largest_energy())


class TwoDisksTest(SlidingTest):

    MESH = f"{CASES.parent}/meshes/two_disks.msh"

    def run_disks(self, **entries):
        return self.run_case(merged({
            "Model": {"name": "solid"},
            "Discretization": {"mesh file": self.MESH},
            "Solid": {"elastic law": "neo-Hookean", "Young's modulus": 1,
                      "Poisson's ratio": 0.3, "density": 1,
                      "obstacle forces": "true",
                      "initial velocity": "if(x < 0, 0.05, -0.05), 0"},
            "Contact": {"pairs": "left.rim : right.rim"},
            "Time integration": {"scheme": "cd-lagrange", "Courant number": 0.5,
                                 "end time": 0.2},
            "Output": {"output directory": "out", "history interval": 1}},
            entries))

    def test_oblique_impact(self):
        """Without friction: -0.717(3), 0.632(1) with faces of half the size."""
        for pairs in ("left.rim : right.rim", "right.rim : left.rim"):
            run = self.run_disks(**{"Contact/pairs": pairs})
            t = run.history["time"]
            sign = 1 if pairs.startswith("left") else -1
            p = [sign * (t[2] - t[1]) * sum(run.history[f"resultant[pair.{d}]"])
                 / (math.pi * 0.02**2) / 0.05 for d in "xy"]
            self.assertAlmostEqual(1 + p[0], -0.717, delta=0.008)
            self.assertAlmostEqual(p[1], 0.632, delta=0.008)
            self.assertEqual(run.history["impulse[pair]"][-1], 0)
            self.assertLess(run.history["work_contact"][-1], 0)

    def test_case(self):
        """The case of the list: they slide, then stick, and leave with spins."""
        run = self.run_case(CASES / "solids/two_disks.prm", "--set",
                            "Output/field interval=0", "--set",
                            f"Discretization/mesh file={self.MESH}")
        self.assertGreater(max(run.history["impulse[pair]"]), 0)
        self.assertEqual(run.history["impulse[pair]"][-1], 0)


class StruckStackTest(SlidingTest):
    PAIRS = (
        "block 1.bottom : table.top | "
        "block 2.bottom, block 2.left, block 2.right : "
        "block 1.top, block 1.right, table.top | "
        "block 3.bottom, block 3.left, block 3.right : "
        "block 2.top, block 1.top, striker.top | "
        "block 4.bottom : block 3.top | block 5.bottom : block 4.top | "
        "striker.right : block 2.left | striker.bottom : block 1.top, table.top")

    def test_pairs(self):
        """The striker knocks the second block out; those above it stay, but for
        a hop, and turn on the one below."""
        mesh = f"{CASES.parent}/meshes/struck_stack.msh"
        run = self.run_case(CASES / "solids/struck_stack.prm", "--set",
                            "Output/field interval=0", "--set",
                            f"Discretization/mesh file={mesh}", "--set",
                            f"Contact/pairs={self.PAIRS}",
                            warnings=[["7 bodies"]])
        last = {name: values[-1] for name, values in run.history.items()}
        self.assertGreater(last["position[second.x]"], 0.2)
        self.assertLess(last["position[second.y]"], 0.05)
        self.assertLess(abs(last["position[top.x]"] - 0.05), 0.01)
        self.assertGreater(last["position[top.y]"], 0.19)
        self.assertLess(last["work_friction"], 0)
        self.assertLess(last["work_normal"], 0)
        self.assertLessEqual(max(run.history["energy_total"]),
                             1.0001 * run.history["energy_total"][0])


class OfRevolutionTest(SlidingTest):

    def test_shaft_in_a_tube(self):
        """Pressed together, the shaft moves along its axis over three faces of
        the tube and takes it along."""
        self.write("blocks.msh", Blocks().add(
            "shaft", (0, 0.5), (1, 1), (4, 8)).add(
            "tube", (1 + 1e-6, 0), (0.4, 3), (2, 18)).gmsh())
        for pairs in ("shaft.right : tube.left", "tube.left : shaft.right"):
            run = self.run_case(merged(RUN, {
                "Solid/kinematics": "axisymmetric",
                "Solid/tractions": "tube.right: -0.5, 0",
                "Solid/initial velocity": "0, if(x < 1.0000005, 1, 0)",
                "Contact/pairs": pairs, "Contact/friction coefficient": 0.2,
                "Time integration/end time": 1,
                "Output/monitored points": "shaft: 0, 1 ; tube: 1.2, 1.5"}))
            slide = (run.history["position[shaft.y]"][-1] - 1 -
                     run.history["position[tube.y]"][-1] + 1.5)
            self.assertGreater(slide, 0.5)
            self.assertLess(run.history["work_contact"][-1], -0.1)
            self.check_identity(run)


class RefusedTest(SlidingTest, WrongInputTest):

    def test_schemes_at_the_position_level(self):
        self.write("blocks.msh", block_on_table())
        for scheme in ("schatzman-paoli", "newmark-position-level",
                       "carpenter-implicit"):
            self.reject_file(prm(merged(RUN, {
                "Time integration/end time": 1,
                "Time integration/scheme": scheme})),
                "'Contact/sliding'", "at the position level",
                "moreau-jean or cd-lagrange")

    def test_other_boundaries_that_meet(self):
        """Bodies of a pair that go through each other elsewhere."""
        self.write("blocks.msh", Blocks().add(
            "upper", (1.05, 0.1), (1, 1), (5, 5)).add(
            "lower", (0, 0), (1, 1), (6, 6)).gmsh())
        self.write("case.prm", prm(merged(RUN, {
            "Solid/initial velocity": "if(x > 1.01, -1, 1), 0",
            "Time integration/end time": 1})))
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("Bodies that contact keeps apart overlap", run.stderr)
        self.assertIn("go around the corners", run.stderr)


if __name__ == "__main__":
    unittest.main()
