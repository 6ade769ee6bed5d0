# SPDX-License-Identifier: Apache-2.0
"""What is called a force is one: it converges with mesh and time step. Impulses
of masses that stop in a step are not, and nowhere called so."""

import math
import unittest

from program import ProgramTest, Results, merged, prm

WARNING = "depends on mesh and time step"

# a Hopkinson bar of steel, 2 m long, that strikes a wall at 10 m/s; what is
# not given has its default
HOPKINSON = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"length": 2, "cross section": 7.5e-5,
                    "Young's modulus": 210e9, "density": 7800,
                    "initial gap": 1e-4, "initial velocity": -10,
                    "number of elements": 100},
    "Time integration": {"Courant number": 0.5, "end time": 3e-4},
    "Output": {"output directory": "out", "field interval": 0},
}
EXACT = math.sqrt(210e9 * 7800) * 7.5e-5 * 10  # rho c A v
MASSLESS = {"Contact/boundary mass": "weighted"}


def solid(**entries):
    """A block in plane strain falls flat on the plane y = 0."""
    return merged({}, {
        "Model/name": "solid", "Solid/kinematics": "plane strain",
        "Solid/Young's modulus": 1e9, "Solid/Poisson's ratio": 0.3,
        "Solid/density": 1000, "Solid/mass matrix": "lumped",
        "Solid/mesh generator arguments": "8, 8 : 0, 0 : 1, 1 : true",
        "Solid/contact boundaries": "2",
        "Solid/obstacles": "plane: 0, 0 ; 0, 1",
        "Time integration/scheme": "moreau-jean",
        "Time integration/time step": 2e-5, "Time integration/end time": 4e-4,
        "Output/output directory": "out", **entries})


class ForcesTest(ProgramTest):

    def printed(self, case, *words):
        """What a run says to its user; its results."""
        file = self.write("case.prm", prm(case))
        run = self.percuss("run", file, "--output", "out", *words)
        self.assertEqual(run.returncode, 0, run)
        return run, Results(self.folder / "out")

    def no_force(self, case, warns, of="mesh and time step"):
        """The largest impulse over the step, which is not called a force."""
        run, results = self.printed(case)
        contact = results.summary["contact"]
        self.assertNotIn("peak force", run.stdout)
        self.assertIn("no force: it depends on " + of, run.stdout)
        self.assertIsNone(contact["peak_force"])
        self.assertEqual(any(WARNING in text for text in
                             results.summary["warnings"]), warns, run)
        self.assertEqual(WARNING in run.stderr, warns)
        return contact["max_impulse_over_step"]

    def force(self, case):
        run, results = self.printed(case)
        contact = results.summary["contact"]
        self.assertIn("peak force", run.stdout)
        self.assertNotIn(WARNING, run.stderr)
        self.assertEqual(contact["peak_force"],
                         contact["max_impulse_over_step"])
        return contact["peak_force"]


class HopkinsonBarTest(ForcesTest):

    def test_all_defaults(self):
        """Contact nodes have mass: the number goes to infinity with 1/h."""
        values = [self.no_force(merged(HOPKINSON, {
            "Time integration/Courant number": C}), True)
            for C in (0.05, 0.025)]
        self.assertAlmostEqual(values[1] / values[0], 2, delta=0.05)
        self.assertGreater(values[0], 3 * EXACT)

    def test_without_mass(self):
        """The default mass matrix overshoots by a tenth at most, with implicit
        schemes and explicit ones."""
        for scheme, greatest in (("moreau-jean", 1.05), ("hht", 1.05),
                                 ("cd-lagrange", 1.10)):
            for C in (0.1, 0.5):
                case = merged(HOPKINSON, {
                    **MASSLESS, "Time integration/scheme": scheme,
                    "Time integration/Courant number": C})
                with self.subTest((scheme, C)):
                    peak = self.force(case) / EXACT
                    self.assertTrue(0.99 < peak < greatest, peak)
                case["Elastic bar"]["mass matrix"] = "consistent"
                case["Time integration"]["end time"] = 9e-4
                self.assertGreater(self.force(case) / EXACT, 1.35)

    def test_the_default_mass_matrix(self):
        for scheme, mass in (("moreau-jean", "blended"),
                             ("hht", "blended"), ("cd-lagrange", "lumped"),
                             ("schatzman-paoli", "lumped")):
            case = merged(HOPKINSON, {"Time integration/scheme": scheme,
                                      "Time integration/theta": 0.5})
            if scheme == "schatzman-paoli":
                case["Time integration"]["theta"] = 0
            one = self.run_case(case)
            case["Elastic bar"]["mass matrix"] = mass
            self.assertEqual(one.history, self.run_case(case).history)


class WhatIsAForceTest(ForcesTest):

    def test_solids(self):
        fall = {"Solid/initial velocity": "0, -1"}
        self.no_force(solid(**fall), True)
        explicit = {"Time integration/scheme": "cd-lagrange"}
        self.no_force(solid(**fall, **explicit), True)
        for method in (MASSLESS, {"Contact/method": "penalty"},
                       {"Contact/method": "nitsche"}):
            self.assertGreater(self.force(solid(**fall, **method)), 0)

    def test_without_contact_there_is_no_warning(self):
        run, results = self.printed(merged(HOPKINSON, {
            "Time integration/end time": 5e-6}))
        self.assertNotIn("over step", run.stdout)
        warning, = results.summary["warnings"]
        self.assertIn("no contact has ever closed", warning)

    def test_rigid_impacts(self):
        self.no_force({"Model": {"name": "bouncing ball"},
                       "Time integration": {"time step": 1e-3, "end time": 1},
                       "Output": {"output directory": "out"}},
                      False, "the time step")


if __name__ == "__main__":
    unittest.main()
