# SPDX-License-Identifier: Apache-2.0
"""Explicit schemes start where contacts with friction are closed: the reactions
of the start, with few rows and with many."""

import unittest

from program import CASES, merged, prm
from solid import SolidsTest


def block(n_cells):
    """It rests on a floor, pushed aside by less than friction holds."""
    return merged({}, {
        "Model/name": "solid", "Solid/kinematics": "plane strain",
        "Solid/Young's modulus": 2e6, "Solid/Poisson's ratio": 0.3,
        "Solid/density": 1000, "Solid/mass matrix": "lumped",
        "Solid/mesh generator arguments":
            f"{n_cells}, 2 : 0, 0 : 2, 0.05 : true",
        "Solid/gravity": "3, -10", "Solid/contact boundaries": "2",
        "Solid/obstacles": "plane: 0, 0 ; 0, 1",
        "Contact/friction coefficient": 0.5,
        "Time integration/scheme": "cd-lagrange",
        "Time integration/time step": 2e-5,
        "Time integration/end time": 4e-5,
        "Output/monitored points": "top: 1, 0.05",
        "Output/output directory": "out"})


class StartInContactTest(SolidsTest):

    def test_block(self):
        """Its contact nodes stay, the first impulses carry their weight, whatever
        the number of rows, 82 or 802."""
        for n_cells in (40, 400):
            with self.subTest(n_cells):
                run = self.run_case(block(n_cells))
                self.assertLess(max(run.history["max_penetration"]), 1e-15)
                weight_of_nodes = 1000 * 2 * 0.05 / 4 * 10
                impulse = run.summary["contact"]["total_impulse"]
                self.assertAlmostEqual(
                    impulse / (weight_of_nodes * 2 * 2e-5), 1, delta=0.01)

    def test_stack_of_bodies(self):
        for scheme in ("cd-lagrange", "newmark"):
            with self.subTest(scheme):
                run = self.run_case(
                    CASES / "mechanisms/box_stack.prm",
                    "--set", f"Time integration/scheme={scheme}",
                    "--set", "Time integration/end time=0.05")
                energy = run.history["energy_total"]
                self.assertLess(
                    max(b - a for a, b in zip(energy, energy[1:])), 1e-9)


if __name__ == "__main__":
    unittest.main()
