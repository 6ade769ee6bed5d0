# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of applications/mechanisms."""

from program import CASES, ProgramTest

MECHANISMS = CASES / "mechanisms"
THETA = "Time integration/theta=1"


class MechanismTest(ProgramTest):

    def run_mechanism(self, name, scheme, h, *changes):
        return self.run_case(
            MECHANISMS / f"{name}.prm",
            "--set", f"Time integration/scheme={scheme}",
            "--set", f"Time integration/time step={h}",
            *[word for change in changes for word in ("--set", change)],
            # of theta = 1
            warnings=[["1/(1 + e)"]] if THETA in changes else [])

    def check_ledger(self, run):
        energy = run.summary["energy"]
        self.assertLess(energy["max_identity_residual_relative"], 1e-12)
        self.assertLessEqual(energy["work_contact"], 0)

    @staticmethod
    def drift(run, *rows):
        return max(abs(x) for row in rows for x in run.history[f"gap[{row}]"])
