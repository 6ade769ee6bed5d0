# SPDX-License-Identifier: Apache-2.0
"""What reports of reproductions say, and which descriptions are refused."""

import json
import pathlib
import sys
import tempfile
import types
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

import energy_balance
import energy_table
import nearer_table
import reproduction_report
from reproduction import (DescriptionError, Row, RunPlan, make_row, make_run,
                          read, runs_of)
from verdicts import DIFFERS, FAILS, HOLDS, SKIPPED, Verdict


def row(**more):
    return Row("force", "(1)", {}, **{"published": 10., "tolerance": 0.5,
                                      **more})


def reproduction(**more):
    return types.SimpleNamespace(**{
        "name": "ball", "title": "a ball", "source": "X", "place": "p. 1",
        "text": "", "chosen": [], "energy": [], "runs": {}, "folder": "",
        **more})


OTHERS = [{"program": "P", "value": 12.}, {"program": "Q", "value": 10.}]
VERDICTS = [Verdict(row(), 10.25, HOLDS),
            Verdict(row(unit="N", relation="at most"), 11., FAILS, "high"),
            Verdict(row(differs="a misprint"), 9., DIFFERS, "a misprint"),
            Verdict(row(tolerance=0.), None, SKIPPED, "takes too long")]


class ReproductionReportTest(unittest.TestCase):

    def test_summary(self):
        self.assertEqual(
            reproduction_report.summary(VERDICTS),
            "4 rows: 1 hold, 1 fail, 1 known to differ, 1 not computed")
        self.assertEqual(reproduction_report.summary(VERDICTS[:1]),
                         "1 rows: 1 hold, 0 fail")
        self.assertIn("another program's own result in 1 of 2 comparisons "
                      "(50%)", reproduction_report.summary(
                          [Verdict(row(other=OTHERS), 11., FAILS)]))

    def test_table(self):
        lines = reproduction_report.table(reproduction(), VERDICTS).split("\n")
        self.assertEqual(lines[2:], [
            "| force | (1) | 10 | 10.25 | 0.25 | 0.5 | holds |",
            "| force | (1) | at most 10 N | 11 | 1 | 0.5 | **FAILS** |",
            "| force | (1) | 10 | 9 | -1 | 0.5 | differs |",
            "| force | (1) | 10 | - | - | - | - |", "",
            "- force: high", "- force: a misprint"])
        text = reproduction_report.table(reproduction(), [
            Verdict(row(other=OTHERS), 10., HOLDS)])
        self.assertTrue(text.endswith(
            "| force; other: 12 (P); 10 (Q) | (1) | 10 | 10 | 0 | 0.5 | "
            "holds |"))

    def test_failure(self):
        self.assertEqual(
            reproduction_report.failure(reproduction(), VERDICTS[1]),
            "  FAILS  ball: force: published at most 10 N, computed 11, "
            "tolerance 0.5 (high)")
        self.assertTrue(reproduction_report.failure(
            reproduction(), VERDICTS[0]).endswith("tolerance 0.5"))

    def test_section(self):
        plain = reproduction_report.section(reproduction(), VERDICTS)
        self.assertTrue(plain.startswith("## ball: a ball\n\n[X] p. 1.\n\n| "))
        self.assertNotIn("Chosen", plain)
        full = reproduction_report.section(reproduction(
            text=" more \n", chosen=["a", "b"]), VERDICTS)
        self.assertIn("[X] p. 1.\n\nmore\n\n| ", full)
        self.assertTrue(full.endswith("open: a; b."))

    def test_files(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for missing in ("", '[not_reproduced]\n"a crash" = "no mesh"\n'):
                (folder / "sources.toml").write_text(
                    f'[sources]\nX = "a page"\nY = "another"\n{missing}')
                reproduction_report.write(
                    types.SimpleNamespace(output=folder, catalogue=folder),
                    [reproduction()],
                    {"ball": ([Verdict(row(other=OTHERS), 11., FAILS)], {})})
                text = (folder / "report.md").read_text()
                self.assertIn("- [X] a page", text)
                self.assertNotIn("another\n", text)
                self.assertEqual("- a crash: no mesh" in text, bool(missing))
                self.assertEqual("What is not here" in text, bool(missing))
            found, = json.loads((folder / "report.json").read_text())
            self.assertEqual((found["computed"], found["verdict"],
                              [other["ours_is_nearer"]
                               for other in found["other"]]),
                             (11., FAILS, [True, False]))


class TablesTest(unittest.TestCase):

    def test_nearer(self):
        found = {"ball": ([Verdict(row(other=OTHERS), 11., FAILS),
                           Verdict(row(other=OTHERS[:1]), 13., FAILS)], {})}
        self.assertEqual(nearer_table.rows([reproduction()], found), [
            ("ball", "P", 1, 2), ("ball", "Q", 0, 1), ("all", "", 1, 3)])
        self.assertIn("| all |  | 1 | 3 |",
                      nearer_table.markdown([reproduction()], found)[2])
        self.assertIn("<table>", nearer_table.as_html([reproduction()], found))
        nothing = {"ball": (VERDICTS, {})}
        self.assertEqual(nearer_table.rows([reproduction()], nothing), [])
        self.assertEqual(nearer_table.markdown([reproduction()], nothing), [])
        self.assertEqual(nearer_table.as_html([reproduction()], nothing), "")

    def test_energy(self):
        each = reproduction(
            runs={"slow": RunPlan("slow", ""), "fast": RunPlan("fast", "")},
            energy=[{"program": "P", "share": 1.5, "at": "p. 2"},
                    {"program": "ours", "impact": "a wall", "computed": {
                        "summary": "a", "run": "fast"}},
                    {"program": "left out", "computed": {
                        "summary": "a", "run": "slow"}}])
        results = {"fast": types.SimpleNamespace(failure="",
                                                 summary={"a": 0.5})}
        found = {"ball": ([], results)}
        self.assertEqual(energy_table.rows([each], found), [
            ("a ball", "P", 1.5, "p. 2"), ("a wall", "ours", 0.5, "computed")])
        self.assertIn("| a ball | P | 1.500 **creates** | p. 2 |",
                      energy_table.markdown([each], found))
        page = energy_table.as_html([each], found)
        self.assertIn("1.500 creates", page)
        self.assertEqual(energy_table.as_html([reproduction()], found), "")

    def test_who_creates_energy(self):
        for share, text in (
                (1, "1.000"), (1 + 5e-7, "1.000"),
                (1 + 1.2e-6, "1.000 **creates**"), (2, "2.000 **creates**"),
                (1 - 4e-4, "1.000"), (1 - 6e-4, "0.999 loses"),
                (0.5, "0.500 loses"), (0, "0.000 loses")):
            self.assertEqual(energy_table.judged(share), text)


class AccountTest(unittest.TestCase):

    def test_signs(self):
        """Works add to the energy, what the scheme takes does not."""
        columns = {"energy_total": [5., 6., 7.],
                   "energy_algorithmic": [1., 50., 100.],
                   "work_external": [0., 0., 256.], "work_damping": [0., 0., 2.],
                   "work_contact": [0., 0., 4.], "work_normal": [0., 0., 3.],
                   "work_friction": [0., 0., 1.],
                   "work_projection": [0., 0., 8.],
                   "dissipation_numerical": [0., 0., 16.]}

        class Run(dict):
            columns = property(lambda self: self)

        self.assertEqual(energy_balance.energy_balance(Run(columns)), [
            ("energy_total, start", 5.), ("energy_total, end", 7.),
            ("change of energy_algorithmic", 99.),
            ("+ work_external", 256.), ("+ work_damping", 2.),
            ("+ work_contact", 4.), ("    of it work_normal", 3.),
            ("    of it work_friction", 1.), ("+ work_projection", 8.),
            ("- dissipation_numerical", 16.),
            ("not accounted for", 99. - (256 + 2 + 4 + 8 - 16))])

    def test_what_takes_energy(self):
        """All but the scheme are works."""
        self.assertEqual({sign for _, column, sign in energy_balance.CAUSES
                          if column.startswith("work_")}, {-1})
        self.assertEqual([sign for _, column, sign in energy_balance.CAUSES
                          if not column.startswith("work_")], [1])


class DescriptionTest(unittest.TestCase):

    RUNS = {"a": RunPlan("a", ""), "b": RunPlan("b", "")}

    def make(self, **entries):
        return make_row({"what": "w", "at": "p", "computed": {
            "final": "x", "run": "a"}, "published": 2, "tolerance": 0.5,
            **entries}, 1, self.RUNS)

    def test_rows(self):
        self.assertEqual(self.make().tolerance, 0.5)
        self.assertEqual(self.make(tolerance=0).tolerance, 0)
        self.assertEqual(self.make(published=2.5, tolerance=0,
                                   relation="at most").relation, "at most")
        other = {"program": "P", "value": 1}
        self.assertEqual(self.make(other=other).other, [other])
        self.assertEqual(self.make(other=[other] * 2).other, [other] * 2)
        relative = {"what": "w", "at": "p", "computed": 1, "published": -4,
                    "relative": 0.25}
        self.assertEqual(make_row(relative, 1, self.RUNS).tolerance, 1)
        self.assertEqual(relative["relative"], 0.25)

    def test_wrong_rows(self):
        for entries, text in (
                ({"relative": 0.1}, "row 1, 'w': 'tolerance' or 'relative'"),
                ({"tolerance": -1}, "not negative"),
                ({"tolerance": float("nan")}, "not negative"),
                ({"published": float("inf")}, "must be a number"),
                ({"published": 2.5, "tolerance": 0}, "need a tolerance"),
                ({"relation": "about"}, "relation is one of"),
                ({"other": {"program": "P"}}, "a program and its value"),
                ({"other": {"value": 1}}, "a program and its value"),
                ({"other": [{"program": "P", "value": 1, "x": 1}]},
                 "knows no 'x'"),
                ({"toleranz": 1}, "knows no 'toleranz'; allowed are at, "),
                ({"computed": {"final": "x", "run": "c"}}, "no run 'c'"),
                ({"computed": {"apart": "x", "runs": ["a", "d"]}},
                 "no run 'd'")):
            with self.assertRaisesRegex(ValueError, text):
                self.make(**entries)

    def test_runs_that_a_value_reads(self):
        for value, runs in (
                (1, []), ({"final": "x", "run": "b"}, ["b"]),
                ({"apart": "x", "runs": ["b", "a"]}, ["b", "a"]),
                ({"ratio": [{"final": "x", "run": "a"}, 2]}, ["a"]),
                ({"function": "f"}, ["a", "b"])):
            self.assertEqual(list(runs_of(value, self.RUNS)), runs, value)
        self.assertEqual(list(runs_of({"final": "x"}, {"a": None})), ["a"])

    def test_runs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "c.prm").write_text("")
            run = make_run("a", folder, {"case": "c.prm"})
            self.assertEqual((run.command, run.settings, run.quick),
                             ("run", [], []))
            self.assertIsNone(make_run("a", folder, {
                "case": "c.prm", "quick": False}).quick)
            self.assertEqual(make_run("a", folder, {
                "case": "c.prm", "quick": ["x"], "command": "study"}).quick,
                ["x"])
            for entries, text in (({"case": "d.prm"}, "there is no"),
                                  ({"case": "c.prm", "command": "walk"},
                                   "not 'walk'"),
                                  ({"case": "c.prm", "sett": 1}, "'sett'")):
                with self.assertRaisesRegex(ValueError, text):
                    make_run("a", folder, entries)
            (folder / "r").mkdir()
            (folder / "r/reproduction.toml").write_text('title = "t"\n')
            with self.assertRaisesRegex(DescriptionError,
                                        "the entry 'runs' is missing"):
                read("r", folder)


if __name__ == "__main__":
    unittest.main()
