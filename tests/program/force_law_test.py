# SPDX-License-Identifier: Apache-2.0
"""'Contact/force law': Hertz' contact beside its closed forms, several ranks, runs
that go on, step sizes that are halved. tests/python/laws_test.py has the
order of the schemes, and what is refused."""

import json
import unittest

from program import ProgramTest, merged

STIFFNESS, MASS, SPEED = 1e6, 2., 1.5
HERTZ = f"if(gap < 0, {STIFFNESS}*pow(-gap, 1.5), 0)"
BALL = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": f"b: mass {MASS} ; inertia 1 ; at 0, 0, 0 ; "
                  f"velocity {-SPEED}, 0, 0",
        "contacts": "wall: point ; b 0, 0 ; line ground 0, 0 ; normal 1, 0",
        "gravity": "0, 0"},
    "Contact": {"force law": HERTZ},
    "Time integration": {"time step": 1e-5, "end time": 0.06},
    "Output": {"output directory": "out", "history interval": 1},
}
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 40, "length": 1, "cross section": 2,
                    "Young's modulus": 1, "density": 1, "initial gap": 0.02,
                    "initial velocity": -0.5},
    "Contact": {"force law":
                "if(gap < 0, 1e3*pow(-gap, 1.5), 0) - 0.3*speed"},
    "Time integration": {"time step": 5e-3, "end time": 1},
    "Output": {"output directory": "out", "history interval": 1,
               "field interval": 0},
}
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 1000, "Poisson's ratio": 0.3,
              "density": 1,
              "mesh generator arguments": "8, 8 : 0, 0 : 1, 1 : true",
              "initial velocity": "0, -2", "contact boundaries": 2,
              "obstacles": "plane: 0, -0.05 ; 0, 1"},
    "Contact": {"force law": "if(gap < 0, -1e4*gap, 0)"},
    "Time integration": {"time step": 2e-4, "end time": 0.1},
    "Output": {"output directory": "out", "history interval": 1},
}


class ForceLawTest(ProgramTest):

    def run_law(self, case, *words, **options):
        run = self.run_case(case, *words, **options)
        self.assertLess(run.summary["energy"]["max_identity_residual"],
                        1e-12 * run.largest_energy())
        # bodies may overlap, and forces do not depend on the step
        for text in run.summary["warnings"]:
            for part in ("have penetrated", "has pushed while it was open",
                         "depends on mesh and time step"):
                self.assertNotIn(part, text)
        return run

    def assert_near(self, one, other, tolerance=1e-9):
        self.assertEqual(one.header, other.header)
        for name in one.header:
            if name in ("solver_iterations", "identity_residual"):
                continue
            size = max(map(abs, one.history[name]))
            for a, b in zip(one.history[name], other.history[name]):
                self.assertLessEqual(abs(a - b), tolerance * size + 1e-13, name)

    def test_hertz(self):
        """Depth and duration of an impact, over speeds: deepest
        (5 m v^2/(4 K))^(2/5), for 2.9432 times deepest over v."""
        for speed in (0.1, 1.5, 20.):
            deepest = (1.25 * MASS * speed**2 / STIFFNESS)**0.4
            duration = 2.9432 * deepest / speed
            run = self.run_law(merged(BALL, {
                "Mechanism/bodies": f"b: mass {MASS} ; inertia 1 ; at 0, 0, 0 "
                                    f"; velocity {-speed}, 0, 0",
                "Time integration/time step": duration / 1000,
                "Time integration/end time": 1.2 * duration}))
            gap = run.history["gap[wall]"]
            self.assertAlmostEqual(-min(gap) / deepest, 1, places=5)
            closed = sum(force > 0 for force in run.history["force[wall]"])
            self.assertAlmostEqual(closed / 1000, 1, delta=3e-3)
            self.assertAlmostEqual(run.history["velocity[b x]"][-1] / speed, 1,
                                   places=5)
            law = run.summary["force_law"]
            self.assertEqual(run.summary["contact"]["peak_force"],
                             max(run.history["force[wall]"]))
            self.assertLess(abs(law["work"]), 1e-5 * MASS * speed**2)
            self.assertAlmostEqual(
                law["force_max"] / (STIFFNESS * deepest**1.5), 1, places=4)

    def test_pressures_of_solids(self):
        """The law of a solid is one of areas: the impulse does not depend on
        the mesh, as that of a force of each node would."""
        impulses = [sum(self.run_law(merged(BLOCK, {
            "Solid/mesh generator arguments": f"{n}, 8 : 0, 0 : 1, 1 : true"
        })).history["impulse[obstacle]"]) for n in (2, 4, 8)]
        for impulse in impulses[:-1]:
            self.assertLess(abs(impulse / impulses[-1] - 1), 0.05)

    def test_ranks(self):
        for case in (BAR, BLOCK):
            self.assert_near(self.run_law(case),
                             self.run_law(case, ranks=2, output="ranks"))

    def test_a_run_that_goes_on(self):
        for case in (BALL, BAR):
            end = case["Time integration"]["end time"]
            part = merged(case, {"Time integration/end time": end / 2,
                                 "Output/checkpoint interval": 50})
            self.run_law(part, output="parts")
            later = self.run_law(merged(part, {
                "Time integration/end time": end}), "--resume", output="parts")
            at_once = self.run_law(case)
            self.assertEqual(later.history, at_once.history)
            for run in (later, at_once):
                self.assertGreater(run.summary["force_law"]["force_max"], 0)
            self.assertEqual(later.summary["force_law"],
                             at_once.summary["force_law"])

    def test_steps_that_may_be_halved(self):
        for case in (BALL, BAR):
            self.assert_near(self.run_law(case), self.run_law(merged(
                case, {"Time integration/on failure": "halve step"})))

    def test_steps_that_are_too_long(self):
        for steps, words in ((2, ["has lasted for 1 step:"]), (40, [])):
            stiffness = MASS * (3.14159 / steps / 1e-3)**2
            self.run_case(merged(BALL, {
                "Contact/force law": f"if(gap < 0, {-stiffness}*gap, 0)",
                "Mechanism/bodies": f"b: mass {MASS} ; inertia 1 ; "
                                    "at 0.0005, 0, 0 ; velocity -1, 0, 0",
                "Time integration/time step": 1e-3}),
                warnings=[words] if words else ())

    def test_a_law_without_a_value(self):
        for law in ("sqrt(gap - 1)", "1/(gap*0)", "log(-1)"):
            self.write("case.json", json.dumps(
                merged(BALL, {"Contact/force law": law})))
            run = self.percuss("run", "case.json")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("The force law is ", run.stderr)
            self.assertIn("it must be finite", run.stderr)
        for law in ("gap +", "depth", "x*gap"):
            self.write("case.json", json.dumps(
                merged(BALL, {"Contact/force law": law})))
            run = self.percuss("run", "case.json")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("line 1: 'Contact/force law' is ", run.stderr)


if __name__ == "__main__":
    unittest.main()
