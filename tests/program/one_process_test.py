# SPDX-License-Identifier: Apache-2.0
"""A run on one process is one process: MPI starts no daemon beside it, which
would outlive it, and leaves nothing in the folder for temporary files."""

import pathlib
import signal
import unittest

from program import SMALL_CASE
from started_runs import LONG_BAR, StartedRuns


def children(process):
    tasks = pathlib.Path(f"/proc/{process.pid}/task")
    return " ".join((task / "children").read_text()
                    for task in tasks.iterdir()).split()


class OneProcessTest(StartedRuns):

    def setUp(self):
        super().setUp()
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()

    def start_bar(self, *words):
        run = self.start(LONG_BAR, "--quiet", *words,
                         TMPDIR=str(self.temporary))
        self.wait_for(lambda: self.n_rows() > 1)
        return run

    def test_hdf5_is_not_loaded_without_need(self):
        """It brings thirty libraries, for the network, too."""
        run = self.start({"Model": {"name": "bouncing ball"},
                          "Time integration": {"time step": 1e-9,
                                               "end time": 1e-1},
                          "Output": {"output directory": "out"}}, "--quiet")
        self.wait_for(lambda: self.n_rows() > 1)
        maps = pathlib.Path(f"/proc/{run.pid}/maps").read_text()
        self.assertIn("muparser", maps)
        for library in ("hdf5", "curl", "libmpi", "deal"):
            self.assertNotIn(library, maps)
        run.kill()

    def test_no_daemon_and_no_folder(self):
        for words in ((), ("--set", "Output/field format=XDMF")):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                run = self.start_bar(*words)
                self.assertEqual(children(run), [])
                self.assertEqual(list(self.temporary.iterdir()), [])
                run.send_signal(number)
                _, errors = run.communicate()
                self.assertNotIn("Error", errors)
                self.assertEqual(list(self.temporary.iterdir()), [])

    def test_without_a_temporary_folder(self):
        for folder in ("none", "case.prm"):
            run = self.start(SMALL_CASE, "--quiet",
                             TMPDIR=str(self.folder / folder))
            said, errors = run.communicate()
            self.assertEqual(said, "")
            for line in errors.splitlines():
                self.assertTrue(line.startswith("percuss: warning: "), line)
            self.assertEqual(run.returncode, 0)

    def test_what_the_user_says_is_left(self):
        run = self.start(LONG_BAR, "--quiet", TMPDIR=str(self.temporary),
                         OMPI_MCA_ess_singleton_isolated="0")
        self.wait_for(lambda: self.n_rows() > 1)
        self.assertEqual(len(children(run)), 1)
        run.send_signal(signal.SIGTERM)
        run.communicate()


if __name__ == "__main__":
    unittest.main()
