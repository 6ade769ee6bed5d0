# SPDX-License-Identifier: Apache-2.0
"""What the tests beside this file have in common."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

PROGRAM = os.environ["PERCUSS_PROGRAM"]
CASES = pathlib.Path(__file__).resolve().parents[2] / "applications"

BALL = {"Model": {"name": "bouncing ball"},
        "Time integration": {"time step": 0.02, "end time": 2}}
# a bar of ten elements strikes a wall in the first of ten steps
BAR = {"Model": {"name": "elastic bar"},
       "Elastic bar": {"number of elements": 10, "initial velocity": -1},
       "Time integration": {"time step": 1e-6, "end time": 1e-5}}
# a body flies against a wall, for laws of one's own
AT_WALL = {"Model": {"name": "mechanism"},
           "Mechanism": {
               "bodies": "b: mass 2 ; inertia 1 ; at 0.1, 0, 0 ; "
                         "velocity -1, 0, 0",
               "contacts": "wall: point ; b 0, 0 ; line ground 0, 0 ; "
                           "normal 1, 0",
               "gravity": "0, 0"},
           "Output": {"history interval": 1000}}
# a minute of a core, about
LONG = {"Model": {"name": "van der pol oscillator"},
        "Time integration": {"time step": 1e-7, "end time": 10}}
# it swings with more and more energy, until its energy is a thousand times what
# it was
FAILING = {"Model": {"name": "elastic bar"},
           "Elastic bar": {"number of elements": 10, "initial velocity": -1,
                           "initial displacement": "1e-3*x",
                           "obstacle": "none"},
           "Time integration": {"scheme": "newmark", "beta": 0,
                                "time step": 1, "end time": 1000}}


class ModuleTest(unittest.TestCase):
    """In a folder of its own, without the warnings of cases."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.folder = pathlib.Path(folder.name)
        os.chdir(self.folder)
        kept = warnings.catch_warnings()
        kept.__enter__()
        self.addCleanup(kept.__exit__, None, None, None)
        warnings.simplefilter("ignore")

    def percuss(self, *words):
        """Runs the program."""
        return subprocess.run([PROGRAM, *map(str, words)], capture_output=True,
                              text=True, check=False)

    def python(self, script):
        """Runs a script in a process of its own."""
        return subprocess.run([sys.executable, "-c", script],
                              capture_output=True, text=True, check=False)
