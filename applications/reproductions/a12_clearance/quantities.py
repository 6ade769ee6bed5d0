# SPDX-License-Identifier: Apache-2.0
"""When the journal strikes its bearing, and what the crank does before."""


def change_of_crank_speed(results):
    _, speeds = results["combined"].window("velocity[crank angle]",
                                           {"to": 4.4e-4})
    return max(abs(speed - 150) for speed in speeds)


def first_impact_of(run):
    times, impulses = run["time"], run["impulse[journal]"]
    return next(t for t, p in zip(times, impulses) if p > 0)


def first_impact(results):
    return first_impact_of(results["combined"])


def first_impact_of_larger(results):
    return first_impact_of(results["larger"])
