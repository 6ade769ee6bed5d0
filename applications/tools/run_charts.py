# SPDX-License-Identifier: Apache-2.0
"""The curves of a run in its report: those of plot_history.py as SVG."""

from energy_balance import CAUSES
from run_record import largest, plain
from units import scaled_unit
from vector_chart import PALETTE, Line, chart

CONTACT = (("gap", "gap", "m"),
           ("contact_velocity", "contact velocity", "m/s"),
           ("force", "contact force", "N"))
POINT = (("position", "position", "m"), ("velocity", "velocity", "m/s"))
AT_MOST = 6      # members of a chart
RESOLUTION = 1200  # points of a curve, to zoom
VISIBLE = 2e-3   # of the largest energy


def charts(run):
    """All of them as SVG, in their order."""
    result = []
    for prefix, title, unit in CONTACT:
        if prefix == "force":
            title = run.force_label()
        names = [name for name in run.members(prefix)
                 if run.kind(name) == "contact"]
        result.append(members(run, prefix, title, unit, names))
    for prefix, title, unit in POINT:
        result.append(members(run, prefix, title, unit, run.members(prefix)))
    result += [joints(run), energies(run), change(run), taken(run),
               penetration(run), residual(run)]
    return [svg for svg in result if svg]


def draw(run, title, lines, label, unit, logarithmic=""):
    """A chart over time; lines: Line with values in the unit without prefix."""
    lines = [line for line in lines if line.x]
    if not lines:
        return ""
    time, time_unit = scaled_unit(largest(run["time"]), "s")
    factor, unit = (1., unit) if logarithmic else scaled_unit(
        max(largest(line.y) for line in lines), unit)
    for line in lines:
        line.x = [value * time for value in line.x]
        line.y = [value * factor for value in line.y]
    return chart(title, lines, f"time [{time_unit}]", f"{label} [{unit}]",
                 logarithmic, RESOLUTION)


def members(run, prefix, title, unit, names):
    """A line per contact or point, of many those with the largest values, and
    what the run is compared with, dashed."""
    size = {name: largest(run[prefix + name]) for name in names
            if prefix + name in run.columns}
    if prefix == "gap":  # those that close say more than those far away
        size = {name: -min(run[prefix + name]) for name in size}
    shown = sorted(size, key=size.get, reverse=True)[:AT_MOST]
    names = [name for name in size if name in shown]
    if len(size) > len(names):
        title += f": {len(names)} of {len(size)}"
    lines = [Line(plain(name) if len(names) > 1 or run.exact(prefix + name)
                  is not None else "", run["time"], run[prefix + name],
                  PALETTE[i]) for i, name in enumerate(names)]
    for name in names:
        exact = run.exact(prefix + name)
        if exact is not None:
            lines.append(Line("exact", run.reference["time"], exact,
                              "#000000", "4 2"))
    if prefix in ("position", "velocity") and run.summary.get("model") not in (
            "elastic bar", "solid"):
        unit_of_angles = {"m": "rad", "m/s": "rad/s"}[unit]
        return draw(run, f"{title} (angles in {unit_of_angles})", lines,
                    title.partition(":")[0], unit)
    return draw(run, title, lines, title.partition(":")[0], unit)


def joints(run):
    """The largest gap of their rows."""
    rows = [run["gap" + name] for name in run.members("gap")
            if run.kind(name) == "joint"]
    return draw(run, "largest gap of the joints (angles in rad)", [Line(
        "", run["time"], [max(map(abs, row)) for row in zip(*rows)])],
        "joints", "m") if rows else ""


def energies(run):
    shown = ["kinetic", "strain"]
    if largest(run["energy_potential"]) > VISIBLE * run.energy_scale():
        shown.append("potential")
    return draw(run, "energies", [
        Line(name, run["time"], run["energy_" + name])
        for name in shown] + [
        Line("total", run["time"], run["energy_total"], "#000000")],
        "energy", "J")


def change(run):
    """Of the total energy, and of the algorithmic one where that differs."""
    start = run["energy_total"][0]
    total = [value - start for value in run["energy_total"]]
    algorithmic = [value - start for value in run["energy_algorithmic"]]
    lines = [Line("", run["time"], total, "#000000")]
    noise = 1e-12 * run.energy_scale()
    if largest([a - b for a, b in zip(total, algorithmic)]) > max(
            0.01 * largest(total), noise):
        lines[0].label = "total"
        lines.append(Line("algorithmic", run["time"], algorithmic,
                          PALETTE[3], "4 2"))
    return draw(run, "change of the energy since the start", lines, "energy",
                "J")


def taken(run):
    """What has taken energy since the start."""
    lines = [Line("by " + name, run["time"],
                  [sign * value for value in run[column]])
             for name, column, sign in CAUSES if column in run.columns]
    limit = max(5e-3 * max((largest(line.y) for line in lines), default=0),
                1e-12 * run.energy_scale())
    return draw(run, "what has taken energy",
                [line for line in lines if largest(line.y) > limit],
                "energy taken", "J")


def penetration(run):
    values = run.columns.get("max_penetration", [])
    return draw(run, "largest penetration", [Line("", run["time"], values)],
                "penetration", "m") if largest(values) > 0 else ""


def residual(run):
    """Of the energy identity, over the largest energy, where there is one."""
    scale = run.energy_scale()
    if not run.has_identity() or not scale > 0:
        return ""
    values = [abs(value) / scale for value in run["identity_residual"]]
    return draw(run, "residual of the energy identity / largest energy", [Line(
        "", run["time"], values, marks="only")], "residual", "1", "y")
