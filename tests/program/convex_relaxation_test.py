# SPDX-License-Identifier: Apache-2.0
"""The convex relaxation of contact problems that Coulomb's law leaves unsolved at
once."""

import json
import unittest

from program import CASES, ProgramTest

CASE = CASES / "mechanisms/balls_in_a_box.prm"
LARGEST = 0.01


def settings(**entries):
    return [word for name, value in entries.items()
            for word in ("--set", name.replace("_", " ") + f"={value}")]


def contact(**entries):
    return settings(**{"Contact/" + name: value
                       for name, value in entries.items()})


class ConvexRelaxationTest(ProgramTest):

    def test_a_granular_pile_comes_to_rest(self):
        for e, mu in ((0, 1.5), (0.5, 0.4)):
            with self.subTest(e=e, mu=mu):
                run = self.run_case(
                    CASE, *contact(restitution_coefficient=e,
                                   friction_coefficient=mu,
                                   relaxation_gap_velocity=LARGEST),
                    "--set", "Output/history interval=1",
                    "--set", "Output/field interval=0")
                solver = run.summary["solver"]
                self.assertGreater(solver["dilated"], 0)
                self.assertLess(solver["dilated"], solver["problems"])
                self.assertGreater(solver["dilation_speed_max"], 0.1 * LARGEST)
                self.assertLessEqual(solver["dilation_speed_max"], LARGEST)
                self.assertLessEqual(solver["residual_max"], 1e-10)
                stages = {stage["method"]: stage for stage in solver["stages"]}
                self.assertGreaterEqual(
                    stages["convex-relaxation"]["problems"], solver["dilated"])
                energy = run.history["energy_total"]
                self.assertLess(max(b - a for a, b in zip(energy, energy[1:])),
                                1e-6 * energy[0])
                self.assertLess(run.history["energy_kinetic"][-1],
                                1e-3 * energy[0])

    def test_warns_of_a_gap_velocity_that_can_be_seen(self):
        run = self.run_case(
            CASE, *contact(restitution_coefficient=0.3, friction_coefficient=1,
                           relaxation_gap_velocity=100),
            "--set", "Time integration/end time=0.6",
            warnings=[["convex relaxations of friction have opened or closed "
                       "contacts with up to ", "0.00981 m/s"]])
        self.assertGreater(run.summary["solver"]["dilation_speed_max"],
                           5 * LARGEST)

    def test_without(self):
        run = self.run_case(CASE, "--set", "Time integration/end time=0.4")
        self.assertEqual(run.summary["solver"]["dilated"], 0)
        self.assertEqual(run.summary["solver"]["dilation_speed_max"], 0)

    def test_old_name(self):
        run = self.run_case(CASE, "--set", "Time integration/end time=0.01",
                            *contact(largest_dilation_speed=LARGEST),
                            warnings=[["'Contact/largest dilation speed' is "
                                       "called 'Contact/relaxation gap "
                                       "velocity' now"]])
        used = run.folder / "used_parameters.prm"
        self.assertIn(f"set relaxation gap velocity = {LARGEST}",
                      used.read_text(encoding="utf-8"))

    def test_resumed(self):
        words = ["run", str(CASE),
                 *contact(relaxation_gap_velocity=LARGEST),
                 "--set", "Output/checkpoint interval=100"]
        for output, ends in (("once", ["0.8"]), ("twice", ["0.6", "0.8"])):
            for end in ends:
                run = self.percuss(*words, "--output", output, "--resume",
                                   "--set", f"Time integration/end time={end}")
                self.assertEqual(run.returncode, 0, run)
                self.assertIn("convex relaxations", run.stdout)
        once, twice = ((self.folder / name / "history.csv").read_bytes()
                       for name in ("once", "twice"))
        self.assertEqual(once, twice)
        once, twice = (
            json.loads((self.folder / name / "summary.json").read_text())
            ["solver"]["stages"] for name in ("once", "twice"))
        self.assertEqual(once, twice)
        # rounding decides whether a problem is left for another method
        self.assertEqual([stage["method"] for stage in once][:2],
                         ["semismooth-newton", "convex-relaxation"])

    def test_what_cannot_be(self):
        for entries, entry, text in (
                ({"solver": "projected-gauss-seidel"},
                 "Contact/relaxation gap velocity", "has no convex relaxation"),
                ({"nonlinear_iteration": "nonsmooth newton"},
                 "Contact/relaxation gap velocity", "sequential"),
                ({"Delassus_operator": "matrix-free"},
                 "Contact/relaxation gap velocity", "Delassus operator"),
                ({"Delassus_operator": "local"},
                 "Contact/relaxation gap velocity", "Delassus operator"),
                ({"relaxation_gap_velocity": -1},
                 "Contact/relaxation gap velocity", "-1")):
            with self.subTest(entries):
                run = self.percuss(
                    "run", str(CASE), "--output", "out",
                    *contact(**{"relaxation_gap_velocity": LARGEST} | entries))
                self.assertEqual(run.returncode, 2, run)
                self.assertIn(entry, run.stderr)
                self.assertIn(text, run.stderr)
                self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
