# SPDX-License-Identifier: Apache-2.0
"""What a run says, and where: its log, its lines, how many rows it leaves."""

import os
import pty
import subprocess
import unittest

from program import LOCAL, MPIEXEC, PROGRAM, ProgramTest, SMALL_CASE, merged, prm

BALL = {"Model": {"name": "bouncing ball"},
        "Time integration": {"time step": 1e-5, "end time": 0.5},
        "Output": {"output directory": "out"}}
INTERVAL = "Output/history interval"


class AutomaticIntervalTest(ProgramTest):

    def steps(self, end_time, *words):
        run = self.run_case(merged(BALL, {"Time integration/end time":
                                          end_time}), *words)
        return [int(step) for step in run.history["step"]]

    def test_every_step_of_short_runs(self):
        self.assertEqual(self.steps(0.2), [*range(20001)])

    def test_rows_of_long_runs(self):
        self.assertEqual(self.steps(0.200003), [*range(0, 20001, 2)] + [20001])
        self.assertEqual(self.steps(0.5), [*range(0, 50001, 5)])
        self.assertEqual(len(self.steps(0.5, "--set", INTERVAL + "=1")), 50001)

    def test_rows_of_many_columns(self):
        # 4000 monitored points: at most 15 MB
        case = merged(SMALL_CASE, {
            "Time integration/end time": 3e-4,
            "Output/monitored points":
            "; ".join(f"p{i}: {i / 4000}" for i in range(4000))})
        run = self.run_case(case)
        self.assertEqual(run.history["step"], [*range(0, 301, 5)])

    def test_nothing_is_lost_between_rows(self):
        """Works and the summary are of all steps; rows are those of them."""
        every = self.run_case(BALL, "--set", INTERVAL + "=1")
        some = self.run_case(BALL)
        for name in every.header:
            self.assertEqual(some.history[name], every.history[name][::5], name)
        self.assertLess(some.history["work_contact"][-1], 0.)
        for part in ("energy", "contact", "max_penetration"):
            self.assertEqual(some.summary[part], every.summary[part])

    def test_it_is_said(self):
        run = self.percuss("run", self.write("case.prm", prm(BALL)))
        self.assertIn("history.csv has a row every 5 steps", run.stdout)
        for words in (["--set", INTERVAL + "=5"],
                      ["--set", "Time integration/end time=0.1"]):
            run = self.percuss("run", "case.prm", *words)
            self.assertNotIn("history.csv has", run.stdout)

    def test_wrong_interval(self):
        run = self.percuss("run", "case.prm", "--set", INTERVAL + "=1.5")
        self.assertEqual(run.returncode, 2)
        self.write("case.prm", prm(BALL))
        run = self.percuss("run", "case.prm", "--set", INTERVAL + "=1.5")
        self.assertEqual(run.returncode, 2)
        self.assertIn("a whole number or 'automatic'", run.stderr)


class LogTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.write("case.prm", prm(BALL))

    def log(self, name="run.log"):
        return (self.folder / name).read_text()

    def test_copy(self):
        run = self.percuss("run", "case.prm", "--log", "run.log")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(self.log(), run.stdout)
        self.assertTrue(self.log().startswith(
            "percuss: case, bouncing ball, moreau-jean, 1 degree of freedom"))

    def test_quiet(self):
        run = self.percuss("run", "case.prm", "--quiet", "--log=out/run.log")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertIn("energy, start and end", self.log("out/run.log"))

    def test_warnings_and_failures(self):
        run = self.percuss("run", "case.prm", "--log", "run.log", "--set",
                           "Contact/restitution coefficient=0.8", "--set",
                           "Time integration/theta=1")
        self.assertIn("percuss: warning: theta = 1", run.stderr)
        self.assertIn(run.stderr.split("\n")[0], self.log())
        (self.folder / "out/history.csv").unlink()
        (self.folder / "out/history.csv").symlink_to("/dev/full")
        run = self.percuss("run", "case.prm", "--log", "run.log", "--quiet")
        self.assertEqual(run.returncode, 1)
        self.assertIn(run.stderr.split("failed: ")[1].strip(), self.log())

    def test_not_writable(self):
        for name, status, text in (("none/run.log", 2, "cannot be written"),
                                   ("/dev/full", 1, "is the disk full?")):
            run = self.percuss("run", "case.prm", "--log", name)
            self.assertEqual(run.returncode, status, run)
            self.assertIn(text, run.stderr)
        self.assertEqual(self.percuss("study", "case.prm", "--log",
                                      "x").returncode, 2)

    def test_files_of_others_stay(self):
        self.write("notes.txt", "the only copy")
        (self.folder / "link").symlink_to("notes.txt")
        for name in ("case.prm", "./case.prm", "notes.txt", "link"):
            for words in ((), ("--overwrite",), ("--resume",)):
                run = self.percuss("run", "case.prm", "--log", name, *words)
                self.assertEqual((run.returncode, run.stdout), (2, ""), run)
                self.assertIn(f"--log: '{name}' is there, and no log of "
                              "percuss", run.stderr)
        self.assertEqual(self.log("case.prm"), prm(BALL))
        self.assertEqual(self.log("notes.txt"), "the only copy")
        self.assertFalse((self.folder / "out").exists())

    def test_results_are_no_logs(self):
        for _ in range(2):
            for name in ("history.csv", "summary.json", "percuss_files.txt",
                         "used_parameters.prm", "checkpoint", "checkpoint/a",
                         "../out/.percuss_lock", "solution/a"):
                run = self.percuss("run", "case.prm", f"--log=out/{name}")
                self.assertEqual((run.returncode, run.stdout), (2, ""), run)
                self.assertIn(f"'out/{name}' is the place of what the run "
                              "leaves itself. Choose another", run.stderr)
            self.run_case(BALL)

    def test_logs_and_empty_files_are_replaced(self):
        self.write("run.log", "")
        for _ in range(2):
            run = self.percuss("run", "case.prm", "--log", "run.log",
                               "--quiet")
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertTrue(self.log().startswith("percuss: case, "))

    def test_two_ranks(self):
        self.write("case.prm", prm(SMALL_CASE))
        run = self.percuss("run", "case.prm", "--log", "run.log", ranks=2)
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(self.log().count("rank(s)"), 1)
        said = "".join(line for line in self.log().splitlines(True)
                       if line not in run.stderr)
        self.assertEqual(said, run.stdout)


class LinesTest(ProgramTest):

    def on_terminal(self, *words):
        """What comes to a terminal that is the standard output."""
        self.write("case.prm", prm(BALL))
        terminal, output = pty.openpty()
        run = subprocess.run([*words, PROGRAM, "run", "case.prm", "--log",
                              "run.log"], cwd=self.folder, stdout=output,
                             check=True,
                             env={**os.environ, **LOCAL})
        self.assertEqual(run.returncode, 0)
        os.close(output)
        text = b""
        try:
            while part := os.read(terminal, 65536):
                text += part
        except OSError:  # all is read
            pass
        os.close(terminal)
        return text.decode().replace("\r\n", "\n")

    def test_a_line_that_rewrites_itself(self):
        text = self.on_terminal()
        self.assertIn("\r  [####", text)
        # of it, the log has the last text
        log = (self.folder / "run.log").read_text()
        self.assertNotIn("\r", log)
        self.assertEqual(log.count("] step"), 1)

    def test_lines_under_a_launcher(self):
        # which may give the first process a terminal where a file is written
        text = self.on_terminal(MPIEXEC, "--oversubscribe", "--bind-to", "none",
                                "-n", "1")
        self.assertNotIn("\r", text)
        self.assertIn("  step 50000/50000", text)


if __name__ == "__main__":
    unittest.main()
