# SPDX-License-Identifier: Apache-2.0
"""Ours beside other programs' own published results: how often it is nearer to
the exact value, by problem and program.
"""

import collections

import report_page

TITLE = "Nearer than other programs?"
TEXT = ("Comparisons with what manuals and tests of other programs print of "
        "their own results, where the reference is an exact solution; steps and "
        "meshes are said in the problems.")
HEAD = ("problem", "program", "percuss is nearer", "of")


def rows(reproductions, found):
    """(problem, program, in how many comparisons ours is nearer, of how many)"""
    counts = collections.defaultdict(list)
    for each in reproductions:
        for verdict in found[each.name][0]:
            for other, nearer in zip(verdict.row.other, verdict.is_nearer):
                counts[each.name, other["program"]].append(nearer)
    table = [(*key, sum(nearer), len(nearer))
             for key, nearer in counts.items()]
    if table:
        table.append(("all", "", sum(row[2] for row in table),
                      sum(row[3] for row in table)))
    return table


def markdown(reproductions, found):
    """Its parts; none where no row has another program's result."""
    table = rows(reproductions, found)
    if not table:
        return []
    return [f"## {TITLE}", TEXT, "\n".join(
        f"| {' | '.join(map(str, row))} |"
        for row in (HEAD, ["---"] * len(HEAD), *table))]


def as_html(reproductions, found):
    table = rows(reproductions, found)
    return report_page.section(
        TITLE, *([report_page.paragraph(TEXT), report_page.table(HEAD, table)]
                 if table else []))
