# SPDX-License-Identifier: Apache-2.0
"""How far first bounces are from what Newton's law makes of them."""


def bounce(results, name):
    return max(results[name].window("position[height]", {"from": 0.6,
                                                         "to": 1.35})[1])


def miss_of_half(results):
    return abs(bounce(results, "velocity_half") - 0.81)


def miss_of_position(results):
    return abs(bounce(results, "position") - 0.81)


def apart(results):
    return abs(bounce(results, "position") - bounce(results, "position_other"))
