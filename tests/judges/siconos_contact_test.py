# SPDX-License-Identifier: Apache-2.0
"""Contact problems by 'percuss lcp' and by the solvers of Siconos
(siconos_contact_judge.cc). Skipped where Siconos or h5py is not installed."""

import json
import os
import subprocess
import unittest

import numpy as np

from judge import ROOT, JudgeTest

JUDGE = os.environ.get("PERCUSS_SICONOS_CONTACT_JUDGE", "")
try:
    import h5py
except ImportError:
    JUDGE = ""

UNIQUE = 1e-8, "one solution: where the iterations stop"
VELOCITIES = 1e-8, ("impulses are not unique, W is singular; velocities: where "
                    "the iterations stop")
N_PROBLEMS = 10


def siconos(W, q, **friction):
    """r, u."""
    problem = {"W": np.ravel(W, "F").tolist(), "q": q.tolist(), **friction}
    run = subprocess.run([JUDGE], input=json.dumps(problem), text=True,
                         capture_output=True, check=True)
    rows = [line.split(",") for line in run.stdout.splitlines()]
    return np.array([[float(x) for x in row] for row in rows
                     if len(row) == 2]).T[:, -len(q):]


def write_fclib(name, W, q, mu, dimension):
    n = len(q)
    with h5py.File(name, "w") as file:
        problem = file.create_group("fclib_local")
        problem["spacedim"] = [dimension]
        matrix = problem.create_group("W")
        for entry, value in (("m", n), ("n", n), ("nzmax", n * n), ("nz", -1)):
            matrix[entry] = np.array([value], dtype=np.int32)
        matrix["p"] = np.arange(0, n * n + 1, n, dtype=np.int32)
        matrix["i"] = np.tile(np.arange(n, dtype=np.int32), n)
        matrix["x"] = np.ravel(W, "F")
        problem["vectors/q"], problem["vectors/mu"] = q, mu


def read_fclib(name):
    """W, q, mu, the dimension and the solution r, u."""
    with h5py.File(name) as file:
        problem, solution = file["fclib_local"], file["solution"]
        matrix = problem["W"]
        n = len(problem["vectors/q"])
        W = np.zeros((n, n))
        assert matrix["nz"][()] == -1
        columns = np.repeat(np.arange(n), np.diff(matrix["p"][()]))
        np.add.at(W, (matrix["i"][()], columns), matrix["x"][()])
        return (W, problem["vectors/q"][()], problem["vectors/mu"][()],
                int(np.ravel(problem["spacedim"][()])[0]),
                solution["r"][()], solution["u"][()])


@unittest.skipUnless(JUDGE, "there is no Siconos (libsiconos-kernel-dev) or no "
                     "h5py (python3-h5py)")
class SiconosContactTest(JudgeTest):
    PROGRAM = "Siconos' solvers"

    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(1)

    def solve(self, *words):
        run = self.percuss("lcp", *words, "--tolerance", "1e-12")
        self.assertEqual(run.returncode, 0, run)

    def matrix_market(self, name, array):
        array = np.atleast_2d(array)
        if array.shape[0] == 1:
            array = array.T
        self.write(name, "%%MatrixMarket matrix array real general\n"
                   "{} {}\n".format(*array.shape)
                   + "".join(f"{x!r}\n" for x in
                             np.ravel(array, "F").tolist()))

    def test_complementarity(self):
        """Positive definite matrices, symmetric or not, and Murty's, with which
        Lemke's method makes 2^n steps."""
        matrices = [self.random.standard_normal((40, 40))
                    for _ in range(N_PROBLEMS)]
        for name, make, b in (
                ("symmetric positive definite", lambda A: A @ A.T,
                 self.random.standard_normal),
                ("unsymmetric positive definite",
                 lambda A: A @ A.T + 10 * (A - A.T),
                 self.random.standard_normal),
                ("triangular, of Murty",
                 lambda A: np.eye(8) + 2 * np.tril(np.ones((8, 8)), -1),
                 lambda n: -np.geomspace(1, 2, n))):
            pairs = []
            for A in matrices[:1] if "Murty" in name else matrices:
                W = make(A)
                q = b(len(W))
                self.matrix_market("W.mtx", W)
                self.matrix_market("b.mtx", q)
                self.solve("--matrix", "W.mtx", "--vector", "b.mtx",
                           "--output", "z.mtx")
                z = np.loadtxt(self.folder / "z.mtx", comments="%",
                               skiprows=2)
                other = siconos(W, q)[0]
                scale = other.max()
                pairs.append((z / scale, other / scale))
            self.agree("complementarity problems, " + name, "impulses",
                       *map(np.concatenate, zip(*pairs)), *UNIQUE)

    def test_friction(self):
        for dimension in (2, 3):
            pairs = []
            for _ in range(N_PROBLEMS):
                n = 12 * dimension
                A = self.random.standard_normal((n, n + 5))
                W, q = A @ A.T / n, self.random.standard_normal(n)
                mu = self.random.uniform(0.1, 0.5, 12)
                name = self.folder / "problem.hdf5"
                write_fclib(name, W, q, mu, dimension)
                self.solve(name, "--output", "solved.hdf5")
                r = read_fclib(self.folder / "solved.hdf5")[4]
                other = siconos(W, q, mu=mu.tolist(), dimension=dimension)[0]
                scale = np.abs(other).max()
                pairs.append((r / scale, other / scale))
            self.agree(f"contact problems with friction, {dimension}-D",
                       "impulses", *map(np.concatenate, zip(*pairs)), *UNIQUE)

    def test_problems_of_runs(self):
        """A stack at rest, and bodies that fall; 50 steps apart."""
        for case, end in (("box_stack", 0.2), ("falling_bodies", 0.31)):
            self.history_of(ROOT / f"applications/mechanisms/{case}.prm",
                            "--set", "Output/contact problems=50", "--set",
                            f"Time integration/end time={end}")
            pairs = []
            for file in sorted(self.folder.glob("out/contact_problems/*")):
                W, q, mu, dimension, _, u = read_fclib(file)
                other = siconos(W, q, mu=mu.tolist(), dimension=dimension)[1]
                scale = np.abs(q).max()
                pairs.append((u / scale, other / scale))
            self.assertGreater(len(pairs), 1)
            mine, other = map(np.concatenate, zip(*pairs))
            # of a stack at rest all velocities are zero
            self.agree(f"contact problems of {case}.prm", "velocities",
                       np.append(mine, 1), np.append(other, 1), *VELOCITIES)


if __name__ == "__main__":
    unittest.main()
