# SPDX-License-Identifier: Apache-2.0
"""Exceptions and warnings of the package."""

import collections

Problem = collections.namedtuple(
    "Problem", "file line entry message suggestion")


class InputError(ValueError):
    """What was given is wrong, and only its author can put it right: what was
    found, where, what is allowed. The program ends with status 2 then.

    run: the run up to there where it is one of a step, else None.
    problems: all that is wrong, each a Problem; empty where Python found it.
    """

    run = None
    problems = ()


class ComputationError(RuntimeError):
    """The computation failed: with the step, its time, and what to try. The
    program ends with status 1 then.

    run: the Run up to there, else None.
    solution: of lcp() and friction() what the solver has left, else None.
    """

    run = None
    solution = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a run with the step that it was in.

    run: the Run up to there.
    """

    run = None


class StateError(RuntimeError):
    """A State was asked for what the next step has changed."""


class FitWarning(UserWarning):
    """What identify() leaves open."""


class CaseWarning(UserWarning):
    """What the program warns of on its standard error output."""
