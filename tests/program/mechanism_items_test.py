# SPDX-License-Identifier: Apache-2.0
"""Items of mechanisms in .prm and .json files."""

import json
import unittest

from mechanism import MECHANISMS, MechanismTest
from wrong_input import WrongInputTest


class StructuredFileTest(MechanismTest):
    """The slider-crank as lists of objects is the one of the texts."""

    def test_same_history(self):
        end = ("--set", "Time integration/end time=5e-3")
        texts = self.run_case(MECHANISMS / "slider_crank.prm", *end,
                              output="texts")
        lists = self.run_case(MECHANISMS / "slider_crank.json", *end,
                              output="lists")
        self.assertEqual(texts.history, lists.history)
        self.assertGreater(texts.summary["contact"]["total_impulse"], 0)

    def test_errors_name_the_item(self):
        case = json.loads((MECHANISMS / "slider_crank.json").read_text())
        del case["Mechanism"]["joints"][1]["name"]
        del case["Mechanism"]["joints"][1]["kind"]
        (self.folder / "case.json").write_text(json.dumps(case))
        run = self.percuss("run", "case.json")
        self.assertEqual(run.returncode, 2)
        self.assertIn("'Mechanism/joints'", run.stderr)

    def test_errors_name_the_line_of_the_item(self):
        (self.folder / "case.json").write_text(
            '{"Model": {"name": "mechanism"},\n "Mechanism": {"bodies": [\n'
            '  {"name": "a", "mass": 1, "inertia": 1, "at": [0, 0, 0]},\n'
            '  {"name": "b", "mass": 1, "inertia": 1,\n   "at": [0, 0]}]}}\n')
        (self.folder / "case.prm").write_text(
            "subsection Model\nset name = mechanism\nend\n"
            "subsection Mechanism\n  set bodies = \\\n"
            "    a: mass 1 ; inertia 1 ; at 0, 0, 0 | \\\n"
            "    b: mass 1 ; inertia 1 ; at 0, 0\nend\n")
        for name, first, line in (("case.json", 2, 4), ("case.prm", 5, 7)):
            run = self.percuss("run", name)
            self.assertEqual(run.returncode, 2)
            for part in (f"{name}, line {first}: 'Mechanism/bodies'",
                         f"Body 'b: mass 1 ; inertia 1 ; at 0, 0', line {line}"
                         ": in 'at 0, 0': it has 2 numbers"):
                self.assertIn(part, run.stderr)
            text = (self.folder / name).read_text()
            (self.folder / name).write_text(
                text.replace("at 0, 0\n", "at 0, 0, 0\n")
                .replace("[0, 0]", "[0, 0, 0]")
                .replace("b: mass 1", "b: mass -1")
                .replace('"b", "mass": 1', '"b", "mass": -1'))
            run = self.percuss("run", name)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"{name}, line {first}: 'Mechanism/bodies': line "
                          f"{line}: The mass of body 'b' is -1", run.stderr)


class NameTest(WrongInputTest):
    """Names that clash are refused, with the line of the second item."""

    BODIES = ("    a: mass 1 ; inertia 1 ; at 0, 0, 0 | \\\n"
              "    b: mass 1 ; inertia 1 ; at 1, 0, 0")

    def reject_items(self, *parts, line, bodies=BODIES, **lists):
        text = ("subsection Model\nset name = mechanism\nend\n"
                f"subsection Mechanism\n  set bodies = \\\n{bodies}\n")
        for entry, items in lists.items():
            text += f"  set {entry} = \\\n{items}\n"
        self.reject_file(text + "end\n", f"line {line}: ", *parts)

    def test_names_of_bodies(self):
        for name in ("a", "all"):
            self.reject_items(
                f"'{name}'", line=8, bodies=self.BODIES +
                f" | \\\n    {name}: fixed ; shape disc 1 ; at 5, 5, 0")
        self.reject_items(
            "node has the name of body 'x.start'", line=8,
            bodies=self.BODIES.replace("b:", "x.start:"),
            beams="x: from 0, 5 ; length 1 ; section circle 0.1 ; Young's "
            "modulus 1e9 ; density 1 | \\\n y: from 0, 5")

    def test_names_of_other_items(self):
        for entry, item in (("joints", "s: revolute ; a 0, 0 ; b -1, 0"),
                            ("springs", "s: a 0, 0 ; b 0, 0 ; stiffness 1"),
                            ("contacts", "s: point ; a 0, 0 ; line ground 0, "
                                         "-1 ; normal 0, 1")):
            self.reject_items(f"There is a {entry[:-1]} 's' already", line=10,
                              **{entry: f"    {item} | \\\n    {item}"})

    def test_contact_with_the_name_of_a_row_of_a_joint(self):
        self.reject_items(
            "two constraints with the name 'j x'", line=11,
            joints="    j: revolute ; a 0, 0 ; ground 0, 0",
            contacts="    j x: point ; b 0, 0 ; line ground 0, -1 ; normal "
            "0, 1 | \\\n    k: point ; b 0, 0 ; line ground 0, -2 ; normal 0, 1")

    def test_spring_without_a_force(self):
        self.reject_items("exerts no force; write 'stiffness', 'damping' or "
                          "'preload'", line=10,
                          springs="    r: a 0, 0 ; b 0, 0 ; damping 1 | \\\n"
                          "    s: a 0, 0 ; b 0, 0 ; free length 1")

    def test_contradictions_of_a_contact(self):
        self.reject_items(
            "line 8: 'Mechanism/contacts': line 9: Contact 'c': ",
            line=9, contacts="    c: point ; a 0, 0 ; line ground 0, -1 ; "
            "normal 0, 1 ; fracture energy 1 | \\\n    d: point ; a 0, 0 ; "
            "line ground 0, -2 ; normal 0, 1")

    def test_place_is_said_once(self):
        self.reject_items(
            "shape of body 'c'", line=8, bodies=self.BODIES +
            " | \\\n    c: shape polygon 0, 0, 1, 0 ; mass 1 ; at 5, 5, 0")
        run = self.percuss("run", "case.prm")
        self.assertEqual(run.stderr.count("case.prm"), 1, run.stderr)

    def test_load_that_is_not_finite_later(self):
        self.write("case.prm", "subsection Model\nset name = mechanism\nend\n"
                   f"subsection Mechanism\nset bodies = \\\n{self.BODIES}\n"
                   "set loads = b: force 1/(t - 0.125), 0\nend\n"
                   "subsection Time integration\nset time step = 0.0625\n"
                   "set end time = 1\nend\n")
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 1)
        self.assertIn("The force of load 'b' is not finite at t = 0.125 s",
                      run.stderr)


if __name__ == "__main__":
    unittest.main()
