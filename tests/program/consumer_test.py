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
    """find_package(percuss) from an installed tree; a model, a scheme with a
    parameter, a law with a state, a friction method and a rigid shape that
    percuss does not have, run and swept from parameter files, and the models of
    percuss beside them."""

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
        self.assertIn("set weakening slip",
                      self.run_program("explain", "Contact"))
        self.assertIn("set velocity weight",
                      self.run_program("explain", "Time integration"))
        for section in ("Mechanism", "Solid"):
            self.assertIn("capsule", self.run_program("explain", section))
        # words of choices, with what percuss list says of them
        self.assertIn("semi-implicit-euler: ",
                      self.run_program("explain", "semi-implicit-euler"))
        schema = json.loads(self.run_program("explain", "--format", "schema"))
        self.assertIn("hardening", schema["properties"]["Duffing"]["properties"])

    def test_check_of_its_own_entries(self):
        for value, message in (("stiff", "a number"), ("3 kg", "N/m^3")):
            wrong = self.folder / "wrong.prm"
            wrong.write_text("set Model/name = duffing\n"
                             f"set Duffing/hardening = {value}\n")
            status, text = call(self.program, "check", wrong, cwd=self.folder)
            self.assertEqual(status, 2, text)
            self.assertIn("line 2", text)
            self.assertIn(message, text)

    def test_run(self):
        self.run_program("run", SOURCE / "duffing.prm", "--output", "one")
        with (self.folder / "one/history.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertLess(min(float(row["gap[bowl]"]) for row in rows), 1e-2)
        self.assertGreater(sum(float(row["impulse[bowl]"]) for row in rows), 0.)
        summary = json.loads((self.folder / "one/summary.json").read_text())
        self.assertEqual(summary["scheme"], "semi-implicit-euler")

    def test_study_of_first_order(self):
        """With damping, too: of a scheme that forgets it the balance closes, but
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

    def last_row(self, case, output, *words):
        self.run_program("run", SOURCE / case, "--output", output, *words)
        with (self.folder / output / "history.csv").open(newline="") as file:
            *_, row = csv.DictReader(file)
        return {name: float(value) for name, value in row.items()}

    def test_parameter_of_the_scheme(self):
        """Free fall for one step of h: y_1 - y_0 = -kappa g h^2."""
        for weight in (0., 0.25, 1.):
            row = self.last_row(
                "duffing.prm", f"weight {weight}",
                "--set", f"Time integration/velocity weight={weight}",
                "--set", "Time integration/end time=1e-3")
            self.assertAlmostEqual(row["position[y]"] - 0.4,
                                   -weight * 9.81e-6, delta=1e-14)

    def test_law_with_a_state(self):
        row = self.last_row("sliding_block.prm", "block")
        self.assertAlmostEqual(row["slip_max"], 0.15, delta=2e-4)
        self.assertAlmostEqual(row["work_friction"], -0.5, delta=1e-9)
        self.assertEqual(row["energy_kinetic"], 0.)
        summary = json.loads((self.folder / "block/summary.json").read_text())
        self.assertEqual(summary["slip_weakening"]["contacts"], 1)

    def test_law_with_a_state_goes_on_from_a_checkpoint(self):
        checkpoints = ("--set", "Output/checkpoint interval=500", "--resume")
        whole = self.last_row("sliding_block.prm", "whole", *checkpoints)
        self.last_row("sliding_block.prm", "parts", *checkpoints, "--set",
                      "Time integration/end time=0.2")
        self.assertEqual(
            self.last_row("sliding_block.prm", "parts", *checkpoints), whole)

    def test_friction_method(self):
        self.assertIn("de-saxce-fixed-point",
                      self.run_program("list", "solvers"))
        rows = [self.last_row(
            "sliding_block.prm", solver, "--set", f"Contact/solver={solver}",
            "--set", "Contact/weakening slip=0",
            "--set", "Contact/friction coefficient=0.3",
            "--set", "Time integration/end time=0.3",
            "--set", "Mechanism/contacts="
            "left: point ; block -1, -0.1 ; line ground 0, -0.1 ; normal 0, 1 | "
            "right: point ; block 1, -0.1 ; line ground 0, -0.1 ; normal 0, 1")
            for solver in ("automatic", "de-saxce-fixed-point")]
        for name in ("position[block x]", "velocity[block x]",
                     "work_friction"):
            self.assertAlmostEqual(rows[0][name], rows[1][name], delta=1e-8)
        self.assertAlmostEqual(rows[0]["velocity[block x]"], 1. - 0.9,
                               delta=1e-3)

    def test_rigid_shape(self):
        row = self.last_row("ball_on_capsule.prm", "ball")
        self.assertAlmostEqual(row["position[ball y]"], 0.3, delta=2e-3)
        x = 1.2  # beyond the end of the axis: it slides off
        row = self.last_row(
            "ball_on_capsule.prm", "end", "--set",
            "Mechanism/bodies=ball: mass 1 ; inertia 1e-2 ; "
            f"at {x}, 0.5, 0")
        self.assertLess(row["position[ball y]"], 0.2)
        self.assertGreater(row["position[ball x]"], x)

    def test_rigid_shape_of_the_loaded_library(self):
        (self.folder / "solid.prm").write_text(
            "subsection Model\n  set name = solid\nend\n"
            "subsection Solid\n  set dimension = 2\n"
            "  set mesh generator arguments = 4, 4 : -0.1, 0.35 : 0.1, 0.45 : "
            "true\n"
            "  set initial velocity = 0, -1\n  set contact boundaries = 2\n"
            "  set obstacles = capsule: 0, 0 ; 1, 0 ; 1 ; 0.3\nend\n"
            "subsection Time integration\n  set Courant number = 0.5\n"
            "  set scheme = cd-lagrange\n  set end time = 0.06\nend\n")
        self.run_program("run", "solid.prm", "--output", "solid")
        summary = json.loads((self.folder / "solid/summary.json").read_text())
        self.assertAlmostEqual(summary["contact"]["first_contact_time"], 0.05,
                               delta=1e-3)

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
