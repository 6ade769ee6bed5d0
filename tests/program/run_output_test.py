# SPDX-License-Identifier: Apache-2.0
"""What a run writes: history, summary, fields."""

import re
import unittest
from xml.etree import ElementTree

from program import ProgramTest, SMALL_CASE, merged, prm
from run_output import (COLUMNS, CONTACT_COLUMNS, LAST_COLUMNS, ROW_OF_BARS,
                        SCHEMES)


class PrintedEnergyTest(ProgramTest):

    def test_works_change_the_energy_of_the_scheme(self):
        """The bar is in contact at the end, where its energies differ."""
        for scheme in ("cd-lagrange", "moreau-jean", "generalized-alpha"):
            case = merged(SMALL_CASE, {
                "Elastic bar/mass matrix": "lumped",
                "Elastic bar/initial gap": 0, "Time integration/scheme": scheme,
                "Contact/restitution coefficient": 0.5,
                "Time integration/end time": 3.1e-5})
            run = self.percuss("run", self.write("case.prm", prm(case)),
                               "--output", scheme)
            self.assertEqual(run.returncode, 0, run)
            printed = {}
            for label, numbers in re.findall(
                    r"^  (\w.*?)  +(-?[\d.].*)$", run.stdout, re.MULTILINE):
                printed[label] = [float(number) for number in re.findall(
                    r"-?\d[\d.]*(?:e[+-]\d+)?(?= J)", numbers)]
            with self.subTest(scheme=scheme):
                name = "algorithmic energy, start and end"
                self.assertEqual(name in printed, scheme != "moreau-jean")
                start, end = printed.get(name,
                                         printed["energy, start and end"])
                works = sum(printed[f"work of the {work}"][0]
                            for work in ("loads", "damping", "contact"))
                lost = printed["dissipation of the scheme"][0]
                self.assertAlmostEqual((start + works - lost) / end, 1,
                                       delta=1e-6)


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
        self.assertIsNone(contact["peak_force"])
        self.assertEqual(contact["max_impulse_over_step"],
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


if __name__ == "__main__":
    unittest.main()
