# SPDX-License-Identifier: Apache-2.0
"""The page of each large module, include/percuss/MODULE/README.md: every file
that it names exists."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include/percuss"
LARGE = 1500  # lines
FILE = re.compile(r"`([\w./-]+\.(?:h|cc|md|py))`")
PARTS = ("**Who talks to whom.**", "**Where to start", "o extend.**")


def modules():
    table = (ROOT / "cmake/modules.txt").read_text(encoding="utf-8")
    return [name for name in re.findall(r"^([a-z_/]+):", table, re.MULTILINE)
            if name != "models"] + ["models/bar", "models/solid"]


def size(module):
    return sum(len(file.read_text(encoding="utf-8").splitlines())
               for folder in (HEADERS, ROOT / "source")
               for file in (folder / module).rglob("*")
               if file.suffix in (".h", ".cc"))


def page(module):
    return HEADERS / module / "README.md"


class ModulePagesTest(unittest.TestCase):

    def test_large_modules_have_one(self):
        self.assertEqual([module for module in modules()
                          if size(module) > LARGE
                          and not page(module).is_file()], [])

    def test_files_exist(self):
        for module in modules():
            if not page(module).is_file():
                continue
            places = (HEADERS / module, ROOT / "source" / module, HEADERS, ROOT)
            text = page(module).read_text(encoding="utf-8")
            files = FILE.findall(text)
            self.assertEqual([name for name in files if not any(
                (place / name).is_file() for place in places)], [], module)
            for part in PARTS:
                self.assertIn(part, text, module)


if __name__ == "__main__":
    unittest.main()
