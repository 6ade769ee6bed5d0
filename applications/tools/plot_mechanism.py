#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws runs of the model 'mechanism' at a few times, a panel for each run.

Bodies are drawn through the points that joints, contacts and springs name,
discs and rectangles with their sizes, beams through their nodes, obstacles in
grey; earlier times are paler. Thin lines are the paths of centres of mass and
of tips of beams.
"""

import argparse
import pathlib
import sys

# first, for its message where matplotlib is missing
from figure_style import FORMATS, PALETTE, STYLE, save
import matplotlib.pyplot as plt
import numpy as np

from history import InputError, Run
from mechanism_text import read_mechanism
from units import quantity

OBSTACLE = "0.55"


def turned(points, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points) @ np.array([[c, s], [-s, c]])


class Motion:
    """Where the frames of a run are."""

    def __init__(self, run):
        self.run = run

    def frames(self, name):
        """X, Y, theta of a body or a beam's node, at all times."""
        try:
            return np.transpose([self.run[f"position[{name} {axis}]"]
                                 for axis in ("x", "y", "angle")])
        except KeyError:
            raise InputError(
                f"{self.run.directory / 'history.csv'} lacks the positions of "
                f"'{name}', which its used_parameters.prm has: repeat the "
                "run") from None

    def frame(self, name, row):
        return np.zeros(3) if name == "ground" else self.frames(name)[row]

    def place(self, name, points, row):
        """Points of a frame in the plane."""
        x, y, angle = self.frame(name, row)
        return turned(np.reshape(points, (-1, 2)), angle) + (x, y)

    def nodes(self, beam, row):
        """The nodes of a beam, in their order."""
        names = [column[len("position["):-len(" x]")]
                 for column in self.run.columns
                 if column.startswith(f"position[{beam}.")
                 and column.endswith(" x]")]
        return np.array([self.frame(name, row)[:2] for name in names])


def outline(points):
    """Points of a body in an order in which lines join them."""
    points = np.unique(np.round(points, 12), axis=0)
    if len(points) < 3:
        return points
    centre = points.mean(axis=0)
    order = np.argsort(np.arctan2(*(points - centre).T[::-1]))
    return points[np.append(order, order[0])]


def circle(centre, radius, **style):
    return plt.Circle(centre, radius, fill=False, **style)


def draw_frame(axes, motion, mechanism, row, alpha):
    colors = dict(zip([*mechanism.bodies, *mechanism.beams],
                      PALETTE * (1 + len(mechanism.bodies))))
    for body, points in mechanism.bodies.items():
        style = {"color": colors[body], "alpha": alpha}
        line = motion.place(body, outline([(0, 0), *points]), row)
        axes.plot(*line.T, linewidth=1.2, **style)
        axes.plot(*motion.place(body, (0, 0), row).T, "o", markersize=2,
                  **style)
    for beam in mechanism.beams:
        axes.plot(*motion.nodes(beam, row).T, linewidth=1.6,
                  color=colors[beam], alpha=alpha)
    for name, point, radius in mechanism.discs:
        axes.add_patch(circle(motion.place(name, point, row)[0], radius,
                              linewidth=0.8, alpha=alpha,
                              color=colors.get(name, OBSTACLE)))
    for name, point, half in mechanism.rectangles:
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
        axes.plot(*motion.place(name, point + corners * half, row).T,
                  linewidth=0.9, color=colors.get(name, OBSTACLE), alpha=alpha)
    for name, point, radius in mechanism.circles:
        axes.add_patch(circle(motion.place(name, point, row)[0], radius,
                              linewidth=0.8, alpha=alpha,
                              color=colors.get(name, OBSTACLE)))


def draw_surroundings(axes, motion, mechanism, row):
    """Springs at the end; straight obstacles on the ground as they cross the
    panel, which they do not widen."""
    axes.autoscale_view()
    axes.autoscale(False)
    for name, point, direction in mechanism.lines:
        if name == "ground":
            axes.axline(point, np.add(point, direction), color=OBSTACLE,
                        linewidth=0.8, zorder=0)
    for name, point, other in mechanism.springs:
        ends = [motion.place(frame, p, row)[0] for frame, p in
                ((name, point), other)]
        axes.plot(*np.transpose(ends), color=OBSTACLE, linewidth=0.5,
                  linestyle=(0, (1, 1)), zorder=0)


def draw(axes, run, n_times, interval):
    mechanism = read_mechanism(run.directory / "used_parameters.prm")
    motion = Motion(run)
    begin, end = np.searchsorted(run["time"], interval) if interval else \
        (0, len(run["time"]))
    end = min(max(end, begin + 1), len(run["time"]))
    rows = np.unique(np.linspace(begin, end - 1, n_times).astype(int))
    for i, row in enumerate(rows):
        draw_frame(axes, motion, mechanism, row,
                   0.25 + 0.75 * (i + 1) / len(rows))
    paths = [*mechanism.bodies, *(f"{beam}.end" for beam in mechanism.beams)]
    for name in paths:
        axes.plot(*motion.frames(name)[begin:end, :2].T, color=OBSTACLE,
                  linewidth=0.4, zorder=0)
    draw_surroundings(axes, motion, mechanism, rows[-1])
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_title(f"{run.label}, to "
                   f"{quantity(float(run['time'][rows[-1]]), 's')}",
                   fontsize=STYLE["font.size"])
    axes.locator_params(nbins=5)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", nargs="+", metavar="DIR",
                        help="output directory of a run")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        default=pathlib.Path("mechanism.png"),
                        help=f"{' | '.join(FORMATS)} (default: %(default)s)")
    parser.add_argument("--times", type=int, default=5, metavar="N",
                        help="how many are drawn (default: %(default)s)")
    parser.add_argument("--interval", type=float, nargs=2, metavar="T",
                        help="first and last time [s] (default: the run's)")
    arguments = parser.parse_args()
    try:
        if arguments.output.suffix not in FORMATS:
            raise InputError(f"--output {arguments.output}: end the name in "
                             f"one of {', '.join(FORMATS)}")
        if arguments.times < 1:
            raise InputError(f"--times {arguments.times}: at least one")
        runs = [Run(directory) for directory in arguments.directories]
        with plt.rc_context(STYLE):
            columns = min(len(runs), 3)
            lines = -(-len(runs) // columns)
            figure, panels = plt.subplots(
                lines, columns, figsize=(2.6 * columns + 0.4, 2.5 * lines),
                squeeze=False, constrained_layout=True)
            for axes in panels.flat[len(runs):]:
                axes.remove()
            for axes, run in zip(panels.flat, runs):
                draw(axes, run, arguments.times, arguments.interval)
            save(figure, arguments.output)
    except InputError as problem:
        print(f"plot_mechanism.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
