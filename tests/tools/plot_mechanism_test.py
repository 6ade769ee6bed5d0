# SPDX-License-Identifier: Apache-2.0
"""plot_mechanism.py draws bodies where they are, and says what is wrong."""

import csv
import math
import unittest

from plot_tool import PlotToolTest

import numpy as np
import plot_mechanism
from history import InputError, Run
from mechanism_text import number, read_mechanism

CASE = """subsection Mechanism
  set bodies   = crank: mass 1 ; inertia 1 ; at 0.1, 0, pi/2 | ball: mass 1 ; inertia 1
  set beams    = strip: from 0, 0 ; length 1
  set joints   = A: revolute ; ground 0, 0 ; crank -sqrt(0.01), 0 | B: drive ; ground ; crank ; angle if(t > 1 || t < 0, 2*t, t)
  set contacts = c: disc ; ball 0, 0.5 ; disc radius 0.25 ; inside circle crank 0.2*sin(0.5), 0 ; radius 3 | g: rectangle ; ball 0, 0 ; half lengths 2, 1 ; guide ground 0, 1 ; direction 0, 1 ; clearance 0.5 | f: point ; ball 0, 0 ; line ground 7, 0 ; normal 1, 0
  set springs  = s: ground 1, 1 ; ball 0, 0.5 ; stiffness 3 | t: torsional ; ground ; ball ; stiffness 2
end
"""


class PlotMechanism(PlotToolTest):

    TOOL = "plot_mechanism.py"

    def make_run(self, text=CASE, without=None):
        frames = ("crank", "ball", "strip.start", "strip.1", "strip.end")
        columns = ["time"] + [f"position[{name} {axis}]" for name in frames
                              for axis in ("x", "y", "angle")
                              if name != without]
        with (self.root / "history.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            for time in (0., 0.5, 1.):
                writer.writerow([time] + [
                    i + time if i % 3 < 2 else math.pi / 2 * time
                    for i in range(len(columns) - 1)])
        (self.root / "used_parameters.prm").write_text(text)
        return self.root

    def test_text(self):
        mechanism = read_mechanism(self.make_run() / "used_parameters.prm")
        self.assertEqual(mechanism.beams, ["strip"])
        crank, ball = (mechanism.bodies[name] for name in ("crank", "ball"))
        np.testing.assert_allclose(crank, [(-0.1, 0)])
        np.testing.assert_allclose(ball, [(0, 0.5), (0, 0.5), (0, 0)])
        (frame, point, radius), = mechanism.discs
        self.assertEqual((frame, radius), ("ball", 0.25))
        np.testing.assert_allclose(point, (0, 0.5))
        (frame, point, radius), = mechanism.circles
        self.assertEqual((frame, radius), ("crank", 3))
        np.testing.assert_allclose(point, (0.2 * math.sin(0.5), 0))
        self.assertEqual([frame for frame, _, _ in mechanism.lines],
                         ["ground"] * 3)
        np.testing.assert_allclose([base for _, base, _ in mechanism.lines],
                                   [(1.5, 1), (-1.5, 1), (7, 0)])
        np.testing.assert_allclose(mechanism.lines[2][2], (0, 1))
        self.assertEqual(len(mechanism.springs), 1)
        self.assertEqual(number("2^3 - pi/2"), 8 - math.pi / 2)

    def test_places(self):
        motion = plot_mechanism.Motion(Run(self.make_run()))
        np.testing.assert_allclose(motion.frame("ball", 0), (3, 4, 0))
        # turned by a right angle at the end
        np.testing.assert_allclose(motion.place("ball", (2, 0), 2), [(4, 7)])
        np.testing.assert_allclose(motion.nodes("strip", 0),
                                   [(6, 7), (9, 10), (12, 13)])

    def test_picture(self):
        self.make_run()
        done = self.run_tool(self.root, "--output", "some.png", "--times", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.root / "some.png").stat().st_size > 5000)

    def test_wrong_input(self):
        for words, text, without, part in [
                (["--output", "a.txt"], CASE, None, ".png"),
                (["--times", 0], CASE, None, "at least one"),
                ([], "subsection Model\nend\n", None, "'Mechanism'"),
                ([], CASE, "strip.end", "strip.end"),
                ([], CASE.replace("sqrt(0.01)", "rand(1)"), None, "rand(1)"),
                ([], CASE, "ball", "'ball'")]:
            self.make_run(text, without)
            done = self.run_tool(self.root, *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(part, done.stderr)
        with self.assertRaises(InputError):
            number("__import__('os')")


if __name__ == "__main__":
    unittest.main()
