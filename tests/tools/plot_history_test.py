# SPDX-License-Identifier: Apache-2.0
"""plot_history.py draws what it should, and says what is wrong with input."""

import csv
import json
import math
import unittest

from plot_tool import PlotToolTest

import numpy as np
import plot_history
from history import Run
from units import quantity, scaled_unit

COLUMNS = ("step", "time", "energy_kinetic", "energy_strain",
           "energy_potential", "energy_total", "energy_algorithmic",
           "work_external", "work_damping", "work_contact",
           "dissipation_numerical", "identity_residual", "active_contacts",
           "max_penetration", "solver_iterations")


def bouncing_mass(time, contacts, points):
    """A row of the history of a mass that is thrown up from the ground."""
    u, v = 2 * time - 5 * time * time, 2 - 10 * time
    row = dict.fromkeys(COLUMNS, 0.)
    row.update(time=time, energy_kinetic=v * v / 2, energy_potential=10 * u,
               energy_total=2 - time, energy_algorithmic=2 - 2 * time,
               identity_residual=1e-16 * math.sin(1000 * time))
    for i, name in enumerate(contacts):
        row.update({f"gap[{name}]": u + i, f"contact_velocity[{name}]": v,
                    f"impulse[{name}]": 0.1, f"force[{name}]": 5. + i})
    for name in points:
        row.update({f"position[{name}]": u, f"velocity[{name}]": v})
    return row


class PlotHistory(PlotToolTest):

    TOOL = "plot_history.py"

    def make_run(self, name, contacts=(), points=(), n_rows=100,
                 without=None, scale=0.4):
        """Writes a history; scale is the time of the last row [s]."""
        directory = self.root / name
        directory.mkdir(parents=True)
        rows = [bouncing_mass(scale * i / max(n_rows - 1, 1), contacts, points)
                for i in range(max(n_rows, 1))]
        header = [column for column in rows[0] if column != without]
        with (directory / "history.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, header, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows[:n_rows])
        return directory

    def labels(self, svg):
        """The texts of a plot, which matplotlib repeats in comments."""
        return svg.read_text(encoding="utf-8")

    def test_one_contact(self):
        run = self.make_run("run", ["left"], ["top"])
        files = [run / "history.png", run / "history.svg"]
        self.expect_files(run, files=files)
        labels = self.labels(files[1])
        for text in ("gap [m]", "contact velocity [m/s]", "contact force [N]",
                     "energy [J]", "time [s]", "algorithmic", "potential"):
            self.assertIn(f"<!-- {text} -->", labels)
        self.assertNotIn("<!-- position", labels)

    def test_residuals_below_rounding(self):
        run = Run(self.make_run("run", ["left"]))
        for scale in (1e-8, 1e-2, 1.):
            run.columns["identity_residual"] = 1e-16 * scale * np.sin(
                1000 * run["time"])
            plot = plot_history.Plot([run])
            low, high = plot.figure.axes[-1].get_ylim()
            self.assertLess(low, high)
            plot_history.plt.close(plot.figure)

    def test_contacts_with_commas(self):
        run = self.make_run("run", ["left, lower", 'the "other" one'])
        plot = run / "plot.svg"
        self.expect_files(run, "--output", plot, files=[plot])
        labels = self.labels(plot)
        self.assertIn("<!-- left, lower -->", labels)
        self.assertIn("other", labels)

    def test_many_contacts(self):
        run = self.make_run("run", [f"bars {i}-{i + 1}" for i in range(12)])
        plot = run / "new/plot.pdf"
        self.expect_files(run, "--output", plot, files=[plot])
        self.assertEqual(plot.read_bytes()[:5], b"%PDF-")

    def test_no_contact(self):
        run = self.make_run("run", points=["mass"])
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])
        labels = self.labels(run / "history.svg")
        self.assertIn("<!-- position [m] -->", labels)
        self.assertNotIn("<!-- gap", labels)

    def test_neither_contacts_nor_points(self):
        run = self.make_run("run")
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])

    def test_components(self):
        run = self.make_run("run", points=["corner"])
        file = run / "history.csv"
        file.write_text(file.read_text().replace("[corner]", "[corner].x"))
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])

    def test_few_rows(self):
        for n_rows in (1, 2):
            run = self.make_run(f"run{n_rows}", ["left"], n_rows=n_rows)
            self.expect_files(run, files=[run / "history.png",
                                         run / "history.svg"])

    def test_short_times_in_ms(self):
        run = self.make_run("run", ["left"], scale=2e-3)
        (run / "summary.json").write_text(json.dumps(
            {"case": "ball", "model": "bouncing ball", "scheme": "newmark",
             "time_step": 2e-6}))
        plot = run / "plot.svg"
        self.expect_files(run, "--output", plot, files=[plot])
        self.assertIn("<!-- time [ms] -->", self.labels(plot))
        self.assertIn("<!-- gap [mm] -->", self.labels(plot))
        self.assertIn("<!-- ball: bouncing ball, newmark, time step 2 µs -->",
                      self.labels(plot))

    def test_several_runs(self):
        runs = [self.make_run("fine/ball", ["left"]),
                self.make_run("coarse/ball", ["left", "right"], n_rows=10),
                self.make_run("free/ball")]
        self.expect_files(*runs, files=[runs[0] / "comparison.png",
                                       runs[0] / "comparison.svg"])
        labels = self.labels(runs[0] / "comparison.svg")
        for text in ("fine/ball", "coarse/ball", "free/ball", "right"):
            self.assertIn(f"<!-- {text} -->", labels)

    def test_same_run_same_file(self):
        run = self.make_run("run", ["left"])
        for name in ("a.svg", "b.svg"):
            self.expect_files(run, "--output", run / name, files=[run / name])
        self.assertEqual((run / "a.svg").read_bytes(),
                         (run / "b.svg").read_bytes())

    def test_run_in_progress(self):
        run = self.make_run("run", ["left"])
        with (run / "history.csv").open("a") as file:
            file.write("100,4.1e-")
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])

    def test_show_columns(self):
        run = self.make_run("run", ["left, lower"], without="energy_strain")
        result = self.run_tool(run, "--show-columns")
        self.assertEqual(result.returncode, 0)
        self.assertIn("100 rows", result.stdout)
        self.assertIn("gap[left, lower]", result.stdout)
        self.assertFalse((run / "history.png").exists())

    def write_prm(self, run):
        (run / "used_parameters.prm").write_text(
            "subsection Mechanism\n  set joints = A: revolute ; ground 0, 0 ; "
            "rod if(t > 1 || t < 0, 1, 2), 0 | B 2: drive\nend\n")

    def test_joints_and_tangential_rows(self):
        names = ["A x", "B 2", "wall 1", "wall 1 tangential", "Ab"]
        run = self.make_run("run", names)
        self.write_prm(run)
        plot = plot_history.Plot([Run(run)])
        self.assertEqual(plot.names("gap"), ["[wall 1]", "[Ab]"])
        self.assertEqual(plot.names("joint gap"), ["[A x]", "[B 2]"])
        # two contacts, one of them with a tangential force
        labels = [ax.get_ylabel() for ax in plot.figure.axes]
        force = plot.figure.axes[labels.index("contact force [N]")]
        self.assertEqual(len(force.lines), 4)
        self.assertIn("joints [m]", labels)
        plot_history.plt.close(plot.figure)

    def test_rows(self):
        run = self.make_run("run", ["left", "right"])
        plot = plot_history.Plot([Run(run)], ["le*"])
        self.assertEqual(plot.names("gap"), ["[left]"])
        plot_history.plt.close(plot.figure)
        self.expect_files(run, "--rows", "right",
                          files=[run / "history.png", run / "history.svg"])
        self.expect_error(run, "--rows", "top", words=["top", "left, right"])

    def test_exact_solution(self):
        run = self.make_run("run", ["left"])
        (run / "reference.csv").write_text(
            "time,gap,contact_force\n0,0.5,1\n0.4,0.75,2\n")
        read = Run(run)
        self.assertEqual([*read.exact("gap[left]")], [0.5, 0.75])
        self.assertEqual([*read.exact("force[left]")], [1., 2.])
        self.assertIsNone(read.exact("contact_velocity[left]"))
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])
        self.assertIn("<!-- exact -->", self.labels(run / "history.svg"))
        # of two contacts, a signal without name belongs to none
        other = self.make_run("other", ["left", "right"])
        (other / "reference.csv").write_text("time,gap\n0,0.5\n")
        self.assertIsNone(Run(other).exact("gap[left]"))

    def test_no_identity(self):
        run = self.make_run("run", ["left"])
        for has_identity in (True, False):
            (run / "summary.json").write_text(json.dumps(
                {"energy": {"has_identity": has_identity}}))
            plot = run / "plot.svg"
            self.expect_files(run, "--output", plot, files=[plot])
            self.assertEqual("energy identity" in self.labels(plot),
                             has_identity)

    def test_losses_and_account(self):
        run = self.make_run("run", ["left"])
        read = Run(run)
        read.columns["work_normal"] = -read["time"]
        read.columns["work_friction"] = 0 * read["time"]
        plot = plot_history.Plot([read])
        losses = next(ax for ax in plot.figure.axes
                      if ax.get_ylabel().startswith("energy taken"))
        texts = [text.get_text() for text in losses.get_legend().get_texts()]
        self.assertEqual(texts, ["by normal contact"])
        np.testing.assert_allclose(losses.lines[-1].get_ydata(), read["time"])
        plot_history.plt.close(plot.figure)
        result = self.run_tool(run, "--energy-balance")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        # H falls by 2 t, and nothing is booked
        self.assertRegex(result.stdout, r"not accounted for +-0.8 J")

    def test_links_are_replaced(self):
        run = self.make_run("run", ["left"])
        precious = self.root / "precious.png"
        precious.write_text("precious")
        (run / "history.png").symlink_to(precious)
        self.expect_files(run, files=[run / "history.png", run / "history.svg"])
        self.assertEqual(precious.read_text(), "precious")
        self.assertFalse((run / "history.png").is_symlink())
        self.assertEqual([file for file in run.iterdir()
                          if file.name.startswith(".")], [])

    def test_wrong_directory(self):
        self.expect_error(self.root / "absent",
                          words=["absent", "does not exist", "percuss run"])
        run = self.make_run("run")
        self.expect_error(run / "history.csv",
                          words=["is a file", "name a directory"])
        self.expect_error(self.root, words=["no history.csv", "percuss run"])
        self.expect_error(words=["DIR"])

    def test_missing_columns(self):
        for column in ("time", "energy_strain", "force[left]"):
            run = self.make_run("without " + column, ["left"], without=column)
            self.expect_error(run, words=["lacks the column " + column,
                                          "repeat the run"])

    def test_damaged_history(self):
        run = self.make_run("run", ["left"])
        file, text = run / "history.csv", (run / "history.csv").read_text()
        for damaged, words in (
                ("", ["no complete row"]),
                (text.splitlines()[0] + "\n", ["no complete row"]),
                (text.replace("0.1", "oops", 1), ["oops", "repeat"]),
                (text.replace("0.1", "0.1,0", 1), ["fields", "repeat"])):
            file.write_text(damaged)
            self.expect_error(run, words=[str(file), *words])

    def test_wrong_output(self):
        run = self.make_run("run", ["left"])
        self.expect_error(run, "--output", run / "plot.gif",
                          words=["plot.gif", ".png, .svg, .pdf"])
        self.expect_error(run, "--output", run / "history.csv/plot.png",
                          words=["cannot be written", "--output"])


class Units(unittest.TestCase):

    def test_prefixes(self):
        for value, text in ((0., "0 s"), (2e-6, "2 µs"), (1e-3, "1 ms"),
                            (0.1, "0.1 s"), (1273., "1273 s"),
                            (2.1e11, "210 Gs")):
            self.assertEqual(quantity(value, "s"), text)
        self.assertEqual(scaled_unit(math.nan, "m"), (1., "m"))


if __name__ == "__main__":
    unittest.main()
