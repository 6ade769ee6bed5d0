# SPDX-License-Identifier: Apache-2.0
"""Warnings appear where a bound is left, and nowhere else."""

import math
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged

# a uniform bar of ten elements of length 0.1 m with the wave speed 10 m/s
BAR = merged(SMALL_CASE, {
    "Elastic bar/Young's modulus": 200, "Elastic bar/density": 2,
    "Time integration/time step": 1e-3, "Time integration/end time": 3e-3})
LENGTH, SPEED = 0.1, 10.


class WarningsTest(ProgramTest):

    def check(self, settings, *warnings, case=BAR):
        """A run with settings, by their path or as those of time integration,
        has these warnings and no others."""
        settings = {path if "/" in path else "Time integration/" + path: value
                    for path, value in settings.items()}
        with self.subTest(settings):
            return self.run_case(merged(case, settings), warnings=warnings)


class RangeTest(WarningsTest):

    def test_shipped_cases(self):
        for name in ("acary", "doyen"):
            self.run_case(CASES / f"impacting_bar/{name}.prm",
                          "--set", "Output/field interval=0",
                          "--set", "Time integration/end time=0.01")

    def test_theta(self):
        for scheme in ("moreau-jean", "direct-projection",
                       "combined-projection"):
            for e, bound in ((0, 1), (0.25, 0.8), (1, 0.5)):
                case = {"scheme": scheme, "Contact/restitution coefficient": e}
                self.check({**case, "theta": 0.5})
                self.check({**case, "theta": bound})
                if bound < 1:
                    self.check({**case, "theta": bound + 1e-3},
                               [f"theta = {bound + 1e-3:g} is above 1/(1 + e) "
                                f"= {bound:g}", f"e = {e:g}", scheme])
                self.check({**case, "theta": 0.49},
                           ["theta = 0.49 is below 1/2", scheme])

    def test_theta_of_the_dissipative_scheme(self):
        case = {"scheme": "moreau-jean-dissipative",
                "Contact/restitution coefficient": 1}
        self.check({**case, "theta": 1})
        self.check({**case, "theta": 0.5})
        self.check({**case, "theta": 0.49}, ["theta = 0.49 is below 1/2"])

    def test_alpha_family_by_itself(self):
        for scheme in ("generalized-alpha", "newmark", "hht", "krenk-hogsberg",
                       "generalized-alpha-ggl", "implicit-newmark"):
            for rho in (0.5, 0.8, 1.):
                self.check({"scheme": scheme, "spectral radius": rho})
        self.check({"scheme": "generalized-alpha", "spectral radius": 0})

    def test_beta(self):
        for scheme in ("generalized-alpha", "newmark", "hht", "krenk-hogsberg",
                       "generalized-alpha-ggl", "implicit-newmark"):
            case = {"scheme": scheme, "gamma": 0.64}
            self.check({**case, "beta": 0.32})
            self.check({**case, "beta": 0.31},
                       ["2 beta = 0.62 is below gamma = 0.64", scheme])

    def test_gamma(self):
        case = {"scheme": "newmark", "beta": 0.3}
        self.check({**case, "gamma": 0.5})
        self.check({**case, "gamma": 0.49}, [
            "gamma = 0.49 is below 1/2 + alpha_f - alpha_m = 0.5"])
        for scheme in ("generalized-alpha", "krenk-hogsberg",
                       "generalized-alpha-ggl"):
            case = {"scheme": scheme, "alpha_m": 0.1, "alpha_f": 0.4}
            self.check({**case, "gamma": 0.8})
            self.check({**case, "gamma": 0.79}, [
                "gamma = 0.79 is below 1/2 + alpha_f - alpha_m = 0.8"])
        self.check({"scheme": "hht", "alpha_f": 0.3, "gamma": 0.8})
        self.check({"scheme": "hht", "alpha_f": 0.3, "gamma": 0.79},
                   ["gamma = 0.79 is below 1/2 + alpha_f - alpha_m = 0.8"])

    def test_alpha_m(self):
        case = {"scheme": "generalized-alpha"}
        self.check({**case, "alpha_m": 0.3, "alpha_f": 0.3})
        self.check({**case, "alpha_m": 0.3, "alpha_f": 0.29},
                   ["alpha_f = 0.29 is below alpha_m = 0.3"])
        self.check({**case, "alpha_m": 0.5, "alpha_f": 0.5})
        self.check({**case, "alpha_m": 0.5, "alpha_f": 0.52},
                   ["1 - alpha_m = 0.5 is below gamma = 0.52"])
        self.check({**case, "alpha_m": 0.55, "alpha_f": 0.6},
                   ["1/2 = 0.5 is below alpha_m = 0.55"],
                   ["1 - alpha_m = 0.45 is below gamma = 0.55"])
        self.check({**case, "alpha_m": 0.1, "alpha_f": 0.3, "gamma": 0.9})
        self.check({**case, "alpha_m": 0.1, "alpha_f": 0.3, "gamma": 0.91},
                   ["1 - alpha_m = 0.9 is below gamma = 0.91"])

    def test_inconsistent_schemes(self):
        listed = self.percuss("list", "schemes").stdout
        for scheme in ("newmark-position-level", "hht-position-level",
                       "hht-velocity-level"):
            self.check({"scheme": scheme},
                       [f"'{scheme}' is inconsistent", "comparison"])
            self.assertRegex(listed, rf"\n  {scheme} +INCONSISTENT, kept only "
                             "for comparison: ")
        self.assertEqual(listed.count("INCONSISTENT"), 3)

    def test_penetration_of_acary_2014(self):
        for e in (0, 0.5, 1):
            for activation in ("acary 2014", "explicit forecast"):
                case = {"Contact/restitution coefficient": e,
                        "Contact/activation": activation}
                expected = [["restitution coefficient e = 0.5", "acary 2014",
                             "penetration is not bounded"]]
                self.check({**case, "scheme": "moreau-jean"},
                           *(expected if e == 0.5 and
                             activation == "acary 2014" else []))
                for scheme in ("direct-projection", "cd-lagrange"):
                    self.check({**case, "scheme": scheme})

    def test_restitution_at_the_position_level(self):
        for scheme in ("carpenter-explicit", "carpenter-implicit"):
            self.check({"scheme": scheme})
            self.check({"scheme": scheme,
                        "Contact/restitution coefficient": 0.5},
                       ["restitution coefficient e = 0.5 has no effect",
                        scheme, "position level"])
        self.check({"scheme": "schatzman-paoli",
                    "Contact/restitution coefficient": 0.5})


    def test_one_of_two_ranks_warns(self):
        self.run_case(merged(BAR, {"Time integration/theta": 0.4}), ranks=2,
                      warnings=[["theta = 0.4 is below 1/2"]])


class CriticalStepTest(WarningsTest):
    """2/omega_max of bars, whose value is known for linear elements."""

    def check_critical(self, critical, settings, case=BAR):
        """There is a warning above the critical step, not below it."""
        settings = {**settings, "end time": 2 * critical}
        self.check({**settings, "time step": (1 - 1e-6) * critical}, case=case)
        above = (1 + 1e-6) * critical
        self.check({**settings, "time step": above},
                   ["the time step", "is above the critical step "
                    f"{critical:.6g} s = 2/", settings["scheme"],
                    "from the elements"], case=case)

    def test_uniform_bar(self):
        for scheme in ("cd-lagrange", "cd-lagrange-implicit",
                       "carpenter-explicit"):
            self.check_critical(LENGTH / SPEED, {
                "scheme": scheme, "Elastic bar/mass matrix": "lumped"})
            self.check_critical(LENGTH / SPEED / math.sqrt(3),
                                {"scheme": scheme})

    def test_schatzman_paoli(self):
        for theta in (0, 0.1, 0.3):
            self.check_critical(
                LENGTH / SPEED / math.sqrt(1 - 2 * theta), {
                    "scheme": "schatzman-paoli", "theta": theta,
                    "Elastic bar/mass matrix": "lumped"})
        self.check({"scheme": "schatzman-paoli", "theta": 0.5,
                    "time step": 1, "end time": 2})

    def test_the_stiffest_element_decides(self):
        self.check_critical(LENGTH / SPEED / 2, {
            "scheme": "cd-lagrange", "Elastic bar/mass matrix": "lumped",
            "Elastic bar/Young's modulus": "if(x < 0.55, 200, 800)"})
        self.check_critical(LENGTH / SPEED / 2, {
            "scheme": "cd-lagrange", "Elastic bar/mass matrix": "lumped",
            "Elastic bar/number of bars": 2,
            "Elastic bar/density": "2; 0.5"})

    def test_quadratic_elements(self):
        # lumped by Simpson's rule: K_e = E A/(3 l) [7 -8 1; -8 16 -8; 1 -8 7],
        # M_e = rho A l/6 diag(1, 4, 1), omega^2 = 24 c^2/l^2
        self.check_critical(2 * LENGTH / SPEED / math.sqrt(24), {
            "scheme": "cd-lagrange", "Elastic bar/mass matrix": "lumped",
            "Elastic bar/polynomial degree": 2})

    def test_the_motion_grows_above_the_bound_and_not_below(self):
        # of the free bar whose nodes move alternately, the fastest mode
        case = merged(BAR, {
            "Elastic bar/obstacle": "none",
            "Elastic bar/mass matrix": "lumped",
            "Elastic bar/initial velocity": "cos(pi*10*x)"})
        for scheme, theta in (("cd-lagrange", 0), ("schatzman-paoli", 0.2)):
            critical = LENGTH / SPEED / math.sqrt(1 - 2 * theta)
            for factor in (0.98, 1.02):
                step = factor * critical
                run = self.check(
                    {"scheme": scheme, "theta": theta, "time step": step,
                     "end time": 200 * step},
                    *([["critical"]] if factor > 1 else []), case=case)
                growth = (run.history["energy_total"][-1] /
                          run.history["energy_total"][0])
                self.assertEqual(growth > 100, factor > 1, growth)


if __name__ == "__main__":
    unittest.main()
