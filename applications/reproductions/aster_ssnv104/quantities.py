# SPDX-License-Identifier: Apache-2.0
"""At half an approach of 2 mm, 0.04 of the radius. A force of schatzman-paoli is
the one that makes the gaps of the next step, which begins at t = 3000."""

import math

MODULUS = 1 / (1 - 0.3**2)
RADIUS = 50.  # mm


def at_approach(results, column):
    run = results["ball"]
    return run[f"{column}[obstacle]"][run["time"].index(3000.)]


def radius(results):
    return RADIUS * math.sqrt(at_approach(results, "contact_area") / math.pi)


def pressure_for_force(results):
    force = at_approach(results, "force")
    a = (3 * force / (4 * MODULUS))**(1 / 3)
    return at_approach(results, "peak_pressure") / (3 * force / (2 * math.pi * a**2))
