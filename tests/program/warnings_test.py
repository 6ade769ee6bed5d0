# SPDX-License-Identifier: Apache-2.0
"""Warnings appear where a bound is left, and nowhere else."""

import json
import math
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged, prm

# a uniform bar of ten elements of length 0.1 m with the wave speed 10 m/s
BAR = merged(SMALL_CASE, {
    "Elastic bar/mass matrix": "consistent",
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

    def test_parameters_that_a_scheme_does_not_read(self):
        for scheme, entries in (
                ("cd-lagrange", {"theta": 0.7, "gamma": 0.6}),
                ("newmark", {"spectral radius": 0.9}),
                ("moreau-jean", {"beta": 0.3, "projection metric": "kinetic"}),
                ("generalized-alpha", {"theta": 0.6,
                                       "variable mass": "end of step"})):
            with self.subTest(scheme):
                case = merged(BAR, {f"Time integration/{name}": value for
                                    name, value in entries.items()})
                case["Time integration"]["scheme"] = scheme
                self.write("case.prm", prm(case))
                self.assertIn(
                    ", ".join(f"'{name}'" for name in entries) +
                    (" has" if len(entries) == 1 else " have") +
                    f" no effect: scheme '{scheme}' has the parameters: ",
                    self.percuss("run", "case.prm", "--quiet").stderr)

    def test_entries_of_contact_that_nothing_reads(self):
        forecast = {"Contact/forecast coefficient": 0.6}
        self.check(forecast)
        self.check({**forecast, "Contact/activation": "acary 2014"},
                   ["'Contact/forecast coefficient' has no effect: it is of "
                    "the activation 'explicit forecast'"])
        for entry in ("Nitsche parameter", "penalty parameter"):
            self.check({f"Contact/{entry}": 3},
                       [f"'Contact/{entry}' has no effect: 'Contact/method' is "
                        f"not '{entry.split()[0].lower()}'"])

    def test_activation_of_schemes_that_decide_by_themselves(self):
        for scheme, entry, value in (
                ("cd-lagrange", "forecast coefficient", 0.6),
                ("schatzman-paoli", "activation", "free-position forecast")):
            self.write("case.prm", prm(merged(BAR, {
                "Time integration/scheme": scheme, f"Contact/{entry}": value})))
            self.assertIn(f"'Contact/{entry}' has no effect: scheme '{scheme}' "
                          "decides by itself which contacts are active.",
                          self.percuss("run", "case.prm").stderr)

    def test_entries_of_another_model(self):
        self.write("case.prm", prm(merged(BAR, {
            "Bouncing ball/mass": 2, "Bouncing ball/radius": 0,  # the default
            "Mechanism/gravity": "0, -5"})))
        warnings = self.percuss("run", "case.prm").stderr
        for section in ("'Bouncing ball' ('mass')", "'Mechanism' ('gravity')"):
            self.assertIn(f"section {section} has no effect: the model is "
                          "'elastic bar'.", warnings)

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
                       "hht-velocity-level", "carpenter-implicit"):
            self.check({"scheme": scheme},
                       [f"'{scheme}' is inconsistent", "comparison"])
            self.assertRegex(listed, rf"\n  {scheme} +INCONSISTENT, kept only "
                             "for comparison: ")
        self.assertEqual(listed.count("INCONSISTENT"), 4)

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
        for scheme, others in (
                ("carpenter-explicit", []),
                ("carpenter-implicit", [["inconsistent at impacts"]])):
            self.check({"scheme": scheme}, *others)
            self.check({"scheme": scheme,
                        "Contact/restitution coefficient": 0.5}, *others,
                       ["restitution coefficient e = 0.5 has no effect",
                        scheme, "position level"])
        self.check({"scheme": "schatzman-paoli",
                    "Contact/restitution coefficient": 0.5})

    def test_one_of_two_ranks_warns(self):
        self.run_case(merged(BAR, {"Time integration/theta": 0.4}), ranks=2,
                      warnings=[["theta = 0.4 is below 1/2"]])


class ProjectionWorkTest(ProgramTest):

    def test_a_stack_that_hops(self):
        """generalized-alpha-ggl lets boxes hop on each other: contacts and
        projections have works many times the energy that was put in."""
        bodies = " | ".join(
            f"b{i}: shape rectangle 0.2, 0.1 ; mass 1 ; "
            f"at {0.01 * (i % 2)}, {0.06 + 0.11 * i:g}, 0" for i in range(5))
        stack = {
            "Model": {"name": "mechanism"},
            "Mechanism": {"bodies": bodies,
                          "contacts": "floor: bodies all ; line ground 0, 0 ; "
                                      "normal 0, 1 | boxes: bodies all"},
            "Contact": {"friction coefficient": 0.3,
                        "restitution coefficient": 0.2},
            "Time integration": {"time step": 5e-4, "end time": 2}}
        for scheme, warnings in (
                ("generalized-alpha-ggl", [["projections", "have done a work",
                                            "hop"]]),
                ("combined-projection", [])):
            with self.subTest(scheme):
                self.run_case(merged(stack,
                                     {"Time integration/scheme": scheme}),
                              warnings=warnings)


class CriticalStepTest(WarningsTest):
    """Steps of the explicit schemes: refused from the critical one on, warned
    of in the last hundredth below it, and nothing further below."""

    LUMPED = {"Elastic bar/mass matrix": "lumped"}

    def check_below(self, critical, settings, case=BAR, **options):
        """A warning just below the critical step."""
        settings = {**settings, "end time": 2 * critical}
        self.check({**settings, "time step": (1 - 1e-6) * critical},
                   ["the time step", "in the last hundredth below the critical "
                    f"step {critical:.6g} s", settings["scheme"]], case=case,
                   **options)

    def check_critical(self, critical, settings, case=BAR):
        self.check_below(critical, settings, case)
        self.check_refused(critical, critical, settings, case)

    def check_refused(self, step, critical, settings, case=BAR,
                      entry="Time integration/time step"):
        settings = {path if "/" in path else "Time integration/" + path: value
                    for path, value in settings.items()}
        case = merged(merged(case, settings), {entry: repr(step)})
        with self.subTest(case):
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               "--output", "refused")
            self.assertEqual(run.returncode, 2, run)
            for part in (entry.split("/")[1], "It must be below the critical "
                         f"step {critical:.6g} s",
                         case["Time integration"]["scheme"]):
                self.assertIn(part, run.stderr)
            self.assertFalse((self.folder / "refused").exists())

    def check_warned_above(self, critical, settings, case=BAR):
        """Where elements only bound the frequency."""
        self.check_below(critical, settings, case)
        above = (1 + 1e-6) * critical
        self.check({**settings, "end time": 2 * critical, "time step": above},
                   ["the time step", "is above the critical step "
                    f"{critical:.6g} s = 2/", settings["scheme"],
                    "from the elements"], case=case)

    def test_uniform_bar(self):
        for scheme in ("cd-lagrange", "cd-lagrange-implicit",
                       "carpenter-explicit"):
            settings = {"scheme": scheme, **self.LUMPED}
            self.check_critical(LENGTH / SPEED, settings)
            self.check_refused(3 * LENGTH / SPEED, LENGTH / SPEED, settings)
            self.check({**settings, "time step": 0.98 * LENGTH / SPEED,
                        "end time": 0.02})
            self.check_critical(LENGTH / SPEED / math.sqrt(3),
                                {"scheme": scheme})

    def test_two_ranks_and_both_libraries(self):
        for library in ("PETSc", "Trilinos"):
            case = merged(BAR, {**self.LUMPED,
                                "Time integration/scheme": "cd-lagrange",
                                "Time integration/Courant number": 1,
                                "Discretization/linear algebra": library})
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               ranks=2)
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("Courant number", run.stderr)
            self.assertIn("It must be below the critical step 0.01 s",
                          run.stderr)

    def test_schatzman_paoli(self):
        for theta in (0, 0.3):
            self.check_critical(
                LENGTH / SPEED / math.sqrt(1 - 2 * theta), {
                    "scheme": "schatzman-paoli", "theta": theta,
                    **self.LUMPED})
        self.check({"scheme": "schatzman-paoli", "theta": 0.5,
                    "time step": 1, "end time": 2})

    def test_schatzman_paoli_with_beta(self):
        for damping in (0, 3e-3):
            self.check_critical(
                LENGTH / SPEED / math.sqrt(1 - 4 * 0.2), {
                    "scheme": "schatzman-paoli", "beta": 0.2, **self.LUMPED,
                    "Elastic bar/Rayleigh damping stiffness": damping})
        run = self.check({"scheme": "schatzman-paoli", "beta": 0.25,
                          "time step": 1, "end time": 2})
        again = self.run_case(run.folder / "used_parameters.prm",
                              output="again")
        self.assertEqual(run.history, again.history)

    def test_damping(self):
        """omega = 200/s and damping by mass and stiffness."""
        omega = 2 * SPEED / LENGTH
        for mass, stiffness in ((0, 3e-3), (40, 1e-3)):
            zeta = (mass / omega + stiffness * omega) / 2
            settings = {"Elastic bar/Rayleigh damping mass": mass,
                        "Elastic bar/Rayleigh damping stiffness": stiffness,
                        **self.LUMPED}
            for scheme, omega_h in (
                    ("cd-lagrange", 2 * (math.sqrt(1 + zeta**2) - zeta)),
                    ("carpenter-explicit",
                     2 * (math.sqrt(1 + zeta**2) - zeta)),
                    ("cd-lagrange-implicit", 2),
                    # v_k = (V_{k-1} + V_k)/2 lags behind
                    ("schatzman-paoli", math.sqrt(2 + zeta**2) - zeta)):
                self.check_critical(omega_h / omega, {
                    **settings, "scheme": scheme, "theta": 0})

    def test_the_case_that_exploded(self):
        """Stiffness-proportional damping at 0.75 of 2/omega."""
        case = merged(BAR, {
            "Elastic bar/length": 10, "Elastic bar/cross section": 1,
            "Elastic bar/Young's modulus": 900, "Elastic bar/density": 1,
            "Elastic bar/number of elements": 50, "Elastic bar/mass matrix":
            "lumped", "Elastic bar/Rayleigh damping stiffness": 3e-3,
            "Time integration/scheme": "cd-lagrange",
            "Time integration/end time": 2})
        zeta = 0.5 * 3e-3 * 300
        critical = 2 / 300 * (math.sqrt(1 + zeta**2) - zeta)
        self.check_refused(5e-3, critical, {}, case)

    def test_clamped_bar(self):
        # slower than its elements by themselves: stable at Courant number 1
        self.check_below(LENGTH / SPEED, {
            "scheme": "cd-lagrange", "Elastic bar/far end": "clamped",
            **self.LUMPED})
        self.check({"scheme": "cd-lagrange", "time step": LENGTH / SPEED,
                    "end time": 1, "Elastic bar/far end": "clamped",
                    **self.LUMPED}, ["last hundredth"])

    def test_the_stiffest_element_decides(self):
        self.check_warned_above(LENGTH / SPEED / 2, {
            "scheme": "cd-lagrange", **self.LUMPED,
            "Elastic bar/Young's modulus": "if(x < 0.55, 200, 800)"})
        self.check_critical(LENGTH / SPEED / 2, {
            "scheme": "cd-lagrange", **self.LUMPED,
            "Elastic bar/number of bars": 2,
            "Elastic bar/density": "2; 0.5"})

    def test_quadratic_elements(self):
        # lumped by Simpson's rule: K_e = E A/(3 l) [7 -8 1; -8 16 -8; 1 -8 7],
        # M_e = rho A l/6 diag(1, 4, 1), omega^2 = 24 c^2/l^2
        self.check_critical(2 * LENGTH / SPEED / math.sqrt(24), {
            "scheme": "cd-lagrange", **self.LUMPED,
            "Elastic bar/polynomial degree": 2})

    def test_linear_oscillator(self):
        omega, zeta = 3., 0.2
        case = merged(SMALL_CASE, {
            "Model/name": "linear oscillator", "Linear oscillator/mass": 2,
            "Linear oscillator/stiffness": 2 * omega**2,
            "Linear oscillator/damping": 4 * zeta * omega})
        self.check_critical(2 / omega * (math.sqrt(1 + zeta**2) - zeta),
                            {"scheme": "cd-lagrange"}, case)

    def test_solid(self):
        """Squares of edge l with nu = 0, lumped; the fastest mode of a cell
        bounds it, and at three times that step something certainly grows."""
        case = merged(SMALL_CASE, {
            "Model/name": "solid", "Solid/dimension": 2,
            "Solid/Young's modulus": 200, "Solid/Poisson's ratio": 0,
            "Solid/density": 2, "Solid/mesh generator arguments":
            "4, 4 : 0, 0 : 0.4, 0.4 : true", "Solid/contact boundaries": "2", "Solid/obstacles":
            "plane: 0, -1 ; 0, 1", "Time integration/scheme": "cd-lagrange"})
        run = self.percuss("run", self.write("case.prm", prm(merged(case, {
            "Time integration/time step": 3 * LENGTH / SPEED,
            "Time integration/end time": 1}))))
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("It must be below the critical step", run.stderr)

    def test_the_fastest_mode_does_not_grow_below(self):
        # of the free bar, whose nodes move alternately
        case = merged(BAR, {
            "Elastic bar/obstacle": "none", **self.LUMPED,
            "Elastic bar/initial velocity": "cos(pi*10*x)"})
        for scheme, theta, damping in (
                ("schatzman-paoli", 0.2, 0), ("cd-lagrange", 0, 3e-3),
                ("schatzman-paoli", 0, 3e-3)):
            omega = 2 * SPEED / LENGTH
            zeta = damping * omega / 2
            critical = (2 / math.sqrt(1 - 2 * theta) if damping == 0 else
                        math.sqrt(2 + zeta**2) - zeta
                        if scheme == "schatzman-paoli" else
                        2 * (math.sqrt(1 + zeta**2) - zeta)) / omega
            step = 0.98 * critical
            run = self.check(
                {"scheme": scheme, "theta": theta, "time step": step,
                 "end time": 200 * step,
                 "Elastic bar/Rayleigh damping stiffness": damping}, case=case)
            growth = (run.history["energy_total"][-1] /
                      run.history["energy_total"][0])
            self.assertLess(growth, 100)


class CourantNumberTest(WarningsTest):
    """Of explicit schemes the share of the critical step, else c h/l."""

    def step(self, settings, case=BAR):
        run = self.check({"Time integration/Courant number": 0.9,
                          "end time": 0.05, **settings}, case=case)
        return run.summary["time_step"]

    def test_bars(self):
        crossing = LENGTH / SPEED
        lumped = {"Elastic bar/mass matrix": "lumped"}
        for scheme in ("cd-lagrange", "carpenter-explicit"):
            self.assertEqual(self.step({"scheme": scheme, **lumped}),
                             0.9 * crossing)
            for settings, critical in (
                    ({}, crossing / math.sqrt(3)),
                    ({"Elastic bar/polynomial degree": 2, **lumped},
                     2 * crossing / math.sqrt(24))):
                self.assertAlmostEqual(
                    self.step({"scheme": scheme, **settings}) / critical, 0.9,
                    delta=1e-7)
        for scheme in ("moreau-jean", "generalized-alpha"):
            self.assertEqual(self.step({"scheme": scheme}), 0.9 * crossing)

    def test_distorted_elements(self):
        """Of a quarter of a disc, whose shortest edge says little: 0.9 was
        above the critical step."""
        disc = {
            "Model": {"name": "solid"},
            "Solid": {"dimension": 2, "Young's modulus": 1,
                      "Poisson's ratio": 0.4, "density": 1,
                      "mass matrix": "lumped",
                      "mesh generator": "quarter_hyper_ball",
                      "mesh generator arguments": "0, 0 : 1",
                      "refinements": 3,
                      "initial velocity": "1e-3*sin(9*x), 1e-3*cos(7*y)"},
            "Time integration": {"scheme": "cd-lagrange", "end time": 5},
            "Output": {"output directory": "out"}}
        for scheme in ("cd-lagrange", "carpenter-explicit"):
            run = self.check({"Time integration/Courant number": 0.9,
                              "scheme": scheme, "end time": 5}, case=disc)
            self.assertLess(self.largest_growth(run), 1.2)

    @staticmethod
    def largest_growth(run):
        return (max(run.history["energy_total"]) /
                run.history["energy_total"][0])


class EndTimeTest(ProgramTest):
    """A run says where it ends, if not at the end time."""

    def check(self, end, note, **entries):
        case = self.write("case.prm", prm({
            "Model": {"name": "bouncing ball"},
            "Time integration": {"time step": 1e-3, "end time": 0.01,
                                 **entries}}))
        run = self.percuss("run", case, "--output", "out")
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(run.stdout.count("ends at the end time"),
                         1 if note else 0)
        self.assertIn(note, run.stdout)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertAlmostEqual(summary["end_time"], end)

    def test_end_time_and_time_step(self):
        self.check(0.01, "")
        self.check(0.011, "  no step of 0.001 s ends at the end time, 0.0101 "
                   "s: the last one, step 11, ends at 0.011 s\n",
                   **{"end time": 0.0101})
        # rounding is no reason, neither is a start that is not 0
        self.check(0.01, "", **{"time step": 0.01 / 3})
        self.check(0.7, "", **{"start time": 0.1, "end time": 0.7})


if __name__ == "__main__":
    unittest.main()
