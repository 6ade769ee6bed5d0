# SPDX-License-Identifier: Apache-2.0
"""What the comparisons with other programs have in common, and the page
doc/judges.md with their results.

    python3 tests/judges/write_page.py

writes it anew; the tests check that it says what they compare, within what
tolerance and why, and that the differences are those that it prints."""

import json
import math
import os
import pathlib
import re
import sys
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/program"))

from program import ProgramTest, Results, merged, prm  # noqa: E402

PAGE = ROOT / "doc/judges.md"
ROUNDING = 1 / 30   # of the tolerance: what is below depends on the compiler


def row_of(problem, quantity, worst, tolerance, why):
    return f"| {problem} | {quantity} | {worst:.1e} | {tolerance:.0e} | {why} |"


def section_of(page, program):
    """Rows of the page, by their problem and quantity."""
    found = re.search(rf"^## {re.escape(program)} [\d.]+$.*?(?=^## |\Z)", page,
                      re.DOTALL | re.MULTILINE)
    rows = {}
    for line in (found.group(0) if found else "").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0] not in ("problem", "---"):
            rows[cells[0], cells[1]] = line
    return rows


class JudgeTest(ProgramTest):
    """Compares what percuss and another program compute."""

    PROGRAM = ""        # the section of the page, one for each class

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compared, cls.n_run = set(), 0

    def setUp(self):
        super().setUp()
        type(self).n_run += 1

    @classmethod
    def tearDownClass(cls):
        """The page has nothing that is compared no more."""
        super().tearDownClass()
        tests = unittest.defaultTestLoader.getTestCaseNames(cls)
        if cls.n_run == len(tests) and "PERCUSS_JUDGES_ROWS" not in os.environ:
            rows = section_of(PAGE.read_text(encoding="utf-8"), cls.PROGRAM)
            old = set(rows) - cls.compared
            assert not old, f"{PAGE.name} has, but no test: {old}"

    def agree(self, problem, quantity, computed, expected, tolerance, why):
        """The largest difference, over the largest value of the expected ones,
        is below the tolerance and as the page says."""
        computed, expected = np.asarray(computed), np.asarray(expected)
        self.compared.add((problem, quantity))
        self.assertEqual(computed.shape, expected.shape, problem)
        self.assertTrue(np.isfinite(computed).all(), problem)
        worst = float(np.max(np.abs(computed - expected)) /
                      np.max(np.abs(expected)))
        rows = os.environ.get("PERCUSS_JUDGES_ROWS")
        if rows:
            with open(rows, "a", encoding="utf-8") as file:
                file.write(json.dumps([self.PROGRAM, problem, quantity, worst,
                                       tolerance, why]) + "\n")
        self.assertLessEqual(worst, tolerance, (problem, quantity))
        if not rows:
            self.is_on_the_page(problem, quantity, worst, tolerance, why)

    def is_on_the_page(self, problem, quantity, worst, tolerance, why):
        row = section_of(PAGE.read_text(encoding="utf-8"),
                         self.PROGRAM).get((problem, quantity))
        message = (f"{PAGE.name} lacks or contradicts: {problem}, {quantity}; "
                   "tests/judges/write_page.py writes it anew")
        self.assertIsNotNone(row, message)
        printed = float(row.split("|")[3])
        self.assertEqual(row, row_of(problem, quantity, printed, tolerance,
                                     why), message)
        if max(printed, worst) > ROUNDING * tolerance:
            self.assertLess(abs(math.log10(worst / printed)), 0.5, message)

    def history_of(self, case, *words):
        """The columns of a run, whatever it warns of, as arrays."""
        if isinstance(case, dict):
            case = self.write("case.prm", prm(case))
        run = self.percuss("run", case, "--output", "out", "--quiet", *words)
        self.assertEqual(run.returncode, 0, run)
        return {name: np.array(column) for name, column in
                Results(self.folder / "out").history.items()}


__all__ = ["JudgeTest", "ROOT", "merged"]
