# SPDX-License-Identifier: Apache-2.0
"""What a run says at its start, percuss check says, too, and nothing else."""

import os
import re
import unittest

from check_test import MUTATIONS, CheckTest
from program import CASES, SMALL_CASE, merged, prm

# with meshes or systems that take seconds
SLOW = ("hertz_", "block_on_ball", "falling_spheres")

BAR = merged(SMALL_CASE, {
    "Time integration/time step": 1e-3, "Time integration/end time": 3e-3})

# what is said of the steps, at the end
OF_STEPS = re.compile("contact nodes have mass: the largest impulse"
                      "|no contact has ever closed: "
                      "|scheme '[^']*' has gained energy: ")
# of so many shipped cases one is compared; 1: all
STRIDE = int(os.environ.get("PERCUSS_STRIDE_OF_CASES", "40"))

# settings of the bar with which a run warns, or is refused, at its start
DOUBTFUL = (
    {"Time integration/theta": 0.49},
    {"Time integration/theta": 1, "Contact/restitution coefficient": 1},
    {"Time integration/scheme": "newmark",
     "Time integration/spectral radius": 0.9},
    {"Contact/forecast coefficient": 0.6, "Contact/activation": "acary 2014"},
    {"Contact/penalty parameter": 3},
    {"Contact/Nitsche parameter": 3},
    {"Bouncing ball/mass": 2, "Mechanism/gravity": "0, -5"},
    {"Elastic bar/initial gap": -1e-3},
    {"Study/reference": "exact"},
    {"Study/reference": "no such directory"},
    {"Time integration/scheme": "cd-lagrange"},
    {"Time integration/scheme": "cd-lagrange",
     "Time integration/time step": 1},
    {"Time integration/scheme": "schatzman-paoli",
     "Contact/activation": "free-position forecast"},
    {"Time integration/scheme": "generalized-alpha",
     "Elastic bar/mass matrix": "lumped"},
    {"Contact/boundary mass": "none"},
    {"Contact/force law": "1e6*gap"},
    {"Contact/force law": "1e6*gap", "Contact/restitution coefficient": 0.5},
    {"Contact/force law": "1e6*speeed"},
    {"Contact/pairs": "1 : self"},
    {"Contact/solver": "lemke", "Contact/friction coefficient": 0.3},
    {"Elastic bar/initial velocity": "1e9"},
    {"Elastic bar/Young's modulus": "2e3*x"},
    {"Elastic bar/density": "-1"},
    {"Output/monitored points": "p: 100"},
    {"Output/monitored points": "p: 0 ; p: 0.1"},
    {"Time integration/end time": 0},
    {"Time integration/courant number": 0.5},
    {"Time integration/courant number": 3},
    {"Discretization/mesh file": "no_such_file.msh"},
)


class CheckAsRunTest(CheckTest):

    def compare(self, case, *words):
        """The errors and warnings of both. Returns their number."""
        said = self.check(case, *words)
        run = self.percuss("run", case, *words, "--quiet", "--output", "out",
                           "--overwrite")
        lines = [line.removeprefix("percuss: ")
                 for line in run.stderr.splitlines()]
        warnings = [line.removeprefix("warning: ") for line in lines
                    if line.startswith("warning: ")]
        warnings = [warning for warning in warnings
                    if not (OF_STEPS.match(warning)
                            and warning not in said["warnings"])]
        if said["errors"]:
            self.assertEqual(run.returncode, 2, (said["errors"], run))
            self.assertTrue(any(error["message"] in run.stderr
                                for error in said["errors"]),
                            (said["errors"], run.stderr))
            return len(said["errors"])
        self.assertNotEqual(run.returncode, 2, run.stderr)
        self.assertEqual(said["warnings"], warnings)
        return len(warnings)

    def test_shipped_cases(self):
        """Of one step, of which both are told."""
        n_cases = 0
        paths = [path for path in sorted(CASES.rglob("*.prm"))
                 if not path.name.startswith(SLOW)]
        for path in paths[::STRIDE]:
            with self.subTest(path.name):
                quantities = self.check(path)["quantities"]
                if "time_step" not in quantities:  # a spectrum
                    continue
                n_cases += 1
                start = 0.
                for line in path.read_text().splitlines():
                    if line.strip().startswith("set start time"):
                        start = float(line.split("=")[1].split("#")[0])
                end = start + quantities["time_step"]["value"]
                self.compare(path, "--set",
                             f"Time integration/end time={end!r}")
        self.assertGreater(n_cases, 50 / STRIDE)

    def test_doubtful_cases(self):
        n_said = 0
        for settings in DOUBTFUL:
            with self.subTest(settings):
                self.write("case.prm", prm(merged(BAR, settings)))
                n_said += self.compare("case.prm") > 0
        self.assertGreater(n_said, len(DOUBTFUL) // 2)

    def test_wrong_cases(self):
        for name, mutations in MUTATIONS.items():
            text = (CASES / name).read_text()
            for mutation in mutations:
                with self.subTest(name, new=mutation.new):
                    lines = text.splitlines(keepends=True)
                    mutation.apply(lines)
                    self.write("case.prm", "".join(lines))
                    self.assertGreater(self.compare("case.prm"), 0)


if __name__ == "__main__":
    unittest.main()
