# SPDX-License-Identifier: Apache-2.0
"""percuss lcp: problems of FCLIB that other programs have written."""

import json
import unittest

from program import ProgramTest

try:
    import h5py
except ImportError:
    h5py = None


def matrix(group, entries, n_rows, n_columns):
    """As triplets, in the order of rows."""
    rows, columns, values = zip(*entries) if entries else ((), (), ())
    for name, value in (("nzmax", [len(entries)]), ("m", [n_rows]),
                        ("n", [n_columns]), ("nz", [len(entries)])):
        group.create_dataset(name, data=value, dtype="i4")
    group.create_dataset("p", data=columns, dtype="i4")
    group.create_dataset("i", data=rows, dtype="i4")
    group.create_dataset("x", data=values, dtype="f8")


@unittest.skipUnless(h5py, "needs python3-h5py")
class FclibProblemTest(ProgramTest):

    def write_local(self, W=(), q=(), mu=(), dimension=3):
        with h5py.File(self.folder / "p.hdf5", "w") as file:
            local = file.create_group("fclib_local")
            local.create_dataset("spacedim", data=[dimension], dtype="i4")
            matrix(local.create_group("W"), W, len(q), len(q))
            vectors = local.create_group("vectors")
            vectors.create_dataset("q", data=q, dtype="f8")
            vectors.create_dataset("mu", data=mu, dtype="f8")

    def write_global(self, mass, force):
        """Bodies without contacts, without or with the joint v_1 = 0."""
        with h5py.File(self.folder / "p.hdf5", "w") as file:
            group = file.create_group("fclib_global")
            group.create_dataset("spacedim", data=[3], dtype="i4")
            n = len(mass)
            matrix(group.create_group("M"),
                   [(i, i, m) for i, m in enumerate(mass)], n, n)
            matrix(group.create_group("H"), [], n, 0)
            vectors = group.create_group("vectors")
            vectors.create_dataset("f", data=force, dtype="f8")
            for name in ("w", "mu"):
                vectors.create_dataset(name, data=[], dtype="f8")
            if n > 0:
                matrix(group.create_group("G"), [(0, 0, 1.)], n, 1)
                vectors.create_dataset("b", data=[0.], dtype="f8")

    def solve(self, *words, status=0):
        run = self.percuss("lcp", "p.hdf5", "--json", *words)
        self.assertEqual(run.returncode, status, run)
        return json.loads(run.stdout), run.stderr

    def solvers(self):
        return [line.split()[0] for line in
                self.percuss("list", "solvers").stdout.splitlines()]

    def test_no_contacts(self):
        """Nothing is to be found, and found."""
        self.assertIn("automatic", self.solvers())
        for solver in self.solvers():
            for dimension in (2, 3):
                self.write_local(dimension=dimension)
                report, message = self.solve("--solver", solver)
                self.assertEqual(message, "")
                self.assertEqual(
                    {name: report[name] for name in
                     ("status", "contacts", "size", "residual", "iterations")},
                    {"status": "converged", "contacts": 0, "size": 0,
                     "residual": 0., "iterations": 0})

    def test_no_contacts_but_joints(self):
        self.write_global([2., 4.], [6., 8.])
        report, _ = self.solve("--output", "solved.hdf5")
        self.assertEqual((report["contacts"], report["joint_rows"]), (0, 1))
        with h5py.File(self.folder / "solved.hdf5") as file:
            self.assertEqual(list(file["solution/v"]), [0., 2.])
            self.assertEqual(list(file["solution/l"]), [-6.])
            self.assertEqual(file["solution/r"].shape, (0,))

    def test_nothing_at_all(self):
        self.write_global([], [])
        report, _ = self.solve("--output", "solved.hdf5")
        self.assertEqual((report["contacts"], report["size"]), (0, 0))
        self.solve("--output", "solved.hdf5")  # in the place of the first one

    def test_guess_is_never_worse_than_none(self):
        n = 15
        W = [(i, j, 2. if i == j else -1.) for i in range(n)
             for j in (i - 3, i, i + 3) if 0 <= j < n]
        q = [(-1., 0.3 * (i // 3), 0.)[i % 3] for i in range(n)]
        self.write_local(W, q, [0.4] * 5)
        self.solve("--output", "solved.hdf5")
        with h5py.File(self.folder / "solved.hdf5") as file:
            solution = list(file["solution/r"])
        for factor in (1., 1e9):
            self.write_local(W, q, [0.4] * 5)
            with h5py.File(self.folder / "p.hdf5", "a") as file:
                file["guesses/1/r"] = [factor * r for r in solution]
            report, message = self.solve()
            self.assertEqual(report["status"], "converged")
            self.assertEqual("/guesses/1: its residual is" in message,
                             factor > 1., message)

    def test_files_of_others_stay(self):
        self.write_global([], [])
        with h5py.File(self.folder / "other.hdf5", "w") as file:
            file["solution/u"] = [1.]
        self.write("notes.txt", "the only copy")
        for name in ("other.hdf5", "notes.txt"):
            before = (self.folder / name).read_bytes()
            run = self.percuss("lcp", "p.hdf5", "--output", name)
            self.assertEqual((run.returncode, run.stdout), (2, ""), run)
            self.assertIn(f"'{name}' is there, and no solution", run.stderr)
            self.assertEqual((self.folder / name).read_bytes(), before)

    def test_contact_that_nothing_opens(self):
        """W_NN = 0, or P_N only closes: no impulses, whatever the solver."""
        for w in (0., -1.):
            for q_t in (0., 1.):
                self.write_local([(0, 0, w), (1, 1, 1.), (2, 2, 1.)],
                                 [-1., q_t, 0.], [0.5])
                for solver in ("automatic", "semismooth-newton",
                               "projected-gauss-seidel"):
                    report, message = self.solve("--solver", solver, status=1)
                    self.assertEqual(report["status"], "infeasible", solver)
                    self.assertIn("b is -1 in row 1", message)
        self.write_local([(0, 0, 1.), (1, 1, 1.), (2, 2, 1.)],
                         [-1., 1., 0.], [0.5])
        self.solve()


if __name__ == "__main__":
    unittest.main()
