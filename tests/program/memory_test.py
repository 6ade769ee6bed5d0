# SPDX-License-Identifier: Apache-2.0
"""Counts that would take all memory are refused, with their entry, before
anything is made of so many; files that do not end are, too."""

import os
import resource
import subprocess
import unittest

from program import LOCAL, PROGRAM, ProgramTest, SMALL_CASE, merged, prm

SOLID = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "initial velocity": "0, -1",
              "mesh generator arguments":
                  "4, 4 : 0, 0.0105 : 1, 1.0105 : true",
              "contact boundaries": 2, "obstacles": "plane: 0, 0 ; 0, 1"},
    "Time integration": {"time step": 1e-3, "end time": 0.02},
    "Output": {"output directory": "out"},
}
BALL = {"Model": {"name": "bouncing ball"},
        "Bouncing ball": {"initial height": 0.01},
        "Time integration": {"time step": 1e-3, "end time": 0.1},
        "Output": {"output directory": "out"}}
BEAM = {
    "Model": {"name": "mechanism"},
    "Mechanism": {"beams": "B: from 0, 0 ; angle 0 ; length 1 ; elements 4 ; "
                  "section rectangle 0.1, 0.1 ; Young's modulus 1e9 ; "
                  "density 1000"},
    "Time integration": {"time step": 1e-3, "end time": 0.1},
    "Output": {"output directory": "out"},
}
GIGABYTE = 10**9


class MemoryTest(ProgramTest):

    def run_in(self, n_bytes, command, *words):
        """With so much memory, whatever the machine has."""
        return subprocess.run(
            [PROGRAM, command, *words], cwd=self.folder, capture_output=True,
            text=True, check=False, env={**os.environ, **LOCAL},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA,
                                                  (n_bytes, n_bytes)))

    def refuse(self, case, entry, *parts, n_bytes=2 * GIGABYTE, command="run"):
        with self.subTest(entry=entry, parts=parts):
            run = self.run_in(n_bytes, command,
                              self.write("case.prm", prm(case)))
            self.assertEqual((run.returncode, run.stdout), (2, ""), run)
            self.assertRegex(run.stderr, r"^percuss: case\.prm, line \d+: '" +
                             entry + "' is '")
            for part in (*parts, "need about", "of memory, and there are "
                         "2 GB"):
                self.assertIn(part, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertFalse((self.folder / "out").exists())

    def test_bars(self):
        entry = "Elastic bar/number of elements"
        for number in (40_000_000, 10**9, 4_294_967_295,
                       "2000000000; 2000000000; 2000000000"):
            self.refuse(merged(SMALL_CASE, {
                entry: number,
                "Elastic bar/number of bars": str(number).count(";") + 1,
                "Elastic bar/gaps between bars": 1}), entry)
        entry = "Elastic bar/number of bars"
        self.refuse(merged(SMALL_CASE, {
            entry: 10**9, "Elastic bar/gaps between bars": 1}), entry)
        entry = "Elastic bar/polynomial degree"
        self.refuse(merged(SMALL_CASE, {
            entry: 20, "Elastic bar/number of elements": 10**6}), entry)

    def test_solids(self):
        entry = "Solid/refinements"
        for dimension in (2, 3):
            case = merged(SOLID, {
                "Solid/dimension": dimension, "Solid/mesh generator":
                "hyper_cube", "Solid/mesh generator arguments": "0 : 1 : true",
                "Solid/initial velocity": ", ".join(["0"] * dimension),
                "Solid/obstacles": "plane: 0, 0 ; 0, 1" if dimension == 2 else
                "plane: 0, 0, 0 ; 0, 0, 1"})
            for number in (12, 40, 2**31, 2**32 - 1):
                self.refuse(merged(case, {entry: number}), entry)
        entry = "Solid/mesh generator arguments"
        for numbers in ("100000, 100000", "4294967295, 4294967295",
                        "1000000000, 1"):
            self.refuse(merged(SOLID, {
                entry: f"{numbers} : 0, 0 : 1, 1 : true"}), entry)
        self.refuse(merged(SOLID, {
            "Solid/mesh generator": "subdivided_hyper_cube",
            entry: "100000 : 0 : 1"}), entry)

    def test_explicit_solids_take_little(self):
        """Half a kilobyte per degree of freedom, the fields included, where
        vectors that the scheme does not use, matrices of what is diagonal and
        copies of the mesh took three times as much."""
        case = self.write("case.prm", prm(merged(SOLID, {
            "Solid/dimension": 3, "Solid/mass matrix": "lumped",
            "Solid/initial velocity": "0, 0, -1",
            "Solid/mesh generator arguments":
                "64, 48, 48 : 0, 0, 0 : 64, 48, 48 : true",
            "Solid/contact boundaries": 4,
            "Solid/obstacles": "plane: 0, 0, 0 ; 0, 0, 1",
            "Contact/restitution coefficient": 0,
            "Time integration/scheme": "cd-lagrange",
            "Time integration/time step": 1e-6,
            "Time integration/end time": 2e-6})))
        with subprocess.Popen([PROGRAM, "run", case], cwd=self.folder,
                              stdout=subprocess.DEVNULL,
                              env={**os.environ, **LOCAL}) as run:
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 0)
        n_dofs, libraries = 3 * 65 * 49 * 49, 100e6
        self.assertLess((1024 * usage.ru_maxrss - libraries) / n_dofs, 900)

    def test_beams(self):
        entry = "Mechanism/beams"
        for words in ("elements 1000000 ; degree 1000000", "elements 1000000",
                      "elements 1 ; degree 10000"):
            self.refuse(merged(BEAM, {entry: BEAM["Mechanism"]["beams"]
                                      .replace("elements 4", words)}), entry)

    def test_studies(self):
        entry = "Study/number of frequencies"
        for number in (10**8, 4_294_967_295):
            self.refuse(merged(BALL, {"Study/kind": "spectrum", entry: number}),
                        entry, command="study")
        # a product that wraps is 0
        self.write("case.prm", prm(merged(BALL, {"Study/sweep": "; ".join(
            f"Bouncing ball/{name} = linear(1, 2, 1024)" for name in
            ("mass", "radius", "gravity", "initial height"))
            + "; Contact/restitution coefficient = linear(0, 1, 1024)"
            "; Time integration/time step = linear(1e-3, 2e-3, 1024)"
            "; Time integration/end time = linear(1, 2, 16)"})))
        run = self.percuss("study", "case.prm")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("It asks for more than 100000 runs.", run.stderr)

    def test_signals(self):
        self.refuse(merged(BALL, {"Output/record signals": "true",
                                  "Time integration/time step": 1e-12}),
                    "Output/record signals", "1e+11 steps")

    def test_what_no_estimate_knows(self):
        """A limit of the system is one of the program."""
        case = self.write("case.prm", prm(merged(SMALL_CASE, {
            "Elastic bar/number of elements": 800_000,
            "Discretization/linear algebra": "PETSc"})))
        run = self.run_in(GIGABYTE // 3, "run", case)
        self.assertIn(run.returncode, (1, 2), run)
        # in the words of the program, of deal.II or of the system
        self.assertRegex(run.stderr, "(?i)not (have )?enough memory|"
                                     "out of memory|"
                                     "cannot allocate memory")
        self.assertNotIn("terminate called", run.stderr)

    def test_files_that_do_not_end(self):
        mesh = merged(SOLID, {"Discretization/mesh file": "endless.msh"})
        for device in ("/dev/zero", "/dev/urandom"):
            for name in ("endless.prm", "endless.json", "endless.msh",
                         "endless.inp", "endless.vtu", "endless.mtx"):
                (self.folder / name).symlink_to(device)
                if name.endswith((".prm", ".json")):
                    words = ("run", name)
                elif name.endswith(".mtx"):
                    words = ("lcp", "--matrix", name, "--vector", name)
                else:
                    mesh["Discretization"]["mesh file"] = name
                    words = ("run", self.write("case.prm", prm(mesh)))
                run = self.run_in(GIGABYTE, *words)
                self.assertEqual((run.returncode, run.stdout), (2, ""), run)
                self.assertIn(f"'{name}' does not end", run.stderr)
                (self.folder / name).unlink()

    def test_pipes_that_end(self):
        self.write("case.prm", prm(BALL))
        os.mkfifo(self.folder / "pipe.prm")
        run = subprocess.run(
            ["bash", "-c", "cat case.prm > pipe.prm & "
             f"{PROGRAM} run pipe.prm --output out --quiet; "
             "status=$?; wait; exit $status"], cwd=self.folder, check=False, capture_output=True,
            text=True, env={**os.environ, **LOCAL})
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)

    def test_pipes_that_never_begin(self):
        """Wherever a text is read, and named in the message."""
        os.mkfifo(self.folder / "pipe")
        for ending in ("inp", "prm"):
            (self.folder / f"pipe.{ending}").symlink_to("pipe")
        self.write("include.prm", "include pipe\n")
        self.write("mesh.prm", prm(merged(
            SOLID, {"Discretization/mesh file": "pipe.inp"})))
        for name, words in (("pipe.prm", ("run", "pipe.prm")),
                            ("pipe", ("run", "include.prm")),
                            ("pipe.inp", ("run", "mesh.prm")),
                            ("pipe", ("lcp", "--matrix", "pipe", "--vector",
                                      "pipe"))):
            run = self.percuss(*words)
            self.assertEqual((run.returncode, run.stdout), (2, ""), run)
            self.assertIn(f"'{name}' is a pipe into which nobody writes. Give "
                          "a file.", run.stderr)

    def test_writers_that_are_late(self):
        self.write("case.prm", prm(BALL))
        os.mkfifo(self.folder / "pipe.prm")
        run = subprocess.run(
            ["bash", "-c", "{ sleep 4; cat case.prm; } > pipe.prm & "
             f"{PROGRAM} run pipe.prm --output out --quiet"],
            cwd=self.folder, check=False, capture_output=True, text=True,
            env={**os.environ, **LOCAL})
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)


if __name__ == "__main__":
    unittest.main()
