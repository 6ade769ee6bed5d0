# SPDX-License-Identifier: Apache-2.0
"""Solids of metal: Taylor's bar, loading that is reversed, ranks, restart."""

import unittest

from checkpoint_test import CheckpointRuns
from program import merged

# Taylor's bar of copper with few cells
BAR = {
    "Model": {"name": "solid"},
    "Solid": {"kinematics": "axisymmetric", "elastic law": "J2 plasticity",
              "Young's modulus": 117e9, "Poisson's ratio": 0.35,
              "density": 8930, "yield stress": 400e6,
              "hardening modulus": 100e6,
              "mesh generator arguments":
                  "4, 30 : 0, 0 : 3.2e-3, 32.4e-3 : true",
              "fixed displacements": "0: x",
              "initial velocity": "0, -227", "contact boundaries": 2,
              "obstacles": "plane: 0, 0 ; 0, 1"},
    "Contact": {"restitution coefficient": 0},
    "Time integration": {"scheme": "cd-lagrange", "time step": 1e-8,
                         "end time": 8e-5},
    "Output": {"monitored points": "rim: 3.2e-3, 0; end: 0, 32.4e-3",
               "history interval": 20}}
# a quarter of it in space
QUARTER = {
    "Solid/kinematics": "plane strain", "Solid/dimension": 3,
    "Solid/mesh generator arguments":
        "3, 3, 20 : 0, 0, 0 : 2.8e-3, 2.8e-3, 32.4e-3 : true",
    "Solid/fixed displacements": "0: x | 2: y",
    "Solid/initial velocity": "0, 0, -227", "Solid/contact boundaries": 4,
    "Solid/obstacles": "plane: 0, 0, 0 ; 0, 0, 1",
    "Output/monitored points": "rim: 2.8e-3, 0, 0; end: 0, 0, 32.4e-3",
    "Time integration/end time": 2e-5}
SHORT = {"Time integration/end time": 1.2e-5, "Output/history interval": 1}


class PlasticSolidsTest(CheckpointRuns):

    def results(self, changes=None, ranks=0):
        return self.run_case(merged(BAR, changes or {}), "--overwrite",
                             ranks=ranks)

    def check_energy(self, history):
        """Nothing is lost but by flow and by the scheme, a little."""
        start = history["energy_total"][0]
        works = history["work_damping"]
        self.assertTrue(all(b <= a for a, b in zip(works, works[1:])))
        strains = history["largest_plastic_strain"]
        self.assertTrue(all(b >= a for a, b in zip(strains, strains[1:])))
        self.assertEqual(strains[0], 0)
        self.assertAlmostEqual(
            history["energy_total"][-1],
            start + works[-1] + history["work_contact"][-1]
            - history["dissipation_numerical"][-1], delta=1e-9 * start)
        self.assertLess(abs(history["dissipation_numerical"][-1]),
                        0.02 * start)

    def test_taylor_bar(self):
        history = self.results().history
        self.check_energy(history)
        self.assertAlmostEqual(history["position[end.y]"][-1], 21.45e-3,
                               delta=0.25e-3)
        self.assertAlmostEqual(history["position[rim.x]"][-1], 7e-3,
                               delta=0.5e-3)
        self.assertTrue(2 < history["largest_plastic_strain"][-1] < 3.5)
        self.assertLess(history["work_damping"][-1],
                        -0.9 * history["energy_total"][0])

    def test_cells_in_space(self):
        for degree in (1, 2):
            history = self.results({
                **QUARTER, "Solid/polynomial degree": degree,
                "Time integration/time step": 2e-8 / degree}).history
            self.check_energy(history)
            self.assertTrue(
                1.5 < history["largest_plastic_strain"][-1] < 2.8)

    def test_below_yield_it_is_elastic(self):
        history = self.results({**SHORT, "Solid/yield stress": 1e30}).history
        self.assertEqual(history["work_damping"][-1], 0)
        self.assertEqual(history["largest_plastic_strain"][-1], 0)

    def test_voce(self):
        soft, hard = (self.results({
            **SHORT, "Solid/hardening saturation": saturation,
            "Solid/hardening exponent": 20}).history for saturation in (0, 3e8))
        self.check_energy(hard)
        self.assertLess(hard["largest_plastic_strain"][-1],
                        0.9 * soft["largest_plastic_strain"][-1])

    def test_units(self):
        """Millimetres, kilograms, milliseconds."""
        runs = [self.results({**SHORT, **units}).history for units in ({}, {
            "Solid/Young's modulus": 117e9 * 1e-9, "Solid/density": 8930e-9,
            "Solid/yield stress": 0.4, "Solid/hardening modulus": 0.1,
            "Solid/mesh generator arguments":
                "4, 30 : 0, 0 : 3.2, 32.4 : true",
            "Solid/initial velocity": "0, -227",
            "Time integration/time step": 1e-5,
            "Time integration/end time": 1.2e-2,
            "Output/monitored points": "rim: 3.2, 0; end: 0, 32.4"})]
        for one, other in zip(*(run["position[rim.x]"] for run in runs)):
            self.assertAlmostEqual(1e3 * one, other, delta=1e-9)

    def test_ranks(self):
        runs = [self.results(SHORT, ranks=n).history for n in (1, 2)]
        for name in ("position[rim.x]", "largest_plastic_strain"):
            for one, two in zip(*(run[name] for run in runs)):
                self.assertAlmostEqual(one, two, delta=1e-9)

    def test_restart(self):
        self.check(merged(BAR, {**SHORT, "Time integration/time step": 1e-8}))

    def test_refusals(self):
        for changes, words in (
                ({"Time integration/scheme": "moreau-jean"}, "cd-lagrange"),
                ({"Time integration/scheme": "cd-lagrange-implicit"},
                 "carpenter-explicit"),
                ({"Solid/kinematics": "plane stress"}, "plane stress"),
                ({"Contact/boundary mass": "none"}, "'kept'"),
                ({"Solid/mass matrix": "consistent"}, "lumped"),
                ({"Solid/yield stress": ""}, "positive yield stress"),
                ({"Solid/yield stress": "x"}, "not a number"),
                ({"Solid/yield stress": -1}, "yield stress"),
                ({"Solid/hardening modulus": -1}, "hardening modulus"),
                ({"Solid/hardening saturation": 1e8},
                 "hardening exponent"),
                ({"Solid/Prony series": "0.1, 0.1, 1"}, "small strains only"),
                ({"Solid/elastic law": "linear"},
                 "leave the yield stress out")):
            self.take(merged(BAR, changes))
            with self.subTest(changes):
                run = self.run_to("refused", status=2)
                self.assertIn(words, run.stderr)


if __name__ == "__main__":
    unittest.main()
