# SPDX-License-Identifier: Apache-2.0
"""What tests of cohesive contacts share (doc/theory/cohesive_zones.md)."""

import math

from program import ProgramTest, merged

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
    """What every run keeps, and what finer ones come to."""

    def expect_identity(self, run, tolerance=1e-12):
        self.assertLess(
            run.summary["energy"]["max_identity_residual_relative"], tolerance)
        dissipated = run.history["dissipation_cohesion"]
        self.assertEqual(dissipated, sorted(dissipated))

    def expect_first_order(self, case, changes, exact, gap, released):
        """Errors in proportion to the step, a fourth of the one before each
        time, of the opening and of G_c."""
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
            for coarse, fine in zip(values, values[1:]):
                self.assertAlmostEqual(math.log2(coarse / fine) / 2, 1,
                                       delta=0.1)
        self.assertLess(errors[1], 0.02 * 0.1)
        self.assertLess(excess[1], 0.02 * released)
