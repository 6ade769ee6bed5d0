# SPDX-License-Identifier: Apache-2.0
"""report.html of reproductions: one file that opens without a network, with all
rows and with curves one can point at and zoom.
"""

import html
import pathlib

from energy_table import as_html
from reductions import Reference
from reproduction_report import (number, other, published, sources, summary,
                                 tolerance)
from vector_chart import chart
from verdicts import DIFFERS, FAILS, HOLDS, SKIPPED

HERE = pathlib.Path(__file__).resolve().parent
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
    cells = [(what, ""), (html.escape(of.at), ""), (published(of), "number"),
             (number(verdict.ours), "number"), (other(of), "number"),
             (number(verdict.deviation), "number"), (tolerance(of), "number"),
             (verdict.verdict, CLASSES[verdict.verdict])]
    return (f'<tr data-verdict="{CLASSES[verdict.verdict]}">' + "".join(
        f'<td class="{kind}">{text}</td>' for text, kind in cells) + "</tr>")


def section(reproduction, verdicts, results):
    name = reproduction.name
    parts = [f'<section id="{name}"><h2>{html.escape(reproduction.title)}</h2>',
             f'<p class="note"><code>{name}</code>, [{reproduction.source}] '
             f'{html.escape(reproduction.place)}</p>']
    if reproduction.text:
        parts.append(f"<p>{html.escape(reproduction.text)}</p>")
    parts.append("<table><tr>" + "".join(f"<th>{text}</th>" for text in HEAD)
                 + "</tr>" + "\n".join(map(row, verdicts)) + "</table>")
    if reproduction.chosen:
        parts.append('<p class="note">Chosen, as the source leaves it open: '
                     + html.escape("; ".join(reproduction.chosen)) + ".</p>")
    parts.append('<div class="charts">' + "\n".join(
        svg for _, svg in charts(reproduction, results)) + "</div></section>")
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
    file.write_text(page(reproductions, found, sources(options.catalogue),
                         version), encoding="utf-8")
    return [file]


def page(reproductions, found, known, version):
    verdicts = [verdict for rows, _ in found.values() for verdict in rows]
    filters = "".join(
        f'<label><input type="radio" name="verdict" value="{key}"'
        f'{" checked" if key == "all" else ""}> {text}</label>'
        for key, text in (("all", "all"), ("holds", "holds"),
                          ("fails", "fails"), ("differs", "differs")))
    used = {each.source for each in reproductions}
    return "\n".join([
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        '<link rel="icon" href="data:,">',
        "<title>Published results, computed by percuss</title>",
        f"<style>{(HERE / 'report_page.css').read_text()}</style></head><body>",
        "<h1>Published results, computed by percuss</h1>",
        f"<p>{html.escape(summary(verdicts))}. {html.escape(version)}</p>",
        f"<p>{filters}</p>", navigation(reproductions, found), as_html(reproductions, found),
        *(section(each, *found[each.name]) for each in reproductions),
        "<h2>Sources</h2>",
        *(f"<p>[{key}] {html.escape(text)}</p>"
          for key, text in known["sources"].items() if key in used),
        "<h2>What is not here</h2>",
        *(f"<p>{html.escape(what)}: {html.escape(why)}</p>"
          for what, why in known.get("not_reproduced", {}).items()),
        '<div id="value"></div>',
        f"<script>{(HERE / 'report_page.js').read_text()}</script>",
        "</body></html>"])
