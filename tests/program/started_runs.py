# SPDX-License-Identifier: Apache-2.0
"""Runs that go on while a test looks at them, or ends them."""

import json
import os
import subprocess
import time

from program import LOCAL, MPIEXEC, PROGRAM, ProgramTest, SMALL_CASE, merged, prm

BALL = {"Model": {"name": "bouncing ball"},
        "Time integration": {"time step": 1e-3, "end time": 2e-3},
        "Output": {"output directory": "out"}}
# minutes, unless it is stopped
LONG_BALL = merged(BALL, {"Time integration/time step": 1e-7,
                          "Time integration/end time": 100,
                          "Output/history interval": 50000})
LONG_BAR = merged(SMALL_CASE, {"Time integration/end time": 100,
                               "Output/history interval": 1000,
                               "Output/field interval": 1})
OWN = {"history.csv", "percuss_files.txt", "reference.csv", "summary.json",
       "used_parameters.prm"}


class StartedRuns(ProgramTest):
    """Runs that go on while the test looks at them."""

    def start(self, case, *words, command="run", ranks=0, **environment):
        name = self.write("case.prm", prm(case))
        mpi = [MPIEXEC, "--oversubscribe", "--bind-to", "none", "-n",
               str(ranks)] if ranks else []
        run = subprocess.Popen(
            [*mpi, PROGRAM, command, name, *words], cwd=self.folder, text=True,
            env={**os.environ, **LOCAL, **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.started = run
        return run

    def wait_for(self, condition):
        """As long as the run goes on that was started last, and a minute for
        what it has started itself."""
        n_left = 1200
        while not condition():
            n_left -= self.started.poll() is not None
            if n_left == 0:
                self.fail("The run has ended, and it has not come about.")
            time.sleep(0.05)

    def n_rows(self):
        file = self.folder / "out/history.csv"
        return file.read_bytes().count(b"\n") if file.exists() else 0

    def summary(self):
        return json.loads((self.folder / "out/summary.json").read_text())
