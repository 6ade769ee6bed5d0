# SPDX-License-Identifier: Apache-2.0
"""Runs the program as its users do, for the tests beside this file."""

import copy
import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["PERCUSS_PROGRAM"]
MPIEXEC = os.environ.get("PERCUSS_MPIEXEC", "mpiexec")
CASES = pathlib.Path(__file__).resolve().parents[2] / "applications"

# What tests send to programs arrives, also where a job of the background or
# nohup, which have these ignored, started the tests.
for number in (signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)

# Open MPI starts in half the time if it does not look for networks
LOCAL = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,vader"}

# a bar of ten elements strikes a wall in the first of ten steps
SMALL_CASE = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 10, "initial velocity": -1},
    "Time integration": {"time step": 1e-6, "end time": 1e-5},
    "Output": {"output directory": "out"},
}


def merged(case, changes):
    """The case with entries changed, given by their paths."""
    case = copy.deepcopy(case)
    for path, value in changes.items():
        section, entry = path.split("/")
        case.setdefault(section, {})[entry] = value
    # which sets the time step
    if "Time integration/Courant number" in changes and \
            "Time integration/time step" not in changes:
        case["Time integration"].pop("time step", None)
    return case


def prm(case):
    """The case as the text of a .prm file."""
    lines = []
    for section, entries in case.items():
        lines.append(f"subsection {section}")
        lines += [f"  set {name} = {value}" for name, value in entries.items()]
        lines.append("end")
    return "\n".join(lines) + "\n"


# what is said of the time step and, at the end of a run, of its energy, its
# joints, of contacts that its few steps do not close, or by too much, and of
# entries that nothing reads
AT_THE_END = ("has gained energy", "changes of the mesh have", "joints have done a work",
              "joints have opened", "iterates alternate",
              "no contact has ever closed", "depends on mesh and time step",
              "contacts have penetrated by up to", "waves cross ",
              "elements have turned by up to", "turns by up to",
              "a quarter of the first natural ", "longer than a wave takes",
              "has the parameters: ", "decides by itself which contacts",
              ") has no effect: the model is ")


class ProgramTest(unittest.TestCase):
    """Gives each test a fresh folder, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text, newline="")
        return name

    def percuss(self, *words, ranks=0):
        """Runs the program, under mpiexec if ranks are given."""
        mpi = [MPIEXEC, "--oversubscribe", "--bind-to", "none", "-n",
               str(ranks)] if ranks else []
        return subprocess.run([*mpi, PROGRAM, *map(str, words)],
                              cwd=self.folder, capture_output=True, text=True,
                              check=False,
                              env={**os.environ, **LOCAL})

    def run_case(self, case, *words, ranks=0, output="out", warnings=()):
        """Runs a case, given by sections or by its file, that must succeed.

        Each of the warnings has a list of texts, in the order in which the
        program prints them; it must print no other ones but those whose tests
        ask for them (AT_THE_END)."""
        if isinstance(case, dict):
            case = self.write("case.prm", prm(case))
        run = self.percuss("run", case, "--output", output, "--quiet", *words,
                           ranks=ranks)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run)
        results = Results(self.folder / output)
        self.assertEqual(run.stderr,
                         "".join(f"percuss: warning: {text}\n"
                                 for text in results.summary["warnings"]))
        printed = results.summary["warnings"]
        if not any(text in part for parts in warnings for part in parts
                   for text in AT_THE_END):
            printed = [warning for warning in printed
                       if not any(text in warning for text in AT_THE_END)]
        self.assertEqual(len(printed), len(warnings), run.stderr)
        for text, parts in zip(printed, warnings):
            for part in parts:
                self.assertIn(part, text)
        return results


class Results:
    """What a run left in its output directory."""

    def __init__(self, folder):
        self.folder = folder
        self.summary = json.loads((folder / "summary.json").read_text())
        with open(folder / "history.csv", newline="",
                  encoding="ascii") as file:
            rows = list(csv.reader(file, strict=True))
        self.header = rows[0]
        self.n_rows = len(rows) - 1
        self.history = {name: [float(row[i]) for row in rows[1:]]
                        for i, name in enumerate(self.header)}

    def largest_energy(self):
        """Largest kinetic + strain energy, what residuals compare with."""
        return max(map(sum, zip(self.history["energy_kinetic"],
                                self.history["energy_strain"])))
