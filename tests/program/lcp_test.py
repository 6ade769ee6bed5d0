# SPDX-License-Identifier: Apache-2.0
"""percuss lcp: complementarity problems from Matrix Market files."""

import json
import random
import unittest

from program import ProgramTest

HEADER = "%%MatrixMarket matrix "

# u = W z + b: 0 <= u perp z >= 0 has the solution (1, 0, 2), u = (0, 4, 0)
MATRIX = [[2., -1., 0.], [-1., 2., 1.], [0., 1., 3.]]
VECTOR = [-2., 3., -6.]
SOLUTION = [1., 0., 2.]


def coordinate(matrix, field="real", symmetry="general"):
    entries = [(i, j, value) for i, row in enumerate(matrix)
               for j, value in enumerate(row)
               if value and (symmetry == "general" or i >= j)]
    return (f"{HEADER}coordinate {field} {symmetry}\n% a comment\n\n"
            f"{len(matrix)} {len(matrix[0])} {len(entries)}\n" +
            "".join(f"{i + 1} {j + 1} {value:.17g}\n"
                    for i, j, value in entries))


def array(matrix, field="real", symmetry="general"):
    entries = [row[j] for j in range(len(matrix[0]))
               for i, row in enumerate(matrix)
               if symmetry == "general" or i >= j]
    return (f"{HEADER}array {field} {symmetry}\n"
            f"{len(matrix)} {len(matrix[0])}\n" +
            "".join(f"{value:.17g}\n" for value in entries))


def column(vector):
    return array([[value] for value in vector])


def read(path):
    """The numbers of a vector in array format."""
    lines = path.read_text().splitlines()
    assert lines[0] == HEADER + "array real general", lines[0]
    assert lines[1] == f"{len(lines) - 2} 1", lines[1]
    return [float(line) for line in lines[2:]]


class LcpTest(ProgramTest):

    def solve(self, matrix, vector, *words, status=0):
        self.write("W.mtx", matrix)
        self.write("b.mtx", vector)
        run = self.percuss("lcp", "--matrix", "W.mtx", "--vector", "b.mtx",
                           *words)
        self.assertEqual(run.returncode, status, run)
        return run

    def report(self, matrix, vector, *words, status=0):
        run = self.solve(matrix, vector, "--json", "--output=z.mtx", *words,
                         status=status)
        self.assertEqual(run.stdout.count("\n"), 1)
        self.assertEqual(run.stderr == "", status == 0, run.stderr)
        return json.loads(run.stdout)

    def solvers(self):
        run = self.percuss("list", "solvers")
        self.assertEqual(run.returncode, 0, run)
        return [line.split()[0] for line in run.stdout.splitlines()]

    def test_every_solver_finds_the_solution(self):
        solvers = self.solvers()
        for name in ("automatic", "lemke", "mprgp", "petsc-snes-vi",
                     "projected-gauss-seidel", "semismooth-newton"):
            self.assertIn(name, solvers)
        for name in solvers:
            report = self.report(coordinate(MATRIX), column(VECTOR),
                                 "--solver", name)
            self.assertEqual(report["solver"], name)
            self.assertEqual(report["status"], "converged")
            self.assertLessEqual(report["residual"], 1e-10)
            self.assertEqual((report["size"], report["nonzeros"]), (3, 7))
            self.assertIs(report["symmetric"], True)
            for z, exact in zip(read(self.folder / "z.mtx"), SOLUTION,
                                strict=True):
                self.assertAlmostEqual(z, exact, delta=1e-9)
            self.assertAlmostEqual(report["smallest_z"], 0., delta=1e-9)
            self.assertAlmostEqual(report["smallest_u"], 0., delta=1e-9)
            self.assertEqual(report["solved_by"], "semismooth-newton"
                             if name == "automatic" else name)

    def test_every_format_says_the_same(self):
        texts = [form(MATRIX, field, symmetry)
                 for form in (coordinate, array)
                 for field in ("real", "integer")
                 for symmetry in ("general", "symmetric")]
        texts.append(texts[0].replace("%%MatrixMarket matrix coordinate real",
                                      "%%MATRIXMARKET Matrix  COORDINATE Real")
                     .replace("\n", "\r\n"))
        vectors = [column(VECTOR), coordinate([[b] for b in VECTOR])]
        results = set()
        for k, text in enumerate(texts):
            report = self.report(text, vectors[k % 2])
            results.add((json.dumps(report),
                         (self.folder / "z.mtx").read_text()))
        self.assertEqual(len(results), 1, results)

    def test_not_symmetric(self):
        matrix = [row[:] for row in MATRIX]
        matrix[0][1] = -1.5
        report = self.report(coordinate(matrix), column(VECTOR))
        self.assertIs(report["symmetric"], False)
        report = self.report(coordinate(matrix), column(VECTOR),
                             "--solver=mprgp", status=1)
        self.assertEqual(report["status"], "unsupported")
        self.assertIsNone(report["residual"])

    def test_output_is_complementary_to_the_last_digit(self):
        """A problem of 40 rows, written, solved, read and multiplied."""
        uniform = random.Random(7).uniform
        n = 40
        matrix = [[uniform(-1, 1) for _ in range(n)] for _ in range(n)]
        for i, row in enumerate(matrix):
            row[i] = 1. + sum(map(abs, row))
        vector = [uniform(-1, 1) for _ in range(n)]
        report = self.report(coordinate(matrix), column(vector))
        z = read(self.folder / "z.mtx")
        u = [sum(a * x for a, x in zip(row, z)) + b
             for row, b in zip(matrix, vector)]
        self.assertLess(max(abs(min(pair)) for pair in zip(z, u)), 1e-13)
        self.assertGreater(sum(x > 0 for x in z), 5)
        self.assertEqual(report["smallest_z"], min(z))
        self.assertAlmostEqual(report["smallest_u"], min(u), delta=1e-14)

    def test_text(self):
        run = self.solve(coordinate(MATRIX), column(VECTOR))
        lines = dict(line.split(maxsplit=1) if not line.startswith("s") else
                     (line[:12].strip(), line[12:])
                     for line in run.stdout.splitlines())
        self.assertEqual(lines["size"], "3")
        self.assertEqual(lines["nonzeros"], "7")
        self.assertEqual(lines["symmetric"], "yes")
        self.assertEqual(lines["solver"], "automatic")
        self.assertEqual(lines["solved by"], "semismooth-newton")
        self.assertEqual(lines["status"], "converged")
        self.assertIn("iterations", lines)
        self.assertLess(float(lines["residual"]), 1e-10)
        self.assertEqual(float(lines["smallest z"]), 0.)
        self.assertIn("smallest u", lines)

    def test_no_solution(self):
        run = self.solve(array([[1, -1], [-1, 1]]), column([-1, 0.5]),
                         "--output", "z.mtx", status=1)
        self.assertIn("infeasible", run.stdout)
        self.assertIn("percuss: not solved: no z >= 0", run.stderr)
        self.assertFalse((self.folder / "z.mtx").exists())

    def test_row_that_no_impulse_raises(self):
        for solver in self.solvers():
            run = self.solve(array([[2, 1, 1], [1, 2, 0], [-1, 0, -3]]),
                             column([-1, -1, -0.5]), "--solver", solver,
                             status=1)
            if solver == "mprgp":
                self.assertIn("symmetric", run.stderr)
                continue
            self.assertRegex(run.stdout, "(?m)^status +infeasible$")
            self.assertIn("no z >= 0 makes W z + b >= 0: b is -0.5 in row 3",
                          run.stderr)

    def test_two_ranks(self):
        self.write("W.mtx", coordinate(MATRIX))
        self.write("b.mtx", column(VECTOR))
        run = self.percuss("lcp", "--matrix", "W.mtx", "--vector", "b.mtx",
                           "--json", "--output", "z.mtx", ranks=2)
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(json.loads(run.stdout)["status"], "converged")
        self.assertEqual(len(read(self.folder / "z.mtx")), 3)

    def test_help(self):
        run = self.percuss("lcp", "--help")
        self.assertEqual(run.returncode, 0)
        self.assertIn("--matrix FILE", run.stdout)
        self.assertIn("  lcp  ", self.percuss("--help").stdout)


class WrongLcpTest(ProgramTest):

    def reject(self, *words, parts=()):
        run = self.percuss("lcp", *words)
        self.assertEqual(run.returncode, 2, run)
        self.assertEqual(run.stdout, "")
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        self.assertTrue(run.stderr.startswith("percuss: "), run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)

    def reject_matrix(self, text, *parts):
        self.write("W.mtx", text)
        self.write("b.mtx", column(VECTOR))
        self.reject("--matrix", "W.mtx", "--vector", "b.mtx",
                    parts=("W.mtx", *parts))

    def test_header(self):
        body = "3 3 1\n1 1 1\n"
        for words, parts in (
                ("coordinate complex general", ("'complex'", "real, integer")),
                ("coordinate pattern general", ("'pattern'",)),
                ("coordinate real skew-symmetric",
                 ("'skew-symmetric'", "general, symmetric")),
                ("coordinate complex hermitian", ("'complex'",)),
                ("coordinate real hermitian", ("'hermitian'",)),
                ("table real general", ("'table'", "coordinate, array")),
                ("coordinate real", ("begins with",)),
                ("coordinate real general x", ("begins with",))):
            self.reject_matrix(f"{HEADER}{words}\n{body}", "line 1: ", *parts)
        self.reject_matrix("1 0 0\n0 1 0\n0 0 1\n", "line 1: ", "begins with")
        self.reject_matrix("%%MatrixMarket vector array real general\n1 1\n1\n",
                           "line 1: ")
        self.reject_matrix("", "empty")

    def test_size(self):
        for size, parts in (
                ("3 3", ("line 3: ", "rows, columns")),
                ("0 3 0", ("'0'", "from 1 to")),
                ("3 x 1", ("'x'", "whole number")),
                ("3 3 -1", ("'-1'", "from 0 to 9")),
                ("3 3 10", ("'10'",)),
                ("3 99999999999999999999 1", ("whole number",)),
                ("3 3.0 1", ("'3.0'",))):
            self.reject_matrix(f"{HEADER}coordinate real general\n% no size\n"
                               f"{size}\n1 1 1\n", "line 3: ", *parts)
        self.reject_matrix(f"{HEADER}array real general\n% nothing\n",
                           "ends before")
        self.reject_matrix(f"{HEADER}coordinate real symmetric\n3 2 0\n",
                           "as many columns as rows")

    def test_entries(self):
        for entry, parts in (
                ("0 1 1", ("'0'", "from 1 to 3")),
                ("1 4 1", ("'4'",)),
                ("1 1", ("row, column and value",)),
                ("1 1 1 0", ("row, column and value",)),
                ("1 1 nan", ("'nan'", "finite")),
                ("1 1 -inf", ("'-inf'", "finite")),
                ("1 1 1e999", ("'1e999'", "finite")),
                ("1 1 1,5", ("'1,5'",)),
                ("1 1 1.0x", ("'1.0x'",))):
            self.reject_matrix(f"{HEADER}coordinate real general\n3 3 2\n"
                               f"2 2 1\n{entry}\n", "line 4: ", *parts)
        self.reject_matrix(f"{HEADER}coordinate real general\n3 3 2\n1 1 1\n",
                           "after 1 of 2 entries")
        self.reject_matrix(f"{HEADER}coordinate real general\n3 3 1\n1 1 1\n"
                           "2 2 1\n", "line 4: ", "after the 1")
        self.reject_matrix(f"{HEADER}coordinate real general\n3 3 2\n1 2 1\n"
                           "1 2 1\n", "(1, 2)", "twice")
        self.reject_matrix(f"{HEADER}coordinate real symmetric\n3 3 1\n"
                           "1 2 1\n", "line 3: ", "lower triangle", "(2, 1)")
        self.reject_matrix(f"{HEADER}array real general\n3 3\n" + 8 * "1\n",
                           "after 8 of 9 entries")
        self.reject_matrix(f"{HEADER}array real symmetric\n3 3\n" + 9 * "1\n",
                           "after the 6")
        self.reject_matrix(f"{HEADER}array real general\n1 1\n1 1\n",
                           "one value")

    def test_shapes(self):
        self.reject_matrix(coordinate([[1., 2.]]), "square", "1 x 2")
        self.write("W.mtx", coordinate(MATRIX))
        self.write("b.mtx", column([1.]))
        self.reject("--matrix", "W.mtx", "--vector", "b.mtx",
                    parts=("b.mtx", "3 rows of W", "has 1"))
        self.write("b.mtx", array([VECTOR]))
        self.reject("--matrix", "W.mtx", "--vector", "b.mtx",
                    parts=("b.mtx", "one column", "has 3"))

    def test_options(self):
        self.write("W.mtx", coordinate(MATRIX))
        self.write("b.mtx", column(VECTOR))
        both = ("--matrix", "W.mtx", "--vector", "b.mtx")
        self.reject(parts=("--matrix FILE", "--help"))
        self.reject("--matrix", "W.mtx", parts=("--vector FILE",))
        self.reject("--matrx", "W.mtx", parts=("'--matrx'", "'--matrix'?"))
        self.reject(*both, "extra", parts=("'extra'",))
        self.reject(*both, "--output", parts=("--output needs a value",))
        self.reject(*both, "--output=", parts=("--output needs a value",))
        self.reject(*both, "--solver", "lemk",
                    parts=("'lemk'", "mprgp", "petsc-snes-vi", "'lemke'?"))
        self.reject(*both, "--output", "no/such/z.mtx",
                    parts=("'no/such/z.mtx'", "another path"))
        self.reject(*both, "--output", "./W.mtx",
                    parts=("'./W.mtx' would overwrite the input 'W.mtx'",))
        self.write("notes.mtx", array([VECTOR]))  # of another problem
        self.reject(*both, "--output", "notes.mtx",
                    parts=("'notes.mtx' is there, and no solution of percuss",))
        self.assertEqual((self.folder / "notes.mtx").read_text(),
                         array([VECTOR]))
        mine = "%%MatrixMarket matrix array real general\n2 1\n" + \
            "-1.0000000000000000e+00\n" * 2  # in the form of solutions
        for text in (mine, mine.replace("-", "", 2) + "more\n"):
            self.write("mine.mtx", text)
            self.reject(*both, "--output", "mine.mtx",
                        parts=("'mine.mtx' is there, and no solution of",))
        for _ in range(2):
            run = self.percuss("lcp", *both, "--output", "z.mtx")
            self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        self.reject("--matrix", "none.mtx", "--vector", "b.mtx",
                    parts=("'none.mtx'", "cannot be read"))
        self.reject("--matrix", ".", "--vector", "b.mtx", parts=("'.'",))


if __name__ == "__main__":
    unittest.main()
