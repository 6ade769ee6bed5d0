# SPDX-License-Identifier: Apache-2.0
"""Units with a prefix that suits the numbers."""

import math

PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "",
            3: "k", 6: "M", 9: "G", 12: "T"}


def scaled_unit(largest, unit):
    """Returns factor and prefixed unit: largest * factor is in [1, 1000).

    Values between 0.1 and 10000 keep the unit without prefix."""
    if not (math.isfinite(largest) and largest > 0) or 0.1 <= largest < 1e4:
        return 1., unit
    exponent = 3 * math.floor(math.log10(largest * (1 + 1e-12)) / 3)
    exponent = max(min(exponent, max(PREFIXES)), min(PREFIXES))
    return 10. ** -exponent, PREFIXES[exponent] + unit


def quantity(value, unit):
    """The value with its unit, as '2 µs'."""
    factor, unit = scaled_unit(abs(value), unit)
    return f"{value * factor:.4g} {unit}"
