# SPDX-License-Identifier: Apache-2.0
"""What the tests of studies share."""

import csv
import json
import math

from program import CASES, ProgramTest, prm

STUDIES = CASES / "refinement_studies"
BALL = {
    "Model": {"name": "bouncing ball"},
    "Bouncing ball": {"initial height": 1, "gravity": -10},
    "Contact": {"restitution coefficient": 0.5},
    "Time integration": {"scheme": "moreau-jean", "end time": 1},
    "Study": {"sweep": "Time integration/time step = 0.1, 0.05, 0.025",
              "quantities": "position_L2"},
}


class StudyTest(ProgramTest):
    """Runs studies and reads what they leave."""

    def study(self, case, *words, status=0, output="out", ranks=0):
        if isinstance(case, dict):
            case = self.write("case.prm", prm(case))
        run = self.percuss("study", case, "--output", output, *words,
                           ranks=ranks)
        self.assertEqual(run.returncode, status, run)
        self.output = run
        folder = self.folder / output
        with open(folder / "study.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, strict=True))
        self.info = json.loads((folder / "study.json").read_text())
        return rows

    def rate(self, curve, column):
        """The fitted rate of a curve, given by its number."""
        for quantity in self.info["quantities"]:
            if quantity["column"] == column:
                return quantity["rates"][curve]
        raise KeyError(column)


def fitted(rows, column, x="time_step"):
    """Least-squares exponent, written anew."""
    u = [math.log(float(row[x])) for row in rows]
    w = [math.log(float(row[column])) for row in rows]
    mean_u, mean_w = sum(u) / len(u), sum(w) / len(w)
    return (sum((a - mean_u) * (b - mean_w) for a, b in zip(u, w)) /
            sum((a - mean_u) ** 2 for a in u))
