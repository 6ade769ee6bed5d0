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

    def test_four_layers(self):
        """Sixty-four balls."""
        walls = {"east": "-1, 0, 0", "west": "1, 0, 0",
                 "north": "0, -1, 0", "south": "0, 1, 0"}
        contacts = ["floor: bodies all ; plane ground 0, 0, 0 ; normal 0, 0, 1",
                    "spheres: bodies all"]
        for name, normal in walls.items():
            at = ", ".join(f"{-0.275 * float(x)}" for x in normal.split(","))
            contacts.append(f"{name}: bodies all ; plane ground {at} ; "
                            f"normal {normal}")
        self.expect_rest(
            "Spatial mechanism/bodies=s: shape ball 0.05 ; density 1000 ; "
            "at -0.165, -0.165, 0.06 ; copies 4, 4, 4 ; "
            "spacing 0.11, 0.11, 0.11 ; scatter 0.004",
            f"Spatial mechanism/contacts={' | '.join(contacts)}")


if __name__ == "__main__":
    unittest.main()
