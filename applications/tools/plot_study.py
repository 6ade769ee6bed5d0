#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots what 'percuss study' leaves: study.csv and study.json.

One figure per quantity, over what the study refines, a line per curve with its
fitted rate, and triangles with the slope of the nearest orders. For each error
also its work-precision diagram, error over wall time. The spectral properties
of schemes are drawn in one figure, spectral. With --animate the points come in
the order in which the study refines.
"""

import argparse
import math
import pathlib
import re
import sys

# first, for its message where matplotlib is missing
from figure_style import FORMATS, save
import matplotlib
import numpy as np
from matplotlib.patches import Polygon

import slope_triangle
from animation import SUFFIXES, add_options, animate, unrolled
from chart import (CHART_STYLE, Chart, label_axis, legend_label,
                   name_categories, set_log_ticks, set_scale)
from run_record import InputError
from study import Study

ROUNDING = 1e-18             # of the largest: what is below says nothing
LOG_RATIO = 10               # of largest and smallest: from there on log axes
SPECTRAL_LIMITS = {"spectral_radius": (0, 1.05)}
SPECTRAL_RANGE = (-0.5, 0.5)  # of the other properties, at most
TIMES = {"stepping_seconds": "wall time of the time steps",
         "wall_seconds": "wall time"}


def quantity_chart(study, quantity):
    """The quantity over what the study refines."""
    chart = Chart(study)
    ax = chart.axes[0]
    lines = study.points(quantity.column)
    log_x = is_log_abscissa(study)
    values = np.concatenate([y for _, y in lines])
    log_y = suits_log(values, quantity.is_error)
    if quantity.is_error:
        lines = drawable(chart, lines, log_y)
    chart.draw(ax, lines)
    label_axis(ax.xaxis, study.abscissa.label, study.abscissa.unit)
    label_axis(ax.yaxis, quantity.label, quantity.unit)
    if study.categories:
        name_categories(ax, study.categories)
    else:
        set_scale(ax.xaxis, [x for x, _ in lines], log_x)
    set_scale(ax.yaxis, [y for _, y in lines], log_y)
    if quantity.is_error and not log_y:
        ax.text(0.5, 0.55, "zero in every run", ha="center",
                transform=ax.transAxes)
    chart.finish([legend_label(curve, rate)
                  for curve, rate in zip(study.curves, quantity.rates)])
    if log_x and log_y:
        draw_slopes(chart, lines, quantity.rates)
    return chart


def work_precision_chart(study, quantity):
    """The error over the wall time, or None where no time is known."""
    column = time_column(study)
    if column is None:
        return None
    lines = study.points(quantity.column, over=column)
    lines = [(x[x > 0], y[x > 0]) for x, y in lines]
    values = np.concatenate([y for _, y in lines])
    if not suits_log(values, True):
        return None
    chart = Chart(study)
    ax = chart.axes[0]
    lines = drawable(chart, lines, True)
    chart.draw(ax, lines)
    label_axis(ax.xaxis, TIMES[column], "s")
    label_axis(ax.yaxis, quantity.label, quantity.unit)
    set_scale(ax.xaxis, [x for x, _ in lines], True)
    set_scale(ax.yaxis, [y for _, y in lines], True)
    return chart.finish([legend_label(curve) for curve in study.curves])


def time_column(study):
    for column in ("stepping_seconds", "wall_seconds"):
        if study.has(column):
            times = [study.number(row, column) for row in study.done]
            if column == "wall_seconds" and any(t > 0 for t in times):
                return column
            if times and all(t > 0 for t in times):
                return column
    return None


def spectral_chart(study, quantities):
    chart = Chart(study, len(quantities))
    for ax, quantity in zip(chart.axes, quantities):
        lines = study.points(quantity.column)
        chart.draw(ax, lines)
        label_axis(ax.xaxis, study.abscissa.label, study.abscissa.unit)
        label_axis(ax.yaxis, quantity.label, quantity.unit)
        set_scale(ax.xaxis, [x for x, _ in lines], True, margin=0)
        set_scale(ax.yaxis, [np.clip(y, *SPECTRAL_RANGE) for _, y in lines],
                  False)
        if quantity.column in SPECTRAL_LIMITS:
            ax.set_ylim(SPECTRAL_LIMITS[quantity.column])
    return chart.finish([legend_label(curve) for curve in study.curves])


def is_log_abscissa(study):
    """Log axes wherever a rate is known; else if they pay."""
    if study.categories:
        return False
    x = np.concatenate([study.points(study.abscissa.column)[i][0]
                        for i in range(len(study.curves))])
    rated = any(np.isfinite(q.rates).any() for q in study.quantities)
    return bool(x.size) and x.min() > 0 and (
        rated or x.max() >= LOG_RATIO * x.min())


def suits_log(values, is_error):
    """Errors are drawn on log axes if any is positive, others if they pay."""
    if is_error:
        return bool((values > 0).any())
    return bool(values.size) and values.min() > 0 and (
        values.max() >= LOG_RATIO * values.min())


def drawable(chart, lines, log):
    """The points that have a place on a log axis; a note counts the others."""
    if not log:
        return lines
    smallest = ROUNDING * max(y.max() for _, y in lines if y.size)
    kept = [(x[y > smallest], y[y > smallest]) for x, y in lines]
    n_left_out = sum(a.size - b.size for (a, _), (b, _) in zip(lines, kept))
    if n_left_out:
        chart.notes.append("1 error is" if n_left_out == 1 else
                           f"{n_left_out} errors are")
        chart.notes[-1] += " zero: no place on a log axis"
    return kept


def draw_slopes(chart, lines, rates):
    """One or two triangles of the orders nearest to the rates."""
    rates = [rate if x.size else np.nan for rate, (x, _) in zip(rates, lines)]
    orders = slope_triangle.nearest_orders(rates)
    lines = [np.log10(np.transpose(line)) for line in lines]
    ax = chart.axes[0]
    for attempt in range(2):
        low, high = np.log10(np.transpose([ax.get_xlim(), ax.get_ylim()]))
        scale = np.array(chart.panel) / (high - low)
        room = slope_triangle.Room(
            chart.panel, [(line - low) * scale for line in lines])
        found = [room.place(order, order * scale[1] / scale[0],
                            belongs_to(order, rates))
                 for order in orders]
        if all(found) or attempt:
            break
        # room below all lines
        low[1] -= 0.3 * (high - low)[1]
        set_log_ticks(ax.yaxis, 10 ** low[1], 10 ** high[1])
    for order, place in zip(orders, found):
        if place:
            corners, label = (10 ** (low + part / scale) for part in place)
            ax.add_patch(Polygon(corners, facecolor="0.88", edgecolor="0.35",
                                 linewidth=0.6, zorder=1.5))
            ax.text(*label, slope_triangle.order_name(order), color="0.2",
                    ha="center", va="center")


def belongs_to(order, rates):
    """Number of the line whose rate is nearest to the order."""
    return int(np.nanargmin(np.abs(np.array(rates) - order)))


def charts(study, columns=None):
    """Names of files and charts of the study, made one by one."""
    known = [quantity.column for quantity in study.quantities]
    for column in columns or ():
        if column not in known:
            raise InputError(
                f"--quantities {column}: {study.directory / 'study.json'} has "
                f"no such quantity; it has {', '.join(known)}")
    quantities = [quantity for quantity in study.quantities
                  if (not columns or quantity.column in columns)
                  and has_values(study, quantity)]
    if not quantities:
        raise InputError(
            f"{study.directory / 'study.csv'} has no value to plot. Where "
            "runs failed, its column message says why. Otherwise set "
            "'Study/quantities' to columns of it, or 'Study/reference' to "
            "what runs are compared with, and repeat the study")
    if study.kind == "spectrum":
        yield "spectral", spectral_chart(study, quantities)
        return
    taken = set()
    for quantity in quantities:
        name = safe_name(quantity.column, taken)
        yield name, quantity_chart(study, quantity)
        if quantity.is_error:
            chart = work_precision_chart(study, quantity)
            if chart:
                yield f"work_precision_{name}", chart


def has_values(study, quantity):
    if any(y.size for _, y in study.points(quantity.column)):
        return True
    print(f"plot_study.py: warning: no run has a value of {quantity.column}; "
          "it is left out", file=sys.stderr)
    return False


def safe_name(column, taken):
    """'velocity_upper_mass_max' of 'velocity[upper mass]_max'; no repeats."""
    stem = re.sub(r"[^A-Za-z0-9.-]+", "_", column).strip("_.") or "quantity"
    name, count = stem, 1
    while name.lower() in taken:
        count += 1
        name = f"{stem}_{count}"
    taken.add(name.lower())
    return name


def moving(figure, study, arguments):
    """Frames in which the points come as the study computes them."""
    first, *_, last = [study.number(row, study.abscissa.column)
                       for row in 2 * study.done]
    if first > last:  # lines are drawn from the smallest abscissa on
        for axes in figure.axes:
            for line in axes.get_lines():
                line.set_data(*line.get_xydata()[::-1].T)
    return unrolled(figure, arguments.width, arguments.frames,
                    lambda points, share: math.ceil(share * len(points)))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIRECTORY",
                        help="output directory of a study")
    parser.add_argument("--format", nargs="+", default=["svg", "png"],
                        choices=[suffix[1:] for suffix in FORMATS],
                        help="of the files (default: svg png)")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                        help="where to put them (default: DIRECTORY)")
    parser.add_argument("--quantities", nargs="+", metavar="COLUMN",
                        help="columns of study.csv (default: all quantities "
                        "of study.json)")
    add_options(parser)
    arguments = parser.parse_args()
    try:
        study = Study(arguments.directory)
        folder = arguments.output or arguments.directory
        with matplotlib.rc_context(CHART_STYLE):
            for name, chart in charts(study, arguments.quantities):
                if arguments.animate:
                    animate(moving(chart.figure, study, arguments),
                            [folder / f"{name}{suffix}" for suffix in SUFFIXES],
                            arguments.seconds, arguments.width)
                    continue
                for suffix in dict.fromkeys(arguments.format):
                    save(chart.figure, folder / f"{name}.{suffix}")
    except InputError as problem:
        print(f"plot_study.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
