# SPDX-License-Identifier: Apache-2.0
"""When the forces of the two impacts, before and after 0.2 s, are largest."""


def time_of_largest(results, second):
    """The middle of the step: a force is the mean of its step."""
    run = results["mass"]
    step = run["time"][1] - run["time"][0]
    return max((force, time) for time, force in zip(
        run["time"], run["force[wall]"]) if (time > 0.2) == second)[1] - step / 2


def first_time(results):
    return time_of_largest(results, False)


def second_time(results):
    return time_of_largest(results, True)
