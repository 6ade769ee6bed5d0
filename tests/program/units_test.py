# SPDX-License-Identifier: Apache-2.0
"""Quantities with units: the same run, and nothing of another dimension."""

import json
import re
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged, prm

# the same case in SI and in other units
SI = {"Elastic bar/length": 0.0508, "Elastic bar/Young's modulus": 210e9,
      "Elastic bar/density": 7850, "Elastic bar/initial velocity": -1,
      "Elastic bar/initial gap": 1e-6, "Time integration/time step": 1e-6,
      "Elastic bar/gravity": -9.81, "Time integration/end time": 1e-5}
OTHERS = {"Elastic bar/length": "2 in", "Elastic bar/Young's modulus":
          "210 GPa", "Elastic bar/density": "7.85 g/cm^3",
          "Elastic bar/initial velocity": "-3.6 km/h",
          "Elastic bar/initial gap": "1 um", "Time integration/time step":
          "0.001 ms", "Elastic bar/gravity": "-981 cm/s^2",
          "Time integration/end time": "10 us"}


class UnitsTest(ProgramTest):

    def files(self, folder):
        """Results, and parameters but for the directory that they name."""
        return (self.folder / folder / "history.csv").read_text(), re.sub(
            "output directory = .*", "",
            (self.folder / folder / "used_parameters.prm").read_text())

    def test_the_same_run_in_any_units(self):
        for name, entries in (("si", SI), ("others", OTHERS)):
            self.run_case(merged(SMALL_CASE, entries), output=name)
        history, parameters = self.files("si")
        self.assertEqual(self.files("others")[0], history)
        values = [dict(re.findall(r"set (.*) = (.*)\n", text))
                  for text in (parameters, self.files("others")[1])]
        for name, value in values[0].items():
            if name in {path.split("/")[1] for path in SI}:
                self.assertEqual(float(values[1][name]), float(value))
        # they repeat the run
        self.run_case("others/used_parameters.prm", output="again")
        self.assertEqual(self.files("again"), self.files("others"))

    def test_files_of_json_and_the_command_line(self):
        self.run_case(merged(SMALL_CASE, SI), output="si")
        self.write("case.json", json.dumps(merged(SMALL_CASE, OTHERS)))
        self.run_case("case.json", output="json")
        sets = [word for path, value in OTHERS.items()
                for word in ("--set", f"{path}={value}")]
        self.run_case(SMALL_CASE, *sets, output="set")
        for name in ("json", "set"):
            self.assertEqual(self.files(name)[0], self.files("si")[0])

    def test_items_and_vectors_of_mechanisms(self):
        name = CASES / "mechanisms/slider_crank_clearance.prm"
        text = name.read_text().replace("end time  = 0.09", "end time = 2e-3") \
            .replace("set contacts", "set gravity = 0, -9.81\n  set contacts")
        self.write("si.prm", text)
        for old, new in (("mass 0.038", "mass 38 g"),
                         ("inertia 7.4e-5", "inertia 0.74 kg cm^2"),
                         ("at 0.0765, 0, 0", "at 76.5 mm, 0, 0 deg"),
                         ("velocity 0, 11.475, 150",
                          "velocity 0, 1147.5 cm/s, 150 rad/s"),
                         ("crank -0.0765, 0", "crank -76.5 mm, 0 m"),
                         ("disc radius 0.0095", "disc radius 9.5 mm"),
                         ("; radius 0.01", "; radius 1 cm"),
                         ("half lengths 0.05, 0.025",
                          "half lengths 5 cm, 25 mm"),
                         ("clearance 0.001", "clearance 1 mm"),
                         ("0, -9.81", "0, -981 cm/s^2")):
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.write("others.prm", text)
        case = json.loads((CASES / "mechanisms/slider_crank.json").read_text())
        case["Time integration"]["end time"] = 2e-3
        self.write("si.json", json.dumps(case))
        case["Mechanism"]["bodies"][0].update(
            {"mass": "38 g", "at": ["76.5 mm", 0, 0],
             "velocity": [0, "11.475 m/s", "150 rad/s"]})
        case["Mechanism"]["joints"][0]["points"][1]["at"][0] = "-76.5 mm"
        case["Mechanism"]["contacts"][0]["half lengths"] = ["5 cm", "25 mm"]
        self.write("others.json", json.dumps(case))
        for ending in ("prm", "json"):
            for units in ("si", "others"):
                self.run_case(f"{units}.{ending}", output=units + ending)
            self.assertEqual(self.files("others" + ending)[0],
                             self.files("si" + ending)[0])
        self.write("wrong.prm", text.replace("mass 38 g", "mass 38 mm", 1)
                   .replace("clearance 1 mm", "clearance 1 s"))
        errors = json.loads(self.percuss(
            "check", "wrong.prm", "--json").stdout)["errors"]
        self.assertEqual(len(errors), 2, errors)
        for error, said in zip(errors, ("in kg, and 'mm'", "in m, and 's'")):
            self.assertIn(said, error["message"])

    def test_messages_say_which_dimension_there_must_be(self):
        """And not, too, that there are no units."""
        text = (CASES / "solids/bar_2d.prm").read_text()
        for unit, obstacle, n_errors in (
                ("m", "plane: -5 m, 0 ; 1, 0", 0),
                ("s", "plane: -5 s, 0 ; 1, 0", 1),
                ("kg", "sphere: -7, 0.2 ; 2 kg", 1)):
            before = re.search(r"set obstacles .*", text)[0]
            self.write("case.prm", text.replace(
                before, f"set obstacles = {obstacle}"))
            errors = json.loads(self.percuss(
                "check", "case.prm", "--json").stdout)["errors"]
            self.assertEqual(len(errors), n_errors, errors)
            for error in errors:
                self.assertIn(f"in m, and '{unit}'", error["message"])
                self.assertNotIn("SI numbers", error["message"])
        self.write("case.prm", """set Model/name = mechanism
set Mechanism/bodies = a: mass 1 ; inertia 1 ; at 0, 0, 0
set Mechanism/springs = s: a 0, 0 ; ground 0 s, 1 ; stiffness 3
set Mechanism/joints = j: revolute ; a 0, 0 ; ground 10 s, 0
""")
        errors = json.loads(self.percuss(
            "check", "case.prm", "--json").stdout)["errors"]
        self.assertEqual([error["line"] for error in errors], [3, 4], errors)
        for error in errors:
            self.assertIn("another dimension", error["message"])
            self.assertNotIn("SI numbers", error["message"])

    def test_every_number_with_a_unit(self):
        """Takes its own, refuses others; pure numbers take none."""
        sections = json.loads(
            self.percuss("explain", "--format", "json").stdout)
        own, other, pure = [], [], []
        for section, entries in sections.items():
            for name, entry in entries.items():
                if not entry["pattern_description"].startswith("a number"):
                    continue
                unit = re.search(r"\[([^]]*)\]", entry["documentation"])
                unit = unit[1] if unit else "-"
                path = f"{section}/{name}"
                if unit == "-":
                    pure.append(("--set", f"{path}=0.5 m"))
                    continue
                own.append(("--set", f"{path}=0.25 {unit}"))
                other.append(("--set", f"{path}=0.25 {unit} kg^3"))
        self.assertGreater(len(own), 60)
        self.assertGreater(len(pure), 15)
        self.write("case.prm", prm(SMALL_CASE))
        for words, said in ((own, None), (other, "has another dimension"),
                            (pure, "which has no unit")):
            errors = json.loads(self.percuss(
                "check", "case.prm", "--json", *sum(words, ())).stdout)[
                    "errors"]
            if said is None:
                for error in errors:
                    self.assertNotRegex(error["message"],
                                        "dimension|no unit|Allowed is a num")
                continue
            self.assertEqual({error["entry"] for error in errors
                              if said in error["message"]},
                             {word[1].split("=")[0] for word in words})

    def test_what_is_wrong(self):
        for path, value, said in (
                ("Elastic bar/length", "2 kg", "'kg' has another dimension"),
                ("Elastic bar/Young's modulus", "210 GPa m", "It is measured "
                 "in Pa"),
                ("Time integration/time step", "1 mikrosecond",
                 "There is no unit 'mikrosecond'"),
                ("Contact/restitution coefficient", "0.5 m", "no unit"),
                ("Elastic bar/number of elements", "10 m",
                 "Allowed is a whole number")):
            self.write("case.prm", prm(merged(SMALL_CASE, {path: value})))
            run = self.percuss("run", "case.prm")
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(f"'{path}' is '{value}'. ", run.stderr)
            self.assertIn(said, run.stderr)


if __name__ == "__main__":
    unittest.main()
