#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws runs of the models 'mechanism' and 'spatial mechanism' at a few times,
a panel for each run.

Bodies are drawn with the shape that they are declared with, else through the
points that joints, contacts and springs name, beams through their nodes,
obstacles in grey; earlier times are paler. Thin lines are the paths of centres of
mass and of tips of beams.
"""

import argparse
import pathlib
import sys

# first, for its message where matplotlib is missing
from figure_style import (FORMATS, PALETTE, STYLE, picture_or_animation,
                          save)
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgb

from animation import add_options, animate, frame_of
from history import Run
from mechanism_text import read_mechanism
from planar_motion import Motion
from planar_shapes import core, rounded
from run_record import InputError
import spatial_drawing
from spatial_drawing import SpatialMotion
from units import quantity, scaled_unit

OBSTACLE = "0.55"


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


def draw_shape(axes, place, word, numbers, color, alpha):
    """A body as it is declared; `place` takes its points into the plane."""
    style = {"edgecolor": (*to_rgb(color), alpha), "linewidth": 1,
             "facecolor": (*to_rgb(color), 0.12 * alpha)}
    points, radius = core(word, numbers)
    if word == "rod":
        axes.plot(*place(points).T, color=color, alpha=alpha, linewidth=1.6)
    elif word == "disc":
        axes.add_patch(plt.Circle(place((0, 0))[0], radius, **style))
        axes.plot(*place([(0, 0), (radius, 0)]).T, color=color,
                  alpha=alpha, linewidth=0.6)  # shows that it turns
    else:
        axes.add_patch(plt.Polygon(place(rounded(points, radius)), **style))


def colors_of(mechanism):
    return dict(zip([*mechanism.bodies, *mechanism.beams],
                    PALETTE * (1 + len(mechanism.bodies)
                               + len(mechanism.beams))))


def draw_frame(axes, motion, mechanism, row, alpha, colors):
    with_rectangles = {name for name, *_ in mechanism.rectangles}
    for body, points in mechanism.bodies.items():
        style = {"color": colors[body], "alpha": alpha}
        if body in mechanism.shapes:
            draw_shape(axes, lambda p, body=body: motion.place(body, p, row),
                       *mechanism.shapes[body], colors[body], alpha)
        elif body not in with_rectangles:
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
    for name, point, radius in [*mechanism.circles, *mechanism.rings]:
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


def draw_spatial(axes, motion, mechanism, rows, alphas, extent):
    """extent: the rows that say how large the surroundings are."""
    colors = colors_of(mechanism)
    size, centre = spatial_drawing.extent(motion, mechanism, extent)
    for row, alpha in zip(rows, alphas):
        spatial_drawing.draw_frame(axes, motion, mechanism, row, alpha, colors,
                                   OBSTACLE)
    spatial_drawing.draw_surroundings(axes, motion, mechanism, rows[-1], size,
                                      centre, colors, OBSTACLE)
    spatial_drawing.draw_axes(axes)
    axes.set_aspect("equal", adjustable="datalim")
    draw_scale_bar(axes, size)


def draw_scale_bar(axes, size):
    """A length of 1, 2 or 5 times a power of ten, below the picture."""
    power = 10. ** np.floor(np.log10(size / 4))
    length = max(step * power for step in (1, 2, 5)
                 if step * power <= size / 4)
    factor, unit = scaled_unit(length, "m")
    x, y = axes.dataLim.x1, axes.dataLim.y0 - 0.1 * size
    axes.plot([x - length, x], [y, y], color="black", linewidth=1.2,
              solid_capstyle="butt")
    axes.text(x - length / 2, y + 0.02 * size, f"{length * factor:g} {unit}",
              ha="center", va="bottom")


def chosen_rows(run, n_times, interval):
    """Rows in the interval, equally spaced, the first and the last of them."""
    begin, end = np.searchsorted(run["time"], interval) if interval else \
        (0, len(run["time"]))
    end = min(max(end, begin + 1), len(run["time"]))
    return np.unique(np.linspace(begin, end - 1, n_times).astype(int))


def draw(axes, run, rows, every=None):
    """The run at some rows.

    every: rows over which paths are drawn and which say how much is seen, by
    default the same."""
    mechanism = read_mechanism(run.directory / "used_parameters.prm")
    in_space = mechanism.dimension == 3
    motion = (SpatialMotion if in_space else Motion)(run, mechanism.fixed)
    every = rows if every is None else every
    alphas = 0.25 + 0.75 * (np.arange(len(rows)) + 1) / len(rows)
    paths = [*mechanism.bodies, *(f"{beam}.end" for beam in mechanism.beams)]
    for name in paths:
        axes.plot(*motion.path(name, slice(every[0], every[-1] + 1)).T,
                  color=OBSTACLE, linewidth=0.4, zorder=0)
    if in_space:
        draw_spatial(axes, motion, mechanism, rows, alphas, every)
    else:
        colors = colors_of(mechanism)
        for row, alpha in zip(rows, alphas):
            draw_frame(axes, motion, mechanism, row, alpha, colors)
        draw_surroundings(axes, motion, mechanism, rows[-1])
        axes.set_aspect("equal", adjustable="datalim")
        axes.locator_params(nbins=5)
        axes.set_xlabel("x [m]")
        axes.set_ylabel("y [m]")
    word = "to " if len(rows) > 1 else "t = "
    axes.set_title(f"{run.label}, {word}"
                   f"{quantity(float(run['time'][rows[-1]]), 's')}",
                   fontsize=STYLE["font.size"])


def make_panels(n):
    columns = min(n, 3)
    lines = -(-n // columns)
    wide = 2.6 if n > 1 else 4.2
    figure, panels = plt.subplots(
        lines, columns, figsize=(wide * columns + 0.4, (wide - 0.1) * lines),
        squeeze=False, constrained_layout=True)
    for axes in panels.flat[n:]:
        axes.remove()
    return figure, list(panels.flat[:n])


def frames(figure, panels, runs, arguments):
    """Of an animation: the runs at one time, in an unchanged view."""
    shown = []
    for axes, run in zip(panels, runs):
        draw(axes, run, chosen_rows(run, 12, arguments.interval))
    frame_of(figure, arguments.width)
    figure.set_layout_engine("none")
    for axes, run in zip(panels, runs):
        shown.append((axes, run, axes.get_xlim(), axes.get_ylim(),
                      chosen_rows(run, arguments.frames, arguments.interval)))
    for i in range(max(len(rows) for *_, rows in shown)):
        for axes, run, x, y, rows in shown:
            axes.cla()
            axes.autoscale(True)
            draw(axes, run, [rows[min(i, len(rows) - 1)]], rows)
            axes.set_xlim(x)
            axes.set_ylim(y)
        yield frame_of(figure, arguments.width)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", nargs="+", metavar="DIR",
                        help="output directory of a run")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        help=f"{' | '.join(FORMATS)} (default: mechanism.png "
                        "in the first DIR)")
    parser.add_argument("--times", type=int, default=5, metavar="N",
                        help="how many are drawn (default: %(default)s)")
    parser.add_argument("--interval", type=float, nargs=2, metavar="T",
                        help="first and last time [s] (default: the run's)")
    add_options(parser)
    arguments = parser.parse_args()
    try:
        default = pathlib.Path(arguments.directories[0], "mechanism.png")
        files = picture_or_animation(arguments, default)
        if arguments.times < 1:
            raise InputError(f"--times {arguments.times}: at least one")
        runs = [Run(directory) for directory in arguments.directories]
        with plt.rc_context(STYLE):
            figure, panels = make_panels(len(runs))
            if arguments.animate:
                animate(frames(figure, panels, runs, arguments), files,
                        arguments.seconds, arguments.width)
                return 0
            for axes, run in zip(panels, runs):
                draw(axes, run, chosen_rows(run, arguments.times,
                                            arguments.interval))
            save(figure, arguments.output)
    except InputError as problem:
        print(f"plot_mechanism.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
