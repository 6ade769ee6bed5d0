# SPDX-License-Identifier: Apache-2.0
"""Orders of the schemes of a study, moreau-jean, cd-lagrange and its implicit
form in this order."""

import functools

from reductions import evaluate

COLUMN = "position_L1_relative"


def order(results, name, scheme):
    run = results[name]
    return evaluate({"rate": COLUMN, "curve": run.study["curves"][scheme],
                     "run": name}, results, None)


order_free_0, order_free_1, order_free_2 = (
    functools.partial(order, name="free", scheme=i) for i in range(3))
order_impacts_0, order_impacts_1, order_impacts_2 = (
    functools.partial(order, name="impacts", scheme=i) for i in range(3))


def error_ratio(results):
    run = results["impacts"]
    moreau, cd_lagrange = (
        min(run.curve(label), key=lambda row: float(row["time_step"]))
        for label in run.study["curves"][:2])
    return float(cd_lagrange[COLUMN]) / float(moreau[COLUMN])
