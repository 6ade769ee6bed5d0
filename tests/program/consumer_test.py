# SPDX-License-Identifier: Apache-2.0
"""A project of its own on the installed package: tests/consumer."""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[1] / "consumer"
BUILD = pathlib.Path(os.environ["PERCUSS_PROGRAM"]).resolve().parent


def call(*words, cwd=None):
    run = subprocess.run([str(word) for word in words], cwd=cwd, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True)
    return run.returncode, run.stdout


class ConsumerProjectTest(unittest.TestCase):
    """find_package(percuss) from an installed tree; a model, a scheme and a
    rigid shape that percuss does not have, run and swept from a parameter
    file, and the models of percuss beside them."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        prefix, build = cls.folder / "prefix", cls.folder / "build"
        for words in (
                ("cmake", "--install", BUILD, "--prefix", prefix),
                ("cmake", "-S", SOURCE, "-B", build, "-G", "Ninja",
                 f"-DCMAKE_PREFIX_PATH={prefix}"),
                ("cmake", "--build", build)):
            status, text = call(*words)
            if status != 0:
                raise AssertionError(text)
        cls.installed = prefix / "bin/percuss"
        cls.program = build / "bowl"

    def run_program(self, *words):
        status, text = call(self.program, *words, cwd=self.folder)
        self.assertEqual(status, 0, text)
        return text

    def test_contact_problems_need_no_deal_ii(self):
        """The component alone, where neither deal.II nor HDF5 can be found."""
        prefix, build = self.folder / "alone", self.folder / "wedge"
        for words in (
                ("cmake", "--install", BUILD, "--prefix", prefix,
                 "--component", "complementarity"),
                ("cmake", "-S", SOURCE, "-B", build, "-G", "Ninja",
                 "-D", "WITH_MODELS=OFF",
                 "-D", "CMAKE_DISABLE_FIND_PACKAGE_deal.II=ON",
                 "-D", "CMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON",
                 f"-DCMAKE_PREFIX_PATH={prefix}"),
                ("cmake", "--build", build), (build / "wedge",)):
            status, text = call(*words)
            self.assertEqual(status, 0, text)
        self.assertIn("converged, 4.24264, 4.24264", text)
        self.assertFalse((prefix / "bin").exists())
        status, text = call("ldd", build / "wedge")
        for library in ("deal", "hdf5", "petsc", "mpi"):
            self.assertNotIn(library, text)
        status, text = call("cmake", "-S", SOURCE, "-B", self.folder / "no",
                            f"-DCMAKE_PREFIX_PATH={prefix}")
        self.assertNotEqual(status, 0)
        self.assertIn("'library' of percuss is not installed", text)

    def test_files_of_contact_problems(self):
        status, text = call(self.folder / "build/solve_file", cwd=self.folder)
        self.assertEqual(status, 0, text)
        status, text = call("ldd", self.folder / "build/solve_file")
        self.assertNotIn("deal", text)

    def test_knows_its_own_and_the_others(self):
        models = self.run_program("list", "models")
        for name in ("duffing", "elastic bar", "bouncing ball"):
            self.assertIn(name, models)
        self.assertIn("semi-implicit-euler", self.run_program("list", "schemes"))
        self.assertIn("set hardening", self.run_program("explain", "Duffing"))

    def test_run(self):
        self.run_program("run", SOURCE / "duffing.prm", "--output", "one")
        with (self.folder / "one/history.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertLess(min(float(row["gap[bowl]"]) for row in rows), 1e-2)
        self.assertGreater(sum(float(row["impulse[bowl]"]) for row in rows), 0.)
        summary = json.loads((self.folder / "one/summary.json").read_text())
        self.assertEqual(summary["scheme"], "semi-implicit-euler")

    def test_study_of_first_order(self):
        """With damping, too: of a scheme that forgets it the ledger closes, but
        its errors do not fall."""
        for damping in (0, 3):
            output = f"study {damping}"
            self.run_program("study", SOURCE / "duffing.prm", "--output",
                             output, "--quiet", "--set",
                             f"Duffing/damping={damping}")
            with (self.folder / output / "study.csv").open(newline="") as file:
                rows = list(csv.DictReader(file))
            errors = [float(row["position[x]_max"]) for row in rows]
            for coarse, fine in zip(errors, errors[1:]):
                self.assertAlmostEqual(coarse / fine, 2., delta=0.3)

    def test_models_of_percuss_have_no_scheme_of_its_own(self):
        status, text = call(self.program, "run", SOURCE / "duffing.prm", "--set",
                            "Model/name=bouncing ball", cwd=self.folder)
        self.assertEqual(status, 2, text)
        self.assertIn("semi-implicit-euler", text)

    def test_loads_the_models_with_deal_ii(self):
        (self.folder / "bar.prm").write_text(
            "subsection Model\n  set name = elastic bar\nend\n")
        for program in (self.program, self.installed):
            status, text = call(program, "run", "bar.prm", "--output", "bar",
                                cwd=self.folder)
            self.assertEqual(status, 0, text)
            self.assertTrue((self.folder / "bar/solution.pvd").exists())

    def test_without_the_library_of_models_with_deal_ii(self):
        library = next(self.installed.parents[1].rglob("libpercuss_parallel.so"))
        hidden = library.with_suffix(".hidden")
        library.rename(hidden)
        self.addCleanup(hidden.rename, library)
        for model, expected in (("bouncing ball", 0), ("elastic bar", 1)):
            (self.folder / "case.prm").write_text(
                f"subsection Model\n  set name = {model}\nend\n")
            status, text = call(self.installed, "run", "case.prm", "--output",
                                f"no library, {model}", cwd=self.folder)
            self.assertEqual(status, expected, text)
        self.assertIn("libpercuss_parallel.so", text)


if __name__ == "__main__":
    unittest.main()
