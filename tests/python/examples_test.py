# SPDX-License-Identifier: Apache-2.0
"""The examples of applications/python/examples, as their readers run them: what
they print, and the pictures that they leave. doc/python_gallery.md has all."""

import importlib.util
import pathlib
import re
import resource
import subprocess
import sys
import unittest

from python_module import ModuleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "applications/python/examples"
NEEDED = ("matplotlib", "scipy", "pandas")
MISSING = [name for name in NEEDED if not importlib.util.find_spec(name)]
SECONDS = 10


def numbers(text):
    return [float(each) for each in re.findall(r"[-+]?\d+\.\d+", text)]


def line(text, begin):
    return next(each for each in text.splitlines() if each.startswith(begin))


@unittest.skipIf(MISSING, f"python3-{' and python3-'.join(MISSING)} missing")
class ExamplesTest(ModuleTest):

    def example(self, name, ending="png"):
        """What it prints. It takes ten seconds of a processor at most."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([sys.executable, "-W", "ignore",
                              FOLDER / f"{name}.py"], check=False,
                             capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime -
                        before.ru_stime, SECONDS)
        picture = self.folder / f"{name}.{ending}"
        self.assertIn(f"picture: {picture.name}", run.stdout)
        begin = picture.read_bytes()[:4]
        self.assertIn(begin, (b"\x89PNG", b"GIF8"))
        self.assertGreater(picture.stat().st_size, 5000)
        return run.stdout

    def test_refinement_study(self):
        text = self.example("refinement_study")
        for scheme in ("moreau-jean", "generalized-alpha", "cd-lagrange"):
            self.assertGreater(min(numbers(line(text, scheme))), 0.5)

    def test_own_spring(self):
        text = self.example("own_spring")
        self.assertIn("e = 1.0000", line(text, "Hertz"))
        for law in ("Hunt and Crossley", "plastic"):
            e, lost, of_speeds = numbers(line(text, law))
            self.assertTrue(0.4 < e < 0.8)
            self.assertEqual(lost, of_speeds)

    def test_own_obstacle(self):
        text = self.example("own_obstacle")
        self.assertEqual(text.count("lowest point"), 4)

    def test_own_scheme(self):
        text = self.example("own_scheme")
        self.assertLess(float(re.search(r"difference (\S+) m", text)[1]), 1e-9)

    def test_identification(self):
        text = self.example("identification")
        for name in ("Elastic bar/Young's modulus:", "Elastic bar/density:"):
            self.assertLess(abs(numbers(line(text, name))[0]), 1)  # %

    def test_bifurcation(self):
        text = self.example("bifurcation")
        self.assertRegex(text, "260 frequencies")

    def test_sweep_pandas(self):
        text = self.example("sweep_pandas")
        self.assertIn("moreau-jean", text)

    def test_mechanism(self):
        text = self.example("mechanism")
        self.assertLess(float(re.search(r"by (\S+) um", text)[1]), 1)

    def test_friction_problem(self):
        text = self.example("friction_problem")
        self.assertIn("3600 problems", text)

    def test_animation(self):
        text = self.example("animation", "gif")
        angle = float(re.search(r"turned by (\S+) degrees", text)[1])
        self.assertLess(angle, -60)

    def test_all_are_here_and_on_the_page(self):
        names = sorted(file.stem for file in FOLDER.glob("*.py")
                       if file.stem != "picture")
        self.assertEqual(len(names), 10)
        page = (ROOT / "doc/python_gallery.md").read_text(encoding="utf-8")
        for name in names:
            self.assertTrue(hasattr(self, f"test_{name}"), name)
            self.assertIn(f"applications/python/examples/{name}.py", page)
            ending = "gif" if name == "animation" else "png"
            picture = ROOT / f"doc/images/python/{name}.{ending}"
            self.assertTrue(picture.exists(), picture)
            self.assertIn(f"images/python/{picture.name}", page)


if __name__ == "__main__":
    unittest.main()
