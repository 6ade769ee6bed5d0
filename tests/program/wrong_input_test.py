# SPDX-License-Identifier: Apache-2.0
"""Wrong entries end with status 2, a message that helps, and nothing left."""

import unittest

from program import prm
from wrong_input import WrongInputTest


class WrongEntryTest(WrongInputTest):

    def test_misspelt_entry(self):
        self.reject_file("subsection Elastic bar\n\n  set densty = 1 # x\nend",
                         "case.prm, line 3: ", "'densty'", "'Elastic bar'",
                         "Did you mean 'density'?")

    def test_misspelt_section(self):
        self.reject_file("# a comment\nsubsection Elastik bar\nend\n",
                         "case.prm, line 2: ", "no section 'Elastik bar'",
                         "Did you mean 'Elastic bar'?")

    def test_entry_in_another_section(self):
        self.reject_file("SUBSECTION Output\n  SET density = 1\nEND\n",
                         "case.prm, line 2: ", "'density'",
                         "It belongs in section 'Elastic bar'")

    def test_misspelt_entry_in_another_section(self):
        self.reject_file("subsection Output\n  set densty = 1\nend\n",
                         "case.prm, line 2: ", "'densty'",
                         "Did you mean 'Elastic bar/density'?")

    def test_other_entry_of_a_section_of_one(self):
        self.reject_file("subsection Model\n  set model = beam\nend\n",
                         "case.prm, line 2: ", "'model'",
                         "Its only one is 'name'.")

    def test_entry_outside_the_sections(self):
        self.reject_file("set theta = 1\n", "case.prm, line 1: ", "'theta'",
                         "It belongs in section 'Time integration'")

    def test_unknown_model(self):
        self.reject_entry("Model/name", "beam",
                          "elastic bar, solid, mechanism, spatial mechanism, "
                          "bouncing ball, linear oscillator, two-mass oscillator, van der pol oscillator, "
                          "rotating spring, discrete arch, slider crank")
        self.reject_entry("Model/name", "bouncing bal",
                          "Did you mean 'bouncing ball'?")

    def test_misspelt_scheme(self):
        self.reject_entry("Time integration/scheme", "morau-jean",
                          "one of: moreau-jean, moreau-jean-dissipative, ",
                          ", generalized-alpha, newmark, hht, ",
                          "Did you mean 'moreau-jean'?")

    def test_misspelt_solver(self):
        self.reject_entry("Contact/solver", "lemk", "semismooth-newton",
                          "Did you mean 'lemke'?")

    def test_negative_density(self):
        self.reject_entry("Elastic bar/density", "-1", "must be positive")

    def test_zero_cross_section_along_the_bar(self):
        self.reject_entry("Elastic bar/cross section", "if(x < 0.5, 1, 0)",
                          "It is 0 at x = 0.5", "of bar 1", "positive")

    def test_negative_cross_section_along_the_bar(self):
        self.reject_entry("Elastic bar/cross section", "0.5 - x",
                          "It is -0.", "of bar 1", "positive")

    def test_no_expression(self):
        self.reject_entry("Elastic bar/cross section", "1e-4 * y",
                          "neither a number nor an expression", '"y"')

    def test_initial_velocity_not_finite_along_the_bar(self):
        self.reject_entry("Elastic bar/initial velocity", "log(x - 0.55)",
                          "nan at x = 0 m of bar 1", "finite")

    def test_end_force_not_finite_at_some_time(self):
        self.reject_entry("Elastic bar/right end force", "log(5e-6 - t)",
                          "no finite number at t = 5")

    def test_theta_outside_its_interval(self):
        self.reject_entry("Time integration/theta", "1.5",
                          "a number between 0 and 1.")
        self.reject_entry("Time integration/theta", "-0.1",
                          "a number between 0 and 1.")

    def test_restitution_above_one(self):
        self.reject_entry("Contact/restitution coefficient", "1.01",
                          "a number between 0 and 1.")

    def test_no_elements(self):
        self.reject_entry("Elastic bar/number of elements", "0",
                          "a whole number, at least 1")

    def test_half_an_element(self):
        self.reject_entry("Elastic bar/number of elements", "2.5",
                          "a whole number, at least 1")

    def test_end_before_start(self):
        self.reject_entry("Time integration/end time", "1e-5",
                          "after the start time, 2e-05 s",
                          with_entries={"Time integration/start time": 2e-5})

    def test_time_step_zero(self):
        self.reject_entry("Time integration/time step", "0", "positive")

    def test_time_step_far_too_small(self):
        self.reject_entry("Time integration/time step", "1e-300", "steps")

    def test_no_number(self):
        self.reject_entry("Elastic bar/gravity", "down", "Allowed is a number")

    def test_not_a_number_and_infinity(self):
        for value in ("nan", "inf", "-inf", "1e999"):
            self.reject_entry("Elastic bar/gravity", value,
                              "Allowed is a number")

    def test_not_a_number_where_expressions_are_allowed(self):
        self.reject_entry("Elastic bar/density", "nan", "neither a number")

    def test_no_number_for_a_parameter_of_the_scheme(self):
        self.reject_entry("Time integration/alpha_m", "high",
                          "a number or 'automatic'")

    def test_parameter_outside_the_range_of_the_scheme(self):
        self.reject_entry("Time integration/alpha_f", "0.5",
                          "between 0 and 1/3",
                          with_entries={"Time integration/scheme": "hht"})

    def test_lists_of_wrong_length(self):
        self.reject_entry("Elastic bar/length", "1; 2", "2 values; give one.")
        self.reject_entry("Elastic bar/density", "1; 2",
                          "2 values; give one, or 3",
                          with_entries={"Elastic bar/number of bars": 3})
        self.reject_entry("Elastic bar/gaps between bars", "0; 0; 0",
                          "3 values; give one, or 2",
                          with_entries={"Elastic bar/number of bars": 3})

    def test_clamped_end_with_obstacles_on_both_sides(self):
        self.reject_entry("Elastic bar/far end", "clamped", "no far end",
                          with_entries={"Elastic bar/obstacle": "both"})

    def test_schatzman_paoli_with_theta_and_beta(self):
        self.reject_entry("Time integration/theta", "0.3", "theta or beta",
                          with_entries={
                              "Time integration/scheme": "schatzman-paoli",
                              "Time integration/beta": "0.25"})
        self.reject_entry("Time integration/beta", "-0.1",
                          "must not be negative",
                          with_entries={
                              "Time integration/scheme": "schatzman-paoli"})

    def test_friction_where_nothing_slides(self):
        for model in ("elastic bar", "bouncing ball", "linear oscillator",
                      "two-mass oscillator", "van der pol oscillator",
                      "discrete arch"):
            for entry in ("friction coefficient",
                          "tangential restitution coefficient"):
                self.reject_entry(f"Contact/{entry}", "0.3",
                                  f"Model '{model}' has no tangential motion",
                                  "set it to 0",
                                  with_entries={"Model/name": model})

    def test_friction_at_the_position_level(self):
        for scheme in ("schatzman-paoli", "carpenter-explicit",
                       "carpenter-implicit", "newmark-position-level"):
            self.reject_entry("Contact/friction coefficient", "0.3",
                              f"'{scheme}'", "position level", "set it to 0",
                              with_entries={"Model/name": "rotating spring",
                                            "Time integration/scheme": scheme})

    def test_solver_without_friction(self):
        self.reject_entry("Contact/solver", "lemke", "not treat friction",
                          with_entries={"Model/name": "rotating spring",
                                        "Contact/friction coefficient": 0.1})

    def test_coefficients_of_friction_out_of_range(self):
        self.reject_entry("Contact/friction coefficient", "-0.1",
                          "a number, at least 0")
        self.reject_entry("Contact/tangential restitution coefficient", "1.1",
                          "a number between -1 and 1")

    def test_projections(self):
        self.reject_entry("Time integration/projection coupling", "couplet",
                          "coupled, decoupled, one pass",
                          "Did you mean 'coupled'?")
        self.reject_entry("Time integration/projection metric", "Euclidian",
                          "Euclidean, kinetic", "Did you mean 'Euclidean'?")

    def test_coefficients_that_a_scheme_has_not(self):
        for scheme in ("newmark", "implicit-newmark",
                       "newmark-position-level", "carpenter-implicit"):
            self.reject_entry("Time integration/alpha_f", "0.1",
                              f"With scheme '{scheme}', ", "has none",
                              with_entries={"Time integration/scheme": scheme})

    def test_values_that_a_small_model_refuses(self):
        for model, section, entry, value, rule in (
                ("bouncing ball", None, "mass", "0", "It must be positive."),
                ("bouncing ball", None, "radius", "-1",
                 "It must not be negative."),
                ("bouncing ball", None, "initial height", "-1",
                 "It must not be less than the radius."),
                ("linear oscillator", None, "mass", "-2", "positive"),
                ("linear oscillator", None, "damping", "-2", "negative"),
                ("linear oscillator", None, "stiffness", "-2", "negative"),
                ("linear oscillator", None, "initial position", "-2",
                 "below the obstacle"),
                ("two-mass oscillator", None, "lower mass", "0", "positive"),
                ("two-mass oscillator", None, "upper mass", "0", "positive"),
                ("two-mass oscillator", None, "stiffness", "-1", "negative"),
                ("two-mass oscillator", None, "damping", "-1", "negative"),
                ("two-mass oscillator", None, "spring length", "-1",
                 "negative"),
                ("two-mass oscillator", None, "radius", "-1", "negative"),
                ("two-mass oscillator", None, "initial height", "0.1",
                 "less than the radius"),
                ("van der pol oscillator", "Van der Pol oscillator", "mass",
                 "0", "positive"),
                ("van der pol oscillator", "Van der Pol oscillator",
                 "damping ratio", "-1", "negative"),
                ("van der pol oscillator", "Van der Pol oscillator",
                 "angular frequency", "0", "positive"),
                ("van der pol oscillator", "Van der Pol oscillator",
                 "amplitude", "0", "positive"),
                ("van der pol oscillator", "Van der Pol oscillator",
                 "initial position", "1.6", "beyond the obstacle"),
                ("rotating spring", None, "mass", "0", "positive"),
                ("rotating spring", None, "stiffness", "-1", "negative"),
                ("rotating spring", None, "spring length", "-1", "negative"),
                ("rotating spring", None, "boundary radius", "0", "positive"),
                ("discrete arch", None, "radius", "0", "positive"),
                ("discrete arch", None, "sector", "4", "between 0 and pi"),
                ("discrete arch", None, "bar stiffness", "0", "positive"),
                ("discrete arch", None, "hinge stiffness", "-1", "negative"),
                ("discrete arch", None, "obstacle distance", "0", "positive"),
                ("discrete arch", None, "nodal mass", "0", "positive"),
                ("discrete arch", None, "damping", "-1", "negative"),
                ("discrete arch", None, "load duration", "-1", "negative"),
                ("discrete arch", None, "termination ratio", "-1",
                 "a number, at least 0"),
                ("slider crank", None, "rod length", "0", "positive"),
                ("slider crank", None, "clearance", "-1", "negative"),
                ("slider crank", None, "slider inertia", "0", "positive")):
            section = section or model[0].upper() + model[1:]
            with self.subTest(f"{section}/{entry}"):
                self.reject_entry(f"{section}/{entry}", value, rule,
                                  with_entries={"Model/name": model})

    def test_a_small_model_that_starts_off_its_place(self):
        # not the fault of one entry: the message names the section
        self.write("case.prm", prm({"Model": {"name": "rotating spring"}}))
        self.reject("Section 'Rotating spring': ", "distance from the centre",
                    "= 1.5: ", "not beyond the boundary",
                    command=("run", "case.prm", "--set",
                             "Rotating spring/initial x=1.5"))

    def test_no_numbers_of_small_models(self):
        self.reject_entry("Bouncing ball/mass", "heavy", "Allowed is a number")
        self.reject_entry("Discrete arch/load", "nan", "Allowed is a number")

    def test_monitored_points(self):
        path = "Output/monitored points"
        self.reject_entry(path, "tip: 1.1", "'tip'", "between 0 and 1 m")
        self.reject_entry(path, "tip: 1 @ 2", "no bar number 2")
        self.reject_entry(path, "tip", "'NAME: x'")


if __name__ == "__main__":
    unittest.main()
