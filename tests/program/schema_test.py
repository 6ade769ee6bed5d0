# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of cases is made from their entries: it accepts what the
program accepts, and refuses what is misspelt."""

import json
import re
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

    def test_words_of_items(self):
        """An object of a list has the words of its kind, and no others."""
        point = {"body": "A", "at": [0, 0]}
        pair = {"name": "x", "points": [point, "ground 0, 1"]}
        contact = {"name": "c", "points": [point], "normal": [0, 1],
                   "line": {"body": "ground", "at": [0, "1 in"]}}
        body = {"name": "A", "mass": 1, "inertia": 2, "at": [0, 1, "30 deg"]}
        rod = {"name": "r", "from": [0, 0, 0], "length": 1, "density": "1+2",
               "Young's modulus": "2 GPa"}
        for entry, right, wrong in (
                ("Mechanism/bodies",
                 [{}, {"copies": [2, 3]}, {"shape disc": "2 cm"},
                  {"shape polygon": [0, 0, 1, 0, 0, 1]}, {"mass": "$m"}],
                 [{"mas": 1}, {"mass": True}, {"mass": "heavy"}, {"at": [0]},
                  {"shape box": [1, 1, 1]}, {"kind": "fixd"},
                  {"copies": [2]}, {"fixed": True}]),
                ("Mechanism/joints",
                 [{"kind": "revolute"}, {"kind": "fixed", "angle": 1},
                  {"kind": "prismatic", "direction": [1, 0]},
                  {"kind": "drive", "points": ["A", "ground"],
                   "angle": "sin(t)"}],
                 [{}, {"kind": "revolut"}, {"kind": "prismatic"},
                  {"kind": "revolute", "angle": 1},
                  {"kind": "revolute", "points": [point]},
                  {"kind": "revolute", "axis": [0, 0, 1]}]),
                ("Mechanism/springs",
                 [{"stiffness": 1}, {"kind": "bumper", "exponent": 1.5},
                  {"kind": "torsional", "points": ["A", "ground"]}],
                 [{"exponent": 1.5}, {"kind": "bumper", "damping": 1},
                  {"kind": "bumpr"}, {"stifness": 1}]),
                ("Mechanism/contacts",
                 [{"kind": "point"}, {"kind": "point", "friction": 0.3},
                  {"kind": "disc", "disc radius": 1},
                  {"kind": "point", "side": "left"}],
                 [{}, {"kind": "disc"}, {"kind": "point", "frictoin": 0.3},
                  {"kind": "point", "side": "lef"},
                  {"kind": "ball", "ball radius": 1}]),
                ("Spatial mechanism/rods",
                 [{}, {"elements": 3}, {"mass matrix": "lumped"}],
                 [{"elements": 0.5}, {"mass matrix": "lumpd"},
                  {"elments": 3}]),
                ("Solid/obstacles",
                 [{"centre": [0, 1], "radius": 1},
                  {"centre": [0, 1], "radius": 1, "moved by": ["t", 0]}],
                 [{"centre": [0, 1]}, {"center": [0, 1], "radius": 1},
                  {"kind": "spere", "centre": [0, 1], "radius": 1}])):
            base = {"bodies": body, "joints": pair, "springs": pair,
                    "contacts": contact, "rods": rod,
                    "obstacles": {"kind": "sphere"}}[entry.split("/")[1]]
            for valid, cases in ((True, right), (False, wrong)):
                for members in cases:
                    case = merged(SMALL_CASE, {entry: [{**base, **members}]})
                    self.assertEqual(self.is_valid(case), valid,
                                     (entry, members))
        for item, valid in (
                ({"name": "c", "bodies": "all"}, True),
                ({"name": "c", "kind": "bodies A, B"}, True),
                ({"name": "c", "bodies": ["A", "B"], "friction": 1}, True),
                ({"name": "c", "bodies": ["A", "B"], "disc radius": 1},
                 False),
                ({"name": "c", "kind": "beam B", "disc radius": 1}, True),
                ({"name": "c", "kind": "beam B"}, False)):
            self.assertEqual(self.is_valid(merged(
                SMALL_CASE, {"Mechanism/contacts": [item]})), valid, item)

    def test_items_of_shipped_mechanisms(self):
        """Each item of a .prm file, as an object, has words of its kind; with
        one more it has not."""
        sections = json.loads(
            self.percuss("explain", "--format", "json").stdout)
        n_items = 0
        for path in sorted(CASES.glob("mechanisms/*.prm")):
            text = re.sub(r"\\\n\s*", "", path.read_text())
            opened = ""
            for section, entry, value in re.findall(
                    r"(?m)^subsection (.*echanism)$|^\s*set (\w+)\s*=(.*)$",
                    text):
                if section:
                    opened = section
                elif "items" in sections.get(opened, {}).get(entry, {}):
                    kinds = sections[opened][entry]["items"]
                    items = [self.as_object(item, kinds) for item
                             in value.split("|") if item.strip()]
                    n_items += len(items)
                    case = merged(SMALL_CASE, {f"{opened}/{entry}": items})
                    self.assertEqual(
                        [error.message for error in
                         self.validator.iter_errors(case)] if items else [],
                        [], (path.name, entry, items))
                    for item in items:
                        wrong = merged(SMALL_CASE, {
                            f"{opened}/{entry}": [{**item, "colour": 1}]})
                        self.assertFalse(self.is_valid(wrong), item)
        self.assertGreater(n_items, 100)

    @staticmethod
    def as_object(text, kinds):
        """"NAME: part ; part" as an object of those kinds."""
        name, parts = text.split(":", 1)
        words = sorted({word["word"] for kind in kinds
                        for word in kind["words"]} - {""}, key=len)[::-1]
        names = {kind["kind"].split(" ")[0] for kind in kinds} - {
            word["word"] for kind in kinds for word in kind["words"]
            if word["word"] == kind["kind"]}
        result = {"name": name.strip()}
        for i, part in enumerate(parts.split(";")):
            part = " ".join(part.split())
            word = next((word for word in words
                         if (part + " ").startswith(word + " ")), None)
            if i == 0 and part.split(" ")[0] in names:
                result["kind"] = part
            elif word:
                result[word] = part[len(word):].strip() or True
            else:
                result.setdefault("points", []).append(part)
        return result

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
