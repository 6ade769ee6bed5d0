# SPDX-License-Identifier: Apache-2.0
"""What reports draw to turn: scenes, the picture that stays, and what is said."""

import base64
import json
import pathlib
import re
import unittest
from unittest import mock

import numpy as np

from report_test import COLUMNS, ROWS, Results
from surface_test import cubes
from vtk_results import array, collection, piece, vtk_file

import bar_scene
import body_scene
import field_style
import obstacle_shapes
import run_view
from run_record import InputError, RunRecord
import scene
import solid_scene
import still_picture


class SceneTest(unittest.TestCase):

    def test_instants(self):
        times = [k / 100 for k in range(101)]
        for at_most in range(3, 30):
            chosen, contact = scene.instants(times, 0.3333, at_most)
            self.assertEqual((chosen[0], chosen[-1]), (0, 100))
            self.assertEqual(chosen[contact], 34)
            self.assertLessEqual(len(chosen), at_most)
            self.assertGreaterEqual(len(chosen), min(at_most, 3))
            self.assertEqual(chosen, sorted(set(chosen)))
        self.assertEqual(scene.instants(times, None, 1), ([100], None))
        self.assertEqual(scene.instants([0.], 0.5, 5), ([0], None))

    def test_what_is_no_number_is_left_out(self):
        """Of a run that has failed: the times up to there."""
        places = [np.ones((2, 3)), np.zeros((2, 3)), np.full((2, 3), np.nan)]
        values = [np.array((1., np.inf)), np.ones(2), np.ones(2)]
        found = scene.Scene([0, 1, 2], 1, places, fields=[
            scene.Field("", "", values)]).finite()
        self.assertEqual((found.times, found.contact), ([0, 1], 1))
        self.assertEqual(len(found.vertices), 2)
        self.assertEqual(found.fields[0].values[0].tolist(), [1, 0])
        with self.assertRaisesRegex(InputError, "no place is a number"):
            scene.Scene([0], None, places[2:]).finite()

    def test_places_and_values(self):
        rng = np.random.default_rng(1)
        vertices = [rng.normal(size=(50, 3)) * (1, 1e-3, 10)
                    for _ in range(2)]
        values = [rng.uniform(0, 4e6, 50) for _ in range(2)]
        data = json.loads(scene.packed(scene.Scene(
            [0, 2e-6], 1, vertices, np.array([(0, 1, 49)]),
            fields=[scene.Field("pressure", "Pa", values)])))
        self.assertEqual(data["times"][1], "t = 2 µs, after the first contact")
        for text, x in zip(data["vertices"], vertices):
            found = np.frombuffer(base64.b64decode(text), "<u2") / 65535
            found = data["low"] + found.reshape(-1, 3) * data["size"]
            self.assertLess(np.abs(found - x).max(), data["size"] / 65535)
        field, = data["fields"]
        largest = np.max(values)
        self.assertEqual(field["unit"], "MPa")
        self.assertAlmostEqual(float(field["ticks"][2]), largest / 1e6,
                               delta=0.005)
        for text, v in zip(field["values"], values):
            found = np.frombuffer(base64.b64decode(text), "u1") / 255
            self.assertLess(np.abs(found * largest - v).max(), largest / 255)
        self.assertEqual(np.frombuffer(base64.b64decode(
            data["triangles"]), "<u2").tolist(), [0, 1, 49])

    def test_balls_alone(self):
        data = json.loads(scene.packed(scene.Scene(
            [0], None, [np.empty((0, 3))], balls=[np.ones((1, 3))],
            radii=np.ones(1))))
        self.assertFalse(data["flat"])
        self.assertEqual((data["low"], data["size"]), ([0, 0, 0], 2))

    def test_it_fits_into_a_page(self):
        """Of the largest surface three instants, of any no more than that."""
        for n in (8, 1000, scene.VERTICES):
            count = scene.affordable(n, 0, 4, 2 * n)
            self.assertGreaterEqual(count, 3)
            vertices = [np.random.default_rng(k).uniform(size=(n, 3))
                        for k in range(count)]
            drawn = scene.Scene(list(range(count)), None, vertices, np.zeros(
                (2 * n, 3), dtype=int), fields=[scene.Field("", "", [
                    np.ones(n)] * count)] * 4)
            self.assertLess(len(scene.packed(drawn)), scene.BUDGET + 3000)

    def test_planes_end_near_what_moves(self):
        low, high = np.zeros(3), np.array((1., 2., 3.))
        for normal in ((0, 0, 1), (1, 1, 0), (1, -2, 3)):
            plane = obstacle_shapes.plane(np.full(3, 0.4), normal, low, high)
            np.testing.assert_allclose((plane.points - 0.4) @ normal, 0,
                                       atol=1e-12)
            beyond = obstacle_shapes.MARGIN * np.linalg.norm(high) + 1e-9
            self.assertTrue(np.all(plane.points >= low - beyond))
            self.assertTrue(np.all(plane.points <= high + beyond))
            self.assertGreater(np.ptp(plane.points, axis=0).max(), 1)
        self.assertIsNone(obstacle_shapes.plane(
            np.array((0, 0, -99.)), (0, 0, 1), low, high))

    def test_round_bodies(self):
        """A ball is known by its points; a box is none, nor is one of many."""
        ball = obstacle_shapes.ball(np.array((1, 2, 3.)), 0.5)
        box = obstacle_shapes.box(np.zeros(3), np.ones(3))
        points = np.concatenate([box.points, ball.points])
        faces = np.concatenate([box.triangles, ball.triangles + 8])
        grid = mock.Mock(points=points, cells=[(7, faces)], fields={
            "body": np.repeat((1, 2), (len(box.triangles),
                                       len(ball.triangles)))})
        ranges, body = body_scene.round_bodies(grid)
        self.assertEqual(ranges, [(8, len(points))])
        self.assertEqual(set(body[8:].tolist()), {-1})
        self.assertEqual(body[:8].tolist(), [1] * 8)


class StillPictureTest(unittest.TestCase):

    def picture(self, **more):
        side = np.array([(0, 0, 0), (2, 0, 0), (0, 1, 0.)])
        return still_picture.still_picture(scene.Scene(
            [0], None, [np.concatenate([side + (0, 0, 1), side])],
            up=(0, 1, 0), eye=(0, 0, 1), **more))

    def test_what_is_nearer_is_drawn_later(self):
        text = self.picture(
            triangles=np.array([(0, 1, 2), (3, 4, 5)]),
            fields=[scene.Field("", "", [np.array([0., 0, 0, 1, 1, 1])])])
        first, last = re.findall('<path d="M([^"]*)z" fill="([^"]*)"', text)
        low, *_, high = np.reshape(field_style.SEQUENTIAL, (-1, 4))[:, 1:]
        for (_, found), wanted in ((first, high), (last, low)):
            np.testing.assert_allclose(
                [int(found[k:k + 2], 16) / 255 for k in (1, 3, 5)], wanted,
                atol=1 / 255)
        self.assertEqual(first[0], last[0])  # the places
        corners = np.array([each.split() for each in last[0].split("L")],
                           dtype=float)
        width = np.ptp(corners, axis=0)
        self.assertAlmostEqual(width[0] / width[1], 2, places=2)
        self.assertTrue(np.all(corners >= 0))
        self.assertTrue(np.all(corners <= still_picture.WIDTH))

    def test_balls_and_bodies_at_rest(self):
        text = self.picture(fixed=np.array([(0, 1, 2)]),
                            balls=[np.array([(1, 0.5, -1.)])],
                            radii=np.array([0.5]))
        ball, body = re.findall("<(path|circle)", text)
        self.assertEqual((ball, body), ("circle", "path"))
        self.assertIn(still_picture.hexadecimal(still_picture.GREY), text)


class BarTest(Results):
    """Two bars of 1 m, 1 mm apart, and a wall 1 mm left of them."""

    def setUp(self):
        super().setUp()
        x = [0, 0.5, 0.5, 1, 1.001, 1.501, 1.501, 2.001]
        for k, u in enumerate((0, -0.001)):
            (self.folder / f"{k}.vtu").write_text(vtk_file(
                "UnstructuredGrid", piece([(each, 0, 0) for each in x], 3, 2, [
                    array("displacement", [v for _ in x for v in (u, 0, 0)], 3),
                    array("gap", [0.001 + u, 0, 0, 0.001, 0.001, 0, 0, 0]),
                    array("contact_boundary", [1, 0, 0, 1, 1, 0, 0, 0]),
                    array("stress", [0, -2, 4, 0] * 2),
                    array("radius", [0.1] * 8),
                    array("bar", [0] * 4 + [1] * 4)])))
        (self.folder / "solution.pvd").write_text(collection(
            [(k, f"{k}.vtu") for k in range(2)]))

    def test_what_touches_is_in_contact(self):
        drawn = bar_scene.bar_scene(self.folder, 1)
        self.assertEqual(drawn.contact, 1)
        self.assertEqual(len(drawn.vertices[0]), 6 * bar_scene.SIDES)
        wall = max(x for x, *_ in drawn.obstacles[0].points)
        first, last = (places[:, 0].min() for places in drawn.vertices)
        self.assertAlmostEqual(last, wall)
        self.assertGreater(first - wall, 0.1)
        self.assertIn(f"enlarged {(first - wall) / 0.001:.0f} times",
                      drawn.note)

    def test_stress_has_a_sign(self):
        """That of a node is the mean of its elements."""
        data = json.loads(scene.packed(bar_scene.bar_scene(self.folder, 1)))
        stress = data["fields"][0]
        self.assertEqual(stress["ticks"], ["-1", "0", "1"])
        values = np.frombuffer(base64.b64decode(stress["values"][0]), "u1")
        rings = values[::bar_scene.SIDES].tolist()
        self.assertEqual(rings, [128, 255, 128] * 2)

    def test_tubes_are_closed(self):
        drawn = bar_scene.bar_scene(self.folder, 1)
        edges = np.sort(np.concatenate([
            drawn.triangles[:, pair] for pair in ((0, 1), (1, 2), (2, 0))]))
        _, count = np.unique(edges, axis=0, return_counts=True)
        self.assertEqual(set(count.tolist()), {2})

    def test_of_another_model(self):
        for file in self.folder.glob("*.vtu"):
            file.write_text(file.read_text().replace('"gap"', '"hole"'))
        with self.assertRaisesRegex(InputError, "lacks the field gap"):
            bar_scene.bar_scene(self.folder, None)


class ViewTest(Results):
    """The part of a page, of results made by hand: two cubes fall."""

    def setUp(self):
        super().setUp()
        self.write("history.csv", (*COLUMNS, "active_contacts"),
                   [(*row, int(row[0] >= 2)) for row in ROWS])
        (self.folder / "used_parameters.prm").write_text(
            "subsection Solid\n  set obstacles = plane: 0, 0, -1 ; 0, 0, 1\n"
            "end\n")
        (self.folder / "summary.json").write_text(json.dumps({
            "case": "x", "model": "solid", "scheme": "z", "time_step": 1,
            "status": "done"}))
        points = cubes((0, 0, 0), (1, 0, 0)).tolist()
        times = []
        for k in range(3):
            fall = [x for _ in points for x in (0, 0, -0.5 * k)]
            (self.folder / f"{k}.vtu").write_text(vtk_file(
                "UnstructuredGrid", piece(points, 12, 8, [
                    array("displacement", fall, 3),
                    array("velocity", fall, 3),
                    array("von_mises_stress", range(len(points)))])))
            times.append((k, f"{k}.vtu"))
        (self.folder / "solution.pvd").write_text(collection(times))
        foot = [points[i] for i in (0, 1, 2, 3)]
        (self.folder / "contact.vtu").write_text(vtk_file(
            "UnstructuredGrid", piece(foot, 9, 4, [
                array("contact_pressure", (1, 2, 3, 4))])))
        (self.folder / "contact.pvd").write_text(collection(
            [(k, "contact.vtu") for k in range(3)]))

    def view(self):
        return run_view.view(RunRecord(self.folder))

    def test_of_solids(self):
        if run_view.three_js() is None:
            self.skipTest("no libjs-three")
        page, note = self.view()
        self.assertEqual(note, "")
        self.assertIn("three.js authors", page)
        if run_view.COPYRIGHT.is_file():
            self.assertIn("Permission is hereby granted", page)
        data = json.loads(page.split('<script type="application/json">')[1]
                          .split("</script>")[0])
        self.assertEqual(data["n"], 12)
        self.assertEqual(data["times"], ["t = 0 s", "t = 1 s, after the first contact",
                                         "t = 2 s"])
        self.assertEqual([field["name"] for field in data["fields"]],
                         ["von Mises stress", "velocity", "displacement",
                          "contact pressure"])
        self.assertEqual(len(data["obstacles"]), 1)
        self.assertFalse(data["flat"])

    def test_contact_pressure_is_where_the_contact_is(self):
        drawn = solid_scene.solid_scene(self.folder, 1)
        pressure = drawn.fields[-1].values[0]
        x = drawn.vertices[0]
        for place, value in (((0, 0, 0), 1), ((1, 0, 0), 2), ((1, 1, 0), 3),
                             ((0, 1, 0), 4), ((2, 0, 0), 0), ((0, 0, 1), 0)):
            vertex, = np.flatnonzero(np.all(x == place, axis=1))
            self.assertEqual(pressure[vertex], value)

    def test_too_many_cells(self):
        with mock.patch.object(solid_scene, "CELLS", 1):
            with self.assertRaisesRegex(InputError, "the mesh has 2 cells, and "
                                        "at most 1 are drawn"):
                solid_scene.solid_scene(self.folder, None)

    def test_what_is_missing(self):
        with mock.patch.object(run_view, "FOLDERS", [pathlib.Path("/none")]):
            self.assertEqual(self.view(), (
                "", "A view to turn needs three.js: apt-get install "
                "libjs-three."))
        if run_view.three_js() is None:
            self.skipTest("no libjs-three")
        (self.folder / "2.vtu").unlink()
        page, note = self.view()
        self.assertEqual(page, "")
        self.assertRegex(note, r"There is no view to turn: .*2\.vtu.* repeat "
                         r"the run\.$")

    def test_models_without_one(self):
        (self.folder / "solution.pvd").unlink()
        self.assertEqual(self.view(), ("", ""))


if __name__ == "__main__":
    unittest.main()
