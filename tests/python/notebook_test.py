# SPDX-License-Identifier: Apache-2.0
"""The notebook doc/impact.ipynb: its form, its links, and its cells in order, as
Jupyter runs them."""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import unittest
import warnings

from python_module import ModuleTest

DOC = pathlib.Path(__file__).resolve().parents[2] / "doc"
FILE = DOC / "impact.ipynb"
MISSING = [name for name in ("matplotlib", "scipy")
           if not importlib.util.find_spec(name)]


def source_of(cell):
    return "".join(cell["source"])


class NotebookTest(ModuleTest):

    def setUp(self):
        super().setUp()
        self.notebook = json.loads(FILE.read_text(encoding="utf-8"))
        self.cells = self.notebook["cells"]

    def of_kind(self, kind):
        return [cell for cell in self.cells if cell["cell_type"] == kind]

    def test_form(self):
        """That of version 4.5, without results."""
        self.assertEqual((self.notebook["nbformat"],
                          self.notebook["nbformat_minor"]), (4, 5))
        self.assertEqual(self.notebook["metadata"]["kernelspec"]["language"],
                         "python")
        names = [cell["id"] for cell in self.cells]
        self.assertEqual(len(set(names)), len(names))
        for cell in self.cells:
            self.assertRegex(cell["id"], r"^[a-zA-Z0-9_-]{1,64}$")
            self.assertEqual(cell["metadata"], {})
            self.assertTrue(all(line.endswith("\n")
                                for line in cell["source"][:-1]))
            keys = {"cell_type", "id", "metadata", "source"}
            if cell["cell_type"] == "code":
                keys |= {"outputs", "execution_count"}
                self.assertEqual((cell["outputs"], cell["execution_count"]),
                                 ([], None))
            self.assertEqual(set(cell), keys)
        self.assertGreater(len(self.of_kind("markdown")), 8)

    def test_links(self):
        """To pages that there are, and from those that lead to it."""
        links = [link for cell in self.of_kind("markdown")
                 for link in re.findall(r"\]\(([^)#]+)", source_of(cell))]
        self.assertGreater(len(links), 3)
        for link in links:
            self.assertTrue((DOC / link).exists(), link)
        for page in ("python.md", "python_gallery.md", "../README.md"):
            self.assertIn("impact.ipynb)", (DOC / page).read_text(
                encoding="utf-8"), page)

    def said_by_cells(self):
        """What each cell prints; no cell warns."""
        self.addCleanup(os.environ.pop, "MPLBACKEND", None)
        os.environ["MPLBACKEND"] = "Agg"
        names, texts = {"__name__": "__main__"}, []
        for cell in self.of_kind("code"):
            said = io.StringIO()
            with contextlib.redirect_stdout(said), \
                    warnings.catch_warnings():
                warnings.simplefilter("error")
                exec(compile(source_of(cell), cell["id"], "exec"), names)
            texts.append(said.getvalue())
        return "\n".join(texts), names

    @unittest.skipIf(MISSING, f"{' and '.join(MISSING)} missing")
    def test_cells(self):
        """What they print is what the texts between them say."""
        text, names = self.said_by_cells()
        for part in ("It is measured in m, and 'kg' has another dimension",
                     "Did you mean 'density'?",
                     "first contact        0.0001 s",
                     "1 parameter identified"):
            self.assertIn(part, text)
        for name in ("force", "impulse"):
            computed, exact = map(float, re.search(
                rf"^{name} +(\S+) N.*, exact +(\S+) N", text,
                re.MULTILINE).groups())
            self.assertLess(abs(computed / exact - 1), 5e-3, name)
        springs = [float(impulse) for impulse in re.findall(
            r"Pa/m: \d+ calls, impulse (\S+) N s", text)]
        self.assertEqual(len(springs), 2)
        swept = re.findall(r"^v = (\S+) m/s +\d+ elements +(\S+) N s", text,
                           re.MULTILINE)
        self.assertEqual(len(swept), 9)
        for speed, impulse in [*swept, *(("1", each) for each in springs)]:
            self.assertLess(abs(float(impulse) / float(speed) / 1.56 - 1), 5e-3)
        fit = names["fit"]
        ((name, modulus),) = fit.values.items()
        self.assertLess(abs(modulus - 197e9),
                        4 * fit.standard_deviations[name] + 1e8)


if __name__ == "__main__":
    unittest.main()
