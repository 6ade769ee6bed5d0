# SPDX-License-Identifier: Apache-2.0
"""What reports draw of mechanisms in the plane: shapes, links, walls, joints."""

import json
import math
import unittest
from unittest import mock

import numpy as np

from report_test import Results

import obstacle_shapes
import planar_scene
from planar_shapes import centroid, core, rounded
import run_view
from run_record import InputError, RunRecord
import scene
import still_picture

PARAMETERS = """subsection Mechanism
  set bodies   = arm: mass 1 ; inertia 1 ; at 0, 0, 0 | box: shape rectangle 0.4, 0.2 ; mass 1 | disc: shape disc 0.1 ; mass 1 | wall: fixed ; shape rectangle 0.2, 1 ; at -2, 0.5, 0
  set beams    = strip: from 0, 0 ; length 1 ; section rectangle 0.05, 0.08
  set joints   = A: revolute ; ground 0, 0 ; arm 0, 0 | B: revolute ; arm 1, 0 ; strip.start 0, 0
  set contacts = floor: point ; box -0.2, -0.1 ; line ground 0, -1 ; normal 0, 1 | same: point ; box 0.2, -0.1 ; line ground 5, -1 ; normal 0, 1 | ring: disc ; disc 0, 0 ; disc radius 0.1 ; inside circle arm 0, 0 ; radius 0.3
  set springs  = s: ground 3, 1 ; box 0.2, 0 ; stiffness 1
end
"""
# at two times: X, Y, theta, and velocities
FRAMES = {"arm": [(0, 0, 0, 0, 0, 2), (0, 0, math.pi / 2, 0, 0, 2)],
          "box": [(2, 0, 0, 1, 0, 5), (2, -0.9, 0, 0, 0, 0)],
          "disc": [(0, 0.2, 0, 0, 0, 0), (0, 0.2, 1, 0, 0, 0)],
          "strip.start": [(1, 0, 0, 0, 0, 0), (0, 1, 0, 3, 4, 0)],
          "strip.end": [(2, 0, 0, 0, 0, 0), (1, 1, 0, 3, 4, 0)]}


def area(points, triangles):
    a, b, c = (points[triangles[:, k], :2] for k in range(3))
    b, c = b - a, c - a
    return np.abs(b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0]).sum() / 2


class ShapesTest(unittest.TestCase):

    def test_areas(self):
        for word, numbers, wanted in (
                ("rectangle", (2, 3), 6), ("disc", (2,), 4 * math.pi),
                ("capsule", (0.5, 2), 2 + math.pi / 4),
                ("polygon", (1, 1, 3, 1, 3, 2, 1, 2, 2, 1.5), 2)):
            points, triangles, outline = planar_scene.plate(
                rounded(*core(word, numbers)))
            self.assertAlmostEqual(area(points, triangles) / wanted, 1,
                                   delta=0.005, msg=word)
            self.assertEqual(len(outline), len(points) - 1)
            np.testing.assert_allclose(points[0], 0, atol=1e-9)

    def test_rods_and_points_have_no_area(self):
        self.assertEqual(rounded(*core("rod", (2,))).tolist(),
                         [[-1, 0], [1, 0]])
        self.assertEqual(rounded([(1, 2), (1, 2)], 0.).tolist(), [[1, 2]])

    def test_polygons_move_to_their_centroid(self):
        corners = np.array([(0, 0), (3, 0), (0, 6.)])
        np.testing.assert_allclose(centroid(corners), (1, 2))
        np.testing.assert_allclose(core("polygon", corners.ravel())[0],
                                   corners - (1, 2))

    def test_behind_a_line(self):
        low, high = np.zeros(3), np.array((4., 3., 0))
        for normal in ((0, 1), (3, 4), (-1, 0)):
            strip = obstacle_shapes.half_plane((2, 1), normal, low, high)
            depth = (strip.points[:, :2] - (2, 1)) @ normal / np.linalg.norm(
                normal)
            self.assertAlmostEqual(depth.max(), 0)
            self.assertAlmostEqual(depth.min(), -5 * obstacle_shapes.STRIP)
            np.testing.assert_allclose(depth[strip.lines], 0, atol=1e-12)
            self.assertEqual(strip.lines.shape, (1, 2))
            length = np.linalg.norm(np.diff(strip.points[strip.lines[0]],
                                            axis=0))
            self.assertGreater(length, 3)
        self.assertIsNone(obstacle_shapes.half_plane((0, -99), (0, 1), low,
                                                     high))
        short = obstacle_shapes.half_plane(
            (0, 0), (0, 1), low, high, np.array([(1, 2), (1.5, 0)]))
        np.testing.assert_allclose(
            [short.points[:, 0].min(), short.points[:, 0].max()],
            np.array((1, 1.5)) + 5 * obstacle_shapes.REACH * np.array((-1, 1)))


class PlanarSceneTest(Results):

    def setUp(self):
        super().setUp()
        self.write_run(FRAMES, PARAMETERS)

    def write_run(self, frames, parameters):
        self.write("history.csv", ["time", "active_contacts", *(
            f"{kind}[{name} {axis}]" for name in frames
            for kind in ("position", "velocity")
            for axis in ("x", "y", "angle"))], [
                (row, row, *(x for values in frames.values()
                             for x in values[row])) for row in range(2)])
        (self.folder / "used_parameters.prm").write_text(parameters)
        (self.folder / "summary.json").write_text(json.dumps(
            {"case": "x", "model": "mechanism", "scheme": "z", "time_step": 1,
             "status": "done"}))

    def drawn(self):
        return planar_scene.planar_scene(self.folder, 1)

    def part(self, drawn, number, instant):
        """The vertices of a layer, and their velocities."""
        heights = np.unique(drawn.vertices[0][:, 2])
        those = drawn.vertices[0][:, 2] == heights[number]
        return (drawn.vertices[instant][those, :2],
                drawn.fields[0].values[instant][those])

    def test_seen_from_the_front(self):
        drawn = self.drawn()
        data = json.loads(scene.packed(drawn))
        self.assertEqual((data["up"], data["eye"], data["flat"]),
                         ([0, 1, 0], [0, 0, 1], True))
        self.assertEqual(data["times"], ["t = 0 s", "t = 1 s, after the first contact"])

    def test_links_turn(self):
        """Round the centre of mass and the joint, 1 m from it, and so fast."""
        drawn = self.drawn()
        for instant, axis in ((0, 0), (1, 1)):
            points, velocities = self.part(drawn, 0, instant)
            width = np.ptp(points[:, 1 - axis]) / 2
            self.assertLess(width, 0.05)
            np.testing.assert_allclose(
                [points[:, axis].min(), points[:, axis].max()],
                [-width, 1 + width], atol=1e-9)
            np.testing.assert_allclose(
                velocities, 2 * np.linalg.norm(points, axis=1), atol=1e-9)

    def test_shapes_are_where_the_bodies_are(self):
        drawn = self.drawn()
        box, velocities = self.part(drawn, 1, 1)
        np.testing.assert_allclose([box.min(axis=0), box.max(axis=0)],
                                   [(1.8, -1), (2.2, -0.8)])
        self.assertEqual(set(velocities.tolist()), {0})
        box, velocities = self.part(drawn, 1, 0)
        x, y = (box - (2, 0)).T
        np.testing.assert_allclose(velocities, np.hypot(1 - 5 * y, 5 * x))
        disc, _ = self.part(drawn, 2, 0)
        np.testing.assert_allclose(np.linalg.norm(disc[1:] - (0, 0.2), axis=1),
                                   0.1)

    def test_what_does_not_move_is_grey(self):
        """The wall, and the pins of two joints."""
        drawn = self.drawn()
        wall, _ = self.part(drawn, 3, 1)
        np.testing.assert_allclose([wall.min(axis=0), wall.max(axis=0)],
                                   [(-2.1, 0), (-1.9, 1)])
        vertices = drawn.vertices[0]
        grey = np.unique(vertices[np.unique(drawn.fixed), 2])
        self.assertEqual(len(grey), 3)
        self.assertEqual(np.unique(vertices[:, 2]).searchsorted(grey[0]), 3)

    def test_beams_are_as_thick_as_their_sections(self):
        beam, velocities = self.part(self.drawn(), 4, 1)
        np.testing.assert_allclose([beam.min(axis=0), beam.max(axis=0)],
                                   [(0, 0.96), (1, 1.04)])
        np.testing.assert_allclose(velocities, 5)

    def test_rings_are_open(self):
        """A contact that names a disc as the body has it adds none."""
        drawn = self.drawn()
        ring, _ = self.part(drawn, 5, 0)
        distance = np.linalg.norm(ring, axis=1)
        self.assertAlmostEqual(distance.min(), 0.3)
        self.assertLess(distance.max(), 0.35)
        spring, _ = self.part(drawn, 6, 1)
        np.testing.assert_allclose(spring[[0, -1]], [(3, 1), (2.2, -0.9)])
        self.assertEqual(len(np.unique(drawn.vertices[0][:, 2])), 9)

    def test_obstacles(self):
        """One floor, as long as the box needs it, and two supports."""
        floor, *supports = self.drawn().obstacles
        self.assertEqual(len(supports), 2)
        x, y = floor.points[:, 0], floor.points[:, 1]
        self.assertAlmostEqual(y.max(), -1)
        self.assertLess(y.min(), -1.05)
        self.assertTrue(0.8 < x.min() < 1.8 and 2.2 < x.max() < 3.2)
        self.assertTrue(any(np.any(np.all(np.abs(each.points) < 1e-12, axis=1))
                            for each in supports))  # below the axle

    def test_joints_with_a_line(self):
        """The rod of a distance and the direction of a slide, in the first body's
        axes."""
        self.write_run({name: FRAMES[name] for name in ("arm", "disc")},
                       "subsection Mechanism\n  set bodies = arm: mass 1 | "
                       "disc: mass 1\n  set joints = A: distance ; arm 1, 0 ; "
                       "disc 0, 0.5 | B: prismatic ; arm 1, 0 ; direction 2, 0"
                       " ; disc 0, 0\nend\n")
        drawn = self.drawn()
        points = drawn.vertices[1][:, :2]
        outline = drawn.outline
        spans = [points[pair] for pair in outline if np.count_nonzero(np.isin(
            outline, pair)) == 2]
        rod, slide = spans
        np.testing.assert_allclose(rod, [
            (0, 1), (-0.5 * math.sin(1), 0.2 + 0.5 * math.cos(1))], atol=1e-9)
        np.testing.assert_allclose(slide.mean(axis=0), (0, 1), atol=1e-9)
        np.testing.assert_allclose(slide[:, 0], 0, atol=1e-9)
        self.assertGreater(slide[1, 1], slide[0, 1])

    def test_lattices(self):
        """Bodies of copies have their numbers."""
        self.write_run({f"b{i}": FRAMES["disc"] for i in (1, 2)},
                       "subsection Mechanism\n  set bodies = b: shape disc 0.1"
                       " ; mass 1 ; copies 2, 1 ; spacing 1, 1\nend\n")
        self.assertEqual(len(np.unique(self.drawn().vertices[0][:, 2])), 2)

    def test_what_cannot_be_drawn(self):
        with mock.patch.object(planar_scene, "PARTS", 8), \
                self.assertRaisesRegex(InputError, "has 9 parts, and at most 8"):
            self.drawn()
        self.write_run({}, PARAMETERS)
        with self.assertRaisesRegex(InputError, "lacks the positions of 'arm'"):
            self.drawn()
        self.write_run({}, "subsection Mechanism\n  set bodies =\nend\n")
        with self.assertRaisesRegex(InputError, "has no bodies"):
            self.drawn()

    def test_view(self):
        """Of the history, where bodies.pvd has not all."""
        if run_view.three_js() is None:
            self.skipTest("no libjs-three")
        for file in ("", "bodies.pvd"):
            if file:
                (self.folder / file).write_text("")
            page, note = run_view.view(RunRecord(self.folder))
            self.assertEqual(note, "")
            self.assertIn('"name": "velocity"', page)
        alone = PARAMETERS.replace("arm: mass 1", "arm: shape disc 1 ; mass 1")
        for entry in ("joints", "springs", "beams"):
            alone = alone.replace(f"set {entry}", f"set no{entry}")
        (self.folder / "used_parameters.prm").write_text(alone)
        self.assertIn("bodies.pvd", run_view.view(RunRecord(self.folder))[1])

    def test_still_picture(self):
        """With springs and outlines, each above its own layer."""
        drawn = self.drawn()
        text = still_picture.still_picture(drawn)
        self.assertEqual(text.count(still_picture.BLUE), 1)
        self.assertEqual(text.count('stroke="#333"'), 8)
        lines = text.split("\n")
        disc = max(i for i, line in enumerate(lines) if "z\" fill" in line)
        self.assertIn("#333", lines[disc + 1])  # of the last pin


if __name__ == "__main__":
    unittest.main()
