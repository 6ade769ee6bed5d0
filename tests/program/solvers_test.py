# SPDX-License-Identifier: Apache-2.0
"""Every complementarity solver computes the same motion of impacting bars."""

import json
import unittest

from invariance_test import TWO_BARS
from program import CASES, ProgramTest, merged


class SolversTest(ProgramTest):

    def solvers(self):
        run = self.percuss("list", "solvers")
        self.assertEqual(run.returncode, 0, run)
        return [line.split()[0] for line in run.stdout.splitlines()]

    def check(self, scheme):
        reference = None
        for name in self.solvers():  # automatic is the first
            with self.subTest(solver=name):
                run = self.run_case(merged(TWO_BARS, {
                    "Time integration/scheme": scheme,
                    "Contact/solver": name}), output=name)
                self.assertEqual(run.summary["solver"]["name"], name)
                self.assertLessEqual(run.summary["solver"]["residual_max"],
                                     1e-10)
                energy = run.largest_energy()
                self.assertLess(run.summary["energy"]["max_identity_residual"],
                                1e-9 * energy)
                if reference is None:
                    reference = run
                    continue
                self.assertEqual(run.header, reference.header)
                for column in run.header:
                    if column.startswith("impulse"):
                        largest = max(reference.history[column])
                        self.assertGreater(largest, 0.)
                        for value, exact in zip(run.history[column],
                                                reference.history[column],
                                                strict=True):
                            self.assertAlmostEqual(value, exact,
                                                   delta=1e-6 * largest)

    def test_models_without_deal_ii(self):
        """PETSc's solver is loaded for two masses as for a bar."""
        case = {"Model": {"name": "two-mass oscillator"},
                "Time integration": {"time step": 1e-3, "end time": 2}}
        for name in self.solvers():
            with self.subTest(solver=name):
                run = self.run_case(merged(case, {"Contact/solver": name}),
                                    output=name)
                impulse = sum(sum(run.history[column])
                              for column in run.header
                              if column.startswith("impulse"))
                if name == "automatic":
                    expected = impulse
                    self.assertGreater(expected, 0.)
                self.assertAlmostEqual(impulse, expected, delta=1e-9 * expected)

    def test_velocity_level(self):
        self.check("moreau-jean")

    def test_both_levels(self):
        self.check("combined-projection")

    def test_tolerance(self):
        """What one does not solve as well as usual goes on if that is asked."""
        words = ("run", str(CASES / "mechanisms/dominoes.prm"), "--quiet",
                 "--output", "out", "--overwrite", "--set",
                 "Contact/solver=projected-gauss-seidel", "--set")
        run = self.percuss(*words, "Contact/solver tolerance=1e-10")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn(", allowed 1e-10.", run.stderr)
        self.assertIn("larger solver tolerance", run.stderr)
        self.assertIn("solver automatic", run.stderr)
        # which it does not have
        self.assertNotIn("relaxation gap velocity", run.stderr)
        run = self.percuss(*words, "Contact/solver tolerance=1e-4")
        self.assertEqual(run.returncode, 0, run)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertGreater(summary["solver"]["residual_max"], 1e-10)
        self.assertLess(summary["solver"]["residual_max"], 1e-4)
        self.assertLess(summary["energy"]["max_identity_residual_relative"],
                        1e-12)


if __name__ == "__main__":
    unittest.main()
