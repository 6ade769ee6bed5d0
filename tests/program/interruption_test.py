# SPDX-License-Identifier: Apache-2.0
"""Signals end a run with the step that it is in."""

import json
import os
import pathlib
import signal
import unittest
from xml.etree import ElementTree

from program import Results, merged
from started_runs import BALL, LONG_BALL, LONG_BAR, StartedRuns


class InterruptionTest(StartedRuns):

    def check_results(self, number, name):
        """Everything is there, up to the step that was the last one."""
        results = Results(self.folder / "out")
        summary = results.summary
        self.assertEqual((summary["status"], summary["stopped"]),
                         ("interrupted", f"signal {number} ({name})"))
        self.assertEqual(results.history["step"][-1], summary["steps"])
        self.assertGreater(summary["steps"], 0)
        return summary

    def test_signals_end_the_run_after_the_step(self):
        for number, name in ((signal.SIGINT, "Interrupt"),
                             (signal.SIGTERM, "Terminated"),
                             (signal.SIGHUP, "Hangup")):
            for case in (LONG_BALL, LONG_BAR,
                         merged(LONG_BALL, {"Output/history interval": 0})):
                run = self.start(case, "--quiet")
                self.wait_for(lambda: self.n_rows() > 1)
                run.send_signal(number)
                out, error = run.communicate()
                self.assertEqual((run.returncode, out), (128 + number, ""))
                summary = self.check_results(number, name)
                self.assertIn(f"percuss: interrupted by signal {number} "
                              f"({name}) after time step {summary['steps']}, "
                              "t = ", error)
                self.assertIn("are in 'out'.", error)
                if case is LONG_BAR:
                    self.check_fields(summary["steps"])
                (self.folder / "out").rename(
                    self.folder / f"{number} {len(list(self.folder.iterdir()))}"
                )

    def check_fields(self, step):
        root = ElementTree.parse(self.folder / "out/solution.pvd").getroot()
        last = list(root.iter("DataSet"))[-1].get("file")
        self.assertTrue(last.startswith(f"solution/solution_{step:08}."), last)
        ElementTree.parse(self.folder / "out" / last)

    def test_what_is_said(self):
        run = self.start(LONG_BALL)
        self.wait_for(lambda: self.n_rows() > 1)
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate()
        for part in ("stopped", "signal 15 (Terminated)", "results:"):
            self.assertIn(part, out)

    def test_closed_pipe(self):
        run = self.start(LONG_BALL)
        run.stdout.close()
        error = run.stderr.read()  # until it ends: it prints every 5 s
        self.assertEqual((run.wait(), error), (128 + signal.SIGPIPE, ""))
        self.check_results(13, "Broken pipe")

    def test_ignored_signals_stay_ignored(self):
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        run = self.start(LONG_BALL, "--quiet")
        self.wait_for(lambda: self.n_rows() > 1)
        run.send_signal(signal.SIGHUP)
        n_rows = self.n_rows()
        self.wait_for(lambda: self.n_rows() > n_rows + 10)
        self.assertIsNone(run.poll())

    def test_one_of_two_ranks(self):
        case = merged(LONG_BAR, {"Output/field interval": 0,
                                 "Output/history interval": 10})
        run = self.start(case, "--quiet", ranks=2)
        self.wait_for(lambda: self.n_rows() > 3)
        ranks = {}  # number -> process
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if int((process / "stat").read_text().rsplit(")", 1)[1]
                       .split()[1]) != run.pid:
                    continue
                for variable in (process / "environ").read_bytes().split(b"\0"):
                    if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                        ranks[int(variable.split(b"=")[1])] = int(process.name)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                pass
        self.assertEqual(sorted(ranks), [0, 1])
        os.kill(ranks[1], signal.SIGTERM)
        _, error = run.communicate()
        self.assertEqual(run.returncode, 128 + signal.SIGTERM, error)
        self.check_results(15, "Terminated")
        self.assertIn("percuss: interrupted by signal 15", error)

    def test_study_goes_on(self):
        case = merged(BALL, {
            "Output/history interval": 100000,
            "Study/keep histories": "true", "Study/parallel runs": 1,
            "Study/sweep": "Time integration/time step = 1e-3, 1e-9"})
        study = self.start(case, "--quiet", command="study")
        summary = self.folder / "out/runs/0002/summary.json"
        self.wait_for(summary.exists)
        study.send_signal(signal.SIGTERM)
        study.communicate()
        self.wait_for(lambda: "stopped" in json.loads(summary.read_text()))
        self.assertEqual(json.loads(summary.read_text())["status"],
                         "interrupted")
        self.wait_for(lambda: not (self.folder /
                                   "out/runs/0002/.percuss_lock").exists())
        case = merged(case, {
            "Study/sweep": "Time integration/time step = 1e-3, 1e-4"})
        study = self.start(case, "--quiet", command="study")
        self.assertEqual(study.communicate(), ("", ""))
        self.assertEqual(json.loads(summary.read_text())["status"], "done")


if __name__ == "__main__":
    unittest.main()
