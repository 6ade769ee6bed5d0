# SPDX-License-Identifier: Apache-2.0
"""report.md, report.html and report.json of reproductions."""

import collections
import itertools
import json

import nearer_table
from report_page import number
from reproduction import read_toml
from verdicts import DIFFERS, FAILS, HOLDS, SKIPPED

MARKS = {HOLDS: "holds", FAILS: "**FAILS**", DIFFERS: "differs",
         SKIPPED: "-"}


def published(row):
    """'at most 5e-6 m'."""
    relation = "" if row.relation == "equal" else row.relation + " "
    unit = f" {row.unit}" if row.unit else ""
    return f"{relation}{number(row.published)}{unit}"


def tolerance(row):
    return number(row.tolerance) if row.tolerance else "-"


def other(row):
    """'383.25 (Mechanical APDL)', of each other program."""
    return "; ".join(f"{number(each['value'])} ({each['program']})"
                     for each in row.other)


def summary(verdicts):
    """'41 rows: 39 hold, 1 differs (explained), 1 fails'."""
    counts = collections.Counter(verdict.verdict for verdict in verdicts)
    words = {HOLDS: "hold", FAILS: "fail", DIFFERS: "known to differ",
             SKIPPED: "not computed"}
    text = f"{len(verdicts)} rows: " + ", ".join(
        f"{counts[key]} {word}" for key, word in words.items()
        if counts[key] or key in (HOLDS, FAILS))
    nearer = [each for v in verdicts for each in v.is_nearer]
    if nearer:
        text += (f"; nearer to the reference than another program's own result "
                 f"in {sum(nearer)} of {len(nearer)} comparisons "
                 f"({sum(nearer) / len(nearer):.0%})")
    return text


def failure(reproduction, verdict):
    row = verdict.row
    text = (f"  FAILS  {reproduction.name}: {row.what}: published "
            f"{published(row)}, computed {number(verdict.ours)}, tolerance "
            f"{tolerance(row)}")
    return text + (f" ({verdict.note})" if verdict.note else "")


def sources(catalogue):
    return read_toml(catalogue / "sources.toml")


def table(reproduction, verdicts):
    """The rows of a reproduction in Markdown."""
    lines = ["| what | where | published | computed | deviation | tolerance "
             "| verdict |", "|---|---|---|---|---|---|---|"]
    for verdict in verdicts:
        row = verdict.row
        mark = MARKS[verdict.verdict]
        what = row.what + (f"; other: {other(row)}" if row.other else "")
        lines.append(f"| {what} | {row.at} | {published(row)} | "
                     f"{number(verdict.ours)} | {number(verdict.deviation)} | "
                     f"{tolerance(row)} | {mark} |")
    notes = [f"- {v.row.what}: {v.note}" for v in verdicts if v.note
             and v.verdict != SKIPPED]
    return "\n".join(lines + ([""] + notes if notes else []))


def section(reproduction, verdicts, level="##"):
    parts = [f"{level} {reproduction.name}: {reproduction.title}",
             f"[{reproduction.source}] {reproduction.place}."]
    if reproduction.text:
        parts.append(reproduction.text.strip())
    parts.append(table(reproduction, verdicts))
    if reproduction.chosen:
        parts.append("Chosen, as the source leaves it open: " +
                     "; ".join(reproduction.chosen) + ".")
    return "\n\n".join(parts)


def write(options, reproductions, found):
    """Writes the reports; the names of their files."""
    output = options.output
    verdicts = [verdict for rows, _ in found.values() for verdict in rows]
    used = {each.source for each in reproductions}
    known = sources(options.catalogue)
    parts = ["# Published results, computed by percuss", summary(verdicts) +
             ".", *nearer_table.markdown(reproductions, found)]
    parts += [section(each, found[each.name][0]) for each in reproductions]
    parts.append("## Sources\n\n" + "\n".join(
        f"- [{key}] {text}" for key, text in known["sources"].items()
        if key in used))
    missing = known.get("not_reproduced", {})
    if missing:
        parts.append("## What is not here\n\n" + "\n".join(
            f"- {what}: {why}" for what, why in missing.items()))
    (output / "report.md").write_text("\n\n".join(parts) + "\n",
                                      encoding="utf-8")
    (output / "report.json").write_text(json.dumps([
        {"reproduction": each.name, "what": v.row.what, "at": v.row.at,
         "unit": v.row.unit, "published": v.row.published,
         "exact": v.row.exact, "relation": v.row.relation,
         "tolerance": v.row.tolerance, "computed": v.ours,
         "verdict": v.verdict, "note": v.note,
         "other": [{**each, "ours_is_nearer": nearer} for each, nearer in
                   itertools.zip_longest(v.row.other, v.is_nearer)]}
        for each in reproductions for v in found[each.name][0]], indent=1)
        + "\n", encoding="utf-8")
    return [output / "report.md", output / "report.json"]
