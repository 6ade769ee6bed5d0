# SPDX-License-Identifier: Apache-2.0
"""Names for numbers in a case: in every kind of entry, in studies, refused by
name, and gone from the parameters that repeat a run."""

import json
import re
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged, prm
from study_case import BALL, StudyTest

# the same bar by numbers and by variables
NUMBERS = {"Elastic bar/length": 0.0508,
           "Elastic bar/initial gap": 0.02 * 5e-5,
           "Elastic bar/initial velocity": -1.25,
           "Elastic bar/cross section": 0.02 * 0.02,
           "Elastic bar/number of elements": 12,
           "Output/monitored points": "middle: 0.0254"}
NAMES = {"Variables/length": "2 in", "Variables/v": "-5/4",
         "Variables/a": "2 cm", "Variables/area": "a^2", "Variables/n": 3,
         "Elastic bar/length": "$length",
         "Elastic bar/initial gap": "$(a*5e-5)",
         "Elastic bar/initial velocity": "$v",
         "Elastic bar/cross section": "$area",
         "Elastic bar/number of elements": "$(4*n)",
         "Output/monitored points": "middle: $(length/2)"}


class VariablesTest(ProgramTest):

    def history(self, folder):
        return (self.folder / folder / "history.csv").read_text()

    def test_the_same_run_by_numbers_and_by_names(self):
        self.run_case(merged(SMALL_CASE, NUMBERS), output="numbers")
        case = merged(SMALL_CASE, NAMES)
        self.run_case(case, output="prm")
        # variables may stand below the entries that refer to them
        below = dict(case)
        below["Variables"] = below.pop("Variables")
        self.run_case(below, output="below")
        self.write("case.json", json.dumps(case))
        self.run_case("case.json", output="json")
        # without a reference, with the values, to the last bit
        self.run_case("prm/used_parameters.prm", output="again")
        for name in ("prm", "below", "json", "again"):
            self.assertEqual(self.history(name), self.history("numbers"), name)
        used = (self.folder / "prm/used_parameters.prm").read_text()
        self.assertNotIn("$", used)
        self.assertIn("set length = 0.0508\n", used)
        self.assertIn("#   length = 2 in\n", used)

    def test_a_variable_that_is_set_later_changes_what_refers_to_it(self):
        self.run_case(merged(SMALL_CASE, {**NUMBERS,
                                          "Elastic bar/cross section": 0.03 * 0.03,
                                          "Elastic bar/initial gap": 0.03 * 5e-5}),
                      output="numbers")
        case = merged(SMALL_CASE, NAMES)
        self.run_case(case, "--set", "Variables/a=3 cm", output="set")
        self.assertEqual(self.history("set"), self.history("numbers"))
        # a file that includes another one has the last word
        self.write("base.prm", prm(case))
        self.write("more.prm", "include base.prm\nsubsection Variables\n"
                   "set a = 0.03\nend\n")
        self.run_case("more.prm", output="included")
        self.assertEqual(self.history("included"), self.history("numbers"))

    def refusal(self, changes, *words):
        self.write("case.prm", prm(merged(SMALL_CASE, changes)))
        run = self.percuss("run", "case.prm", *words)
        self.assertEqual(run.returncode, 2, run)
        check = json.loads(
            self.percuss("check", "case.prm", "--json", *words).stdout)
        self.assertEqual(len(check["errors"]), 1, check)
        return check["errors"][0]

    def test_refused_by_name(self):
        for changes, parts in (
                ({"Elastic bar/length": "$lenght"},
                 ("'Elastic bar/length'", "no variable 'lenght'",
                  "Did you mean 'length'?")),
                ({"Variables/area": "a^2*aa"},
                 ("'Variables/area'", "no variable 'aa'", "'a'?")),
                ({"Variables/area": "qqqq^2"},
                 ("'Variables/area'", "no variable 'qqqq'")),
                ({"Elastic bar/length": "$(-length)"},
                 ("'Elastic bar/length'", "-0.0508")),
                ({"Elastic bar/length": "$area"}, ("measured in m", "m^2")),
                ({"Elastic bar/length": "2*$length"}, ("'$(...)'",)),
                ({"Variables/2 a": "3"}, ("name",)),
                ({"Variables/b": "a + 3"}, ("dimensions",))):
            error = self.refusal({**NAMES, **changes})
            for part in parts:
                self.assertIn(part, error["message"])
            self.assertGreater(error["line"], 0)
        # an error of the section hides none, and what refers to it is none
        self.write("case.json", json.dumps(
            merged(SMALL_CASE, {"Variables/h": [1], "Elastic bar/length": "$h",
                                "Elastic bar/densty": 1})))
        errors = json.loads(self.percuss(
            "check", "case.json", "--json").stdout)["errors"]
        self.assertEqual([error["message"].split("'")[1] for error in errors],
                         ["Variables/h", "densty"], errors)
        # of the command line
        error = self.refusal(NAMES, "--set", "Variables/lenght=3")
        self.assertIn("Did you mean 'length'?", error["message"])
        error = self.refusal(NAMES, "--set", "Variables/length=-3")
        self.assertIn("Elastic bar/length", error["message"])
        # without variables
        error = self.refusal({"Elastic bar/length": "$length"})
        self.assertIn("subsection Variables", error["message"])

    def test_unused_variables_are_warned_of(self):
        self.write("case.prm", prm(merged(SMALL_CASE,
                                          {**NAMES, "Variables/unused": 7})))
        warnings = json.loads(self.percuss(
            "check", "case.prm", "--json").stdout)["warnings"]
        self.assertEqual([w for w in warnings if "is not used" in w],
                         [w for w in warnings if "'unused'" in w])
        self.assertEqual(sum("'unused'" in w for w in warnings), 1)


class VariablesOfStudiesTest(StudyTest):

    def test_a_variable_is_swept_and_named(self):
        case = merged(BALL, {
            "Variables/h": 1, "Variables/dt": 0.1,
            "Bouncing ball/initial height": "$h",
            "Time integration/time step": "$(dt/2)",
            "Study/sweep": "Variables/h = 0.5, $(2*0.4), 1; "
            "Variables/dt = 100 ms, 50 ms",
            "Study/abscissa": "swept entry", "Study/reference": "none",
            "Study/quantities": "contact_total_impulse"})
        rows = self.study(case)
        self.assertEqual(len(rows), 6)
        self.assertEqual([row["Variables/h"] for row in rows],
                         ["0.5", "0.8", "1"] * 2)
        table = (self.folder / "out/study.md").read_text()
        self.assertIn("| h ", table)
        self.assertIn("dt = 100 ms", table)
        # each as by numbers
        numbers = merged(BALL, {
            "Study/sweep": "Bouncing ball/initial height = 0.5, 0.8, 1; "
            "Time integration/time step = 0.05, 0.025",
            "Study/abscissa": "swept entry", "Study/reference": "none",
            "Study/quantities": "contact_total_impulse"})
        others = self.study(numbers, output="numbers")
        self.assertEqual([row["contact_total_impulse"] for row in rows],
                         [row["contact_total_impulse"] for row in others])

    def test_values_with_units_are_numbers_of_an_axis(self):
        """In SI, at their places, whatever unit each of them has; words are at
        equal distances, and so are values of which some have no unit."""
        for values, column, expected in (
                ("0.5 m, 80 cm, 1 m", "Variables/h [m]", [0.5, 0.8, 1.]),
                ("20 in, 2 ft, 900 mm", "Variables/h [m]",
                 [0.508, 0.6096, 0.9]),
                ("0.5, 80 cm, 1 m", "Variables/h", ["0.5", "80 cm", "1 m"])):
            with self.subTest(values):
                rows = self.study(merged(BALL, {
                    "Variables/h": "1 m", "Time integration/time step": 0.1,
                    "Bouncing ball/initial height": "$h",
                    "Study/sweep": f"Variables/h = {values}",
                    "Study/abscissa": "swept entry", "Study/reference": "none",
                    "Study/quantities": "contact_total_impulse"}),
                    output=values.replace(" ", ""))
                self.assertEqual(self.info["abscissa"]["column"], column)
                self.assertEqual(self.info["abscissa"]["label"], "h")
                found = [row[column] for row in rows]
                if column.endswith("]"):
                    found = [float(each) for each in found]
                    self.assertEqual(self.info["abscissa"]["unit"], "m")
                self.assertEqual(found, expected)
                self.assertEqual([row["Variables/h"] for row in rows],
                                 values.split(", "))
                drawing = (self.folder / values.replace(" ", "") /
                           "contact_total_impulse.svg")
                words = re.findall("<!-- (.*) -->", drawing.read_text())
                if column.endswith("]"):
                    self.assertTrue(any("$h$ [" in word for word in words),
                                    words)
                    self.assertNotIn("80 cm", words)
                else:
                    self.assertIn("80 cm", words)

    def test_curves_and_references_refer_to_the_values_of_each_run(self):
        case = merged(BALL, {
            "Variables/dt": 0.1, "Time integration/time step": "$dt",
            "Study/sweep": "Variables/dt = 0.1, 0.05",
            "Study/abscissa": "time step", "Study/reference": "computed",
            "Study/reference settings":
                "Time integration/time step = $(dt/4)"})
        self.study(case)
        for number, step in ((1, "0.025"), (2, "0.0125")):
            text = (self.folder / f"out/references/000{number}"
                    "/used_parameters.prm").read_text()
            self.assertIn(f"set time step = {step}\n", text)

    def test_variables_that_only_together_have_values(self):
        """Their difference is a height: in turn it would be negative."""
        case = merged(BALL, {
            "Variables/low": 3, "Variables/high": 4,
            "Bouncing ball/initial height": "$(high - low)",
            "Time integration/time step": 0.1,
            "Study/sweep": "Variables/low = 1; Variables/high = 2",
            "Study/reference": "none",
            "Study/quantities": "contact_total_impulse"})
        case["Bouncing ball"]["radius"] = "$(sqrt(high - low)/10)"
        self.assertEqual(len(self.study(case)), 1)
        for words in (("low=1", "high=2"), ("high=2", "low=1")):
            sets = [word for one in words
                    for word in ("--set", f"Variables/{one}")]
            self.run_case(case, *sets, output="out/" + words[0])
        run = self.percuss("run", "case.prm", "--set", "Variables/low=5")
        self.assertEqual(run.returncode, 2)
        self.assertIn("not finite", run.stderr)

    def test_what_a_sweep_cannot_refer_to(self):
        case = self.write("case.prm", prm(merged(BALL, {
            "Variables/h": 1, "Bouncing ball/initial height": "$h",
            "Study/sweep": "Variables/h = 1, 2; Bouncing ball/radius = $h, 3"
        })))
        run = self.percuss("study", case, "--output", "out")
        self.assertEqual(run.returncode, 2)
        self.assertIn("which is varied", run.stderr)

    def test_the_clearance_of_a_mechanism(self):
        """Its contact is an item of a text."""
        text = (CASES / "mechanisms/slider_crank_clearance.prm").read_text()
        text = text.replace("radius 0.01\n", "radius $(journal + play)\n")
        text = text.replace("disc radius 0.0095", "disc radius $journal")
        self.assertEqual(text.count("$"), 2)
        text += ("subsection Variables\n  set journal = 9.5 mm\n"
                 "  set play = 0.5 mm\nend\nsubsection Study\n"
                 "  set sweep = Variables/play = 0.1 mm, 0.5 mm\n"
                 "  set abscissa = swept entry\n  set reference = none\n"
                 "  set quantities = contact_total_impulse\nend\n")
        rows = self.study(
            self.write("case.prm", text.replace("end time  = 0.09",
                                                "end time = 2e-3")))
        self.assertEqual([row["Variables/play"] for row in rows],
                         ["0.1 mm", "0.5 mm"])
        for number, radius in ((1, 0.0096), (2, 0.01)):
            used = (self.folder / f"out/runs/000{number}"
                    "/used_parameters.prm").read_text()
            found = re.search(r"circle crank 0.0765, 0 ; radius (\S+)", used)
            self.assertAlmostEqual(float(found[1]), radius, 15)


if __name__ == "__main__":
    unittest.main()
