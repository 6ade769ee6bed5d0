# SPDX-License-Identifier: Apache-2.0
"""Who creates energy? The same impacts by published programs and by percuss.

An entry 'energy' of a description has program, at, and either share, the
published energy after an impact over that before it, or computed.
"""

from reductions import evaluate
import report_page
from reproduction import runs_of

HEAD = ("impact", "program and scheme", "energy after / before", "source")


def rows(reproductions, found):
    """(impact, program, share or None, source)"""
    result = []
    for each in reproductions:
        results = found[each.name][1]
        for entry in each.energy:
            if "share" in entry:
                share = entry["share"]
            elif set(runs_of(entry["computed"], each.runs)) <= set(results):
                share = evaluate(entry["computed"], results, each.folder)
            else:
                continue
            result.append((entry.get("impact", each.title), entry["program"],
                           share, entry.get("at", "computed")))
    return result


def judged(share):
    """The share with three digits behind the point, and what it means."""
    word = " **creates**" if share > 1 + 1e-6 else (
        " loses" if share < 1 - 5e-4 else "")
    return f"{share:.3f}{word}"


def markdown(reproductions, found):
    lines = ["| " + " | ".join(HEAD) + " |", "|---|---|---|---|"]
    lines += [f"| {impact} | {program} | {judged(share)} | {at} |"
              for impact, program, share, at in rows(reproductions, found)]
    return "\n".join(lines)


def as_html(reproductions, found):
    table = rows(reproductions, found)
    if not table:
        return ""
    return report_page.section("Who creates energy?", report_page.table(
        HEAD, [(impact, program, judged(share).replace("**", ""), at)
               for impact, program, share, at in table]))
