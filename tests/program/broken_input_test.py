# SPDX-License-Identifier: Apache-2.0
"""Shipped cases with one to four errors each: percuss check names all of
them with their lines, and nothing else."""

import json
import os
import pathlib
import random
import re
import sys
import time
import unittest

from check_test import CheckTest
from program import CASES

N_INPUTS = int(os.environ.get("PERCUSS_BROKEN_INPUTS", "100"))
SEED = int(os.environ.get("PERCUSS_BROKEN_SEED", "1"))
# without the meshes that take seconds
SLOW = ("hertz_", "block_on_ball", "falling_spheres")
OF_NAMES = ("bodies", "points", "joints", "contacts", "springs", "beams",
            "rods", "drives")


class Statement:
    """An entry that a case sets: its section, name, lines and value."""

    def __init__(self, section, name, first, last, value):
        self.section, self.name, self.value = section, name, value
        self.first, self.last = first, last

    @property
    def path(self):
        return f"{self.section}/{self.name}"


class BrokenCase:
    """The lines of a case, of which some are made wrong."""

    def __init__(self, text, entries):
        self.lines = text.splitlines()
        self.entries = entries
        self.statements, self.sections = [], {}
        section, i = "", 0
        while i < len(self.lines):
            line = self.lines[i].split("#")[0].strip()
            if line.startswith("subsection "):
                section = line.removeprefix("subsection ").strip()
                self.sections[section] = i
            elif line.startswith("set "):
                first = i
                while self.lines[i].rstrip().endswith("\\"):
                    i += 1
                whole = " ".join(each.split("#")[0].rstrip().rstrip("\\")
                                 for each in self.lines[first:i + 1])
                name, value = whole.strip().removeprefix("set ").split("=", 1)
                self.statements.append(Statement(
                    section, name.strip(), first, i, value.strip()))
            i += 1
        self.used = set()  # statements and sections
        self.expected = []  # line, what is said

    def free(self, test):
        """The statements that are right yet, of entries with that property."""
        return [each for each in self.statements
                if each.path not in self.used and each.section not in self.used
                and each.path in self.entries and test(each)
                # which decide what is read at all
                and each.path not in ("Model/name", "Solid/dimension",
                                      "Study/kind")]

    def set_value(self, statement, value):
        self.lines[statement.first] = re.sub(
            r"=.*", lambda _: f"= {value}", self.lines[statement.first])
        for i in range(statement.first + 1, statement.last + 1):
            self.lines[i] = "#"

    def expect(self, statement, *said):
        self.used.add(statement.path)
        self.expected.append((statement.first + 1, said))

    def allowed(self, statement):
        return self.entries[statement.path]["pattern_description"]


def misspelt(name, chance):
    """With one letter twice, or two that have changed their places."""
    letters = [i for i in range(1, len(name) - 1) if name[i].isalpha()
               and name[i + 1].isalpha() and name[i] != name[i + 1]]
    i = chance.choice(letters)
    if chance.random() < 0.5:
        return name[:i] + name[i] + name[i:]
    return name[:i] + name[i + 1] + name[i] + name[i + 2:]


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


# Each makes one error, if the case has an entry for it, and says whether.


def misspelt_entry(case, chance):
    found = case.free(lambda each: len(each.name) > 4)
    if not found:
        return False
    one = chance.choice(found)
    wrong = misspelt(one.name, chance)
    if f"{one.section}/{wrong}" in case.entries:
        return False
    case.lines[one.first] = case.lines[one.first].replace(
        one.name, wrong, 1)
    case.expect(one, wrong, one.name)
    return True


def misspelt_section(case, chance):
    found = [name for name in case.sections
             if name not in ("Model", "Variables") and name not in case.used
             and not any(path.startswith(name + "/") for path in case.used)]
    if not found:
        return False
    name = chance.choice(found)
    wrong = misspelt(name, chance)
    line = case.sections[name]
    case.lines[line] = case.lines[line].replace(name, wrong)
    case.used.add(name)
    case.expected.append((line + 1, (wrong, name)))
    return True


def wrong_word(case, chance):
    found = case.free(lambda each: case.allowed(each).startswith("one of:") and
                      len(each.value) > 4)
    if not found:
        return False
    one = chance.choice(found)
    wrong = misspelt(one.value, chance)
    case.set_value(one, wrong)
    case.expect(one, wrong)
    return True


def wrong_unit(case, chance):
    found = case.free(lambda each: is_number(each.value) and re.search(
        r"\[(m|s|Pa|kg/m\^3|m/s|m\^2)\]",
        case.entries[each.path]["documentation"]))
    if not found:
        return False
    one = chance.choice(found)
    unit = chance.choice(("A", "mol", "kg m^7", "mn", "K"))
    case.set_value(one, f"{one.value} {unit}")
    case.expect(one, unit.split()[0])
    return True


def out_of_range(case, chance):
    found = []
    for each in case.free(lambda each: is_number(each.value)):
        allowed = case.allowed(each)
        if "at least" in allowed or "positive" in allowed:
            found.append((each, "-7"))
        elif between := re.search(r"between (\S+) and (\S+)", allowed):
            found.append((each, repr(float(between[2].rstrip(",.")) + 1)
                          if is_number(between[2].rstrip(",.")) else "-1e9"))
    if not found:
        return False
    one, wrong = chance.choice(found)
    case.set_value(one, wrong)
    case.expect(one, wrong.removesuffix(".0"))
    return True


def garbage_number(case, chance):
    found = case.free(lambda each: is_number(each.value) and
                      case.allowed(each).startswith(("a number",
                                                     "a whole number")))
    if not found:
        return False
    one = chance.choice(found)
    wrong = chance.choice(("12abc", "1..2", "--3", "1,5", "0x10", "much",
                           "nan", "1e", "$nothing", "3 4"))
    case.set_value(one, wrong)
    case.expect(one, wrong.split()[0])
    return True


def unknown_body(case, chance):
    """In contacts, joints and springs of mechanisms."""
    bodies = {match[1] for each in case.statements if each.name == "bodies"
              for match in re.finditer(r"(?:^|\|)\s*(\w+)\s*:", each.value)}
    found = [(each, match) for each in case.free(
        lambda each: each.section in ("Mechanism", "Spatial mechanism") and
        each.name in ("contacts", "joints", "springs"))
             for match in re.finditer(r"[:;]\s*(?:\w+ )?(\w+)(?= [-0-9(])",
                                      each.value) if match[1] in bodies]
    if not found:
        return False
    one, match = chance.choice(found)
    wrong = match[1] + "q"
    case.set_value(one, one.value[:match.start(1)] + wrong +
                   one.value[match.end(1):])
    case.expect(one, wrong)
    return True


def two_of_one_name(case, chance):
    found = case.free(lambda each: each.name in OF_NAMES and re.match(
        r"[\w ]+:", each.value) and each.section.lower().endswith("mechanism"))
    if not found:
        return False
    one = chance.choice(found)
    if one.name in ("bodies", "beams", "rods"):  # by which the others are judged
        if any(path.startswith(one.section + "/") for path in case.used):
            return False
        case.used.add(one.section)
    first = one.value.split("|")[0].strip()
    case.set_value(one, f"{one.value} | {first}")
    case.expect(one, "already", first.split(":")[0].strip())
    return True


def unknown_boundary(case, chance):
    found = case.free(lambda each: each.section == "Solid" and each.name in (
        "contact boundaries", "fixed displacements", "tractions"))
    if not found or any("777" in said for _, said in case.expected):
        return False
    one = chance.choice(found)
    case.set_value(one, "777" if one.name == "contact boundaries" else
                   "777: x" if one.name.startswith("fixed") else
                   "777: " + ", ".join("0" * (3 if any(
                       each.path == "Solid/dimension" and each.value == "3"
                       for each in case.statements) else 2)))
    case.expect(one, "777")
    return True


def line_without_meaning(case, chance):
    found = case.free(lambda each: each.first == each.last)
    if not found:
        return False
    one = chance.choice(found)
    case.lines[one.first] = case.lines[one.first].replace("set ", "sett ", 1)
    case.expect(one, "sett")
    return True


KINDS = (unknown_body, two_of_one_name, unknown_boundary, misspelt_entry,
         misspelt_section, wrong_word, wrong_unit, out_of_range, garbage_number,
         line_without_meaning)


class RandomlyBrokenInputTest(CheckTest):

    def setUp(self):
        super().setUp()
        for name in ("applications", "meshes"):
            (self.folder / name).symlink_to(CASES.parent / name)
        run = self.percuss("explain", "--format", "json")
        self.entries = {f"{section}/{name}": entry for section, of_section in
                        json.loads(run.stdout).items()
                        for name, entry in of_section.items()}
        by_model = {}
        for case in sorted(CASES.glob("*/*.prm")):
            text = case.read_text()
            model = re.search(r"set name\s*=\s*(.*?)\s*(#|\n)", text)
            if model and "include " not in text and not case.name.startswith(
                    SLOW):
                by_model.setdefault(model[1], []).append(case)
        self.by_model = by_model

    def broken(self, chance, n_errors):
        """A case with so many errors, and what they are."""
        while True:
            model = chance.choice(sorted(self.by_model))
            path = chance.choice(self.by_model[model])
            case = BrokenCase(path.read_text(), self.entries)
            kinds = []
            for attempt in range(20):
                if len(kinds) < n_errors:
                    # first those for which few cases have an entry
                    kind = chance.choice(KINDS[:3] if attempt < 3 else KINDS)
                    if kind(case, chance):
                        kinds.append(kind.__name__)
            if len(kinds) == n_errors:
                return path, case, kinds

    def test_all_are_named(self):
        n_found, times = {}, []
        for i in range(N_INPUTS):
            chance = random.Random(f"{SEED} {i}")
            path, case, kinds = self.broken(chance, 1 + i % 4)
            self.write("case.prm", "\n".join(case.lines) + "\n")
            with self.subTest(input=i, case=path.name, kinds=kinds):
                begin = time.perf_counter()
                errors = self.check("case.prm")["errors"]
                times.append(time.perf_counter() - begin)
                for kind in kinds:
                    n_found[kind] = n_found.get(kind, 0) + 1
                said = sorted((each["line"] or 0, each["message"])
                              for each in errors)
                self.assertEqual([line for line, _ in said],
                                 sorted(line for line, _ in case.expected),
                                 said)
                messages = dict(said)
                for line, parts in case.expected:
                    for part in parts:
                        self.assertIn(part, messages[line])
        times.sort()
        print(f"{N_INPUTS} inputs, {sum(n_found.values())} errors; seconds of "
              f"a check: median {times[len(times) // 2]:.3f}, 90 % "
              f"{times[int(0.9 * len(times))]:.3f}, longest {times[-1]:.3f}")
        for kind in KINDS:
            self.assertGreater(n_found.get(kind.__name__, 0), N_INPUTS // 100,
                               kind.__name__)


if __name__ == "__main__":
    unittest.main()
