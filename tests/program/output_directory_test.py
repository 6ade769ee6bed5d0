# SPDX-License-Identifier: Apache-2.0
"""A run removes what an earlier run wrote, and nothing else."""

import unittest

from program import ProgramTest, SMALL_CASE, merged, prm
from started_runs import OWN


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
        self.assertEqual(self.files(), {*self.FOREIGN, *OWN})

    def test_own_files_go(self):
        for ranks in (0, 2):
            self.run_case(merged(SMALL_CASE, {"Output/field interval": 2,
                                              "Output/record signals": "true"}),
                          ranks=ranks)
            self.assertGreater(len(self.files()), 9)
            self.run_case(self.BALL)
            self.assertEqual(self.files(), OWN)
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
        self.assertEqual(run.returncode, 2, run)
        self.assertIn(f"{names[0]}' is a link", run.stderr)
        file.unlink()
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

if __name__ == "__main__":
    unittest.main()
