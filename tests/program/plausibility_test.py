# SPDX-License-Identifier: Apache-2.0
"""Nonsense is said to be nonsense: time steps, signs and units that are wrong."""

import json
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged, prm

BALL = {
    "Model": {"name": "bouncing ball"},
    "Time integration": {"time step": 1, "end time": 3},
}
OSCILLATOR = merged(BALL, {
    "Model/name": "linear oscillator", "Time integration/time step": 4e9,
    "Time integration/end time": 4e11})
# 5 m x 0.2 m, waves of 1 m/s, above a plane
PLATE = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 1, "Poisson's ratio": 0,
              "density": 1, "mesh generator arguments":
              "50, 2 : 0, 0 : 5, 0.2 : true", "contact boundaries": 2,
              "obstacles": "plane: 0, -1 ; 0, 1",
              "initial velocity": "0, -0.1"},
    "Time integration": {"time step": 0.05, "end time": 0.5},
}


class PlausibilityTest(ProgramTest):

    def warnings_of(self, case, *words):
        """The warnings of a run, on standard error and in summary.json."""
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "out", "--overwrite", *words)
        self.assertEqual(run.returncode, 0, run)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual(run.stderr, "".join(
            f"percuss: warning: {text}\n" for text in summary["warnings"]))
        return summary["warnings"]

    def warned(self, case, *parts):
        """One of the warnings has all the parts, and says what to do."""
        warnings = self.warnings_of(case)
        said = [text for text in warnings
                if all(part in text for part in parts)]
        self.assertEqual(len(said), 1, warnings)
        self.assertRegex(said[0], "Take|take|check|Set|Reduce")

    def refused(self, case, *parts):
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertEqual(run.stdout, "")
        self.assertFalse((self.folder / "out").exists())
        for part in parts:
            self.assertIn(part, run.stderr)


class PenetrationTest(PlausibilityTest):

    def test_a_ball_that_ends_under_the_floor(self):
        self.warned(BALL, "contacts have penetrated by up to 8.81 m",
                    "smaller time step than 1 s")
        for e in (0, 0.5, 1):
            self.warned(merged(BALL, {"Contact/restitution coefficient": e}),
                        "contacts have penetrated by up to")
        # as far as it was above it, and a tenth of that
        for h in (0.01, 0.1):
            self.assertEqual(self.warnings_of(merged(
                BALL, {"Time integration/time step": h})), [])

    def test_a_mechanism_and_a_bar(self):
        self.warned({
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "bodies": "block: mass 1 ; inertia 1 ; at 0, 1, 0",
                "contacts": "corner: point ; block 0, -0.5 ; line ground 0, 0 ; "
                            "normal 0, 1"},
            "Time integration": {"time step": 1, "end time": 3}},
            "contacts have penetrated by up to")
        self.warned(merged(SMALL_CASE, {
            "Elastic bar/number of elements": 1000, "Elastic bar/length": 1,
            "Elastic bar/initial velocity": -1e5,
            "Elastic bar/initial gap": 0.01,
            "Time integration/end time": 2e-5}),
            "contacts have penetrated by up to")

    def test_contacts_that_touch_at_the_start(self):
        """The gaps are zero, or made by rounding: any penetration is more."""
        for case in ("newtons_cradle", "touching_balls", "box_stack",
                     "stick_slip"):  # a body of 1e8 kg drives one of 1 kg
            run = self.run_case(CASES / f"mechanisms/{case}.prm", "--set",
                                "Time integration/end time=0.05")
            self.assertFalse(any("penetrated" in text or "pushed" in text
                                 for text in run.summary["warnings"]), case)

    def test_a_contact_that_acts_across_its_gap(self):
        self.warned(merged(BALL, {"Time integration/time step": 4e9,
                                  "Time integration/end time": 8e9}),
                    "pushed while it was open by 1 m",
                    "smaller time step than 4e+09 s")


class LongStepTest(PlausibilityTest):

    def test_energy_beside_terms_of_the_time_step(self):
        self.warned(merged(OSCILLATOR, {"Time integration/scheme": "hht"}),
                    "has gained energy: kinetic, strain and potential",
                    "take a smaller time step")

    def test_the_first_period(self):
        for scheme in ("moreau-jean", "newmark", "generalized-alpha"):
            self.warned(merged(OSCILLATOR, {
                "Time integration/scheme": scheme}),
                "more than a quarter of the first natural period, 6.28319 s")
            self.warned(merged(OSCILLATOR, {
                "Time integration/scheme": scheme,
                "Time integration/time step": 1.6,
                "Time integration/end time": 16}), "first natural period")
        # a quarter of it, and a scheme for long steps
        for changes in ({"Time integration/time step": 1.5},
                        {"Time integration/scheme": "schatzman-paoli",
                         "Time integration/theta": 1}):
            warnings = self.warnings_of(merged(OSCILLATOR, {
                "Time integration/end time": 4e11, **changes,
                **({"Time integration/end time": 15}
                   if "Time integration/time step" in changes else {})}))
            self.assertFalse(any("period" in text for text in warnings))

    def test_waves_that_cross_many_elements(self):
        bar = merged(SMALL_CASE, {
            "Elastic bar/Young's modulus": 200, "Elastic bar/density": 2,
            "Elastic bar/number of elements": 1000,
            "Time integration/time step": 5e-3,  # 50 of 1 mm, with 10 m/s
            "Time integration/end time": 1e-2})
        self.warned(bar, "waves cross 50 elements in a time step",
                    "Courant number 1 is a time step of 0.0001 s")
        for h in (1e-4, 2e-3):
            self.assertFalse(any("waves cross" in text for text in
                                 self.warnings_of(merged(bar, {
                                     "Time integration/time step": h}))))
        self.warned(merged(bar, {"Elastic bar/number of elements": 10,
                                 "Time integration/time step": 0.25,
                                 "Time integration/end time": 0.5}),
                    "longer than a wave takes through the body and back, 0.2")

    def test_beams_and_rods(self):
        beam = {
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "beams": "b: from 0, 0.5 ; angle 0 ; length 1 ; elements 4 ; "
                         "section rectangle 0.01, 0.01 ; Young's modulus 200 ; "
                         "density 2 ; velocity 0, -1, 0"},
            "Time integration": {"time step": 1, "end time": 2}}
        rod = merged(beam, {"Model/name": "spatial mechanism"})
        rod["Spatial mechanism"] = {"rods": rod.pop("Mechanism")["beams"].replace(
            "0, 0.5 ; angle 0", "0, 0, 0.5")}
        for case in (beam, rod):
            self.warned(case, "waves cross 40 elements in a time step",
                        "Courant number 1 is a time step of 0.025 s")
            case = merged(case, {"Time integration/time step": 0.5})
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               "--output", "out", "--overwrite")
            self.assertNotIn("waves cross", run.stderr)
            self.assertIn("waves of 10 m/s, through the smallest element in "
                          "0.025 s\n", run.stdout)
            self.assertIn("Courant number 20", run.stdout)


class RotationTest(PlausibilityTest):

    def test_bodies_that_turn_far_in_a_step(self):
        plane = {
            "Model": {"name": "mechanism"},
            "Mechanism": {"bodies": "a: mass 1 ; inertia 1 ; at 0, 0, 0 | "
                                    "b: mass 1 ; inertia 1 ; at 5, 0, 0 ; "
                                    "velocity 0, 0, -400"},
            "Time integration": {"time step": 1e-3, "end time": 3e-3}}
        space = merged(plane, {"Model/name": "spatial mechanism"})
        del space["Mechanism"]
        space["Spatial mechanism"] = {
            "bodies": "a: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0 | b: mass 1 ; "
                      "inertia 1, 1, 1 ; at 5, 0, 0 ; angular velocity "
                      "0, 240, 320"}
        for case in (plane, space):
            self.warned(case, "body 'b' turns by up to 0.4 rad in a time step",
                        "smaller time step than 0.00075 s")
            self.assertFalse(any("turns by" in text for text in
                                 self.warnings_of(merged(case, {
                                     "Time integration/time step": 7e-4}))))

    def test_angles_in_degrees(self):
        plane = {
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "bodies": "a: shape rectangle 0.1, 0.1 ; mass 1 ; at 0, 0.2, 45"
                          " | b: fixed ; shape disc 0.1 ; at 0, 9, -45 | "
                          "c: mass 1 ; inertia 1 ; at 0, 0, 6",
                "contacts": "all: bodies all"},
            "Time integration": {"time step": 1e-3, "end time": 3e-3}}
        space = merged(plane, {"Model/name": "spatial mechanism"})
        del space["Mechanism"]
        space["Spatial mechanism"] = {
            "bodies": "a: shape ball 0.1 ; mass 1 ; at 0, 0, 0.2 ; rotation "
                      "0, 27, 36 | b: fixed ; shape box 1, 1, 1 ; at 0, 9, 0 ; "
                      "rotation 45, 0, 0",
            "contacts": "all: bodies all"}
        for case in (plane, space):
            self.warned(case, "body 'a' is turned by 45 at the start",
                        "angles are in radians", "0.785398 rad",
                        "take the same angle within a turn, 1.0177 rad",
                        "one of 2 such angles")

    def test_a_linear_law_that_turns(self):
        turning = merged(PLATE, {"Solid/initial velocity": "-0.3*y, 0.3*x",
                                 "Solid/obstacles": "plane: 0, -9 ; 0, 1"})
        self.warned(turning, "elements have turned by up to 0.1",
                    "'Solid/elastic law'")
        for changes in ({"Solid/elastic law": "neo-Hookean"},
                        {"Time integration/end time": 0.25}):
            self.assertFalse(any("turned" in text for text in
                                 self.warnings_of(merged(turning, changes))))


class NeverClosedTest(PlausibilityTest):

    def test_a_contact_that_moves_away(self):
        for case, name in (
                (merged(SMALL_CASE, {"Elastic bar/initial velocity": 1,
                                     "Elastic bar/initial gap": 1}), "left"),
                (merged(BALL, {"Bouncing ball/gravity": 9.81,
                               "Time integration/time step": 0.01}), "floor")):
            self.warned(case, "no contact has ever closed", "opens with",
                        "check the signs")

    def test_a_contact_that_comes_later(self):
        self.warned(merged(BALL, {"Time integration/time step": 0.01,
                                  "Time integration/end time": 0.1}),
                    "no contact has ever closed", "'floor' has a gap of 0.95",
                    "closes with", "later end time than 0.1 s")

    def test_no_joint_is_a_contact(self):
        """A gap of a joint is rounding, or drift."""
        self.warned({
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "bodies": "a: mass 1 ; inertia 1 ; at 0, 0, 0.1 ; velocity 1, "
                "0, 3 | b: mass 2 ; inertia 0.1 ; at 0, 0, 0.5 ; velocity 1, "
                "0, 3",
                "joints": "A: fixed ; a 0, 0 ; b 0, 0",
                "contacts": "floor: point ; a 0, 0 ; line ground 0, -100 ; "
                "normal 0, 1",
                "loads": "b: moment 7", "gravity": "0, 9.81"},
            "Time integration": {"time step": 1e-3, "end time": 0.013},
            "Output": {"output directory": "out"}},
            "no contact has ever closed: at the end, 'floor' has")


    def test_nodes_that_cannot_touch(self):
        self.warned(merged(PLATE, {"Solid/fixed displacements": "2: x,y"}),
                    "nodes of the contact boundaries are fixed",
                    "'Solid/fixed displacements'", "take others")
        free = merged(PLATE, {})
        del free["Solid"]["obstacles"]
        free["Solid"]["initial velocity"] = "0, 0"
        case = self.write("case.prm", prm(free))
        run = self.percuss("run", case, "--output", "out", "--overwrite")
        self.assertIn("there are contact boundaries, but no obstacles that "
                      "they could touch", run.stderr)
        self.assertIn("Set 'Solid/obstacles', or remove", run.stderr)
        # some of the nodes, or one of their directions
        for held in ("0: x,y", "2: x"):
            self.assertFalse(any("nothing is a contact" in text for text in
                                 self.warnings_of(merged(PLATE, {
                                     "Solid/fixed displacements": held}))))


class ContradictionTest(PlausibilityTest):

    def test_no_model(self):
        self.refused({"Elastic bar": {"number of elements": 10}},
                     "case.prm: ", "'Model/name'", "has to name its model")
        self.refused({}, "'Model/name'")

    def test_time_step_and_courant_number(self):
        both = {"Time integration/time step": 1e-6,
                "Time integration/Courant number": 0.5}
        self.refused(merged(SMALL_CASE, both), "case.prm, line ",
                     "'Time integration/time step' is '1e-06'",
                     "The Courant number is given, too, 0.5", "remove one")
        courant = merged(SMALL_CASE, {"Time integration/Courant number": 0.5})
        case = self.write("case.prm", prm(courant))
        run = self.percuss("run", case, "--output", "out", "--set",
                           "Time integration/time step=1e-6")
        self.assertEqual(run.returncode, 2, run)
        # what comes later overrides the file; what a run has used is one step
        self.write("steps.prm", prm(SMALL_CASE))
        self.write("later.prm", "include steps.prm\n" + prm(
            {"Time integration": {"Courant number": 0.5}}))
        for words in (("steps.prm", "--set",
                       "Time integration/Courant number=0.5"),
                      ("later.prm",), ("case.prm",),
                      ("out/used_parameters.prm",)):
            run = self.percuss("run", *words, "--output", "out",
                               "--overwrite")
            self.assertEqual(run.returncode, 0, run)

    def test_a_distance_that_jumps(self):
        for expression, where in (
                ("if(x > 0.6, 1, y + 0.5)", "x = 0.6"),
                ("if(y > -0.35, 1, y + 0.5)", "y = -0.35"),
                ("y + 0.5 + if(t > 0.2, -0.1, 0)", "t = 0.2"),
                ("y + 0.5 + floor(x)", "jumps")):
            self.refused(merged(PLATE, {"Solid/obstacles":
                                        "expression: " + expression}),
                         "'Solid/obstacles'", "Obstacle 1 is not continuous",
                         where, "min and max")
        self.refused(merged(PLATE, {
            "Solid/obstacles":
            "plane: 0, -1 ; 0, 1 ; moved by: 0, if(t > 0.2, 0.1, 0)"}),
            "its motion along y jumps at t = 0.2 s")
        # corners, roots and steep ones are continuous
        for expression in ("min(y + 0.5, 6 - x)", "abs(y + 2) - 1",
                           "y + 0.5 - 0.1*tanh(1000*(x - 0.6))",
                           "sqrt(x^2 + (y + 2)^2) - 1",
                           "y + 0.5 + sqrt(abs(x - 0.61))",
                           "if(x > 0.6, y + 0.5, y + 1.1 - x)"):
            self.warnings_of(merged(PLATE, {"Solid/obstacles":
                                            "expression: " + expression}))


class ScalesTest(PlausibilityTest):

    def test_what_is_printed_at_the_start(self):
        run = self.percuss("run", self.write("case.prm", prm(merged(
            SMALL_CASE, {"Elastic bar/Young's modulus": 200,
                         "Elastic bar/density": 2, "Elastic bar/length": 1,
                         "Elastic bar/cross section": 3,
                         "Elastic bar/initial gap": 2e-4,
                         "Time integration/time step": 1e-4,
                         "Time integration/end time": 1e-3}))))
        self.assertEqual(run.returncode, 0, run)
        for text in ("mass 6 kg", "waves of 10 m/s, through the smallest "
                     "element in 0.01 s, through the body and back in 0.2 s",
                     "time step 0.0001 s, Courant number 0.01",
                     "gap 0.0002 m, closing speed 1 m/s, together 0.0002 s or "
                     "2 time steps"):
            self.assertIn(text, run.stdout)
        scales = json.loads((self.folder / "out/summary.json").read_text())[
            "scales"]
        for name, value in {"mass": 6, "wave_speed": 10, "return_time": 0.2,
                            "element_crossing_time": 0.01, "gap": 2e-4,
                            "courant_number": 0.01, "closing_speed": 1}.items():
            self.assertAlmostEqual(scales[name], value, delta=1e-9 * value)
        run = self.percuss("run", self.write("case.prm", prm(merged(
            OSCILLATOR, {"Linear oscillator/mass": 4,
                         "Time integration/time step": 0.125664,
                         "Time integration/end time": 1}))),
            "--output", "oscillator")
        self.assertIn("inertia 4", run.stdout)
        self.assertIn("first natural period 12.5664 s", run.stdout)
        run = self.percuss("run", self.write("case.prm", prm(PLATE)),
                           "--output", "plate")
        self.assertIn("mass 1 kg, waves of 1 m/s, through the smallest element "
                      "in 0.1 s, through the body and back in 10 s",
                      run.stdout)
        self.assertIn("Courant number 0.5", run.stdout)
        run = self.percuss("run", CASES / "mechanisms/dropped_box.prm",
                           "--output", "box", "--set",
                           "Time integration/end time=0.01")
        self.assertRegex(run.stdout, r"\n  mass \d")


if __name__ == "__main__":
    unittest.main()
