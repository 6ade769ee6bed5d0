#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots the slider of runs of the model 'slider crank' in its guide.

Above, the heights of its corners over the revolutions of the crank, in units
of the clearance c and relative to the corners of a centred slider: -1 and 1
are the walls. Below, a portrait per run: the path of the slider's centre.
"""

import argparse
import pathlib
import sys

# first, for its message where matplotlib is missing
from figure_style import (FORMATS, PALETTE, STYLE, picture_or_animation,
                          save)
import matplotlib.pyplot as plt
import numpy as np

from animation import add_options, animate, unrolled
from history import Run
from run_record import InputError

CORNERS = {"lower rear": 1, "lower front": 1, "upper front": -1,
           "upper rear": -1}  # sign of the height in the gap
NEEDED = ("time", "position[crank]", "position[rod]",
          *(f"gap[{name}]" for name in CORNERS))


def heights(run):
    """Heights of the corners in units of c; a start without inclination."""
    clearance = np.mean([run[f"gap[{name}]"][0] for name in CORNERS])
    return [sign * (run[f"gap[{name}]"] / clearance - 1)
            for name, sign in CORNERS.items()]


def draw(runs, lengths, revolutions):
    figure = plt.figure(figsize=(6.5, 4.6), constrained_layout=True)
    grid = figure.add_gridspec(2, len(runs))
    motion = figure.add_subplot(grid[0, :])
    motion.set_xlabel("revolutions of the crank")
    motion.set_ylabel("height of the corners / c")
    motion.set_xlim(0, revolutions)
    portraits = [figure.add_subplot(grid[1, i]) for i in range(len(runs))]
    for i, (run, portrait) in enumerate(zip(runs, portraits)):
        color = PALETTE[i % len(PALETTE)]
        turns = run["position[crank]"] / (2 * np.pi)
        shown = turns <= revolutions
        corners = [height[shown] for height in heights(run)]
        for height in corners:
            motion.plot(turns[shown], height, color=color,
                        linewidth=1.2 - 0.4 * i / max(len(runs) - 1, 1),
                        label=run.label if height is corners[0] else None)
        x = sum(length * np.cos(run[f"position[{body}]"][shown])
                for length, body in zip(lengths, ("crank", "rod")))
        portrait.plot(x, np.mean(corners, axis=0), color=color, linewidth=0.7)
        portrait.set_title(run.label, fontsize=STYLE["font.size"])
        portrait.set_xlabel("x of the slider [m]")
        portrait.sharey(portraits[0])
    portraits[0].set_ylabel("y of the slider / c")
    for axes in (motion, *portraits):
        for wall in (-1, 1):
            axes.axhline(wall, color="0.35", linewidth=0.6, zorder=0)
    motion.legend(loc="lower right", ncol=len(runs), bbox_to_anchor=(1, 0.98),
                  borderpad=0)
    return figure


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", nargs="+", metavar="DIR",
                        help="output directory of a run; several are compared")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        help=f"{' | '.join(FORMATS)} (default: "
                        "slider_crank.png in the first DIR)")
    parser.add_argument("--lengths", type=float, nargs=2, metavar="L",
                        default=(0.153, 0.306),
                        help="of crank and rod [m] (default: %(default)s)")
    parser.add_argument("--revolutions", type=float, default=2, metavar="N",
                        help="shown (default: %(default)s)")
    add_options(parser)
    arguments = parser.parse_args()
    try:
        default = pathlib.Path(arguments.directories[0], "slider_crank.png")
        files = picture_or_animation(arguments, default)
        runs = [Run(directory) for directory in arguments.directories]
        for run in runs:
            missing = [name for name in NEEDED if name not in run.columns]
            if missing:
                raise InputError(f"{run.directory / 'history.csv'} lacks the "
                                 f"column {missing[0]}: name runs of the "
                                 "model 'slider crank'")
        with plt.rc_context(STYLE):
            figure = draw(runs, arguments.lengths, arguments.revolutions)
            if arguments.animate:
                animate(unrolled(figure, arguments.width, arguments.frames,
                                 lambda points, share:
                                 round(share * len(points))),
                        files, arguments.seconds, arguments.width)
            else:
                save(figure, arguments.output)
    except InputError as problem:
        print(f"plot_slider_crank.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
