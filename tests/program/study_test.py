# SPDX-License-Identifier: Apache-2.0
"""percuss study: its runs, references, tables and messages."""

import csv
import fcntl
import json
import math
import os
import signal
import subprocess
import time
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, merged, prm
from study_case import BALL, StudyTest, fitted


class SweepTest(StudyTest):
    def test_runs_every_combination_with_the_errors_of_single_runs(self):
        case = merged(BALL, {
            "Study/sweep": "Time integration/time step = geometric(0.1, "
                           "0.025, 3); Time integration/theta = 0.5, 1",
            "Study/quantities": "position_L2, velocity_L1",
            "Study/curves": "inelastic: Contact/restitution coefficient = 0 |"
                            "half: Contact/restitution coefficient = 0.5"})
        rows = self.study(case)
        self.assertEqual(len(rows), 12)
        self.assertEqual([row["curve"] for row in rows[::3]],
                         ["inelastic, theta = 0.5", "inelastic, theta = 1",
                          "half, theta = 0.5", "half, theta = 1"])
        self.assertEqual([row["Time integration/time step"]
                          for row in rows[:3]], ["0.1", "0.05", "0.025"])
        self.assertTrue(all(row["status"] == "done" for row in rows))
        single = self.run_case(
            merged(BALL, {"Time integration/time step": 0.05,
                          "Time integration/theta": 1}), output="single",
            warnings=[["theta"]])
        for name, value in single.summary["errors"].items():
            self.assertEqual(float(rows[10][name]), value, name)
        self.assertEqual(float(rows[10]["contact_max_impulse_over_step"]),
                         single.summary["contact"]["max_impulse_over_step"])
        self.assertAlmostEqual(self.rate(2, "velocity_L1"),
                               fitted(rows[6:9], "velocity_L1"), places=12)
        table = (self.folder / "out/study.md").read_text()
        self.assertIn(f"| {float(rows[7]['position_L2']):.4e} | "
                      f"{math.log2(float(rows[6]['position_L2']) / float(rows[7]['position_L2'])):.2f} |",
                      table)
        for name in ("position_L2.svg", "position_L2.png",
                     "work_precision_velocity_L1.svg"):
            self.assertTrue((self.folder / "out" / name).exists(), name)

    def test_quantities_choose_columns(self):
        rows = self.study(merged(BALL, {
            "Study/quantities": "velocity_*, max_penetration, nonsense"}))
        names = [quantity["column"] for quantity in self.info["quantities"]]
        self.assertEqual(sorted(names), ["max_penetration", "velocity_L1",
                                         "velocity_L1_relative",
                                         "velocity_L2", "velocity_max"])
        self.assertIn("No run has left a 'nonsense'", self.output.stderr)
        self.assertIn("gap_L1", rows[0])

    def test_runs_leave_what_they_leave_alone(self):
        """Of models with and without deal.II, which copies of the study's
        process have from it."""
        for case, entry, values in (
                (BALL, "Time integration/time step", "0.1, 0.05, 0.03"),
                (SMALL_CASE, "Elastic bar/number of elements", "8, 9, 12")):
            with self.subTest(case["Model"]["name"]):
                self.study(merged(case, {
                    "Study/sweep": f"{entry} = {values}",
                    "Study/reference": "none",
                    "Study/quantities": "steps",
                    "Study/keep histories": "true",
                    "Output/field interval": 3}), "--overwrite")
                for run in sorted((self.folder / "out/runs").iterdir()):
                    alone = self.percuss("run", str(run / "case.prm"),
                                         "--output", "alone", "--overwrite",
                                         "--quiet")
                    self.assertEqual(alone.returncode, 0, alone)
                    names = sorted(
                        str(file.relative_to(run)) for file in run.rglob("*")
                        if file.suffix in (".csv", ".vtu", ".pvd"))
                    self.assertIn("history.csv", names)
                    for name in names:
                        self.assertEqual(
                            (run / name).read_bytes(),
                            (self.folder / "alone" / name).read_bytes(), name)

    def test_a_run_that_is_killed_ends_no_other(self):
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05, 1e-7",
            "Study/parallel runs": 1})))
        study = subprocess.Popen(
            [PROGRAM, "study", case, "--output", "out", "--no-plots"],
            cwd=self.folder, env={**os.environ, **LOCAL},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(study.kill)
        lock = self.folder / "out/runs/0003/.percuss_lock"
        while not (self.folder / "out/runs/0003/history.csv").exists():
            self.assertIsNone(study.poll(), "It has ended without a run.")
            time.sleep(0.05)
        os.kill(int(lock.read_text().split()[1]), signal.SIGKILL)
        _, errors = study.communicate()
        self.assertEqual(study.returncode, 1, errors)
        self.assertIn("1 of 3 runs failed", errors)
        with open(self.folder / "out/study.csv", newline="",
                  encoding="utf-8") as file:
            statuses = [row["status"] for row in csv.DictReader(file)]
        self.assertEqual(statuses[:2], ["done"] * 2)
        self.assertNotEqual(statuses[2], "done")

    def is_at_work(self, run):
        """Whether a process has the lock of this run."""
        try:
            with open(self.folder / run / ".percuss_lock", "rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def test_goes_on_after_an_interruption(self):
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05, 1e-7",
            "Study/parallel runs": 1})))
        study = subprocess.Popen(
            [PROGRAM, "study", case, "--output", "out"], cwd=self.folder,
            stdout=subprocess.PIPE, text=True,
            env={**os.environ, **LOCAL})
        # the longest is the first; its process must end with the study
        self.addCleanup(study.kill)
        slow = self.folder / "out/runs/0003"
        while not (slow / "history.csv").exists():
            self.assertIsNone(study.poll(), "It has ended without a run.")
            time.sleep(0.05)
        study.kill()
        study.communicate()
        while self.is_at_work("out/runs/0003"):
            time.sleep(0.05)
        summary = slow / "summary.json"  # of a run that was not left alone
        self.assertNotEqual(
            summary.exists() and json.loads(summary.read_text())["status"],
            "done")

        self.study(case, "--set",
                   "Study/sweep=Time integration/time step = 0.1, 0.05")
        before = {name: (self.folder / "out/runs" / name / "summary.json")
                  .stat().st_mtime_ns for name in ("0001", "0002")}
        rows = self.study(case, "--set", "Study/sweep=Time integration/"
                          "time step = 0.1, 0.05, 0.025")
        for name, mtime in before.items():
            self.assertEqual((self.folder / "out/runs" / name / "summary.json")
                             .stat().st_mtime_ns, mtime)
        self.assertEqual([row["status"] for row in rows], ["done"] * 3)
        # other parameters: nothing is known
        self.study(case, "--set", "Study/sweep=Time integration/"
                   "time step = 0.1, 0.05", "--set", "Bouncing ball/mass=2")
        for name, mtime in before.items():
            self.assertNotEqual((self.folder / "out/runs" / name /
                                 "summary.json").stat().st_mtime_ns, mtime)

    def test_failed_run_is_a_row(self):
        rows = self.study(merged(BALL, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05",
            "Study/curves": "right: Bouncing ball/mass = 1 | "
                            "wrong: Bouncing ball/mass = -1"}), status=1)
        self.assertEqual([row["status"] for row in rows],
                         ["done", "done", "failed", "failed"])
        self.assertIn("It must be positive", rows[2]["message"])
        self.assertIn("2 of 4 runs failed", self.output.stderr)
        self.assertIn("It must be positive",
                      (self.folder / "out/study.md").read_text())

    def test_ranks_share_the_runs(self):
        alone = self.study(BALL, output="alone")
        shared = self.study(BALL, output="shared", ranks=2)
        for a, b in zip(alone, shared):
            self.assertEqual(a["velocity_L2"], b["velocity_L2"])
        self.assertEqual(len(shared), 3)

    def test_courant_number_sets_the_step(self):
        rows = self.study({
            "Model": {"name": "elastic bar"},
            "Elastic bar": {"length": 2, "Young's modulus": 900, "density": 1,
                            "initial velocity": -1, "initial gap": 0.1},
            "Time integration": {"Courant number": 0.5, "end time": 0.01},
            "Study": {"sweep":
                      "Elastic bar/number of elements = linear(10, 30, 3)",
                      "quantities": "gap_L2"}})
        self.assertEqual([float(row["time_step"]) for row in rows],
                         [0.5 * 2 / n / 30 for n in (10, 20, 30)])
        self.assertEqual(self.info["abscissa"]["column"], "time_step")

    def test_wrong_studies_are_refused(self):
        for changes, parts in (
                ({"sweep": ""}, ["nothing to vary"]),
                ({"sweep": "Time integration/time stop = 1"},
                 ["line", "no entry 'time stop'", "'time step'"]),
                ({"sweep": "Time integration/time step = 0.1, zero"},
                 ["The study in case.prm, line", "'Study/sweep': 'Time "
                  "integration/time step' is 'zero'", "a number"]),
                ({"curves": "a: Bouncing ball/mass = heavy"},
                 ["The study in case.prm, line", "'Study/curves': 'Bouncing "
                  "ball/mass' is 'heavy'"]),
                ({"sweep": "Time integration/time step = 0.1, 0"},
                 ["must be positive"]),
                ({"sweep": "Time integration/time step"}, ["no '='"]),
                ({"sweep": "Time integration/time step = 0.1, 0.1"},
                 ["takes the value '0.1' twice."]),
                ({"sweep": "Time integration/time step = 1e-3, 0.1, 0.001"},
                 ["takes the value '0.001' twice: as '1e-3', too."]),
                ({"sweep": "Time integration/time step = 0.1, "
                           "linear(0.1, 0.2, 2)"}, ["'0.1' twice."]),
                ({"sweep": "Bouncing ball/initial velocity = 0, -0.0"},
                 ["takes the value '-0.0' twice: as '0', too."]),
                # as many values as there are pairs would take days
                ({"sweep": "Time integration/time step = "
                           "linear(1e-3, 2e-3, 1000000)"},
                 ["more than 100000 runs"]),
                # 2^64 runs and some
                ({"sweep": "Time integration/time step = linear(1, 2, 65536); "
                           "Time integration/end time = linear(1, 2, 65536); "
                           "Bouncing ball/mass = linear(1, 2, 65536); "
                           "Bouncing ball/radius = linear(1, 2, 65537)"},
                 ["more than 100000 runs"]),
                ({"sweep": "Bouncing ball/mass = 1, 2; "
                           "Bouncing ball/mass = 3, 4"},
                 ["'Bouncing ball/mass' is varied twice"]),
                # by its old name and by its present one
                ({"sweep": "Contact/opening contacts = newton, reflecting; "
                           "Contact/separating contacts = newton"},
                 ["'Contact/separating contacts' is varied twice"]),
                ({"sweep": "Contact/separating contacts = newton; "
                           "Contact/opening contacts = reflecting"},
                 ["'Contact/opening contacts', now 'Contact/separating "
                  "contacts', is varied twice"]),
                ({"curves": "a: Contact/separating contacts = newton",
                  "sweep": "Contact/opening contacts = newton, reflecting"},
                 ["now 'Contact/separating contacts', is set in "
                  "'Study/curves', too"]),
                ({"curves": "a: Contact/separating contacts = newton, "
                            "Contact/opening contacts = reflecting"},
                 ["now 'Contact/separating contacts', is set twice"]),
                ({"reference": "computed",
                  "reference settings": "Bouncing ball/mass = 1, "
                                        "Bouncing ball/mass = 2"},
                 ["'Study/reference settings'", "'Bouncing ball/mass' is set "
                  "twice"]),
                ({"sweep": "Study/kind = spectrum"}, ["single run"]),
                ({"sweep": "Time integration/time step = geometric(1, -1, 3)"},
                 ["positive values"]),
                ({"sweep": "Time integration/time step = linear(1, 2)"},
                 ["number of values"]),
                ({"curves": "a: Contact/restitution coefficient = 0 | a: "
                            "Contact/restitution coefficient = 1"},
                 ["occurs twice"]),
                ({"reference": "computed"}, ["reference settings"])):
            case = self.write("case.prm", prm(merged(BALL, {
                f"Study/{name}": text for name, text in changes.items()})))
            run = self.percuss("study", case, "--output", "out")
            self.assertEqual(run.returncode, 2, (changes, run))
            for part in parts:
                self.assertIn(part, run.stderr, changes)
            self.assertFalse((self.folder / "out").exists(), changes)


class ReferenceTest(StudyTest):
    """Exact solutions, finer runs and given ones."""

    def test_finest_run(self):
        case = merged(BALL, {"Study/reference": "finest",
                             "Time integration/end time": 0.4})
        rows = self.study(case)
        # free fall is exact for every step: errors are those of rounding
        self.assertLess(float(rows[0]["position_max"]), 1e-12)
        self.assertEqual(rows[2]["position_max"], "")

    def test_computed_reference(self):
        case = merged(BALL, {
            "Study/reference": "computed", "Study/Hausdorff distances": "true",
            "Study/reference settings":
                "Time integration/time step = 1e-5, "
                "Time integration/scheme = generalized-alpha"})
        computed = self.study(case, output="computed")
        exact = self.study(merged(case, {"Study/reference": "exact"}),
                           output="exact")
        self.assertEqual(len(list((self.folder / "computed/references")
                                  .iterdir())), 1)
        for a, b in zip(computed, exact):
            for name in ("position_L1", "velocity_L1", "position_hausdorff",
                         "velocity_hausdorff", "contact_impulse_L1"):
                self.assertAlmostEqual(float(a[name]), float(b[name]),
                                       delta=0.02 * float(b[name]), msg=name)

    def test_given_run(self):
        self.run_case(merged(BALL, {"Time integration/time step": 1e-4}),
                      "--set", "Output/record signals=true", output="fine")
        run = self.run_case(merged(BALL, {"Time integration/time step": 0.05,
                                          "Study/reference": "fine"}))
        exact = self.run_case(merged(BALL, {
            "Time integration/time step": 0.05}), output="exact")
        self.assertAlmostEqual(run.summary["errors"]["position_L2"],
                               exact.summary["errors"]["position_L2"],
                               delta=1e-3)
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/reference": "nowhere"})))
        refused = self.percuss("run", case, "--output", "refused")
        self.assertEqual(refused.returncode, 2, refused)
        self.assertIn("nowhere/signals.h5", refused.stderr)

    def test_what_cannot_be_a_reference_is_refused(self):
        recorded = merged(BALL, {"Time integration/time step": 1e-2,
                                 "Output/record signals": "true"})
        self.run_case(recorded, output="fine")
        self.run_case(merged(recorded, {"Time integration/end time": 0.5}),
                      output="short")
        self.run_case(merged(recorded, {"Time integration/start time": 0.5}),
                      output="late")
        self.run_case({**recorded, "Model": {"name": "linear oscillator"}},
                      output="other")
        for folder, parts in (
                ("short", ["ends at t = 0.5 s", "the comparison at 1 s"]),
                ("late", ["starts at t = 0.5 s, this one at 0 s"]),
                ("other", ["of the model 'linear oscillator', this one of "
                           "'bouncing ball'"]),
                ("empty", ["empty/"])):
            (self.folder / "empty").mkdir(exist_ok=True)
            case = self.write("case.prm", prm(merged(BALL, {
                "Study/reference": folder})))
            for command in ("run", "study"):
                run = self.percuss(command, case, "--output", "out")
                self.assertEqual(run.returncode, 2, (folder, run))
                for part in ["case.prm, line", f"'Study/reference' is "
                             f"'{folder}'", *parts]:
                    self.assertIn(part, run.stderr, (folder, command))
                self.assertFalse((self.folder / "out").exists(), folder)
        # what it has of the time that is compared is enough
        self.run_case(merged(BALL, {"Time integration/time step": 0.05,
                                    "Study/compare until": 0.5,
                                    "Study/reference": "short"}),
                      output="half")

    def test_signals_that_a_reference_lacks(self):
        bar = merged(SMALL_CASE, {"Output/record signals": "true",
                                  "Output/monitored points": "tip: 0 ; "
                                                             "middle: 0.5"})
        self.run_case(bar, output="fine")
        case = self.write("case.prm", prm(merged(bar, {
            "Output/monitored points": "tip: 0 ; quarter: 0.25",
            "Study/reference": "fine"})))
        run = self.percuss("run", case, "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        for part in ("case.prm, line", "has not recorded 'position[quarter]', "
                     "'velocity[quarter]'", "position[middle]"):
            self.assertIn(part, run.stderr)
        self.run_case(merged(bar, {"Study/reference": "fine"}))

    def test_warns_of_a_reference_with_other_parameters(self):
        self.run_case(merged(BALL, {"Time integration/time step": 1e-2,
                                    "Contact/restitution coefficient": 0.4,
                                    "Bouncing ball/mass": 2,
                                    "Output/record signals": "true"}),
                      output="other")
        self.run_case(merged(BALL, {"Time integration/time step": 0.05,
                                    "Bouncing ball/mass": "1.0",
                                    "Study/reference": "other"}),
                      warnings=[["case.prm, line", "'other'",
                                 "'Contact/restitution coefficient' (0.4 "
                                 "there, 0.5 here)",
                                 "'Bouncing ball/mass' (2 there, 1"]])

    def test_says_what_a_study_without_errors_lacks(self):
        for reference, model, part in (
                ("none", "bouncing ball", "compared with nothing"),
                ("automatic", "van der pol oscillator",
                 "No exact solution of this case is known")):
            case = {**merged(BALL, {"Study/reference": reference,
                                    "Study/quantities": ""}),
                    "Model": {"name": model}}
            self.study(case, output=reference)
            for text in (part, "case.prm", f"'Study/reference' is "
                         f"'{reference}'", "'Study/quantities'"):
                self.assertIn(text, self.output.stderr, reference)
            self.assertNotIn("plots", self.output.stderr)

    def test_no_exact_solution(self):
        case = self.write("case.prm", prm({
            "Model": {"name": "van der pol oscillator"},
            "Study": {"reference": "exact"}}))
        run = self.percuss("run", case, "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("exact solution of this case is not known", run.stderr)

    def test_fields_against_the_exact_bar(self):
        rows = self.study({
            "Model": {"name": "elastic bar"},
            "Elastic bar": {"length": 1, "Young's modulus": 1, "density": 1,
                            "obstacle": "left", "initial gap": 0.5,
                            "far end": "clamped",
                            "initial displacement": "0.5 * (1 - x)"},
            "Time integration": {"Courant number": 0.5, "end time": 6,
                                 "scheme": "generalized-alpha"},
            "Study": {"sweep": "Elastic bar/number of elements = 20, 40, 80",
                      "quantities": "*_field_L2",
                      "field error interval": 4}})
        # the strain jumps along two characteristics
        self.assertGreater(self.rate(0, "strain_field_L2"), 0.2)
        self.assertGreater(self.rate(0, "displacement_field_L2"), 0.6)
        self.assertLess(float(rows[2]["displacement_field_max"]), 0.02)
        self.assertLess(float(rows[2]["energy_total_L1_relative"]), 0.02)

if __name__ == "__main__":
    unittest.main()
