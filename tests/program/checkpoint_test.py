# SPDX-License-Identifier: Apache-2.0
"""A run that is killed goes on from its checkpoint as if nothing had been."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

from limits_test import CUBE, SQUARE
from program import CASES, LOCAL, PROGRAM, Results, SMALL_CASE, merged, prm
from started_runs import BALL, LONG_BALL, StartedRuns

MECHANISMS = CASES / "mechanisms"
SMALL = CASES / "small_systems"
BAR = merged(SMALL_CASE, {
    "Elastic bar/gravity": -1e5, "Elastic bar/left end force": "1e3*sin(1e5*t)",
    "Time integration/end time": 1.2e-4, "Output/field interval": 17})
SQUARE = merged(SQUARE, {
    "Time integration/time step": 5e-4, "Time integration/end time": 0.05,
    "Output/field interval": 17})
CUBE = merged(CUBE, {"Time integration/end time": 0.1})
BLOCK = merged(SQUARE, {"Contact/friction coefficient": 0.3,
                        "Solid/initial velocity": "0.3, -1"})
FINITE = {"Solid/elastic law": "neo-Hookean"}
OF_THE_CLOCK = ("wall_seconds", "stepping_seconds", "wall_seconds_per_step")


def motion(summary):
    """What the clock says nothing about."""
    return {name: value for name, value in summary.items()
            if name not in OF_THE_CLOCK}


class CheckpointRuns(StartedRuns):
    """Runs of a case into folders that are compared."""

    def setUp(self):
        super().setUp()
        self.case = "case.prm"

    def take(self, case):
        self.case = self.write("case.prm", prm(case)) \
            if isinstance(case, dict) else str(case)

    def run_to(self, output, *words, ranks=0, status=0):
        run = self.percuss("run", self.case, "--output", output, *words,
                           ranks=ranks)
        self.assertEqual(run.returncode, status, run)
        return run

    def stop_at_size(self, output, size, *words):
        """The run ends where it stands when a file gets larger than this."""
        run = subprocess.run(
            [PROGRAM, "run", self.case, "--output", output, "--quiet", *words],
            cwd=self.folder, capture_output=True, text=True, check=False,
            env={**os.environ, **LOCAL, **self.alone()},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                  (size, size)))
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("history.csv", run.stderr)

    def check_same(self, one, other):
        one, other = self.folder / one, self.folder / other
        names = [sorted(str(file.relative_to(folder))
                        for file in folder.rglob("*"))
                 for folder in (one, other)]
        self.assertEqual(*names)
        for name in names[0]:
            if name.endswith((".csv", ".pvd", ".vtu")):
                texts = [(folder / name).read_bytes()
                         for folder in (one, other)]
                if not name.endswith(".csv"):  # with the time of the clock
                    texts = [text[text.index(b"<VTKFile"):] for text in texts]
                self.assertTrue(texts[0] == texts[1], f"{self.case} {name}")
        summaries = [Results(folder).summary for folder in (one, other)]
        self.assertEqual(*map(json.dumps, map(motion, summaries)))


class CheckpointTest(CheckpointRuns):

    def check(self, case, **changes):
        """The run ends twice between checkpoints, without notice."""
        words = [word for entry, value in changes.items()
                 for word in ("--set", f"{entry}={value}")]
        self.take(case)
        for folder in ("whole", "parts"):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        self.run_to("whole", "--quiet", *words)
        size = (self.folder / "whole/history.csv").stat().st_size
        n_steps = Results(self.folder / "whole").summary["steps"]
        words += ["--set", f"Output/checkpoint interval={n_steps // 9}",
                  "--resume"]
        for share in (0.4, 0.8):
            self.assertGreater(share * size, 16000)  # more than a checkpoint
            self.stop_at_size("parts", int(share * size), *words)
            self.assertTrue((self.folder / "parts/checkpoint/state").exists())
        self.run_to("parts", "--quiet", *words)
        self.check_same("whole", "parts")

    def test_schemes(self):
        listed = self.percuss("list", "schemes").stdout.splitlines()
        schemes = [line.split()[0] for line in listed if line.startswith("  ")]
        self.assertGreater(len(schemes), 15)
        for scheme in schemes:
            with self.subTest(scheme):
                self.check(SMALL / "two_mass_oscillator.prm", **{
                    "Time integration/scheme": scheme,
                    "Contact/restitution coefficient": 0})

    def test_small_systems(self):
        for name in ("bouncing_ball_a12", "linear_oscillator", "van_der_pol",
                     "rotating_spring_friction", "discrete_arch",
                     "slider_crank"):
            with self.subTest(name):
                self.check(SMALL / f"{name}.prm")
        self.check(SMALL / "bouncing_ball_c13.prm",
                   **{"Output/record signals": "true"})

    def test_mechanisms(self):
        for name, end in (("newtons_cradle", 1e-3), ("rocking_block", 1.),
                          ("slider_crank_clearance", 2e-3),
                          ("spatial_slider_crank", 2e-3),
                          ("flexible_slider_crank", 5e-3),
                          ("swinging_rod", 0.3), ("spinning_top", 0.03),
                          ("two_beams", 0.02)):
            with self.subTest(name):
                self.check(MECHANISMS / f"{name}.prm",
                           **{"Time integration/end time": end})

    def test_bars(self):
        for scheme in ("moreau-jean", "generalized-alpha", "cd-lagrange",
                       "combined-projection"):
            with self.subTest(scheme):
                self.check(BAR, **{"Time integration/scheme": scheme})

    def test_solids(self):
        for case, scheme, changes in (
                (SQUARE, "generalized-alpha", {}),
                (BLOCK, "moreau-jean", FINITE),
                (BLOCK, "cd-lagrange", FINITE),
                (CUBE, "schatzman-paoli", {})):
            with self.subTest(f"{scheme} {changes}"):
                self.check(case, **{"Time integration/scheme": scheme,
                                    **changes})


if __name__ == "__main__":
    unittest.main()
