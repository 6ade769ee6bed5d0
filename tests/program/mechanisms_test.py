# SPDX-License-Identifier: Apache-2.0
"""Mechanisms: published figures, joints that stay closed, energy."""

import math
import unittest

from program import CASES, ProgramTest, prm

MECHANISMS = CASES / "mechanisms"
THETA = "Time integration/theta=1"


class MechanismTest(ProgramTest):

    def run_mechanism(self, name, scheme, h, *changes):
        return self.run_case(
            MECHANISMS / f"{name}.prm",
            "--set", f"Time integration/scheme={scheme}",
            "--set", f"Time integration/time step={h}",
            *[word for change in changes for word in ("--set", change)],
            # of theta = 1
            warnings=[["1/(1 + e)"]] if THETA in changes else [])

    def check_ledger(self, run):
        energy = run.summary["energy"]
        self.assertLess(energy["max_identity_residual_relative"], 1e-12)
        self.assertLessEqual(energy["work_contact"], 0)

    @staticmethod
    def drift(run, *rows):
        return max(abs(x) for row in rows for x in run.history[f"gap[{row}]"])


class SliderCrankTest(MechanismTest):
    """[A12] Table 3, with the inertia 5.9e-4 of [C13]."""

    JOINTS = [f"{joint} {axis}" for joint in "ABC" for axis in "xy"]

    def test_violation_of_the_guide(self):
        # published of minimal coordinates: 1.324e-4, 1.234e-5, 1.119e-6 m;
        # where a step ends decides how much of one it is
        for h, published in [(1e-4, 1.324e-4), (1e-5, 1.234e-5),
                             (1e-6, 1.119e-6)]:
            run = self.run_mechanism("slider_crank", "moreau-jean", h,
                                     "Time integration/theta=0.5",
                                     "Output/history interval=100")
            self.check_ledger(run)
            violation = run.summary["max_penetration"] / published
            self.assertLess(violation, 1.05, f"h = {h}")
            self.assertGreater(violation, 0.5, f"h = {h}")
            # the first impact: a fall of 1 mm in a mechanism at rest sideways
            self.assertAlmostEqual(run.summary["contact"]["first_contact_time"],
                                   2.692e-3, delta=1.1 * h + 1e-6)
        # the joints of the last one
        self.assertLess(self.drift(run, *self.JOINTS), 1e-5)

    def test_projections_close_the_joints(self):
        for scheme in ("direct-projection", "combined-projection",
                       "generalized-alpha-ggl"):
            run = self.run_mechanism("slider_crank", scheme, 1e-4)
            self.check_ledger(run)
            self.assertLess(run.summary["max_penetration"], 1e-10)
            self.assertLess(self.drift(run, *self.JOINTS), 1e-10)


class RigidPendulumTest(MechanismTest):
    """[C13] 5.5."""

    IMPACTS = (0.42006457, 1.12495066, 1.72064838)

    def test_drift_and_impacts(self):
        for scheme, drift, words in [
                ("generalized-alpha", 1.56e-6, []),
                ("moreau-jean", 2.66e-3, [THETA])]:
            run = self.run_mechanism("rigid_pendulum", scheme, 1e-3, *words)
            energy = run.summary["energy"]
            self.assertLess(energy["max_identity_residual_relative"], 1e-12)
            # of theta = 1, contact gains and the scheme loses more
            self.assertLess(energy["work_contact"],
                            energy["dissipation_numerical"])
            found = max(math.hypot(x, y) for x, y in
                        zip(run.history["gap[pivot x]"],
                            run.history["gap[pivot y]"]))
            self.assertAlmostEqual(found / drift, 1, delta=0.02)
            impulse = run.history["impulse[wall]"]
            impacts = [t for t, p in zip(run.history["time"], impulse) if p > 0]
            for found, exact in zip(impacts, self.IMPACTS):
                self.assertAlmostEqual(found, exact, delta=5e-3)
            self.assertEqual(len(impacts), 3)

    def test_projection_closes_the_joint(self):
        for scheme in ("direct-projection", "combined-projection",
                       "generalized-alpha-ggl"):
            run = self.run_mechanism("rigid_pendulum", scheme, 1e-3)
            self.check_ledger(run)
            self.assertLess(self.drift(run, "pivot x", "pivot y"), 1e-12)


class ContactsThatStayTest(MechanismTest):

    def test_tip_stays_on_the_ring(self):
        run = self.run_mechanism("pendulum_in_ring", "combined-projection",
                                 1e-3)
        self.check_ledger(run)
        self.assertLess(self.drift(run, "ring"), 1e-9)
        # without friction energy would be kept; with it, it is spent
        self.assertLess(run.summary["energy"]["final"],
                        run.summary["energy"]["initial"])
        run = self.run_mechanism("pendulum_in_ring", "moreau-jean", 1e-3)
        self.assertGreater(self.drift(run, "ring"), 1e-5)

    def test_block_comes_to_rest(self):
        run = self.run_mechanism("rocking_block", "combined-projection", 1e-3)
        self.check_ledger(run)
        self.assertLess(run.summary["max_penetration"], 1e-12)
        rest = [abs(v) for axis in ("x", "y", "angle")
                for v in run.history[f"velocity[block {axis}]"][-200:]]
        self.assertLess(max(rest), 1e-9)
        # no chatter: every corner that has closed for good stays closed
        for corner in ("left", "right"):
            self.assertTrue(all(p > 0 for p in
                                run.history[f"impulse[{corner}]"][-200:]))


class FlexibleMechanismTest(MechanismTest):
    """[C13] 5.4 and 5.6.2."""

    def test_rotating_beam(self):
        # a rigid rod: theta'' = 3 g/(2 l) cos(theta), to 45 degrees; with
        # theta = s^2 the integrand of 1/theta' has no pole
        n, top = 2000, math.sqrt(math.pi / 4)
        rigid = sum(2 * s / math.sqrt(30 * math.sin(s * s)) for s in
                    ((i + 0.5) * top / n for i in range(n))) * top / n
        for h in (5e-4, 2.5e-4):
            run = self.run_mechanism("rotating_beam", "generalized-alpha", h)
            self.assertAlmostEqual(run.summary["contact"]["first_contact_time"],
                                   rigid, delta=1.5 * h + 1e-3)
            energy = run.summary["energy"]
            self.assertLess(energy["work_contact"], 0)
            self.assertGreater(energy["dissipation_numerical"], 0)
            self.assertAlmostEqual(
                energy["final"] - energy["initial"],
                energy["work_contact"] - energy["dissipation_numerical"],
                delta=1e-10)
            self.assertLess(self.drift(run, "pivot x", "pivot y"), 1e-4)

    def test_generalized_alpha_keeps_what_moreau_jean_loses(self):
        def energies(scheme, h, interval, *words):
            run = self.run_mechanism("flexible_slider_crank", scheme, h,
                                     f"Output/history interval={interval}",
                                     *words)
            return run.history["energy_total"]

        fine = energies("moreau-jean", 1e-6, 100, THETA)
        error = {}
        for scheme, *words in [("generalized-alpha",), ("implicit-newmark",),
                               ("moreau-jean", THETA)]:
            coarse = energies(scheme, 1e-4, 1, *words)
            error[scheme] = sum(abs(a - b) for a, b in
                                zip(coarse, fine)) / len(fine)
        self.assertLess(error["generalized-alpha"],
                        0.1 * error["implicit-newmark"])
        self.assertLess(error["implicit-newmark"], error["moreau-jean"])


class WrongMechanismTest(MechanismTest):

    def check(self, changes, *parts):
        words = [w for change in changes for w in ("--set", change)]
        run = self.percuss("run", MECHANISMS / "rigid_pendulum.prm", *words,
                           "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        for part in parts:
            self.assertIn(part, run.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_messages(self):
        self.check(["Mechanism/bodies="], "bodies")
        self.check(["Mechanism/joints=A: revolut ; ground 0,0 ; tip 0,0"],
                   "Mechanism/joints", "revolute")
        self.check(["Mechanism/joints=A: revolute ; ground 0.1, 0 ; tip -1, 0"],
                   "A x", "0.1")
        self.check(["Mechanism/joints=A: revolute ; ground 0, 0 ; tip -1, 0 | "
                    "B: distance ; ground 0, 0 ; tip 0, 0"], "A", "B")
        self.check(["Mechanism/joints=A: drive ; ground ; tip ; angle 3*u"],
                   "expression of t")
        self.check(["Mechanism/gravity=down"], "two numbers")
        self.check(["Mechanism/contacts=wall: point ; tip 0, 0 ; "
                    "line ground 1.2, 0 ; normal 1, 0"], "wall")


if __name__ == "__main__":
    unittest.main()
