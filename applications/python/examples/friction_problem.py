# SPDX-License-Identifier: Apache-2.0
"""A block on a slope as one contact problem: it rests, slides or tips, as its
two corners can bear, over slope and friction."""

import numpy
import percuss
from picture import plt, save

WIDTH, HEIGHT, GRAVITY = 1., 2.2, 9.81
M = numpy.diag([1., 1., (WIDTH**2 + HEIGHT**2) / 12])  # x, y, angle
# rows (N, T) of the left and the right corner
G = numpy.array([[0., 1., -WIDTH / 2], [1., 0., HEIGHT / 2],
                 [0., 1., WIDTH / 2], [1., 0., HEIGHT / 2]])
W = G @ numpy.linalg.inv(M) @ G.T


def state(slope, mu):
    """0: it rests, 1: it slides, 2: it tips, 3: both, after a unit of time."""
    f = GRAVITY * numpy.array([numpy.sin(slope), -numpy.cos(slope), 0.])
    solution = percuss.friction(W, G @ numpy.linalg.solve(M, f), [mu, mu])
    tips = solution.u[[0, 2]].max() > 1e-8
    slides = abs(solution.u[[1, 3]]).max() > 1e-8 and not (
        tips and abs(solution.u[3]) < 1e-8)
    return slides + 2 * tips


slopes = numpy.radians(numpy.linspace(0.25, 44.75, 60))
coefficients = numpy.linspace(0.01, 0.99, 60)
states = numpy.array([[state(slope, mu) for slope in slopes]
                      for mu in coefficients])
print(f"{states.size} problems; it rests in {(states == 0).sum()}, slides in "
      f"{(states == 1).sum()}, tips in {(states >= 2).sum()}")
figure, ax = plt.subplots(figsize=(4.6, 3.4))
ax.pcolormesh(numpy.degrees(slopes), coefficients, states, vmin=0, vmax=3,
              cmap=plt.matplotlib.colors.ListedColormap(
                  ["#e8eef5", "#9cc0e7", "#f0b7ae", "#b58bc2"]))
ax.plot(numpy.degrees(slopes), numpy.tan(slopes), "k", linewidth=1)
ax.axvline(numpy.degrees(numpy.arctan(WIDTH / HEIGHT)), color="k", linewidth=1)
for x, y, name in ((8, 0.6, "rests"), (33, 0.2, "slides"), (34, 0.85, "tips"), (38.5, 0.47, "both")):
    ax.text(x, y, name, ha="center")
ax.set(xlabel="slope [degrees]", ylabel="friction coefficient", ylim=(0, 1))
ax.grid(False)
save(figure, "friction_problem")
