# SPDX-License-Identifier: Apache-2.0
"""plot_study.py draws slope triangles that are right, clear of the lines."""

import itertools
import math
import unittest

from study_data import Fixture, description, overlaps, refinement, triangles

import numpy as np
import slope_triangle
from matplotlib.path import Path


class SlopeTriangles(Fixture):

    def slopes(self, ax):
        """Of each triangle, the slope of its hypotenuse and its name."""
        result = []
        for corners, name in triangles(ax):
            x, y = np.log10(corners).T
            legs = [(i, j) for i, j in ((0, 1), (1, 2), (2, 0))
                    if abs(x[i] - x[j]) > 1e-9 and abs(y[i] - y[j]) > 1e-9]
            self.assertEqual(len(legs), 1)  # the others follow the axes
            (i, j), = legs
            result.append(((y[j] - y[i]) / (x[j] - x[i]), name))
        return result

    def test_nearest_orders(self):
        nan = math.nan
        for rates, orders in (([0.66], [0.5]), ([0.8], [1]), ([1.9], [2]),
                              ([0.3, nan], [0.5]), ([0.1, nan], []),
                              ([-1.02], [-1]), ([1.6, 1.4, 2, 0.5], [1.5, 2]),
                              ([1, 1.1, 0.4, 2, 2.1, 1.9], [2, 1]), ([], [])):
            self.assertEqual(slope_triangle.nearest_orders(rates), orders)

    def test_names(self):
        self.assertEqual([slope_triangle.order_name(order)
                          for order in (0.5, 1, 1.5, 2, -1, -0.5)],
                         ["1/2", "1", "3/2", "2", "\u22121", "\u22121/2"])

    def test_slope_is_the_order(self):
        for rates in ([0.5], [0.66], [1], [1.45], [2.1], [3], [1, 2],
                      [0.5, 0.52, 1.05, 1], [0.3, 0.5, 0.66, 1, 1.5, 2] * 2):
            ax = self.quantity_chart(refinement(rates),
                                     description(rates)).axes[0]
            slopes = self.slopes(ax)
            orders = slope_triangle.nearest_orders(rates)
            self.assertEqual(len(slopes), len(orders))
            for (slope, name), order in zip(slopes, orders):
                self.assertAlmostEqual(slope, order, 9)
                self.assertEqual(name, slope_triangle.order_name(order))

    def test_more_unknowns_less_error(self):
        about = description([-1.02, -0.5], abscissa={
            "column": "dofs", "label": "degrees of freedom", "unit": ""})
        ax = self.quantity_chart(refinement([1, 0.5]), about).axes[0]
        for slope, name in self.slopes(ax):
            self.assertAlmostEqual(slope, {"\u22121": -1,
                                           "\u22121/2": -0.5}[name], 9)
        self.assertEqual(len(ax.patches), 2)

    def test_over_nothing(self):
        """Triangles and their names are in the axes, free of all lines."""
        random = np.random.default_rng(1)
        for n in (1, 2, 3, 6, 12):
            orders = list(random.uniform(0.3, 2.2, n))
            rows = refinement(orders, n_points=int(random.integers(5, 21)))
            for row in rows:
                row["gap_L2"] *= math.exp(random.normal(0, 0.2))
            ax = self.quantity_chart(rows, description(orders)).axes[0]
            ax.figure.draw_without_rendering()
            renderer = ax.figure.canvas.get_renderer()
            lines = [Path(slope_triangle.dense(
                ax.transData.transform(line.get_xydata())))
                for line in ax.lines]
            found = triangles(ax)
            self.assertGreater(len(found), 0)
            names = [text.get_window_extent(renderer) for text in ax.texts]
            paths = [Path(ax.transData.transform(np.vstack([c, c[:1]])),
                          closed=True) for c, _ in found]
            clearance = 1 / 25.4 * ax.figure.dpi  # 1 mm
            for path, name in zip(paths, names):
                inside = Path(ax.transAxes.transform(
                    [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]), closed=True)
                self.assertTrue(inside.contains_points(path.vertices).all())
                self.assertTrue(inside.contains_points(
                    name.get_points()).all())
                self.assertFalse(path.intersects_bbox(name))
                for line in lines:
                    self.assertFalse(line.intersects_path(path))
                    self.assertFalse(path.contains_points(
                        line.vertices).any())
                    self.assertFalse(line.intersects_bbox(
                        name.padded(clearance)))
                    distance = [np.linalg.norm(line.vertices - corner, axis=1)
                                for corner in path.vertices]
                    self.assertGreater(np.min(distance), clearance)
            for a, b in itertools.combinations(range(len(paths)), 2):
                self.assertFalse(paths[a].intersects_path(paths[b]))
                self.assertFalse(overlaps(names[a], names[b]))
                self.assertFalse(paths[a].intersects_bbox(names[b]))
                self.assertFalse(paths[b].intersects_bbox(names[a]))

    def test_clearance(self):
        """Either side, any slope: 1 mm and more from lines and each other."""
        random = np.random.default_rng(2)
        size = np.array([70, 62])
        n_places = 0
        for trial in range(60):
            slope = random.choice([-1, 1]) * random.uniform(0.2, 2)
            lines = [size * np.column_stack(
                [np.linspace(0.05, 0.95, 9),
                 0.5 + 0.1 * random.normal(size=9)]) for _ in range(2)]
            room = slope_triangle.Room(size, lines)
            order = math.copysign(random.choice([0.5, 1, 1.5]), slope)
            spots = [room.place_one(order, slope, 0, 12, above)
                     for above in (False, True)]
            spots = [spot[3:] for spot in spots if spot]
            n_places += len(spots)
            for spot in spots:
                for line in room.lines:
                    self.clear(self.covered(order, *spot), line)
                self.assertTrue((self.covered(order, *spot) > 0.7).all())
                self.assertTrue((self.covered(order, *spot)
                                 < size - 0.7).all())
            pair = [room.place(order, slope, i) for i in range(2)]
            if all(pair):
                self.clear(*(self.covered(order, *spot) for spot in pair))
        self.assertGreater(n_places, 80)

    def clear(self, a, b):
        distance = np.linalg.norm(a[:, None] - b[None], axis=2)
        self.assertGreater(distance.min(), 1)

    def covered(self, order, corners, label):
        """Points along the triangle and along the box of its label."""
        half = np.array([slope_triangle.DIGIT
                         * len(slope_triangle.order_name(order)),
                         slope_triangle.LABEL_HEIGHT]) / 2
        box = label + half * [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]
        return np.concatenate([
            slope_triangle.dense(np.vstack([corners, corners[:1]])),
            slope_triangle.dense(box)])

    def test_beside_the_line_it_belongs_to(self):
        """The lines part to the left: order 2 below, 1 above."""
        orders = [2, 1]
        ax = self.quantity_chart(refinement(orders, n_points=7),
                                 description(orders)).axes[0]
        lines = [np.log10(line.get_xydata()) for line in ax.lines]
        for corners, name in triangles(ax):
            x, y = np.log10(corners).mean(axis=0)
            distance = [abs(y - np.interp(x, *line[line[:, 0].argsort()].T))
                        for line in lines]
            self.assertEqual(np.argmin(distance), 0 if name == "2" else 1)
            self.assertLess(min(distance), 0.7)

    def test_on_one_side_of_all_lines(self):
        orders = [0.5, 1, 2, 0.66]
        ax = self.quantity_chart(refinement(orders),
                                 description(orders)).axes[0]
        for corners, _ in triangles(ax):
            sides = {np.sign(np.log(y) - np.interp(
                np.log(x), *np.log(line.get_xydata()).T))
                for x, y in corners for line in ax.lines}
            self.assertEqual(len(sides), 1)

    def test_curve_without_values(self):
        """All runs of the first curve have failed: order 2 stays where it is,
        whatever rate the first curve is said to have."""
        rows = refinement([1, 2, 0.5])
        for row in rows[:5]:
            row["status"] = "failed"
        places = []
        for rate in (None, 1, 2):
            ax = self.quantity_chart(rows,
                                     description([rate, 2, None])).axes[0]
            (corners, name), = triangles(ax)
            places.append(corners)
            self.assertEqual(name, "2")
            np.testing.assert_array_equal(corners, places[0])

    def test_near_the_line_of_that_number(self):
        lines = [np.empty((0, 2)), np.array([[5, 20], [65, 20]]),
                 np.array([[5, 40], [65, 40]])]
        for near, above in ((1, False), (2, True)):
            room = slope_triangle.Room((70, 62), lines)
            corners, _ = room.place(1, 0.5, near)
            self.assertEqual(corners[:, 1].min() > 40, above)
            self.assertEqual(corners[:, 1].max() < 20, not above)

    def test_room_is_made(self):
        """Lines that leave none: the axes grow below them."""
        orders = [1] * 12
        rows = refinement(orders, n_points=15)
        for i, row in enumerate(rows):
            row["gap_L2"] = 10. ** -(3 * ((i + i // 15) % 2)) * (1 + i // 15)
        ax = self.quantity_chart(rows, description(orders)).axes[0]
        self.assertEqual(len(ax.patches), 1)
        self.assertLess(ax.get_ylim()[0], 2e-4)
        self.assertAlmostEqual(self.slopes(ax)[0][0], 1, 9)


if __name__ == "__main__":
    unittest.main()
