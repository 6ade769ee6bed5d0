# SPDX-License-Identifier: Apache-2.0
"""report.html of a study: its errors and rates, curves with their slopes, runs
that have failed.
"""

import html
import math

from report_page import Cell, cell, charts, paragraph, section, table
from study_record import StudyRecord
from vector_chart import PALETTE, Line, chart

RESOLUTION = 1200
ROUNDING = 1e-18
LOG_RATIO = 10
TIMES = ("stepping_seconds", "wall_seconds")


def page(directory):
    """Title and parts."""
    study = StudyRecord(directory)
    name = study.about.get("case", directory.resolve().name)
    kind = "spectrum" if study.kind == "spectrum" else "refinement study"
    drawn = [quantity_chart(study, quantity) for quantity in study.quantities]
    if study.kind != "spectrum":
        drawn += [work_precision(study, quantity)
                  for quantity in study.quantities if quantity.is_error]
    return f"{name}: {kind}", [
        state(study), section("Runs that have failed", failures(study)),
        section("Observed rates", rates(study)),
        section("Curves", paragraph(
            "Point at them; drag a rectangle to zoom, double-click for all of "
            "it. Grey: the slope of the nearest order.", "note"),
            charts(drawn)),
        section("Runs", runs(study) if study.kind != "spectrum" else "")]


def state(study):
    losses = study.losses()
    if study.kind == "spectrum":
        return ""
    return (f'<p><span class="fails">{html.escape(losses)}.</span></p>'
            if losses else '<p><span class="holds">All '
            f"{len(study.rows)} runs are done.</span></p>")


def failures(study):
    rows = [[*described(study, row), study.status(row),
             row.get("message", "")]
            for row in study.rows if study.status(row) != "done"]
    return table([*swept(study), "status", "message"], rows) if rows else ""


def swept(study):
    """The columns that say which run a row is: those before the status."""
    header = list(study.rows[0])
    until = header.index("status") if "status" in header else 1
    return [name for name in header[:until] if name != "run"]


def described(study, row):
    return [value_of(row[name]) for name in swept(study)]


def value_of(field):
    """A number as such, else the text."""
    try:
        return float(field)
    except ValueError:
        return field


def rates(study):
    rated = [quantity for quantity in study.quantities
             if any(map(math.isfinite, quantity.rates))]
    if not rated or study.kind == "spectrum":
        return ""
    return table(
        ["", *(quantity.label for quantity in rated)],
        [[curve or "all runs", *(
            Cell(f'<td class="number">{q.rates[i]:.3f}</td>')
            if math.isfinite(q.rates[i]) else "-" for q in rated)]
         for i, curve in enumerate(study.curves)])


def runs(study):
    """A row for each, with the quantities of interest."""
    names = [quantity.column for quantity in study.quantities]
    extra = [name for name in ("steps", "dofs", "wall_seconds")
             if study.has(name)]
    rows = []
    for row in study.rows:
        status = study.status(row)
        rows.append([*described(study, row),
                     cell(status, "" if status == "done" else "fails"),
                     *(value_of(row[name]) for name in (*names, *extra))])
    labels = [quantity.label + (f" [{quantity.unit}]" if quantity.unit else "")
              for quantity in study.quantities]
    return table([*swept(study), "status", *labels, *extra], rows)


def quantity_chart(study, quantity):
    lines = study.points(quantity.column)
    x = [value for each, _ in lines for value in each]
    y = [value for _, each in lines for value in each]
    if not y:
        return ""
    spectral = study.kind == "spectrum"
    log_y = not spectral and suits(y, quantity.is_error)
    log_x = not study.categories and (spectral or suits(x, log_y))
    smallest = ROUNDING * max(map(abs, y)) if log_y else -math.inf
    drawn = []
    for i, (curve, (a, b), rate) in enumerate(zip(study.curves, lines,
                                                  quantity.rates)):
        kept = [(p, q) for p, q in zip(a, b) if q > smallest]
        label = curve
        if math.isfinite(rate) and log_x and log_y:
            label = (f"{curve}, " if curve else "") + f"rate {rate:.2f}"
        drawn.append(Line(label, [p for p, _ in kept], [q for _, q in kept],
                          PALETTE[i % len(PALETTE)],
                          "" if i < len(PALETTE) else "4 2",
                          "only" if study.categories else
                          "" if spectral else "yes"))
    if log_x and log_y:
        drawn += slopes(drawn, quantity.rates)
    return chart(quantity.label, drawn, label_of(study.abscissa),
                 label_of(quantity), "x" * log_x + "y" * log_y, RESOLUTION,
                 study.categories)


def label_of(quantity):
    return quantity.label + (f" [{quantity.unit}]" if quantity.unit else "")


def suits(values, wanted):
    """Logarithmic axes of errors with any positive one, of others if they
    pay."""
    if wanted:
        return any(value > 0 for value in values)
    return min(values) > 0 and max(values) >= LOG_RATIO * min(values)


def slopes(lines, rates):
    """A line with the order nearest to most of the rates, a multiple of 1/2,
    below what is drawn."""
    orders = [math.floor(2 * rate + 0.5) / 2 for rate in rates
              if math.isfinite(rate) and abs(rate) >= 0.25]
    points = [(x, y) for line in lines for x, y in zip(line.x, line.y)
              if x > 0 and y > 0]
    if not orders or len(points) < 2:
        return []
    order = max(sorted(set(orders)), key=orders.count)
    factor = 0.5 * min(y / x ** order for x, y in points)
    ends = [min(x for x, _ in points), max(x for x, _ in points)]
    return [Line(f"order {order:g}", ends,
                 [factor * x ** order for x in ends], "#999999", "5 3")]


def work_precision(study, quantity):
    """The error over the time that it took."""
    column = next((name for name in TIMES if study.has(name) and all(
        study.number(row, name) > 0 for row in study.done)), None)
    if column is None:
        return ""
    lines = [Line(curve, x, y, PALETTE[i % len(PALETTE)], "", "yes")
             for i, (curve, (x, y)) in enumerate(zip(
                 study.curves, study.points(quantity.column, over=column)))]
    if not any(value > 0 for line in lines for value in line.y):
        return ""
    return chart(f"{quantity.label}: what it costs", lines,
                 column.replace("_", " ").replace("seconds", "time [s]"),
                 label_of(quantity), "xy", RESOLUTION)
