# SPDX-License-Identifier: Apache-2.0
"""plot_study.py as its users see it: files, and what it says is wrong."""

import unittest

from study_data import FORCE, GAP, Fixture, description, refinement, spectrum

import plot_study
from run_record import InputError
from study import Study


class Program(Fixture):

    def test_files(self):
        study = self.write(refinement([1, 2]), description([1, 2]))
        self.expect_files(study, files=[
            study / f"{name}.{suffix}"
            for name in ("gap_L2", "work_precision_gap_L2", "peak_force")
            for suffix in ("svg", "png")])
        svg = (study / "gap_L2.svg").read_text(encoding="utf-8")
        self.assertIn("<!-- newmark, rate 2.00 -->", svg)
        self.assertNotIn("dc:date", svg)

        other = self.root / "new/figures"
        self.expect_files(study, "--output", other, "--format", "svg", "pdf",
                          "--quantities", "gap_L2", files=[
                              other / "gap_L2.svg", other / "gap_L2.pdf",
                              other / "work_precision_gap_L2.svg",
                              other / "work_precision_gap_L2.pdf"])
        for name in ("gap_L2.svg", "work_precision_gap_L2.svg"):
            self.assertEqual((study / name).read_bytes(),
                             (other / name).read_bytes())

    def test_spectrum(self):
        study = self.write(*spectrum())
        self.expect_files(study, files=[study / "spectral.svg",
                                        study / "spectral.png"])

    def test_values_are_missing(self):
        rows = refinement([1])
        for row in rows:
            row["peak_force"] = ""
        study = self.write(rows, description([1]))
        run = self.run_tool(study, "--format", "svg")
        self.assertEqual(run.returncode, 0)
        self.assertIn("no run has a value of peak_force", run.stderr)
        self.assertFalse((study / "peak_force.svg").exists())
        self.assertTrue((study / "gap_L2.svg").exists())
        for row in rows:
            row["status"] = "failed"
        self.expect_error(self.write(rows, description([1])),
                          words=["no value to plot", "message"])

    def test_names_of_files(self):
        taken = set()
        self.assertEqual([plot_study.safe_name(column, taken) for column in (
            "velocity[upper mass]_max", "velocity_upper mass_max", "../x/y",
            "...", "gap[a.b]_L2")],
            ["velocity_upper_mass_max", "velocity_upper_mass_max_2", "x_y",
             "quantity", "gap_a.b_L2"])

    def test_wrong_use(self):
        study = self.write(refinement([1]), description([1]))
        self.expect_error(self.root / "absent", words=[
            "absent", "does not exist", "percuss study"])
        self.expect_error(study / "study.csv", words=["is a file"])
        self.expect_error(self.root, words=["no study.csv", "percuss study"])
        self.expect_error(study, "--quantities", "gap", words=[
            "gap", "study.json", "gap_L2, peak_force"])
        self.expect_error(study, "--format", "gif", words=["gif", "svg"])
        self.expect_error(study, "--output", study / "study.csv/x", words=[
            "cannot be written", "--output"])

    def test_wrong_files(self):
        rows, about = refinement([1, 2]), description([1, 2])

        def expect(words, rows=rows, about=about):
            with self.assertRaises(InputError) as caught:
                study = self.study(rows, about)
                list(plot_study.charts(study))
            for word in (*words, "repeat the study"):
                self.assertIn(word, str(caught.exception))
        expect(["study.csv", "lacks the column force"],
               about=description([1, 2], [GAP, {**FORCE, "column": "force"}]))
        expect(["study.csv", "row 3", "'else'"],
               [{**row, "curve": "else"} if i == 1 else row
                for i, row in enumerate(rows)])
        expect(["study.csv", "'oops'", "gap_L2"],
               [{**row, "gap_L2": "oops"} for row in rows])
        expect(["study.json", "abscissa"],
               about={k: about[k] for k in about if k != "abscissa"})
        expect(["study.json", "3 rates", "2 curves"], about={
            **about, "quantities": [{**GAP, "rates": [1, 2, 3]}]})
        study = self.write(rows, about)
        for text in ("", "{", "[]"):
            (study / "study.json").write_text(text)
            with self.assertRaisesRegex(InputError, "study.json.*repeat"):
                Study(study)
        (study / "study.json").unlink()
        with self.assertRaisesRegex(InputError, "study.json.*repeat"):
            Study(study)

    def test_study_in_progress(self):
        study = self.write(refinement([1]), description([1]))
        with (study / "study.csv").open("a") as file:
            file.write("6,,done")
        self.assertEqual(len(Study(study).rows), 5)


if __name__ == "__main__":
    unittest.main()
