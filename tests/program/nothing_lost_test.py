# SPDX-License-Identifier: Apache-2.0
"""What is in an output directory before a run is lost to no one; what a run that
is killed leaves is whole."""

import os
import signal
import unittest
from xml.etree import ElementTree

from program import ProgramTest, SMALL_CASE, merged, prm
from started_runs import BALL, LONG_BALL, LONG_BAR, OWN, StartedRuns

class OthersFilesTest(ProgramTest):
    """Files, folders and links that no run has left."""

    def refuse(self, case, *parts, words=()):
        run = self.percuss("run", self.write("case.prm", prm(case)), *words)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run)
        for part in ("'Output/output directory' is 'out'. It cannot be used: ",
                     "Choose another with --output.", *parts):
            self.assertIn(part, run.stderr)

    def test_files_of_others_are_in_the_way(self):
        out = self.folder / "out"
        for name in (*OWN, "solution.pvd", "signals.h5",
                     "solution/solution_00000010.vtu"):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("the only copy")
            for words in ((), ("--overwrite",), ("--output", "out")):
                self.refuse(merged(SMALL_CASE,
                                   {"Output/record signals": "true"}),
                            f"out/{name}' is in the way, and no result of "
                            "percuss", words=words)
                self.assertEqual(path.read_text(), "the only copy")
            path.unlink()
            self.assertEqual([file for file in out.rglob("*")
                              if not file.is_dir()], [])

    def test_links_and_hard_links(self):
        self.run_case(SMALL_CASE)
        case = merged(SMALL_CASE, {"Elastic bar/initial velocity": -2})
        backup = self.folder / "backup"
        backup.mkdir()
        for name in ("history.csv", "summary.json", "used_parameters.prm",
                     "solution.pvd"):
            os.link(self.folder / "out" / name, backup / name)
        before = {file.name: file.read_bytes() for file in backup.iterdir()}
        self.run_case(case)
        for name, content in before.items():
            self.assertEqual((backup / name).read_bytes(), content, name)
            if name != "solution.pvd":  # of the same steps
                self.assertNotEqual((self.folder / "out" / name).read_bytes(),
                                    content, name)
        history = self.folder / "out/history.csv"
        history.unlink()
        history.symlink_to(self.folder / "new.csv")  # of a file to be made
        self.refuse(case, "out/history.csv' is a link")
        self.assertFalse((self.folder / "new.csv").exists())

    def test_a_directory_behind_a_link_is_used(self):
        (self.folder / "scratch").mkdir()
        (self.folder / "out").symlink_to(self.folder / "scratch")
        self.run_case(SMALL_CASE)
        self.assertTrue((self.folder / "scratch/history.csv").is_file())


class OtherCasesTest(ProgramTest):
    """Results of the same case and of another one."""

    def test_the_same_case_says_what_it_replaces(self):
        case = self.write("case.prm", prm(merged(
            BALL, {"Bouncing ball/initial height": 0})))
        text = "percuss: replaces the results of an earlier run in 'out'"
        self.assertNotIn(text, self.percuss("run", case).stdout)
        run = self.percuss("run", case)
        self.assertIn(f"{text} (case 'case', done)\n", run.stdout)
        self.assertEqual((run.returncode, run.stdout.count(text)), (0, 1))
        run = self.percuss("run", case, "--quiet")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        # its parameters repeat it, there, too
        for file in ("out/used_parameters.prm", case):
            run = self.percuss("run", file)
            self.assertEqual(run.returncode, 0, run)

    def test_another_case_is_replaced_only_if_asked_for(self):
        self.percuss("run", self.write("case.prm", prm(BALL)), "--quiet")
        before = {name: (self.folder / "out" / name).read_bytes()
                  for name in OWN}
        other = self.write("other.prm", prm(merged(
            BALL, {"Contact/restitution coefficient": 0.5})))
        run = self.percuss("run", other)
        self.assertEqual(run.returncode, 2, run)
        for part in ("other.prm, line 9: 'Output/output directory' is 'out'",
                     "results of another case, 'case'", "--overwrite"):
            self.assertIn(part, run.stderr)
        self.assertEqual({path.name: path.read_bytes()
                          for path in (self.folder / "out").iterdir()}, before)
        for words in (("--overwrite",), ("--output", "out")):
            run = self.percuss("run", self.write("case.prm", prm(BALL)),
                               "--overwrite", "--quiet")
            run = self.percuss("run", other, *words)
            self.assertEqual(run.returncode, 0, run)
            self.assertIn("(case 'case', done)", run.stdout)

    def test_studies(self):
        study = merged(BALL, {"Study/sweep": "Time integration/time step = "
                                             "1e-3, 5e-4"})
        case = self.write("case.prm", prm(study))
        other = self.write("other.prm", prm(study))
        run = self.percuss("study", case, "--quiet")
        self.assertEqual(run.returncode, 0, run)
        before = (self.folder / "out/study.json").read_bytes()
        run = self.percuss("study", other)
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("results of another case, 'case'", run.stderr)
        (self.folder / "out/study.json").unlink()
        for name in ("study.csv", "study.md"):
            run = self.percuss("study", case)
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(f"out/{name}' is in the way", run.stderr)
            (self.folder / "out" / name).unlink()
        run = self.percuss("study", other)  # the runs are those of the other
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("results of another case, 'case'", run.stderr)
        (self.folder / "out/study.json").write_bytes(before)
        run = self.percuss("study", other, "--overwrite", "--quiet")
        self.assertEqual(run.returncode, 0, run)
        self.assertNotEqual((self.folder / "out/study.json").read_bytes(),
                            before)


class LockTest(StartedRuns):
    """One run at a time in a directory."""

    def test_second_run_and_killed_run(self):
        first = self.start(LONG_BALL, "--quiet")
        self.wait_for(lambda: self.n_rows() > 3)
        case = self.write("second.prm", prm(BALL))
        for command, words in (("run", ()), ("run", ("--overwrite",)),
                               ("study", ("--set", "Study/sweep=Time "
                                          "integration/time step=1e-3"))):
            run = self.percuss(command, case, *words)
            self.assertEqual((run.returncode, run.stdout), (2, ""), run)
            for part in ("'Output/output directory' is 'out'",
                         f"process {first.pid} on ", "is writing there",
                         "--output"):
                self.assertIn(part, run.stderr)
        self.assertIsNone(first.poll())
        first.kill()
        first.wait()
        self.run_case(BALL)  # what is left of the lock is in nobody's way
        self.assertEqual({path.name for path in
                          (self.folder / "out").iterdir()}, OWN)

    def test_link_in_the_place_of_the_lock(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/.percuss_lock").symlink_to("precious")
        run = self.percuss("run", self.write("case.prm", prm(BALL)))
        self.assertEqual(run.returncode, 2, run)
        self.assertFalse((self.folder / "out/precious").exists())

    def test_two_ranks_refuse(self):
        first = self.start(LONG_BALL, "--quiet")
        self.wait_for(lambda: self.n_rows() > 3)
        run = self.percuss("run", self.write("bar.prm", prm(SMALL_CASE)),
                           ranks=2)
        self.assertEqual(run.returncode, 2, run)
        self.assertIn(f"process {first.pid} on ", run.stderr)


class KilledRunTest(StartedRuns):
    """What SIGKILL leaves."""

    def test_history_and_summary(self):
        run = self.start(LONG_BALL, "--quiet")
        self.wait_for(lambda: self.n_rows() > 3)
        n_rows = self.n_rows()
        self.wait_for(lambda: self.n_rows() > n_rows) # while it runs
        run.kill()
        run.wait()
        rows = (self.folder / "out/history.csv").read_text().splitlines()
        self.assertEqual(len({row.count(",") for row in rows}), 1)
        summary = self.summary()
        self.assertEqual((summary["status"], summary["case"]),
                         ("interrupted", "case"))

    def test_rows_are_in_the_file_within_a_second(self):
        # a row in about a second, of which a buffer holds twenty
        case = merged(LONG_BALL, {"Output/history interval": 10000000})
        run = self.start(case, "--quiet")
        sizes = set()

        def have_grown():
            sizes.add(self.n_rows())
            return len(sizes) == 5
        self.wait_for(have_grown)
        in_order = sorted(sizes)
        self.assertLess(max(b - a for a, b in zip(in_order, in_order[1:])), 10)
        run.kill()

    def test_fields(self):
        run = self.start(LONG_BAR, "--quiet")
        pvd = self.folder / "out/solution.pvd"
        self.wait_for(pvd.exists)
        for _ in range(200):  # at any time it is whole
            root = ElementTree.parse(pvd).getroot()
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertIn("interrupted", self.summary()["status"])
        files = {self.folder / "out" / data.get("file")
                 for data in root.iter("DataSet")}
        self.assertLessEqual(files, set(
            (self.folder / "out/solution").iterdir()))
        # a run of the same case removes all of them, also one that was being
        # written
        self.run_case(merged(BALL, {}))
        self.assertEqual({path.name for path in
                          (self.folder / "out").iterdir()}, OWN)


if __name__ == "__main__":
    unittest.main()
