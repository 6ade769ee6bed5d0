# SPDX-License-Identifier: Apache-2.0
"""plot_mechanism.py draws bodies where they are, and says what is wrong."""

import csv
import math
import unittest

from plot_tool import PlotToolTest

import numpy as np
import plot_mechanism
import solid_obstacles
import spatial_drawing
from history import Run
from run_record import InputError
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
        (frame, point, radius), = mechanism.rings
        self.assertEqual((frame, radius), ("crank", 3))
        np.testing.assert_allclose(point, (0.2 * math.sin(0.5), 0))
        self.assertEqual([frame for frame, _, _ in mechanism.lines],
                         ["ground"] * 3)
        np.testing.assert_allclose([base for _, base, _ in mechanism.lines],
                                   [(1.5, 1), (-1.5, 1), (7, 0)])
        # obstacles on their left
        np.testing.assert_allclose([along for *_, along in mechanism.lines],
                                   [(0, -1), (0, 1), (0, 1)])
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

    def test_shapes(self):
        text = CASE.replace("ball: mass 1", "ball: shape rectangle 0.2, 0.1 ; "
                            "mass 1")
        mechanism = read_mechanism(self.make_run(text) / "used_parameters.prm")
        self.assertEqual(mechanism.shapes, {"ball": ("rectangle", [0.2, 0.1])})
        figure, axes = plot_mechanism.plt.subplots()
        motion = plot_mechanism.Motion(Run(self.root))
        plot_mechanism.draw_frame(axes, motion, mechanism, 0, 1.,
                                  plot_mechanism.colors_of(mechanism))
        corners, = (patch.get_xy()[:4] for patch in axes.patches
                    if patch.get_facecolor()[3] and len(patch.get_xy()) == 5)
        np.testing.assert_allclose(corners, np.array(
            [(2.9, 3.95), (3.1, 3.95), (3.1, 4.05), (2.9, 4.05)]))
        plot_mechanism.plt.close(figure)

    def test_bodies_at_rest_and_lattices(self):
        """They have no columns, and columns with numbers."""
        text = CASE.replace("ball: mass 1", "wall: fixed ; shape capsule 0.1, "
                            "1 ; at 1, 2, pi/2 | dot: copies 1, 1 ; shape "
                            "polygon 0, 0, 3, 0, 0, 3 ; mass 1 | ball: mass 1")
        self.make_run(text)
        header, *rows = (self.root / "history.csv").read_text().splitlines()
        (self.root / "history.csv").write_text("\n".join(
            [header + "".join(f",position[dot1 {axis}]"
                              for axis in ("x", "y", "angle")),
             *(row + ",1,2,0" for row in rows)]) + "\n")
        mechanism = read_mechanism(self.root / "used_parameters.prm")
        self.assertEqual([*mechanism.bodies],
                         ["crank", "wall", "dot1", "ball"])
        self.assertEqual([*mechanism.shapes], ["wall", "dot1"])
        motion = plot_mechanism.Motion(Run(self.root), mechanism.fixed)
        np.testing.assert_allclose(motion.place("wall", (1, 0), 2), [(1, 3)])
        done = self.run_tool(self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_nodes_of_beams(self):
        text = CASE.replace("ground 1, 1 ; ball 0, 0.5",
                            "strip.end 0, 1 ; ball 0, 0.5")
        mechanism = read_mechanism(self.make_run(text) / "used_parameters.prm")
        (frame, point, other), = mechanism.springs
        self.assertEqual((frame, point.tolist()), ("strip.end", [0, 1]))
        motion = plot_mechanism.Motion(Run(self.root))
        np.testing.assert_allclose(motion.place(frame, point, 0), [(12, 14)])

    def test_default_place(self):
        self.make_run()
        done = self.run_tool(self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.root / "mechanism.png").is_file())

    SPATIAL = """subsection Model
  set name = spatial mechanism
end
subsection Spatial mechanism
  set bodies   = top: shape cylinder 0.1, 0.4 ; mass 1 ; at 0, 0, 0 | b: shape ball 0.2 ; mass 1
  set rods     = strip: from 0, 0, 0 ; length 1
  set joints   = A: spherical ; ground 0, 0, 0 ; top 0, 0, -0.2
  set contacts = tip: ball ; top 0, 0, -0.2 ; ball radius 0.02 ; plane ground 0, 0, -1 ; normal 0, 0, 1 | c: point ; b 0, 0, 0 ; inside cylinder top 1, 0, 0 ; axis 1, 0, 0 ; radius 3
end
"""

    def make_spatial_run(self):
        frames = ("top", "b", "strip.start", "strip.end")
        columns = ["time"] + [f"position[{name} {axis}]" for name in frames
                              for axis in ("x", "y", "z", "rx", "ry", "rz")]
        with (self.root / "history.csv").open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            for time in (0., 1.):
                writer.writerow([time] + 4 * [1, 2, 3 + time, 0, 0,
                                              math.pi / 2 * time])
        (self.root / "used_parameters.prm").write_text(self.SPATIAL)
        return self.root

    def test_mechanism_in_space(self):
        self.make_spatial_run()
        mechanism = read_mechanism(self.root / "used_parameters.prm")
        self.assertEqual(mechanism.dimension, 3)
        self.assertEqual(mechanism.beams, ["strip"])
        self.assertEqual([solid[2] for solid in mechanism.solids],
                         ["plane", "inside cylinder"])
        motion = plot_mechanism.SpatialMotion(Run(self.root))
        # turned by a right angle about z at the end
        np.testing.assert_allclose(motion.place("top", (1, 0, 0), 1),
                                   [(1, 3, 4)], atol=1e-14)
        done = self.run_tool(self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater((self.root / "mechanism.png").stat().st_size, 15000)

    def test_rotations_and_views(self):
        r = spatial_drawing.rotation((0.3, -2., 1.1))
        np.testing.assert_allclose(r @ r.T, np.eye(3), atol=1e-14)
        np.testing.assert_allclose(r @ (0.3, -2., 1.1), (0.3, -2., 1.1))
        self.assertAlmostEqual(np.trace(r), 1 + 2 * math.cos(
            np.linalg.norm((0.3, -2., 1.1))))
        # lengths across the view are true, up is up
        x, y = spatial_drawing.projected(spatial_drawing.RIGHT)[0]
        self.assertAlmostEqual(x, 1)
        self.assertAlmostEqual(y, 0)
        self.assertGreater(spatial_drawing.projected((0, 0, 1))[0, 1], 0.8)

    def test_obstacles_of_solids(self):
        (self.root / "used_parameters.prm").write_text(
            "subsection Solid\n  set dimension = 2\n  set obstacles = "
            "plane: 0, -1 ; 0, 2 | sphere: 0, 20 ; 10*2 ; moved by: 0, t | "
            "wedge: 1\nend\n")
        plane, ball = solid_obstacles.read_obstacles(self.root)
        points = np.array([(0, 0, 0), (3., 4, 0)])
        np.testing.assert_allclose(plane.distance(points), [1, 5])
        np.testing.assert_allclose(ball.distance(points),
                                   [0, math.hypot(3, 16) - 20])
        self.assertEqual((plane.moves, ball.moves), (False, True))
        np.testing.assert_allclose(ball.outwards(points),
                                   np.array((3, -16, 0)) / math.hypot(3, 16))

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
