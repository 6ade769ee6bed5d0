# SPDX-License-Identifier: Apache-2.0
"""percuss: finite elements for impact and unilateral contact, in Python.

    import percuss
    case = percuss.Case("impacting_bar/acary.prm")
    run = case.run()
    print(run)
    t, force = run.time, run.history["force[left]"]

The stub file __init__.pyi has all functions with their units; doc/python.md is
the guide.
"""

import atexit

from percuss import _percuss
from percuss._case import Case, Quantity, close_all
from percuss._errors import (CaseWarning, ComputationError, FitWarning,
                             InputError, Interrupted, Problem, StateError)
from percuss._identify import Fit, identify
from percuss._run import History, Run, Table
from percuss._solvers import Solution, friction, lcp
from percuss._state import State

__version__ = _percuss.version()
__all__ = ["Case", "CaseWarning", "ComputationError", "Fit", "FitWarning",
           "History", "InputError", "Interrupted", "Problem", "Quantity", "Run",
           "Solution", "State", "StateError", "Table", "friction", "identify",
           "lcp"]

for _public in (Case, Fit, History, Run, Table, State, Solution, InputError,
                ComputationError, Interrupted, StateError, CaseWarning, FitWarning,
                Problem, Quantity, lcp, friction, identify):
    _public.__module__ = "percuss"


def _end():
    close_all()
    _percuss.end_session()


atexit.register(_end)
