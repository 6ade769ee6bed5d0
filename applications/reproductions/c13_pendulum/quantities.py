# SPDX-License-Identifier: Apache-2.0
"""The impulse of the wall in the first impact, by Newton's law.

The tip moves on a circle; with the angle phi of the rod its generalised mass is
m l^2 + J, and the gap's speed is -l sin(phi) phi', so that
P = (1 + e) (m l^2 + J) |phi'| / (l |sin phi|).
"""

import math


def first_impact(results):
    return next(i for i, value in enumerate(results["alpha"]["impulse[wall]"])
                if value > 0)


def joint_impulse_x(results):
    return results["alpha"]["impulse[pivot x]"][first_impact(results)]


def joint_impulse_y(results):
    return results["alpha"]["impulse[pivot y]"][first_impact(results)]


def impulse_over_newton(results):
    impulse, step = results["alpha"]["impulse[wall]"], first_impact(results)
    # at x = l cos(phi) = sqrt(2)/2, fallen by sqrt(2)/2 from rest
    mass, inertia, gravity, height, e = 1., 0.1, 10., math.sqrt(0.5), 0.8
    speed = math.sqrt(2 * mass * gravity * height / (mass + inertia))
    expected = (1 + e) * (mass + inertia) * speed / height
    return impulse[step] / expected
