# SPDX-License-Identifier: Apache-2.0
"""Items of mechanisms in .prm and .json files."""

import json
import unittest

from mechanism import MECHANISMS, MechanismTest


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


if __name__ == "__main__":
    unittest.main()
