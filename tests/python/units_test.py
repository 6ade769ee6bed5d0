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


if __name__ == "__main__":
    unittest.main()
