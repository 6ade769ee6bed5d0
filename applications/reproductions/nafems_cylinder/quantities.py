# SPDX-License-Identifier: Apache-2.0
"""The run has R = 1 and E = 1, and half of the roller."""

from reductions import interpolate

RADIUS = 50.                              # mm
LOAD = 35e3                               # N/mm
OURS = 1 / (1 - 0.3**2)
MODULUS = 1 / ((1 - 0.3**2) * (1 / 210e3 + 1 / 70e3))  # MPa
HALF_LOAD = LOAD / (2 * RADIUS * MODULUS) * OURS


def at_load(results, column):
    run = results["roller"]
    return interpolate(run["force[obstacle]"], run[f"{column}[obstacle]"],
                       HALF_LOAD)


def half_width(results):
    return at_load(results, "contact_area") * RADIUS


def pressure(results):
    return at_load(results, "peak_pressure") * MODULUS / OURS
