# SPDX-License-Identifier: Apache-2.0
"""Mechanisms that cohere (doc/theory/cohesive_zones.md) against closed forms; what
is refused."""

import math
import unittest

from cohesion import BAR, MASS, RIGID, CohesionTest, opening_mass
from program import merged, prm


class CohesionOfMechanismsTest(CohesionTest):

    def test_mass_that_parts(self):
        for scheme in RIGID:
            with self.subTest(scheme=scheme):
                self.expect_first_order(
                    merged(MASS, {"Time integration/scheme": scheme}),
                    [{"Time integration/time step": h}
                     for h in (1e-3, 2.5e-4, 6.25e-5)],
                    opening_mass, "gap[wall]", 0.05)

    def test_tension_that_holds(self):
        """F = 9.9 of 10 N: the contact bears it from the first step on."""
        for scheme in RIGID:
            with self.subTest(scheme=scheme):
                run = self.run_case(merged(MASS, {
                    "Time integration/scheme": scheme,
                    "Mechanism/gravity": "4.95, 0"}))
                self.expect_identity(run)
                self.assertLess(max(map(abs, run.history["gap[wall]"])), 1e-12)
                for force in run.history["force[wall]"][1:]:
                    self.assertAlmostEqual(force, -9.9, places=9)
                cohesion = run.summary["cohesion"]
                self.assertEqual(cohesion["contacts_left"], 1)
                self.assertLess(cohesion["stored"], 1e-15)
                self.assertEqual(cohesion["dissipated"], 0)
                self.assertIsNone(run.summary["contact"]["first_contact_time"])

    def test_contact_that_opens_and_closes(self):
        """m v_0^2/2 = f (x - x^2/(2 delta)) opens to x, and f beta draws back;
        what is left holds."""
        strength, mass, delta, v_0 = 10., 2., 0.01, 0.1
        kinetic = mass * v_0**2 / 2
        x = delta * (1 - math.sqrt(1 - 2 * kinetic / (strength * delta)))
        beta = 1 - x / delta
        back = math.sqrt(2 * strength * beta * x / mass)
        for scheme in RIGID:
            for e in (0, 0.3, 1):
                with self.subTest(scheme=scheme, e=e):
                    run = self.run_case(merged(MASS, {
                        "Time integration/scheme": scheme,
                        "Time integration/time step": 1e-5,
                        "Time integration/end time": 0.05,
                        "Mechanism/gravity": "0, 0",
                        "Mechanism/bodies": "b: mass 2 ; inertia 1 ; "
                                            "at 0, 0, 0 ; velocity 0.1, 0, 0",
                        "Contact/restitution coefficient": e}))
                    self.expect_identity(run)
                    self.assertAlmostEqual(max(run.history["gap[wall]"]), x,
                                           delta=2e-3 * x)
                    self.assertAlmostEqual(
                        min(run.history["contact_velocity[wall]"]), -back,
                        delta=2e-3 * back)
                    self.assertAlmostEqual(
                        run.summary["cohesion"]["dissipated"],
                        strength * x**2 / (2 * delta),
                        delta=5e-3 * kinetic)
                    if e == 0:
                        self.assertLess(run.history["energy_total"][-1],
                                        1e-20)
                    energy = [a + b for a, b in zip(
                        run.history["energy_total"],
                        run.history["energy_cohesion"])]
                    # with e > 0, impacts of cd-lagrange may bring energy in
                    if e == 0 or scheme != "cd-lagrange":
                        self.assertLess(max(b - a for a, b in
                                            zip(energy, energy[1:])),
                                        1e-14 * kinetic)

    def test_bond_that_closes_in_a_step(self):
        """A light mass that is open by 9e-6 m: in one step, h f/m would carry it
        5e-3 m beyond the wall. (Schemes whose contacts know velocities half a
        step later are warned of.)"""
        for scheme in RIGID[:-2]:
            for e in (0, 0.5):
                for law in ("automatic", "poisson"):
                    with self.subTest(scheme=scheme, e=e, law=law):
                        run = self.run_case(merged(MASS, {
                            "Time integration/scheme": scheme,
                            "Mechanism/gravity": "0, 0",
                            "Mechanism/bodies": "b: mass 1e-3 ; inertia 1 ; "
                                                "at 9e-6, 0, 0",
                            "Contact/law": law,
                            "Contact/restitution coefficient": e}))
                        self.expect_identity(run)
                        gap = run.history["gap[wall]"]
                        self.assertLess(max(map(abs, gap)), 1e-5)
                        self.assertLess(min(gap[1:]), 9e-6 / 2)

    def test_slope(self):
        """With friction a block holds as long as m g sin <= mu (m g cos + f)."""
        g, mass, mu, angle = 10., 2., 0.5, math.radians(50)
        critical = mass * g * (math.sin(angle) / mu - math.cos(angle))
        for factor, holds in ((1.01, True), (0.99, False)):
            with self.subTest(holds=holds):
                run = self.run_case(merged(MASS, {
                    "Mechanism/gravity":
                        f"{-g * math.cos(angle)}, {-g * math.sin(angle)}",
                    "Mechanism/bodies": "b: mass 2 ; inertia 1e9 ; at 0, 0, 0",
                    "Mechanism/contacts":
                        "wall: point ; b 0, 0 ; line ground 0, 0 ; normal 1, 0",
                    "Contact/friction coefficient": mu,
                    "Contact/cohesive strength": factor * critical,
                    "Contact/fracture energy": 1}))
                self.expect_identity(run)
                slip = max(map(abs, run.history["velocity[b y]"]))
                if holds:
                    self.assertLess(slip, 1e-12)
                else:
                    self.assertAlmostEqual(
                        slip, 0.01 * mu * critical / mass * 0.2, delta=1e-9)

    def test_box_that_parts(self):
        """Under a ceiling, glued at four corners, in the plane at two; on
        another one that is held."""
        for model, n, glued in (
                ("spatial mechanism", 4, "plane ground 0, 0, 0 ; "
                                         "normal 0, 0, -1"),
                ("mechanism", 2, "line ground 0, 0 ; normal 0, -1"),
                ("spatial mechanism", 4, None), ("mechanism", 2, None)):
            plane = model == "mechanism"
            shape = "shape rectangle 0.3, 0.2" if plane else \
                "shape box 0.4, 0.3, 0.2"
            at = "0, {}, 0" if plane else "0, 0, {}"
            bodies = f"b: {shape} ; mass 2 ; at {at.format(-0.1)}"
            if glued:
                contact = f"wall: bodies all ; {glued}"
            else:
                contact = "wall: bodies all"
                bodies += f" | c: {shape} ; fixed ; at {at.format(0.1)}"
            case = {
                "Model": {"name": model},
                model.capitalize(): {
                    "bodies": bodies,
                    "contacts": contact + f" ; cohesive strength {10 / n} ; "
                                          f"fracture energy {0.05 / n}",
                    "gravity": "0, -6" if plane else "0, 0, -6"},
                "Time integration": {"scheme": "moreau-jean",
                                     "time step": 2.5e-4, "end time": 0.2},
                "Output": MASS["Output"]}
            for mu in (0, 0.3, 1):
                with self.subTest(model=model, glued=glued, mu=mu):
                    run = self.run_case(
                        merged(case, {"Contact/friction coefficient": mu}))
                    self.expect_identity(run)
                    name = "position[b y]" if plane else "position[b z]"
                    self.assertLess(max(abs(-0.1 - z - opening_mass(t))
                                        for t, z in zip(
                                            run.history["time"],
                                            run.history[name])), 2e-4)
                    cohesion = run.summary["cohesion"]
                    self.assertEqual((cohesion["contacts"],
                                      cohesion["contacts_left"]), (n, 0))
                    self.assertAlmostEqual(cohesion["dissipated"], 0.05,
                                           delta=5e-4)
                held = merged(case, {
                    f"{model.capitalize()}/gravity":
                        "0, -4.9" if plane else "0, 0, -4.9"})
                run = self.run_case(held)
                self.assertEqual(run.summary["cohesion"]["contacts_left"], n)
                self.assertLess(run.summary["max_penetration"], 1e-12)

    def test_block_that_tips_over(self):
        """Pushed at its top, a block of breadth w turns about its edge when
        F H = m g w/2 + f_c w."""
        w, height, mass, g, strength = 0.2, 0.6, 10., 10., 40.
        critical = (mass * g / 2 + strength) * w / height
        for factor, holds in ((0.98, True), (1.02, False)):
            with self.subTest(holds=holds):
                run = self.run_case({
                    "Model": {"name": "mechanism"},
                    "Mechanism": {
                        "bodies": f"b: shape rectangle {w}, {height} ; "
                                  f"mass {mass} ; at 0, {height / 2}, 0",
                        "springs": "push: b 0, 0.3 ; ground 1e6, 0.6 ; "
                                   "stiffness 1e-9 ; free length 1e6 ; "
                                   f"preload {factor * critical}",
                        "contacts": "floor: bodies all ; line ground 0, 0 ; "
                                    "normal 0, 1 ; "
                                    f"cohesive strength {strength} ; "
                                    "fracture energy 0.02",
                        "gravity": f"0, -{g}"},
                    "Contact": {"friction coefficient": 5},
                    "Time integration": {"scheme": "moreau-jean",
                                         "time step": 1e-3, "end time": 1.5},
                    "Output": MASS["Output"]})
                angle = max(map(abs, run.history["position[b angle]"]))
                if holds:
                    self.assertLess(angle, 1e-9)
                    self.assertEqual(
                        run.summary["cohesion"]["contacts_left"], 2)
                else:
                    self.assertGreater(angle, 0.5)

    def test_what_is_refused(self):
        both = {"Contact/cohesive strength": 1, "Contact/fracture energy": 1}
        small = {"Model": {"name": "bouncing ball"}}
        for case, changes, texts in (
                (MASS, {"Time integration/scheme": "combined-projection"},
                 ("Time integration/scheme", "velocity level")),
                (BAR, {"Time integration/scheme": "schatzman-paoli"},
                 ("Time integration/scheme", "velocity level")),
                (MASS, {"Time integration/on failure": "halve step"},
                 ("Time integration/on failure", "remember")),
                (BAR, {"Contact/method": "penalty"},
                 ("Contact/method", "velocity level")),
                (BAR, {"Contact/boundary mass": "weighted"},
                 ("Contact/boundary mass", "kept")),
                (BAR, {"Contact/fracture energy": 0},
                 ("Contact/cohesive strength", "set both")),
                (BAR, {"Contact/cohesive strength": -1},
                 ("Contact/cohesive strength", "-1")),
                (small, both, ("Contact/cohesive strength", "bouncing ball"))):
            with self.subTest(changes=changes):
                self.write("wrong.prm", prm(merged(case, changes)))
                run = self.percuss("run", "wrong.prm", "--output", "wrong")
                self.assertEqual(run.returncode, 2, run)
                for text in texts:
                    self.assertIn(text, run.stderr)
                self.assertFalse((self.folder / "wrong").exists())


if __name__ == "__main__":
    unittest.main()
