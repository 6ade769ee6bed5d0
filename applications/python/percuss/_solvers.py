# SPDX-License-Identifier: Apache-2.0
"""Contact problems by themselves."""

import numpy

from percuss import _percuss
from percuss._errors import ComputationError, InputError


class Solution:
    """What a solver has found; see the stub file."""

    def __init__(self, found, name):
        setattr(self, name, found["p"])
        self.u = found["u"]
        self.status = found["status"]
        self.solved_by = found["solved_by"]
        self.iterations = found["iterations"]
        self.residual = found["residual"]

    def __repr__(self):
        return (f"<percuss.Solution: {self.status} by {self.solved_by}, "
                f"residual {self.residual:.2g}>")


def _real(name, value):
    array = numpy.asarray(value)
    if array.dtype.kind not in "biuf":
        raise InputError(f"{name} is of type '{array.dtype}': allowed are real "
                         "numbers.")
    if not numpy.all(numpy.isfinite(array)):
        raise InputError(f"{name} has entries that are not finite.")
    return array.astype(float, copy=False)


def _vector(name, value, size=None):
    array = _real(name, value)
    if array.ndim != 1 or array.size == 0 or size not in (None, array.size):
        rows = "at least one entry" if size is None else f"the {size} rows of W"
        raise InputError(f"{name} must have one dimension and {rows}; its "
                         f"shape is {array.shape}.")
    return array


def _compressed_rows(matrix):
    """Starts, columns and values of the rows of W, dense or of scipy."""
    shape = numpy.shape(matrix)
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 0:
        raise InputError(f"W must be square, and its shape is {shape}.")
    if hasattr(matrix, "tocsr"):
        rows = matrix.tocsr(copy=True)
        rows.sum_duplicates()
        return shape[0], rows.indptr, rows.indices, _real("W", rows.data)
    dense = _real("W", matrix)
    row, column = numpy.nonzero(dense)
    starts = numpy.searchsorted(row, numpy.arange(shape[0] + 1))
    return shape[0], starts, column, dense[row, column]


def _solution(found, name):
    solution = Solution(found, name)
    if found["reason"]:
        error = ComputationError(f"not solved: {found['reason']}")
        error.solution = solution
        raise error
    return solution


def _checked_tolerance(tolerance):
    if not 0. < tolerance < 1.:
        raise InputError(f"tolerance is {tolerance!r}; allowed is a number "
                         "between 0 and 1.")
    return tolerance


def lcp(W, b, solver="automatic", tolerance=1e-10):
    """Solves 0 <= u = W z + b  perp  z >= 0; see the stub file."""
    size, *rows = _compressed_rows(W)
    found = _percuss.solve_lcp(*rows, _vector("b", b, size), solver,
                               _checked_tolerance(tolerance))
    return _solution(found, "z")


def friction(W, b, mu, solver="automatic", tolerance=1e-10):
    """Solves a contact problem with Coulomb's friction; see the stub file."""
    size, *rows = _compressed_rows(W)
    mu = _vector("mu", mu)
    if mu.size * 2 != size and mu.size * 3 != size:
        raise InputError(f"W has {size} rows, and mu {mu.size} contacts: each "
                         "contact has two rows, (N, T), or three, (N, T1, T2).")
    if numpy.any(mu < 0.):
        raise InputError("mu has negative entries; allowed are numbers, at "
                         "least 0.")
    found = _percuss.solve_friction(*rows, _vector("b", b, size), mu, solver,
                                    _checked_tolerance(tolerance))
    return _solution(found, "r")
