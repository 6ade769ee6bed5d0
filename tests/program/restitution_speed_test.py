# SPDX-License-Identifier: Apache-2.0
"""Restitution that depends on the speed of the impact."""

import unittest

from impact_laws_test import STACK
from program import ProgramTest, merged, prm


class RestitutionSpeedTest(ProgramTest):
    """e depends on the speed of the impact."""

    DISC = {
        "Model": {"name": "mechanism"},
        "Mechanism": {
            "bodies": "d: mass 2 ; inertia 0.01 ; at 0, 1.1, 0",
            "contacts": "c: disc ; d 0, 0 ; disc radius 0.1 ; "
                        "line ground 0, 0 ; normal 0, 1"},
        "Time integration": {"time step": 1e-4, "end time": 3},
        "Output": {"history interval": 1},
    }

    def impacts(self, e, **contact):
        """The speeds before and after the impacts of a disc that falls."""
        run = self.run_case(merged(self.DISC, {
            "Contact/restitution coefficient": e,
            **{f"Contact/{name.replace('_', ' ')}": value
               for name, value in contact.items()}}))
        u = run.history["contact_velocity[c]"]
        return [(-a, b) for a, b in zip(u, u[1:]) if b - a > 0.02], u

    def test_bodies_that_yield(self):
        impacts, _ = self.impacts(0.8, yield_speed=2)
        self.assertGreater(len(impacts), 3)
        self.assertGreater(impacts[0][0], 4)
        self.assertLess(impacts[-1][0], 2)
        for before, after in impacts:
            e = 0.8 * min(1, (2 / before) ** 0.25)
            self.assertAlmostEqual(after / before, e, delta=1e-9)

    def test_capture(self):
        impacts, u = self.impacts(0.5, capture_speed=0.8)
        self.assertEqual([after > 0 for _, after in impacts],
                         [True] * (len(impacts) - 1) + [False])
        self.assertLess(impacts[-1][0], 0.8)
        self.assertGreater(impacts[-2][0], 0.8)
        self.assertLess(max(map(abs, u[-100:])), 1e-10)

    def test_energy_never_grows_with_fremond(self):
        for e, mu in ((0.9, 0.2), (0.5, 0.8)):
            run = self.run_case(merged(STACK, {
                "Contact/restitution coefficient": e,
                "Contact/friction coefficient": mu,
                "Contact/law": "fremond",
                "Contact/capture speed": 0.05,
                "Contact/yield speed": 0.3,
                "Time integration/end time": 1}))
            work = run.history["work_contact"]
            for before, after in zip(work, work[1:]):
                self.assertLessEqual(after, before + 1e-9)

    def test_where_there_is_no_speed(self):
        for case, scheme, part in (
                (self.DISC, "schatzman-paoli", "position level"),
                ({"Model": {"name": "bouncing ball"}}, "moreau-jean",
                 "has neither friction nor an e")):
            self.write("case.prm", prm(merged(case, {
                "Time integration/scheme": scheme,
                "Contact/capture speed": 1})))
            run = self.percuss("run", "case.prm")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(part, run.stderr)
            self.assertIn("capture speed", run.stderr)


if __name__ == "__main__":
    unittest.main()
