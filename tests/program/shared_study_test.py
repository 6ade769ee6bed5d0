# SPDX-License-Identifier: Apache-2.0
"""One study of several processes: ranks of runs, jobs that share a folder."""

import csv
import json
import os
import subprocess
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, merged, prm
from study_case import BALL, StudyTest

LONG = merged(BALL, {"Study/sweep": "Time integration/time step = 1e-6, 2e-6, "
                                    "3e-6, 4e-6, 5e-6, 6e-6",
                     "Study/reference": "finest",
                     "Study/parallel runs": 1})


class SharedStudyTest(StudyTest):

    def start(self, *words):
        study = subprocess.Popen(
            [PROGRAM, "study", "case.prm", "--output", "out", "--no-plots",
             *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **LOCAL})
        self.addCleanup(study.stdout.close)
        self.addCleanup(study.stderr.close)
        self.addCleanup(study.wait)
        self.addCleanup(study.kill)
        return study

    def computed(self, studies):
        """The runs that each study has made, from what it says."""
        texts = [study.communicate() for study in studies]
        return [[line.split(": ")[1] for line in out.splitlines()
                 if line.endswith(": done")] for out, _ in texts], texts

    def test_each_run_is_made_once_and_the_last_writes_the_tables(self):
        self.write("case.prm", prm(LONG))
        studies = [self.start() for _ in range(3)]
        computed, texts = self.computed(studies)
        self.assertEqual([study.returncode for study in studies], [0] * 3,
                         texts)
        together = sorted(sum(computed, []))
        self.assertEqual(len(together), 6, texts)
        self.assertEqual(len(set(together)), 6)
        for out, error in texts:  # nothing was in another one's way
            self.assertNotIn("failed", out + error)
        tables = sum("study.csv" in out for out, _ in texts)
        waiting = sum("still at work" in out for out, _ in texts)
        self.assertGreaterEqual(tables, 1, texts)
        self.assertEqual(tables + waiting, 3, texts)
        alone = self.study(LONG, "--no-plots", output="alone")
        with open(self.folder / "out/study.csv", newline="",
                  encoding="utf-8") as file:
            for a, b in zip(csv.DictReader(file), alone, strict=True):
                self.assertEqual(a["position_L2"], b["position_L2"])
        self.assertEqual(list((self.folder / "out").rglob(".percuss*")), [])

    def test_goes_on_where_another_was_killed(self):
        self.write("case.prm", prm(LONG))
        first, second = self.start(), self.start()
        for line in first.stdout:
            if line.endswith(": done\n"):
                break
        first.kill()
        first.communicate()
        out, error = second.communicate()
        self.assertEqual(second.returncode, 0, (out, error))
        rows = self.study("case.prm", "--no-plots")
        self.assertEqual([row["status"] for row in rows], ["done"] * 6)

    def test_others_are_refused(self):
        self.write("case.prm", prm(LONG))
        study = self.start()
        study.stdout.readline()
        run = self.percuss("study", "case.prm", "--output", "out", "--set",
                           "Bouncing ball/mass=2")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("of percuss is writing there", run.stderr)
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("of percuss is writing there", run.stderr)
        study.terminate()
        study.communicate()  # its runs end before it, and write until then

    def test_what_has_failed_is_made_again_by_the_next_study(self):
        self.study(BALL, "--no-plots")
        file = self.folder / "out/runs/0002/summary.json"
        summary = json.loads(file.read_text())
        summary["status"] = "failed"
        file.write_text(json.dumps(summary, indent=2))
        rows = self.study("case.prm", "--no-plots")
        self.assertEqual([row["status"] for row in rows], ["done"] * 3)
        self.assertEqual(json.loads(file.read_text())["status"], "done")


class RanksOfRunsTest(StudyTest):

    CASE = merged(SMALL_CASE, {
        "Study/sweep": "Elastic bar/number of elements = 10, 20",
        "Study/reference": "none", "Study/ranks": 2,
        "Study/quantities": "contact_max_impulse_over_step",
        "Output/field interval": 0})

    def test_each_run_has_its_ranks(self):
        rows = self.study(self.CASE, "--no-plots")
        self.assertEqual([row["status"] for row in rows], ["done"] * 2)
        for number in ("0001", "0002"):
            summary = json.loads((self.folder / "out/runs" / number /
                                  "summary.json").read_text())
            self.assertEqual(summary["ranks"], 2)

    def test_a_launcher_of_ones_own(self):
        launcher = self.folder / "launch"
        os.environ["PERCUSS_MPIRUN"] = f"{launcher}  --ranks"
        self.addCleanup(os.environ.pop, "PERCUSS_MPIRUN")
        launcher.write_text("#!/bin/sh\necho \"$1 $2 $4\" >> launched\n"
                            "shift 2\nexec \"$@\"\n")
        launcher.chmod(0o755)
        self.study(self.CASE, "--no-plots", "--set", "Study/ranks=3")
        self.assertEqual((self.folder / "launched").read_text(),
                         "--ranks 3 run\n" * 2)

    def test_a_launcher_that_is_missing_is_named_in_the_rows(self):
        os.environ["PERCUSS_MPIRUN"] = "no-such-launcher -n"
        self.addCleanup(os.environ.pop, "PERCUSS_MPIRUN")
        rows = self.study(self.CASE, "--no-plots", status=1)
        self.assertIn("no-such-launcher", rows[0]["message"])

    def test_under_mpirun_it_says_what_to_do(self):
        self.write("case.prm", prm(self.CASE))
        run = self.percuss("study", "case.prm", ranks=2)
        self.assertEqual(run.returncode, 2, run)
        for part in ("case.prm, line", "Study/ranks", "without",
                     "PERCUSS_MPIRUN"):
            self.assertIn(part, run.stderr)

    def test_as_a_step_of_slurm(self):
        """Runs of one process are none of its tasks: Open MPI would look for
        the server of the step."""
        for name, value in (("JOBID", "7"), ("JOB_ID", "7"), ("STEPID", "0"),
                            ("STEP_ID", "0"), ("NODELIST", "here"),
                            ("PROCID", "0"), ("NTASKS", "1")):
            os.environ[f"SLURM_{name}"] = value
            self.addCleanup(os.environ.pop, f"SLURM_{name}")
        rows = self.study(self.CASE, "--no-plots", "--set", "Study/ranks=1")
        self.assertEqual([row["status"] for row in rows], ["done"] * 2, rows)


if __name__ == "__main__":
    unittest.main()
