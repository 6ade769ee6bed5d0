# SPDX-License-Identifier: Apache-2.0
"""Of studies whose curves are the schemes, in this order."""

from reductions import evaluate

MOREAU, CD_LAGRANGE = 0, 1
COLUMN = "position_L1_relative"


def label(run, scheme):
    return run.study["curves"][scheme]


def free_error(results, scheme):
    run = results["free"]
    return max(float(row[COLUMN]) for row in run.curve(label(run, scheme)))


def order(results, scheme):
    run = results["impacts"]
    return evaluate({"rate": COLUMN, "curve": label(run, scheme),
                     "run": "impacts"}, results, None)


def free_error_moreau(results):
    return free_error(results, MOREAU)


def free_error_cd(results):
    return free_error(results, CD_LAGRANGE)


def order_moreau(results):
    return order(results, MOREAU)


def order_cd(results):
    return order(results, CD_LAGRANGE)
