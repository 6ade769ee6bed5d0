#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints columns of study.csv as a table in Markdown: curves in rows, the
values of other entries in columns. 'resultant' is the largest resultant force
of an obstacle along x in history.csv, 'force_error' the L2 error of the force
of bar.prm, which is 1 from 0.123 to 4.123.

    tables.py results/scheme_comparison_mesh contact_max_impulse_over_step
    tables.py results/scheme_comparison_methods contact_max_impulse_over_step energy_final
    tables.py results/scheme_comparison_block resultant
"""

import argparse
import csv
import math
import pathlib
import sys

NOT_DONE = "-"
RESULTANT, FORCE_ERROR = "resultant", "force_error"
CONTACT = 0.123, 4.123
FIRST_ENTRY, END = "curve", "status"  # of study.csv, around the swept entries


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def swept_entries(row):
    names = list(row)
    return names[names.index(FIRST_ENTRY) + 1:names.index(END)]


def value(study, row, column):
    if row["status"] != "done":
        return NOT_DONE
    if column not in (RESULTANT, FORCE_ERROR):
        return f"{float(row[column]):.4g}" if row[column] else NOT_DONE
    history = rows_of(study / "runs" / f"{int(row['run']):04d}" / "history.csv")
    if column == FORCE_ERROR:
        return f"{force_error(history):.4g}"
    names = [name for name in history[0] if name.startswith("resultant")]
    return f"{max(abs(float(step[names[0]])) for step in history):.4g}"


def force_error(history):
    times = [float(step["time"]) for step in history]
    squares = sum(
        (float(step["force[left]"]) -
         (CONTACT[0] < time < CONTACT[1]))**2 * (time - before)
        for step, time, before in zip(history[1:], times[1:], times))
    return math.sqrt(squares)


def split_curve(curve, entries):
    """The name of the curve without the entries that make it."""
    name, parts = curve, []
    for entry in entries[1:]:
        label = ", " + entry.rsplit("/", 1)[-1] + " = "
        if label in name:
            name, part = name.rsplit(label, 1)
            parts.append(part)
    return name, parts


def table(study, columns):
    rows = rows_of(study / "study.csv")
    entries = swept_entries(rows[0])
    lines, heads = {}, {}
    for column in columns:
        for row in rows:
            name, _ = split_curve(row["curve"], entries)
            head = ", ".join(row[entry] for entry in entries)
            if len(columns) > 1:
                head = f"{column}, {head}"
            heads[head] = True
            lines.setdefault(name, {})[head] = value(study, row, column)
    print("| | " + " | ".join(heads) + " |")
    print("|" + "---|" * (len(heads) + 1))
    for name, cells in lines.items():
        print(f"| {name} | " +
              " | ".join(cells.get(head, NOT_DONE) for head in heads) + " |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("study", type=pathlib.Path,
                        help="output directory of 'percuss study'")
    parser.add_argument("columns", nargs="+", metavar="column",
                        help="of study.csv, resultant or force_error")
    arguments = parser.parse_args()
    try:
        table(arguments.study, arguments.columns)
    except (OSError, KeyError) as error:
        sys.exit(f"tables.py: {error}")


if __name__ == "__main__":
    main()
