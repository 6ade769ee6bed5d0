# SPDX-License-Identifier: Apache-2.0
"""Impact laws with friction, redundant contacts, several at once."""

import itertools
import unittest

from program import CASES, ProgramTest, merged, prm

# friction, restitution and redundant contacts: two blocks in the plane, a box
# on its four corners, a dumbbell of two balls on an incline of 25 degrees
STACK = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "A: density 1000 ; shape rectangle 0.2, 0.1 ; at 0, 0.06, 0 "
                  "| B: density 1000 ; shape rectangle 0.2, 0.1 ; "
                  "at 0.02, 0.18, 0",
        "contacts":
            "A1: point ; A -0.1, -0.05 ; line ground 0, 0 ; normal 0, 1 | "
            "A2: point ; A 0.1, -0.05 ; line ground 0, 0 ; normal 0, 1 | "
            "B1: point ; B -0.1, -0.05 ; line A 0, 0.05 ; normal 0, 1 | "
            "B2: point ; A 0.1, 0.05 ; line B 0, -0.05 ; normal 0, -1"},
    "Time integration": {"time step": 5e-4, "end time": 1.5},
}
BOX = {
    "Model": {"name": "spatial mechanism"},
    "Spatial mechanism": {
        "bodies": "d: density 1000 ; shape box 0.2, 0.1, 0.1 ; at 0, 0, 0.1 ; "
                  "rotation 0.1, 0.05, 0",
        "contacts": " | ".join(
            f"{name}: point ; d {x}, {y}, -0.05 ; plane ground 0, 0, 0 ; "
            "normal 0, 0, 1" for name, x, y in (
                ("a", -0.1, -0.05), ("b", 0.1, -0.05), ("c", 0.1, 0.05),
                ("e", -0.1, 0.05)))},
    "Time integration": {"time step": 1e-3, "end time": 1.5},
}
DUMBBELL = {
    "Model": {"name": "spatial mechanism"},
    "Spatial mechanism": {
        "bodies": "d: mass 2 ; inertia 0.002, 0.05, 0.05 ; at 0, 0, 0.4 ; "
                  "rotation 0.3, 0.2, 0.5 ; angular velocity 0, 3, 1",
        "contacts": " | ".join(
            f"{name}: ball ; d {x}, 0, 0 ; ball radius 0.05 ; "
            "plane ground 0, 0, 0 ; "
            "normal 0.422618261740699, 0, 0.906307787036650"
            for name, x in (("L", -0.15), ("R", 0.15)))},
    "Time integration": {"time step": 2e-4, "end time": 1.5},
}


class FrictionAndRestitutionTest(ProgramTest):

    def run_with(self, case, scheme, e, mu, **changes):
        return self.run_case(merged(case, {
            "Contact/restitution coefficient": e,
            "Contact/friction coefficient": mu,
            "Time integration/scheme": scheme, **changes}))

    def test_they_come_to_rest(self):
        for scheme, e, mu in (("moreau-jean", 0.3, 0.3),
                              ("moreau-jean", 0.5, 0.9),
                              ("combined-projection", 0.3, 0.5),
                              ("generalized-alpha", 0.1, 0.3)):
            for case in (STACK, BOX):
                run = self.run_with(case, scheme, e, mu)
                energy = run.history["energy_kinetic"]
                self.assertLess(energy[-1], 1e-12 * max(energy), (scheme, e))

    def test_a_dumbbell_rolls_or_slides(self):
        # tan 25 degrees = 0.466
        for mu, rolls in ((0.5, True), (0.9, True), (0.3, False)):
            run = self.run_with(DUMBBELL, "moreau-jean", 0.4, mu)
            slip = max(abs(run.history[
                f"contact_velocity[{ball} tangential {direction}]"][-1])
                for ball in "LR" for direction in (1, 2))
            self.assertLess(run.summary["energy"]["work_contact"], 0)
            if rolls:
                self.assertLess(slip, 1e-9, mu)
            else:
                self.assertGreater(slip, 0.1, mu)

    def test_identity_with_either_normals(self):
        for scheme in ("moreau-jean", "generalized-alpha",
                       "combined-projection"):
            for normals in ("midpoint", "end of step"):
                for case in (STACK, BOX):
                    run = self.run_with(case, scheme, 0.3, 0.3,
                                        **{"Contact/normals": normals})
                    energy = run.summary["energy"]
                    self.assertLess(
                        energy["max_identity_residual_relative"], 1e-14,
                        (scheme, normals))


class ImpactLawsTest(ProgramTest):

    def test_energy_and_solutions(self):
        """Every law runs for all e and mu; what the contacts of a step bring
        in at most, in the largest kinetic energy."""
        gain = {"newton": 0, "moreau": 0, "fremond": 0, "poisson": 0}
        for case, law, e, mu in itertools.product(
                (BOX, STACK, DUMBBELL), gain, (0, 0.3, 1), (0.3, 1)):
            run = self.run_case(merged(case, {
                "Contact/law": law, "Contact/restitution coefficient": e,
                "Contact/friction coefficient": mu,
                "Time integration/end time": 0.5}))
            self.assertLess(run.summary["energy"][
                "max_identity_residual_relative"], 1e-13, (law, e, mu))
            work = run.history["work_contact"]
            gain[law] = max(gain[law],
                            max(b - a for a, b in zip(work, work[1:])) /
                            max(run.history["energy_kinetic"]))
        self.assertLess(gain["fremond"], 1e-14)
        # normals turn during a step, and loads act in it
        self.assertLess(gain["moreau"], 1e-4)
        self.assertLess(gain["poisson"], 1e-4)
        self.assertGreater(gain["newton"], 0.05)

    def test_compression_of_a_stack_at_rest(self):
        """Once the blocks rest, what closes before each step is rounding."""
        for shift, e, mu in itertools.product((0, 0.017, -0.031), (0, 0.3, 0.7),
                                              (1, 2)):
            bodies = STACK["Mechanism"]["bodies"].replace(
                "at 0.02, 0.18", f"at {shift}, 0.16")
            run = self.run_case(merged(STACK, {
                "Mechanism/bodies": bodies, "Contact/law": "poisson",
                "Contact/restitution coefficient": e,
                "Contact/friction coefficient": mu,
                "Time integration/time step": 1e-3,
                "Time integration/end time": 1}))
            self.assertLess(run.summary["energy"][
                "max_identity_residual_relative"], 1e-13, (shift, e, mu))

    def test_what_a_load_lets_friction_bring_in(self):
        """Sliding up an incline a point comes to rest in a step, and friction
        holds it against gravity: impact_laws.md (2a), sharp."""
        m, h, e_values, gravity = 2., 1e-2, (0, 0.3, 1), (-3., -9.)
        for law, e, share in itertools.product(
                ("moreau", "fremond"), e_values, (0.5, 1, 1.5)):
            slip = share * -gravity[0] * h / (2 * (1 + e))
            run = self.run_case({
                "Model": {"name": "mechanism"},
                "Mechanism": {
                    "gravity": "{}, {}".format(*gravity),
                    "bodies": f"A: mass {m} ; inertia 1 ; at 0, 0, 0 ; "
                              f"velocity {slip}, 0, 0",
                    "contacts": "c: point ; A 0, 0 ; line ground 0, 0 ; "
                                "normal 0, 1"},
                "Contact": {"law": law, "restitution coefficient": e,
                            "friction coefficient": 1},
                "Time integration": {"time step": h, "end time": h}})
            most = (1 - e) / (1 + e) * h**2 / 8 * m * gravity[0]**2
            self.assertAlmostEqual(
                run.summary["energy"]["work_contact"],
                share * (2 - share) * most if law == "moreau" else 0,
                15, (law, e, share))

    def test_the_default_is_moreaus(self):
        for e_t, law in ((0, "moreau"), (0.5, "newton")):
            runs = [self.run_case(merged(STACK, {
                "Contact/law": name, "Contact/restitution coefficient": 0.3,
                "Contact/friction coefficient": 0.3,
                "Contact/tangential restitution coefficient": e_t,
                "Time integration/end time": 0.3}))
                for name in ("automatic", law)]
            self.assertEqual(runs[0].history, runs[1].history)

    def test_newtons_cradle(self):
        cradle = CASES / "mechanisms/newtons_cradle.prm"
        touching = cradle.read_text()
        for k in range(1, 5):
            touching = touching.replace(f"at {k * 0.1001:.4f}",
                                        f"at {k * 0.1:.1f}")
        one_by_one = [0, 0, 0, 0, 1]
        together = [-0.6, 0.4, 0.4, 0.4, 0.4]
        for case, expected in ((cradle, one_by_one),
                               (self.write("touching.prm", touching),
                                together)):
            for law in ("newton", "moreau", "fremond", "poisson"):
                run = self.run_case(case, "--set", f"Contact/law={law}")
                for ball, v in zip(("first", "second", "third", "fourth",
                                    "fifth"), expected):
                    self.assertAlmostEqual(
                        run.history[f"velocity[{ball} x]"][-1], v, 9)

    def test_what_is_refused(self):
        ball = CASES / "small_systems/bouncing_ball_c13.prm"
        projection = {"Time integration/scheme": "direct-projection"}
        twice = {"Contact/tangential restitution coefficient": 0.3,
                 "Contact/law": "fremond"}
        own = STACK["Mechanism"]["contacts"].replace(
            "normal 0, 1 | A2", "normal 0, 1 ; tangential restitution 0.3 | A2")
        for case, parts in (
                (merged(STACK, {**projection, "Contact/law": "poisson"}),
                 ("Contact/law", "velocity level")),
                (merged(STACK, twice),
                 ("tangential restitution coefficient", "law 'newton'")),
                (merged(STACK, {"Mechanism/contacts": own,
                                "Contact/law": "moreau"}),
                 ("tangential restitution of contact 'A1'", "'newton'"))):
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               "--output", "refused")
            self.assertEqual(run.returncode, 2)
            for part in parts:
                self.assertIn(part, run.stderr)
        run = self.percuss("run", ball, "--set", "Contact/law=poisson")
        self.assertEqual(run.returncode, 2)
        self.assertIn("Newton's law alone", run.stderr)


if __name__ == "__main__":
    unittest.main()
