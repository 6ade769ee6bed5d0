# SPDX-License-Identifier: Apache-2.0
"""report.html of a run: what was computed, whether the energy identity holds,
impacts, errors, curves, pictures.
"""

import html
import math

from energy_balance import NONLINEAR, energy_balance
from impacts import impacts, is_complete, largest_first
from report_page import (Cell, cell, charts, number, paragraph, section,
                         table)
import run_charts
from run_pictures import pictures
from run_record import RunRecord
from run_view import view
from units import quantity, scaled_unit

IDENTITY = 1e-9  # relative: above it the program warns
IMPACTS = 40     # shown at most


def page(directory, defaults, with_pictures):
    """Title and parts."""
    run = RunRecord(directory)
    run.require_columns()
    seen, unseen = view(run) if with_pictures else ("", "")
    drawn, note = pictures(run, len(seen)) if with_pictures else ([], "")
    return run.title, [
        *state(run), section("Energy", *energy(run)),
        section("To turn and zoom", seen,
                paragraph(unseen, "note") if unseen else ""),
        section("Impacts", *impact_table(run)),
        section("Curves", paragraph("Point at them; drag a rectangle to zoom, "
                                    "double-click for all of it. Dashed: "
                                    "exact." if run.reference else
                                    "Point at them; drag a rectangle to zoom, "
                                    "double-click for all of it.", "note"),
                charts(run_charts.charts(run))),
        section("Pictures", '<div class="pictures">' + "\n".join(drawn)
                + "</div>" if drawn else "", paragraph(note, "note")
                if note else ""),
        section("Against the exact solution" if errors(run) else "",
                errors(run)),
        section("What was computed", facts(run)),
        section("Parameters that differ from their defaults",
                parameters(directory, defaults)),
        section("Versions", versions(run))]


def state(run):
    """How it ended, and what was warned of."""
    status = run.summary.get("status", "unknown")
    kind = {"done": "holds", "failed": "fails"}.get(status, "differs")
    words = {"done": "The run is done.",
             "interrupted": "The run was interrupted: all below is up to there.",
             "failed": "The run has failed: "
             + str(run.summary.get("failure", ""))}
    return [f'<p><span class="{kind}">'
            f'{html.escape(words.get(status, "Its state is not known."))}'
            "</span></p>",
            *(paragraph(f"Warning: {warning}", "differs")
              for warning in run.summary.get("warnings", []))]


def energy(run):
    """The verdict of the energy identity, and the energy balance."""
    factor, unit = scaled_unit(run.energy_scale(), "J")
    rows = [[cell(text, "part" if text.startswith(" ") else ""),
             value * factor] for text, value in energy_balance(run)]
    return [verdict(run), table(["", f"[{unit}]"], rows)]


def verdict(run):
    if not run.has_identity():
        return paragraph(NONLINEAR[0].upper() + NONLINEAR[1:] + ": there is "
                         "no identity to check.", "note")
    scale = run.energy_scale() or 1.
    sizes = [abs(value) / scale for value in run["identity_residual"]]
    size = max(sizes) if all(map(math.isfinite, sizes)) else math.inf
    # of all steps, and with what impulses might have done as a scale: energies
    # of bodies at rest are themselves made by rounding
    found = run.summary.get("energy", {}).get("max_identity_residual_relative")
    if found is not None and math.isfinite(size):
        size = found
    holds = size <= IDENTITY
    return (f'<p>The energy identity of the scheme <span class="'
            f'{"holds" if holds else "fails"}">'
            f'{"holds" if holds else "does not hold"}</span>: its residual is '
            f"at most {number(size)} of the largest energy in every step.</p>")


def impact_table(run):
    names = [name for name in run.members("impulse")
             if run.kind(name) == "contact"
             and "contact_velocity" + name in run.columns]
    every = impacts(run, names)
    found = largest_first(every)
    if not found:
        return [paragraph("No contact has carried an impulse.")] if names \
            else []
    factors = [scaled_unit(max(abs(value) for value in values), unit)
               for values, unit in (
                   ([impact.end for impact in found], "s"),
                   ([v for impact in found
                     for v in (impact.before, impact.after)], "m/s"),
                   ([impact.impulse for impact in found], "N s"),
                   ([impact.force for impact in found], "N"))]
    time, speed, impulse, force = factors
    head = ["contact", *(f"{text} [{unit}]" for text, (_, unit) in (
        ("from", time), ("to", time), ("velocity before", speed),
        ("after", speed), ("impulse", impulse),
        (run.force_label().replace("contact", "largest"), force)))]
    rows = [[each.contact, each.begin * time[0], each.end * time[0],
             each.before * speed[0], each.after * speed[0],
             each.impulse * impulse[0], each.force * force[0]]
            for each in found[:IMPACTS]]
    said = [] if is_complete(run) else [
        "Not every step has a row in history.csv: impulses are integrals of "
        "the recorded forces, and short impacts may be missing."]
    if len(found) > IMPACTS:
        said.append(f"The largest {IMPACTS} of {len(found)}; the others have "
                    f"at most {number(found[IMPACTS].impulse * impulse[0])} "
                    f"{impulse[1]}.")
    if len(every) > len(found):
        said.append(f"{len(every) - len(found)} of less than 1e-9 of the "
                    "largest impulse, which rounding makes, are left out.")
    return [table(head, rows), *(paragraph(text, "note") for text in said)]


def errors(run):
    """A row for each signal, a column for each norm."""
    values = run.summary.get("errors") or {}
    norms = ("L1_relative", "L1", "L2", "max", "hausdorff")
    signals = {}
    for name, value in values.items():
        norm = next((n for n in norms if name.endswith("_" + n)), "")
        signal = name[:-len(norm) - 1] if norm else name
        signals.setdefault(signal, {})[norm] = value
    shown = [n for n in ("", *norms)
             if any(n in found for found in signals.values())]
    if not signals:
        return ""
    return table(["error of", *(n.replace("_", ", ") for n in shown)],
                 [[signal, *(found.get(n, "") for n in shown)]
                  for signal, found in signals.items()])


def facts(run):
    about = run.summary
    solver = about.get("solver") or {}
    rows = [("model", about.get("model")), ("scheme", about.get("scheme")),
            ("time step", about.get("time_step") and
             quantity(about["time_step"], "s")),
            ("steps", about.get("steps")),
            ("end time", about.get("end_time") and
             quantity(about["end_time"], "s")),
            ("degrees of freedom", about.get("dofs")),
            ("contacts", about.get("contacts")),
            ("processes", about.get("ranks")),
            ("solver of contact", solver.get("name")),
            ("its iterations, mean and largest", solver.get("problems") and
             f"{number(solver.get('iterations_mean'))}, "
             f"{number(solver.get('iterations_max'))}"),
            ("largest penetration", about.get("max_penetration") and
             quantity(about["max_penetration"], "m")),
            ("wall time", about.get("wall_seconds") and
             quantity(about["wall_seconds"], "s"))]
    return table([], [(cell(text), cell(str(value))) for text, value in rows
                      if value not in (None, "")])


def versions(run):
    return paragraph(", ".join(
        f"{name} {value}" for name, value in
        (run.summary.get("versions") or {}).items()), "note")


def parameters(directory, defaults):
    """Those of used_parameters.prm that are not as `percuss explain` has them.
    """
    rows = []
    for path, value in used(directory):
        entry = defaults
        for name in path:
            entry = entry.get(name, {}) if isinstance(entry, dict) else {}
        if defaults and same(value, entry.get("default_value", "")):
            continue
        about = html.escape(entry.get("documentation", ""))
        rows.append([cell("/".join(path)),
                     Cell(f'<td class="value" title="{about}">'
                          f"{html.escape(value)}</td>"),
                     cell(entry.get("default_value", ""), "note value")])
    return table(["entry", "value", "default"], rows) if rows else ""


def used(directory):
    """(sections and name, value) of each entry."""
    file = directory / "used_parameters.prm"
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    path = []
    for line in map(str.strip, lines):
        if line.startswith("subsection "):
            path.append(line[len("subsection "):])
        elif line == "end":
            path.pop()
        elif line.startswith("set "):
            name, _, value = line[len("set "):].partition("=")
            yield [*path, name.strip()], value.strip()


def same(value, other):
    """As texts, or as numbers."""
    try:
        return float(value) == float(other)
    except ValueError:
        return value == other
