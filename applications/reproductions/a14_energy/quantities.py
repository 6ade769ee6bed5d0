# SPDX-License-Identifier: Apache-2.0
"""The largest increase of an energy in a step, of the energy at the start."""

import functools
import itertools


def increase(results, name, column):
    values = results[name][column]
    return max(b - a for a, b in itertools.pairwise(values)) / values[0]


increase_newmark, increase_hht, increase_alpha = (
    functools.partial(increase, name=name, column="energy_algorithmic")
    for name in ("newmark", "hht", "alpha"))


def increase_dissipative(results):
    """Works of the load and of the damper are not counted."""
    run = results["dissipative"]
    values = [energy - sum(works) for energy, *works in zip(
        run["energy_total"], run["work_external"], run["work_damping"])]
    return max(b - a for a, b in itertools.pairwise(values)) / max(
        map(abs, run["energy_total"]))
