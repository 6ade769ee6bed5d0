# SPDX-License-Identifier: Apache-2.0
"""The Python that doc/python.md shows, in one process, as a reader runs it."""

import contextlib
import io
import os
import pathlib
import re
import unittest
import warnings

from python_module import ModuleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "doc/python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class PageTest(ModuleTest):

    def test_blocks(self):
        blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
        self.assertGreater(len(blocks), 4)
        for name in ("applications", "meshes"):
            os.symlink(ROOT / name, name)
        names = {"__name__": "page"}
        for block in blocks:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), \
                    warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(block, str(PAGE), "exec"), names)
            self.assertNotEqual(said.getvalue(), "", block)


if __name__ == "__main__":
    unittest.main()
