# SPDX-License-Identifier: Apache-2.0
"""Rolling and spinning friction as users enter them."""

import unittest

from program import CASES, ProgramTest, merged, prm

CASE = CASES / "mechanisms/rolling_ball.prm"


# the case for a second, with its metre and kilogram in other units
def case(metre=1, kilogram=1):
    return {
        "Model": {"name": "spatial mechanism"},
        "Spatial mechanism": {
            "bodies":
                f"ball: shape ball {0.1 * metre} ; "
                f"density {1000 * kilogram / metre ** 3} ; "
                f"at 0, 0, {0.1 * metre} ; velocity {metre}, 0, 0 ; "
                "angular velocity 0, 0, 20",
            "gravity": f"0, 0, {-9.81 * metre}",
            "contacts": "floor: bodies all ; plane ground 0, 0, 0 ; "
                        "normal 0, 0, 1"},
        "Contact": {"friction coefficient": 0.3,
                    "rolling friction": 0.004 * metre,
                    "spinning friction": 0.002 * metre},
        "Time integration": {"time step": 1e-3, "end time": 1}}


class RollingFrictionTest(ProgramTest):

    def test_the_ball_stops_and_friction_has_its_energy(self):
        run = self.run_case(CASE)
        kinetic = run.history["energy_kinetic"]
        self.assertLess(kinetic[-1], 1e-20)
        self.assertLess(max(b - a for a, b in zip(kinetic, kinetic[1:])), 1e-12)
        self.assertAlmostEqual(run.history["work_friction"][-1], -kinetic[0],
                               delta=1e-9 * kinetic[0])

    def test_units_do_not_matter(self):
        ends = []
        for metre, kilogram in ((1, 1), (1e3, 1e-3), (1e-3, 1)):
            run = self.run_case(case(metre, kilogram))
            ends.append([
                run.history["position[ball x]"][-1] / metre,
                run.history["position[ball y]"][-1] / metre,
                run.history["velocity[ball x]"][-1] / metre,
                run.history["velocity[ball rz]"][-1]])
        for end in ends[1:]:
            for x, y in zip(ends[0], end):
                self.assertAlmostEqual(x, y, delta=1e-9)

    def test_where_there_is_none(self):
        for changes, entry, text in (
                ({"Contact/friction coefficient": 0},
                 "Spatial mechanism/contacts", "without which nothing rolls"),
                ({"Output/contact problems": 10},
                 "Output/contact problems", "Files of FCLIB have no rolling"),
                ({"Spatial mechanism/contacts":
                  "floor: ball ; ball 0, 0, 0 ; ball radius 0.1 ; "
                  "plane ground 0, 0, 0 ; normal 0, 0, 1"},
                 "Spatial mechanism/contacts", "is a contact of a point"),
                ({"Contact/rolling friction": -1},
                 "Contact/rolling friction", "")):
            with self.subTest(entry=entry, text=text):
                self.write("case.prm", prm(merged(case(), changes)))
                run = self.percuss("run", "case.prm")
                self.assertEqual(run.returncode, 2, run)
                self.assertIn(entry, run.stderr)
                self.assertIn(text, run.stderr)
        run = self.percuss("run", CASES / "small_systems/bouncing_ball_c13.prm",
                           "--set", "Contact/rolling friction=0.1")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("has no contacts at which bodies roll", run.stderr)


if __name__ == "__main__":
    unittest.main()
