# SPDX-License-Identifier: Apache-2.0
"""Tests of the plot tools as their users see them: files, and what is wrong."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

try:
    import matplotlib.image
except ImportError as error:
    print(f"OK (skipped: {error})")
    sys.exit()


class PlotToolTest(unittest.TestCase):

    TOOL = None  # a file name, in derived classes

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def run_tool(self, *arguments):
        return subprocess.run(
            [sys.executable, TOOLS / self.TOOL, *map(str, arguments)],
            cwd=self.root, capture_output=True, text=True, check=False)

    def expect_files(self, *arguments, files):
        """The tool prints their names, and they hold something."""
        run = self.run_tool(*arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.split("\n")[:-1], [str(f) for f in files])
        for file in files:
            if file.suffix == ".png":
                picture = matplotlib.image.imread(file)
                self.assertGreater(min(picture.shape[:2]), 600)
                self.assertGreater(picture[..., :3].std(), 0.05)
            elif file.suffix == ".svg":
                root = xml.etree.ElementTree.parse(file).getroot()
                self.assertGreater(len(list(root.iter())), 100)
            else:
                self.assertEqual(file.read_bytes()[:5], b"%PDF-")

    def expect_error(self, *arguments, words):
        run = self.run_tool(*arguments)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertNotIn("Traceback", run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)
