# SPDX-License-Identifier: Apache-2.0
"""percuss check of studies, and the times that it foresees."""

import os
import resource
import sys
import unittest

from check_test import CheckTest
from program import CASES, SMALL_CASE, merged, prm

LONG = {"Time integration/end time": 3e-5}  # 30 steps


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class CheckedStudyTest(CheckTest):

    def errors(self, sweep, base=None, **study):
        case = prm(merged(base or merged(SMALL_CASE, LONG), {
            f"Study/{name}": value for name, value in study.items()}))
        case += f"subsection Study\n  set sweep = {sweep}\nend\n"
        result = self.check(self.write("case.prm", case))
        for error in result["errors"]:
            self.assertEqual(error["entry"], "Study/sweep")
            self.assertEqual(error["line"], case.count("\n") - 1)
        return [error["message"] for error in result["errors"]]

    def test_wrong_paths(self):
        for sweep, said in (
                ("Elastic bar/densty = 1, 2", "Did you mean 'density'?"),
                ("Elastik bar/density = 1, 2", "Elastik bar"),
                ("density = 1, 2", "density"),
                ("Study/sweep = 1, 2", "not an entry of a single run"),
                ("Elastic bar/density = 1, 2 ; Elastic bar/density = 3",
                 "varied twice"),
                ("Elastic bar/density 1, 2", "has no '='"),
                ("Elastic bar/density = 1, , 2", "empty value")):
            with self.subTest(sweep):
                errors = self.errors(sweep)
                self.assertEqual(len(errors), 1, errors)
                self.assertIn(said, errors[0])

    def test_wrong_values_anywhere(self):
        """At the beginning, in the middle and at the end of any axis."""
        for n in (3, 30, 150):
            for wrong in (0, n // 2, n - 1):
                values = [str(7000 + i) for i in range(n)]
                values[wrong] = "-5"
                axis = f"Elastic bar/density = {', '.join(values)}"
                for sweep in (axis, f"Elastic bar/length = 1, 2 ; {axis}",
                              f"{axis} ; Elastic bar/length = 1, 2"):
                    with self.subTest(n=n, wrong=wrong, sweep=sweep[:30]):
                        errors = self.errors(sweep)
                        self.assertEqual(len(errors), 1, errors)
                        self.assertIn("density", errors[0])
                        self.assertIn("-5", errors[0])

    def test_values_that_are_wrong_together(self):
        sweep = ("Time integration/start time = 0, 2e-5 ; "
                 "Time integration/end time = {}, 3e-5")
        errors = self.errors(sweep.format("1e-5"))
        self.assertEqual(len(errors), 1, errors)
        self.assertIn("It must be after the start time", errors[0])
        self.assertEqual(self.errors(sweep.format("2.5e-5")), [])

    def test_values_that_are_right_with_a_curve(self):
        """theta is of one of the schemes alone."""
        base = merged(SMALL_CASE, {"Time integration/scheme":
                                   "generalized-alpha"})
        self.assertEqual(self.errors(
            "Time integration/time step = 1e-6, 2e-6", base,
            curves="a: Time integration/scheme = moreau-jean, "
            "Time integration/theta = 0.6"), [])

    def test_values_that_a_model_refuses(self):
        solid = {"Model": {"name": "solid"},
                 "Time integration": {"time step": 1e-3, "end time": 1},
                 "Contact": {"restitution coefficient": 0}}
        mechanism = {"Model": {"name": "mechanism"}, "Mechanism": {
            "bodies": "a: mass $m ; inertia 1 ; at 0, 1, 0"},
            "Variables": {"m": 1},
            "Time integration": {"time step": 1e-3, "end time": 1}}
        for base, path, values, wrong in (
                (solid, "Solid/Young's modulus", "210e9, {}, 70e9", "-1"),
                (solid, "Solid/Poisson's ratio", "0.3, 0.2, {}", "0.5"),
                (mechanism, "Variables/m", "1, {}, 2", "-3")):
            with self.subTest(path):
                errors = self.errors(f"{path} = {values.format(wrong)}", base)
                self.assertEqual(len(errors), 1, errors)
                self.assertIn("positive" if wrong != "0.5" else "1/2",
                              errors[0])
                self.assertEqual(self.errors(
                    f"{path} = {values.format('0.25')}", base), [])

    def test_numbers_and_times(self):
        def figures(sweep, **study):
            return self.check(self.write("case.prm", prm(merged(
                SMALL_CASE, {"Study/sweep": sweep, **{
                    f"Study/{name}": value for name, value in
                    study.items()}}))))["quantities"]
        step = "Time integration/time step = 1e-6, 5e-7, 2.5e-7"
        for sweep, study, n_runs, n_references in (
                (step, {}, 3, None),
                (step + " ; Elastic bar/length = 1, 2", {}, 6, None),
                (step + " ; Elastic bar/length = linear(1, 2, 100)", {}, 300,
                 None),
                (step, {"curves": "a: Elastic bar/length = 1 | "
                                  "b: Elastic bar/length = 2"}, 6, None),
                (step + " ; Elastic bar/length = 1, 2",
                 {"reference": "computed", "reference settings":
                  "Time integration/time step = 1e-7"}, 6, 2)):
            with self.subTest(sweep, **study):
                found = figures(sweep, **study)
                self.assertEqual(found["runs_of_the_study"],
                                 {"value": n_runs, "unit": ""})
                self.assertEqual(found.get("references_of_the_study",
                                           {}).get("value"), n_references)
                time = found["processor_time_of_the_study_about"]
                self.assertEqual(time["unit"], "s")
                self.assertGreater(time["value"], 0)
        self.assertNotIn("runs_of_the_study", self.check(
            self.write("case.prm", prm(SMALL_CASE)))["quantities"])
        ball = {"Model": {"name": "bouncing ball"}, "Time integration": {
            "time step": 1e-5, "end time": 10}}
        times = []
        for n in (10, 40):
            self.write("case.prm", prm(merged(ball, {
                "Study/sweep": f"Bouncing ball/radius = linear(0.1, 0.2, {n})"
                })))
            times.append(self.check("case.prm")["quantities"][
                "processor_time_of_the_study_about"]["value"])
        self.assertLess(2, times[1] / times[0])
        self.assertLess(times[1] / times[0], 8)


class RunTimeTest(CheckTest):
    """The time of a run, foreseen and measured on the processor. Machines do
    other things, too: what is asked for is the order of magnitude."""

    NAMES = ("impacting_bar/row_of_bars.prm", "impacting_bar/doyen.prm",
             "mechanisms/pendulum_in_ring.prm", "mechanisms/slider_crank.prm",
             "mechanisms/stick_slip.prm", "mechanisms/rolling_ball.prm",
             "small_systems/van_der_pol.prm",
             "small_systems/linear_oscillator.prm",
             "small_systems/discrete_arch.prm", "solids/struck_stack.prm",
             "solids/taylor_bar.prm")

    def test_shipped_cases(self):
        (self.folder / "meshes").symlink_to(CASES.parent / "meshes")
        (self.folder / "applications").symlink_to(CASES)
        n_near = 0
        for name in self.NAMES:
            case = f"applications/{name}"
            foreseen = self.check(case)["quantities"][
                "time_of_the_run_about"]["value"]
            before = processor_seconds()
            run = self.percuss("run", case, "--output", "out", "--quiet",
                               "--overwrite")
            self.assertEqual(run.returncode, 0, run)
            measured = processor_seconds() - before
            ratio = foreseen / measured
            n_near += abs(ratio - 1) <= 0.3
            if "PERCUSS_TABLE" in os.environ:
                print(f"{name:40} {foreseen:8.3f} {measured:8.3f} "
                      f"{ratio:6.2f}", file=sys.stderr)
            with self.subTest(name):
                self.assertLess(1 / 4, ratio)
                self.assertLess(ratio, 4)
        print(f"{n_near} of {len(self.NAMES)} times within 30 %")


if __name__ == "__main__":
    unittest.main()
