# SPDX-License-Identifier: Apache-2.0
"""An elastic block falls on a floor with waves that travel; the floor is a
function of place and time."""

import math

import numpy
import percuss
from picture import BLUE, GREY, plt, save

SIDE = numpy.linspace(0, 1, 17)
OUTLINE = [(x, 0.) for x in SIDE] + [(1., y) for y in SIDE[1:]] + \
    [(x, 1.) for x in SIDE[-2::-1]] + [(0., y) for y in SIDE[-2:0:-1]]


def height(x, t):
    return 0.1 * math.sin(4. * x - 3. * t)


def floor(x, t):
    """The distance above the floor, to first order."""
    slope = 0.4 * math.cos(4. * x[0] - 3. * t)
    return (x[1] + 0.15 - height(x[0], t)) / math.hypot(1., slope)


case = percuss.Case({
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 400, "Poisson's ratio": 0.3,
              "density": 1, "gravity": "0, -10",
              "mesh generator arguments": "8, 8 : 0, 0 : 1, 1 : true",
              "contact boundaries": 2},
    "Contact": {"friction coefficient": 0.2},
    "Time integration": {"time step": 2e-3, "end time": 0.6},
    "Output": {"monitored points": " ; ".join(
        f"p{i}: {x}, {y}" for i, (x, y) in enumerate(OUTLINE))}})
case.obstacle = floor

figure, axes = plt.subplots(1, 4, figsize=(7.5, 2.7), sharey=True)
x = numpy.linspace(-0.4, 1.4, 200)
for ax, state in zip(axes, case.steps(every=75)):
    # names are p0.x, p0.y, p1.x, ...
    points = state.positions.reshape(-1, 2)
    ax.fill(*points.T, facecolor="#cfe0f2", edgecolor=BLUE)
    ground = [height(each, state.time) - 0.15 for each in x]
    ax.fill_between(x, ground, -0.6, color=GREY, alpha=0.5)
    ax.set(title=f"t = {state.time:.2f} s", aspect="equal", xlim=(-0.3, 1.3),
           ylim=(-0.5, 1.15))
    print(f"t = {state.time:.2f} s: lowest point {points[:, 1].min():.4f} m, "
          f"impulse {state.impulses[::2].sum():.3g} N s")
save(figure, "own_obstacle")
