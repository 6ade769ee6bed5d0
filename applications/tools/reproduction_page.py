# SPDX-License-Identifier: Apache-2.0
"""report.html of reproductions, with all rows and their curves."""

import html

import energy_table
import nearer_table
from reductions import Reference
import report_page
from report_page import Cell, cell, number, paragraph, table
from reproduction_report import other, published, sources, summary, tolerance
from vector_chart import chart
from verdicts import DIFFERS, FAILS, HOLDS, SKIPPED

CLASSES = {HOLDS: "holds", FAILS: "fails", DIFFERS: "differs",
           SKIPPED: "skipped"}
HEAD = ("what", "where", "published", "percuss", "other program", "deviation",
        "tolerance", "verdict")


def charts(reproduction, results):
    """Its charts as (title, SVG); those whose runs are missing are left out."""
    drawn = []
    for each in reproduction.charts:
        lines = []
        for line in each.lines:
            lines += curves(each, line, reproduction, results)
        svg = chart(each.title, lines, each.x_label, each.y_label,
                    each.logarithmic)
        if svg:
            drawn.append((each.title, svg))
    return drawn


def curves(each, line, reproduction, results):
    """(label, x, y) of a line; a study has one for each of its curves."""
    if "reference" in line:
        reference = Reference(reproduction.folder)
        return [(line.get("label", "published"), reference["time"],
                 reference[line["reference"]])]
    run = results.get(line["run"])
    if run is None or run.failure:
        return []
    if reproduction.runs[line["run"]].command == "run":
        return [(line.get("label", ""), run[each.x], run[line["column"]])]
    return [(label, *([float(row[name] or "nan") for row in run.curve(label)]
                      for name in (each.x, line["column"])))
            for label in run.study.get("curves") or [""]]


def row(verdict):
    of = verdict.row
    what = html.escape(of.what)
    for text in (of.says and f"the source: {of.says}", verdict.note,
                 of.why and f"tolerance: {of.why}"):
        if text:
            what += f'<br><span class="note">{html.escape(text)}</span>'
    kind = CLASSES[verdict.verdict]
    others = html.escape(other(of)).replace("; ", "<br>")
    return [Cell(f'<td data-verdict="{kind}">{what}</td>'), of.at,
            cell(published(of), "number"), cell(number(verdict.ours), "number"),
            Cell(f'<td class="number">{others}</td>'),
            cell(number(verdict.deviation), "number"),
            cell(tolerance(of), "number"), cell(verdict.verdict, kind)]


def section(reproduction, verdicts, results):
    name = reproduction.name
    parts = [f'<section id="{name}"><h2>{html.escape(reproduction.title)}</h2>',
             f'<p class="note"><code>{name}</code>, [{reproduction.source}] '
             f'{html.escape(reproduction.place)}</p>']
    if reproduction.text:
        parts.append(paragraph(reproduction.text))
    parts.append(table(HEAD, map(row, verdicts)))
    if reproduction.chosen:
        parts.append(paragraph("Chosen, as the source leaves it open: "
                               + "; ".join(reproduction.chosen) + ".", "note"))
    parts.append(report_page.charts(
        svg for _, svg in charts(reproduction, results)) + "</section>")
    return "\n".join(parts)


def navigation(reproductions, found):
    links = []
    for each in reproductions:
        verdicts = [verdict.verdict for verdict in found[each.name][0]]
        worst = next((key for key in (FAILS, DIFFERS) if key in verdicts),
                     HOLDS)
        links.append(f'<a href="#{each.name}" class="{CLASSES[worst]}">'
                     f'{each.name} ({len(verdicts)})</a><br>')
    return "<nav>" + "".join(links) + "</nav>"


def write(options, reproductions, found, version):
    """Writes report.html; the name of the file, in a list."""
    file = options.output / "report.html"
    report_page.write(file, "Published results, computed by percuss", parts(
        reproductions, found, sources(options.catalogue), version))
    return [file]


def parts(reproductions, found, known, version):
    verdicts = [verdict for rows, _ in found.values() for verdict in rows]
    filters = "".join(
        f'<label><input type="radio" name="verdict" value="{key}"'
        f'{" checked" if key == "all" else ""}> {text}</label>'
        for key, text in (("all", "all"), ("holds", "holds"),
                          ("fails", "fails"), ("differs", "differs")))
    used = {each.source for each in reproductions}
    return [
        paragraph(f"{summary(verdicts)}. {version}"),
        f"<p>{filters}</p>", navigation(reproductions, found),
        energy_table.as_html(reproductions, found),
        nearer_table.as_html(reproductions, found),
        *(section(each, *found[each.name]) for each in reproductions),
        "<h2>Sources</h2>",
        *(paragraph(f"[{key}] {text}")
          for key, text in known["sources"].items() if key in used),
        "<h2>What is not here</h2>",
        *(paragraph(f"{what}: {why}")
          for what, why in known.get("not_reproduced", {}).items())]
