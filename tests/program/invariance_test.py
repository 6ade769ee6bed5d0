# SPDX-License-Identifier: Apache-2.0
"""Neither the ranks nor the linear algebra library change a history."""

import unittest

from program import ProgramTest, merged

STEEL_BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {
        "cross section": 3.14159265358979e-4, "initial gap": 5.55e-6,
        "initial velocity": -0.1, "number of elements": 60},
    "Contact": {"restitution coefficient": 0},
    "Time integration": {"time step": 2e-6, "end time": 6e-4},
    "Output": {"monitored points": "far end: 1; inside: 0.377"},
}
# long enough for impacts of the bars on each other and on both obstacles
TWO_BARS = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {
        "number of bars": 2, "length": "10; 6", "Young's modulus": "900; 500",
        "cross section": "1 + 0.03*x", "density": "1; 1.5",
        "obstacle": "both", "initial gap": 0.31, "initial right gap": 0.1,
        "gaps between bars": 0.13, "initial velocity": "-10; 4",
        "gravity": -9.81, "number of elements": "25; 14",
        "right end force": "15*sin(9*t)", "Rayleigh damping mass": 0.1,
        "Rayleigh damping stiffness": 2e-4},
    "Contact": {"restitution coefficient": 0.2},
    "Time integration": {"time step": 2e-3, "end time": 0.9},
    "Output": {"monitored points": "end: 6 @ 2"},
}


class InvarianceTest(ProgramTest):

    def check(self, case, scheme, automatic="tridiagonal"):
        """automatic: what the automatic choice is."""
        case = merged(case, {"Time integration/scheme": scheme})
        reference = None
        for library, used in (("PETSc", "PETSc"),
                              ("Trilinos", "Trilinos"),
                              ("automatic", automatic)):
            for ranks in (1, 2, 3, 4) if library == "automatic" else (1, 2):
                with self.subTest(library=library, ranks=ranks):
                    run = self.run_case(
                        merged(case,
                               {"Discretization/linear algebra": library}),
                        ranks=0 if ranks == 1 and library == "PETSc"
                        else ranks)
                    self.assertEqual(run.summary["ranks"], ranks)
                    self.assertEqual(run.summary["solver"]["linear_algebra"],
                                     used)
                    energy = run.largest_energy()
                    self.assertLess(
                        run.summary["energy"]["max_identity_residual"],
                        1e-11 * energy)
                    for name in run.header:
                        if name.startswith("impulse"):
                            self.assertGreater(max(run.history[name]), 0.,
                                               name)
                    if reference is None:
                        reference = run
                    else:
                        self.compare(run, reference, energy)

    def compare(self, run, reference, energy):
        self.assertEqual(run.header, reference.header)
        self.assertEqual(run.n_rows, reference.n_rows)
        for name in run.header:
            values = run.history[name]
            expected = reference.history[name]
            if name in ("step", "solver_iterations", "active_contacts"):
                self.assertEqual(values, expected, name)
                continue
            scale = max(map(abs, expected))
            if name in ("identity_residual", "dissipation_numerical"):
                scale = energy
            difference = max(abs(a - b) for a, b in zip(values, expected))
            self.assertLessEqual(difference, 1e-10 * scale, name)

    def test_moreau_jean(self):
        self.check(STEEL_BAR, "moreau-jean")

    def test_moreau_jean_two_bars(self):
        self.check(TWO_BARS, "moreau-jean")

    def test_generalized_alpha(self):
        self.check(STEEL_BAR, "generalized-alpha")

    def test_generalized_alpha_two_bars(self):
        self.check(TWO_BARS, "generalized-alpha")

    def test_lumped_mass(self):
        self.check(merged(STEEL_BAR, {"Elastic bar/mass matrix": "lumped"}),
                   "generalized-alpha")

    def test_cubic_elements(self):
        self.check(merged(TWO_BARS, {
            "Elastic bar/polynomial degree": 3,
            "Elastic bar/number of elements": "9; 5"}), "moreau-jean",
            automatic="PETSc")

    def test_cubic_elements_with_lumped_mass(self):
        self.check(merged(STEEL_BAR, {
            "Elastic bar/polynomial degree": 3,
            "Elastic bar/number of elements": 20,
            "Elastic bar/mass matrix": "lumped"}), "moreau-jean",
            automatic="PETSc")


if __name__ == "__main__":
    unittest.main()
