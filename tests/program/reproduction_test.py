# SPDX-License-Identifier: Apache-2.0
"""percuss reproduce: published results by one command."""

import json
import unittest

from program import CASES, ProgramTest

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
"""


class OwnCatalogueTest(ProgramTest):
    """A catalogue of one row."""

    def reproduce(self, published, *words, status=0):
        folder = self.folder / "own/ball"
        folder.mkdir(parents=True, exist_ok=True)
        self.write("own/sources.toml", '[sources]\nX = "a page"\n')
        self.write("own/ball/reproduction.toml", DESCRIPTION.format(
            case=CASES / "small_systems/bouncing_ball_c13.prm",
            published=published))
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


if __name__ == "__main__":
    unittest.main()
