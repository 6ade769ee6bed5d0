# SPDX-License-Identifier: Apache-2.0
"""A page of results: one file of HTML that opens without a network, with tables
and with curves that one can point at and zoom. Of runs, studies and
reproductions alike.
"""

import html
import pathlib

from file_replacement import replacement

HERE = pathlib.Path(__file__).resolve().parent
# what the program knows its pages by
GENERATOR = '<meta name="generator" content="percuss">'


def number(value):
    """Six digits at most, as 1.324e-4 where it is small or large."""
    if value is None:
        return "-"
    text = f"{value:.6g}"
    if "e" in text:
        mantissa, exponent = text.split("e")
        return f"{mantissa}e{int(exponent)}"
    return text


def paragraph(text, kind=""):
    """Of plain text."""
    return f"<p{of_class(kind)}>{html.escape(text)}</p>"


def of_class(kind):
    return f' class="{kind}"' if kind else ""


class Cell(str):
    """The HTML of one."""


def cell(value, kind=""):
    """Numbers to the right; text as it is, without markup."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Cell(f'<td class="number">{number(value)}</td>')
    return Cell(f"<td{of_class(kind)}>{html.escape(str(value))}</td>")


def table(head, rows):
    """Of rows of values, or of Cells."""
    return "\n".join(
        ["<table>", row("th", head) if head else "",
         *("<tr>" + "".join(
             each if isinstance(each, Cell) else cell(each) for each in of_row) + "</tr>"
           for of_row in rows), "</table>"])


def row(kind, texts):
    return "<tr>" + "".join(f"<{kind}>{html.escape(text)}</{kind}>"
                            for text in texts) + "</tr>"


def section(title, *parts):
    """Nothing where there is nothing below the title."""
    parts = [part for part in parts if part]
    if not parts:
        return ""
    return f"<h2>{html.escape(title)}</h2>\n" + "\n".join(parts)


def charts(drawn):
    drawn = [svg for svg in drawn if svg]
    return ('<div class="charts">' + "\n".join(drawn) + "</div>"
            if drawn else "")


def document(title, parts):
    """The page; parts: HTML below the title."""
    return "\n".join([
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        GENERATOR, '<meta name="viewport" content="width=device-width">',
        '<link rel="icon" href="data:,">',
        f"<title>{html.escape(title)}</title>",
        f"<style>{(HERE / 'report_page.css').read_text()}</style></head><body>",
        f"<h1>{html.escape(title)}</h1>", *(part for part in parts if part),
        '<div id="value"></div>',
        f"<script>{(HERE / 'report_page.js').read_text()}</script>",
        "</body></html>\n"])


def write(file, title, parts):
    """Writes the page in the place of an older one, and of no other file."""
    if file.is_file() and file.stat().st_size > 0:
        with file.open(encoding="utf-8", errors="replace") as old:
            if GENERATOR not in old.read(512):
                raise OSError("it is there, and no report of percuss")
    with replacement(file) as new:
        new.write_text(document(title, parts), encoding="utf-8")
