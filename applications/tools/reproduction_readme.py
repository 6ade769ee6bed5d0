# SPDX-License-Identifier: Apache-2.0
"""README.md of the catalogue and a picture for each reproduction, from a run of
all of them: percuss reproduce --readme DIR.
"""

import energy_table
import nearer_table
from reproduction_page import charts
from reproduction_report import section, sources, summary

INTRODUCTION = """# Published results, computed by percuss

<!-- not run: they take minutes; those of README.md are run -->

    percuss reproduce                 # all of them, some minutes
    percuss reproduce --quick a12     # those of [A12], without what takes long
    percuss reproduce --list

What papers and manuals print, what percuss computes, and a verdict for each number; the
exit status is 1 if one fails. `results/reproductions/report.html` has the curves, to point
at and to zoom. This page is made by `percuss reproduce --readme
applications/reproductions`.

A reproduction is a folder with `reproduction.toml`: the source, the runs (cases of
`applications`, or its own), and the rows, each with the published number, where it
stands, the tolerance, and how ours is read from what the runs leave
([reductions](../tools/reductions.py) lists the words). A row whose figure is known to
differ says why; it fails nothing. `--catalogue DIR` takes reproductions of your own."""


def write(options, reproductions, found):
    """The files that were written."""
    folder, known = options.readme, sources(options.catalogue)
    verdicts = [verdict for rows, _ in found.values() for verdict in rows]
    parts = [INTRODUCTION, f"{summary(verdicts)}.", "## Who creates energy?",
             energy_table.markdown(reproductions, found),
             *nearer_table.markdown(reproductions, found)]
    files = []
    for each in reproductions:
        rows, results = found[each.name]
        parts.append(section(each, rows))
        drawn = charts(each, results)
        if drawn:
            picture = folder / each.name / "picture.svg"
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_text(drawn[0][1] + "\n", encoding="utf-8")
            files.append(picture)
            parts.append(f"![{each.title}]({each.name}/picture.svg)")
    parts.append("## Sources\n\n" + "\n".join(
        f"- [{key}] {text}" for key, text in known["sources"].items()))
    parts.append("## What is not here\n\n" + "\n".join(
        f"- {what}: {why}"
        for what, why in known.get("not_reproduced", {}).items()))
    readme = folder / "README.md"
    readme.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return [readme, *files]
