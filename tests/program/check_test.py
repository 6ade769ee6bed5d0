# SPDX-License-Identifier: Apache-2.0
"""percuss check: all errors of an input at once, no false one, no file left."""

import json
import time
import unittest

from program import CASES, ProgramTest, SMALL_CASE, merged, prm

ROOT = CASES.parent


class Mutation:
    """A change of one line of a file, and what has to be said of it."""

    def __init__(self, entry, old, new, said, of_entry=None, suggestion=None):
        self.old, self.new, self.said = old, new, said
        self.entry = entry if of_entry is None else of_entry
        self.suggestion = suggestion

    def apply(self, lines):
        """Changes the line; returns its number."""
        found = [number for number, line in enumerate(lines)
                 if self.old in line]
        assert len(found) == 1, (self.old, found)
        number = found[0]
        lines[number] = lines[number].replace(self.old, self.new)
        return number + 1


def value(entry, old, new, said, **more):
    return Mutation(entry, old, new, said, **more)


def misspelt(section, name, wrong):
    return Mutation("", f"set {name} ", f"set {wrong} ",
                    f"There is no entry '{wrong}'",
                    of_entry=f"{section}/{wrong}", suggestion=name)


BAR = "Elastic bar"
STEP = "Time integration"
OF_STEPS = [
    misspelt(STEP, "scheme", "shceme"),
    misspelt(STEP, "time step", "time stp"),
    value(f"{STEP}/end time", "set end time ", "set end time = -1 #",
          "It must be after the start time"),
]

# every mutation of a case may be combined with all others that leave its line
MUTATIONS = {
    "impacting_bar/acary.prm": [
        value(f"{BAR}/density", "= 7800", "= -7800", "It must be positive."),
        value(f"{BAR}/Young's modulus", "= 210e9", "= stiff",
              "Young's modulus"),
        value(f"{BAR}/number of elements", "= 1000", "= 0",
              "a whole number, at least 1"),
        value(f"{BAR}/mass matrix", "= consistent", "= consistant",
              "one of: ", suggestion="consistent"),
        value("Contact/restitution coefficient",
              "set restitution coefficient = 0",
              "set restitution coefficient = 1.5",
              "a number between 0 and 1"),
        misspelt(BAR, "initial gap", "inital gap"),
        value("Output/field interval", "= 10\n", "= ten\n",
              "a whole number"),
        Mutation("", "set forecast", "sett forecast", "is not understood",
                 suggestion="set"),
        *OF_STEPS,
    ],
    "solids/bar_2d.prm": [
        value("Solid/Poisson's ratio", "ratio          = 0.3", "ratio = large",
              "Poisson's ratio"),
        value("Solid/fixed displacements", "3: y", "3: q",
              "'q' is no direction"),
        value("Solid/initial velocity", "-10, 0 ", "-10 ",
              "1 component(s); it must have 2"),
        value("Solid/kinematics", "= plane strain", "= plane strian",
              "one of: ", suggestion="plane strain"),
        value("Contact/forecast coefficient", "coefficient    = 0.5",
              "coefficient = half", "a number"),
        misspelt("Solid", "obstacles", "obstacels"),
        *OF_STEPS,
    ],
    "mechanisms/slider_crank_clearance.prm": [
        value("Mechanism/bodies", "rod:    mass 0.038", "rod:    mas 0.038",
              "too much here"),
        value("Mechanism/bodies", "slider: mass 0.076", "slider: mass heavy",
              "neither a number nor an expression"),
        value("Contact/law", "= newton", "= newtn", "one of: ",
              suggestion="newton"),
        value("Contact/friction coefficient", "= 0.01", "= -0.01",
              "a number, at least 0"),
        misspelt("Output", "history interval", "histry interval"),
        *OF_STEPS,
    ],
    "small_systems/bouncing_ball_a12.prm": [
        value("Bouncing ball/mass", "= 1   # kg", "= one # kg", "a number"),
        value("Model/name", "bouncing ball\n", "bouncing bal\n", "one of: ",
              suggestion="bouncing ball"),
        misspelt("Bouncing ball", "initial height", "initial heigth"),
        Mutation("", "subsection Contact", "subsection Contcat",
                 "There is no section 'Contcat'", suggestion="Contact"),
        *OF_STEPS,
    ],
}


class CheckTest(ProgramTest):

    def check(self, case, *words):
        """What the program says of a case, and its status."""
        before = sorted(self.folder.rglob("*"))
        run = self.percuss("check", case, "--json", *words)
        self.assertEqual(run.stderr, "", run)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        result = json.loads(run.stdout)
        self.assertEqual(run.returncode, 2 if result["errors"] else 0, run)
        return result


class BrokenInputTest(CheckTest):

    def assert_found(self, errors, expected):
        """Errors of these mutations on these lines, and no others."""
        self.assertEqual(len(errors), len(expected), errors)
        for mutation, line in expected:
            found = [error for error in errors if error["line"] == line]
            self.assertEqual(len(found), 1, (line, errors))
            error = found[0]
            self.assertEqual(error["file"], "case.prm")
            self.assertEqual(error["entry"], mutation.entry)
            self.assertIn(mutation.said, error["message"])
            if mutation.suggestion:
                self.assertEqual(error["suggestion"], mutation.suggestion)

    def test_one_to_four_errors(self):
        n_inputs = 0
        for name, mutations in MUTATIONS.items():
            text = (CASES / name).read_text()
            choices = [mutations[i:] + mutations[:i]
                       for i in range(len(mutations))]
            combinations = [chosen[:n] for chosen in choices
                            for n in (1, 2, 3, 4)]
            for chosen in combinations:
                lines = text.splitlines(keepends=True)
                expected = [(mutation, mutation.apply(lines))
                            for mutation in chosen]
                self.write("case.prm", "".join(lines))
                with self.subTest(case=name, changes=[m.new for m in chosen]):
                    self.assert_found(self.check("case.prm")["errors"],
                                      expected)
                n_inputs += 1
        self.assertGreater(n_inputs, 100)

    def test_an_included_file_that_is_missing(self):
        self.write("case.prm", "include nowhere.prm\n" + prm(SMALL_CASE) +
                   "set Output/field interval = ten\n")
        errors = self.check("case.prm")["errors"]
        self.assertEqual([error["line"] for error in errors][:1], [1])
        self.assertIn("'nowhere.prm' cannot be opened", errors[0]["message"])
        self.assertEqual(errors[1]["entry"], "Output/field interval")
        self.assertEqual(len(errors), 2)

    def test_a_guessed_name_is_not_judged(self):
        """'mesh' might have been 'mesh map', and was 'mesh file'."""
        self.write("case.prm", "set Model/name = solid\n"
                               "set Solid/dimension = 2\n"
                               "set Solid/mesh = two_disks.msh\n"
                               "set Time integration/time step = 1e-6\n"
                               "set Time integration/end time = 1e-5\n")
        errors = json.loads(self.percuss(
            "check", "case.prm", "--json").stdout)["errors"]
        self.assertEqual([error["line"] for error in errors], [3], errors)

    def test_a_mesh_that_is_missing(self):
        self.write("case.prm", prm(merged(SMALL_CASE, {
            "Discretization/mesh file": "nowhere.msh",
            "Contact/restitution coefficient": 2})))
        entries = {error["entry"]
                   for error in self.check("case.prm")["errors"]}
        self.assertEqual(entries, {"Discretization/mesh file",
                                   "Contact/restitution coefficient"})

    def test_every_obstacle_that_is_wrong(self):
        text = (CASES / "solids/bar_2d.prm").read_text()
        wrong = text.replace("plane: -5, 0 ; 1, 0",
                             "plain: -5, 0 ; 1, 0 | plane: -5, 0 ; 1, 0 | "
                             "plane: -5, 0 ; 0, 0")
        self.write("case.prm", wrong)
        errors = self.check("case.prm")["errors"]
        self.assertEqual([error["entry"] for error in errors],
                         ["Solid/obstacles"] * 2)
        self.assertIn("Obstacle 1, ", errors[0]["message"])
        self.assertEqual(errors[0]["suggestion"], "plane")
        self.assertIn("Obstacle 3, ", errors[1]["message"])

    def test_items_of_what_is_wrong_are_not_judged(self):
        """The body is unknown to the joints only because it is wrong."""
        text = (CASES / "mechanisms/slider_crank_clearance.prm").read_text()
        self.write("case.prm", text.replace("slider: mass", "slider: mas")
                   .replace("rod:    mass", "rod:    mas")
                   .replace("A: revolute", "A: revolut"))
        messages = [error["message"]
                    for error in self.check("case.prm")["errors"]]
        self.assertEqual(len(messages), 3, messages)
        self.assertIn("Body 'rod", messages[0])
        self.assertIn("Body 'slider", messages[1])
        self.assertIn("Joint 'A", messages[2])

    def test_objects_of_json(self):
        text = (CASES / "mechanisms/slider_crank.json").read_text()
        wrong = text.replace('"rod", "mass": 0.038', '"rod", "mas": 0.038') \
            .replace('"law": "newton"', '"law": "newtn"')
        self.write("case.json", wrong)
        errors = self.check("case.json")["errors"]
        lines = [1 + wrong[:wrong.index(part)].count("\n")
                 for part in ('"mas"', '"newtn"')]
        self.assertEqual([error["line"] for error in errors], lines)
        self.assertEqual([error["entry"] for error in errors],
                         ["Mechanism/bodies", "Contact/law"])

    def test_no_file(self):
        errors = self.check("nowhere.prm")["errors"]
        self.assertEqual([error["file"] for error in errors], ["nowhere.prm"])
        self.assertIn("cannot be opened", errors[0]["message"])

    def test_what_is_wrong_in_points_obstacles_and_data_of_a_model(self):
        for name, changes in (
                ("solids/bar_2d.prm",
                 {"Solid/obstacles": ("plane: -5", "plan: -5"),
                  "Output/monitored points": ("top: 10, 0.5", "top: 10"),
                  "Solid/initial velocity": ("-10, 0 ", "-10 "),
                  "Solid/contact boundaries": ("boundaries       = 0",
                                               "boundaries = floor")}),
                ("impacting_bar/acary.prm",
                 {"Elastic bar/length": ("= 1  ", "= -1  "),
                  "Elastic bar/density": ("= 7800", "= 0"),
                  "Output/monitored points": ("end: 1", "end: 1 @ 2")})):
            text = (CASES / name).read_text()
            for old, new in changes.values():
                self.assertEqual(text.count(old), 1, old)
                text = text.replace(old, new)
            self.write("case.prm", text)
            self.assertEqual({error["entry"] for error in
                              self.check("case.prm")["errors"]}, set(changes))

    def test_several_processes(self):
        """Each finds the same; one of them says it."""
        self.write("case.prm", prm(merged(SMALL_CASE, {
            "Elastic bar/densty": 1, "Time integration/theta": 2})))
        alone = self.percuss("check", "case.prm")
        run = self.percuss("check", "case.prm", ranks=2)
        self.assertEqual(run.returncode, 2)
        lines = [line for line in run.stderr.splitlines()
                 if line.startswith("percuss: ")]
        self.assertEqual(lines, alone.stderr.splitlines())
        self.write("case.prm", prm(SMALL_CASE))
        run = self.percuss("check", "case.prm", "--json", ranks=2)
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(
            json.loads(run.stdout)["quantities"]["degrees_of_freedom"],
            {"value": 11, "unit": ""})

    def test_the_command_line(self):
        self.write("case.prm", prm(SMALL_CASE))
        errors = self.check("case.prm", "--set", "Elastic bar/densty=1",
                            "--set", "Time integration/theta=2")["errors"]
        self.assertEqual([(error["line"], error["entry"])
                          for error in errors],
                         [(None, "Elastic bar/densty"),
                          (None, "Time integration/theta")])
        self.assertTrue(errors[0]["file"].startswith("--set"))

    def test_lines_for_people(self):
        """Those of a run, of which it prints the first."""
        self.write("case.prm", prm(merged(SMALL_CASE, {
            "Elastic bar/densty": 1, "Time integration/theta": 2})))
        run = self.percuss("check", "case.prm")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        lines = run.stderr.splitlines(keepends=True)
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertRegex(line, r"^percuss: case\.prm, line \d+: ")
        self.assertEqual(self.percuss("run", "case.prm").stderr, lines[0])
        validated = self.percuss("run", "case.prm", "--validate")
        self.assertEqual((validated.returncode, validated.stderr),
                         (2, run.stderr))


    def test_an_error_is_named_once_and_hides_no_other(self):
        """A line whose keyword is misspelt and that has no '=', bodies of which
        contacts of all are, copies, and a body without a colon."""
        self.write("case.prm", prm(SMALL_CASE) +
                   "subsection Contact\n  sett friction coefficient 0.5\nend\n")
        self.assertEqual(len(self.check("case.prm")["errors"]), 1)
        text = (CASES / "mechanisms/dropped_box.prm").read_text()
        for old, new, said in (
                ("mass 1", "mas 1", ["'mas 1' is too much"]),
                ("mass 1 ; at 0, 0.4, 0.3", "mass 1 ; at 0, 0.4 ; velocity 1",
                 ["3 are needed", "3 are needed"]),
                ("brick: shape", "brick shape", ["It has no name"]),
                ("brick: shape rectangle 0.2, 0.1 ; mass 1",
                 "a: shape disc -1 ; mass 1 ; at 1, 1, 0 | "
                 "b: shape disc 1 ; mass heavy", ["length", "'heavy'"])):
            self.assertEqual(text.count(old), 1, old)
            self.write("case.prm", text.replace(old, new).replace(
                "= floor: bodies all", "= floor: bodies all"))
            messages = [error["message"]
                        for error in self.check("case.prm")["errors"]]
            self.assertEqual(len(messages), len(said), messages)
            for message, part in zip(messages, said):
                self.assertIn(part, message)
        # of copies
        self.write("case.prm", text.replace(
            "mass 1 ; at", "mas 1 ; copies 2, 1 ; spacing 1, 1 ; at").replace(
            "set contacts", "set joints = j: revolute ; ground 0, 0 ; "
            "brick2 0, 0\n  set contacts"))
        self.assertEqual(len(self.check("case.prm")["errors"]), 1)

    def test_numbers_that_a_model_refuses_hide_nothing(self):
        """Its points and its start are judged with others."""
        self.write("case.prm", prm(merged(SMALL_CASE, {
            "Elastic bar/length": -1, "Contact/solver": "petsc-snes-vi",
            "Contact/law": "moreau", "Contact/friction coefficient": 0.3,
            "Output/monitored points": "end: 0.5, 1"})))
        self.assertEqual(
            {error["entry"] for error in self.check("case.prm")["errors"]},
            {"Elastic bar/length", "Contact/friction coefficient",
             "Output/monitored points"})

    def test_the_section_study(self):
        sweep = "Time integration/time step = 1e-6, 1e-7"
        for changes, entry, said in (
                ({"sweep": "Time integration/time stp = 1"}, "sweep",
                 "Did you mean 'time step'?"),
                ({"sweep": "Time integration/time step = 1e-6, 0"}, "sweep",
                 "It must be positive"),
                ({"sweep": "Elastic bar/length = 1, 2 kg"}, "sweep",
                 "another dimension"),
                ({"sweep": sweep, "curves": "a: Contact/law = newtn"},
                 "curves", "Did you mean 'newton'?"),
                ({"sweep": sweep, "reference": "computed"}, "reference",
                 "reference settings"),
                ({"sweep": sweep, "reference": "computed",
                  "reference settings": "Time integration/theta = 7"},
                 "reference settings", "theta"),
                ({"kind": "spectrum", "largest frequency": 1e-3},
                 "largest frequency", "larger than the smallest")):
            self.write("case.prm", prm(SMALL_CASE | {"Study": changes}))
            errors = self.check("case.prm")["errors"]
            self.assertEqual(len(errors), 1, errors)
            self.assertEqual(errors[0]["entry"], f"Study/{entry}")
            self.assertIn(said, errors[0]["message"])
            self.assertEqual(errors[0]["file"], "case.prm")
            self.assertGreater(errors[0]["line"], 0)

    def test_the_output_directory(self):
        self.write("case.prm", prm(SMALL_CASE))
        (self.folder / "file").write_text("")
        for directory, said in (("file", "no folder"),
                                ("file/below", "no folder")):
            errors = self.check("case.prm", "--output", directory)["errors"]
            self.assertEqual([error["entry"] for error in errors],
                             ["Output/output directory"])
            self.assertIn(said, errors[0]["message"])
        # results of another case, and of the same
        self.run_case("case.prm")
        self.assertEqual(self.check("case.prm")["errors"], [])
        self.write("other.prm", prm(merged(SMALL_CASE,
                                           {"Elastic bar/length": 2})))
        errors = self.check("other.prm")["errors"]
        self.assertEqual(len(errors), 1)
        self.assertIn("another case", errors[0]["message"])
        self.assertEqual(self.check("other.prm", "--output", "out")["errors"],
                         [])


class SoundInputTest(CheckTest):

    def test_shipped_cases(self):
        """Nothing is wrong with them, and their tables are there."""
        n_cases = 0
        for name in ("applications", "meshes"):
            (self.folder / name).symlink_to(ROOT / name)
        for case in sorted([*CASES.glob("*/*.prm"), *CASES.glob("*/*.json")]):
            if case.suffix == ".json" and "Model" not in case.read_text():
                continue
            with self.subTest(case=case.name):
                result = self.check(case.relative_to(ROOT))
                self.assertEqual(result["errors"], [])
                n_cases += 1
                if "model" not in result:
                    self.assertEqual(case.name, "spectrum.prm")
                    continue
                quantities = result["quantities"]
                for name in ("degrees_of_freedom", "number_of_steps",
                             "time_step", "memory"):
                    self.assertGreater(quantities[name]["value"], 0)
        self.assertGreater(n_cases, 60)

    def test_a_ball_in_free_flight(self):
        """g(t) = h - g t^2/2, whatever the scheme."""
        case = {"Model": {"name": "bouncing ball"},
                "Bouncing ball": {"initial height": 1, "gravity": -2,
                                  "radius": 0},
                "Time integration": {"time step": 1e-3, "end time": 5}}
        for scheme in ("moreau-jean", "direct-projection",
                       "generalized-alpha"):
            case["Time integration"]["scheme"] = scheme
            result = self.check(self.write("case.prm", prm(case)))
            first = result["quantities"]["first_contact"]
            self.assertAlmostEqual(first["value"], 1, places=9)
            self.assertEqual(first["unit"], "s")
            self.assertEqual(result["warnings"], [])
        late = merged(case, {"Time integration/end time": 0.9})
        result = self.check(self.write("case.prm", prm(late)))
        self.assertEqual(len(result["warnings"]), 1)
        self.assertIn("before the end time, 0.9 s", result["warnings"][0])
        up = merged(case, {"Bouncing ball/gravity": 2})
        result = self.check(self.write("case.prm", prm(up)))
        self.assertNotIn("first_contact", result["quantities"])
        self.assertIn("no contact closes in free flight",
                      result["warnings"][0])

    def test_contacts_that_never_close(self):
        """One ball falls on its floor, another one leaves the wall behind it."""
        case = {"Model": {"name": "mechanism"},
                "Mechanism": {
                    "bodies": "a: mass 1 ; inertia 1 ; at 0, 1, 0 | b: mass 1 "
                    "; inertia 1 ; at 1, 3, 0 ; velocity 1, 0, 0",
                    "contacts": "floor: disc ; a 0, 0 ; disc radius 0.1 ; line "
                    "ground 0, 0 ; normal 0, 1 | wall: disc ; b 0, 0 ; disc "
                    "radius 0.1 ; line ground 0, 0 ; normal 1, 0",
                    "gravity": "0, -10"},
                "Time integration": {"time step": 1e-3, "end time": 1}}
        result = self.check(self.write("case.prm", prm(case)))
        self.assertEqual(result["first_contact"], "floor")
        self.assertEqual(result["never_close"], "'wall'")
        self.assertEqual(result["quantities"]
                         ["contacts_that_free_flight_never_closes"],
                         {"value": 1, "unit": ""})
        self.assertIn("never closes  1: 'wall'",
                      self.percuss("check", "case.prm").stdout)
        back = prm(case).replace("velocity 1, 0", "velocity -1, 0")
        result = self.check(self.write("case.prm", back))
        self.assertNotIn("never_close", result)

    def test_an_explicit_bar(self):
        case = merged(SMALL_CASE, {
            "Time integration/scheme": "cd-lagrange",
            "Elastic bar/mass matrix": "lumped"})
        quantities = self.check(
            self.write("case.prm", prm(case)))["quantities"]
        self.assertAlmostEqual(
            quantities["critical_time_step"]["value"] /
            quantities["time_of_a_wave_through_an_element"]["value"], 1)
        self.assertEqual(quantities["degrees_of_freedom"]["value"], 11)
        self.assertEqual(quantities["number_of_steps"]["value"], 10)

    def test_warnings_are_those_of_the_run(self):
        case = merged(SMALL_CASE, {"Bouncing ball/radius": 0.2})
        self.write("case.prm", prm(case))
        run = self.percuss("check", "case.prm")
        self.assertEqual(run.returncode, 0, run)
        self.assertIn("percuss: warning: section 'Bouncing ball'", run.stderr)
        self.assertRegex(run.stdout, r"^elastic bar, moreau-jean\n  degrees ")
        for warning in run.stderr.splitlines(keepends=True):
            self.assertIn(warning, self.percuss("run", "case.prm").stderr)

    def test_options(self):
        self.write("case.prm", prm(SMALL_CASE))
        for words in (("--resume",), ("--quiet",), ("--jsn",)):
            run = self.percuss("check", "case.prm", *words)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(f"percuss check has no option '{words[0]}'",
                          run.stderr)
        self.assertIn("Did you mean '--json'?", run.stderr)
        self.assertRegex(self.percuss("check").stderr,
                         "percuss check needs a parameter file")

    def test_small_models_take_no_time(self):
        """The shortest of some, on a machine that does other things."""
        case = {"Model": {"name": "bouncing ball"},
                "Time integration": {"time step": 1e-3, "end time": 1}}
        self.write("case.prm", prm(case))
        self.write("wrong.prm", prm(merged(case, {"Contact/law": "none"})))
        for name in ("case.prm", "wrong.prm"):
            seconds = []
            for _ in range(5):
                start = time.perf_counter()
                self.percuss("check", name)
                seconds.append(time.perf_counter() - start)
            self.assertLess(min(seconds), 0.2)


if __name__ == "__main__":
    unittest.main()
