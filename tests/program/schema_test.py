# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of cases is made from their entries: it accepts what the
program accepts, and refuses what is misspelt."""

import json
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged

try:
    import jsonschema
except ImportError:
    jsonschema = None


@unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
class SchemaTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.schema = json.loads(
            self.percuss("explain", "--format", "schema").stdout)
        jsonschema.Draft7Validator.check_schema(self.schema)
        self.validator = jsonschema.Draft7Validator(self.schema)

    def is_valid(self, case):
        return self.validator.is_valid(case)

    def test_shipped_cases(self):
        cases = [path for path in CASES.rglob("*.json")
                 if '"Model"' in path.read_text()]
        self.assertGreater(len(cases), 0)
        for path in cases:
            case = json.loads(path.read_text())
            self.assertEqual([error.message for error in
                              self.validator.iter_errors(case)], [])
            for section, entries in case.items():
                for entry, value in entries.items():
                    wrong = json.loads(path.read_text())
                    wrong[section][entry + "x"] = value
                    self.assertFalse(self.is_valid(wrong), entry)
                wrong = json.loads(path.read_text())
                wrong[section + "x"] = wrong.pop(section)
                self.assertFalse(self.is_valid(wrong), section)

    def test_every_entry_is_there_with_its_meaning(self):
        text = self.percuss("explain", "--format", "json").stdout
        sections = json.loads(text)
        for section, entries in sections.items():
            properties = self.schema["properties"][section]["properties"]
            for name, entry in entries.items():
                self.assertIn(entry["documentation"],
                              properties[name]["description"])
                self.assertEqual(
                    self.as_number(str(properties[name]["default"])),
                    self.as_number(entry["default_value"]))
        # a file of all defaults
        self.assertTrue(self.is_valid(sections))

    @staticmethod
    def as_number(text):
        try:
            return float(text)
        except ValueError:
            return text.lower()

    def test_what_values_may_be(self):
        for entry, right, wrong in (
                ("Elastic bar/length", [1, 0.5, "2 in", "$l", "$(2*l)", "3"],
                 [True, None, [1], "long", {"x": 1}]),
                ("Elastic bar/number of elements", [3, "3", "$n"],
                 [0, 2.5, -1, "many"]),
                ("Elastic bar/mass matrix", ["lumped"], ["lumpd", 3]),
                ("Output/record signals", [True, "false"], ["yes", 1]),
                ("Contact/restitution coefficient", [0, 1, "0.5"],
                 [1.5, -0.1]),
                ("Output/history interval", [3, "automatic"],
                 [0.5, "automatc"]),
                ("Output/monitored points",
                 ["a: 1", [{"name": "a", "point": [1, "2 in"]}]],
                 [[{"nam": "a", "point": [1]}], [{"name": "a", "point": {}}]]),
                ("Study/sweep",
                 [[{"entry": "Elastic bar/length", "values": [1, 2]}],
                  [{"entry": "Variables/l", "values": ["1 in"]}]],
                 [[{"entry": "Elastic bar/lenght", "values": [1]}]]),
                ("Mechanism/bodies",
                 [[{"name": "a", "mass": 1, "at": [0, 1, "30 deg"]}]],
                 [[{"mass": 1}], [3]]),
                ("Variables/l", [1, "2 in", "2*k", {"value": 3}],
                 [True, []]),
                ("Variables/2l", [], [1])):
            for value in right:
                self.assertTrue(self.is_valid(merged(
                    SMALL_CASE, {entry: value})), (entry, value))
            for value in wrong:
                self.assertFalse(self.is_valid(merged(
                    SMALL_CASE, {entry: value})), (entry, value))

    def test_a_case_may_name_its_schema(self):
        case = {"$schema": "percuss.schema.json", **SMALL_CASE}
        self.assertTrue(self.is_valid(case))
        self.write("case.json", json.dumps(case))
        self.run_case("case.json")
        for wrong in ({"$schema": {}, **SMALL_CASE},
                      {"$schemas": "x", **SMALL_CASE},
                      merged(SMALL_CASE, {"Elastic bar/$schema": "x"})):
            self.assertFalse(self.is_valid(wrong))
            self.write("case.json", json.dumps(wrong))
            self.assertEqual(self.percuss("run", "case.json").returncode, 2)

    def test_one_section(self):
        schema = json.loads(self.percuss(
            "explain", "Study", "--format", "schema").stdout)
        self.assertEqual(set(schema["properties"]),
                         {"$schema", "Variables", "Study"})


if __name__ == "__main__":
    unittest.main()
