# SPDX-License-Identifier: Apache-2.0
"""Tools take the system's Python where that of the user has no matplotlib."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
SYSTEM = "/usr/bin/python3"
MODULES = "import matplotlib, numpy"


def has_modules(*python, **options):
    return subprocess.run([*python, "-c", MODULES], check=False,
                          capture_output=True, **options).returncode == 0


@unittest.skipUnless(os.access(SYSTEM, os.X_OK) and has_modules(SYSTEM),
                     f"{SYSTEM} has no matplotlib")
class SystemPythonTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # another one, which -S keeps from all that is installed beside it
        self.python = self.folder / "python3"
        shutil.copy(os.path.realpath(SYSTEM), self.python)
        self.environment = {**os.environ, "PYTHONHOME": "/usr"}

    def run_tool(self, tool, *words):
        return subprocess.run(
            [self.python, "-S", TOOLS / tool, *words], cwd=self.folder,
            env=self.environment, capture_output=True, text=True, check=False)

    def test_every_tool_with_pictures(self):
        self.assertFalse(has_modules(self.python, "-S", env=self.environment))
        for tool in ("plot_history.py", "plot_mechanism.py", "plot_study.py",
                     "plot_slider_crank.py"):
            run = self.run_tool(tool, "--help")
            self.assertEqual((run.returncode, run.stderr), (0, ""), tool)
            self.assertIn(f"usage: {tool}", run.stdout)

    def test_words_arrive(self):
        run = self.run_tool("plot_history.py", "no such folder")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("no such folder does not exist", run.stderr)

    def test_the_systems_own_ends_with_a_hint(self):
        run = subprocess.run([SYSTEM, "-S", TOOLS / "plot_history.py"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("apt-get install python3-matplotlib", run.stderr)


if __name__ == "__main__":
    unittest.main()
