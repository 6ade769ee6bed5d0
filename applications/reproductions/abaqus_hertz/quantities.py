# SPDX-License-Identifier: Apache-2.0
"""Half width and pressure over Hertz' for the load. The mesh is one half of the
cylinder, R = 1 and E = 1; two cylinders have the same load, half the relative
radius and half the modulus of one on a rigid plane, so that b is the same."""

import math

MODULUS = 1 / (1 - 0.3**2)


def found(results):
    """(load of the whole cylinder, half width, largest pressure)"""
    run = results["cylinder"]
    force, width, pressure = (run[f"{column}[obstacle]"][-2] for column in
                              ("force", "contact_area", "peak_pressure"))
    return 2 * force, width, pressure


def hertz(load):
    """b = (4 P R/(pi E*))^(1/2) on a rigid plane"""
    return math.sqrt(4 * load / (math.pi * MODULUS))


def width(results):
    load, half_width, _ = found(results)
    return half_width / hertz(load)


def pressure(results):
    load, _, largest = found(results)
    return largest / (2 * load / (math.pi * hertz(load)))
