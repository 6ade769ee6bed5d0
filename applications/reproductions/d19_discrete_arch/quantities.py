# SPDX-License-Identifier: Apache-2.0
"""Gaps and forces at the end of the run."""


def final(run, prefix):
    return [run[name][-1] for name in run.lines[0]
            if name.startswith(prefix + "[")]


def lowest_gap(results):
    return min(final(results["arch"], "gap"))


def reaction_ratio(results):
    return (sum(final(results["heavier"], "force"))
            / sum(final(results["arch"], "force")))


def reaction_with_printed_stiffness(results):
    run = results["printed"]
    return 0. if run.failure else sum(final(run, "force"))
