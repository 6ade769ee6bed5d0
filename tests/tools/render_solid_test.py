# SPDX-License-Identifier: Apache-2.0
"""render_solid.py draws plane and solid bodies and their contact surface."""

import types
import unittest

import vtk_results
from vtk_results import array, collection, parallel_file, piece, vtk_file

QUADRILATERAL, HEXAHEDRON, LINE = 9, 12, 3
SCALARS = {"solution": ("von_mises_stress", "pressure"),
           "contact": ("contact_pressure", "gap", "contact_status")}


def points_of(cell_type, i):
    """Corners of the i-th cell beside each other, size 1, in VTK's order."""
    square = [(i, 0, 0), (i + 1, 0, 0), (i + 1, 1, 0), (i, 1, 0)]
    if cell_type == LINE:
        return square[:2]
    if cell_type == QUADRILATERAL:
        return square
    return square + [(x, y, 1) for x, y, _ in square]


class RenderSolid(vtk_results.RenderTest):

    TOOL = "render_solid.py"

    @staticmethod
    def closed(_):
        """contact_status of a point, after the start."""
        return 1

    def write_series(self, name, cell_type, n_ranks, times):
        size = len(points_of(cell_type, 0))
        records = []
        for step, time in enumerate(times):
            pieces = []
            for rank in range(n_ranks):
                points = [p for cell in (2 * rank, 2 * rank + 1)
                          for p in points_of(cell_type, cell)]
                arrays = [
                    array("displacement",
                          [u for p in points for u in (0, -time * p[0], 0)], 3),
                    *(array(scalar, [self.closed(p) * (time > 0)
                                     if scalar == "contact_status" else
                                     1e6 * time * (1 + p[0]) for p in points])
                      for scalar in SCALARS[name])]
                pieces.append(f"{name}{step}.{rank}.vtu")
                (self.root / pieces[-1]).write_text(vtk_file(
                    "UnstructuredGrid", piece(points, cell_type, size, arrays)))
            records.append((time, pieces[0]))
            if n_ranks > 1:
                records[-1] = (time, f"{name}{step}.pvtu")
                (self.root / records[-1][1]).write_text(parallel_file(
                    pieces, [("displacement", 3),
                             *((scalar, 1) for scalar in SCALARS[name])]))
        (self.root / f"{name}.pvd").write_text(collection(records))

    def write_run(self, dim, n_ranks=1, times=(0., 0.05, 0.1)):
        self.write_series("solution", QUADRILATERAL if dim == 2 else HEXAHEDRON,
                          n_ranks, times)
        self.write_series("contact", LINE if dim == 2 else QUADRILATERAL,
                          n_ranks, times)

    def expect_pictures(self, *arguments, n_times, folder=None,
                        kinds=("contact", "solid")):
        run = self.render(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        folder = folder or self.root / "picture"
        names = {kind: [f"{kind}_{i + 1:03}.png" for i in range(n_times)]
                 for kind in kinds}
        self.assertEqual({file.name for file in folder.iterdir()},
                         set(sum(names.values(), [])))
        for kind in kinds:
            pictures = [(folder / name).read_bytes() for name in names[kind]]
            self.assertEqual(len(set(pictures)), n_times, "equal pictures")
            self.assertEqual(len(set(map(self.size, pictures))), 1)
        return run

    def test_plane_body(self):
        self.write_run(2)
        self.expect_pictures(n_times=3)

    def test_body_in_space_of_several_ranks(self):
        self.write_run(3, n_ranks=2)
        self.expect_pictures("--times", "2", "--view", "0.5", "-1", "-0.3",
                             n_times=2)

    def test_chosen_time_field_and_scale(self):
        self.write_run(2)
        folder = self.root / "elsewhere"
        self.expect_pictures("--at", "0.06", "--field", "displacement",
                             "--contact-field", "gap", "--scale", "3",
                             "--output", folder, n_times=1, folder=folder)

    def test_animation(self):
        self.write_run(2)
        self.expect_animations("solid", "contact", n_frames=3)

    def test_no_contact_surface(self):
        self.write_run(2)
        (self.root / "contact.pvd").unlink()
        self.expect_pictures("--times", "1", n_times=1, kinds=("solid",))

    def test_open_contact(self):
        self.closed = lambda _: 0
        self.write_run(2)
        run = self.expect_pictures("--times", "2", n_times=2, kinds=("solid",))
        self.assertIn("No contact is closed", run.stdout)
        self.closed = lambda p: int(p[0] == 0)
        self.write_run(2)
        folder = self.root / "other"
        self.expect_pictures("--times", "2", "--output", folder, n_times=2,
                             folder=folder)

    def test_case_without_contact_boundary(self):
        self.write_run(2)
        for file in self.root.glob("contact*.vtu"):
            file.write_text(vtk_file("UnstructuredGrid", piece(
                [], LINE, 2, [])))
        self.expect_pictures("--times", "1", n_times=1, kinds=("solid",))

    def test_wrong_input(self):
        for arguments, message in (((), "no solution.pvd"),
                                   (("--field", "heat"), "no field 'heat'. "
                                    "There are: displacement, pressure, von_")):
            run = self.render(*arguments)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(message, run.stderr)
            self.assertNotIn("Traceback", run.stderr)
            self.write_run(2)


class Geometry(unittest.TestCase):
    """What is drawn fits into the picture."""

    def setUp(self):
        try:
            import numpy
            import render_solid
        except (ImportError, SystemExit):
            self.skipTest("this Python has no ParaView")
        self.numpy, self.tool = numpy, render_solid

    def test_camera(self):
        np = self.numpy
        points = np.random.default_rng(1).random((50, 3)) * (3, 1, 2)
        for to_eye in ((0.5, -1, 0.45), (0, 0, -2), (1, 0, 0.1)):
            camera = self.tool.upright_camera(points, np.array(to_eye))
            self.assertAlmostEqual(camera.up @ camera.to_eye, 0)
            self.assertAlmostEqual(np.linalg.norm(camera.up), 1)
            right = np.cross(camera.up, camera.to_eye)
            pixels = camera.pixels_per_metre * np.stack(
                [(points - camera.centre) @ right,
                 (points - camera.centre) @ camera.up])
            room = np.array([self.tool.WIDTH / 2 - self.tool.MARGIN,
                             camera.scene / 2 - self.tool.TITLE])
            used = np.abs(pixels).max(axis=1) / room
            self.assertAlmostEqual(used.max(), 1)  # and no more
            np.testing.assert_allclose(pixels.min(axis=1), -pixels.max(axis=1))

    def test_surface_is_seen_from_outside(self):
        np = self.numpy
        x, y = np.meshgrid(np.linspace(0, 10, 11), np.linspace(0, 10, 11))
        points = np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1)
        bodies = np.concatenate([points, points + (0, 0, 5)])
        status = np.zeros(len(points))
        status[np.linalg.norm(points - (5, 5, 0), axis=1) < 1.1] = 1
        surface = types.SimpleNamespace(drawn=lambda factor: points,
                                        values=lambda name: status)
        camera = self.tool.camera_of_surface(surface, 1., bodies, (0, 0, 1))
        np.testing.assert_allclose(camera.to_eye, (0, 0, -1), atol=0.3)
        np.testing.assert_allclose(camera.centre[:2], (5, 5), atol=0.1)
        self.assertLess(camera.size, 6)  # around the patch
        status[:] = 0
        camera = self.tool.camera_of_surface(surface, 1., bodies, (0, 0, 1))
        self.assertGreater(camera.size, 14)


if __name__ == "__main__":
    vtk_results.main()
