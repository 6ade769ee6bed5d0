# SPDX-License-Identifier: Apache-2.0
"""Cases: files, texts, dictionaries, and their entries."""

import copy
import json
import unittest

import numpy
import percuss

from python_module import BALL, CASES, ModuleTest

RESTITUTION = "Contact/restitution coefficient"


class CaseTest(ModuleTest):

    def test_sources(self):
        text = ("subsection Model\n  set name = bouncing ball\nend\n"
                "subsection Time integration\n  set time step = 0.02\n"
                "  set end time = 2\nend\n")
        (self.folder / "case.prm").write_text(text)
        (self.folder / "case.json").write_text(json.dumps(BALL))
        cases = [percuss.Case("case.prm"), percuss.Case(text=text),
                 percuss.Case(self.folder / "case.json"), percuss.Case(BALL)]
        for case in cases:
            self.assertEqual(case.text, cases[0].text)
            numpy.testing.assert_array_equal(
                case.run().history["gap[floor]"],
                cases[0].run().history["gap[floor]"])
        for wrong in ({}, {"source": BALL, "text": text}, {"text": 3}):
            with self.assertRaises(percuss.InputError):
                percuss.Case(**wrong)

    def test_check(self):
        """As of the program: all errors at once, or figures."""
        wrong = percuss.Case(BALL)
        wrong["Time integration/end time"] = 1
        known = wrong.check()
        self.assertEqual(known["time step"].unit, "s")
        self.assertEqual(known["number of steps"].value *
                         known["time step"].value, 1)
        self.assertGreater(known["first contact"].value, 0)
        wrong = {**BALL, "Contact": {"solver": "lemke",
                                     "friction coefficient": 0.5},
                 "Time integration": {"time step": 0, "end time": 2}}
        with self.assertRaises(percuss.InputError) as caught:
            percuss.Case(wrong).check()
        entries = [problem.entry for problem in caught.exception.problems]
        self.assertIn("Time integration/time step", entries)
        with self.assertRaises(percuss.InputError) as caught:
            percuss.Case(text="set Model/name = bouncing ball\n"
                              "set Bouncing ball/mas = 1\n"
                              "set Time integration/time step = 1 kg\n")
        self.assertEqual(
            [(problem.line, problem.entry, problem.suggestion)
             for problem in caught.exception.problems],
            [(2, "Bouncing ball/mas", "mass"),
             (3, "Time integration/time step", "")])
        self.assertIn("Contact/friction coefficient", entries)
        self.assertEqual(str(caught.exception).count("\n"), len(entries) - 1)
        bar = percuss.Case(CASES / "impacting_bar/acary.prm")
        self.assertIn("Courant number", bar.check())
        bar["Elastic bar/Young's modulus"] = "210 GPa"
        self.assertEqual(float(bar["Elastic bar/Young's modulus"]), 210e9)
        with self.assertRaisesRegex(percuss.InputError, "kg"):
            bar["Elastic bar/length"] = "3 kg"

    def test_variables(self):
        height = "Bouncing ball/initial height"
        case = percuss.Case({**BALL, "Variables": {"h": 1, "twice": "2*h"}})
        case[height] = "$twice"
        self.assertEqual(float(case[height]), 2)
        case["Variables/h"] = "2 ft"
        self.assertEqual(float(case[height]), 2 * 0.6096)
        numbers = percuss.Case(BALL)
        numbers[height] = 2 * 0.6096
        numpy.testing.assert_array_equal(
            case.run().history["position[height]"],
            numbers.run().history["position[height]"])
        with self.assertRaisesRegex(percuss.InputError, "'twice'"):
            case[height] = "$twicw"
        # numbers with units, also in dictionaries
        Quantity = percuss.Quantity
        case["Variables/h"] = Quantity(10, "in")
        self.assertEqual(case["Variables/h"], "10.0 in")
        case[height] = Quantity(25, "cm")
        self.assertEqual(case[height], 0.25)
        case = percuss.Case({**BALL, "Variables": {
            "h": Quantity(2, "ft"), "twice": "2*h"}})
        case[height] = "$twice"
        self.assertEqual(float(case[height]), 2 * 0.6096)
        case["Variables/h"] = 1
        # what is refused leaves the case as it was
        case["Variables/h"] = "1 m"
        for wrong in ("3 s", "abc", "3 fot"):
            with self.subTest(wrong), self.assertRaises(percuss.InputError):
                case["Variables/h"] = wrong
            self.assertEqual(case["Variables/h"], "1 m")
            self.assertEqual(float(case[height]), 2)
            self.assertNotIn(wrong, case.text)
        self.assertEqual(case.run().history["position[height]"][0], 2)

    def test_dictionary_with_items_and_numpy(self):
        case = percuss.Case({
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "gravity": "0, -9.81",
                "bodies": [{"name": "B", "mass": numpy.float64(1),
                            "inertia": numpy.int64(1),
                            "at": numpy.array([0., 1., 0.])}],
                "contacts": [{"name": "c", "kind": "point",
                              "points": ["B 0, 0", "line ground 0, 0"],
                              "normal": [0, 1]}]},
            "Time integration": {"time step": 0.01, "end time": 0.5}})
        run = case.run()
        self.assertGreater(run.history["force[c]"].max(), 0)

    def test_values(self):
        case = percuss.Case(BALL)
        for value, read in (
                (0.1, 0.1), (1, 1.), (numpy.float64(1) / 3, 1 / 3),
                (numpy.int32(1), 1.), ("0.25", 0.25), (5e-324, 5e-324)):
            case[RESTITUTION] = value
            self.assertEqual(case[RESTITUTION], read)
        case["Output/field interval"] = numpy.int64(3)
        self.assertEqual(case["Output/field interval"], 3)
        self.assertIsInstance(case["Output/field interval"], int)
        case["Output/record signals"] = True
        self.assertIs(case["Output/record signals"], True)
        case["Output/record signals"] = numpy.bool_(False)
        self.assertIs(case["Output/record signals"], False)
        self.assertEqual(case["Output/history interval"], "automatic")
        self.assertEqual(case["Model/name"], "bouncing ball")
        self.assertIn(RESTITUTION, case)
        self.assertNotIn("Contact/restitution", case)
        self.assertEqual(len(list(case)), len(case))
        self.assertIn("between 0 and 1", case.explain(RESTITUTION))

    def test_set_value_is_computed_with(self):
        """Peaks of the impulse follow the coefficient, as --set has them."""
        case = percuss.Case(BALL)
        (self.folder / "case.json").write_text(json.dumps(BALL))
        for e in (0., 0.3, 1 / 3, 0.999, 1.):
            case[RESTITUTION] = e
            self.percuss("run", "case.json", "--quiet", "--output", "out",
                         "--set", f"{RESTITUTION}={e!r}")
            written = json.loads((self.folder / "out/summary.json").read_text())
            self.assertEqual(case.run().summary["contact"], written["contact"])

    def test_what_an_unknown_entry_meant(self):
        """By letters, by words, in another section; what there is, where nothing
        is near. Reading, setting and explaining say the same."""
        case = percuss.Case(BALL)
        for path, text in (
                ("nope", "There is no entry 'nope'. Entries are named with "
                         "their sections, as in 'Time integration/time step'; "
                         "the sections are: Model, Elastic bar, "),
                ("Contact/restitution",
                 "no entry 'restitution' in section 'Contact'. Did you mean "
                 "'restitution coefficient' or 'tangential restitution "
                 "coefficient'?"),
                ("Elastic bar/young modulus",
                 "Did you mean 'Young's modulus'?"),
                ("Elastic bar/densty", "Did you mean 'density'?"),
                ("density", "There is no entry 'density'. Did you mean "
                            "'Elastic bar/density' or 'Solid/density'?"),
                ("time step", "Did you mean 'Time integration/time step'?"),
                ("Contact/mu", "no entry 'mu' in section 'Contact'. It has: "
                               "pairs, "),
                ("Contact", "'Contact' is a section. Its entries are: pairs, "),
                ("", "There is no entry ''. Entries are named with ")):
            def set_entry():
                case[path] = 1
            said = []
            for do in (lambda: case[path], set_entry,
                       lambda: case.explain(path)):
                with self.subTest(path=path), \
                        self.assertRaises(percuss.InputError) as caught:
                    do()
                said.append(str(caught.exception))
            self.assertTrue(said[0].startswith(f'case["{path}"]: '), said[0])
            self.assertIn(text, said[0])
            self.assertEqual(said, 3 * said[:1])
        with self.assertRaisesRegex(percuss.InputError, "number of elements"):
            case["Elastic bar/number of elements"] = -1

    def test_refusals_are_those_of_the_program(self):
        for path, value in (
                ("Contact/restitution coeficient", 0.5),
                ("Contat/restitution coefficient", 0.5),
                (RESTITUTION, 2), (RESTITUTION, "much"),
                (RESTITUTION, float("nan")), (RESTITUTION, float("inf")),
                ("Output/field interval", 1.5), ("Output/field interval", -1),
                ("Output/record signals", "maybe"),
                ("Time integration/scheme", "moreau-jan")):
            case = percuss.Case(BALL)
            before = case.text
            with self.assertRaises(percuss.InputError) as caught:
                case[path] = value
            said = self.refusal_of_program(path, value)
            place = f'--set "{path}={value}"'
            self.assertIn(place, said)
            self.assertEqual(f"percuss: {caught.exception}",
                             said.replace(place, f'case["{path}"]'))
            self.assertEqual(case.text, before)
            case.run()
        with self.assertRaisesRegex(percuss.InputError,
                                    "Did you mean 'restitution coefficient'"):
            case["Contact/restitution coeficient"]
        for value in (None, {}, [{}], object(), [[1]], 1j):
            with self.assertRaisesRegex(percuss.InputError, "of type"):
                case[RESTITUTION] = value

    def refusal_of_program(self, path, value):
        (self.folder / "case.json").write_text(json.dumps(BALL))
        run = self.percuss("run", "case.json", "--set", f"{path}={value}")
        self.assertEqual(run.returncode, 2)
        return run.stderr.strip()

    def test_wrong_sources(self):
        for source, words in (
                ("missing.prm", "cannot be opened"), ("case.txt", "must end"),
                ({"Modell": {}}, "Did you mean 'Model'"),
                ({"Model": {"name": object()}}, "of the type 'object'")):
            with self.assertRaisesRegex(percuss.InputError, words):
                percuss.Case(source)
        with self.assertRaisesRegex(percuss.InputError,
                                    "<text>.prm, line 2: .*'naam'"):
            percuss.Case(text="subsection Model\n  set naam = x\nend\n")
        with self.assertRaisesRegex(ValueError, "time step"):
            percuss.Case({**BALL, "Time integration": {"time step": -1}})

    def test_changed_file(self):
        file = self.folder / "case.json"
        file.write_text(json.dumps(BALL))
        case = percuss.Case(file)
        file.write_text(json.dumps({**BALL, "Contact": {
            "restitution coefficient": 0.1}}))
        for use in (case.run, case.copy, lambda: next(case.steps())):
            with self.assertRaisesRegex(percuss.InputError, "has changed"):
                use()

    def test_copies_are_apart(self):
        case = percuss.Case(CASES / "small_systems/bouncing_ball_a12.prm")
        case[RESTITUTION] = 0.25
        other = case.copy()
        other[RESTITUTION] = 0.75
        self.assertEqual((case[RESTITUTION], other[RESTITUTION]), (0.25, 0.75))
        self.assertEqual(copy.deepcopy(case)[RESTITUTION], 0.25)


if __name__ == "__main__":
    unittest.main()
