# SPDX-License-Identifier: Apache-2.0
"""Contacts that cohere (doc/theory/cohesive_zones.md) against closed forms."""

import math
import unittest

from program import ProgramTest, merged, prm

SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "generalized-alpha",
           "newmark", "hht", "krenk-hogsberg", "implicit-newmark",
           "cd-lagrange", "cd-lagrange-implicit")
RIGID = tuple(s for s in SCHEMES if not s.endswith("implicit"))

# f_c = 10 N, G_c = 0.05 J, so that delta_c = 0.01 m
MASS = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "b: mass 2 ; inertia 1 ; at 0, 0, 0",
        "contacts": "wall: point ; b 0, 0 ; line ground 0, 0 ; normal 1, 0 ; "
                    "cohesive strength 10 ; fracture energy 0.05",
        "gravity": "6, 0"},
    "Time integration": {"time step": 1e-3, "end time": 0.2},
    "Output": {"output directory": "out", "history interval": 1},
}

# E = rho = 1 and A = 3: f_c = 1.5, delta_c = 0.1
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"length": 2, "cross section": 3, "Young's modulus": 1,
                    "density": 1, "initial velocity": 1, "initial gap": 0,
                    "number of elements": 100},
    "Contact": {"cohesive strength": 0.5, "fracture energy": 0.025},
    "Time integration": {"time step": 1e-2, "end time": 0.5},
    "Output": {"output directory": "out", "history interval": 1,
               "field interval": 0},
}

# the same as a block of breadth 3 whose sides have no part in it: nu = 0
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"kinematics": "plane strain", "Young's modulus": 1,
              "Poisson's ratio": 0, "density": 1, "thickness": 2,
              "mesh generator arguments": "100, 2 : 0, 0 : 2, 1.5 : true",
              "initial velocity": "1, 0", "contact boundaries": 0,
              "obstacles": "plane: 0, 0 ; 1, 0"},
    "Contact": BAR["Contact"],
    "Time integration": BAR["Time integration"],
    "Output": BAR["Output"],
}

# a steel strip of height h, free to a, whose end is lifted slowly
PEEL = {
    "Model": {"name": "solid"},
    "Solid": {"kinematics": "plane stress", "Young's modulus": 210e9,
              "Poisson's ratio": 0.3, "density": 7800, "thickness": 1,
              "mesh generator arguments":
                  "200, 2 : 0, 0 : 0.1, 0.002 : true",
              "polynomial degree": 2,
              "boundary markers": "9: y < 1e-9 && x > 0.05",
              "tractions": "0: 0, 3e6*t/0.02", "contact boundaries": 9,
              "obstacles": "plane: 0, 0 ; 0, 1"},
    "Contact": {"cohesive strength": 10e6, "fracture energy": 200},
    "Time integration": {"scheme": "moreau-jean", "time step": 2e-5,
                         "end time": 0.016},
    "Output": {"output directory": "out", "history interval": 1,
               "field interval": 0},
}


def opening_mass(t):
    """m x'' = F - f_c (1 - x/delta), F = 12 N, until x = delta."""
    force, strength, mass, delta = 12., 10., 2., 0.01
    omega = math.sqrt(strength / mass / delta)
    amplitude = (force - strength) / (mass * omega**2)
    parts = math.acosh(1 + delta / amplitude) / omega
    if t < parts:
        return amplitude * (math.cosh(omega * t) - 1)
    speed = amplitude * omega * math.sinh(omega * parts)
    return delta + speed * (t - parts) + force / mass * (t - parts)**2 / 2


def opening_bar(t):
    """x' = v_0 - f_c (1 - x/delta)/Z of an end with the impedance Z."""
    parts = math.log(2) / 5
    return 0.1 * math.expm1(5 * t) if t < parts else 0.1 + t - parts


def error(run, exact, gap):
    return max(abs(g - exact(t)) for t, g in
               zip(run.history["time"], run.history[gap]))


class CohesionTest(ProgramTest):

    def expect_identity(self, run, tolerance=1e-12):
        self.assertLess(
            run.summary["energy"]["max_identity_residual_relative"], tolerance)
        self.assertLess(max(map(abs, (
            b - a for a, b in zip(run.history["dissipation_cohesion"],
                                  run.history["dissipation_cohesion"][1:])
            if b < a)), default=0), 1e-300)

    def expect_first_order(self, case, changes, exact, gap, released):
        """Errors in proportion to the step, of the opening and of G_c."""
        errors, excess = [], []
        for change in changes:
            run = self.run_case(merged(case, change))
            self.expect_identity(run)
            errors.append(error(run, exact, gap))
            cohesion = run.summary["cohesion"]
            self.assertEqual((cohesion["contacts"], cohesion["contacts_left"],
                              cohesion["stored"]), (1, 0, 0))
            excess.append(cohesion["dissipated"] - released)
        for values in errors, excess:
            self.assertGreater(min(values), 0)
            self.assertAlmostEqual(math.log2(values[0] / values[1]) / 2, 1,
                                   delta=0.1)
        self.assertLess(errors[1], 0.02 * 0.1)
        self.assertLess(excess[1], 0.02 * released)

    def test_mass_that_parts(self):
        for scheme in RIGID:
            with self.subTest(scheme=scheme):
                self.expect_first_order(
                    merged(MASS, {"Time integration/scheme": scheme}),
                    [{"Time integration/time step": h}
                     for h in (1e-3, 2.5e-4)],
                    opening_mass, "gap[wall]", 0.05)

    def test_bar_that_parts(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                self.expect_first_order(
                    merged(BAR, {"Time integration/scheme": scheme}),
                    [{"Time integration/time step": 1 / n,
                      "Elastic bar/number of elements": n}
                     for n in (100, 400)],
                    opening_bar, "gap[left]", 0.075)

    def test_bars_that_part(self):
        """Of cross sections 1 and 4: x' = v_0 - f/Z_1 - f/Z_2, f_c that of the
        smaller one."""
        case = merged(BAR, {
            "Elastic bar/number of bars": 2,
            "Elastic bar/cross section": "1 ; 4",
            "Elastic bar/length": "2 ; 2",
            "Elastic bar/number of elements": "400 ; 400",
            "Elastic bar/initial velocity": "-0.25 ; 0.75",
            "Elastic bar/obstacle": "none",
            "Elastic bar/gaps between bars": "0",
            "Time integration/time step": 2.5e-3})
        rate = 0.5 * (1 / 1 + 1 / 4)
        parts = math.log(1 / (1 - rate)) / (10 * rate)

        def exact(t):
            if t > parts:
                return 0.1 + t - parts
            return (1 - rate) / (10 * rate) * math.expm1(10 * rate * t)

        run = self.run_case(case)
        self.assertLess(error(run, exact, "gap[bars 1-2]"), 2e-3)
        self.assertAlmostEqual(run.summary["cohesion"]["dissipated"], 0.025,
                               delta=5e-4)

    def test_block_that_parts(self):
        """A solid opens as the bar does, whatever its mesh, its law and the
        number of processes."""
        bar = self.run_case(
            merged(BAR, {"Elastic bar/mass matrix": "lumped"}))
        for changes, ranks, tolerance in (
                ({}, 0, 1e-12), ({}, 2, 1e-12),
                ({"Solid/mesh generator arguments":
                  "100, 5 : 0, 0 : 2, 1.5 : true"}, 0, 1e-12),
                ({"Contact/friction coefficient": 0.5}, 0, 1e-12),
                ({"Contact/Delassus operator": "assembled"}, 0, 1e-12),
                ({"Contact/Delassus operator": "matrix-free"}, 0, 1e-12)):
            with self.subTest(changes=changes, ranks=ranks):
                run = self.run_case(merged(BLOCK, changes), ranks=ranks)
                self.expect_identity(run)
                for name in ("gap", "force"):
                    difference = max(abs(a - b) for a, b in zip(
                        bar.history[f"{name}[left]"],
                        run.history[f"{name}[obstacle]"]))
                    self.assertLess(difference, tolerance)
                self.assertAlmostEqual(run.summary["cohesion"]["dissipated"],
                                       bar.summary["cohesion"]["dissipated"],
                                       delta=tolerance)

    def test_strip_that_is_peeled_off(self):
        """Parts at P = sqrt(2 E I b G_c)/(a + 0.64 h), before it runs."""
        run = self.run_case(PEEL)
        # of the forces of bonds and contacts, which are in balance
        self.expect_identity(run, 1e-10)
        load = next(3e6 * t / 0.02 * 0.002 for t, n in zip(
            run.history["time"], run.history["cohesive_contacts"])
            if n <= 161)
        stiffness = 210e9 * 0.002**3 / 12
        self.assertAlmostEqual(
            load, math.sqrt(2 * stiffness * 200) / (0.05 + 0.64 * 0.002),
            delta=0.02 * load)

    def test_drift_is_warned_of(self):
        """Long steps of a scheme with beta > gamma/2 make contacts soft."""
        run = self.run_case(
            merged(PEEL, {"Time integration/scheme": "generalized-alpha",
                          "Time integration/spectral radius": 0.5,
                          "Time integration/end time": 0.008}),
            warnings=[["drifted", "moreau-jean"]])
        self.assertGreater(run.summary["cohesion"]["drift"], 0.1)

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
            for e in (0, 0.5):
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

    def test_units(self):
        """A bar in mm, t and s opens as one in m, kg and s."""
        here = self.run_case(BAR)
        there = self.run_case(merged(BAR, {
            "Elastic bar/length": 2e3, "Elastic bar/cross section": 3e6,
            "Elastic bar/Young's modulus": 1e-6, "Elastic bar/density": 1e-12,
            "Elastic bar/initial velocity": 1e3,
            "Contact/cohesive strength": 0.5e-6,
            "Contact/fracture energy": 0.025e-3}))
        for a, b in zip(here.history["gap[left]"],
                        there.history["gap[left]"]):
            self.assertAlmostEqual(b, 1e3 * a, delta=1e-9)

    def test_resumed(self):
        """A run that goes on in the middle of the softening."""
        whole = self.run_case(BAR, output="whole")
        kept = {"Output/checkpoint interval": 5}
        self.run_case(merged(BAR, {"Time integration/end time": 0.1, **kept}),
                      output="parts")
        parts = self.run_case(merged(BAR, kept), "--resume", output="parts")
        self.assertEqual(*[(run.folder / "history.csv").read_bytes()
                           for run in (whole, parts)])

    def test_closed_at_the_start_alone(self):
        """A gap at the start does not cohere, nor does one that closes later."""
        run = self.run_case(merged(BAR, {
            "Elastic bar/initial gap": 0.05,
            "Elastic bar/initial velocity": -1,
            "Time integration/end time": 6}))
        self.assertNotIn("cohesion", run.summary)
        self.assertNotIn("cohesive_contacts", run.header)
        self.assertGreater(run.history["gap[left]"][-1], 0.2)

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
            for mu in (0, 0.3):
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
