# SPDX-License-Identifier: Apache-2.0
"""Fields as reports read them, and the surfaces of their meshes."""

import base64
import itertools
import struct
import unittest
import zlib

import numpy as np

from report_test import Results
from vtk_results import array, collection, parallel_file, piece, vtk_file

from field_files import FieldSeries
from run_record import InputError
from spatial_motion import rotation
from surface import (coarser, outline, outline_on, places,
                     surface_of)

HEXAHEDRON = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0),
              (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


def cubes(*corners, size=1.):
    """The points of cubes, each with its own."""
    return np.concatenate([size * (np.array(HEXAHEDRON, dtype=float) + corner)
                           for corner in corners])


def block(n):
    return cubes(*itertools.product(range(n), repeat=3), size=1 / n)


def cells(points):
    return [(12, np.arange(len(points)).reshape(-1, 8))]


def surface(points, displacements=None):
    if displacements is None:
        displacements = np.zeros_like(points)
    return surface_of(cells(points), places(points, displacements))


def flux(vertices, triangles):
    """(volume inside, area) of a surface, whichever way its sides turn."""
    a, b, c = (vertices[triangles[:, k]] - vertices.mean(axis=0)
               for k in range(3))
    return (np.abs(np.sum(np.cross(a, b) * c, axis=1)).sum() / 6,
            np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


class SurfaceTest(unittest.TestCase):

    def test_of_a_block(self):
        points = block(3)
        found = surface(points)
        vertices = found.one_of(points)
        self.assertEqual(len(vertices), 4**3 - 2**3)
        # Euler: as many as a sphere has
        edges = {tuple(sorted(pair)) for t in found.triangles.tolist()
                 for pair in itertools.combinations(t, 2)}
        self.assertEqual(len(vertices) - len(edges) + len(found.triangles), 2)
        np.testing.assert_allclose(flux(vertices, found.triangles), (1, 6))
        self.assertEqual(len(found.edges), 6 * 3 * 3 * 2)  # of squares
        drawn = vertices[outline(vertices, found.triangles)]
        # lines of three edges each on the sides of the block
        self.assertEqual(len(drawn), 12 * 3)
        self.assertEqual(set(np.count_nonzero(
            np.isin(drawn, (0, 1)).all(axis=1), axis=1).tolist()), {2})

    def test_bodies_that_touch_share_nothing(self):
        points = cubes((0, 0, 0), (1, 0, 0))
        moved = np.zeros_like(points)
        self.assertEqual(surface(points, moved).n_vertices, 12)
        moved[8:, 0] = 0.1
        found = surface(points, moved)
        self.assertEqual((found.n_vertices, len(found.triangles)), (16, 24))

    def test_of_higher_degree(self):
        """The corners come first."""
        points = np.concatenate([HEXAHEDRON, np.full((19, 3), 0.5)])
        found = surface_of([(72, np.arange(27)[None])], np.arange(27))
        np.testing.assert_allclose(
            flux(found.one_of(points), found.triangles), (1, 6))

    def test_in_the_plane(self):
        points = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0),
                           (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0.)])
        found = surface_of([(9, np.arange(8).reshape(2, 4))],
                           places(points, 0 * points))
        vertices = found.one_of(points)
        self.assertEqual((len(vertices), len(found.triangles)), (6, 4))
        self.assertEqual(len(outline(vertices, found.triangles)), 6)
        self.assertEqual(len(found.edges), 7)

    def test_means(self):
        points = cubes((0, 0, 0), (1, 0, 0))
        found = surface(points)
        values = found.mean(np.repeat((1., 3.), 8))
        x = found.one_of(points)[:, 0]
        np.testing.assert_array_equal(values, 1 + x)

    def test_coarser(self):
        points = block(12)
        found = surface(points)
        few = coarser(found, found.one_of(points), 200)
        self.assertLessEqual(few.n_vertices, 200)
        self.assertGreater(few.n_vertices, 50)
        volume, area = flux(few.one_of(points), few.triangles)
        self.assertAlmostEqual(volume, 1, delta=0.02)
        self.assertAlmostEqual(area, 6, delta=0.12)
        self.assertIs(coarser(found, None, found.n_vertices), found)

    def test_coarser_where_there_are_less(self):
        """Of a mesh that is finer near a side the finer part stays so, and all
        sides stay."""
        x, y = np.meshgrid(np.linspace(0, 1, 41)**4, np.linspace(0, 1, 41),
                           indexing="ij")
        points = np.column_stack([x.ravel(), y.ravel(), 0 * x.ravel()])
        k = np.arange(41 * 41).reshape(41, 41)
        nodes = np.stack([k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]],
                         axis=-1).reshape(-1, 4)
        turned = points @ rotation((0, 0, 0.4))
        found = surface_of([(9, nodes)], np.arange(len(points)))
        few = coarser(found, turned, 400)
        self.assertGreater(few.n_vertices, 200)
        self.assertAlmostEqual(flux(few.one_of(points), few.triangles)[1], 1,
                               delta=0.01)
        edges = few.one_of(points)[outline_on(few, found, turned)]
        # they go once round the square, each on one of its sides
        for begin, end in edges[:, :, :2]:
            self.assertTrue(np.any((begin == end) & np.isin(end, (0, 1))))
        self.assertAlmostEqual(np.linalg.norm(edges[:, 1] - edges[:, 0],
                                              axis=1).sum(), 4, delta=0.1)
        shown = np.sort(np.unique(few.one_of(points)[:, 0]))
        self.assertLess(shown[1], 0.01)
        self.assertGreater(np.mean(few.one_of(points)[:, 0] < 0.1), 0.3)

    def test_outline_of_small_numbers(self):
        """Triangles without an area, also in single precision."""
        with np.errstate(all="raise"):
            edges = outline(np.array([(0, 0, 0), (1e-30, 0, 0), (0, 1e-30, 0)],
                                     dtype="f4"), np.array([(0, 1, 2)]))
        self.assertEqual(len(edges), 3)

    def test_coarser_in_groups(self):
        """A body keeps vertices of its own, however near another one is."""
        points = np.concatenate([block(4), block(4)])
        found = surface_of(cells(points), places(
            points, np.repeat((0, 1), len(points) // 2)[:, None]))
        groups = found.one_of(np.repeat((1, 2), len(points) // 2))
        few = coarser(found, found.one_of(points), 120, groups)
        numbers = few.one_of(np.repeat((1, 2), len(points) // 2))
        self.assertEqual(set(numbers.tolist()), {1, 2})
        self.assertTrue(np.all(np.ptp(numbers[few.triangles], axis=1) == 0))


def binary(numbers, kind, n_blocks):
    """VTK's: base64 of the sizes, and of blocks that are compressed."""
    data = np.asarray(numbers, dtype=kind).tobytes()
    size = -(-len(data) // n_blocks)
    blocks = [data[i:i + size] for i in range(0, len(data), size)]
    packed = [zlib.compress(each) for each in blocks]
    header = struct.pack(f"<{3 + len(blocks)}I", len(blocks), size,
                         len(blocks[-1]), *map(len, packed))
    return (base64.b64encode(header) + base64.b64encode(b"".join(packed))
            ).decode()


class FieldFilesTest(Results):

    def write_text(self, name, text):
        (self.folder / name).write_text(text)

    def series(self, *files):
        self.write_text("solution.pvd", collection(enumerate(files)))
        return FieldSeries(self.folder, "solution")

    def test_pieces(self):
        """Of two ranks: their cells and values one after the other."""
        parts = [cubes((0, 0, 0)), cubes((1, 0, 0))]
        for k, part in enumerate(parts):
            self.write_text(f"{k}.vtu", vtk_file("UnstructuredGrid", piece(
                part.tolist(), 12, 8, [array("gap", range(8 * k, 8 * k + 8))],
                [array("rank", [k])])))
        self.write_text("all.pvtu", parallel_file(
            ["0.vtu", "1.vtu"], [("gap", 1)], [("rank", 1)]))
        grid = self.series("all.pvtu").grid(0, ("gap", "rank"))
        np.testing.assert_array_equal(grid.points, np.concatenate(parts))
        self.assertEqual(grid.n_cells(), 2)
        np.testing.assert_array_equal(
            np.concatenate([nodes for _, nodes in grid.cells]),
            np.arange(16).reshape(2, 8))
        np.testing.assert_array_equal(grid.fields["gap"], np.arange(16))
        np.testing.assert_array_equal(grid.fields["rank"], (0, 1))

    def test_compressed(self):
        """In one block and in several, with every length of the sizes."""
        values = np.arange(24) / 7
        for n_blocks in (1, 2, 3, 4):
            text = vtk_file("UnstructuredGrid", piece(
                HEXAHEDRON, 12, 8, [
                    '<DataArray type="Float64" Name="v" format="binary" '
                    'NumberOfComponents="3">\n  '
                    f'{binary(values, "<f8", n_blocks)}\n</DataArray>'])
                ).replace("byte_order", 'compressor="vtkZLibDataCompressor" '
                          'byte_order')
            self.write_text("0.vtu", text)
            grid = self.series("0.vtu").grid(0, ("v",))
            np.testing.assert_array_equal(grid.fields["v"],
                                          values.reshape(8, 3))

    def test_cells_of_several_kinds(self):
        """Values of cells follow the order in which the cells are given."""
        body = piece([(0, 0, 0)] * 11, 7, 11, [], [array("body", (7, 8, 9))])
        for name, numbers in (("offsets", "4 7 11"), ("types", "7 7 7")):
            start = body.index(f'Name="{name}"')
            begin = body.index(">", start) + 1
            body = body[:begin] + numbers + body[body.index("<", begin):]
        self.write_text("0.vtu", vtk_file("UnstructuredGrid", body))
        grid = self.series("0.vtu").grid(0, ("body",))
        found = {number: nodes for number, nodes in zip(
            grid.fields["body"].tolist(),
            [row.tolist() for _, nodes in grid.cells for row in nodes])}
        self.assertEqual(found, {7: [0, 1, 2, 3], 8: [4, 5, 6],
                                 9: [7, 8, 9, 10]})

    def test_what_cannot_be_read(self):
        for text in ("<VTKFile", vtk_file("UnstructuredGrid", ""),
                     vtk_file("UnstructuredGrid", piece(
                         HEXAHEDRON, 12, 8, [])).replace("0 1 2", "x 1 2")):
            self.write_text("0.vtu", text)
            with self.assertRaisesRegex(InputError, "cannot be read"):
                self.series("0.vtu").grid(0, ())
        with self.assertRaisesRegex(InputError, "names no file"):
            self.series()


if __name__ == "__main__":
    unittest.main()
