# SPDX-License-Identifier: Apache-2.0
"""A run that is done goes on to a later end time as if that had been its own."""

import json
import shutil
import signal
import unittest

from checkpoint_test import BAR, BLOCK, CheckpointRuns, FINITE, MECHANISMS, SMALL
from program import Results, merged, prm
from started_runs import BALL, LONG_BALL

KEEP = ("--set", "Output/checkpoint interval=1000000")
FALL = merged(BALL, {"Time integration/time step": 1e-4,
                     "Output/field interval": 7})

DRIVEN = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "gravity": "0, -10",
        "bodies": "arm: mass 1 ; inertia 0.1 ; at 1, 0, 0 ; "
                  "velocity 0, 2.1, 2.1",
        "joints": "pivot: revolute ; ground 0, 0 ; arm -1, 0 | "
                  "motor: drive ; ground ; arm ; angle 0.3*sin(7*t)"},
    "Time integration": {"time step": 1e-3, "end time": 0.05},
    "Output": {"output directory": "out"},
}


def until(end):
    return ("--set", f"Time integration/end time={end}")


class ExtensionRuns(CheckpointRuns):

    def files(self, folder="parts"):
        return {file: file.read_bytes()
                for file in (self.folder / folder).rglob("*") if file.is_file()}

    def refuse(self, *words, says):
        """Status 2, with all that is there as it was."""
        before = self.files()
        run = self.run_to("parts", "--resume", *words, status=2)
        self.assertEqual(run.stdout, "")
        for part in says:
            self.assertIn(part, " ".join(run.stderr.split()))
        self.assertTrue(before == self.files())

    def extend(self, case, ends, *words, ranks=0):
        """To each of the ends in turn, as to the last one at once."""
        self.take(case)
        for folder in ("whole", "parts"):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        self.run_to("whole", "--quiet", *words, *until(ends[-1]), ranks=ranks)
        for end in ends:
            run = self.run_to("parts", "--resume", *words, *KEEP, *until(end),
                              ranks=ranks)
            if end != ends[0]:
                self.assertIn("goes on after time step ", run.stdout)
            self.assertTrue((self.folder / "parts/checkpoint/state").exists())
        self.check_same("whole", "parts")


class ExtensionTest(ExtensionRuns):

    def test_small_systems(self):
        for name, ends in (("bouncing_ball_a12", (1.5, 3.12, 5)),
                           ("two_mass_oscillator", (0.31, 0.5)),
                           ("van_der_pol", (3, 7.7)),
                           ("linear_oscillator", (0.1, 0.31))):
            for words in ((), ("--set", "Output/history interval=7")):
                with self.subTest(f"{name} {words}"):
                    self.extend(SMALL / f"{name}.prm", ends, *words)

    def test_signals_and_errors(self):
        self.extend(SMALL / "bouncing_ball_a12.prm", (1.5, 5), "--set",
                    "Output/record signals=true", "--set",
                    "Study/Hausdorff distances=true")

    def test_mechanisms(self):
        for name, ends in (("rocking_block", (0.2, 0.5)),
                           ("newtons_cradle", (1e-4, 4e-4)),
                           ("dominoes", (0.05, 0.1)),
                           ("slider_crank_clearance", (1e-3, 3e-3))):
            with self.subTest(name):
                self.extend(MECHANISMS / f"{name}.prm", ends, "--set",
                            "Output/history interval=7", "--set",
                            "Output/field interval=13")

    def test_bars_and_solids(self):
        for case, ends, scheme in ((BAR, (3.3e-5, 1.2e-4), "moreau-jean"),
                                   (BAR, (3.3e-5, 1.2e-4), "cd-lagrange"),
                                   (merged(BLOCK, FINITE), (0.011, 0.02),
                                    "moreau-jean")):
            for ranks in (0, 2):
                with self.subTest(f"{scheme} {ranks}"):
                    self.extend(merged(case, {
                        "Time integration/scheme": scheme,
                        "Output/history interval": 7}), ends, ranks=ranks)

    def test_functions_of_time(self):
        """Their derivatives are differences, whatever the end."""
        self.extend(DRIVEN, (0.02, 0.05))

    def test_interval_that_the_length_sets(self):
        """Rows that one run to the later end has not go."""
        self.extend(FALL, (1.5, 3.))
        rows = Results(self.folder / "parts").history["step"]
        self.assertEqual(rows[:3], [0, 2, 4])

    def test_killed_on_its_way(self):
        self.take(FALL)
        self.run_to("whole", "--quiet", *until(3.))
        self.run_to("parts", "--quiet", *KEEP, *until(1.5))
        size = (self.folder / "whole/history.csv").stat().st_size
        for share in (0.6, 0.8):
            self.stop_at_size("parts", int(share * size), *until(3.),
                              "--resume")
            summary = self.folder / "parts/summary.json"
            self.assertEqual(json.loads(summary.read_text())["status"],
                             "failed")
        self.run_to("parts", "--quiet", "--resume", *until(3.))
        self.check_same("whole", "parts")


class ExtensionRefusalTest(ExtensionRuns):

    def setUp(self):
        super().setUp()
        self.take(FALL)

    def test_earlier_end(self):
        self.run_to("parts", *KEEP, *until(0.3))
        self.refuse(*until(0.2), says=(
            "The checkpoint is of time step 3000, t = 0.3 s, which is behind "
            "the end of this run. Give a later 'Time integration/end time'",))

    def test_other_motion(self):
        self.run_to("parts", *KEEP, *until(0.3))
        for entry, value in (("Bouncing ball/mass", 2),
                             ("Time integration/time step", 2e-4),
                             ("Time integration/theta", 0.75),
                             ("Output/record signals", "true"),
                             ("Study/Hausdorff distances", "true")):
            self.refuse(*until(0.4), "--set", f"{entry}={value}",
                        says=(f"'{entry}' had another value",))

    def test_no_checkpoint_of_the_end(self):
        self.run_to("parts", *until(0.3))
        self.assertFalse((self.folder / "parts/checkpoint").exists())
        self.refuse(*until(0.4), says=(
            "'Time integration/end time' had another value",
            "no checkpoint of its end",
            "'Output/checkpoint interval' leaves one"))

    def test_the_same_end(self):
        self.run_to("parts", *KEEP, *until(0.3))
        before = self.files()
        run = self.run_to("parts", "--resume", *until(0.3))
        self.assertIn("the run in 'parts' is done: there is nothing to resume",
                      run.stdout)
        self.assertTrue(before == self.files())
        run = self.run_to("parts", *until(0.3))
        self.assertNotIn("--resume would have gone on", run.stdout)

    def test_rows_that_are_missing(self):
        self.run_to("parts", *KEEP, *until(3.))  # every second step
        self.refuse(*until(6.), says=(
            "automatic asks for the rows of every 5, and history.csv has those "
            "of every 2. Give the interval a number",))
        self.run_to("parts", "--resume", *until(6.), "--set",
                    "Output/history interval=2")
        self.run_to("whole", "--quiet", *until(6.), "--set",
                    "Output/history interval=2")
        self.check_same("whole", "parts")

    def test_overwrites_what_it_cannot_go_on_from(self):
        self.run_to("parts", *KEEP, *until(0.3))
        words = (*until(0.2), "--set", "Bouncing ball/mass=2")
        self.run_to("parts", "--resume", "--overwrite", *words)
        self.run_to("whole", *words)
        self.check_same("whole", "parts")
        run = self.start(LONG_BALL, "--quiet")
        self.wait_for(lambda: self.n_rows() > 1)
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.take(merged(LONG_BALL, {"Bouncing ball/mass": 2,
                                     "Time integration/end time": 1e-3}))
        run = self.run_to("out", "--resume", "--overwrite")
        self.assertIn("'Bouncing ball/mass' had another value", run.stdout)
        self.run_to("whole")
        self.check_same("whole", "out")


class OutputOfExtensionTest(ExtensionRuns):
    """What is there stays; what follows has the new intervals."""

    def steps(self):
        return Results(self.folder / "parts").history["step"]

    def test_history_interval(self):
        self.take(FALL)
        self.run_to("parts", *KEEP, *until(0.001), "--set",
                    "Output/history interval=4")
        self.assertEqual(self.steps(), [0, 4, 8, 10])
        self.run_to("parts", "--resume", *KEEP, *until(0.0018), "--set",
                    "Output/history interval=3")
        self.assertEqual(self.steps(), [0, 4, 8, 12, 15, 18])
        self.refuse(*until(0.002), says=("every 1, and history.csv has those "
                                         "of every 12",))
        self.run_to("parts", "--resume", *until(0.002), "--set",
                    "Output/history interval=0")
        self.assertEqual(self.steps(), [0, 4, 8, 12, 15, 18, 20])

    def test_field_interval(self):
        case = merged(BAR, {"Output/field interval": 8})
        self.take(case)
        ends = [*until(2e-5), "--set", "Output/contact problems=5"]
        self.run_to("parts", *KEEP, *ends)
        self.run_to("parts", "--resume", *until(3e-5), "--set",
                    "Output/field interval=5")
        fields = sorted(file.stem for file in
                        (self.folder / "parts/solution").iterdir())
        self.assertEqual(fields, [f"solution_{step:08d}"
                                  for step in (0, 8, 16, 25, 30)])


if __name__ == "__main__":
    unittest.main()
