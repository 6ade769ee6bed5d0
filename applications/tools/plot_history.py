#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots history.csv of a run, or of several runs over each other.

Panels over time: gap, velocity and force of the contacts (position and
velocity of the monitored points where there is no contact), how far joints are
open, the energies, the change of the total and of the algorithmic energy since
the start, what has taken energy, and the residual of the energy identity
relative to the largest energy where there is one. Dashed black: the exact
solution, if the run has left it in reference.csv.
"""

import argparse
import fnmatch
import pathlib
import sys

# first, for its message where matplotlib is missing
from figure_style import (DASHES, FORMATS, PALETTE, STYLE, check_picture,
                          put_legend, save)
import matplotlib.pyplot as plt
import numpy as np

from energy_balance import CAUSES, print_energy_balance
from animation import add_options, animate, animation_files, unrolled
from history import Run, labels, largest
from run_record import InputError, plain
from units import scaled_unit

CONTACT_PANELS = (("gap", "gap", "m"),
                  ("contact_velocity", "contact velocity", "m/s"),
                  ("force", "contact force", "N"))
POINT_PANELS = (("position", "position", "m"), ("velocity", "velocity", "m/s"))
ENERGY_STYLES = {"kinetic": (PALETTE[0], DASHES[1]),
                 "strain": (PALETTE[1], DASHES[2]),
                 "potential": (PALETTE[2], DASHES[3]),
                 "total": ("black", DASHES[0]),
                 "algorithmic": (PALETTE[3], DASHES[1])}
VISIBLE = 2e-3  # of the largest energy: less is within a line's width
ROUNDING = 1e-18  # of the largest energy: what is below says nothing


class Plot:
    """One figure with a panel per quantity, time along all of them.

    One run: colours tell the contacts and the energies apart. Several: colours
    tell the runs, dashes the contacts and the energies; the lines get thinner
    from run to run so that equal ones show side by side."""

    def __init__(self, runs, patterns=("*",)):
        self.runs = runs
        self.patterns = patterns
        self.has_exact = False
        self.time_factor, self.time_unit = scaled_unit(
            max(largest(run["time"]) for run in runs), "s")
        panels = (CONTACT_PANELS if members(runs, "gap") else POINT_PANELS)
        panels = [panel for panel in panels if self.names(panel[0])]
        joints = self.names("joint gap")
        with_identity = [run for run in runs if run.has_identity()]
        n_panels = (len(panels) + bool(joints) + 3 + bool(with_identity))
        self.figure, axes = plt.subplots(
            n_panels, 1, sharex=True, figsize=(6.5, 1.4 * n_panels + 0.9),
            constrained_layout=True)

        for ax, panel in zip(axes, panels):
            self.draw_members(ax, *panel)
        rest = iter(axes[len(panels):])
        if joints:
            self.draw_joints(next(rest), joints)
        self.draw_energies(next(rest))
        self.draw_energy_change(next(rest))
        self.draw_losses(next(rest))
        if with_identity:
            self.draw_residual(next(rest))
        self.name_lines(axes[0], panels)
        axes[-1].set_xlabel(f"time [{self.time_unit}]")
        axes[-1].set_xlim(*time_limits(runs, self.time_factor))
        self.figure.align_ylabels(axes)
        if len(runs) == 1:
            self.figure.suptitle(runs[0].title)

    def names(self, prefix):
        """The '[NAME]' of the columns prefix[NAME], of contacts and points that
        are wanted; of joints those of their gaps."""
        kind = "joint" if prefix == "joint gap" else "contact"
        column = "gap" if prefix == "joint gap" else prefix
        every = members(self.runs, column)
        if column in ("position", "velocity"):
            chosen = every
        else:
            chosen = [name for name in every
                      if any(run.kind(name) == kind for run in self.runs)]
        return [name for name in chosen if
                any(fnmatch.fnmatchcase(plain(name), pattern)
                    for pattern in self.patterns)]

    def draw_line(self, ax, i_run, values, color, dashes="-"):
        ax.plot(self.runs[i_run]["time"] * self.time_factor, values,
                color=color, linestyle=dashes,
                linewidth=0.8 + self.extra_width(i_run),
                marker="o" if values.size <= 20 else None)

    def extra_width(self, i_run):
        behind = len(self.runs) - 1 - i_run
        return behind * min(0.7, 1.6 / max(len(self.runs) - 1, 1))

    def member_styles(self, names, i_run):
        """Colour and dashes of each contact, or point, of a run."""
        if len(self.runs) > 1:
            return [(run_color(i_run), DASHES[i % len(DASHES)])
                    for i in range(len(names))]
        if len(names) <= len(PALETTE):
            return [(color, "-") for color in PALETTE[:len(names)]]
        return [(color, "-")
                for color in plt.cm.viridis(np.linspace(0, 0.93, len(names)))]

    def draw_members(self, ax, prefix, title, unit):
        if prefix == "force" and len({run.force_label()
                                      for run in self.runs}) == 1:
            title = self.runs[0].force_label()
        names = self.names(prefix)
        factor, unit = scaled_unit(
            max(largest(run[prefix + name]) for run in self.runs
                for name in names if prefix + name in run.columns), unit)
        ax.axhline(0, color="0.35", linewidth=0.6)
        for i, run in enumerate(self.runs):
            for name, style in zip(names, self.member_styles(names, i)):
                if prefix + name in run.columns:
                    self.draw_line(ax, i, run[prefix + name] * factor, *style)
                tangential = run.tangential(prefix + name)
                if prefix == "force":
                    for column in tangential:
                        self.draw_line(ax, i, run[column] * factor, style[0],
                                       DASHES[2])
        self.draw_exact(ax, prefix, names, factor)
        # a long title takes two lines, beside its own axes
        ax.set_ylabel(f"{title} [{unit}]".replace(" / ", "\n/ "))

    def draw_exact(self, ax, prefix, names, factor):
        """What the first run that knows it is compared with, over all."""
        run = next((run for run in self.runs if run.reference), None)
        if run is None:
            return
        for name in names or [""]:
            values = run.exact(prefix + name)
            if values is not None:
                low, high = ax.get_ylim()
                ax.plot(run.reference["time"] * self.time_factor,
                        values * factor, color="black", linewidth=0.6,
                        linestyle=(0, (4, 2)), zorder=3)
                if prefix == "force":  # a front need not be seen whole
                    ax.set_ylim(low, high)
                self.has_exact = True

    def draw_joints(self, ax, names):
        """The largest gap of each joint's rows, or of all of them."""
        factor, unit = scaled_unit(
            max(largest(run["gap" + name]) for run in self.runs
                for name in names if "gap" + name in run.columns), "m")
        for i, run in enumerate(self.runs):
            rows = [np.abs(run["gap" + name]) for name in names
                    if "gap" + name in run.columns]
            if rows:
                self.draw_line(ax, i, np.max(rows, axis=0) * factor,
                               run_color(i))
        ax.set_ylabel(f"joints [{unit}]")
        ax.set_title("largest gap of the joints (angles in rad)", loc="right",
                     fontsize=STYLE["legend.fontsize"], pad=3)

    def draw_losses(self, ax):
        """What has taken energy since the start, positive."""
        scale = max(run.energy_scale() for run in self.runs)
        taken = [{name: sign * run[column] for name, column, sign in CAUSES
                  if column in run.columns} for run in self.runs]
        largest_of_all = max((largest(values) for each in taken
                              for values in each.values()), default=0.)
        factor, unit = scaled_unit(max(largest_of_all, 1e-12 * scale), "J")
        shown = [name for name, _, _ in CAUSES
                 if any(largest(each.get(name, np.zeros(1))) >
                        max(5e-3 * largest_of_all, 1e-12 * scale)
                        for each in taken)]
        ax.axhline(0, color="0.35", linewidth=0.6)
        styles = {name: ([*PALETTE[:4], PALETTE[4], PALETTE[5]][i],
                         DASHES[i]) for i, (name, _, _) in enumerate(CAUSES)}
        for i, each in enumerate(taken):
            for name in shown:
                if name in each:
                    color, dashes = styles[name]
                    self.draw_line(ax, i, each[name] * factor,
                                   color if len(self.runs) == 1
                                   else run_color(i), dashes)
        ax.set_ylabel(f"energy taken [{unit}]")
        if shown:
            put_legend(ax, [("by " + name, styles[name][0] if
                             len(self.runs) == 1 else "0.3", styles[name][1])
                            for name in shown])
        else:
            ax.set_ylim(-1e-12 * scale * factor or -1, 1e-12 * scale * factor
                        or 1)
            ax.text(0.5, 0.6, "nothing has taken energy", ha="center",
                    transform=ax.transAxes)

    def draw_energies(self, ax):
        factor, unit = scaled_unit(
            max(run.energy_scale() for run in self.runs), "J")
        shown = ["kinetic", "strain"]
        if any(largest(run["energy_potential"]) > VISIBLE * run.energy_scale()
               for run in self.runs):
            shown.append("potential")
        if len(self.runs) == 1:
            shown.append("total")
        for i, run in enumerate(self.runs):
            for name in shown:
                self.draw_line(ax, i, run["energy_" + name] * factor,
                               *self.energy_style(name, i))
        ax.set_ylabel(f"energy [{unit}]")
        put_legend(ax, [(name, *self.energy_style(name)) for name in shown])

    def draw_energy_change(self, ax):
        """Total energy less the one at the start, and the algorithmic one."""
        changes = [{name: run["energy_" + name] - run["energy_total"][0]
                    for name in ("total", "algorithmic")}
                   for run in self.runs]
        scale = max(largest(change["total"]) for change in changes)
        noise = 1e-12 * max(run.energy_scale() for run in self.runs)
        factor, unit = scaled_unit(max(scale, noise), "J")
        shown = ["total"]
        if any(largest(change["algorithmic"] - change["total"])
               > max(0.01 * scale, noise) for change in changes):
            shown.append("algorithmic")
        ax.axhline(0, color="0.35", linewidth=0.6)
        for i, change in enumerate(changes):
            for name in shown:
                self.draw_line(ax, i, change[name] * factor,
                               *self.energy_style(name, i))
        if scale < noise:
            ax.set_ylim(-noise * factor, noise * factor)
        ax.set_ylabel(f"change of energy [{unit}]")
        put_legend(ax, [(name, *self.energy_style(name)) for name in shown])

    def energy_style(self, name, i_run=None):
        """Colour and dashes; of a legend of several runs without i_run."""
        color, dashes = ENERGY_STYLES[name]
        if len(self.runs) > 1:
            color = "0.3" if i_run is None else run_color(i_run)
        return color, dashes

    def draw_residual(self, ax):
        positive = False
        for i, run in enumerate(self.runs):
            if not run.has_identity():
                continue
            relative = np.abs(run["identity_residual"]) / (
                run.energy_scale() or np.nan)
            relative[relative == 0] = np.nan  # no place on a log axis
            positive = positive or np.isfinite(relative).any()
            ax.plot(run["time"] * self.time_factor, relative, linestyle="",
                    marker=".", color=run_color(i),
                    markersize=1.5 + self.extra_width(i),
                    rasterized=relative.size > 5000)
        ax.set_ylabel("relative residual [1]")
        ax.set_title("energy identity: |residual| / largest energy",
                     loc="right", fontsize=STYLE["legend.fontsize"], pad=3)
        if positive:
            ax.set_yscale("log")
            low, high = ax.get_ylim()
            if high > ROUNDING:
                ax.set_ylim(bottom=max(low, ROUNDING))
        else:
            ax.set_yticks([0])
            ax.text(0.5, 0.5, "zero in every step", ha="center", va="bottom",
                    transform=ax.transAxes)

    def name_lines(self, ax, panels):
        """Says on the first panel what its colours and dashes mean."""
        names = self.names(panels[0][0]) if panels else []
        lines = []
        if len(self.runs) > 1:
            lines += [(label, run_color(i), "-")
                      for i, label in enumerate(labels(self.runs))]
            styles = [("0.3", dashes)
                      for _, dashes in self.member_styles(names, 0)]
        else:
            styles = self.member_styles(names, 0)
        if len(names) > 1:
            lines += [(plain(name), *style)
                      for name, style in zip(names, styles)]
        if self.has_exact:
            lines.append(("exact", "black", (0, (4, 2))))
        if lines:
            put_legend(ax, lines)


def members(runs, prefix):
    """The '[NAME]' of the columns prefix[NAME] of all runs, without repeats."""
    return list(dict.fromkeys(
        name for run in runs for name in run.members(prefix)))


def time_limits(runs, factor):
    times = np.concatenate([run["time"] for run in runs]) * factor
    first, last = np.nanmin(times), np.nanmax(times)
    margin = 0.01 * (last - first) or 0.5
    return first - margin, last + margin


def run_color(i):
    return PALETTE[i % len(PALETTE)]


def output_files(output, directories):
    if output is None:
        name = "history" if len(directories) == 1 else "comparison"
        stem = pathlib.Path(directories[0]) / name
        return [stem.with_suffix(".png"), stem.with_suffix(".svg")]
    check_picture(output)
    return [output]


def show_columns(runs):
    for run in runs:
        print(f"{run.directory / 'history.csv'}: "
              f"{run['time'].size if 'time' in run.columns else '?'} rows")
        for name, values in run.columns.items():
            print(f"  {name:32} {values.min():14.6g} to {values.max():<14.6g} "
                  f"last {values[-1]:.6g}")


def write_animation(runs, patterns, arguments):
    """The lines grow with time."""
    first, last = (np.concatenate([run["time"] for run in runs]).min(),
                   np.concatenate([run["time"] for run in runs]).max())

    with plt.rc_context(STYLE):
        plot = Plot(runs, patterns)

        def count(points, share):
            end = plot.time_factor * (first + share * (last - first))
            return np.searchsorted(points[:, 0], end, "right")

        animate(unrolled(plot.figure, arguments.width, arguments.frames,
                         count),
                animation_files(arguments.output,
                                output_files(None, arguments.directories)[0]),
                arguments.seconds, arguments.width)
        plt.close(plot.figure)


def write(runs, patterns, files):
    with plt.rc_context(STYLE):
        figure = Plot(runs, patterns).figure
        for file in files:
            save(figure, file)
        plt.close(figure)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", nargs="+", metavar="DIR",
                        help="output directory of a run; several are overlaid")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        help=f"{' | '.join(FORMATS)} (default: history.png "
                        "and .svg in DIR; comparison.png and .svg in the "
                        "first of several)")
    parser.add_argument("--rows", nargs="+", metavar="NAME", default=["*"],
                        help="contacts, joints and points that are drawn, with "
                        "* and ? (default: all)")
    parser.add_argument("--energy-balance", "--account", action="store_true",
                        help="print where the energy went, plot nothing")
    parser.add_argument("--show-columns", action="store_true",
                        help="list the columns and their ranges, plot nothing")
    add_options(parser)
    arguments = parser.parse_args()
    try:
        runs = [Run(directory) for directory in arguments.directories]
        if arguments.show_columns:
            show_columns(runs)
            return 0
        for run in runs:
            run.require_columns()
            run.require_rows(arguments.rows)
        if arguments.energy_balance:
            for run in runs:
                print_energy_balance(run)
            return 0
        if arguments.animate:
            write_animation(runs, arguments.rows, arguments)
        else:
            write(runs, arguments.rows,
                  output_files(arguments.output, arguments.directories))
    except InputError as problem:
        print(f"plot_history.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
