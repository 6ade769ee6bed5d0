# SPDX-License-Identifier: Apache-2.0
"""A disk that says only at the end, in close or fsync, that it has not taken
what was written: the run says so, too."""

import os
import subprocess
import unittest

from program import LOCAL, PROGRAM, ProgramTest, SMALL_CASE, merged, prm

PRELOADED = os.environ["PERCUSS_FAILING_CALLS"]
BALL = {"Model": {"name": "bouncing ball"},
        "Bouncing ball": {"initial height": 0.01},
        "Time integration": {"time step": 1e-3, "end time": 0.1},
        "Output": {"output directory": "out"}}
BOX = {
    "Model": {"name": "mechanism"},
    "Mechanism": {"bodies": "A: shape rectangle 0.2, 0.1 ; mass 1 ; "
                  "at 0, 0.05, 0",
                  "contacts": "floor: bodies all ; line ground 0, 0 ; "
                  "normal 0, 1",
                  "gravity": "0, -9.81"},
    "Time integration": {"time step": 1e-3, "end time": 0.01},
    "Output": {"output directory": "out", "contact problems": 1},
}


class FailingDiskTest(ProgramTest):

    def run_with(self, call, file, case, *words, error="ENOSPC"):
        return subprocess.run(
            [PROGRAM, "run", self.write("case.prm", prm(case)), "--quiet",
             *words], cwd=self.folder, capture_output=True, text=True,
            check=False,
            env={**os.environ, **LOCAL, "LD_PRELOAD": PRELOADED,
                 "FAILING_CALL": call, "FAILING_FILE": file,
                 "FAILING_ERROR": error})

    def check(self, call, file, name, case, *words):
        for error, text in (("ENOSPC", "is the disk full?"),
                            ("EIO", "Input/output error.")):
            with self.subTest(call=call, name=name, error=error):
                run = self.run_with(call, file, case, *words, error=error)
                self.assertEqual(run.returncode, 1, run)
                self.assertIn(f"percuss: the computation failed: Writing "
                              f"'{name}' failed: {text}", run.stderr)
                self.run_case(case)  # what is left is in nobody's way

    def test_without_failure(self):
        run = self.run_with("close", "none", BALL)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)

    def test_close(self):
        for name in ("history.csv", "reference.csv", "summary.json",
                     "used_parameters.prm", "signals.h5"):
            file = name if name == "history.csv" else f".{name}.new"
            self.check("close", file, f"out/{name}", merged(
                BALL, {"Output/record signals": "true"}))
        self.check("close", "/run.log", "run.log", BALL, "--log", "run.log")

    def test_close_of_fields(self):
        for name in ("solution/solution_00000000.vtu",):
            self.check("close", name, f"out/{name}", SMALL_CASE)
        self.check("close", ".solution.pvd.new", "out/solution.pvd", SMALL_CASE)
        for name in ("solution/bodies_00000000.vtu",
                     "contact_problems/step_00000001.hdf5"):
            folder, file = name.split("/")
            self.check("close", f"{folder}/.{file}.new", f"out/{name}", BOX)

    def test_checkpoint(self):
        case = merged(BALL, {"Output/checkpoint interval": 10})
        for call in ("fsync", "close"):
            self.check(call, "checkpoint/.state.new", "out/checkpoint/state",
                       case)
        run = self.run_with("fsync", "out/history.csv", case)
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("Writing 'out/history.csv' failed", run.stderr)


if __name__ == "__main__":
    unittest.main()
