# SPDX-License-Identifier: Apache-2.0
"""Every entry that has a dimension takes its numbers in other units, refuses those
of other dimensions, and keeps its value in the text of the case."""

import re
import unittest

import numpy
import percuss

from python_module import CASES, ModuleTest

# for each unit that entries are declared with: others, and what they are in it
OTHERS = {
    "m": {"mm": 1e-3, "in": 0.0254}, "m^2": {"cm^2": 1e-4, "in^2": 0.0254**2},
    "m/s": {"km/h": 1 / 3.6, "in/ms": 25.4}, "m/s^2": {"cm/s^2": 1e-2,
                                                       "mm/ms^2": 1e3},
    "s": {"us": 1e-6, "h": 3600.}, "1/s": {"1/ms": 1e3, "kHz": 1e3},
    "kg": {"g": 1e-3, "t": 1e3}, "kg/m^3": {"g/cm^3": 1e3, "t/mm^3": 1e12},
    "kg m^2": {"g cm^2": 1e-7, "N m s^2": 1.}, "N": {"kN": 1e3, "g m/s^2": 1e-3},
    "N m": {"kN mm": 1., "mJ": 1e-3}, "N/m": {"N/mm": 1e3, "kg/s^2": 1.},
    "N s/m": {"kg/s": 1., "N ms/mm": 1.}, "Pa": {"GPa": 1e9, "N/mm^2": 1e6},
    "J/m^2": {"N/mm": 1e3, "kJ/m^2": 1e3},
    "rad": {"deg": numpy.pi / 180, "mrad": 1e-3},
    "rad/s": {"deg/s": numpy.pi / 180, "rad/ms": 1e3}}
# texts whose items have parts of other dimensions, or places beside values
ITEMS = {"Solid/tractions": "1: 0, {}", "Output/monitored points": "a: {}",
         "Solid/gravity": "{}, {}", "Mechanism/gravity": "{}, {}",
         "Spatial mechanism/gravity": "{}, {}, {}"}
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def unit_of(meaning):
    unit = re.search(r"\[([^]]*)\]", meaning)
    return unit[1] if unit and unit[1] in OTHERS else None


class EntriesWithUnitsTest(ModuleTest):

    def setUp(self):
        super().setUp()
        self.case = percuss.Case({"Model": {"name": "bouncing ball"}})

    def entries(self):
        """Path, unit, and what a number stands in; not the bodies, joints and
        contacts of mechanisms, whose words have units of their own."""
        for path in self.case:
            _, allowed, meaning = self.case._entry(path)
            unit = unit_of(meaning)
            is_text = allowed == "any text"
            if unit and (allowed.startswith("a number") or is_text) and (
                    not is_text or path in ITEMS or
                    not path.startswith(("Mechanism/", "Spatial mechanism/"))):
                yield path, unit, ITEMS.get(path, "{}")

    def numbers(self, case, path):
        """Of an entry, whatever stands around them."""
        text = case._entry(path)[0].rpartition(":")[2]
        return [float(number) for number in NUMBER.findall(text)]

    def test_every_unit_is_known_here(self):
        """An entry in a unit that the table lacks would not be tested."""
        units = set()
        for path in self.case:
            _, allowed, meaning = self.case._entry(path)
            if allowed.startswith("a number"):
                units |= set(re.findall(r"\[([^]]*)\]", meaning)[:1])
        self.assertEqual(units - set(OTHERS) - {"-"}, set())

    def test_other_units(self):
        """The value is that in SI, to the last digits, also in a case that is
        made of the text of this one."""
        n, expected = 0, {}
        for path, unit, form in self.entries():
            zeros = form.count("0")
            for other, factor in ((unit, 1.), *OTHERS[unit].items()):
                for value in (0.25, 3e-3, 0.5):
                    text = form.replace("{}", f"{value!r} {other}")
                    with self.subTest(path, text=text):
                        try:
                            self.case[path] = text
                        except percuss.InputError as error:  # of its range
                            self.assertRegex(str(error), "Allowed is a number, "
                                             "(between|above|at)")
                            continue
                        n += 1
                        found = self.numbers(self.case, path)[zeros:]
                        numpy.testing.assert_allclose(
                            found, value * factor, rtol=1e-15)
                        expected[path] = self.case[path]
        self.assertGreater(n, 90 * 3 * 2)
        again = percuss.Case(text=self.case.text)
        for path, value in expected.items():
            self.assertEqual(again[path], value, path)

    def test_other_dimensions(self):
        """Refused with the unit that there must be; the value stays."""
        n = 0
        for path, unit, form in self.entries():
            before = self.case[path]
            for wrong in (f"{unit} kg^3", "m^2 s^5", *OTHERS[unit]):
                text = form.replace("{}", "0.25 " + (
                    f"{wrong} rad^2" if wrong in OTHERS[unit] else wrong))
                with self.subTest(path, text=text):
                    with self.assertRaisesRegex(
                            percuss.InputError,
                            "measured in|has another dimension|in .*, and '"):
                        self.case[path] = text
                    self.assertEqual(self.case[path], before)
                    n += 1
        self.assertGreater(n, 90 * 4)


# the same cases in SI and in other units: bars, solids with obstacles, loads and
# expressions, mechanisms with springs and loads, of the plane and of space
BAR = ({"Model": {"name": "elastic bar"},
        "Elastic bar": {"length": 0.508, "number of elements": 20,
                        "Young's modulus": 70e9, "density": 2700,
                        "cross section": 6e-4, "initial gap": 1e-5,
                        "initial velocity": "-2 + 0.5*x",
                        "right end force": "100*sin(3e4*t)"},
        "Time integration": {"time step": 1e-6, "end time": 2e-4}},
       {"Elastic bar": {"length": "20 in", "number of elements": 20,
                        "Young's modulus": "70 kN/mm^2",
                        "density": "2.7 t/m^3", "cross section": "6 cm^2",
                        "initial gap": "10 um",
                        "initial velocity": "-200 cm/s + 500 mm/s*x",
                        "right end force": "0.1 kN*sin(3e4*t)"},
        "Time integration": {"time step": "1 us", "end time": "0.2 ms"}})
SOLID = ({"Model": {"name": "solid"},
          "Solid": {"dimension": 2, "Young's modulus": 400, "density": 1.2,
                    "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
                    "initial velocity": "0, -1.5", "gravity": "0, -9.81",
                    "tractions": "3: 0, 20*t", "contact boundaries": 2,
                    "obstacles": "plane: 0, -0.05 ; 0, 1"},
          "Output": {"monitored points": "corner: 0.25, 0"},
          "Time integration": {"time step": 2e-3, "end time": 0.2}},
         {"Solid": {"dimension": 2, "Young's modulus": "0.4 kPa",
                    "density": "1.2e-3 g/cm^3",
                    "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
                    "initial velocity": "0, -150 cm/s",
                    "gravity": "0, -9810 mm/s^2",
                    "tractions": "3: 0, 0.02 kPa*t", "contact boundaries": 2,
                    "obstacles": "plane: 0, -5 cm ; 0, 1"},
          "Output": {"monitored points": "corner: 25 cm, 0"},
          "Time integration": {"time step": "2 ms", "end time": "200 ms"}})
MECHANISM = ({"Model": {"name": "mechanism"},
              "Mechanism": {
                  "bodies": "b: mass 0.5 ; inertia 1e-3 ; at 0.1, 0.02, 0.5 ; "
                            "velocity -4, 0, 3",
                  "contacts": "wall: point ; b -0.01, 0 ; line ground 0, 0 ; "
                              "normal 1, 0 ; restitution 0.5",
                  "springs": "s: b 0, 0 ; ground 0.2, 0 ; stiffness 250 ; "
                             "free length 0.08 ; damping 3",
                  "loads": "b: force 2*sin(30*t), 0 ; moment 0.01",
                  "gravity": "0, -9.81"},
              "Contact": {"capture speed": 1e-3},
              "Time integration": {"time step": 1e-4, "end time": 0.2}},
             {"Mechanism": {
                  "bodies": "b: mass 500 g ; inertia 10 kg cm^2 ; "
                            "at 10 cm, 20 mm, 0.5 rad ; "
                            "velocity -400 cm/s, 0, 3 rad/s",
                  "contacts": "wall: point ; b -1 cm, 0 ; line ground 0, 0 ; "
                              "normal 1, 0 ; restitution 0.5",
                  "springs": "s: b 0, 0 ; ground 200 mm, 0 ; "
                             "stiffness 0.25 N/mm ; free length 8 cm ; "
                             "damping 3e-3 N s/mm",
                  "loads": "b: force 2e-3 kN*sin(30*t), 0 ; "
                           "moment 10 N mm",
                  "gravity": "0, -981 cm/s^2"},
              "Contact": {"capture speed": "1 mm/s"},
              "Time integration": {"time step": "0.1 ms", "end time": "0.2 s"}})
SPACE = ({"Model": {"name": "spatial mechanism"},
          "Spatial mechanism": {
              "bodies": "b: mass 2 ; inertia 0.1, 0.2, 0.3 ; at 0, 0, 0.3 ; "
                        "velocity 1, 0, -2 ; angular velocity 0, 5, 0",
              "contacts": "floor: ball ; b 0, 0, 0.05 ; ball radius 0.1 ; "
                          "plane ground 0, 0, 0 ; normal 0, 0, 1 ; "
                          "friction 0.3"},
          "Time integration": {"time step": 1e-3, "end time": 0.3}},
         {"Spatial mechanism": {
              "bodies": "b: mass 2000 g ; inertia 0.1, 0.2, 0.3 ; "
                        "at 0, 0, 30 cm ; velocity 100 cm/s, 0, -2 m/s ; "
                        "angular velocity 0, 5 rad/s, 0",
              "contacts": "floor: ball ; b 0, 0, 50 mm ; ball radius 10 cm ; "
                          "plane ground 0, 0, 0 ; normal 0, 0, 1 ; "
                          "friction 0.3"},
          "Time integration": {"time step": "1 ms", "end time": "300 ms"}})


class HistoriesInUnitsTest(ModuleTest):

    def test_the_same_history(self):
        """To 1e-12 of the largest number of each column."""
        for si, changes in (BAR, SOLID, MECHANISM, SPACE):
            with self.subTest(si["Model"]["name"]):
                expected = percuss.Case(si).run().history
                found = percuss.Case({**si, **changes}).run().history
                self.assertEqual(list(found), list(expected))
                self.assertGreater(expected["active_contacts"].max(), 0)
                for name in expected:
                    size = abs(expected[name]).max()
                    numpy.testing.assert_allclose(
                        found[name], expected[name], rtol=0,
                        atol=1e-12 * size, err_msg=name)

    def test_of_a_sweep(self):
        """Values with units are those without."""
        case = percuss.Case(BAR[0])
        path = "Elastic bar/initial gap"
        runs = [list(case.sweep({path: values})) for values in (
            [1e-5, 2e-5, 2.54e-5], ["10 um", "2e-3 cm", "1e-3 in"])]
        for one, other in zip(*runs):
            numpy.testing.assert_array_equal(one.history["force[left]"],
                                             other.history["force[left]"])
        with self.assertRaisesRegex(percuss.InputError, "another dimension"):
            case.sweep({path: [1e-5, "10 kg"]})


if __name__ == "__main__":
    unittest.main()
