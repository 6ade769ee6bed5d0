# SPDX-License-Identifier: Apache-2.0
"""Mechanisms: published figures, joints that stay closed, energy."""

import csv
import math
import unittest

from mechanism import MECHANISMS, MechanismTest, THETA
from program import prm


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


    def test_nonsmooth_newton_finds_the_same_steps(self):
        def angles(iteration):
            run = self.run_mechanism("slider_crank", "moreau-jean", 1e-4,
                                     f"Contact/nonlinear iteration={iteration}")
            self.check_ledger(run)
            return run.history["position[slider angle]"]

        for a, b in zip(angles("sequential"), angles("nonsmooth newton")):
            self.assertAlmostEqual(a, b, delta=1e-7)


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
        """[A12] 6.3: machine zero with the combined scheme only."""
        def touching(scheme):
            run = self.run_mechanism("pendulum_in_ring", scheme, 5e-4,
                                     "Time integration/end time=2")
            self.check_ledger(run)
            contact = run.history["work_contact"]
            self.assertTrue(all(b <= a + 1e-15
                                for a, b in zip(contact, contact[1:])))
            gaps = [g for g, p in zip(run.history["gap[hook]"],
                                      run.history["impulse[hook]"]) if p > 0]
            # it falls by 1 cm
            self.assertAlmostEqual(run.summary["contact"]["first_contact_time"],
                                   math.sqrt(2 * 0.01 / 9.81), delta=1e-3)
            self.assertGreater(len(gaps), 0.9 * len(contact))
            return gaps

        self.assertLess(max(map(abs, touching("combined-projection"))), 2e-14)
        gaps = touching("moreau-jean")
        self.assertLess(max(gaps), -1e-5)  # of the step of the impact
        self.assertGreater(max(gaps) - min(gaps), 1e-8)  # and drifts

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


class SpatialMechanismTest(MechanismTest):

    def test_slider_crank(self):
        """[A12] 6.4.2: the crank turns freely until the pin has crossed its
        play, and nothing leaves its bearing."""
        run = self.run_mechanism("spatial_slider_crank", "combined-projection",
                                 2e-5, "Time integration/end time=0.01")
        t = run.history["time"]
        pins = [f"pin {end}" for end in ("front", "back")]
        first = next(i for i, p in enumerate(run.history["impulse[pin front]"])
                     if p > 0)
        # the crank's end falls towards the hinge with 153 mm 150^2; the rod's,
        # with the slider of twice its mass behind it, the other way with
        # 153 mm 75^2 (1 + 2/3)
        self.assertAlmostEqual(
            t[first],
            math.sqrt(2 * 5e-4 / (0.153 * (150**2 + 75**2 * 5 / 3))),
            delta=3e-5)
        for i in range(first):
            self.assertAlmostEqual(run.history["velocity[crank rz]"][i], 150,
                                   delta=2)
        self.assertLess(run.summary["max_penetration"], 1e-12)
        self.assertLess(self.drift(run, *[f"A {a}" for a in "xyz"],
                                   *[f"C {a}" for a in "xyz"]), 1e-12)
        for pin in pins:
            self.assertLessEqual(max(run.history[f"gap[{pin}]"]), 5e-4 + 1e-12)
        for axis in "yz":  # of the guide
            self.assertLess(max(map(abs, run.history[f"position[slider {axis}]"]
                                    )), 1e-3)
        self.assertLess(run.summary["energy"]["final"],
                        run.summary["energy"]["initial"])

    def test_top_rises(self):
        run = self.run_mechanism("spinning_top", "combined-projection", 1e-4)
        # the height of the centre of mass, 2 mm + 30 mm cos(tilt)
        height = run.history["position[top z]"]
        self.assertGreater(sum(height[-1000:]) / 1000, height[0])
        self.assertLess(max(map(abs, run.history["gap[tip]"])), 1e-12)
        self.assertGreater(run.history["velocity[top rz]"][-1], 199)
        self.assertLess(run.summary["energy"]["work_contact"], 0)

    def test_rod_meets_the_wall_along_its_length(self):
        run = self.run_mechanism("swinging_rod", "moreau-jean", 1e-3)
        touched = [i for i in range(1, 10)
                   if max(run.history[f"impulse[wall {i}]"]) > 0]
        self.assertIn(9, touched)
        self.assertGreater(len(touched), 3)
        self.assertNotIn(1, touched)  # the pivot
        # sideways, too
        self.assertGreater(max(map(abs, run.history["position[rod.end y]"])),
                           0.1)
        self.assertLess(run.summary["energy"]["work_contact"], 0)

    def test_messages(self):
        for change, *parts in [
                ("joints=A: revolut ; ground 0,0,0 ; axis 0,0,1 ; crank 0,0,0",
                 "Spatial mechanism/joints", "revolute"),
                ("gravity=0, 1", "three numbers"),
                ("bodies=", "bodies"),
                ("rods=a: from 0, 0, 0", "Spatial mechanism/rods")]:
            run = self.percuss("run", MECHANISMS / "spatial_slider_crank.prm",
                               "--set", f"Spatial mechanism/{change}",
                               "--output", "out")
            self.assertEqual(run.returncode, 2, run)
            for part in parts:
                self.assertIn(part, run.stderr)


class MechanismOnBoxTest(MechanismTest):
    """A disc or a ball falls on the corner of a box, 0.1 m off."""

    def fall(self, model, bodies, contact, end=0.1, **contact_entries):
        section = model[0].upper() + model[1:]
        zeros = "0, 0" if model == "mechanism" else "0, 0, 0"
        return self.run_case({
            "Model": {"name": model},
            section: {"bodies": bodies, "contacts": contact,
                      "gravity": zeros},
            "Contact": contact_entries or {"restitution coefficient": 1},
            "Time integration": {"scheme": "moreau-jean", "time step": 1e-4,
                                 "end time": end},
            "Output": {"output directory": "out"}})

    def check_reflection(self, run, velocity):
        self.check_ledger(run)
        for axis, component in zip("xyz", velocity):
            # the impact is up to h v too late, of 0.1 m
            self.assertAlmostEqual(run.history[f"velocity[ball {axis}]"][-1],
                                   component, delta=4e-3)
        energy = run.history["energy_total"]
        self.assertAlmostEqual(energy[-1], energy[0], delta=1e-12 * energy[0])

    def test_disc_on_a_corner(self):
        run = self.fall(  # n = (0.6, 0.8)
            "mechanism",
            "ball: mass 1 ; inertia 1 ; at 1.06, 0.6, 0 ; velocity 0, -1, 0",
            "c: disc ; ball 0, 0 ; disc radius 0.1 ; "
            "box ground 0, 0 ; half lengths 1, 0.5")
        self.check_reflection(run, (0.96, 0.28))

    def test_ball_on_a_corner(self):
        run = self.fall(  # n = (2, 3, 6)/7
            "spatial mechanism",
            "ball: mass 1 ; inertia 1, 1, 1 ; at 1.02, 1.03, 0.6 ; "
            "velocity 0, 0, -1",
            "c: ball ; ball 0, 0, 0 ; ball radius 0.07 ; "
            "box ground 0, 0, 0 ; half lengths 1, 1, 0.5")
        self.check_reflection(run, (24 / 49, 36 / 49, 23 / 49))

    def test_spinning_below_a_box(self):
        """From the impact on it rolls, J/(J + m r^2) = 1/3 of its spin."""
        sticking = {"restitution coefficient": 0, "friction coefficient": 9}
        run = self.fall(
            "mechanism",
            "ball: mass 1 ; inertia 0.005 ; at 0.3, -0.65, 0 ; velocity 0, 1, 3",
            "c: disc ; ball 0, 0 ; disc radius 0.1 ; "
            "box ground 0, 0 ; half lengths 1, 0.5", **sticking)
        self.check_motion(run, {"x": 0.1, "y": 0, "angle": 1})
        run = self.fall(
            "spatial mechanism",
            "ball: mass 1 ; inertia 5e-3, 5e-3, 5e-3 ; at 0.3, 0.2, -0.65 ; "
            "velocity 0, 0, 1 ; angular velocity 3, -6, 0",
            "c: ball ; ball 0, 0, 0 ; ball radius 0.1 ; "
            "box ground 0, 0, 0 ; half lengths 1, 1, 0.5", **sticking)
        self.check_motion(run, {"x": 0.2, "y": 0.1, "z": 0, "rx": 1, "ry": -2,
                                "rz": 0})

    def check_motion(self, run, velocities):
        self.check_ledger(run)
        for name, value in velocities.items():
            self.assertAlmostEqual(run.history[f"velocity[ball {name}]"][-1],
                                   value, delta=1e-9, msg=name)

    def check_linear_momentum(self, run):
        """Of the ball, 1 kg, and the plate, 2 kg, which began with it."""
        for axis in "xyz":
            name = f"velocity[ball {axis}]"
            if name in run.history:
                for ball, plate in zip(run.history[name],
                                       run.history[f"velocity[plate {axis}]"]):
                    self.assertAlmostEqual(ball + 2 * plate,
                                           run.history[name][0], delta=1e-12)

    def test_boxes_that_turn(self):
        """With friction; the box is turned, and moves."""
        for model, bodies, contact in [
                ("mechanism",
                 "ball: mass 1 ; inertia 0.005 ; at 1, 1, 0 ; "
                 "velocity 0, -1, 3 | plate: mass 2 ; inertia 1 ; "
                 "at 0, 0, 0.3 ; velocity 0, 0, 1",
                 "c: disc ; ball 0, 0 ; disc radius 0.1 ; "
                 "box plate 0, 0 ; half lengths 1.1, 0.5"),
                ("spatial mechanism",
                 "ball: mass 1 ; inertia 4e-3, 4e-3, 4e-3 ; at 1, 0.4, 1.2 ; "
                 "velocity 0, 0, -1 | plate: mass 2 ; inertia 1, 1.2, 1.5 ; "
                 "at 0, 0, 0 ; rotation 0.2, 0.3, 0 ; "
                 "angular velocity 0, -1, 0",
                 "c: ball ; ball 0, 0, 0 ; ball radius 0.1 ; "
                 "box plate 0, 0, 0 ; half lengths 1.1, 0.5, 0.5")]:
            run = self.fall(model, bodies, contact, 1.,
                            **{"restitution coefficient": 0,
                               "friction coefficient": 0.3})
            self.check_ledger(run)
            self.check_linear_momentum(run)
            self.assertLess(min(run.history["work_friction"]), -1e-3)
            self.assertLess(max(run.history["max_penetration"]), 1e-3)


class ListTest(MechanismTest):
    """Numbers between commas and blanks, which may be expressions."""

    def place(self, text, status=0):
        """Where a body is at the start, or what is said."""
        case = {"Model": {"name": "mechanism"},
                "Mechanism": {"bodies": "a: mass 1 ; inertia 1 ; at " + text},
                "Time integration": {"time step": 1, "end time": 1}}
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "out", "--quiet")
        self.assertEqual(run.returncode, status, run)
        if status != 0:
            self.assertFalse((self.folder / "out").exists())
            return run.stderr
        with open(self.folder / "out/history.csv", newline="") as file:
            row = next(csv.DictReader(file))
        (self.folder / "out/history.csv").unlink()
        return [float(row[f"position[a {name}]"])
                for name in ("x", "y", "angle")]

    def test_blanks_beside_operators(self):
        for text, expected in (
                ("0 - 0.2*sin(0.6), 1, 0", (-0.2 * math.sin(0.6), 1, 0)),
                ("0- 0.2, 2 * 3, if(1 < 2, 1, 2)", (-0.2, 6, 1)),
                ("1 + 1 - 3, 2 /4, (1 -2)", (-1, 0.5, -1)),
                ("0 - 0.2 2 ^ 3 -1", (-0.2, 8, -1)),
                # a sign without a blank behind it begins a number
                ("0 -0.2 1", (0, -0.2, 1)), ("1 2, -3", (1, 2, -3)),
                ("-1, -2, -3", (-1, -2, -3))):
            for found, wanted in zip(self.place(text), expected, strict=True):
                self.assertAlmostEqual(found, wanted, delta=1e-15, msg=text)

    def test_what_may_be_one_number_or_two(self):
        for text in ("0 -0.2*sin(0.6), 1", "0 -0.2*sin(0.6), 1, 0",
                     "1, 0 +0.2"):
            piece = next(p for p in text.split(", ") if " " in p)
            self.assertIn(f"'{piece}' is one number or several: write commas "
                          "between numbers, and blanks on both sides of a sign "
                          "or none.", self.place(text, status=2))
        self.assertIn("'1 -' is neither a number nor an expression",
                      self.place("1 -, 2, 3", status=2))


class DriveTest(MechanismTest):

    def test_drive_that_starts_at_rest(self):
        """Its rate, a difference quotient, is zero but for rounding."""
        drive = ("Mechanism/joints=A: revolute ; ground 0, 0 ; tip -1, 0 | "
                 "B: drive ; ground ; tip ; angle ")
        run = self.run_case(
            MECHANISMS / "rigid_pendulum.prm", "--set",
            drive + "exp(t) - 1 - t", "--set", "Mechanism/contacts=",
            "--set", "Time integration/end time=0.1")
        self.assertLess(self.drift(run, "B"), 1e-4)


    def test_spring_without_force(self):
        self.run_case(
            MECHANISMS / "rigid_pendulum.prm",
            "--set", "Mechanism/springs=s: ground 2, 0 ; tip 0, 0 ; "
            "stiffness 0", "--set", "Time integration/end time=0.01",
            warnings=[["spring 's' exerts no force"]])


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
        self.check(["Mechanism/joints=A: drive ; ground ; tip ; "
                    "angle if(t > 0.5, 1, 0)"], "'Mechanism/joints'",
                   "joint 'A' jumps by 1 rad at t = 0.5 s")
        self.check(["Mechanism/beams=ground: from 0, 0 ; angle 0 ; length 1 ; "
                    "elements 2 ; section circle 0.1 ; Young's modulus 1e9 ; "
                    "density 1e3"], "'Mechanism/beams'", "'ground' already")
        self.check(["Mechanism/loads=ground: force 1, 0"], "Mechanism/loads",
                   "not on the ground")
        self.check(["Mechanism/gravity=down"], "two numbers")
        self.check(["Mechanism/contacts=wall: point ; tip 0, 0 ; "
                    "line ground 1.2, 0 ; normal 1, 0"], "wall")
        self.check(["Mechanism/contacts=wall: point ; tip 0, 0 ; "
                    "box ground 9, 0 ; half lengths 1, 0"], "half lengths")


if __name__ == "__main__":
    unittest.main()
