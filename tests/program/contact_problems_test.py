# SPDX-License-Identifier: Apache-2.0
"""Contact problems of runs as files of FCLIB, and percuss lcp on them."""

import json
import unittest

from impact_laws_test import BOX, STACK
from program import ProgramTest, merged, prm

class ContactProblemsTest(ProgramTest):

    def run_with_problems(self, case, interval, *words, **entries):
        self.write("case.prm", prm(merged(case, {
            "Contact/friction coefficient": 0.3,
            "Time integration/end time": 0.4,
            "Output/output directory": "out",
            "Output/contact problems": interval, **entries})))
        run = self.percuss("run", "case.prm", "--quiet", *words)
        self.assertEqual(run.returncode, 0, run)
        return sorted((self.folder / "out").glob("contact_problems/*"))

    def solve(self, *words, status=0):
        run = self.percuss("lcp", *words, "--json")
        self.assertEqual(run.returncode, status, run)
        return json.loads(run.stdout)

    def test_a_run_leaves_problems_that_are_solved(self):
        for case, dimension, contacts in ((BOX, 3, 4), (STACK, 2, 4)):
            files = self.run_with_problems(case, 20)
            self.assertGreater(len(files), 2)
            self.assertLessEqual(len(files), 40)
            for file in files:
                self.assertEqual(int(file.stem.split("_")[1]) % 20, 0)
                for solver in ("automatic", "projected-gauss-seidel"):
                    report = self.solve(file, "--solver", solver)
                    self.assertEqual(report["form"], "local")
                    self.assertEqual(report["dimension"], dimension)
                    self.assertLessEqual(report["contacts"], contacts)
                    self.assertEqual(report["size"],
                                     dimension * report["contacts"])
                    self.assertLessEqual(report["residual"], 1e-10)
                self.assertFalse(report["guess"])
            if dimension == 3:
                self.assertEqual(report["contacts"], contacts)

    def test_joints_are_in_the_problem(self):
        case = merged(STACK, {"Mechanism/joints": "hinge: revolute ; "
                              "A 0, 0.05 ; B -0.02, -0.07"})
        files = self.run_with_problems(case, 10)
        report = self.solve(files[-1])
        self.assertEqual(report["joint_rows"], 2)
        self.assertEqual(report["status"], "converged")

    def test_results_of_the_run_before_go(self):
        first = self.run_with_problems(BOX, 5)
        (self.folder / "out/contact_problems/mine.hdf5").write_text("mine")
        second = self.run_with_problems(BOX, 50)
        self.assertLess(len(second), len(first))
        self.assertIn("mine.hdf5", [file.name for file in second])
        self.run_with_problems(BOX, 0)
        self.assertEqual(
            [file.name for file in
             (self.folder / "out/contact_problems").iterdir()], ["mine.hdf5"])

    def test_the_run_is_the_same(self):
        histories = []
        for interval in (0, 1):
            self.run_with_problems(BOX, interval)
            histories.append((self.folder / "out/history.csv").read_text())
        self.assertEqual(*histories)

    def test_a_run_goes_on(self):
        """With what it has left up to there, and nothing of later steps."""
        whole = self.run_with_problems(BOX, 5)
        names = [file.name for file in whole]
        first = self.run_with_problems(
            BOX, 5, **{"Time integration/end time": 0.2,
                       "Output/checkpoint interval": 1000})
        self.assertTrue(0 < len(first) < len(whole))
        kept = {file.name: file.read_bytes() for file in first}
        later = self.folder / "out/contact_problems/step_00099999.hdf5"
        later.write_text("of a step that the run had not kept")
        with open(self.folder / "out/percuss_files.txt", "a",
                  encoding="utf-8") as listed:
            listed.write(f"- contact_problems/{later.name}\n")
        files = self.run_with_problems(
            BOX, 5, "--resume", **{"Output/checkpoint interval": 1000})
        self.assertEqual([file.name for file in files], names)
        for file in files[:len(first)]: # a file written again has another time
            self.assertTrue(file.read_bytes() == kept[file.name], file)

    def test_output_and_tolerance(self):
        file = self.run_with_problems(BOX, 50)[-1]
        exact = self.solve(file, "--output", "p.hdf5")
        again = self.solve("p.hdf5", "--tolerance=1e-3")
        self.assertLessEqual(again["iterations"], exact["iterations"])
        self.assertLessEqual(again["residual"], 1e-3)
        text = self.percuss("lcp", "p.hdf5").stdout
        self.assertRegex(text, "(?m)^contacts +4$")
        self.assertRegex(text, "(?m)^form +local$")

    def test_stages(self):
        """What each method for friction has done adds up."""
        report = self.solve(self.run_with_problems(BOX, 50)[-1])
        stages = report["stages"]
        self.assertEqual(stages[0]["method"], "semismooth-newton")
        self.assertEqual(stages[0]["attempts"], 1)
        self.assertIsNone(stages[0]["residual_before"])
        self.assertEqual(report["iterations"],
                         sum(stage["linear_solves"] for stage in stages))
        self.assertLessEqual(stages[-1]["residual_after"], 1e-10)
        text = self.percuss("lcp", str(self.run_with_problems(BOX, 50)[-1]))
        self.assertRegex(text.stdout, "(?m)^stages +semismooth-newton [0-9]+")

    def test_what_is_wrong_is_said(self):
        file = self.run_with_problems(BOX, 50)[-1]
        self.write("text.hdf5", "no numbers")
        whole = file.read_bytes()
        (self.folder / "cut.hdf5").write_bytes(whole[:len(whole) // 2])
        for words, part in (
                (("none.hdf5",), "There is no file 'none.hdf5'"),
                (("text.hdf5",), "'text.hdf5' is no HDF5 file"),
                (("cut.hdf5",), "not a complete one"),
                ((file, "--matrix", "W.mtx"), "not both"),
                ((file, "two.hdf5"), "no option 'two.hdf5'"),
                ((file, "--output", file), "would overwrite the input"),
                ((file, "--output", "no/p.hdf5"), "cannot be written"),
                ((file, "--tolerance", "0"), "--tolerance is '0'"),
                ((file, "--tolerance", "1e-8x"), "--tolerance is '1e-8x'"),
                ((file, "--tolerance"), "--tolerance needs a value"),
                ((file, "--solver", "lemk"), "Did you mean 'lemke'?")):
            run = self.percuss("lcp", *words)
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(part, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        run = self.percuss("lcp", file, "--solver", "lemke")
        self.assertEqual(run.returncode, 1)
        self.assertIn("does not treat it", run.stderr)


if __name__ == "__main__":
    unittest.main()
