# SPDX-License-Identifier: Apache-2.0
"""A run repeats from its parameters; what is left of one that fails."""

import json
import pathlib
import re
import unittest

from program import ProgramTest, SMALL_CASE, merged, prm
from run_output import ROW_OF_BARS, ENTRIES


class RepetitionTest(ProgramTest):

    def history(self, folder):
        return (self.folder / folder / "history.csv").read_bytes()

    def test_used_parameters_repeat_the_run(self):
        self.run_case(ROW_OF_BARS, "--set", "Time integration/scheme=hht",
                      "--set", "Contact/solver=lemke")
        self.run_case("out/used_parameters.prm", output="again")
        self.assertEqual(self.history("again"), self.history("out"))
        used = [(self.folder / f"{folder}/used_parameters.prm").read_text()
                for folder in ("out", "again")]
        self.assertEqual(used[0], used[1].replace("= again", "= out"))
        for section, entries in ENTRIES.items():
            self.assertIn(f"subsection {section}\n", used[0])
            for entry in entries:
                self.assertRegex(used[0], rf"set {entry} +=")

    def test_json_gives_the_same_run(self):
        self.run_case(ROW_OF_BARS)
        self.run_case(self.write("case.json", json.dumps(ROW_OF_BARS)),
                      output="json")
        self.assertEqual(self.history("json"), self.history("out"))

    def test_included_and_continued_lines_and_capitals(self):
        self.run_case(SMALL_CASE)
        self.write("time.prm", "set time step = 1e-6\nset end time = 1e-5")
        self.write("other.prm", "SUBSECTION Model\nset name = elastic bar\n"
                   "END\nSUBSECTION Elastic bar # ten\n"
                   "SET number of \\\n   elements = 10\r\n"
                   "\tset initial velocity\t= -1\nEND\n"
                   "subsection Time integration\ninclude time.prm\nend")
        self.run_case("other.prm", output="other")
        self.assertEqual(self.history("other"), self.history("out"))

    def test_set_overrides_the_file_and_the_last_counts(self):
        run = self.run_case(
            SMALL_CASE, "--set", "Time integration/end time=3e-6",
            "--set=Time integration/scheme=newmark",
            "--set", " Time integration/end time = 5e-6 ",
            warnings=[["the last one counts"]])
        self.assertEqual(run.summary["steps"], 5)
        self.assertEqual(run.summary["scheme"], "newmark")

    def test_output_directory_of_the_file(self):
        self.write("case.prm", prm(merged(
            SMALL_CASE, {"Output/output directory": "deep/er"})))
        run = self.percuss("run", "case.prm")
        self.assertEqual(run.returncode, 0, run)
        self.assertNotIn("\r", run.stdout)
        self.assertNotIn("\x1b", run.stdout)
        for part in ("elastic bar", "moreau-jean", "11 degrees of freedom",
                     "1 contact", "1 rank", "energy"):
            self.assertIn(part, run.stdout)
        named = re.findall(r"deep/er/\S+", run.stdout)
        self.assertEqual(len(named), 5)
        for name in named:
            self.assertTrue((self.folder / name).is_file(), name)

    def test_failed_computation(self):
        self.run_case(SMALL_CASE)
        run = self.percuss(
            "run", "case.prm", "--quiet",
            "--set", "Time integration/scheme=newmark",
            "--set", "Time integration/beta=0",
            "--set", "Elastic bar/initial displacement=1e-3*x",
            "--set", "Elastic bar/obstacle=none",
            "--set", "Time integration/time step=1",
            "--set", "Time integration/end time=1000")
        self.assertEqual((run.returncode, run.stdout), (1, ""), run)
        *said, error = run.stderr.splitlines()
        self.assertTrue(any("percuss: warning: 2 beta = 0 is below gamma" in
                            warning for warning in said), said)
        for part in ("the computation failed", "is more than 1000 times what",
                     "in time step ", "t = ", "residual ",
                     "reduce the time step"):
            self.assertIn(part, error)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual(summary["status"], "failed")
        self.assertLess(summary["steps"], 10)
        self.assertIn(summary["failure"], error)
        self.assertEqual(
            [f"percuss: warning: {text}" for text in summary["warnings"]],
            said)

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "no /dev/full")
    def test_full_disk(self):
        (self.folder / "out").mkdir()
        case = self.write("case.prm", prm(ROW_OF_BARS))
        for name in ("used_parameters.prm", "history.csv"):
            (self.folder / "out" / name).symlink_to("/dev/full")
            for ranks in (0, 2):  # the second rank must not wait forever
                run = self.percuss("run", case, "--output", "out", ranks=ranks)
                self.assertEqual(run.returncode, 1, run)
                self.assertIn(f"out/{name}' failed", run.stderr)
                self.assertNotIn("Stacktrace", run.stderr)
            (self.folder / "out" / name).unlink()

if __name__ == "__main__":
    unittest.main()
