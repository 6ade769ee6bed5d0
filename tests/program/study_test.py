# SPDX-License-Identifier: Apache-2.0
"""percuss study: its runs, references, tables and messages."""

import csv
import json
import math
import os
import pathlib
import subprocess
import time
import unittest

from program import CASES, LOCAL, PROGRAM, ProgramTest, merged, prm

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


class SweepTest(StudyTest):
    def test_runs_every_combination_with_the_errors_of_single_runs(self):
        case = merged(BALL, {
            "Study/sweep": "Time integration/time step = geometric(0.1, "
                           "0.025, 3); Time integration/theta = 0.5, 1",
            "Study/quantities": "position_L2, velocity_L1",
            "Study/curves": "inelastic: Contact/restitution coefficient = 0 |"
                            "half: Contact/restitution coefficient = 0.5"})
        rows = self.study(case)
        self.assertEqual(len(rows), 12)
        self.assertEqual([row["curve"] for row in rows[::3]],
                         ["inelastic, theta = 0.5", "inelastic, theta = 1",
                          "half, theta = 0.5", "half, theta = 1"])
        self.assertEqual([row["Time integration/time step"]
                          for row in rows[:3]], ["0.1", "0.05", "0.025"])
        self.assertTrue(all(row["status"] == "done" for row in rows))
        single = self.run_case(
            merged(BALL, {"Time integration/time step": 0.05,
                          "Time integration/theta": 1}), output="single",
            warnings=[["theta"]])
        for name, value in single.summary["errors"].items():
            self.assertEqual(float(rows[10][name]), value, name)
        self.assertEqual(float(rows[10]["contact_peak_force"]),
                         single.summary["contact"]["peak_force"])
        self.assertAlmostEqual(self.rate(2, "velocity_L1"),
                               fitted(rows[6:9], "velocity_L1"), places=12)
        table = (self.folder / "out/study.md").read_text()
        self.assertIn(f"| {float(rows[7]['position_L2']):.4e} | "
                      f"{math.log2(float(rows[6]['position_L2']) / float(rows[7]['position_L2'])):.2f} |",
                      table)
        for name in ("position_L2.svg", "position_L2.png",
                     "work_precision_velocity_L1.svg"):
            self.assertTrue((self.folder / "out" / name).exists(), name)

    def test_quantities_choose_columns(self):
        rows = self.study(merged(BALL, {
            "Study/quantities": "velocity_*, max_penetration, nonsense"}))
        names = [quantity["column"] for quantity in self.info["quantities"]]
        self.assertEqual(sorted(names), ["max_penetration", "velocity_L1",
                                         "velocity_L1_relative",
                                         "velocity_L2", "velocity_max"])
        self.assertIn("No run has left a 'nonsense'", self.output.stderr)
        self.assertIn("gap_L1", rows[0])

    def test_goes_on_after_an_interruption(self):
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05, 1e-7",
            "Study/parallel runs": 1})))
        study = subprocess.Popen(
            [PROGRAM, "study", case, "--output", "out"], cwd=self.folder,
            stdout=subprocess.PIPE, text=True,
            env={**os.environ, **LOCAL, **self.alone()})
        # the longest is the first; its process must end with the study
        slow = self.folder / "out/runs/0003/case.prm"
        for _ in range(100):
            time.sleep(0.1)
            if slow.exists():
                break
        time.sleep(0.5)
        study.kill()
        study.communicate()
        time.sleep(0.5)
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes()
                folder = os.readlink(process / "cwd")
            except OSError:
                continue  # it has ended, or is not ours
            self.assertFalse(b"out/runs/0003" in command and
                             folder == str(self.folder.resolve()))

        self.study(case, "--set",
                   "Study/sweep=Time integration/time step = 0.1, 0.05")
        before = {name: (self.folder / "out/runs" / name / "summary.json")
                  .stat().st_mtime_ns for name in ("0001", "0002")}
        rows = self.study(case, "--set", "Study/sweep=Time integration/"
                          "time step = 0.1, 0.05, 0.025")
        for name, mtime in before.items():
            self.assertEqual((self.folder / "out/runs" / name / "summary.json")
                             .stat().st_mtime_ns, mtime)
        self.assertEqual([row["status"] for row in rows], ["done"] * 3)
        # other parameters: nothing is known
        self.study(case, "--set", "Study/sweep=Time integration/"
                   "time step = 0.1, 0.05", "--set", "Bouncing ball/mass=2")
        for name, mtime in before.items():
            self.assertNotEqual((self.folder / "out/runs" / name /
                                 "summary.json").stat().st_mtime_ns, mtime)

    def test_failed_run_is_a_row(self):
        rows = self.study(merged(BALL, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05",
            "Study/curves": "right: Bouncing ball/mass = 1 | "
                            "wrong: Bouncing ball/mass = -1"}), status=1)
        self.assertEqual([row["status"] for row in rows],
                         ["done", "done", "failed", "failed"])
        self.assertIn("It must be positive", rows[2]["message"])
        self.assertIn("2 of 4 runs failed", self.output.stderr)
        self.assertIn("It must be positive",
                      (self.folder / "out/study.md").read_text())

    def test_ranks_share_the_runs(self):
        alone = self.study(BALL, output="alone")
        shared = self.study(BALL, output="shared", ranks=2)
        for a, b in zip(alone, shared):
            self.assertEqual(a["velocity_L2"], b["velocity_L2"])
        self.assertEqual(len(shared), 3)

    def test_courant_number_sets_the_step(self):
        rows = self.study({
            "Model": {"name": "elastic bar"},
            "Elastic bar": {"length": 2, "Young's modulus": 900, "density": 1,
                            "initial velocity": -1, "initial gap": 0.1},
            "Time integration": {"Courant number": 0.5, "end time": 0.01},
            "Study": {"sweep":
                      "Elastic bar/number of elements = linear(10, 30, 3)",
                      "quantities": "gap_L2"}})
        self.assertEqual([float(row["time_step"]) for row in rows],
                         [0.5 * 2 / n / 30 for n in (10, 20, 30)])
        self.assertEqual(self.info["abscissa"]["column"], "time_step")

    def test_wrong_studies_are_refused(self):
        for changes, parts in (
                ({"sweep": ""}, ["nothing to vary"]),
                ({"sweep": "Time integration/time stop = 1"},
                 ["line", "no entry 'time stop'", "'time step'"]),
                ({"sweep": "Time integration/time step = 0.1, zero"},
                 ["'zero'", "a number"]),
                ({"sweep": "Time integration/time step = 0.1, 0"},
                 ["must be positive"]),
                ({"sweep": "Time integration/time step"}, ["no '='"]),
                ({"sweep": "Time integration/time step = 0.1, 0.1"},
                 ["twice"]),
                ({"sweep": "Study/kind = spectrum"}, ["single run"]),
                ({"sweep": "Time integration/time step = geometric(1, -1, 3)"},
                 ["positive values"]),
                ({"sweep": "Time integration/time step = linear(1, 2)"},
                 ["number of values"]),
                ({"curves": "a: Contact/restitution coefficient = 0 | a: "
                            "Contact/restitution coefficient = 1"},
                 ["occurs twice"]),
                ({"reference": "computed"}, ["reference settings"])):
            case = self.write("case.prm", prm(merged(BALL, {
                f"Study/{name}": text for name, text in changes.items()})))
            run = self.percuss("study", case, "--output", "out")
            self.assertEqual(run.returncode, 2, (changes, run))
            for part in parts:
                self.assertIn(part, run.stderr, changes)
            self.assertFalse((self.folder / "out").exists(), changes)


class ReferenceTest(StudyTest):
    """Exact solutions, finer runs and given ones."""

    def test_finest_run(self):
        case = merged(BALL, {"Study/reference": "finest",
                             "Time integration/end time": 0.4})
        rows = self.study(case)
        # free fall is exact for every step: errors are those of rounding
        self.assertLess(float(rows[0]["position_max"]), 1e-12)
        self.assertEqual(rows[2]["position_max"], "")

    def test_computed_reference(self):
        case = merged(BALL, {
            "Study/reference": "computed", "Study/Hausdorff distances": "true",
            "Study/reference settings":
                "Time integration/time step = 1e-5, "
                "Time integration/scheme = generalized-alpha"})
        computed = self.study(case, output="computed")
        exact = self.study(merged(case, {"Study/reference": "exact"}),
                           output="exact")
        self.assertEqual(len(list((self.folder / "computed/references")
                                  .iterdir())), 1)
        for a, b in zip(computed, exact):
            for name in ("position_L1", "velocity_L1", "position_hausdorff",
                         "velocity_hausdorff", "contact_impulse_L1"):
                self.assertAlmostEqual(float(a[name]), float(b[name]),
                                       delta=0.02 * float(b[name]), msg=name)

    def test_given_run(self):
        self.run_case(merged(BALL, {"Time integration/time step": 1e-4}),
                      "--set", "Output/record signals=true", output="fine")
        run = self.run_case(merged(BALL, {"Time integration/time step": 0.05,
                                          "Study/reference": "fine"}))
        exact = self.run_case(merged(BALL, {
            "Time integration/time step": 0.05}), output="exact")
        self.assertAlmostEqual(run.summary["errors"]["position_L2"],
                               exact.summary["errors"]["position_L2"],
                               delta=1e-3)
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/reference": "nowhere"})))
        refused = self.percuss("run", case, "--output", "refused")
        self.assertEqual(refused.returncode, 2, refused)
        self.assertIn("nowhere/signals.h5", refused.stderr)

    def test_no_exact_solution(self):
        case = self.write("case.prm", prm({
            "Model": {"name": "van der pol oscillator"},
            "Study": {"reference": "exact"}}))
        run = self.percuss("run", case, "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("exact solution of this case is not known", run.stderr)

    def test_fields_against_the_exact_bar(self):
        rows = self.study({
            "Model": {"name": "elastic bar"},
            "Elastic bar": {"length": 1, "Young's modulus": 1, "density": 1,
                            "obstacle": "left", "initial gap": 0.5,
                            "far end": "clamped",
                            "initial displacement": "0.5 * (1 - x)"},
            "Time integration": {"Courant number": 0.5, "end time": 6,
                                 "scheme": "generalized-alpha"},
            "Study": {"sweep": "Elastic bar/number of elements = 20, 40, 80",
                      "quantities": "*_field_L2",
                      "field error interval": 4}})
        # the strain jumps along two characteristics
        self.assertGreater(self.rate(0, "strain_field_L2"), 0.2)
        self.assertGreater(self.rate(0, "displacement_field_L2"), 0.6)
        self.assertLess(float(rows[2]["displacement_field_max"]), 0.02)
        self.assertLess(float(rows[2]["energy_total_L1_relative"]), 0.02)


class PublishedStudiesTest(StudyTest):
    """Coarser than they are shipped; the rates are those of the documents."""

    def published(self, name, sweep, *words):
        """A shipped study with other values of the first axis."""
        settings = [part for word in words for part in ("--set", word)]
        return self.study(STUDIES / f"{name}.prm", "--set",
                          f"Study/sweep={sweep}", *settings)

    def test_balls_of_chen(self):
        rows = self.published(
            "chen_ball", "Time integration/time step = geometric(1e-2, 1e-4, 9)")
        for curve in range(3):
            self.assertAlmostEqual(self.rate(curve, "position_L1_relative"),
                                   1, delta=0.15)
        self.assertLess(float(rows[8]["position_L1_relative"]),
                        float(rows[17]["position_L1_relative"]))

    def test_two_masses_of_chen(self):
        alpha, moreau, newmark = self.published(
            "chen_two_masses", "Time integration/time step = 5e-4")
        error = float(alpha["position[lower]_L1_relative"])
        # implicit Newmark starts with the reaction of the closed contact
        for other, factor in ((moreau, 10), (newmark, 8)):
            self.assertGreater(float(other["position[lower]_L1_relative"]),
                               factor * error)

    def test_pendulum_of_chen(self):
        column = "position[tip x]_L1_relative"
        alpha, moreau, newmark = self.published(
            "chen_pendulum", "Time integration/time step = 1e-3",
            "Study/reference settings=Time integration/scheme = moreau-jean, "
            "Time integration/theta = 1, Time integration/time step = 1e-5")
        # h times the speed: of first order, Moreau-Jean's the largest
        for row in (alpha, newmark):
            self.assertLess(float(row[column]), 1e-3)
            self.assertGreater(float(moreau[column]), 1.5 * float(row[column]))

    def test_projections_of_acary(self):
        for name in ("acary_ball", "acary_oscillator"):
            self.published(
                name, "Time integration/time step = geometric(1e-1, 2e-3, 9)")
            for curve in range(3):
                for norm in ("max", "L1", "L2"):
                    self.assertAlmostEqual(
                        self.rate(curve, f"position_{norm}"), 1, delta=0.25,
                        msg=f"{name} {curve} {norm}")
            self.assertIsNone(self.rate(1, "contact_max_multiplier"))
            self.assertAlmostEqual(self.rate(2, "contact_max_multiplier"), 1,
                                   delta=0.1)

    def test_forces_of_contacts_without_mass(self):
        """Of a chain of masses and springs, max int J_1(s)/s ds, and of the
        same with other mass matrices, by its eigenvectors."""
        rows = self.study(CASES / "scheme_comparison/boundary_mass.prm",
                          "--set", "Study/sweep=Elastic bar/number of "
                          "elements = 50")
        peaks = {row["curve"]: float(row["contact_peak_force"])
                 for row in rows}
        for curve, peak in (("lumped, none", 1.0922),
                            ("blended, none", 1.0205),
                            ("consistent, none", 1.0012),
                            ("lumped, redistributed", 1.3309),
                            ("lumped, weighted", 1.0922 * 1.005)):
            self.assertAlmostEqual(peaks[curve], peak, delta=5e-4, msg=curve)

    def test_ball_of_di_stasio(self):
        steps = "Time integration/time step = geometric(1e-2, 2e-4, 6); " \
                "Time integration/scheme = moreau-jean, cd-lagrange"
        self.published("di_stasio_ball", steps)
        for curve in range(2):
            self.assertAlmostEqual(self.rate(curve, "position_L1_relative"),
                                   1, delta=0.2)
        rows = self.published("di_stasio_ball", steps,
                              "Time integration/end time=0.4")
        for row in rows:
            self.assertLess(float(row["position_L1_relative"]), 1e-12)

    def test_van_der_pol_of_di_stasio(self):
        sweep = "Time integration/time step = 4e-3, 2e-3, 1e-3; Time " \
                "integration/scheme = moreau-jean, cd-lagrange, " \
                "cd-lagrange-implicit"
        short = ("Time integration/end time=10",
                 "Study/reference settings=Time integration/scheme = "
                 "moreau-jean, Time integration/time step = 2e-5")
        self.published("di_stasio_van_der_pol", sweep, *short)
        self.assertAlmostEqual(self.rate(1, "position_L1_relative"), 1,
                               delta=0.3)
        self.published("di_stasio_van_der_pol", sweep, *short,
                       "Van der Pol oscillator/obstacle position=10")
        for curve, order in enumerate((2, 1, 2)):
            self.assertAlmostEqual(self.rate(curve, "position_L1_relative"),
                                   order, delta=0.1)

    def test_spectrum(self):
        rows = self.study(STUDIES / "spectrum.prm")
        curves = {}
        for row in rows:
            curves.setdefault(row["curve"], []).append(row)
        alpha, moreau, newmark = curves.values()
        for a, b, c in zip(alpha, newmark, moreau):
            omega_h = float(a["omega_h"])
            self.assertGreaterEqual(float(a["spectral_radius"]),
                                    float(b["spectral_radius"]))
            self.assertAlmostEqual(float(c["spectral_radius"]),
                                   1 / math.hypot(1, omega_h), places=9)
            self.assertGreaterEqual(float(b["spectral_radius"]),
                                    float(c["spectral_radius"]))
        self.assertTrue((self.folder / "out/spectral.svg").exists())

    def test_impacting_bar(self):
        rows = self.published("impacting_bar", "Elastic bar/number of "
                              "elements = 50, 100, 200, 400, 800",
                              "Study/quantities=gap_L2, contact_velocity_L2, "
                              "gap_hausdorff, velocity_field_L2")
        self.assertEqual(len(rows), 15)
        for curve, rates in enumerate(((0.66, 0.32), (0.5, 0.28),
                                       (0.66, 0.32))):
            for name, rate in zip(("gap_L2", "contact_velocity_L2"), rates):
                self.assertAlmostEqual(self.rate(curve, name), rate,
                                       delta=0.05, msg=f"{curve} {name}")
            self.assertGreater(self.rate(curve, "gap_hausdorff"), 0.45)
            self.assertAlmostEqual(self.rate(curve, "velocity_field_L2"), 0.3,
                                   delta=0.1)

    def test_peak_force(self):
        # the impulse of the last element's impact, rho A l/3 v_0, in one step
        rows = self.published("peak_force_time_step", "Time integration/time "
                              "step = 2e-7, 1e-7, 5e-8", "Time integration/"
                              "end time=6e-4")
        self.assertAlmostEqual(self.rate(0, "contact_peak_force"), -1,
                               delta=0.1)
        rows = self.published("peak_force_elements", "Elastic bar/number of "
                              "elements = 20, 50, 100, 200",
                              "Time integration/end time=6e-4")
        peaks = [float(row["contact_peak_force"]) for row in rows]
        self.assertGreater(peaks[0], 1.4 * peaks[3])
        self.assertGreater(min(peaks[1:3]), peaks[3])


class BeamRefinementTest(StudyTest):
    """Shipped: beams of 2 to 256 elements against 512. Second order."""

    REFERENCE = 512

    def beams(self, name, numbers):
        case = STUDIES / f"{name}.prm"
        text = case.read_text()
        beam = text.split('reference settings = Mechanism/beams = "')[1]
        beam = beam.split('"')[0]

        def refined(n):
            return beam.replace("elements 512", f"elements {n}")
        sweep = ", ".join(f'"{refined(n)}"' for n in numbers)
        return self.study(
            case, "--set", f"Study/sweep=Mechanism/beams = {sweep}", "--set",
            "Study/reference settings=Mechanism/beams = "
            f'"{refined(self.REFERENCE)}"')

    def check(self, name, numbers, columns):
        rows = self.beams(name, numbers)
        self.assertEqual([row["status"] for row in rows],
                         ["done"] * len(numbers))
        for column in columns:
            rate = -fitted(rows, column, "dofs")
            self.assertAlmostEqual(rate, 2, delta=0.25, msg=column)


class CoarseBeamsTest(BeamRefinementTest):
    REFERENCE = 256

    def test_clamped_beam(self):
        self.check("clamped_beam", [8, 32, 64], ["position[leaf.end y]_L2"])

    def test_rotating_beam(self):
        self.check("rotating_beam", [16, 32, 64],
                   ["position[beam.end x]_L2", "position[beam.end y]_L2"])


class FineBeamsTest(BeamRefinementTest):
    def test_all_of_both(self):
        numbers = [2 ** k for k in range(1, 9)]
        for name, column in [("clamped_beam", "position[leaf.end y]_L2"),
                             ("rotating_beam", "position[beam.end y]_L2")]:
            rows = self.beams(name, numbers)
            self.assertEqual([row["status"] for row in rows],
                             ["done"] * len(numbers))
            rate = -fitted(rows[3:7], column, "dofs")
            self.assertAlmostEqual(rate, 2, delta=0.1, msg=name)
            errors = [float(row[column]) for row in rows]
            self.assertEqual(errors[2:], sorted(errors[2:], reverse=True))


if __name__ == "__main__":
    unittest.main()
