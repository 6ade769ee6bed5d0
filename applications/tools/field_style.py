# SPDX-License-Identifier: Apache-2.0
"""How pictures show fields: colours, and by how much they enlarge what is too small
to be seen."""

import math

WIDTH = 1600  # of a picture [pixels]
MARGIN = 90   # left and right of what is drawn [pixels]
# value, red, green, blue, from the smallest value to the largest; zero is
# nearly white
SEQUENTIAL = (0., 0.96, 0.95, 0.92, 0.25, 0.99, 0.80, 0.45,
              0.5, 0.95, 0.50, 0.20, 0.75, 0.75, 0.15, 0.20,
              1., 0.35, 0.00, 0.15)
# from the smallest value, below zero, to the largest one
DIVERGING = (0., 0.23, 0.30, 0.75, 0.5, 0.87, 0.87, 0.87, 1., 0.71, 0.02, 0.15)


def enlargement(wanted, largest, round_to=math.floor):
    """1, 2, 5, 10, ... times what there is; 1 where it is large enough."""
    if not largest > 0 or wanted <= 1.3 * largest:
        return 1.
    steps = (1., 2., 5.)
    ratio = wanted / largest
    decade = 10. ** math.floor(math.log10(ratio))
    fitting = [step * decade for step in (*steps, 10.)]
    if round_to is math.ceil:
        return next(f for f in fitting if f >= ratio * (1 - 1e-9))
    return max(1., *(f for f in fitting if f <= ratio * (1 + 1e-9)))
