# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation: links and pictures, equations and the code
that computes them, both ways, and the site that is made of them.

An equation is a block ```math; one with a number, \\tag{7}, is cited by a comment
of the code as 'doc/theory/PAGE.md (7)', and all that is cited is there.
"""

import collections
import functools
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/program"))
os.environ.setdefault("PERCUSS_PROGRAM", "percuss")

THEORY = ROOT / "doc/theory"
KATEX = pathlib.Path("/usr/share/javascript/katex/katex.js")
CODE = re.compile(r"(`+).*?\1|<!--.*?-->", re.DOTALL)
FENCE = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^()\s]+)\)")
EQUATION = re.compile(r"^```math\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
TAG = re.compile(r"\\tag\{(\w+)\}")
# 'beams.md (1), (2)', over the ends of lines of comments
CITATION = re.compile(r"doc/theory/(\w+)\.md((?:[\s*/,]*\(\d+[a-z]?\))+)")

# adds a paragraph for each equation that does not fit
WIDE_EQUATIONS = """
addEventListener("load", () => {
  for (const equation of document.querySelectorAll(".katex-display")) {
    const tag = equation.querySelector(".tag");
    const end = (tag ? tag.getBoundingClientRect().left :
                 equation.getBoundingClientRect().right) + 1;
    for (const part of equation.querySelectorAll(".base"))
      if (!(tag && tag.contains(part)) &&
          part.getBoundingClientRect().right > end) {
        const note = document.createElement("p");
        note.className = "wide";
        note.textContent = equation.querySelector("annotation").textContent
          .replaceAll("\\n", " ");
        document.body.appendChild(note);
      }
  }
});"""


def pages():
    """Those that readers see; changes, too."""
    return sorted([ROOT / "README.md", ROOT / "CHANGELOG.md",
                   *(ROOT / "doc").rglob("*.md"),
                   *(ROOT / "applications").rglob("*.md"),
                   *(ROOT / "include").rglob("*.md")])


def prose(text):
    """A page without what stands as it is."""
    text = FENCE.sub("", text)
    lines = [line for line in text.split("\n")
             if not line.startswith("    ")]
    return CODE.sub("", "\n".join(lines))


def links(text):
    """The targets of links and pictures."""
    return LINK.findall(prose(text))


@functools.cache
def anchors(page):
    """What the headings of a page are called in links to them."""
    found = collections.Counter()
    names = set()
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for title in re.findall(r"^#+ +(.*)$", text, re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip().lower()
        name = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        names.add(name if not found[name] else f"{name}-{found[name]}")
        found[name] += 1
    return names


def broken(page, target):
    """Why a link leads nowhere, else nothing."""
    if re.match(r"[a-z]+:", target):
        return ""
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return f"{target}: there is no such file"
    if ROOT not in (file, *file.parents):
        return f"{target}: out of the repository"
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return f"{target}: {file.name} has no such heading"
    return ""


def equations(page):
    return EQUATION.findall(page.read_text(encoding="utf-8"))


def numbers(page):
    return [tag for text in equations(page) for tag in TAG.findall(text)]


def citations():
    """(page, number) -> files of the code."""
    found = collections.defaultdict(set)
    for folder in ("include", "source"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".h", ".cc"):
                text = file.read_text(encoding="utf-8")
                for page, cited in CITATION.findall(text):
                    for number in re.findall(r"\((\w+)\)", cited):
                        found[page, number].add(str(file.relative_to(ROOT)))
    return found


class MergesTest(unittest.TestCase):

    def test_no_page_has_both_sides_of_a_merge(self):
        found = [f"{page.relative_to(ROOT)}: {line}"
                 for page in pages()
                 for line in page.read_text(encoding="utf-8").splitlines()
                 if re.match(r"(<{7}|>{7}) ", line)]
        self.assertEqual(found, [])


class LinksTest(unittest.TestCase):

    def test_links_lead_somewhere(self):
        problems = [f"{page.relative_to(ROOT)}: {problem}"
                    for page in pages()
                    for target in links(page.read_text(encoding="utf-8"))
                    if (problem := broken(page, target))]
        self.assertEqual(problems, [])

    def test_what_is_found(self):
        text = ("[a](x.md#b) ![p](y.png) `[c](d)` [[A12] 1](z.md)\n"
                "```\n[e](f)\n```\n\n    [g](h)\n")
        self.assertEqual(links(text), ["x.md#b", "y.png", "z.md"])
        page = ROOT / "README.md"
        self.assertEqual(broken(page, "doc/notation.md"), "")
        self.assertEqual(broken(page, "https://x.org"), "")
        for target in ("no.md", "doc/notation.md#no", "../x", "#no"):
            self.assertNotEqual(broken(page, target), "", target)


class EquationsTest(unittest.TestCase):

    def test_numbers_are_unique(self):
        for page in THEORY.glob("*.md"):
            found = collections.Counter(numbers(page))
            self.assertEqual([n for n, k in found.items() if k > 1], [], page)

    def test_code_cites_what_it_computes(self):
        """Every number is cited, and every citation is a number."""
        numbered = {(page.stem, number) for page in THEORY.glob("*.md")
                    for number in numbers(page)}
        cited = citations()
        self.assertEqual(sorted(numbered - cited.keys()), [],
                         "no code cites these")
        self.assertEqual({key: cited[key] for key in cited.keys() - numbered},
                         {}, "no page has these")
        self.assertGreater(len(numbered), 70)

    def test_text_refers_to_what_is_there(self):
        """'(7)' is a number of the page, or of a page of theory that it links
        to; those of sources, [A12] (7), are left out."""
        for page in THEORY.glob("*.md"):
            text = prose(page.read_text(encoding="utf-8"))
            known = set(numbers(page))
            for target in links(text):
                file = page.parent / target.partition("#")[0]
                if file.parent == THEORY:
                    known |= set(numbers(file))
            text = text.partition("## References")[0]
            text = re.sub(r"\[[ACDL]\d+\][^a-z;]*", "", text)
            text = re.sub(r"[A-Z][\w.]*\s+\d+ \(\d+\)|\[\w+\]\([^)]*\)", "",
                          text)
            named = set(re.findall(r"(?<![\w)])\((\d{1,2}[a-z]?)\)", text))
            self.assertLessEqual(named, known, page.name)

    @unittest.skipUnless(KATEX.is_file() and shutil.which("node"),
                         "no KaTeX, no node: apt-get install libjs-katex nodejs")
    def test_they_can_be_typeset(self):
        texts = [text for page in THEORY.glob("*.md")
                 for text in equations(page)]
        script = (f"const katex = require({str(KATEX)!r});"
                  "for (const text of JSON.parse("
                  "require('fs').readFileSync(0, 'utf8')))"
                  "try { katex.renderToString(text, {displayMode: true,"
                  "strict: 'error'}); } catch (problem) {"
                  "console.log(text + '\\n' + problem.message); }")
        result = subprocess.run(["node", "-e", script], text=True, check=True,
                                input=json.dumps(texts), capture_output=True)
        self.assertEqual(result.stdout, "")
        self.assertGreater(len(texts), 80)


def has(*modules):
    return all(importlib.util.find_spec(name) for name in modules)


@unittest.skipUnless(has("sphinx", "myst_parser", "furo"),
                     "no Sphinx: apt-get install python3-sphinx "
                     "python3-myst-parser furo")
class SiteTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.site = pathlib.Path(cls.folder.name) / "site"
        cls.made = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c",
             ROOT / "doc/site", "-d", f"{cls.folder.name}/trees", ROOT,
             cls.site], capture_output=True, text=True, check=False)

    def test_there_are_no_warnings(self):
        self.assertEqual((self.made.returncode, self.made.stderr), (0, ""))

    def test_every_page_is_in_the_navigation(self):
        start = (self.site / "README.html").read_text(encoding="utf-8")
        for page in pages():
            name = page.relative_to(ROOT).with_suffix(".html")
            self.assertTrue((self.site / name).is_file(), name)
            self.assertTrue(name.name == "README.html"
                            and len(name.parts) == 1
                            or f'href="{name}"' in start, name)

    def test_equations_have_places(self):
        for page in THEORY.glob("*.md"):
            text = (self.site / f"doc/theory/{page.stem}.html").read_text(
                encoding="utf-8")
            self.assertEqual(text.count('<div class="equation"'),
                             len(equations(page)))
            for number in numbers(page):
                self.assertIn(f'id="eq-{number}"', text)

    @unittest.skipUnless(shutil.which("doxygen"), "no doxygen")
    def test_public_headers_have_pages(self):
        """A page for each, with its classes; the site leads there."""
        folder = self.site / "api"
        names = set(re.findall(r'_8h\.html"[^>]*>([^<]+\.h)<', (
            folder / "files.html").read_text(encoding="utf-8")))
        headers = list((ROOT / "include/percuss").rglob("*.h"))
        self.assertEqual(names, {file.name for file in headers})
        classes = (folder / "annotated.html").read_text(encoding="utf-8")
        for name in ("TimeStepper", "MoreauJean", "ComplementaritySolver",
                     "MechanicalSystem", "BodyFieldWriter"):
            self.assertIn(f">{name}<", classes)
        for page in ("README", "doc/architecture", "doc/extending"):
            text = (self.site / f"{page}.html").read_text(encoding="utf-8")
            link = re.search(r'href="([^"]*api/index.html)"', text)[1]
            self.assertTrue((self.site / page).parent.joinpath(link).is_file())

    @unittest.skipUnless(shutil.which("doxygen"), "no doxygen")
    def test_headers_lead_to_equations(self):
        """All links from their pages to those of the site lead somewhere."""
        found = {link for file in (self.site / "api").glob("*.html") for link
                 in re.findall(r'href="\.\./([^"]*)"',
                               file.read_text(encoding="utf-8"))}
        self.assertIn("doc/theory/beams.html#eq-2", found)
        self.assertGreater(len(found), 50)
        for link in found:
            page, _, place = link.partition("#")
            self.assertTrue((self.site / page).is_file(), link)
            if place:
                self.assertIn(f'id="{place}"', (self.site / page).read_text(
                    encoding="utf-8"), link)

    @unittest.skipUnless(KATEX.is_file(), "no KaTeX")
    def test_browser(self):
        """It opens without a network; KaTeX has set all equations."""
        from browser import CHROMIUM, open_page
        if not CHROMIUM:
            self.skipTest("no chromium")
        seen, console = open_page(
            self.site / "doc/theory/time_integration.html")
        self.assertEqual(console, [])
        self.assertEqual(seen.count('class="katex-display"'),
                         len(equations(THEORY / "time_integration.md")))
        for number in numbers(THEORY / "time_integration.md"):
            self.assertIn(f"\\tag{{{number}}}</annotation>", seen)

    @unittest.skipUnless(KATEX.is_file(), "no KaTeX")
    def test_equations_fit_into_the_column(self):
        """They end before their numbers, or before the end of the column."""
        from browser import CHROMIUM, open_page
        if not CHROMIUM:
            self.skipTest("no chromium")
        blocks = [block for page in sorted((self.site / "doc/theory")
                                           .glob("*.html"))
                  for block in re.findall(
                      r'<div class="equation".*?</div>',
                      page.read_text(encoding="utf-8"), re.DOTALL)]
        self.assertGreater(len(blocks), 100)
        all_of_them = self.site / "doc/theory/all_equations.html"
        page = self.site / "doc/theory/solids.html"
        all_of_them.write_text(
            page.read_text(encoding="utf-8").replace(
                "</article>", "\n".join(blocks) + "</article>"),
            encoding="utf-8")
        seen, _ = open_page(all_of_them, WIDE_EQUATIONS)
        all_of_them.unlink()
        self.assertGreater(seen.count('class="katex-display"'), len(blocks))
        self.assertEqual(re.findall(r'class="wide">(.*?)</p>', seen), [])


if __name__ == "__main__":
    unittest.main()
