# SPDX-License-Identifier: Apache-2.0
"""Friction with a memory (doc/theory/rate_and_state.md) as users meet it: jumps of
the speed, rest, units, models, what is resumed, warned of and refused."""

import math
import unittest

from checkpoint_test import BLOCK, CheckpointRuns, MECHANISMS, SMALL
from program import ProgramTest, Results, merged, prm

MU, A, B, SPEED, SLIP = 0.6, 0.01, 0.015, 1e-3, 1e-4
STATE = {"direct effect": A, "evolution effect": B, "reference speed": SPEED,
         "characteristic slip": SLIP}
FRICTION = {"friction coefficient": MU, **STATE}
CONTACT = {f"Contact/{name}": value for name, value in FRICTION.items()}
NAMES = ("friction_coefficient_min", "friction_coefficient_max", "state_max")

# 1 kg that is pressed so little that friction does not slow it down
LIGHT = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "b: mass 1 ; inertia 1 ; at 0, 0, 0 ; velocity 2e-3, 0, 0",
        "loads": "b: force if(t < 0.5, 0, if(t < 0.51, 1, 0)), -1e-9",
        "contacts": "floor: point ; b 0, 0 ; line ground 0, 0 ; normal 0, 1",
        "gravity": "0, 0"},
    "Contact": FRICTION,
    "Time integration": {"scheme": "moreau-jean", "time step": 1e-3,
                         "end time": 1},
    "Output": {"output directory": "out", "history interval": 1},
}
# the same under 10 N, at rest
HEAVY = merged(LIGHT, {
    "Mechanism/bodies": "b: mass 1 ; inertia 1 ; at 0, 0, 0",
    "Mechanism/loads": "b: force 0, -10",
    "Time integration/end time": 3})


def aged(theta, v, t):
    return SLIP / v + (theta - SLIP / v) * math.exp(-v * t / SLIP)


def friction(v, theta):
    return MU + A * math.log(max(1, v / SPEED)) + B * math.log(
        SPEED * theta / SLIP)


class RateAndStateTest(ProgramTest):

    def coefficient(self, run, name="floor"):
        """|P_T|/P_N of the steps."""
        return [abs(t / n) if n else None for t, n in
                zip(run.history[f"impulse[{name} tangential]"],
                    run.history[f"impulse[{name}]"])]

    def test_jump_of_the_speed(self):
        for scheme in ("moreau-jean", "generalized-alpha", "cd-lagrange"):
            with self.subTest(scheme=scheme):
                run = self.run_case(
                    merged(LIGHT, {"Time integration/scheme": scheme}))
                mu = self.coefficient(run)
                v = [abs(u) for u in run.history["velocity[b x]"]]
                jump = 515  # the pulse is over
                first, last = v[400], v[jump]
                self.assertAlmostEqual(first, 2e-3, delta=1e-9)
                self.assertGreater(last, 8e-3)
                for k in range(2, 490):
                    self.assertAlmostEqual(
                        mu[k], friction(first, aged(0.1, first,
                                                    (k - 1) * 1e-3)),
                        delta=1e-6)
                # the direct effect alone, before the state has changed
                before = friction(first, SLIP / first)
                largest = max(mu[495:jump])
                self.assertGreater(largest - before, 0.6 * A * math.log(
                    last / first))
                theta = run.history["state_max"]
                for k in range(jump + 1, 1000):
                    self.assertAlmostEqual(
                        mu[k], friction(last, aged(theta[jump], last,
                                                   (k - 1 - jump) * 1e-3)),
                        delta=1e-6)
                self.assertAlmostEqual(
                    mu[-1], MU + (A - B) * math.log(last / SPEED),
                    delta=1e-6)
                for k in range(1, 1000):
                    self.assertAlmostEqual(run.history[NAMES[0]][k], mu[k],
                                           delta=1e-9)

    def test_hold_and_slip(self):
        """Pulled after a hold it slips where F = N mu(t); one that opened and
        closed in between holds as at the start."""
        for hold, scheme in ((0.5, "moreau-jean"), (2, "moreau-jean"),
                             (2, "generalized-alpha"), (2, "cd-lagrange"),
                             (2, "combined-projection")):
            with self.subTest(hold=hold, scheme=scheme):
                run = self.run_case(merged(HEAVY, {
                    "Time integration/scheme": scheme,
                    "Mechanism/loads": "b: force if(t < "
                                       f"{hold}, 0, 5 + 4*(t - {hold})), -10"}))
                slipped = next(t for t, v in zip(run.history["time"],
                                                 run.history["velocity[b x]"])
                               if abs(v) > 1e-9)
                t = hold
                for _ in range(100):
                    t = hold + (10 * (MU + B * math.log1p(
                        SPEED * t / SLIP)) - 5) / 4
                self.assertAlmostEqual(slipped, t, delta=2.5e-3)
        opened = self.run_case(merged(HEAVY, {
            "Mechanism/loads":
                "b: force 0, if(t < 1, -10, if(t < 1.1, 10, -10))"}))
        state = opened.history["state_max"]
        self.assertAlmostEqual(max(state[:1000]), 0.1 + 0.998, delta=3e-3)
        closed = next(k for k in range(1200, 3001)
                      if opened.history["active_contacts"][k])
        self.assertLess(state[closed], 0.11)
        self.assertEqual(opened.history[NAMES[1]][closed - 1], 0)

    def test_units(self):
        """Millimetres and tonnes, N and s."""
        case = merged(HEAVY, {
            "Mechanism/bodies":
                "b: mass 2 ; inertia 1 ; at 0, 0, 0 ; velocity 0.3, 0, 0",
            "Mechanism/springs": "s: b 0, 0 ; ground 10, 0 ; stiffness 50 ; "
                                 "free length 10"})
        other = merged(case, {
            "Mechanism/bodies": "b: mass 2e-3 ; inertia 1e3 ; at 0, 0, 0 ; "
                                "velocity 300, 0, 0",
            "Mechanism/springs": "s: b 0, 0 ; ground 1e4, 0 ; "
                                 "stiffness 50e-3 ; free length 1e4",
            "Contact/reference speed": 1e3 * SPEED,
            "Contact/characteristic slip": 1e3 * SLIP})
        one, two = self.run_case(case), self.run_case(other, output="two")
        self.assertGreater(one.summary["rate_and_state"]["sliding"], 50)
        self.assertGreater(max(one.history["state_max"]), 0.5)  # and at rest
        for name, factor in (("position[b x]", 1e-3), (NAMES[0], 1),
                             ("state_max", 1)):
            for x, y in zip(one.history[name], two.history[name]):
                self.assertAlmostEqual(x, factor * y, delta=1e-9)

    def test_models(self):
        """All whose contacts have tangential motion; without the law nothing of
        it is in the files."""
        for case, changes in (
                (SMALL / "rotating_spring_friction.prm", {
                    "Contact/reference speed": 0.1,
                    "Contact/characteristic slip": 0.05}),
                (SMALL / "slider_crank.prm", {
                    "Time integration/end time": 0.02}),
                (MECHANISMS / "dropped_box.prm", {
                    "Time integration/end time": 1}),
                (MECHANISMS / "spinning_top.prm", {
                    "Time integration/end time": 0.2}),
                (self.write("block.prm", prm(BLOCK)), {})):
            with self.subTest(case=str(case)):
                words = [word for entry, value in {**CONTACT, **changes}.items()
                         for word in ("--set", f"{entry}={value}")]
                run = self.percuss("run", case, "--output", "out", "--quiet",
                                   "--overwrite", *words)
                self.assertEqual(run.returncode, 0, run)
                results = Results(self.folder / "out")
                record = results.summary["rate_and_state"]
                self.assertLess(record["friction_coefficient_min"],
                                record["friction_coefficient_max"])
                self.assertLessEqual(results.summary["energy"]["work_friction"],
                                     0)
                for name in NAMES:
                    self.assertIn(name, results.header)
        plain = self.run_case(merged(LIGHT, {
            f"Contact/{name}": 0 for name in STATE}))
        self.assertNotIn("rate_and_state", plain.summary)
        self.assertNotIn(NAMES[0], plain.header)

    def test_step_that_is_too_long(self):
        """a N h/(m v) = 10 where b = 0."""
        run = self.run_case(merged(HEAVY, {
            "Contact/evolution effect": 0,
            "Mechanism/bodies":
                "b: mass 1 ; inertia 1 ; at 0, 0, 0 ; velocity 1e-2, 0, 0",
            "Mechanism/loads":
                f"b: force {10 * friction(1e-2, SLIP / SPEED)}, -10",
            "Contact/direct effect": 0.1,
            "Time integration/time step": 0.02}),
            warnings=[["up and down", "reference speed"]])
        self.assertGreater(run.summary["rate_and_state"]["alternating"], 10)
        self.assertLessEqual(max(b - a for a, b in zip(
            run.history["work_friction"], run.history["work_friction"][1:])),
            1e-15)

    def test_what_is_refused(self):
        ball = {"Model": {"name": "bouncing ball"}}
        without = merged(LIGHT, {f"Contact/{name}": 0 for name in STATE})
        own = "".join(f" ; {name} {value}" for name, value in STATE.items())
        contact = LIGHT["Mechanism"]["contacts"]
        for case, changes, texts in (
                (LIGHT, {"Contact/characteristic slip": 0},
                 ("Contact/characteristic slip", "set all")),
                (LIGHT, {"Contact/reference speed": 0},
                 ("Contact/characteristic slip", "set all")),
                (LIGHT, {"Contact/friction coefficient": 0},
                 ("Contact/characteristic slip", "set all")),
                (LIGHT, {"Contact/direct effect": 0,
                         "Contact/evolution effect": 0},
                 ("Contact/characteristic slip", "set all")),
                (LIGHT, {"Contact/direct effect": -1},
                 ("Contact/direct effect", "-1")),
                (LIGHT, {"Contact/static friction coefficient": 0.7,
                         "Contact/Stribeck speed": 1},
                 ("Contact/characteristic slip", "one law")),
                (LIGHT, {"Contact/rolling friction": 0.1},
                 ("Contact/characteristic slip", "one number")),
                (LIGHT, {"Mechanism/contacts": contact + " ; friction 0"},
                 ("Contact 'floor'", "set all")),
                (without, {"Mechanism/contacts": contact + own,
                           "Contact/friction coefficient": 0},
                 ("Contact 'floor'", "set all")),
                (without, {"Mechanism/contacts":
                           contact + own + " ; friction 0.6",
                           "Time integration/scheme": "schatzman-paoli",
                           "Contact/friction coefficient": 0},
                 ("Time integration/scheme", "characteristic slip")),
                (BLOCK, {**CONTACT, "Contact/method": "penalty"},
                 ("Contact/method", "velocity level")),
                (BLOCK, {**CONTACT, "Contact/boundary mass": "weighted"},
                 ("Contact/boundary mass", "kept")),
                (ball, {f"Contact/{name}": value
                        for name, value in STATE.items()},
                 ("bouncing ball", "tangential motion"))):
            with self.subTest(changes=changes):
                self.write("wrong.prm", prm(merged(case, changes)))
                run = self.percuss("run", "wrong.prm", "--output", "wrong")
                self.assertEqual(run.returncode, 2, run)
                for text in texts:
                    self.assertIn(text, run.stderr)
                self.assertFalse((self.folder / "wrong").exists())


class ResumedRateAndStateTest(CheckpointRuns):
    """Byte for byte, with contacts that have an age at the checkpoint."""

    def test_resumed_runs(self):
        every = {"Output/history interval": 1, **CONTACT}
        for case, changes in (
                (str(MECHANISMS / "stick_slip.prm"),
                 {"Time integration/end time": 2,
                  "Time integration/time step": 5e-3}),
                (str(MECHANISMS / "dropped_box.prm"),
                 {"Time integration/end time": 1.5}),
                (str(SMALL / "rotating_spring_friction.prm"),
                 {"Time integration/end time": 20}),
                (BLOCK, {})):
            with self.subTest(case=case if isinstance(case, str) else "solid"):
                active = self.check(case, **{**every, **changes})
                if "spring" not in case:  # whose impacts are short
                    self.assertGreater(max(active), 0)


if __name__ == "__main__":
    unittest.main()
