# SPDX-License-Identifier: Apache-2.0
"""The impulse of the wall in the first impact, by Newton's law.

The tip moves on a circle; with the angle phi of the rod its generalised mass is
m l^2 + J, and the gap's speed is -l sin(phi) phi', so that
P = (1 + e) (m l^2 + J) |phi'| / (l |sin phi|).
"""

import math


def impulse_over_newton(results):
    run = results["alpha"]
    impulse = run["impulse[wall]"]
    step = next(i for i, value in enumerate(impulse) if value > 0)
    # at x = l cos(phi) = sqrt(2)/2, fallen by sqrt(2)/2 from rest
    mass, inertia, gravity, height, e = 1., 0.1, 10., math.sqrt(0.5), 0.8
    speed = math.sqrt(2 * mass * gravity * height / (mass + inertia))
    expected = (1 + e) * (mass + inertia) * speed / height
    return impulse[step] / expected
