# SPDX-License-Identifier: Apache-2.0
"""Compares what percuss computes with what is published."""

import dataclasses
import math

from reductions import evaluate
from reproduction import runs_of

HOLDS, FAILS, DIFFERS, SKIPPED = "holds", "fails", "differs", "not computed"


@dataclasses.dataclass
class Verdict:
    """ours: None where nothing could be computed; note: why not."""
    row: object
    ours: float | None
    verdict: str
    note: str = ""

    @property
    def deviation(self):
        """ours less the published value; None without one."""
        return None if self.ours is None else self.ours - self.row.published

    @property
    def is_nearer(self):
        """Of each other program, whether ours is as near to the reference as
        its own published result, or nearer; nothing without an exact one."""
        reference = self.row.reference
        if self.ours is None or reference is None:
            return []
        return [abs(self.ours - reference) <= abs(other["value"] - reference)
                for other in self.row.other]


def judge(row, reproduction, results):
    """The verdict of a row.

    results: of the runs that were computed; one that the row needs may be
    missing."""
    if not set(runs_of(row.computed, reproduction.runs)) <= set(results):
        return Verdict(row, None, SKIPPED, "takes too long for --quick")
    try:
        ours = evaluate(row.computed, results, reproduction.folder)
    except (ArithmeticError, AttributeError, LookupError, OSError,
            StopIteration, TypeError, ValueError) as problem:
        return Verdict(row, None, FAILS, str(problem).strip("'\"")
                       or type(problem).__name__)
    if not math.isfinite(ours):
        return Verdict(row, None, FAILS, f"computed {ours}")
    if holds(row, ours):
        return Verdict(row, ours, HOLDS, "has a reason to differ, and does "
                       "not" if row.differs else "")
    return Verdict(row, ours, DIFFERS if row.differs else FAILS, row.differs)


def holds(row, ours):
    if row.relation == "at most":
        return ours <= row.published + row.tolerance
    if row.relation == "at least":
        return ours >= row.published - row.tolerance
    return abs(ours - row.published) <= row.tolerance
