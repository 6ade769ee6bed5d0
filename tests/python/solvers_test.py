# SPDX-License-Identifier: Apache-2.0
"""Contact problems with matrices of numpy and scipy."""

import unittest

import numpy
import percuss

from python_module import ModuleTest

try:
    import scipy.sparse
except ImportError:
    scipy = None


def forms(W):
    """The same matrix in every form."""
    yield W
    yield numpy.asfortranarray(W)
    yield W.tolist()
    if scipy:
        for form in ("csr", "csc", "coo", "lil", "dia"):
            yield scipy.sparse.coo_matrix(W).asformat(form)
        yield scipy.sparse.csr_array(W)


class LcpTest(ModuleTest):

    def test_conditions(self):
        """0 <= W z + b perp z >= 0, of many sizes, dense and sparse."""
        random = numpy.random.default_rng(1)
        for size in (1, 2, 3, 10, 40):
            A = random.standard_normal((size, size))
            A[random.random((size, size)) < 0.4] = 0.
            W = A @ A.T + 0.1 * numpy.eye(size)
            b = random.standard_normal(size)
            first = None
            for form in forms(W):
                solution = percuss.lcp(form, b)
                z, u = solution.z, solution.u
                self.assertGreaterEqual(z.min(), -1e-9)
                self.assertGreaterEqual(u.min(), -1e-8)
                self.assertLess(abs(z @ u), 1e-7)
                numpy.testing.assert_allclose(u, W @ z + b, atol=1e-10)
                self.assertFalse(z.flags.writeable)
                self.assertFalse(z.flags.owndata)
                first = z if first is None else first
                numpy.testing.assert_allclose(z, first, atol=1e-7)

    def test_given_matrix_stays(self):
        if not scipy:
            self.skipTest("scipy is not here")
        W = scipy.sparse.csr_matrix(  # an entry twice
            ([1., 1., 2.], [0, 0, 1], [0, 2, 3]), shape=(2, 2))
        numpy.testing.assert_allclose(percuss.lcp(W, [-2, -2]).z, [1, 1])
        self.assertEqual(W.nnz, 3)

    def test_solvers(self):
        W, b = numpy.diag([2., 4.]), numpy.array([-1., 1.])
        for solver in ("lemke", "mprgp", "semismooth-newton",
                       "projected-gauss-seidel", "automatic"):
            numpy.testing.assert_allclose(percuss.lcp(W, b, solver=solver).z,
                                          [0.5, 0], atol=1e-9)
        with self.assertRaisesRegex(percuss.InputError,
                                    "Did you mean 'lemke'"):
            percuss.lcp(W, b, solver="lemk")

    def test_no_solution(self):
        with self.assertRaisesRegex(percuss.ComputationError,
                                    "no z >= 0 makes W z") as caught:
            percuss.lcp([[0., 0.], [0., 1.]], [-1, 1])
        self.assertEqual(caught.exception.solution.status, "infeasible")

    def test_refusals(self):
        eye = numpy.eye(2)
        for W, b, words in (
                (numpy.ones((2, 3)), [1, 1], "square"), (eye, [1], "2 rows"),
                (eye, [[1], [1]], "dimension"), ([1, 2], [1, 2], "square"),
                (eye * 1j, [1, 1], "real"), (eye * numpy.nan, [1, 1], "finite"),
                (eye, [1, numpy.inf], "finite"), (eye, ["a", "b"], "real"),
                (numpy.zeros((0, 0)), [], "square")):
            with self.assertRaisesRegex(percuss.InputError, words):
                percuss.lcp(W, b)
        for tolerance in (0, 1, -1, float("nan")):
            with self.assertRaisesRegex(percuss.InputError, "tolerance"):
                percuss.lcp(eye, [1, 1], tolerance=tolerance)


class FrictionTest(ModuleTest):

    def test_one_contact(self):
        """Sticks within the cone, else slides on its boundary."""
        for dimension in (2, 3):
            W = numpy.eye(dimension)
            for push in (0.1, 0.4, 1., 3.):
                b = numpy.zeros(dimension)
                b[0], b[1] = -1., push
                for form in forms(W):
                    r = percuss.friction(form, b, [0.5]).r
                    self.assertAlmostEqual(r[0], 1.)
                    self.assertAlmostEqual(r[1], -min(push, 0.5))

    def test_many_contacts(self):
        """u = W r + b and Coulomb's law in every contact."""
        random = numpy.random.default_rng(2)
        for dimension in (2, 3):
            for n in (1, 4, 9):
                size = dimension * n
                A = random.standard_normal((size, size))
                W = A @ A.T + numpy.eye(size)
                b = random.standard_normal(size)
                mu = random.random(n)
                found = percuss.friction(W, b, mu)
                numpy.testing.assert_allclose(found.u, W @ found.r + b,
                                              atol=1e-9)
                for i in range(n):
                    r, u = (x[dimension * i:dimension * (i + 1)]
                            for x in (found.r, found.u))
                    slack = mu[i] * r[0] - numpy.linalg.norm(r[1:])
                    speed = numpy.linalg.norm(u[1:])
                    self.assertGreater(min(r[0], u[0], slack), -1e-7)
                    self.assertLess(abs(r[0] * u[0]), 1e-6)
                    self.assertLess(abs(speed * slack), 1e-6)
                    self.assertLess(r[1:] @ u[1:], 1e-7)

    def test_refusals(self):
        for mu, words in (([0.5, 0.5], "two rows"), ([-0.1], "negative"),
                          ([], "mu must have"), ([numpy.nan], "finite")):
            with self.assertRaisesRegex(percuss.InputError, words):
                percuss.friction(numpy.eye(3), [-1, 0, 0], mu)


if __name__ == "__main__":
    unittest.main()
