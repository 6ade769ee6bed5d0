# SPDX-License-Identifier: Apache-2.0
"""Runs of a study that were killed go on from their checkpoints."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, merged, prm
from started_runs import StartedRuns
from study_case import BALL

SWEEP = {"Study/keep histories": "true", "Study/parallel runs": 1,
         "Study/reference": "none",
         "Study/quantities": "contact_max_impulse_over_step"}
LONG = merged(BALL, {
    **SWEEP, "Time integration/end time": 4,
    "Study/sweep": "Time integration/time step = 1e-6, 2e-3",
    "Output/history interval": 1000, "Output/checkpoint interval": 100000})
BAR = merged(SMALL_CASE, {
    **SWEEP, "Study/ranks": 2, "Time integration/end time": 2e-2,
    "Study/sweep": "Elastic bar/number of elements = 10, 20",
    "Output/history interval": 10, "Output/field interval": 0,
    "Output/checkpoint interval": 100})


class ResumedStudyTest(StartedRuns):

    def kill_all(self):
        """All processes that work in the folder of this test, at once."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (process / "cwd").readlink() == self.folder.resolve():
                    os.kill(int(process.name), signal.SIGKILL)
            except (OSError, ValueError):
                pass

    def studied(self, output="out"):
        run = self.percuss("study", "case.prm", "--output", output,
                           "--no-plots", "--quiet")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def killed_after_a_checkpoint(self, case, number):
        """Kills the study and this run of it; returns its folder."""
        study = self.start(case, "--output", "out", "--no-plots", "--quiet",
                           command="study")
        run = self.folder / "out/runs" / number
        self.wait_for((run / "checkpoint/state").exists)
        self.kill_all()
        self.assertEqual(study.wait(), -signal.SIGKILL)
        summary = json.loads((run / "summary.json").read_text())
        self.assertEqual(summary["status"], "interrupted")
        return run

    def marked(self, run):
        """Its first row gets a mark, which a run from the beginning has not;
        returns history.csv as it was."""
        history = run / "history.csv"
        text = history.read_bytes()
        start = text.index(b"\r\n0,") + 3
        history.write_bytes(text[:start] + b"," + b"9" + text[start + 2:])
        return text[start:start + 2]

    def check_goes_on(self, case, number):
        run = self.killed_after_a_checkpoint(case, number)
        first = self.marked(run)
        self.studied()
        self.studied("alone")
        resumed = (run / "history.csv").read_bytes()
        start = resumed.index(b"\r\n0,") + 3
        self.assertEqual(resumed[start:start + 2], b",9")
        alone = self.folder / "alone/runs" / run.name / "history.csv"
        self.assertTrue(resumed[:start] + first + resumed[start + 2:] ==
                        alone.read_bytes())
        self.assertTrue((self.folder / "out/study.csv").exists())

    def test_from_the_checkpoint(self):
        self.check_goes_on(LONG, "0001")

    def test_on_two_ranks(self):
        self.check_goes_on(BAR, "0002")

    def test_damaged_checkpoint(self):
        run = self.killed_after_a_checkpoint(LONG, "0001")
        self.marked(run)
        state = run / "checkpoint/state"
        state.write_bytes(state.read_bytes()[:-9])
        self.studied()
        self.studied("alone")
        self.assertTrue((run / "history.csv").read_bytes() ==
                        (self.folder / "alone/runs" / run.name /
                         "history.csv").read_bytes())

    def test_other_parameters(self):
        run = self.killed_after_a_checkpoint(LONG, "0001")
        self.marked(run)
        self.write("case.prm", prm(merged(LONG, {"Bouncing ball/mass": 2})))
        self.studied()
        self.assertNotIn(b"\r\n0,9", (run / "history.csv").read_bytes())

    def test_waits_for_a_run_that_is_still_at_work(self):
        """As one whose study was killed, until its checkpoint is written."""
        self.write("case.prm", prm(merged(LONG, {
            "Study/sweep": "Time integration/time step = 1e-2, 2e-2"})))
        left = subprocess.Popen(
            [PROGRAM, "run", "case.prm", "--output", "out/runs/0001",
             "--quiet", "--set", "Time integration/time step=1e-9"],
            cwd=self.folder, env={**os.environ, **LOCAL},
            stderr=subprocess.DEVNULL)
        self.addCleanup(left.wait)
        self.addCleanup(left.kill)
        self.started = left
        self.wait_for((self.folder / "out/runs/0001/history.csv").exists)
        study = subprocess.Popen(
            [PROGRAM, "study", "case.prm", "--output", "out", "--no-plots"],
            cwd=self.folder, env={**os.environ, **LOCAL},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(study.kill)
        other = self.folder / "out/runs/0002/summary.json"
        self.wait_for(lambda: other.exists() and
                      json.loads(other.read_text())["status"] == "done")
        time.sleep(1)  # the study is at the run of the other one by then
        left.terminate()
        out, error = study.communicate()
        self.assertEqual((study.returncode, error), (0, ""), out)


if __name__ == "__main__":
    unittest.main()
