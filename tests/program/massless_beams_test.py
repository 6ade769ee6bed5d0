# SPDX-License-Identifier: Apache-2.0
"""Beams and rods whose contact nodes have no mass: the force of an axial impact
against the exact one, what they strike, joints beside them, what is refused."""

import math
import unittest

from program import merged, prm
from solid import SolidsTest
from wrong_input import WrongInputTest

YOUNG, DENSITY, SPEED, LENGTH, AREA = 200e9, 7800., 1.5, 2., 0.2
WAVE = math.sqrt(YOUNG / DENSITY)
FORCE = DENSITY * WAVE * AREA * SPEED

DISSIPATIVE = {"Time integration/scheme": "moreau-jean-dissipative",
               "Time integration/theta": 0.6}
ALPHA = {"Time integration/scheme": "generalized-alpha"}
EXPLICIT = {"Time integration/scheme": "cd-lagrange"}


def beam(dimension, n, courant, mass="lumped", **entries):
    """A steel bar that meets a wall with its first node, at 0.37 of a step."""
    h = courant * LENGTH / n / WAVE
    gap = 3.37 * h * SPEED
    section, zeros, word, wall = {
        2: ("Mechanism", "0", "beams", "line"),
        3: ("Spatial mechanism", "0, 0", "rods", "plane")}[dimension]
    turning = {2: ", 0", 3: ""}[dimension]
    return merged({}, {
        "Model/name": section.lower(),
        f"{section}/gravity": f"0, {zeros}",
        f"{section}/{word}":
            f"rod: from 0, {zeros} ; length {LENGTH} ; elements {n} ; "
            f"mass matrix {mass} ; section rectangle 1, {AREA} ; "
            f"Young's modulus {YOUNG} ; Poisson's ratio 0 ; density {DENSITY} ; "
            f"velocity {-SPEED}, {zeros}{turning}",
        f"{section}/contacts":
            f"wall: point ; rod.start 0, {zeros} ; {wall} ground {-gap}, "
            f"{zeros} ; normal 1, {zeros}",
        "Contact/boundary mass": "weighted",
        "Time integration/time step": h,
        "Time integration/end time": 1.25 * 2 * LENGTH / WAVE,
        "Output/output directory": "out",
        "Output/history interval": 1} | entries)


class MasslessBeamsTest(SolidsTest):

    def peak(self, case):
        run = self.run_case(case)
        self.assertLess(run.summary["energy"]["max_identity_residual_relative"],
                        1e-12)
        impulse, time = run.history["impulse[wall]"], run.history["time"]
        self.assertAlmostEqual(
            sum(impulse) / (2 * DENSITY * AREA * LENGTH * SPEED), 1, delta=0.03)
        return max(impulse) / (time[2] - time[1]) / FORCE

    def test_peak_force(self):
        for dimension, n, courant, mass, scheme in (
                (2, 50, 0.1, "lumped", DISSIPATIVE),
                (2, 50, 1, "lumped", DISSIPATIVE),
                (2, 50, 0.1, "blended", DISSIPATIVE),
                (2, 50, 1, "blended", DISSIPATIVE),
                (2, 200, 0.5, "blended", ALPHA),
                (2, 50, 0.1, "lumped", EXPLICIT),
                (2, 50, 0.9, "lumped", EXPLICIT),
                (3, 50, 0.5, "lumped", DISSIPATIVE),
                (3, 50, 1, "blended", ALPHA),
                (3, 50, 0.9, "lumped", EXPLICIT)):
            with self.subTest((dimension, n, courant, mass, scheme)):
                peak = self.peak(beam(dimension, n, courant, mass, **scheme))
                self.assertTrue(0.99 < peak < 1.10, peak)

    def test_exact_at_courant_number_one(self):
        """What is left of the mass stays as it was: a lattice without
        dispersion."""
        case = beam(2, 200, 0.989, **EXPLICIT,
                    **{"Contact/boundary mass": "none"})
        self.assertAlmostEqual(self.peak(case), 1, delta=0.01)

    def test_with_mass_it_depends_on_the_step(self):
        """What the tests above are about."""
        case = beam(2, 50, 0.1, **DISSIPATIVE,
                    **{"Contact/boundary mass": "kept"})
        self.assertGreater(self.peak(case), 2)


class MasslessStrikesTest(SolidsTest):
    """Nodes without mass against bodies."""

    def test_free_body(self):
        """Linear and angular momentum, and the force on both."""
        case = {
            "Mechanism/gravity": "0, 0",
            "Mechanism/bodies":
                "ball: mass 1 ; inertia 0.01 ; at -0.001, 0.01, 0",
            "Mechanism/beams":
                "rod: from 0, 0 ; length 1 ; elements 20 ; mass matrix lumped ; "
                "section rectangle 0.02, 0.02 ; Young's modulus 200e9 ; "
                "density 7800 ; velocity -2, 0, 0",
            "Mechanism/contacts":
                "hit: point ; rod.start 0, 0 ; line ball 0, -0.01 ; normal 1, 0",
            "Time integration/time step": 1e-6,
            "Time integration/end time": 1.2e-3}
        speeds = []
        for scheme in (DISSIPATIVE, ALPHA, EXPLICIT):
            run = self.run_case(merged(beam(2, 50, 1), {**case, **scheme}))
            history = run.history
            speed, turning = (history[f"velocity[ball {x}]"][-1]
                              for x in ("x", "angle"))
            speeds.append(speed)
            # the body gets (1 - sigma) lambda_k + sigma lambda_{k+1}
            self.assertAlmostEqual(sum(history["impulse[hit]"]), -speed,
                                   delta=1e-4)
            self.assertAlmostEqual(turning * 0.01, speed * 0.01, delta=1e-5)
            energy = history["energy_total"]
            self.assertLess(max(energy), (1 + 1e-4) * energy[0])
            self.assertLess(max(history["max_penetration"]), 1e-12)
        self.assertLess(max(speeds) - min(speeds), 0.004)

    def test_joint_beside_it(self):
        """The tip of a pendulum meets a wall."""
        case = merged(beam(2, 50, 1), {
            "Mechanism/gravity": "0, -9.81",
            "Mechanism/beams":
                "rod: from 0, 0 ; length 1 ; elements 16 ; "
                "section rectangle 0.02, 0.01 ; Young's modulus 70e9 ; "
                "density 2700",
            "Mechanism/joints": "pin: revolute ; ground 0, 0 ; rod.start 0, 0",
            "Mechanism/contacts":
                "wall: point ; rod.end 0, 0 ; line ground 0.3, 0 ; normal 1, 0",
            "Time integration/time step": 2e-4,
            "Time integration/end time": 0.6})
        for scheme in (DISSIPATIVE, ALPHA):
            run = self.run_case(merged(case, scheme))
            self.assertGreater(run.summary["contact"]["total_impulse"], 0.3)
            for name in ("rod.start x", "rod.start y"):
                self.assertLess(
                    max(map(abs, run.history[f"position[{name}]"])), 1e-9)
            lost = -run.history["work_contact"][-1]
            kept = -self.run_case(merged(case, {
                **scheme, "Contact/boundary mass": "kept"})
            ).history["work_contact"][-1]
            self.assertLess(lost, 0.4 * kept)

    def test_oblique_rod_with_friction(self):
        """Explicit and implicit, turning, both ends on a floor."""
        case = merged(beam(3, 50, 1), {
            "Spatial mechanism/rods":
                "rod: from 0, 0, 0.01 ; rotation 0, -0.7, 0.2 ; length 0.5 ; "
                "elements 8 ; mass matrix lumped ; section rectangle 0.02, 0.01 "
                "; Young's modulus 2e9 ; density 1200 ; velocity 0.3, 0.1, -3 ; "
                "angular velocity 3, 1, 2",
            "Spatial mechanism/contacts": " | ".join(
                f"{end}: ball ; rod.{end} 0, 0, 0 ; ball radius 0.005 ; "
                "plane ground 0, 0, 0 ; normal 0, 0, 1"
                for end in ("start", "end")),
            "Contact/friction coefficient": 0.3,
            "Time integration/end time": 0.02})
        ends = []
        for scheme, h in ((EXPLICIT, 2e-6), (ALPHA, 1e-5)):
            run = self.run_case(merged(case, {
                **scheme, "Time integration/time step": h}))
            ends.append(run.history["position[rod.4 x]"][-1])
            self.assertLess(run.history["work_friction"][-1], -1e-3)
            self.assertLess(max(run.history["max_penetration"]), 1e-9)
        self.assertAlmostEqual(*ends, delta=2e-4)


class MasslessBeamsRefusedTest(WrongInputTest):

    def refuse(self, entries, *parts):
        self.reject_file(prm(merged(beam(2, 8, 0.5), entries)), *parts)

    def test_contact_between_bodies(self):
        self.refuse({
            "Mechanism/bodies": "ball: mass 1 ; inertia 1 ; at 0, 1, 0",
            "Mechanism/contacts":
                "c: point ; ball 0, 0 ; line ground 0, 0 ; normal 0, 1"},
            "Mechanism/contacts", "'c'", "no node of a beam", "'kept'")

    def test_bodies_that_touch(self):
        self.refuse({
            "Mechanism/bodies": "ball: shape disc 0.1 ; mass 1 ; at 0, 1, 0",
            "Mechanism/contacts": "c: bodies all ; line ground 0, 0 ; normal 0, 1"},
            "Mechanism/contacts", "masses of their own", "'kept'")

    def test_restitution_of_one_contact(self):
        self.refuse({"Mechanism/contacts":
                     "c: point ; rod.end 0, 0 ; line ground 0, -1 ; "
                     "normal 0, 1 ; restitution 0.5"},
                    "Mechanism/contacts", "no impacts", "'kept'")

    def test_joint_at_the_contact(self):
        self.refuse({"Mechanism/joints":
                     "pin: revolute ; ground 0, 0 ; rod.start 0, 0"},
                    "Mechanism/joints", "'pin'", "no mass")

    def test_explicit_with_joints_or_dampers(self):
        self.refuse({**EXPLICIT, "Mechanism/joints":
                     "pin: prismatic ; ground 0, 0 ; direction 1, 0 ; rod.4 0, 0"},
                    "Time integration/scheme", "no joints")
        self.refuse({**EXPLICIT, "Mechanism/springs":
                     "s: ground -1, 0 ; rod.start 0, 0 ; damping 1"},
                    "Mechanism/springs", "implicit")

    def test_contacts_at_all_nodes(self):
        self.refuse({"Mechanism/contacts":
                     "c: beam rod ; disc radius 0.1 ; line ground 0, -1 ; "
                     "normal 0, 1"}, "'rod'", "no mass", "more elements")


if __name__ == "__main__":
    unittest.main()
