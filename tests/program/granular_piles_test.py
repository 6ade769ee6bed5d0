# SPDX-License-Identifier: Apache-2.0
"""Balls with friction in a box: redundant contacts, some of which roll, some slip
and some stick, in all steps until they rest."""

import unittest

from program import CASES, ProgramTest


class GranularPileTest(ProgramTest):

    def expect_rest(self, *settings):
        """No step without solution, none that gains energy beyond what is left of
        the equations, and hardly any motion in the end."""
        run = self.run_case(
            CASES / "mechanisms/balls_in_a_box.prm",
            *(word for setting in settings for word in ("--set", setting)),
            "--set", "Output/history interval=1",
            "--set", "Output/field interval=0",
            "--set", "Output/contact problems=1000000")
        self.assertEqual(run.summary["status"], "done")
        self.assertEqual(
            list((self.folder / "out").glob("contact_problems/*")), [])
        energy = run.history["energy_total"]
        self.assertLess(max(b - a for a, b in zip(energy, energy[1:])),
                        1e-6 * energy[0])
        self.assertLess(run.history["energy_kinetic"][-1], 1e-3 * energy[0])

    def test_every_step_is_solved(self):
        for e in (0, 0.5):
            for mu in (0.4, 1.5):
                with self.subTest(e=e, mu=mu):
                    self.expect_rest(f"Contact/restitution coefficient={e}",
                                     f"Contact/friction coefficient={mu}")


if __name__ == "__main__":
    unittest.main()
