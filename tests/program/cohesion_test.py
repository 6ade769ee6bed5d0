# SPDX-License-Identifier: Apache-2.0
"""Bars and solids that cohere (doc/theory/cohesive_zones.md) against closed forms."""

import math
import unittest

from cohesion import BAR, SCHEMES, CohesionTest, error, opening_bar
from program import merged

# the same as a block of breadth 3 whose sides have no part in it: nu = 0
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"kinematics": "plane strain", "Young's modulus": 1,
              "Poisson's ratio": 0, "density": 1, "thickness": 2,
              "mesh generator arguments": "100, 2 : 0, 0 : 2, 1.5 : true",
              "initial velocity": "1, 0", "contact boundaries": 0,
              "obstacles": "plane: 0, 0 ; 1, 0"},
    "Contact": BAR["Contact"],
    "Time integration": BAR["Time integration"],
    "Output": BAR["Output"],
}

# a steel strip of height h, free to a, whose end is lifted slowly
PEEL = {
    "Model": {"name": "solid"},
    "Solid": {"kinematics": "plane stress", "Young's modulus": 210e9,
              "Poisson's ratio": 0.3, "density": 7800, "thickness": 1,
              "mesh generator arguments":
                  "200, 2 : 0, 0 : 0.1, 0.002 : true",
              "polynomial degree": 2,
              "boundary markers": "9: y < 1e-9 && x > 0.05",
              "tractions": "0: 0, 3e6*t/0.02", "contact boundaries": 9,
              "obstacles": "plane: 0, 0 ; 0, 1"},
    "Contact": {"cohesive strength": 10e6, "fracture energy": 200},
    "Time integration": {"scheme": "moreau-jean", "time step": 2e-5,
                         "end time": 0.016},
    "Output": {"output directory": "out", "history interval": 1,
               "field interval": 0},
}


class CohesionOfMeshesTest(CohesionTest):

    def test_bar_that_parts(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                self.expect_first_order(
                    merged(BAR, {"Time integration/scheme": scheme}),
                    [{"Time integration/time step": 1 / n,
                      "Elastic bar/number of elements": n}
                     for n in (100, 400, 1600)],
                    opening_bar, "gap[left]", 0.075)

    def test_bars_that_part(self):
        """Of cross sections 1 and 4: x' = v_0 - f/Z_1 - f/Z_2, f_c that of the
        smaller one."""
        case = merged(BAR, {
            "Elastic bar/number of bars": 2,
            "Elastic bar/cross section": "1 ; 4",
            "Elastic bar/length": "2 ; 2",
            "Elastic bar/number of elements": "400 ; 400",
            "Elastic bar/initial velocity": "-0.25 ; 0.75",
            "Elastic bar/obstacle": "none",
            "Elastic bar/gaps between bars": "0",
            "Time integration/time step": 2.5e-3})
        rate = 0.5 * (1 / 1 + 1 / 4)
        parts = math.log(1 / (1 - rate)) / (10 * rate)

        def exact(t):
            if t > parts:
                return 0.1 + t - parts
            return (1 - rate) / (10 * rate) * math.expm1(10 * rate * t)

        run = self.run_case(case)
        self.assertLess(error(run, exact, "gap[bars 1-2]"), 2e-3)
        self.assertAlmostEqual(run.summary["cohesion"]["dissipated"], 0.025,
                               delta=5e-4)

    def test_block_that_parts(self):
        """A solid opens as the bar does, whatever its mesh, its law and the
        number of processes."""
        bar = self.run_case(
            merged(BAR, {"Elastic bar/mass matrix": "lumped"}))
        for changes, ranks, tolerance in (
                ({}, 0, 1e-12), ({}, 2, 1e-12), ({}, 4, 1e-12),
                ({"Discretization/linear algebra": "Trilinos"}, 2, 1e-12),
                ({"Contact/friction coefficient": 1,
                  "Contact/restitution coefficient": 0.3}, 0, 1e-12),
                ({"Solid/mesh generator arguments":
                  "100, 5 : 0, 0 : 2, 1.5 : true"}, 0, 1e-12),
                ({"Contact/friction coefficient": 0.5}, 0, 1e-12),
                ({"Contact/Delassus operator": "assembled"}, 0, 1e-12),
                ({"Contact/Delassus operator": "matrix-free"}, 0, 1e-12)):
            with self.subTest(changes=changes, ranks=ranks):
                run = self.run_case(merged(BLOCK, changes), ranks=ranks)
                self.expect_identity(run)
                for name in ("gap", "force"):
                    difference = max(abs(a - b) for a, b in zip(
                        bar.history[f"{name}[left]"],
                        run.history[f"{name}[obstacle]"]))
                    self.assertLess(difference, tolerance)
                self.assertAlmostEqual(run.summary["cohesion"]["dissipated"],
                                       bar.summary["cohesion"]["dissipated"],
                                       delta=tolerance)

    def test_strip_that_is_peeled_off(self):
        """Parts at P = sqrt(2 E I b G_c)/(a + 0.64 h), before it runs."""
        run = self.run_case(PEEL)
        # of the forces of bonds and contacts, which are in balance
        self.expect_identity(run, 1e-10)
        load = next(3e6 * t / 0.02 * 0.002 for t, n in zip(
            run.history["time"], run.history["cohesive_contacts"])
            if n <= 161)
        stiffness = 210e9 * 0.002**3 / 12
        self.assertAlmostEqual(
            load, math.sqrt(2 * stiffness * 200) / (0.05 + 0.64 * 0.002),
            delta=0.02 * load)

    def test_drift_is_warned_of(self):
        """Long steps of a scheme with beta > gamma/2 make contacts soft."""
        run = self.run_case(
            merged(PEEL, {"Time integration/scheme": "generalized-alpha",
                          "Time integration/spectral radius": 0.5,
                          "Time integration/end time": 0.008}),
            warnings=[["drifted", "moreau-jean"]])
        self.assertGreater(run.summary["cohesion"]["drift"], 0.1)

    def test_units(self):
        """A bar in mm, t and s opens as one in m, kg and s."""
        here = self.run_case(BAR)
        there = self.run_case(merged(BAR, {
            "Elastic bar/length": 2e3, "Elastic bar/cross section": 3e6,
            "Elastic bar/Young's modulus": 1e-6, "Elastic bar/density": 1e-12,
            "Elastic bar/initial velocity": 1e3,
            "Contact/cohesive strength": 0.5e-6,
            "Contact/fracture energy": 0.025e-3}))
        for a, b in zip(here.history["gap[left]"],
                        there.history["gap[left]"]):
            self.assertAlmostEqual(b, 1e3 * a, delta=1e-9)

    def test_resumed(self):
        """A run that goes on in the middle of the softening."""
        whole = self.run_case(BAR, output="whole")
        kept = {"Output/checkpoint interval": 5}
        self.run_case(merged(BAR, {"Time integration/end time": 0.1, **kept}),
                      output="parts")
        parts = self.run_case(merged(BAR, kept), "--resume", output="parts")
        self.assertEqual(*[(run.folder / "history.csv").read_bytes()
                           for run in (whole, parts)])

    def test_closed_at_the_start_alone(self):
        """A gap at the start does not cohere, nor does one that closes later."""
        run = self.run_case(merged(BAR, {
            "Elastic bar/initial gap": 0.05,
            "Elastic bar/initial velocity": -1,
            "Time integration/end time": 6}))
        self.assertNotIn("cohesion", run.summary)
        self.assertNotIn("cohesive_contacts", run.header)
        self.assertGreater(run.history["gap[left]"][-1], 0.2)


if __name__ == "__main__":
    unittest.main()
