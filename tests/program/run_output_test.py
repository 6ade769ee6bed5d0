# SPDX-License-Identifier: Apache-2.0
"""What a run writes, and what list, explain, --help and --version print."""

import json
import pathlib
import re
import unittest
from xml.etree import ElementTree

from program import CASES, ProgramTest, SMALL_CASE, merged, prm

# two damped bars between obstacles, with gravity and forces on both ends
ROW_OF_BARS = {
    "Elastic bar": {
        "number of bars": 2, "length": "10; 5", "cross section": "1 + 0.05*x",
        "Young's modulus": "900; 400", "density": 1, "obstacle": "both",
        "initial gap": 0.5, "initial right gap": 0.1, "gaps between bars": 0.2,
        "initial velocity": "-10; 4", "gravity": -9.81,
        "left end force": "20*sin(30*t)", "right end force": "-10*t",
        "number of elements": "20; 10", "Rayleigh damping mass": 0.1,
        "Rayleigh damping stiffness": 1e-4},
    "Contact": {"restitution coefficient": 0.3},
    "Time integration": {"time step": 2e-3, "end time": 0.9},
    "Output": {"monitored points": 'middle: 5; a, "b": 1 @ 2'},
}
SCHEMES = ["moreau-jean", "moreau-jean-dissipative", "generalized-alpha",
           "hht", "newmark", "cd-lagrange"]
COLUMNS = ["step", "time", "energy_kinetic", "energy_strain",
           "energy_potential", "energy_total", "energy_algorithmic",
           "work_external", "work_damping", "work_contact",
           "dissipation_numerical", "identity_residual", "active_contacts",
           "max_penetration", "solver_iterations"]
LAST_COLUMNS = ["work_normal", "work_friction", "work_joints", "halved_steps"]
CONTACT_COLUMNS = ["gap", "contact_velocity", "impulse", "force"]
ENTRIES = {
    "Model": ["name"],
    "Elastic bar": [
        "length", "cross section", "Young's modulus", "density", "initial gap",
        "initial velocity", "gravity", "number of elements",
        "polynomial degree", "mass matrix", "far end", "Rayleigh damping mass",
        "Rayleigh damping stiffness"],
    "Contact": ["restitution coefficient", "friction coefficient",
                "tangential restitution coefficient", "activation", "forecast coefficient", "solver"],
    "Time integration": ["scheme", "time step", "start time", "end time",
                         "theta", "projection coupling", "projection metric",
                         "spectral radius", "alpha_m", "alpha_f", "beta",
                         "gamma"],
    "Bouncing ball": ["mass", "radius", "initial height", "initial velocity",
                      "gravity"],
    "Linear oscillator": ["stiffness", "load amplitude"],
    "Two-mass oscillator": ["lower mass", "spring length"],
    "Van der Pol oscillator": ["damping ratio", "obstacle position"],
    "Rotating spring": ["boundary radius", "initial x velocity"],
    "Discrete arch": ["hinge stiffness", "termination ratio"],
    "Slider crank": ["rod inertia", "crank velocity"],
    "Output": ["output directory", "history interval", "field interval",
               "checkpoint interval", "monitored points"],
}


class HistoryTest(ProgramTest):

    def test_columns(self):
        for case, points, contacts in (
                (ROW_OF_BARS, ["middle", 'a, "b"'],
                 ["left", "bars 1-2", "right"]),
                (SMALL_CASE, [], ["left"]),
                (merged(SMALL_CASE, {"Elastic bar/obstacle": "none"}), [], [])):
            header = self.run_case(case).header
            self.assertEqual(
                header,
                COLUMNS + [f"{quantity}[{point}]" for point in points
                           for quantity in ("position", "velocity")] +
                [f"{quantity}[{contact}]" for contact in contacts
                 for quantity in CONTACT_COLUMNS] + LAST_COLUMNS)

    def test_format(self):
        self.run_case(ROW_OF_BARS)
        text = (self.folder / "out/history.csv").read_bytes().decode("ascii")
        self.assertTrue(text.endswith("\r\n"))
        lines = text[:-2].split("\r\n")
        self.assertNotIn("\n", "".join(lines))
        self.assertIn('"position[a, ""b""]"', lines[0])
        counts = {COLUMNS.index(name) for name in
                  ("step", "active_contacts", "solver_iterations")}
        for line in lines[1:]:
            fields = line.split(",")
            for i, field in enumerate(fields):
                pattern = r"-?\d\.\d{16}e[+-]\d\d+"
                if i in counts or i == len(fields) - 1:
                    pattern = r"\d+"
                self.assertRegex(field, f"^{pattern}$")

    def test_recorded_steps(self):
        for interval, steps in ((1, [*range(51)]),
                                (7, [0, 7, 14, 21, 28, 35, 42, 49, 50]),
                                (25, [0, 25, 50]), (0, [0, 50])):
            case = merged(SMALL_CASE, {"Time integration/end time": 6e-5,
                                       "Time integration/start time": 1e-5,
                                       "Output/history interval": interval})
            run = self.run_case(case)
            self.assertEqual(run.history["step"], steps)
            self.assertEqual(run.n_rows, len(steps))
            self.assertEqual(run.summary["steps"], 50)
            for step, time in zip(steps, run.history["time"]):
                self.assertAlmostEqual(time, 1e-5 + step * 1e-6, delta=1e-18)

    def test_a_row_does_not_depend_on_the_interval(self):
        every = self.run_case(ROW_OF_BARS)
        some = self.run_case(merged(ROW_OF_BARS,
                                    {"Output/history interval": 7}))
        for name in every.header:
            self.assertEqual(
                some.history[name],
                [every.history[name][int(step)]
                 for step in some.history["step"]], name)

    def test_energy_account(self):
        for scheme in SCHEMES:
            with self.subTest(scheme):
                run = self.run_case(ROW_OF_BARS, "--set",
                                    f"Time integration/scheme={scheme}")
                self.check_energy_account(run)
                self.check_summary(run, scheme)

    def check_energy_account(self, run):
        h = run.history
        energy = run.largest_energy()
        for name in ("work_external", "work_damping", "work_contact",
                     "energy_potential"):
            self.assertGreater(max(map(abs, h[name])), 1e-3 * energy, name)
        for k in range(run.n_rows):
            self.assertAlmostEqual(
                h["energy_algorithmic"][k] - h["energy_algorithmic"][0],
                h["work_external"][k] + h["work_damping"][k] +
                h["work_contact"][k] - h["dissipation_numerical"][k],
                delta=1e-10 * energy)
            self.assertAlmostEqual(
                h["energy_total"][k],
                h["energy_kinetic"][k] + h["energy_strain"][k] +
                h["energy_potential"][k], delta=1e-14 * energy)
        self.assertLess(max(map(abs, h["identity_residual"])), 1e-11 * energy)
        self.assertLess(run.summary["energy"]["max_identity_residual"],
                        1e-11 * energy)

    def check_summary(self, run, scheme):
        h, summary = run.history, run.summary
        self.assertLessEqual(
            {"case", "model", "scheme", "steps", "dofs", "contacts", "ranks",
             "wall_seconds", "wall_seconds_per_step", "max_penetration",
             "energy", "contact", "errors", "solver", "newton", "versions"},
            set(summary))
        self.assertEqual(
            [summary[name] for name in
             ("case", "model", "scheme", "steps", "dofs", "contacts", "ranks")],
            ["case", "elastic bar", scheme, 450, 32, 3, 1])
        energy, contact = summary["energy"], summary["contact"]
        self.assertEqual(energy["initial"], h["energy_total"][0])
        self.assertEqual(energy["final"], h["energy_total"][-1])
        for name in ("work_external", "work_damping", "work_contact",
                     "dissipation_numerical"):
            self.assertEqual(energy[name], h[name][-1])
        self.assertEqual(energy["max_identity_residual"],
                         max(map(abs, h["identity_residual"])))
        self.assertEqual(summary["max_penetration"], max(h["max_penetration"]))

        names = ("left", "bars 1-2", "right")
        impulses = [[h[f"impulse[{name}]"][k] for name in names]
                    for k in range(run.n_rows)]
        for column in zip(*impulses):
            self.assertGreater(max(column), 0.)
        times = [time for time, P in zip(h["time"], impulses) if any(P)]
        self.assertEqual(contact["first_contact_time"], times[0])
        self.assertEqual(contact["last_contact_time"], times[-1])
        self.assertAlmostEqual(contact["total_impulse"],
                               sum(map(sum, impulses)), places=10)
        self.assertEqual(contact["peak_force"],
                         max(max(h[f"force[{name}]"]) for name in names))
        for k, P in enumerate(impulses):
            for i, name in enumerate(names):
                self.assertGreaterEqual(P[i], 0.)
                self.assertAlmostEqual(h[f"force[{name}]"][k] * 2e-3, P[i])
            self.assertLessEqual(sum(p > 0. for p in P),
                                 h["active_contacts"][k])
            self.assertEqual(
                h["max_penetration"][k],
                max(0., *(-h[f"gap[{name}]"][k] for name in names)))

        problems = [iterations for iterations, active in
                    zip(h["solver_iterations"], h["active_contacts"])
                    if active]
        solver = summary["solver"]
        self.assertEqual(solver["name"], "automatic")
        self.assertEqual(solver["iterations_min"], min(problems))
        self.assertEqual(solver["iterations_max"], max(problems))
        self.assertAlmostEqual(solver["iterations_mean"],
                               sum(problems) / len(problems))
        self.assertLess(solver["residual_max"], 1e-10)
        self.assertGreaterEqual(solver["fallbacks"], 0)
        self.assertLessEqual({"percuss", "git", "deal.II", "PETSc", "Trilinos",
                              "MPI"}, set(summary["versions"]))

    def test_gaps_follow_the_points(self):
        case = merged(ROW_OF_BARS, {
            "Output/monitored points":
            "a: 0; b: 10; c: 0 @ 2; d: 5 @ 2"})
        h = self.run_case(case).history
        right_obstacle = 0.5 + 10 + 0.2 + 5 + 0.1
        for k in range(0, 451, 25):
            for contact, expected in (
                    ("left", h["position[a]"][k]),
                    ("bars 1-2", h["position[c]"][k] - h["position[b]"][k]),
                    ("right", right_obstacle - h["position[d]"][k])):
                self.assertAlmostEqual(h[f"gap[{contact}]"][k], expected)

    def test_summary_without_contact(self):
        summary = self.run_case(
            merged(SMALL_CASE, {"Elastic bar/obstacle": "none"})).summary
        self.assertEqual(summary["contacts"], 0)
        self.assertIsNone(summary["contact"]["first_contact_time"])
        self.assertEqual(summary["contact"]["total_impulse"], 0.)


class RepetitionTest(ProgramTest):

    def history(self, folder):
        return (self.folder / folder / "history.csv").read_bytes()

    def test_used_parameters_repeat_the_run(self):
        self.run_case(ROW_OF_BARS, "--set", "Time integration/scheme=hht",
                      "--set", "Contact/solver=lemke")
        self.run_case("out/used_parameters.prm", output="again")
        self.assertEqual(self.history("again"), self.history("out"))
        used = [(self.folder / f"{folder}/used_parameters.prm").read_text()
                for folder in ("out", "again")]
        self.assertEqual(used[0], used[1].replace("= again", "= out"))
        for section, entries in ENTRIES.items():
            self.assertIn(f"subsection {section}\n", used[0])
            for entry in entries:
                self.assertRegex(used[0], rf"set {entry} +=")

    def test_json_gives_the_same_run(self):
        self.run_case(ROW_OF_BARS)
        self.run_case(self.write("case.json", json.dumps(ROW_OF_BARS)),
                      output="json")
        self.assertEqual(self.history("json"), self.history("out"))

    def test_included_and_continued_lines_and_capitals(self):
        self.run_case(SMALL_CASE)
        self.write("time.prm", "set time step = 1e-6\nset end time = 1e-5")
        self.write("other.prm", "SUBSECTION Elastic bar # ten\n"
                   "SET number of \\\n   elements = 10\r\n"
                   "\tset initial velocity\t= -1\nEND\n"
                   "subsection Time integration\ninclude time.prm\nend")
        self.run_case("other.prm", output="other")
        self.assertEqual(self.history("other"), self.history("out"))

    def test_set_overrides_the_file_and_the_last_counts(self):
        run = self.run_case(
            SMALL_CASE, "--set", "Time integration/end time=3e-6",
            "--set=Time integration/scheme=newmark",
            "--set", " Time integration/end time = 5e-6 ")
        self.assertEqual(run.summary["steps"], 5)
        self.assertEqual(run.summary["scheme"], "newmark")

    def test_output_directory_of_the_file(self):
        self.write("case.prm", prm(merged(
            SMALL_CASE, {"Output/output directory": "deep/er"})))
        run = self.percuss("run", "case.prm")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertNotIn("\r", run.stdout)
        self.assertNotIn("\x1b", run.stdout)
        for part in ("elastic bar", "moreau-jean", "11 degrees of freedom",
                     "1 contact", "1 rank", "energy"):
            self.assertIn(part, run.stdout)
        named = re.findall(r"deep/er/\S+", run.stdout)
        self.assertEqual(len(named), 4)
        for name in named:
            self.assertTrue((self.folder / name).is_file(), name)

    def test_failed_computation(self):
        self.run_case(SMALL_CASE)
        run = self.percuss(
            "run", "case.prm", "--quiet",
            "--set", "Time integration/scheme=newmark",
            "--set", "Time integration/beta=0",
            "--set", "Elastic bar/initial displacement=1e-3*x",
            "--set", "Elastic bar/obstacle=none",
            "--set", "Time integration/time step=1",
            "--set", "Time integration/end time=1000")
        self.assertEqual((run.returncode, run.stdout), (1, ""), run)
        warning, error = run.stderr.splitlines()
        self.assertIn("percuss: warning: 2 beta = 0 is below gamma", warning)
        for part in ("the computation failed", "is more than 1000 times what",
                     "in time step ", "t = ", "residual ",
                     "reduce the time step"):
            self.assertIn(part, error)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual(summary["status"], "failed")
        self.assertLess(summary["steps"], 10)
        self.assertIn(summary["failure"], error)
        self.assertEqual(
            [f"percuss: warning: {text}" for text in summary["warnings"]],
            [warning])

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "no /dev/full")
    def test_full_disk(self):
        (self.folder / "out").mkdir()
        case = self.write("case.prm", prm(ROW_OF_BARS))
        for name in ("used_parameters.prm", "history.csv"):
            (self.folder / "out" / name).symlink_to("/dev/full")
            for ranks in (0, 2):  # the second rank must not wait forever
                run = self.percuss("run", case, "--output", "out", ranks=ranks)
                self.assertEqual(run.returncode, 1, run)
                self.assertIn(f"out/{name}' failed", run.stderr)
                self.assertNotIn("Stacktrace", run.stderr)
            (self.folder / "out" / name).unlink()


class FieldsTest(ProgramTest):

    def check_fields(self, interval, steps, ranks):
        case = merged(ROW_OF_BARS, {"Time integration/end time": 0.02,
                                    "Output/field interval": interval})
        self.run_case(case, ranks=ranks)
        root = ElementTree.parse(self.folder / "out/solution.pvd").getroot()
        sets = root.findall("Collection/DataSet")
        self.assertEqual(len(sets), len(steps))
        files = set()
        for step, data in zip(steps, sets):
            self.assertAlmostEqual(float(data.get("timestep")), step * 2e-3)
            file = self.folder / "out" / data.get("file")
            files.add(file)
            if ranks > 1:
                pieces = ElementTree.parse(file).findall("*/Piece")
                self.assertEqual(len(pieces), ranks)
                files.update(file.parent / piece.get("Source")
                             for piece in pieces)
        self.assertEqual(
            files, set((self.folder / "out/solution").iterdir()))
        for file in files:
            names = {array.get("Name")
                     for array in ElementTree.parse(file).iter()
                     if array.tag.endswith("DataArray")}
            self.assertLessEqual(
                {"displacement", "velocity", "stress", "radius",
                 "contact_impulse", "gap", "contact_boundary", "bar",
                 "material", "rank"}, names)

    def test_one_rank(self):
        self.check_fields(4, [0, 4, 8, 10], ranks=0)
        # a later run with fewer fields leaves none of the old ones
        self.check_fields(0, [0, 10], ranks=0)

    def test_two_ranks(self):
        self.check_fields(0, [0, 10], ranks=2)


class OutputDirectoryTest(ProgramTest):
    """A run removes what an earlier run wrote, and nothing else."""

    BALL = {"Model": {"name": "bouncing ball"},
            "Time integration": {"time step": 1e-3, "end time": 2e-3}}
    FOREIGN = ("solution/notes.txt", "solution/solution_00000003_old.vtu",
               "solution/results/solution_00000000.vtu",
               "solution/mesh_00000000.vtu", "contact.pvd", "signals.h5",
               "solution.csv")

    def files(self, folder="out"):
        return {str(path.relative_to(self.folder / folder))
                for path in (self.folder / folder).rglob("*")
                if not path.is_dir()}

    def put(self, *names):
        for name in names:
            path = self.folder / "out" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"the only copy of {name}")

    def check(self, *names):
        for name in names:
            self.assertEqual((self.folder / "out" / name).read_text(),
                             f"the only copy of {name}")

    def test_foreign_files_stay(self):
        self.put(*self.FOREIGN, "solution.pvd")
        self.run_case(self.BALL)
        self.check(*self.FOREIGN, "solution.pvd")
        (self.folder / "out/solution.pvd").unlink()  # a bar writes its own
        for _ in range(2):
            self.run_case(merged(SMALL_CASE, {"Output/field interval": 5}))
            self.check(*self.FOREIGN)
        self.run_case(self.BALL)
        self.check(*self.FOREIGN)
        own = {"history.csv", "summary.json", "used_parameters.prm"}
        self.assertEqual(self.files(), {*self.FOREIGN, *own})

    def test_own_files_go(self):
        own = {"history.csv", "summary.json", "used_parameters.prm"}
        for ranks in (0, 2):
            self.run_case(merged(SMALL_CASE, {"Output/field interval": 2,
                                              "Output/record signals": "true"}),
                          ranks=ranks)
            self.assertGreater(len(self.files()), 9)
            self.run_case(self.BALL)
            self.assertEqual(self.files(), own)
            self.assertFalse((self.folder / "out/solution").exists())

    def test_links_are_not_followed(self):
        names = ["solution_00000000.vtu", "solution_00000010.vtu", "a.txt"]
        self.run_case(SMALL_CASE, output="out")
        precious = self.folder / "precious"
        (self.folder / "out/solution").rename(precious)
        (precious / "a.txt").write_text("a")
        before = {name: (precious / name).read_bytes() for name in names}
        folder = self.folder / "out/solution"
        folder.symlink_to(precious)
        self.run_case(self.BALL)
        bar = self.write("bar.prm", prm(SMALL_CASE))
        run = self.percuss("run", bar, "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("out/solution' is no folder of its own", run.stderr)
        self.assertTrue(folder.is_symlink())
        folder.unlink()

        self.run_case(SMALL_CASE)
        file = folder / names[0]
        file.unlink()
        file.symlink_to(precious / names[0])
        run = self.percuss("run", bar, "--output", "out")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn(f"{names[0]}' is a link", run.stderr)
        for name in ("history.csv", "summary.json", "used_parameters.prm",
                     "solution.pvd"):
            link = self.folder / "out" / name
            link.unlink(missing_ok=True)
            link.symlink_to(precious / "a.txt")
            run = self.percuss("run", bar, "--output", "out")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(f"out/{name}' is a link", run.stderr)
            link.unlink()
        self.assertEqual(
            {name: (precious / name).read_bytes() for name in names}, before)


class InformationTest(ProgramTest):

    def output(self, *words, ranks=0):
        run = self.percuss(*words, ranks=ranks)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_list(self):
        everything = self.output("list")
        for word, names in (("models", ["elastic bar", "bouncing ball",
                                        "linear oscillator",
                                        "two-mass oscillator",
                                        "van der pol oscillator",
                                        "rotating spring", "discrete arch",
                                        "slider crank"]),
                            ("schemes", SCHEMES),
                            ("solvers", ["automatic", "lemke",
                                         "semismooth-newton"]),
                            ("references", ["impacting bar", "bouncing ball",
                                            "linear oscillator",
                                            "two-mass oscillator"]),
                            ("cases", [f"{file.parent.name}/{file.name}"
                                       for file in CASES.glob("*/*.prm")])):
            text = self.output("list", word)
            self.assertIn(f"{word}:\n{text}", everything)
            listed = [line[2:].split("  ")[0] for line in text.splitlines()]
            for line in text.splitlines():
                self.assertRegex(line, r"^  \S.*\S {2,}\S.*\S$")
            self.assertLessEqual(set(names), set(listed))
            if word == "cases":
                for name in listed:
                    self.assertTrue((CASES / name).is_file(), name)

    def test_explain_json(self):
        sections = json.loads(self.output("explain", "--format", "json"))
        for section, entries in ENTRIES.items():
            for entry in entries:
                data = sections[section][entry]
                self.assertIn("default_value", data)
                self.assertGreater(len(data["documentation"]), 2, entry)

    def test_explain_markdown(self):
        text = self.output("explain", "--format=markdown")
        for section, entries in ENTRIES.items():
            table = text.split(f"## {section}\n")[1].split("\n## ")[0]
            for entry in entries:
                self.assertRegex(table, rf"\n\| {entry} \| [^|]* \| .+ \|\n")

    def test_documentation_is_what_explain_prints(self):
        documentation = CASES.parent / "doc/parameters.md"
        text = self.output("explain", "--format=markdown")
        self.assertEqual(documentation.read_text().split("## ", 1)[1].strip(),
                         text.split("## ", 1)[1].strip(),
                         f"{documentation} is out of date: make it anew")

    def test_explain_prints_cases(self):
        self.write("case.prm", self.output("explain"))
        self.write("case.json", self.output("explain", "--format", "json"))
        text = " ".join((self.folder / "case.prm").read_text()
                        .replace("\n  #", " ").split())
        sections = json.loads((self.folder / "case.json").read_text())
        for section, entries in sections.items():
            for entry, data in entries.items():
                documentation = " ".join(data["documentation"].split())
                self.assertIn(f" {documentation} ", text)
                self.assertIn(f" set {entry} = {data['default_value']}"
                              .strip(), text)
            self.assertIn(f"subsection {section} ", text)
        self.write("empty.prm", "")
        histories = set()
        for name in ("case.prm", "case.json", "empty.prm"):
            self.run_case(name)
            histories.add((self.folder / "out/history.csv").read_bytes())
        self.assertEqual(len(histories), 1)

    def test_explain_a_section(self):
        text = self.output("explain", "Time integration")
        self.assertTrue(text.startswith("subsection Time integration\n"))
        self.assertEqual(text.count("subsection"), 1)

    def test_help(self):
        general = self.output("--help")
        self.assertEqual(self.output("-h"), general)
        for command in ("run", "list", "explain"):
            self.assertRegex(general, rf"\n  {command} ")
            text = self.output(command, "--help")
            self.assertTrue(text.startswith(f"usage: percuss {command} "))
        for option in ("--output", "--set", "--quiet"):
            self.assertIn(option, self.output("run", "--help"))

    def test_version(self):
        for ranks in (0, 2):
            versions = dict(line.split(" ", 1) for line in
                            self.output("--version", ranks=ranks).splitlines())
            self.assertEqual(set(versions), {"percuss", "git", "deal.II",
                                             "PETSc", "Trilinos", "MPI"})
            for name in ("percuss", "deal.II", "PETSc"):
                self.assertRegex(versions[name], r"^\d+\.\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
