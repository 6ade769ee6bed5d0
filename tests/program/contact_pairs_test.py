# SPDX-License-Identifier: Apache-2.0
"""Deformable bodies against each other: blocks whose meshes do not match."""

import math
import unittest

from blocks import Blocks
from program import CASES, ProgramTest, Results, merged, prm
from wrong_input import WrongInputTest

GAP = 0.013  # no step ends at the impact

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "blocks.msh"},
    "Solid": {"Young's modulus": 1, "Poisson's ratio": 0, "density": 1,
              "mass matrix": "lumped"},
    "Contact": {"pairs": "upper.bottom : lower.top", "sliding": "small"},
    "Time integration": {"scheme": "moreau-jean", "time step": 0.05,
                         "end time": 2.5},
    "Output": {"output directory": "out", "history interval": 1},
}
EITHER = ("upper.bottom : lower.top", "lower.top : upper.bottom")


def two_blocks(upper=5, lower=7, gap=GAP, along=8, triangles=False, unit=1):
    """Both 1 wide and high, `along` cells high."""
    return Blocks(triangles, unit).add("upper", (0, gap / 2), (1, 1), (upper, along)).add(
        "lower", (0, -1 - gap / 2), (1, 1), (lower, along)).gmsh()


def head_on(**entries):
    """They meet with the velocities -+1/2."""
    return merged(RUN, {
        "Solid/initial velocity": "0, if(y > 0, -0.5, 0.5)",
        "Output/monitored points":
            f"top: 0.4, {1 + GAP / 2!r} ; face: 0.2, {GAP / 2!r}",
        **entries})


def on_plane(**entries):
    """The upper one alone, on the plane of symmetry."""
    return merged(head_on(), {
        "Contact/pairs": "", "Solid/contact boundaries": "upper.bottom",
        "Solid/obstacles": "plane: 0, 0 ; 0, 1", **entries})


class PairsTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.write("blocks.msh", two_blocks())

    def same(self, one, other, scale=0.):
        self.assertEqual(len(one), len(other))
        self.assertLessEqual(
            max(abs(a - b) for a, b in zip(one, other)),
            1e-12 * (scale or max(map(abs, one)) or 1.))


class LinearSolverCountTest(PairsTest):
    """summary.json counts the systems that are solved by iteration, each of the
    motion with its contacts, and the products of a step."""

    def test_contacts_are_in_the_system_of_the_motion(self):
        for scheme in ("moreau-jean", "generalized-alpha"):
            for library in ("PETSc", "Trilinos"):
                with self.subTest(scheme=scheme, library=library):
                    run = self.run_case(head_on(**{
                        "Discretization/linear solver": "conjugate gradients",
                        "Time integration/scheme": scheme,
                        "Discretization/linear algebra": library}))
                    counted = run.summary["linear_solver"]
                    problems = run.summary["solver"]["problems"]
                    self.assertGreater(problems, 5)
                    # one more where the set of closed contacts changes
                    self.assertGreaterEqual(counted["solves"],
                                            run.summary["steps"])
                    self.assertLess(counted["solves"],
                                    run.summary["steps"] + problems)
                    self.assertGreater(counted["iterations_mean"], 1)
                    self.assertGreater(counted["iterations_max"],
                                       counted["iterations_mean"])
                    self.assertLess(counted["iterations_max"], 200)

    def test_none_of_factorizations(self):
        for entries in ({"Discretization/linear solver": "direct"},
                        {"Time integration/scheme": "cd-lagrange",
                         "Time integration/time step": 0.01}):
            run = self.run_case(head_on(**entries))
            self.assertNotIn("linear_solver", run.summary)


class MirroredBlocksTest(PairsTest):
    """Equal bodies that meet are one on a rigid plane: without Poisson's ratio
    they move in one direction, whatever the grids are across it."""

    SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "schatzman-paoli",
               "generalized-alpha", "newmark", "hht", "krenk-hogsberg",
               "generalized-alpha-ggl", "implicit-newmark", "cd-lagrange",
               "cd-lagrange-implicit")
    WITHOUT_RESTITUTION = ("carpenter-explicit",)
    # they move nodes, masters' unevenly, to where gaps are zero
    PROJECTIONS = ("direct-projection", "combined-projection")

    def alone(self, **entries):
        self.write("blocks.msh", Blocks().add(
            "upper", (0, GAP / 2), (1, 1), (5, 8)).gmsh())
        result = self.run_case(on_plane(**entries), output="alone")
        self.write("blocks.msh", two_blocks())
        return result

    def check(self, scheme, restitution, pairs, alone, **entries):
        both = self.run_case(head_on(**{
            "Time integration/scheme": scheme,
            "Contact/restitution coefficient": restitution,
            "Contact/pairs": pairs, **entries}))
        for name in ("position[top.y]", "velocity[top.y]", "position[face.y]",
                     "velocity[face.y]"):
            self.same(both.history[name], alone.history[name])
        self.same(both.history["impulse[pair]"],
                  alone.history["impulse[obstacle]"])
        for energy in ("energy_kinetic", "energy_strain", "work_contact"):
            self.same(both.history[energy],
                      [2 * e for e in alone.history[energy]],
                      both.largest_energy())
        if entries.get("Contact/sliding") != "finite":  # far ones are farther
            self.same(both.history["gap[pair]"],
                      [2 * g for g in alone.history["gap[obstacle]"]])
        self.assertGreater(max(both.history["impulse[pair]"]), 0)
        self.assertLess(max(map(abs, both.history["identity_residual"])),
                        1e-13 * both.largest_energy())

    def test_schemes(self):
        for scheme in self.SCHEMES:
            alone = self.alone(**{"Time integration/scheme": scheme,
                                  "Contact/restitution coefficient": 0.5})
            for pairs in EITHER[:1 + (scheme == "cd-lagrange")]:
                with self.subTest(scheme=scheme, pairs=pairs):
                    self.check(scheme, 0.5, pairs, alone)

    def test_degree_2(self):
        """With small and finite sliding, the latter with a tenth of the speed:
        pressed by half of E, reflected again and again, it makes rounding grow
        by ten in three steps."""
        for scheme, h in (("moreau-jean", 0.05), ("generalized-alpha", 0.05),
                          ("newmark", 0.05), ("combined-projection", 0.05),
                          ("cd-lagrange", 0.02)):
            for sliding in ("small", "finite"):
                if sliding == "finite" and scheme == "newmark":
                    continue  # at the position level
                # projections move a master's nodes unevenly
                equal = scheme in self.PROJECTIONS
                for e in (0, 0.3, 1):
                    if e and scheme != "moreau-jean":
                        continue
                    changes = {"Time integration/time step": h,
                               "Solid/polynomial degree": 2}
                    if sliding == "finite":
                        changes["Solid/initial velocity"] = (
                            "0, if(y > 0, -0.05, 0.05)")
                    alone = self.alone(**{
                        "Time integration/scheme": scheme,
                        "Contact/restitution coefficient": e, **changes})
                    if equal:
                        self.write("blocks.msh", two_blocks(5, 5))
                    with self.subTest(scheme=scheme, sliding=sliding, e=e):
                        self.check(scheme, e, EITHER[e == 0], alone,
                                   **{"Contact/sliding": sliding, **changes})

    def test_bodies_of_revolution(self):
        """With equal grids, also with Poisson's ratio."""
        for scheme in ("moreau-jean", "cd-lagrange"):
            changes = {"Time integration/scheme": scheme,
                       "Solid/kinematics": "axisymmetric",
                       "Solid/fixed displacements":
                           "upper.left: x | lower.left: x",
                       "Solid/Poisson's ratio": 0.3}
            alone = self.alone(**{**changes, "Solid/fixed displacements":
                                  "upper.left: x"})
            self.write("blocks.msh", two_blocks(5, 5))
            both = self.run_case(head_on(**changes))
            for name in ("position[top.y]", "velocity[face.y]",
                         "position[face.x]"):
                self.same(both.history[name], alone.history[name])
            self.same(both.history["impulse[pair]"],
                      alone.history["impulse[obstacle]"])

    def test_schemes_without_restitution(self):
        for scheme in self.WITHOUT_RESTITUTION:
            alone = self.alone(**{"Time integration/scheme": scheme})
            self.check(scheme, 0, EITHER[0], alone)

    def test_projections(self):
        for scheme in self.PROJECTIONS:
            changes = {"Time integration/scheme": scheme}
            alone = self.alone(**changes)
            both = self.run_case(head_on(**changes))
            for name in ("position[top.y]", "position[face.y]"):
                self.assertLess(max(abs(a - b) for a, b in zip(
                    both.history[name], alone.history[name])), 0.1 * GAP)
            self.assertLess(max(map(abs, both.history["identity_residual"])),
                            1e-13 * both.largest_energy())
            self.write("blocks.msh", two_blocks(5, 5))
            self.check(scheme, 0, EITHER[0], alone)

    def test_restitution(self):
        for scheme in ("moreau-jean", "cd-lagrange"):
            for e in (0, 1):
                alone = self.alone(**{"Time integration/scheme": scheme,
                                      "Contact/restitution coefficient": e})
                with self.subTest(scheme=scheme, e=e):
                    self.check(scheme, e, EITHER[1], alone)



class BarsTest(PairsTest):

    def test_blocks_are_bars(self):
        """Of impedances 1 and 2, with the grids of the 1-D model along them."""
        self.write("blocks.msh", two_blocks(5, 7, along=10))
        solid = merged(RUN, {
            "Solid/Young's modulus": "upper: 1 | lower: 2",
            "Solid/density": "upper: 1 | lower: 2",
            "Solid/Poisson's ratio": 0,
            "Solid/initial velocity": "0, if(y > 0, -1, 0)",
            "Output/monitored points":
                f"end: 0.4, {1 + GAP / 2!r} ; other: 0.2, {-1 - GAP / 2!r}"})
        bars = {
            "Model": {"name": "elastic bar"},
            "Elastic bar": {
                "number of bars": 2, "cross section": 1, "length": "1 ; 1",
                "Young's modulus": "2 ; 1", "density": "2 ; 1",
                "number of elements": "10 ; 10", "obstacle": "none",
                "mass matrix": "lumped", "initial velocity": "0 ; -1",
                "gaps between bars": repr(GAP)},
            "Time integration": RUN["Time integration"],
            "Contact": {}, "Output": RUN["Output"]}
        for scheme, e, degree in (
                *((scheme, e, 1) for e in (0, 0.5) for scheme in
                  ("moreau-jean", "cd-lagrange", "generalized-alpha")),
                ("moreau-jean", 0, 2), ("moreau-jean", 1, 2),
                ("cd-lagrange", 0.3, 2)):
            for pairs in EITHER[:1 + (e == 0)]:
                with self.subTest(scheme=scheme, e=e, degree=degree,
                                  pairs=pairs):
                    changes = {"Time integration/scheme": scheme,
                               "Time integration/time step": 0.05 / degree**2,
                               "Contact/restitution coefficient": e}
                    expected = self.run_case(merged(bars, {
                        **changes, "Elastic bar/polynomial degree": degree}),
                        output="bars")
                    found = self.run_case(merged(solid, {
                        **changes, "Solid/polynomial degree": degree,
                        "Contact/pairs": pairs}))
                    for name in ("energy_kinetic", "energy_strain",
                                 "work_contact"):
                        self.same(found.history[name],
                                  expected.history[name],
                                  found.largest_energy())
                    for quantity in ("gap", "impulse"):
                        self.same(found.history[quantity + "[pair]"],
                                  expected.history[quantity +
                                                   "[bars 1-2]"])


class PatchTest(PairsTest):
    """A uniform pressure is passed on uniformly, E and nu of both differ."""

    def test_uniform_pressure(self):
        for upper, lower in ((5, 7), (7, 5), (8, 11)):
            self.write("blocks.msh", two_blocks(upper, lower, 0, 3))
            for pairs in EITHER:
                with self.subTest(upper=upper, lower=lower, pairs=pairs):
                    self.check(pairs)

    def test_degree_2(self):
        for upper, lower in ((5, 7), (7, 5), (8, 11)):
            self.write("blocks.msh", two_blocks(upper, lower, 0, 3))
            for pairs in EITHER:
                with self.subTest(upper=upper, lower=lower, pairs=pairs):
                    self.check(pairs, degree=2)

    def test_triangles(self):
        self.write("blocks.msh", two_blocks(5, 7, 0, 3, triangles=True))
        for pairs in EITHER:
            self.check(pairs)

    def test_bodies_of_revolution(self):
        """Of radius 1."""
        for pairs in EITHER:
            self.write("blocks.msh", two_blocks(5, 7, 0, 3))
            self.check(pairs, math.pi, **{"Solid/kinematics": "axisymmetric",
                                          "Output/monitored points":
                                          "a: 0, 1 ; b: 0.4, 1 ; c: 1, 1"})

    def check(self, pairs, area=1, degree=1, **changes):
        plane = 0 if changes else 1  # strain: E and nu are others
        run = self.run_case(merged(RUN, {
            "Contact/pairs": pairs,
            "Solid/polynomial degree": degree,
            "Solid/Young's modulus": "upper: 1 | lower: 3",
            "Solid/Poisson's ratio": "upper: 0.3 | lower: 0.25",
            "Solid/fixed displacements":
                "upper.left: x | lower.left: x | lower.bottom: y",
            "Solid/tractions": "upper.top: 0, -1e-3*if(t < 30, t, 30)",
            "Solid/obstacle forces": "true",
            "Time integration/scheme": "schatzman-paoli",
            "Time integration/theta": 1,
            "Time integration/time step": 10,
            "Time integration/end time": 100,
            "Output/monitored points": "a: 0, 1 ; b: 0.4, 1 ; c: 1, 1",
            **changes}))
        p = 0.03
        self.assertAlmostEqual(run.history["peak_pressure[pair]"][-1], p,
                               delta=1e-10 * p)
        self.assertAlmostEqual(run.history["contact_area[pair]"][-1], area,
                               delta=1e-11)
        sign = 1 if pairs.startswith("upper") else -1
        self.assertAlmostEqual(run.history["resultant[pair.y]"][-1],
                               sign * p * area, delta=1e-9 * p)
        down = p * ((1 - plane * 0.3**2) / 1 + (1 - plane * 0.25**2) / 3)
        for point in "abc":
            self.assertAlmostEqual(run.history[f"position[{point}.y]"][-1],
                                   1 - down, delta=1e-8 * p)


class FrictionTest(PairsTest):

    CASE = merged(RUN, {
        "Solid/Young's modulus": 100, "Solid/Poisson's ratio": 0.3,
        "Solid/fixed displacements": "lower.bottom: x, y",
        "Solid/tractions": "upper.top: 0, -0.003",
        "Solid/initial velocity": "if(y > 5e-7, 0.005, 0), 0",
        "Contact/friction coefficient": 0.3,
        "Time integration/time step": 0.002,
        "Time integration/end time": 2,
        "Output/history interval": 10,
        "Output/monitored points": "block: 0.45, 0.300001"})

    def test_block_that_slides(self):
        """It stops after v/(mu g), having slid by v^2/(2 mu g)."""
        self.write("blocks.msh", Blocks().add(
            "upper", (0.25, 1e-6), (0.5, 0.3), (5, 3)).add(
            "lower", (0, -1), (1, 1), (8, 8)).gmsh())
        for pairs, scheme, h in ((EITHER[0], "moreau-jean", 0.002),
                                 (EITHER[1], "moreau-jean", 0.002),
                                 (EITHER[0], "generalized-alpha-ggl", 0.002),
                                 (EITHER[0], "generalized-alpha-ggl", 0.02)):
            run = self.run_case(merged(self.CASE, {
                "Contact/pairs": pairs, "Time integration/scheme": scheme,
                "Time integration/time step": h,
                "Output/history interval": round(0.02 / h)}))
            x = run.history["position[block.x]"]
            v = run.history["velocity[block.x]"]
            t = run.history["time"]
            self.assertAlmostEqual(x[-1] - 0.45, 0.005**2 / 0.006, delta=1e-4)
            half = min(range(len(t)), key=lambda i: abs(t[i] - 1))
            self.assertAlmostEqual(x[half] - 0.45, 0.005 - 0.0015, delta=5e-5)
            self.assertLess(abs(v[-1]), 1e-4)
            self.assertLess(max(map(abs, run.history["identity_residual"])),
                            1e-13 * run.largest_energy())


class DiskOnBlockTest(PairsTest):

    def test_disk_on_block(self):
        """The largest pressure is Hertz' one of the force, mean over 1 us."""
        case = CASES / "solids/disk_on_block.prm"
        run = self.run_case(
            case, "--set", "Time integration/end time=2.5e-5", "--set",
            "Output/field interval=0", "--set",
            f"Discretization/mesh file={CASES.parent}/meshes/"
            "disk_on_block.msh")
        time, force = run.history["time"], run.history["resultant[pair.y]"]
        h = time[2] - time[1]
        n = round(1e-6 / h)
        F = max(sum(force[i:i + n]) / n for i in range(len(force) - n))
        E = 1 / ((1 - 0.33**2) / 70e9 + (1 - 0.3**2) / 210e9)
        b = math.sqrt(4 * F * 0.01 / (math.pi * E))
        self.assertAlmostEqual(
            max(run.history["peak_pressure[pair]"]) / (2 * F / math.pi / b), 1,
            delta=0.03)
        m = 2700 * math.pi * 1e-4
        impulse = [sum(run.history[f"resultant[pair.{d}]"]) * h / m
                   for d in "xy"]
        self.assertAlmostEqual(impulse[1] - 5, 4.96, delta=0.03)
        # sticks: more than what a rigid disk needs to roll, omega R/3
        self.assertAlmostEqual(impulse[0], -0.40, delta=0.03)
        self.assertEqual(run.history["active_contacts"][-1], 0)
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-13 * run.largest_energy())


class SameRunTest(PairsTest):

    CASE = merged(head_on(), {
        "Solid/Poisson's ratio": 0.3,
        "Contact/friction coefficient": 0.3,
        "Contact/restitution coefficient": 0.5,
        "Solid/contact boundaries": "lower.bottom",
        "Solid/obstacles": "plane: 0, -1.2 ; 0.1, 1",
        "Solid/initial velocity":
            "if(y > 0, 0.05, 0), if(y > 0, -0.5 - 0.02*x, 0.5)",
        "Time integration/end time": 3})

    def equal(self, one, other):
        for name in ("position[top.x]", "position[top.y]", "velocity[face.x]",
                     "impulse[pair]", "energy_total", "work_contact",
                     "gap[obstacle]", "active_contacts"):
            self.same(one.history[name], other.history[name])

    def test_units(self):
        """In kilograms, metres and seconds and in others."""
        one = self.run_case(self.CASE, output="one")
        for L, M, T in ((1e-3, 1e3, 1.), (1e3, 1e-3, 1e-3)):
            self.write("blocks.msh", two_blocks(unit=L))
            v = T / L
            other = self.run_case(merged(self.CASE, {
                "Solid/Young's modulus": L * T * T / M,
                "Solid/density": L**3 / M,
                "Solid/thickness": 1 / L,
                "Solid/obstacles": f"plane: 0, {-1.2 / L!r} ; 0.1, 1",
                "Solid/initial velocity":
                    f"if(y > 0, {0.05 * v!r}, 0), if(y > 0, "
                    f"{-0.5 * v!r} - {0.02 * v * L!r}*x, {0.5 * v!r})",
                "Time integration/time step": 0.05 / T,
                "Time integration/end time": 3 / T,
                "Output/monitored points":
                    f"top: {0.4 / L!r}, {(1 + GAP / 2) / L!r} ; "
                    f"face: {0.2 / L!r}, {GAP / 2 / L!r}"}))
            self.assertEqual(one.history["active_contacts"],
                             other.history["active_contacts"])
            for name, unit in (("position[top.x]", L), ("gap[pair]", L),
                               ("velocity[face.y]", L / T),
                               ("impulse[pair]", M * L / T),
                               ("peak_pressure[pair]", M / L / T**2),
                               ("work_contact", M * L**2 / T**2)):
                expected = one.history[name]
                self.assertLessEqual(
                    max(abs(a - unit * b) for a, b in
                        zip(expected, other.history[name])),
                    1e-10 * max(map(abs, expected)), name)

    def test_ranks(self):
        for scheme, changes in (
                ("moreau-jean", {}), ("cd-lagrange", {}),
                ("moreau-jean", {"Solid/polynomial degree": 2,
                                 "Contact/sliding": "finite",
                                 "Time integration/time step": 0.02,
                                 "Time integration/end time": 1}),
                ("cd-lagrange", {"Solid/polynomial degree": 2,
                                 "Time integration/time step": 0.01,
                                 "Time integration/end time": 1})):
            case = merged(self.CASE, {"Time integration/scheme": scheme,
                                      **changes})
            one = self.run_case(case, output="one")
            self.assertGreater(max(one.history["impulse[pair]"]), 0)
            for ranks in (2, 3):
                self.equal(one, self.run_case(case, ranks=ranks))

    def test_restart(self):
        whole = self.run_case(self.CASE, output="whole")
        half = merged(self.CASE, {"Time integration/end time": 0.4,
                                  "Output/checkpoint interval": 2})
        self.run_case(half)
        self.assertGreater(self.run_case(half, "--overwrite").history[
            "impulse[pair]"][-1], 0)
        self.write("case.prm", prm(merged(self.CASE, {
            "Output/checkpoint interval": 2})))
        resumed = self.percuss("run", "case.prm", "--resume", "--quiet")
        self.assertEqual(resumed.returncode, 0, resumed)
        self.equal(whole, Results(self.folder / "out"))


class WhatPairsSayTest(PairsTest, WrongInputTest):

    def test_refusals(self):
        for changes, *parts in (
                ({"Solid/polynomial degree": 2,
                  "Solid/kinematics": "axisymmetric"},
                 "of bodies of revolution for degree 1 only"),
                ({"Contact/method": "penalty"}, "without compliances only"),
                ({"Contact/method": "nitsche"}, "without compliances only"),
                ({"Contact/cohesive strength": 1, "Contact/fracture energy": 1},
                 "without cohesion only"),
                ({"Contact/pairs": "upper.bottom"}, "must be 'ID: ...'"),
                ({"Contact/pairs": "upper.bottom : "}, "no id and no name"),
                ({"Contact/pairs": "upper.bottom : lower.tip"},
                 "Did you mean 'lower.top'?"),
                ({"Contact/pairs": "upper.bottom : upper.bottom"},
                 "on both sides"),
                ({"Contact/pairs": "upper.bottom : lower.top | "
                                   "upper.bottom : lower.top"},
                 "the same two boundaries in items 1 and 2"),
                ({"Contact/pairs": "upper.bottom : lower.top | "
                                   "lower.top : upper.bottom, upper.left"},
                 "the same two boundaries in items 1 and 2"),
                ({"Contact/pairs": "upper.bottom : upper.left"},
                 "share the node at 0 "),
                ({"Contact/pairs": "upper.top : lower.bottom"},
                 "must face each other"),
                ({"Contact/pairs": "upper.bottom : lower.left"},
                 "must face each other"),
                ({"Solid/initial displacement": "0, if(y > 0, -0.02, 0)"},
                 "m behind its master")):
            with self.subTest(changes):
                self.reject_file(prm(merged(RUN, changes)), *parts)
        cube = {"Model": {"name": "solid"}, "Solid": {
            "dimension": 3, "mesh generator arguments":
                "2, 2, 2 : 0, 0, 0 : 1, 1, 1 : true"},
                "Contact": {"pairs": "0 : 2", "sliding": "small"}}
        self.reject_file(prm(cube), "share the node at 0 0 0")
        cube["Contact"]["pairs"] = "0 : 1"
        self.reject_file(prm(cube), "must face each other")

    def test_warnings(self):
        self.write("blocks.msh", two_blocks(4, 7))
        short = merged(head_on(), {"Time integration/time step": 0.005,
                                   "Time integration/end time": 0.01})
        self.run_case(short, warnings=[[
            "faces of the slave of pair, 0.25 m, are longer than those of its "
            "master, 0.142857 m"]])
        self.run_case(merged(short, {"Contact/pairs": EITHER[1]}))
        self.run_case(merged(short, {"Contact/pairs": ""}),
                      warnings=[["the mesh has 2 bodies",
                                 "they do not see each other"]])
        self.write("blocks.msh", Blocks().add(
            "upper", (0, GAP / 2), (1, 1), (5, 2)).add(
            "lower", (0, -1 - GAP / 2), (1, 1), (7, 2)).add(
            "third", (3, 0), (1, 1), (1, 1)).gmsh())
        self.run_case(short, warnings=[["the mesh has 3 bodies",
                                        "without a common item"]])

    def test_forces(self):
        """A run with mass at its contact nodes says whose forces converge."""
        self.write("blocks.msh", two_blocks())
        for mass, is_told in (("kept", True), ("weighted", False)):
            run = self.run_case(head_on(**{"Contact/boundary mass": mass}),
                                output=mass)
            self.assertGreater(max(run.history["impulse[pair]"]), 0)
            self.assertEqual(is_told, "boundary mass" in
                             "".join(run.summary["warnings"]))

    def test_what_moves_too_far(self):
        """Slides by more than a face of 1/7, or turns by more than 0.1."""
        sliding = merged(head_on(), {
            "Solid/initial velocity":
                "if(y > 0, 0.1, 0), if(y > 0, -0.05, 0.05)",
            "Solid/tractions": "upper.top: 0, -0.1 | lower.bottom: 0, 0.1"})
        self.write("case.prm", prm(sliding))
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("has slid by 0.", run.stderr)
        self.assertIn("Contact/sliding = small", run.stderr)
        self.write("blocks.msh", two_blocks(gap=0.3))
        turning = merged(head_on(), {
            "Output/monitored points": "",
            "Solid/initial velocity":
                "if(y > 0, -(y - 0.65), 0), if(y > 0, x - 1.5, 0)",
            "Solid/Young's modulus": 1000,
            "Time integration/time step": 0.002})
        self.write("case.prm", prm(turning))
        run = self.percuss("run", "case.prm", "--quiet", "--overwrite")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("has turned by 0.1", run.stderr)


if __name__ == "__main__":
    unittest.main()
