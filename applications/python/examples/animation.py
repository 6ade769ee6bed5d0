# SPDX-License-Identifier: Apache-2.0
"""Dominoes fall: an animation, drawn between the steps of the run."""

import numpy
import percuss
from matplotlib.animation import FuncAnimation, PillowWriter
from picture import BLUE, CASES, FOLDER, plt

HALF = numpy.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (0.01, 0.05)  # m
case = percuss.Case(CASES / "mechanisms/dominoes.prm")
case["Time integration/end time"] = 1.2


def corners(x, y, angle):
    c, s = numpy.cos(angle), numpy.sin(angle)
    return HALF @ [[c, s], [-s, c]] + (x, y)


frames = [(state.time, state.positions.reshape(-1, 3).copy())
          for state in case.steps(every=25)]
figure, ax = plt.subplots(figsize=(6.4, 1.7), dpi=90)
ax.set(xlim=(-0.05, 0.85), ylim=(0, 0.125), aspect="equal", yticks=[],
       xlabel="x [m]")
ax.grid(False)
dominoes = [ax.fill([0], [0], color=BLUE, alpha=0.8)[0] for _ in frames[0][1]]


def draw(frame):
    time, bodies = frame
    for domino, place in zip(dominoes, bodies):
        domino.set_xy(corners(*place))
    ax.set_title(f"t = {time:.2f} s", fontsize=9, loc="right")
    return dominoes


file = FOLDER / "animation.gif"
FuncAnimation(figure, draw, frames, cache_frame_data=False).save(
    file, PillowWriter(fps=20))
print(f"{len(frames)} frames; the last domino has turned by "
      f"{numpy.degrees(frames[-1][1][-1, 2]):.0f} degrees\npicture: {file}")
