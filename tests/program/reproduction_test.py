# SPDX-License-Identifier: Apache-2.0
"""percuss reproduce: published results by one command."""

import json
import subprocess
import time
import unittest

from program import CASES, PROGRAM, ProgramTest

DESCRIPTION = """
title = "a ball falls"
source = "X"
place = "p. 1"

[runs.fall]
case = "{case}"
set = ["Time integration/end time = 0.5"]

[[rows]]
what = "first impact"
at = "(1)"
computed = {{ summary = "contact.first_contact_time" }}
published = {published}
tolerance = 2e-3
{more}
[[charts]]
title = "the fall"
lines = [{{ run = "fall", column = "position[height]", label = "ball" }}]
"""


class OwnCatalogueTest(ProgramTest):
    """A catalogue of one row."""

    def reproduce(self, published, *words, status=0, more=""):
        folder = self.folder / "own/ball"
        folder.mkdir(parents=True, exist_ok=True)
        self.write("own/sources.toml", '[sources]\nX = "a page"\n')
        self.write("own/ball/reproduction.toml", DESCRIPTION.format(
            case=CASES / "small_systems/bouncing_ball_c13.prm",
            published=published, more=more))
        run = self.percuss("reproduce", "--catalogue", self.folder / "own",
                           "--output", "out", *words)
        self.assertEqual(run.returncode, status, run)
        return run

    def rows(self):
        return json.loads((self.folder / "out/report.json").read_text())

    def test_verdicts(self):
        self.reproduce(0.4)
        self.assertEqual(self.rows()[0]["verdict"], "holds")
        self.assertAlmostEqual(self.rows()[0]["computed"], 0.401)
        run = self.reproduce(0.45, status=1)
        self.assertEqual(self.rows()[0]["verdict"], "fails")
        self.assertIn("first impact: published 0.45, computed 0.401",
                      run.stderr)
        self.assertIn("| first impact | (1) | 0.45 | 0.401 ",
                      (self.folder / "out/report.md").read_text())

    def test_finished_runs_are_kept(self):
        self.assertNotIn("kept", self.reproduce(0.4).stdout)
        self.assertIn("ball/fall: kept", self.reproduce(0.4).stdout)
        self.assertNotIn("kept", self.reproduce(0.4, "--again").stdout)
        (self.folder / "out/ball/fall.json").unlink()
        self.assertNotIn("kept", self.reproduce(0.4).stdout)

    def test_failed_runs_fail(self):
        self.reproduce(0.4)
        file = self.folder / "own/ball/reproduction.toml"
        text = file.read_text()
        for old, new, status, message in (
                ("end time = 0.5", "theta = -1", 1, "FAILS"),
                ("contact.first", "contact.frist", 1, "frist_contact_time"),
                ("tolerance", "toleranz", 2, "'toleranz'; allowed are"),
                ("[runs.fall]", "[run.fall]", 2, "knows no 'run'"),
                ("published", "punished", 2, "reproduction.toml"),
                ("case = ", "case = [", 2, "reproduction.toml")):
            file.write_text(text.replace(old, new))
            run = self.percuss("reproduce", "--catalogue",
                               self.folder / "own", "--output", "out")
            self.assertEqual(run.returncode, status, run)
            self.assertIn(message, run.stderr)
            self.assertNotIn("Traceback", run.stderr)

    def test_wrong_words(self):
        for words, message in ((["bal"], None), (["ballon"], "'ball'?"),
                               (["--jobs", "0"], "--jobs"),
                               (["--lst"], "--lst"), (["x"], "--list")):
            run = self.reproduce(0.4, *words, status=2 if message else 0)
            if message:
                self.assertIn(message, run.stderr)

    def test_report(self):
        self.reproduce(0.4)
        text = (self.folder / "out/report.html").read_text()
        self.assertIn("first impact", text)
        self.assertIn("a page", text)
        self.assertEqual(text.count("<polyline"), 1)
        for load in ("http-equiv", "src=", 'href="http', "@import", "url("):
            self.assertNotIn(load, text)

    def test_rows_of_runs_that_were_left_out(self):
        self.reproduce(0.4)
        file = self.folder / "own/ball/reproduction.toml"
        file.write_text(file.read_text().replace(
            "[runs.fall]", "[runs.fall]\nquick = false"))
        run = self.percuss("reproduce", "--catalogue", self.folder / "own",
                           "--output", "out", "--quick")
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(self.rows()[0]["verdict"], "not computed")

    def test_known_differences_fail_nothing(self):
        self.reproduce(0.45, more='differs = "a misprint"')
        self.assertEqual(self.rows()[0]["verdict"], "differs")

    def test_other_programs(self):
        others = ('other = [{ program = "P", value = 0.5 }, '
                  '{ program = "Q", value = 0.4002 }]\nexact = 0.4')
        run = self.reproduce(0.4, more=others)
        self.assertIn("in 1 of 2 comparisons (50%)", run.stdout)
        self.assertEqual([other["ours_is_nearer"]
                          for other in self.rows()[0]["other"]], [True, False])
        report = (self.folder / "out/report.md").read_text()
        for line in ("| ball | P | 1 | 1 |", "| ball | Q | 0 | 1 |",
                     "| all |  | 1 | 2 |"):
            self.assertIn(line, report)
        self.assertIn("Nearer than other programs?",
                      (self.folder / "out/report.html").read_text())
        self.reproduce(0.4, more='other = { program = "P", value = 0.5 }')
        self.assertEqual(len(self.rows()[0]["other"]), 1)
        run = self.reproduce(0.4, more='other = { program = "P" }', status=2)
        self.assertIn("'other' has a program and its value", run.stderr)

    def test_another_case_is_computed_anew(self):
        self.reproduce(0.4)
        file = self.folder / "own/ball/reproduction.toml"
        file.write_text(file.read_text().replace("0.5", "0.45"))
        run = self.percuss("reproduce", "--catalogue", self.folder / "own",
                           "--output", "out")
        self.assertNotIn("kept", run.stdout)

    def test_a_signal_ends_the_runs_too(self):
        self.reproduce(0.4, "--list")
        file = self.folder / "own/ball/reproduction.toml"
        file.write_text(file.read_text().replace(
            '0.5"]', '1e6", "Output/history interval = 0"]'))
        lock = self.folder / "out/ball/fall"
        words = ["reproduce", "--catalogue", "own", "--output", "out"]
        with subprocess.Popen([PROGRAM, *words], cwd=self.folder,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True) as process:
            while not (lock / "summary.json").exists():
                time.sleep(0.05)
            process.terminate()
            self.assertIn("interrupted", process.communicate()[1])
        self.assertEqual(process.returncode, 130)
        summary = json.loads((lock / "summary.json").read_text())
        self.assertEqual(summary["status"], "interrupted")
        self.assertNotIn("kept", self.reproduce(0.4).stdout)

    def test_is_refused_under_mpirun(self):
        run = self.percuss("reproduce", "--list", ranks=2)
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("--jobs", run.stderr)


class QuickReproductionsTest(ProgramTest):
    """All of the catalogue that is quick, as users call it."""

    def test_all_verdicts_hold(self):
        run = self.percuss("reproduce", "--quick", "--jobs", 2)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        out = self.folder / "results/reproductions"
        rows = json.loads((out / "report.json").read_text())
        holding = [row for row in rows if row["verdict"] == "holds"]
        self.assertGreater(len(holding), 250)
        self.assertLess((out / "report.html").stat().st_size, 3e6)


if __name__ == "__main__":
    unittest.main()
