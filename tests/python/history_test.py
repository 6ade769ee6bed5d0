# SPDX-License-Identifier: Apache-2.0
"""Runs in Python and by the program are the same, bit by bit."""

import csv
import json
import unittest

import numpy
import percuss

from python_module import BALL, BAR, CASES, ModuleTest

SHIPPED = sorted([
    *(CASES / "small_systems").glob("*.prm"),
    *(CASES / "mechanisms").glob("*cradle.prm"),
    *(CASES / "mechanisms").glob("ro[clt]*.prm"),
    *(CASES / "mechanisms").glob("slider_and_roller.prm"),
    *(CASES / "scheme_comparison").glob("b*.prm"),
    CASES / "impacting_bar/acary.prm"])


def history_of(folder):
    with open(folder / "history.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return header, numpy.array(rows, dtype=float)


class HistoryTest(ModuleTest):

    def check(self, name, run, folder):
        header, rows = history_of(folder)
        self.assertEqual(header, list(run.history), name)
        for i, column in enumerate(header):
            numpy.testing.assert_array_equal(run.history[column], rows[:, i],
                                             f"{name}, {column}")
        written = json.loads((folder / "summary.json").read_text())
        for key, value in run.summary.items():
            if "seconds" not in key:
                self.assertEqual(value, written[key], (name, key))
        self.assertEqual(list(run.summary), list(written))

    def test_shipped_cases(self):
        self.assertGreater(len(SHIPPED), 15)
        for file in SHIPPED:
            with self.subTest(file.name):
                of_program = self.percuss("run", file, "--quiet", "--output",
                                          file.stem)
                self.assertEqual(of_program.returncode, 0, of_program.stderr)
                self.check(file.name, percuss.Case(file).run(),
                           self.folder / file.stem)

    def test_written_files(self):
        """With output=..., the files are those of the program."""
        for name, case in (("ball", BALL), ("bar", BAR)):
            file = self.folder / f"{name}.json"
            file.write_text(json.dumps(case))
            of_program = self.percuss("run", file, "--quiet", "--output", "a")
            self.assertEqual(of_program.returncode, 0, of_program.stderr)
            run = percuss.Case(file).run(output="b")
            self.check(name, run, self.folder / "b")
            names = [sorted(str(each.relative_to(folder))
                            for each in folder.rglob("*"))
                     for folder in (self.folder / "a", self.folder / "b")]
            self.assertEqual(names[0], names[1])
            self.assertEqual((self.folder / "a/history.csv").read_bytes(),
                             (self.folder / "b/history.csv").read_bytes())

    def test_no_file_in_memory(self):
        for case in (BALL, BAR):
            percuss.Case({**case, "Output": {"field interval": 1,
                                             "checkpoint interval": 1,
                                             "record signals": True}}).run()
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_summary_is_that_of_the_program(self):
        """All lines but that of the times."""
        (self.folder / "case.json").write_text(json.dumps(BALL))
        said = self.percuss("run", "case.json", "--output", "out").stdout
        run = percuss.Case("case.json").run()
        lines = str(run).splitlines()
        self.assertGreater(len(lines), 10)
        for line in lines[1:]:
            self.assertIn(line + "\n", said)

    def test_arrays_are_views(self):
        run = percuss.Case(BALL).run()
        for name, column in run.history.items():
            self.assertFalse(column.flags.writeable, name)
            self.assertFalse(column.flags.owndata, name)
            self.assertEqual(len(column), 101)
            with self.assertRaises(ValueError):
                column[0] = 1
        self.assertIs(run.time, run.history["time"])
        kept = run.time
        expected = kept.copy()
        del run  # the numbers stay
        percuss.Case(BALL).run()
        numpy.testing.assert_array_equal(kept, expected)
        with self.assertRaisesRegex(KeyError, "Did you mean 'time'"):
            percuss.Case(BALL).run().history["tine"]

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not here")
        run = percuss.Case(BALL).run(output="out")
        frame = run.history.to_pandas()
        pandas.testing.assert_frame_equal(
            frame, pandas.read_csv("out/history.csv",
                                   float_precision="round_trip"))


if __name__ == "__main__":
    unittest.main()
