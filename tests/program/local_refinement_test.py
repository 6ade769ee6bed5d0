# SPDX-License-Identifier: Apache-2.0
"""Solids with smaller cells near some of their boundaries."""

import math
import re
import unittest

from blocks import Blocks
from grid import Grid
from program import CASES, ProgramTest, merged, prm

RUN = {
    "Model": {"name": "solid"},
    "Solid": {"Young's modulus": 2000, "Poisson's ratio": 0.3, "density": 1,
              "mass matrix": "lumped"},
    "Time integration": {"scheme": "cd-lagrange", "time step": 5e-4,
                         "end time": 0.05},
    "Output": {"output directory": "out", "history interval": 1},
}


def cube(dimension, **entries):
    """A turning cube strikes a plane that is inclined, with small cells at its
    bottom and, smaller, at one side."""
    last = "xyz"[dimension - 1]
    zeros = ["0"] * (dimension - 1)
    ones = ", ".join(["1"] * dimension)
    return merged(RUN, {
        "Solid/dimension": dimension,
        "Solid/mesh generator arguments":
            f"{', '.join(['3'] * dimension)} : "
            f"{', '.join(['0'] * dimension)} : {ones} : true",
        "Solid/refine near": f"{2 * dimension - 2}: 1 level within 0.2 | "
                             "right: 2 levels within 10 cm",
        "Solid/boundary markers": "right: x > 1 - 1e-6",
        "Solid/initial velocity":
            f"0.5 + 0.3*{last}, {'0, ' if dimension == 3 else ''}-2 - 0.3*x",
        "Solid/contact boundaries": 2 * dimension - 2,
        "Solid/obstacles": f"plane: {', '.join(zeros)}, -0.01 ; "
                           f"{', '.join(['0.5'] + zeros[1:])}, 4",
        "Contact/friction coefficient": 0.2,
        "Output/monitored points": f"tip: {ones} ; side: "
                                   f"0.9, {', '.join(['0.45'] * (dimension - 1))}",
        **entries})


class LocalRefinementTest(ProgramTest):

    def same(self, one, other, tolerance):
        """Of the columns of two runs."""
        self.assertEqual(one.header, other.header)
        for name in one.header:
            a, b = one.history[name], other.history[name]
            scale = max(map(abs, a), default=0) or 1.
            if name.startswith(("residual", "identity", "time_", "iter")):
                continue
            for x, y in zip(a, b, strict=True):
                self.assertAlmostEqual(x, y, delta=tolerance * scale, msg=name)

    def refuse(self, case, *parts):
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "refused")
        self.assertEqual(run.returncode, 2, run)
        self.assertEqual(run.stderr.count("percuss: "), 1, run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)


class SchemesOfLocalRefinementTest(LocalRefinementTest):

    # in space no node of the contact boundary may hang
    IN_SPACE = {"Solid/refine near": "4: 1 level within 0.2",
                "Time integration/end time": 0.015}

    def check(self, dimension, ranks=2, **entries):
        entries = {**(self.IN_SPACE if dimension == 3 else {}), **entries}
        one, two = (self.run_case(cube(dimension, **entries), ranks=n,
                                  output=f"out{n}") for n in (0, ranks))
        law = entries.get("Solid/elastic law", "linear")
        scheme = entries["Time integration/scheme"]
        self.assertGreater(one.summary["contact"]["total_impulse"], 0.01)
        exact = law == "linear" or scheme == "cd-lagrange"
        for run in (one, two):
            self.assertLess(run.summary["energy"]["max_identity_residual"],
                            (1e-13 if exact else 1e-9) * run.largest_energy())
        for name in ("energy_kinetic", "energy_strain", "position[tip.x]",
                     "velocity[side.x]", "impulse[obstacle]"):
            if name in one.history:
                scale = max(map(abs, one.history[name]))
                for a, b in zip(one.history[name], two.history[name],
                                strict=True):
                    self.assertAlmostEqual(a, b, delta=1e-9 * scale, msg=name)
        return one

    def test_laws_and_schemes(self):
        for dimension in (2, 3):
            for scheme in ("moreau-jean", "cd-lagrange", "generalized-alpha"):
                for law in ("linear", "neo-Hookean"):
                    self.check(dimension, 2 if law == "linear" else 0, **{
                        "Solid/elastic law": law,
                        "Time integration/scheme": scheme})

    def test_masses_damping_and_tractions(self):
        for entries in (
                {"Solid/mass matrix": "consistent"},
                {"Solid/Rayleigh damping stiffness": 1e-5,
                 "Solid/Rayleigh damping mass": 2.},
                {"Solid/gravity": "0, -9.81",
                 "Solid/tractions": "0: 30*t, 2"},
                {"Solid/fixed displacements": "0: x",
                 "Solid/initial velocity": "0, -2"}):
            self.check(2, **{"Time integration/scheme": "moreau-jean",
                             **entries})

    def test_materials_with_a_state(self):
        self.check(2, **{"Time integration/scheme": "cd-lagrange",
                         "Solid/Prony series": "0.4, 0.2, 1e-2"})
        self.check(2, **{"Time integration/scheme": "cd-lagrange",
                         "Solid/elastic law": "J2 plasticity",
                         "Solid/yield stress": 20})

    def test_bodies_of_revolution(self):
        self.check(2, **{"Time integration/scheme": "moreau-jean",
                         "Solid/kinematics": "axisymmetric",
                         "Solid/fixed displacements": "0: x",
                         "Solid/obstacles": "plane: 0, -0.01 ; 0, 1",
                         "Solid/initial velocity": "0, -2"})

    def test_contact_without_complementarity(self):
        for method in ("penalty", "nitsche"):
            for dimension in (2, 3):
                self.check(dimension, 0, **{
                    "Time integration/scheme": "moreau-jean",
                    "Contact/friction coefficient": 0,
                    "Contact/method": method,
                    **({"Contact/Nitsche parameter": 50}
                       if method == "nitsche" else {})})

    def test_contact_nodes_without_mass(self):
        for dimension in (2, 3):
            for mass in ("none", "weighted", "redistributed"):
                for scheme in ("cd-lagrange", "moreau-jean"):
                    run = self.check(dimension, 2 if mass == "weighted" else 0,
                                     **{
                        "Solid/refine near":
                            f"{2 * dimension - 2}: 1 level within 0.2",
                        "Contact/boundary mass": mass,
                        "Time integration/scheme": scheme,
                        "Time integration/time step": 2e-4})
                    self.assertLess(run.summary["max_penetration"], 1e-4)

    def test_steps_at_the_limit_are_stable(self):
        coarse, fine = (cube(2, **{"Solid/refine near": near})
                        for near in ("", "2: 2 levels within 0.2"))
        limits = []
        for case in (coarse, fine):
            run = self.percuss("check", self.write("case.prm", prm(case)))
            line = next(line for line in run.stdout.splitlines()
                        if "critical time step" in line)
            limits.append(float(re.search(r"(\d[\d.e-]*) s", line)[1]))
        self.assertLess(abs(limits[0] / limits[1] - 4), 0.5)
        for factor, is_stable in ((0.98, True), (2., False)):
            run = self.percuss(
                "run", self.write("case.prm", prm(merged(fine, {
                    "Time integration/time step": factor * limits[1],
                    "Time integration/end time": 1000 * limits[1]}))),
                "--output", "out", "--quiet")
            self.assertEqual(run.returncode == 0, is_stable, run)


class FilesOfLocalRefinementTest(LocalRefinementTest):

    def test_a_run_goes_on(self):
        for scheme in ("cd-lagrange", "moreau-jean"):
            case = cube(2, **{"Time integration/scheme": scheme,
                              "Output/field interval": 25})
            self.run_case(case, output="whole")
            half = merged(case, {"Time integration/end time": 0.025})
            self.run_case(half, "--set", "Output/checkpoint interval=10",
                          output="parts")
            self.run_case(case, "--set", "Output/checkpoint interval=10",
                          "--resume", output="parts")
            for name in ("history.csv", "solution.pvd"):
                self.assertEqual((self.folder / "whole" / name).read_bytes(),
                                 (self.folder / "parts" / name).read_bytes())

    def test_a_run_goes_on_on_other_ranks(self):
        case = cube(2)
        whole = self.run_case(case, output="whole")
        self.run_case(merged(case, {"Time integration/end time": 0.025}),
                      "--set", "Output/checkpoint interval=10")
        parts = self.run_case(case, "--set", "Output/checkpoint interval=10",
                              "--resume", ranks=2)
        for name in ("energy_kinetic", "energy_strain", "position[tip.x]"):
            for a, b in zip(whole.history[name], parts.history[name],
                            strict=True):
                self.assertAlmostEqual(a, b, delta=1e-9)

    def test_names_of_boundaries_and_units(self):
        self.write("block.msh", Grid(4, 2, size=0.25).gmsh())
        entries = {"Discretization/mesh file": "block.msh",
                   "Solid/mesh generator arguments": "",
                   "Solid/contact boundaries": "", "Solid/obstacles": "",
                   "Output/monitored points": "tip: 0.5, 0.5",
                   "Time integration/end time": 0.005}
        runs = [self.run_case(cube(2, **entries, **{
            "Solid/refine near": f"right: 2 levels within {distance}"}),
            output=f"out{i}")
            for i, distance in enumerate(("0.3", "30 cm", "300 mm"))]
        for run in runs[1:]:
            self.assertEqual(run.summary["dofs"], runs[0].summary["dofs"])
            self.same(runs[0], run, 1e-13)

    def test_refused_by_name(self):
        entry = "'Solid/refine near'"
        for value, part in (
                ("2", "'ID: ...'"), ("2: twice", "'N levels within DISTANCE'"),
                ("2: 0 levels within 1", "'0' is no number of levels"),
                ("2: 1.5 levels within 1", "'1.5' is no number of levels"),
                ("2: 9 levels within 1", "1 to 8"),
                ("2: 2 levels within -1", "'-1' is no distance"),
                ("2: 2 levels within 3 kg", "kg"),
                ("2: 2 levels within", "'N levels within DISTANCE'"),
                ("9: 1 level within 1", "no face on boundary 9"),
                ("tip: 1 level within 1", "'tip'")):
            self.refuse(cube(2, **{"Solid/refine near": value}),
                        "case.prm, line ", entry, part)
        self.refuse(cube(2, **{"Solid/polynomial degree": 2}), "line ", entry,
                    "'polynomial degree'")
        self.refuse(cube(2, **{"Contact/boundary mass": "none"}), "line ",
                    entry, "'Contact/boundary mass'")
        self.refuse(cube(3), "line ", entry, "contact boundary",
                    "larger distance")
        self.write("block.msh", Grid(2, 2, simplices=True).gmsh())
        self.refuse(cube(2, **{"Discretization/mesh file": "block.msh",
                               "Solid/refine near": "2: 1 level within 1"}),
                    "line ", entry)


class PairsOfLocalRefinementTest(LocalRefinementTest):
    """Bodies that strike each other, one or both with smaller cells there."""

    def test_two_blocks(self):
        self.write("blocks.msh", Blocks().add(
            "upper", (0, 0.01), (1, 1), (4, 4)).add(
            "lower", (0, -1.01), (1, 1), (3, 3)).gmsh())
        case = merged(RUN, {
            "Discretization/mesh file": "blocks.msh",
            "Solid/initial velocity": "0, if(y > 0, -0.5, 0.5)",
            "Contact/pairs": "upper.bottom : lower.top",
            "Output/monitored points": "top: 0.4, 1.01 ; below: 0.4, -1.01",
            "Solid/Poisson's ratio": 0, "Solid/Young's modulus": 100,
            "Time integration/end time": 0.1,
            "Time integration/time step": 1e-3})
        for near in ("upper.bottom: 2 levels within 0.2",
                     "upper.bottom: 1 level within 0.2 | "
                     "lower.top: 1 level within 0.1"):
            for scheme in ("cd-lagrange", "moreau-jean"):
                run = self.run_case(merged(case, {
                    "Solid/refine near": near,
                    "Time integration/scheme": scheme}))
                self.assertLess(run.summary["energy"]["max_identity_residual"],
                                1e-13 * run.largest_energy())
                self.assertGreater(run.summary["contact"]["total_impulse"], 0.1)
                # both bodies are alike: so are their motions
                for up, down in zip(run.history["velocity[top.y]"],
                                    run.history["velocity[below.y]"]):
                    self.assertAlmostEqual(up, -down, delta=0.03)


class RefinedHertzTest(LocalRefinementTest):

    def test_radius_and_pressure(self):
        run = self.run_case(CASES / "solids/refined_hertz_cylinder.prm",
                            "--set", "Output/field interval=0")
        modulus = 1 / (1 - 0.3**2)
        for step in range(3, 11):
            force = run.history["force[obstacle]"][step]
            b = math.sqrt(8 * force / (math.pi * modulus))
            self.assertAlmostEqual(
                run.history["peak_pressure[obstacle]"][step] /
                (4 * force / (math.pi * b)), 1, delta=0.01)
            self.assertAlmostEqual(
                run.history["contact_area[obstacle]"][step] / b, 1,
                delta=0.0021 / b)  # steps of a cell


if __name__ == "__main__":
    unittest.main()
