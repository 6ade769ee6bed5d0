# SPDX-License-Identifier: Apache-2.0
"""The site: all pages of the repository with a navigation, equations typeset.

    sphinx-build -W -c doc/site . build/site

The pages are as they are in the repository; those of the public headers, api/,
are made by Doxygen where it is installed. Equations are blocks ```math there,
which KaTeX sets in the browser, from files of the site alone.
"""

import html
import pathlib
import re
import shutil
import subprocess

from sphinx.util import logging

ROOT = pathlib.Path(__file__).resolve().parents[2]
KATEX = pathlib.Path("/usr/share/javascript/katex")

project = "percuss"
author = "the authors of percuss"
extensions = ["myst_parser"]
myst_heading_anchors = 4
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "doc/**.md",
                    "applications/**.md", "include/**.md", "meshes/**.md"]
suppress_warnings = ["myst.header"]  # pages that begin with a second level
highlight_language = "none"
# names of files and variables with -- and ...
smartquotes = False

html_theme = "furo"
html_title = "percuss"
html_static_path = ["static"]
html_css_files = ["site.css", "katex/katex.min.css"]
html_js_files = ["katex/katex.min.js", "site.js"]
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

# captions and pages of the navigation; * stands for all that no other line has
NAVIGATION = (
    ("To begin", ("doc/first_hour", "doc/choose", "doc/how_to", "doc/gallery",
                  "doc/which_scheme", "doc/what_it_cannot_do")),
    ("To use", ("doc/python", "doc/python_gallery", "doc/read_the_ledger",
                "doc/studies", "doc/restart", "doc/contact_problems",
                "doc/multiple_impacts", "doc/parameters")),
    ("Theory", ("doc/theory/measure_equation", "doc/theory/time_integration",
                "doc/theory/energy_identities", "doc/theory/complementarity",
                "doc/theory/friction_methods",
                "doc/theory/friction_measurements",
                "doc/theory/impact_laws", "doc/theory/rate_and_state",
                "doc/theory/cohesive_zones",
                "doc/theory/massless_contacts",
                "doc/theory/contact_methods", "doc/theory/elastic_bar",
                "doc/theory/elastic_solid", "doc/theory/solids",
                "doc/theory/mortar_contact",
                "doc/theory/beams", "doc/theory/mechanisms",
                "doc/theory/benchmarks", "doc/theory/misprints",
                "doc/notation", "doc/theory/*")),
    ("Applications", ("meshes/README", "meshes/*", "applications/*/*")),
    ("To change it", ("doc/architecture", "doc/extending",
                      "doc/contributing", "doc/*",
                      "percuss/*/README", "percuss/models/*/README")),
    ("Changes", ("CHANGELOG",)))
FENCE = re.compile(r"^```math\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
# what stands as it is: blocks, indented lines, code, targets of links
VERBATIM = re.compile(r"(^```.*?^```$|^    .*$|`[^`\n]+`|\]\([^)\n]*\)|<[^>\n]*>)",
                      re.DOTALL | re.MULTILINE)
# x_k, λ_{k+1}, |v|²_M in the text
INDEX = re.compile(r"((?<![A-Za-z0-9_])[^\W\d_][\u0300-\u036f]?|[|‖²\])])"
                   r"_(?:\{([^{}\n]+)\}|(max|min|free|\w)(?!\w))")
# that end with a link to the public headers
PAGES_WITH_HEADERS = (root_doc, "doc/architecture", "doc/extending")
TAG = re.compile(r"\\tag\{(\w+)\}")


def is_page(name):
    return (ROOT / f"{name}.md").is_file()


def pages():
    """The names of all pages, as the site calls them."""
    return sorted(str(file.relative_to(ROOT).with_suffix(""))
                  for folder in ("doc", "applications", "include", "meshes")
                  for file in (ROOT / folder).rglob("*.md"))


def navigation():
    """Lists of pages, as directives; a page is in one of them."""
    named = {name for _, names in NAVIGATION for name in names}
    left = [name for name in pages() if name not in named]
    parts = []
    for caption, names in NAVIGATION:
        shown = []
        for name in names:
            if "*" not in name:
                shown += [name] * is_page(name)
                continue
            found = [page for page in left
                     if pathlib.PurePath(page).match(name)]
            left = [page for page in left if page not in found]
            shown += reversed(found) if caption == "Changes" else found
        parts.append("\n".join(["```{toctree}", ":hidden:",
                                f":caption: {caption}", "", *shown, "```"]))
    return "\n\n".join(parts)


def equation(match):
    """A block of an equation; one with a number can be linked to."""
    tag = TAG.search(match[1])
    name = f' id="eq-{tag[1]}"' if tag else ""
    return (f'<div class="equation"{name}>\n{html.escape(match[1])}\n</div>')


def indices(text):
    """The text with the indices of letters below the line."""
    parts = VERBATIM.split(text)
    parts[::2] = [INDEX.sub(lambda match: match[1] + "<sub>"
                            + (match[2] or match[3]) + "</sub>", part)
                  for part in parts[::2]]
    return "".join(parts)


def read(app, name, source):
    if not re.match(r"\s*# ", source[0]):  # changes, named by date and topic
        topic = name.rpartition("/")[2]
        source[0] = f"# {topic[:10]} {topic[11:].replace('-', ' ')}\n\n{source[0]}"
    if name.startswith("doc/theory/") or name == "doc/notation":
        source[0] = indices(source[0])
    source[0] = FENCE.sub(equation, source[0])
    if name in PAGES_WITH_HEADERS and shutil.which("doxygen"):
        up = "../" * name.count("/")
        source[0] += (f'\n\n<p><a href="{up}api/index.html">Public headers'
                      "</a></p>\n")
    if name == root_doc:
        source[0] += "\n\n" + navigation() + "\n"


def make_pages_of_headers(app):
    """What Doxygen warns of, Sphinx does."""
    if app.builder.format != "html" or not shutil.which("doxygen"):
        return
    settings = (ROOT / "doc/site/Doxyfile").read_text(encoding="utf-8")
    made = subprocess.run(
        ["doxygen", "-"], cwd=ROOT, capture_output=True, text=True,
        input=f'{settings}\nOUTPUT_DIRECTORY = "{app.outdir}"\n', check=False)
    for line in made.stderr.splitlines():
        logging.getLogger(__name__).warning(line)


def leave_out_script(app, name, template, context, doctree):
    """Of the theme: a module, which browsers do not load from files. It turns
    colours and marks the place on a page."""
    context["script_files"] = [each for each in context["script_files"]
                               if "furo.js" not in str(each)]


def copy_katex(app, _):
    """Fonts, styles and the program that sets the equations."""
    if app.builder.format == "html" and KATEX.is_dir():
        target = pathlib.Path(app.outdir) / "_static/katex"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for name in ("katex.min.js", "katex.min.css"):
            shutil.copy(KATEX / name, target)
        shutil.copytree(KATEX / "fonts", target / "fonts")


def setup(app):
    app.connect("builder-inited", make_pages_of_headers)
    app.connect("source-read", read)
    app.connect("html-page-context", leave_out_script, priority=900)
    app.connect("build-finished", copy_katex)
