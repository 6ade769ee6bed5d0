# SPDX-License-Identifier: Apache-2.0
"""The presets of CMake configure, build and find tests, as their help says."""

import json
import os
import pathlib
import subprocess
import unittest

from program import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "CMakePresets.json"


class PresetsTest(ProgramTest):

    def setUp(self):
        """A source folder of its own: presets build in one of its folders."""
        super().setUp()
        for path in ROOT.iterdir():
            if path.name not in ("build", ".git"):
                (self.folder / path.name).symlink_to(path)

    def call(self, *words):
        run = subprocess.run(words, cwd=self.folder, text=True, check=False,
                             capture_output=True,
                             env={**os.environ, "CLICOLOR": "0"})
        self.assertEqual(run.returncode, 0, run)
        return run.stdout

    def configure(self, preset):
        self.call("cmake", "--preset", preset)
        cache = self.folder / "build" / preset / "CMakeCache.txt"
        return dict(line.split("=", 1)
                    for line in cache.read_text().splitlines() if "=" in line)

    def listed(self, preset):
        return [line.split(": ", 1)[1]
                for line in self.call("ctest", "--preset", preset, "-N")
                .splitlines() if "Test " in line and ": " in line]

    def test_names(self):
        presets = json.loads(FILE.read_text())
        names = [preset["name"] for preset in presets["configurePresets"]]
        self.assertEqual(names, ["release", "debug", "sanitize"])
        for kind in ("buildPresets", "testPresets"):
            self.assertEqual([preset["name"] for preset in presets[kind]
                              if not preset.get("hidden")], names)

    def test_release(self):
        self.assertEqual(
            self.configure("release")["CMAKE_BUILD_TYPE:STRING"], "Release")
        self.call("cmake", "--build", "--preset", "release", "--target",
                  "percuss_base")
        self.assertTrue((self.folder / "build/release/libpercuss_base.a")
                        .exists())
        tests = self.listed("release")
        self.assertIn("program.PresetsTest", tests)
        self.assertNotIn("program.GranularPilesTest", tests)

    def test_debug(self):
        self.assertEqual(self.configure("debug")["CMAKE_BUILD_TYPE:STRING"],
                         "Debug")
        self.assertNotIn("program.PresetsTest", self.listed("debug"))

    def test_sanitize(self):
        self.assertIn("-fsanitize=address,undefined",
                      self.configure("sanitize")["CMAKE_CXX_FLAGS:STRING"])
        self.call("cmake", "--build", "--preset", "sanitize", "--target",
                  "percuss_base")


if __name__ == "__main__":
    unittest.main()
