# SPDX-License-Identifier: Apache-2.0
"""A run that is killed goes on from its checkpoint as if nothing had been."""

import json
import os
import pathlib
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
OF_THE_CLOCK = ("wall_seconds", "stepping_seconds", "wall_seconds_per_step",
                "nanoseconds_per_dof_and_step")


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
            env={**os.environ, **LOCAL},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                  (size, size)))
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("history.csv", run.stderr)

    def check_same(self, one, other):
        one, other = self.folder / one, self.folder / other
        # with an interval the checkpoint of the end stays
        names = [sorted(name for file in folder.rglob("*")
                        if not (name := str(file.relative_to(folder)))
                        .startswith("checkpoint"))
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

    def schemes(self):
        listed = self.percuss("list", "schemes").stdout.splitlines()
        schemes = [line.split()[0] for line in listed if line.startswith("  ")]
        self.assertGreater(len(schemes), 15)
        return schemes

    def check(self, case, **changes):
        """The run ends twice between checkpoints, without notice. Returns how
        many contacts are closed at the checkpoints."""
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
        steps = []
        for share in (0.4, 0.8):
            self.assertGreater(share * size, 16000)  # more than a checkpoint
            self.stop_at_size("parts", int(share * size), *words)
            self.assertTrue((self.folder / "parts/checkpoint/state").exists())
            summary = (self.folder / "parts/summary.json").read_text()
            steps.append(json.loads(summary)["checkpoint_step"])
        self.run_to("parts", "--quiet", *words)
        self.check_same("whole", "parts")
        history = Results(self.folder / "whole").history
        return [int(active) for step, active in
                zip(history["step"], history["active_contacts"])
                if step in steps]


class CheckpointTest(CheckpointRuns):

    def test_schemes(self):
        for scheme in self.schemes():
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
                          ("two_beams", 0.02), ("falling_bodies", 0.4),
                          ("dominoes", 0.4)):
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


class KillTest(CheckpointRuns):
    """At random moments; on one rank and on two."""

    def kill(self, case, seconds, *words, ranks=0):
        """Kills the run that long after its next checkpoint."""
        state = self.folder / "parts/checkpoint/state"
        before = state.read_bytes() if state.exists() else b""
        run = self.start(case, "--output", "parts", "--quiet", *words,
                         ranks=ranks)
        self.wait_for(lambda: run.poll() is not None or (
            state.exists() and state.read_bytes() != before))
        time.sleep(seconds)
        run.kill()
        for rank in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if f"cwd={self.folder}" in f"cwd={(rank / 'cwd').readlink()}":
                    os.kill(int(rank.name), signal.SIGKILL)
            except (OSError, ValueError):
                pass
        return run.wait() == -signal.SIGKILL

    def check_kills(self, case, n_kills, scatter, *words):
        self.take(case)
        self.run_to("whole", "--quiet")
        moments = random.Random(7)
        killed = [self.kill(case, moments.uniform(0, scatter), "--resume",
                            *words) for _ in range(n_kills)]
        self.assertIn(True, killed)  # not all of them after the end
        self.run_to("parts", "--quiet", "--resume", *words)
        self.check_same("whole", "parts")

    def test_ball(self):
        self.check_kills(merged(BALL, {
            "Time integration/time step": 1e-6,
            "Time integration/end time": 2, "Output/history interval": 100}),
            6, 0.1, "--set", "Output/checkpoint interval=20000")

    def test_solid(self):
        self.check_kills(merged(BLOCK, {"Time integration/end time": 0.5}),
                         4, 0.1, "--set", "Output/checkpoint interval=30")

    def test_ranks(self):
        for name, case in (("bar", BAR), ("solid", BLOCK)):
            case = merged(case, {"Output/field interval": 0})
            self.take(case)
            self.run_to("whole", "--quiet")
            whole = Results(self.folder / "whole").history
            words = ("--set", "Output/checkpoint interval=5")
            for first, second in ((1, 2), (2, 1)):
                with self.subTest(f"{name} {first} {second}"):
                    shutil.rmtree(self.folder / "parts", ignore_errors=True)
                    self.kill(case, 0, *words, ranks=first)
                    self.run_to("parts", "--quiet", "--resume", *words,
                                ranks=second)
                    parts = Results(self.folder / "parts").history
                    for column, values in whole.items():
                        if column == "identity_residual":  # rounding
                            continue
                        scale = max(map(abs, values)) or 1
                        self.assertEqual(len(values), len(parts[column]))
                        for a, b in zip(values, parts[column]):
                            self.assertLess(abs(a - b), 1e-10 * scale, column)


class ResumeTest(CheckpointRuns):

    def interrupted(self, number=signal.SIGTERM, case=LONG_BALL, *words):
        run = self.start(case, "--quiet", *words)
        self.wait_for(lambda: self.n_rows() > 1)
        run.send_signal(number)
        _, error = run.communicate()
        self.assertEqual(run.returncode, 128 + number, error)
        return error

    def refuse(self, *parts, case=LONG_BALL):
        before = {file: file.read_bytes()
                  for file in (self.folder / "out").rglob("*")
                  if file.is_file()}
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--resume")
        self.assertEqual((run.returncode, run.stdout), (2, ""), run)
        for part in parts:
            self.assertIn(part, run.stderr)
        after = {file: file.read_bytes()
                 for file in (self.folder / "out").rglob("*")
                 if file.is_file()}
        self.assertTrue(before == after)

    def test_signals(self):
        case = merged(LONG_BALL, {"Time integration/end time": 0.2,
                                  "Output/history interval": 1000})
        self.take(case)
        self.run_to("whole", "--quiet")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP,
                       signal.SIGUSR1):
            with self.subTest(number):
                error = self.interrupted(number, case)
                step = self.summary()["checkpoint_step"]
                self.assertEqual(self.summary()["steps"], step)
                self.assertIn(f"--resume goes on after time step {step}.",
                              error)
                run = self.run_to("out", "--resume")
                self.assertIn(f"goes on after time step {step}, t = ",
                              run.stdout)
                self.check_same("whole", "out")
                shutil.rmtree(self.folder / "out")

    def test_damage(self):
        self.interrupted()
        state = self.folder / "out/checkpoint/state"
        whole = state.read_bytes()
        numbers = random.Random(3)
        for _ in range(8):
            place = numbers.randrange(25, len(whole))
            flipped = bytearray(whole)
            flipped[place] ^= 1 << numbers.randrange(8)
            state.write_bytes(flipped)
            self.refuse("checkpoint/state' is ", "Without --resume")
            state.write_bytes(whole[:place])
            self.refuse("checkpoint/state' is cut")
        for content, problem in ((b"", "is no file of a checkpoint"),
                                 (b"step,time\n", "is no file of"),
                                 (whole + b"x", "is damaged"),
                                 (whole.replace(b"checkpoint 1",
                                                b"checkpoint 2", 1),
                                  "the format of another version")):
            state.write_bytes(content)
            self.refuse(problem)
        state.write_bytes(whole)
        history = self.folder / "out/history.csv"
        history.write_bytes(history.read_bytes()[:100])
        run = self.percuss("run", "case.prm", "--resume")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("it is shorter than at the checkpoint", run.stderr)

    def test_vectors(self):
        case = merged(BAR, {"Time integration/end time": 10,
                            "Output/field interval": 0})
        self.interrupted(signal.SIGTERM, case)
        vectors, = (self.folder / "out/checkpoint").glob("vectors_*.0")
        whole = vectors.read_bytes()
        for content, problem in ((whole[:-9], "is cut"),
                                 (whole[:-9] + b"\1" + whole[-8:],
                                  "is damaged")):
            vectors.write_bytes(content)
            self.refuse(vectors.name, problem, case=case)
        vectors.unlink()
        self.refuse(vectors.name, "is missing", case=case)

    def test_other_runs(self):
        self.interrupted()
        self.refuse("'Bouncing ball/mass' had another value",
                    case=merged(LONG_BALL, {"Bouncing ball/mass": 2}))
        self.refuse("'Model/name' had another value",
                    case=merged(LONG_BALL, {"Model/name": "slider crank"}))
        run = self.start(merged(LONG_BALL, {"Output/checkpoint interval": 999999}),
                         "--resume", "--quiet")
        rows = self.n_rows()
        self.wait_for(lambda: self.n_rows() > rows + 2)
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.assertEqual(run.returncode, 128 + signal.SIGTERM)

    def test_beginning_and_end(self):
        self.take(BALL)
        run = self.run_to("out", "--resume")
        self.assertIn("there is no checkpoint in 'out': the run starts from "
                      "its beginning", run.stdout)
        history = (self.folder / "out/history.csv").stat()
        run = self.run_to("out", "--resume")
        self.assertIn("the run in 'out' is done", run.stdout)
        self.assertEqual(history, (self.folder / "out/history.csv").stat())
        self.refuse("'Bouncing ball/mass' had another value",
                    case=merged(BALL, {"Bouncing ball/mass": 2}))

    def test_without_resume(self):
        self.interrupted()
        self.take(merged(BALL, {}))
        run = self.run_to("out")
        self.assertIn("--resume would have gone on", run.stdout)
        self.assertFalse((self.folder / "out/checkpoint").exists())

    def test_failed_step(self):
        """The last good state is kept for smaller steps."""
        case = merged(SQUARE, {
            "Solid/mesh generator arguments": "2, 2 : 0, 3 : 1, 4 : true",
            "Solid/initial velocity": "1, -20", "Solid/Young's modulus": 3e4,
            "Time integration/scheme": "moreau-jean",
            "Time integration/time step": 0.04,
            "Time integration/end time": 0.32, **FINITE})
        self.take(case)
        run = self.run_to("out", "--quiet", status=1)
        summary = self.summary()
        self.assertGreater(summary["steps"], 0, run)
        self.assertEqual((summary["status"], summary["checkpoint_step"]),
                         ("failed", summary["steps"]))
        smaller = ("--set", "Time integration/on failure=halve step")
        self.run_to("out", "--resume", *smaller)
        self.run_to("whole", *smaller)
        self.check_same("whole", "out")

    def test_files_of_others_stay(self):
        folder = self.folder / "out/checkpoint"
        folder.mkdir(parents=True)
        (folder / "state").write_text("mine")
        self.take(BALL)
        run = self.run_to("out", status=2)
        self.assertIn("checkpoint/state' is in the way", run.stderr)
        (folder / "state").rename(folder / "mine")
        self.run_to("out")
        self.assertEqual((folder / "mine").read_text(), "mine")

    def test_fields_after_the_checkpoint(self):
        """The step of an interruption has fields, which a whole run has not."""
        case = merged(BAR, {"Time integration/end time": 0.2,
                            "Output/field interval": 5000})
        self.interrupted(signal.SIGTERM, case)
        self.take(case)
        self.run_to("whole", "--quiet")
        self.run_to("out", "--quiet", "--resume")
        self.check_same("whole", "out")


if __name__ == "__main__":
    unittest.main()
