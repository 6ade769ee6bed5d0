# SPDX-License-Identifier: Apache-2.0
"""A run replaces what runs have left, as percuss_files.txt lists it, not what
has the name of a result; nothing that waits for others stands in its way."""

import os
import shutil
import socket
import unittest
import zlib

from program import ProgramTest, SMALL_CASE, merged, prm
from started_runs import BALL

BOX = {
    "Model": {"name": "mechanism"},
    "Mechanism": {"bodies": "A: shape rectangle 0.2, 0.1 ; mass 1 ; "
                  "at 0, 0.05, 0",
                  "contacts": "floor: bodies all ; line ground 0, 0 ; "
                  "normal 0, 1",
                  "gravity": "0, -9.81"},
    "Time integration": {"time step": 1e-3, "end time": 0.01},
    "Output": {"output directory": "out", "contact problems": 1},
}
IN_THE_WAY = "' is in the way, and no "


class ResultListTest(ProgramTest):

    def files(self):
        return {str(path.relative_to(self.folder / "out")): path.read_bytes()
                for path in (self.folder / "out").rglob("*")
                if not path.is_dir()}

    def put(self, name, text="mine\n"):
        path = self.folder / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def refuse(self, case, name, *words):
        before = self.files()
        run = self.percuss("run", self.write("case.prm", prm(case)), *words)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run)
        for part in ("case.prm, line ", "'Output/output directory' is 'out'. "
                     "It cannot be used: 'out/" + name,
                     "Choose another with --output."):
            self.assertIn(part, run.stderr)
        self.assertEqual(self.files(), before)

    def test_every_file_is_listed_as_it_is(self):
        for case in (SMALL_CASE, BOX, BALL):
            self.run_case(case)
            lines = (self.folder / "out/percuss_files.txt").read_text()
            listed = {}
            for line in lines.splitlines():
                if line.startswith("= "):
                    _, size, checksum, name = line.split(" ", 3)
                    listed[name] = (int(size), int(checksum, 16))
            files = self.files()
            del files["percuss_files.txt"]
            self.assertEqual(set(listed), set(files))
            for name, content in files.items():
                self.assertLess(len(content), 1 << 17, name)
                self.assertEqual(listed[name],
                                 (len(content), zlib.crc32(content)), name)
            self.assertTrue(lines.startswith("percuss files 1\n"))
            self.assertTrue(lines.endswith("\nend\n"))

    def test_files_with_names_of_results(self):
        """In a fresh directory, and beside results of a case that has no such
        file."""
        other = {"reference.csv": BALL,
                 "contact_problems/step_00000001.hdf5": BOX,
                 "solution/bodies_00000000.vtu": BOX}
        for name, case in other.items():
            mine = self.put(name)
            self.refuse(case, name + IN_THE_WAY)
            mine.unlink()
        without = merged(BOX, {"Output/contact problems": 0})
        for first, name, case in (
                (without, "contact_problems/step_00000001.hdf5", BOX),
                (without, "reference.csv", BALL),
                (BALL, "solution/bodies_00000000.vtu", BOX)):
            self.run_case(first)
            mine = self.put(name)
            self.run_case(first)  # it has no such file
            self.assertEqual(mine.read_text(), "mine\n")
            self.refuse(case, name + IN_THE_WAY, "--overwrite")
            mine.unlink()

    def test_changed_results_are_somebodys(self):
        for case, name in ((BALL, "reference.csv"),
                           (BOX, "contact_problems/step_00000001.hdf5"),
                           (BOX, "solution/bodies_00000000.vtu")):
            self.run_case(case)
            self.put(name)
            self.refuse(case, name + IN_THE_WAY)
            (self.folder / "out" / name).unlink()
            self.run_case(case)

    def test_beside_results(self):
        """Names that the program takes for itself."""
        for name in (".percuss_lock", "percuss_files.txt"):
            mine = self.put(name)
            self.refuse(BALL, name + IN_THE_WAY)
            mine.unlink()
        names = [".summary.json.new", ".history.csv.new", ".reference.csv.new",
                 ".percuss_files.txt.new", "report_log.txt",
                 "checkpoint/.state.new"]
        for _ in range(2):  # in a fresh directory, and beside results
            for name in names:
                self.put(name)
            self.run_case(BALL, "--report", "--set",
                          "Output/checkpoint interval=1")
            for name in names:
                self.assertEqual((self.folder / "out" / name).read_text(),
                                 "mine\n", name)

    def test_what_a_killed_run_was_writing(self):
        """A list without an end: its last files may be of any content."""
        words = ("--set", "Output/checkpoint interval=3")
        self.run_case(SMALL_CASE, *words)
        path = self.folder / "out/percuss_files.txt"
        for name in (".solution.pvd.new", ".summary.json.new"):
            path.write_text(path.read_text() + f"- {name}\n")
            self.put(name, "half")
        summary = self.folder / "out/summary.json"
        summary.write_text(summary.read_text().replace('"done"',
                                                       '"interrupted"'))
        self.run_case(SMALL_CASE, *words, "--resume")
        self.assertFalse(list((self.folder / "out").glob(".*")))
        self.run_case(SMALL_CASE)
        names = ["solution/solution_00000077.vtu", ".solution.pvd.new",
                 "solution/solution_00000078.h5"]
        for is_over in (False, True):
            path.write_text(path.read_text() + "".join(f"- {name}\n" for name in names) +
                            "end\n" * is_over)
            lock = "solution/solution_00000078.h5-1-29659.lock"  # of MPI
            for name in (*names, lock):
                self.put(name, "half")
            if is_over:  # then they came from somewhere else
                self.refuse(SMALL_CASE, "solution/solution_0000007")
            else:
                self.run_case(SMALL_CASE)
                self.assertFalse({*names, lock} & set(self.files()))


class PipesTest(ProgramTest):
    """A pipe in the place of a result would be waited for forever."""

    def test_pipes_and_sockets(self):
        case = merged(BOX, {"Output/record signals": "true"})
        for name in ("summary.json", "history.csv", "used_parameters.prm",
                     "bodies.pvd", "signals.h5", "report.html",
                     "solution/bodies_00000000.vtu", "contact_problems",
                     "contact_problems/step_00000001.hdf5", ".percuss_lock",
                     "percuss_files.txt", "solution", "checkpoint"):
            for make in (os.mkfifo, self.make_socket):
                path = self.folder / "out" / name
                path.parent.mkdir(parents=True)
                make(path)
                run = self.percuss("run", self.write("case.prm", prm(case)),
                                   "--report")
                self.assertEqual((run.returncode, run.stdout), (2, ""), run)
                self.assertIn(f"'out/{name}", run.stderr)
                for words in (("--resume", "--report"), ("--overwrite",)):
                    run = self.percuss("run", "case.prm", "--quiet",
                                       "--report", *words)
                    self.assertEqual((run.returncode, run.stdout), (2, ""),
                                     run)
                shutil.rmtree(self.folder / "out")

    def make_socket(self, path):
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))

    def test_pipe_in_the_place_of_a_study(self):
        case = self.write("case.prm", prm(merged(BALL, {
            "Study/sweep": "Time integration/time step = 1e-3, 5e-4"})))
        for name in ("study.json", "study.csv", "study.md"):
            path = self.folder / "out" / name
            path.parent.mkdir(exist_ok=True)
            os.mkfifo(path)
            run = self.percuss("study", case, "--no-plots")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(f"'out/{name}' is no file", run.stderr)
            path.unlink()

    def test_named_pipes(self):
        """With a reader they are written into, without they are refused."""
        case = self.write("case.prm", prm(BALL))
        os.mkfifo(self.folder / "pipe")
        run = self.percuss("run", case, "--log", "pipe")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("--log: 'pipe' cannot be written: it is a pipe that "
                      "nobody reads.", run.stderr)
        self.assertFalse((self.folder / "out/summary.json").exists())
        self.write("W.mtx", "%%MatrixMarket matrix array real general\n1 1\n2")
        self.write("b.mtx", "%%MatrixMarket matrix array real general\n"
                   "1 1\n-1")
        lcp = ("lcp", "--matrix", "W.mtx", "--vector", "b.mtx", "--output",
               "pipe")
        run = self.percuss(*lcp)
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("'pipe' cannot be written", run.stderr)
        reader = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        run = self.percuss(*lcp)
        self.assertEqual(run.returncode, 0, run)
        self.assertIn(b"5.0000000000000000e-01", os.read(reader, 4096))
        os.close(reader)


if __name__ == "__main__":
    unittest.main()
