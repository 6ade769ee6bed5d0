# SPDX-License-Identifier: Apache-2.0
"""Models that are not distributed, under mpirun: every process computes the
same, and one of them writes."""

import json
import unittest
from xml.etree import ElementTree

from program import ProgramTest, merged

BODIES = {
    "Model": {"name": "spatial mechanism"},
    "Spatial mechanism": {
        "bodies": "A: shape box 0.2, 0.1, 0.1 ; mass 1 ; at 0, 0, 0.052 | "
                  "B: shape ball 0.05 ; mass 1 ; at 0, 0, 0.2",
        "contacts": "all: bodies all ; plane ground 0, 0, 0 ; "
                    "normal 0, 0, 1",
        "gravity": "0, 0, -9.81"},
    "Contact": {"friction coefficient": 0.3},
    "Time integration": {"time step": 1e-3, "end time": 0.06},
    "Output": {"output directory": "out", "field interval": 1,
               "contact problems": 1, "record signals": "true",
               "checkpoint interval": 25},
}


class RanksOfMechanismsTest(ProgramTest):

    def results(self, case, ranks):
        output = f"out-{ranks}"
        run = self.run_case(case, ranks=ranks, output=output)
        self.assertEqual(run.summary["ranks"], max(ranks, 1))
        files = {str(path.relative_to(run.folder)): path.read_bytes()
                 for path in run.folder.rglob("*") if path.is_file()}
        for name in list(files):
            # with times on the clock, of the files themselves, too
            if name.endswith((".hdf5", ".h5")) or name in (
                    "summary.json", "used_parameters.prm", "percuss_files.txt"
                    ) or name.startswith("checkpoint/"):
                files[name] = b""
        return files

    def test_files_are_those_of_one_process(self):
        for format_ in ("VTU", "XDMF"):
            case = merged(BODIES, {"Output/field format": format_})
            alone = self.results(case, 0)
            self.assertGreater(len(alone), 70)
            for ranks in (2, 3):
                self.assertEqual(self.results(case, ranks), alone)
        for name, content in alone.items():
            if name.endswith(".xdmf"):
                ElementTree.fromstring(content)

    def test_a_run_goes_on_with_other_ranks(self):
        whole = self.results(BODIES, 0)
        first = merged(BODIES, {"Time integration/end time": 0.05})
        self.run_case(first, ranks=3, output="out")
        run = self.run_case(BODIES, "--resume", ranks=2, output="out")
        self.assertEqual((run.folder / "history.csv").read_bytes(),
                         whole["history.csv"])
        for name in whole:
            if name.startswith("solution/"):
                self.assertEqual((run.folder / name).read_bytes(), whole[name])
        self.assertEqual(json.loads((run.folder / "summary.json").read_text())
                         ["status"], "done")


if __name__ == "__main__":
    unittest.main()
