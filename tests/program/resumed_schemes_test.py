# SPDX-License-Identifier: Apache-2.0
"""Every scheme goes on from a checkpoint, on every kind of model, with closed
contacts, and so does every solver, law and method of contact."""

import unittest

from checkpoint_test import BAR, BLOCK, MECHANISMS, SMALL, SQUARE, CheckpointRuns
from program import merged

EVERY = {"Output/history interval": 1}
PRESSED = merged(BAR, {"Elastic bar/gravity": -1e7,
                       "Elastic bar/number of elements": 12, **EVERY})


class ResumedRuns(CheckpointRuns):

    def resume(self, case, is_closed=True, **changes):
        """Whether contacts are closed at a checkpoint."""
        with self.subTest(f"{case if isinstance(case, str) else ''} {changes}"):
            active = self.check(case, **{**EVERY, **changes})
            self.assertEqual(len(active), 2)
            if is_closed:
                self.assertGreater(max(active), 0)
            return max(active) > 0

    def resume_schemes(self, case, failing=(), **changes):
        """All of them, those that refuse friction without it, but for those
        that come to no end. Of most of them contacts are closed."""
        closed = []
        for scheme in self.schemes():
            words = {**changes, "Time integration/scheme": scheme}
            if scheme in failing:
                continue
            self.take(case)
            run = self.percuss("run", self.case, "--output", "tried", "--quiet",
                               "--overwrite", *[
                                   word for entry, value in words.items()
                                   for word in ("--set", f"{entry}={value}")])
            if run.returncode == 2:
                self.assertIn("friction coefficient", run.stderr)
                words["Contact/friction coefficient"] = 0
            closed.append(self.resume(case, False, **words))
        self.assertGreater(sum(map(bool, closed)), len(closed) / 2)


class ResumedSchemesTest(ResumedRuns):

    # schemes that are inconsistent: with joints, contacts have no solution
    INCONSISTENT = ("carpenter-implicit", "newmark-position-level")

    def test_planar_mechanism(self):
        self.resume_schemes(str(MECHANISMS / "dropped_box.prm"), **{
            "Time integration/end time": 0.5,
            "Contact/restitution coefficient": 0})

    def test_joints_and_play(self):
        self.resume_schemes(str(MECHANISMS / "slider_crank_clearance.prm"),
                            self.INCONSISTENT, **{
            "Time integration/end time": 2e-3,
            "Contact/restitution coefficient": 0})

    def test_spatial_mechanism(self):
        self.resume_schemes(str(MECHANISMS / "spatial_slider_crank.prm"),
                            self.INCONSISTENT, **{
            "Time integration/end time": 2e-3,
            "Contact/restitution coefficient": 0})

    def test_bodies(self):
        self.resume_schemes(str(MECHANISMS / "dominoes.prm"), **{
            "Time integration/end time": 0.15,
            "Contact/restitution coefficient": 0})

    def test_solvers_and_laws(self):
        for solver in ("lemke", "mprgp", "projected-gauss-seidel",
                       "semismooth-newton"):
            self.resume(str(SMALL / "discrete_arch.prm"), **{
                "Contact/solver": solver, "Time integration/end time": 600})
        for law in ("newton", "moreau", "fremond", "poisson"):
            self.resume(str(MECHANISMS / "dropped_box.prm"), **{
                "Contact/law": law, "Time integration/end time": 1.5,
                "Contact/restitution coefficient": 0.5})


class ResumedFiniteElementsTest(ResumedRuns):

    def test_bar(self):
        self.resume_schemes(PRESSED, **{"Contact/restitution coefficient": 0})

    def test_solid(self):
        self.resume_schemes(BLOCK, **{"Contact/restitution coefficient": 0})

    def test_methods_and_masses(self):
        for entries in ({"Contact/method": "penalty"},
                        {"Contact/method": "nitsche"},
                        {"Contact/method": "forward increment",
                         "Time integration/scheme": "cd-lagrange"},
                        {"Contact/boundary mass": "weighted"},
                        {"Contact/boundary mass": "redistributed"},
                        {"Contact/solver": "petsc-snes-vi"}):
            for case in (PRESSED, SQUARE):
                self.resume(case, **entries)


if __name__ == "__main__":
    unittest.main()
