# SPDX-License-Identifier: Apache-2.0
"""Contacts one step beside the usual ones: few rows, ties, joints, rest."""

import random
import unittest

from program import CASES, ProgramTest, merged

# a block of 3 x 3 cells falls on a plane: four rows
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {
        "dimension": 2,
        "mesh generator arguments": "3, 3 : 0, 0.001 : 1, 1.001 : true",
        "Young's modulus": 1e6, "Poisson's ratio": 0.3, "density": 1000,
        "gravity": "0, -10", "contact boundaries": 2,
        "obstacles": "plane: 0, 0 ; 0, 1"},
    "Contact": {"restitution coefficient": 0},
    "Time integration": {"time step": 5e-4, "end time": 0.05},
}
SLIDER = ("slider: shape rectangle 0.3, 0.1 ; mass 5 ; at 0, 0.2, 0",
          "guide: prismatic ; ground 0, 0 ; direction 0, 1 ; slider 0, 0")
# a slider falls on the ground, or on a disc that a joint holds there
ON_THE_GROUND = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": SLIDER[0], "joints": SLIDER[1],
        "contacts": "face: point ; slider 0, -0.05 ; line ground 0, 0.1 ; "
                    "normal 0, 1"},
    "Contact": {"restitution coefficient": 0.5,
                "activation": "free-position forecast"},
    "Time integration": {"time step": 1e-3, "end time": 1},
}
ON_A_DISC = merged(ON_THE_GROUND, {
    "Mechanism/bodies": "roller: shape disc 0.1 ; mass 2 ; at 0, 0, 0 | "
                        + SLIDER[0],
    "Mechanism/joints": "axle: fixed ; ground 0, 0 ; roller 0, 0 | "
                        + SLIDER[1],
    "Mechanism/contacts": "face: disc ; roller 0, 0 ; disc radius 0.1 ; "
                          "line slider 0, -0.05 ; normal 0, -1"})
# an arm turns below a ceiling that it clears by 0.1 mm
ARM = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "gravity": "0, 0",
        "bodies": "arm: mass 1 ; inertia 0.01 ; at 0.05, 0, 0 ; "
                  "velocity 0, 5, 100",
        "joints": "pivot: revolute ; ground 0, 0 ; arm -0.05, 0",
        "contacts": "ceiling: point ; arm 0.05, 0 ; line ground 0, 0.1001 ; "
                    "normal 0, -1"},
    "Contact": {"restitution coefficient": 0,
                "activation": "free-position forecast"},
    "Time integration": {"time step": 1e-3, "end time": 0.06},
}
BLOCK_THAT_ROCKS = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "block: shape rectangle 1, 1.5 ; mass 1 ; at 0, 1, 0.2 ; "
                  "velocity 0, 0, 0.2",
        "contacts": "A: point ; block 0.5, -0.75 ; line ground 0, 0 ; "
                    "normal 0, 1 | B: point ; block -0.5, -0.75 ; "
                    "line ground 0, 0 ; normal 0, 1"},
    "Contact": {"restitution coefficient": 0.5},
    "Time integration": {"scheme": "generalized-alpha-ggl", "time step": 1e-2,
                         "end time": 2},
}


class FewRowsTest(ProgramTest):
    """Impulses act on the bodies in every form of W."""

    def test_block_on_a_plane(self):
        """Two to six rows."""
        for cells in range(1, 6):
            block = merged(BLOCK, {"Solid/mesh generator arguments":
                                   f"{cells}, 3 : 0, 0.001 : 1, 1.001 : true"})
            for scheme, forms in [
                    ("cd-lagrange", ("assembled", "local", "matrix-free")),
                    ("moreau-jean", ("assembled", "matrix-free")),
                    ("generalized-alpha", ("assembled", "matrix-free")),
                    ("implicit-newmark", ("assembled", "matrix-free"))]:
                with self.subTest(scheme=scheme, cells=cells):
                    self.compare_forms(merged(
                        block, {"Time integration/scheme": scheme}), forms)

    def compare_forms(self, case, forms):
        reference = None
        for form in forms:
            run = self.run_case(case, "--set",
                                f"Contact/Delassus operator={form}")
            # a step at the speed of the fall, sqrt(2 g 1e-3), or two
            self.assertLess(run.summary["max_penetration"],
                            2 * 5e-4 * 0.1414 * 1.01, form)
            self.assertLess(run.summary["energy"][
                "max_identity_residual_relative"], 1e-11, form)
            impulse = run.history["impulse[obstacle]"]
            self.assertGreater(max(impulse), 0, form)
            reference = reference or impulse
            for a, b in zip(impulse, reference):
                self.assertAlmostEqual(a, b, delta=1e-7 * max(reference),
                                       msg=form)

    def test_one_row(self):
        runs = [self.run_case(CASES / "impacting_bar/doyen.prm",
                              "--set", "Elastic bar/number of elements=50",
                              "--set", "Output/field interval=0",
                              "--set", f"Contact/Delassus operator={form}")
                for form in ("assembled", "matrix-free")]
        a, b = (run.history["impulse[left]"] for run in runs)
        self.assertGreater(max(a), 0)
        for x, y in zip(a, b):
            self.assertAlmostEqual(x, y, delta=1e-9 * max(a))


class SameHistoryTest(ProgramTest):
    """Random bars and blocks move alike on 1, 2 and 4 ranks, with PETSc and
    Trilinos, and in every form of W."""

    SCHEMES = {"moreau-jean": 1e-6, "generalized-alpha": 1e-6,
               "krenk-hogsberg": 1e-6, "implicit-newmark": 1e-6,
               "direct-projection": 1e-6, "generalized-alpha-ggl": 1e-6,
               "combined-projection": 1e-6, "cd-lagrange": 1e-7}
    VARIANTS = [(0, "PETSc", "matrix-free"), (0, "Trilinos", "assembled"),
                (0, "Trilinos", "matrix-free"), (2, "PETSc", "assembled"),
                (2, "Trilinos", "matrix-free"), (4, "PETSc", "matrix-free"),
                (4, "Trilinos", "assembled")]

    def compare(self, case, variants, columns=""):
        reference = self.run_case(case, "--set",
                                  "Contact/Delassus operator=assembled")
        self.assertGreater(reference.summary["contact"]["total_impulse"],
                           0)
        self.assertLess(reference.summary["energy"][
            "max_identity_residual_relative"], 1e-11)
        for ranks, library, form in variants:
            run = self.run_case(
                case, "--set", f"Contact/Delassus operator={form}",
                "--set", f"Discretization/linear algebra={library}",
                ranks=ranks)
            for name, values in reference.history.items():
                if (name in ("solver_iterations", "identity_residual")
                        or not name.startswith(columns)):
                    continue
                size = max(map(abs, values))
                # differences of larger numbers
                if name.startswith(("energy", "work", "dissipation")):
                    size = max(reference.history["energy_kinetic"])
                elif name == "max_penetration":
                    size = max(size, 1e-5)
                for a, b in zip(run.history[name], values):
                    self.assertAlmostEqual(a, b, delta=1e-7 * size, msg=(
                        name, ranks, library, form, case))

    def test_bars(self):
        for seed, (scheme, h) in enumerate(self.SCHEMES.items()):
            chance = random.Random(seed)
            n = chance.randint(8, 60)
            self.compare({
                "Model": {"name": "elastic bar"},
                "Elastic bar": {
                    "number of elements": n,
                    "length": 0.01 * n,
                    "density": chance.choice([80, 7800]),
                    "obstacle": chance.choice(["left", "both"]),
                    "mass matrix": "lumped" if "cd" in scheme else
                                   chance.choice(["consistent", "lumped"]),
                    "initial gap": chance.choice([0, 1e-5]),
                    "initial right gap": 1e-5,
                    "initial velocity": -chance.uniform(1, 5)},
                "Contact": {"restitution coefficient":
                            chance.choice([0, .3, .5, .9, 1])},
                "Time integration": {"scheme": scheme, "time step": h,
                                     "end time": 120 * h}},
                chance.sample(self.VARIANTS, 3))

    def test_blocks(self):
        for seed, scheme in enumerate(("moreau-jean", "generalized-alpha",
                                       "cd-lagrange")):
            chance = random.Random(seed)
            cells = chance.randint(1, 6)
            self.compare(merged(BLOCK, {
                "Solid/mesh generator arguments":
                    f"{cells}, 3 : 0, 0.001 : 1, 1.001 : true",
                "Contact/restitution coefficient":
                    chance.choice([0, .3, .5, .9, 1]),
                "Time integration/scheme": scheme}), self.VARIANTS)

    def test_blocks_with_friction(self):
        """One obstacle, and a corner that couples the contacts of a node,
        whose share of the impulse is not unique, but the motion."""
        for seed, (scheme, form) in enumerate((("moreau-jean", "automatic"),
                                               ("cd-lagrange", "local"))):
            chance = random.Random(seed)
            for obstacles, columns in (
                    ("plane: 0, 0 ; 0, 1", ""),
                    ("plane: 0, 0 ; 0, 1 | sphere: 1.5, 0 ; 0.5",
                     ("time", "gap", "contact_velocity", "energy"))):
                self.compare(merged(BLOCK, {
                    "Solid/obstacles": obstacles,
                    "Solid/contact boundaries": "1, 2",
                    "Solid/initial velocity": "1, -1",
                    "Contact/friction coefficient": chance.choice([.1, .3, 1]),
                    "Contact/restitution coefficient":
                        chance.choice([0, .3, 1]),
                    "Time integration/scheme": scheme}),
                    [(0, "Trilinos", form), (2, "PETSc", form),
                     (4, "Trilinos", form)], columns)


class TiesTest(ProgramTest):
    """An impact that falls on a step is in that step, however sums round."""

    def test_ranks_and_libraries(self):
        first_steps = set()
        for ranks in (0, 2, 4):
            for library in ("PETSc", "Trilinos"):
                run = self.run_case(
                    CASES / "impacting_bar/acary.prm",
                    "--set", "Elastic bar/number of elements=99",
                    "--set", "Elastic bar/length=0.99",
                    "--set", "Contact/forecast coefficient=0",
                    "--set", "Time integration/end time=5.2e-4",
                    "--set", f"Discretization/linear algebra={library}",
                    "--set", "Output/monitored points=", ranks=ranks)
                first_steps.add(next(
                    step for step, p in zip(run.history["step"],
                                            run.history["impulse[left]"])
                    if p > 0))
        self.assertEqual(first_steps, {251})  # g_250 = 0

    def test_schemes_and_forecasts(self):
        for scheme in ("moreau-jean", "generalized-alpha", "krenk-hogsberg",
                       "direct-projection", "combined-projection",
                       "generalized-alpha-ggl"):
            run = self.run_case(
                CASES / "impacting_bar/doyen.prm",
                "--set", "Contact/activation=free-position forecast",
                "--set", f"Time integration/scheme={scheme}",
                "--set", "Time integration/end time=0.51",
                "--set", "Output/field interval=0")
            impulse = run.history["impulse[left]"]
            self.assertEqual(impulse[249], 0, scheme)
            # the first impact of a node, and not a part of it
            self.assertGreater(impulse[250], 0.25 * impulse[251], scheme)


class JointsInForecastsTest(ProgramTest):
    """Joints hold in the motion that forecasts look at."""

    SCHEMES = ("moreau-jean", "generalized-alpha", "direct-projection",
               "combined-projection", "generalized-alpha-ggl")

    def test_a_held_disc_is_ground(self):
        for scheme in self.SCHEMES:
            with self.subTest(scheme=scheme):
                changes = {"Time integration/scheme": scheme}
                a, b = (self.run_case(merged(case, changes)).history
                        for case in (ON_THE_GROUND, ON_A_DISC))
                for name in ("position[slider y]", "velocity[slider y]",
                             "impulse[face]"):
                    for x, y in zip(a[name], b[name]):
                        self.assertAlmostEqual(x, y, delta=1e-12)
                self.assertGreater(max(a["impulse[face]"]), 0)

    def test_nothing_touches_the_arm(self):
        for scheme in self.SCHEMES:
            with self.subTest(scheme=scheme):
                run = self.run_case(
                    merged(ARM, {"Time integration/scheme": scheme}))
                self.assertEqual(max(run.history["impulse[ceiling]"]), 0)
                self.assertGreater(min(run.history["gap[ceiling]"]), 0)


class RestTest(ProgramTest):

    def test_ggl_has_its_own_rule(self):
        run = self.run_case(BLOCK_THAT_ROCKS)
        velocities = run.history["velocity[block angle]"]
        self.assertGreater(max(map(abs, velocities[:100])), 0.1)
        self.assertLess(max(map(abs, velocities[-20:])), 1e-9)


if __name__ == "__main__":
    unittest.main()
