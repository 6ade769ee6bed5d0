# SPDX-License-Identifier: Apache-2.0
"""plot_study.py draws the numbers of study.csv, with slopes that are right."""

import csv
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

try:
    import chart
    import matplotlib.image
    import numpy as np
    import plot_study
    import slope_triangle
    from figure_style import typeset, typeset_unit
    from matplotlib.patches import Polygon
    from matplotlib.path import Path
    from study import InputError, Study
except ImportError as error:
    print(f"OK (skipped: {error})")
    sys.exit()

STEP = {"column": "time_step", "label": "time step h", "unit": "s"}
GAP = {"column": "gap_L2", "label": "gap, L2 norm of the error",
       "unit": "m s^1/2", "is_error": True}
FORCE = {"column": "peak_force", "label": "peak contact force", "unit": "N",
         "is_error": False}
SCHEMES = ["moreau-jean, theta = 1/2", "newmark", "generalized-alpha",
           "hht, alpha = 0.1", "krenk-hogsberg", "implicit-newmark",
           "cd-lagrange", "schatzman-paoli", "carpenter-explicit",
           "carpenter-implicit", "direct-projection", "combined-projection"]


def refinement(orders, n_points=5, curves=None):
    """Rows of runs with errors c h^p, for each order p."""
    curves = curves or SCHEMES[:len(orders)]
    rows = []
    for (i, order), j in itertools.product(enumerate(orders), range(n_points)):
        h = 1e-4 / 2 ** j
        rows.append({
            "run": len(rows) + 1,
            "curve": curves[i] if len(orders) > 1 else "",
            "status": "done", "message": "", "time_step": h,
            "dofs": round(1e-2 / h), "wall_seconds": 1 + 1e-5 / h,
            "stepping_seconds": 1e-5 * (1 + i) / h,
            "gap_L2": 1e-3 * (1 + i) * (h / 1e-4) ** order,
            "peak_force": 5000 + i - 1e6 * h})
    return rows


def description(orders, quantities=(GAP, FORCE), abscissa=None, curves=None):
    rates = {True: list(orders), False: [None] * len(orders)}
    return {"case": "doyen", "kind": "refinement",
            "abscissa": abscissa or STEP,
            "curves": curves or (SCHEMES[:len(orders)] if len(orders) > 1
                                 else [""]),
            "quantities": [{**q, "rates": rates[q["is_error"]]}
                           for q in quantities]}


def spectrum(n=60):
    """The trapezoidal rule and central differences, unstable above 2."""
    rows = []
    for omega_h in np.logspace(-2, 2, n):
        rows.append({"curve": "newmark", "omega_h": omega_h,
                     "spectral_radius": 1.,
                     "period_elongation":
                     omega_h / (2 * math.atan(omega_h / 2)) - 1,
                     "algorithmic_damping": 0.})
    for omega_h in np.logspace(-2, 2, n):
        trace = 1 - omega_h ** 2 / 2
        stable = omega_h < 2
        rows.append({
            "curve": "cd-lagrange", "omega_h": omega_h,
            "spectral_radius":
            1. if stable else abs(trace) + math.sqrt(trace ** 2 - 1),
            "period_elongation":
            omega_h / (2 * math.asin(omega_h / 2)) - 1 if stable else "",
            "algorithmic_damping": 0. if stable else ""})
    about = {"case": "spectrum", "kind": "spectrum",
             "abscissa": {"column": "omega_h", "label": "omega h", "unit": ""},
             "curves": ["newmark", "cd-lagrange"],
             "quantities": [{"column": column, "label": label, "unit": "",
                             "is_error": False} for column, label in (
                                 ("spectral_radius", "spectral radius"),
                                 ("period_elongation", "period elongation"),
                                 ("algorithmic_damping",
                                  "algorithmic damping ratio"))]}
    return rows, about


class Fixture(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        style = matplotlib.rc_context(chart.CHART_STYLE)
        style.__enter__()
        self.addCleanup(style.__exit__, None, None, None)

    def write(self, rows, about, name="study"):
        directory = self.root / name
        directory.mkdir(exist_ok=True)
        with (directory / "study.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        (directory / "study.json").write_text(json.dumps(about))
        return directory

    def study(self, *arguments):
        return Study(self.write(*arguments))

    def quantity_chart(self, rows, about, i=0):
        study = self.study(rows, about)
        return plot_study.quantity_chart(study, study.quantities[i])


def expect_points(test, line, rows, x, y):
    """The line shows these rows, from the smallest x of the refinement."""
    rows = sorted(rows, key=lambda row: row["time_step"])
    np.testing.assert_array_equal(
        line.get_xydata(), [[row[x], row[y]] for row in rows])


def texts(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def triangles(ax):
    """Corners of the triangles and the orders written at them."""
    corners = [patch.get_xy()[:3] for patch in ax.patches
               if isinstance(patch, Polygon)]
    return list(zip(corners, [text.get_text() for text in ax.texts]))


def overlaps(a, b):
    return (min(a.x1, b.x1) - max(a.x0, b.x0) > 0.5
            and min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5)


class Refinement(Fixture):

    def test_lines_are_the_rows(self):
        rows = refinement([1, 0.5, 2])
        drawn = self.quantity_chart(rows[::-1], description([1, 0.5, 2]))
        ax = drawn.axes[0]
        self.assertEqual((ax.get_xscale(), ax.get_yscale()), ("log", "log"))
        self.assertEqual(len(ax.lines), 3)
        for i, line in enumerate(ax.lines):
            expect_points(self, line, rows[5 * i:5 * i + 5],
                          "time_step", "gap_L2")
        looks = {(line.get_color(), line.get_marker()) for line in ax.lines}
        self.assertEqual(len(looks), 3)

    def test_axes_and_legend(self):
        drawn = self.quantity_chart(refinement([0.66, 1]),
                                    description([0.66, None]))
        ax = drawn.axes[0]
        self.assertEqual(ax.get_xlabel(), r"time step $h$ [$\mathrm{s}$]")
        self.assertEqual(ax.get_ylabel(), r"gap, $L^{2}$ norm of the error "
                         r"[$\mathrm{m\,s^{1/2}}$]")
        self.assertEqual(texts(drawn.figure), [
            r"moreau-jean, $\theta$ = 1/2, rate 0.66", "newmark"])

    def test_single_curve(self):
        rows = refinement([0.66])
        drawn = self.quantity_chart(rows, description([0.66]))
        expect_points(self, drawn.axes[0].lines[0], rows, "time_step",
                      "gap_L2")
        self.assertEqual(texts(drawn.figure), ["rate 0.66"])
        study = Study(self.write(rows, description([0.66])))
        drawn = plot_study.work_precision_chart(study, study.quantities[0])
        self.assertEqual(drawn.figure.legends, [])

    def test_twelve_curves_look_different(self):
        orders = [0.3, 0.5, 0.66, 1, 1.5, 2] * 2
        drawn = self.quantity_chart(refinement(orders), description(orders))
        looks = {line.get_marker() for line in drawn.axes[0].lines}
        self.assertEqual(len(looks), 12)

    def test_nothing_overlaps_nor_is_cut(self):
        for n, orders in ((1, [0.5]), (2, [1, 2]), (5, [0.5, 1, 2, 2, 1]),
                          (12, [0.3, 0.5, 0.66, 1, 1.5, 2] * 2),
                          (24, [0.5, 1, 2] * 8)):
            curves = (SCHEMES + [f"scheme {i}" for i in range(12)])[:n]
            curves = curves if n > 1 else [""]
            rows = refinement(orders, curves=curves)
            rows[0]["status"] = "failed"
            about = description(orders, curves=curves)
            about["quantities"][0]["label"] = (
                "momentum of upper mass, largest error" if n == 2 else
                "velocity[one-word-of-" + 12 * "many-" + "characters]"
                if n == 12 else "contact velocity of the upper mass, largest "
                "error in time, relative to the exact solution")
            drawn = self.quantity_chart(rows, about)
            figure, ax = drawn.figure, drawn.axes[0]
            figure.draw_without_rendering()
            renderer = figure.canvas.get_renderer()
            width = figure.get_figwidth() * 25.4
            self.assertGreater(width, 89)
            self.assertLess(width, 171)
            boxes = [ax.get_tightbbox(renderer),
                     *(legend.get_window_extent(renderer)
                       for legend in figure.legends),
                     *(text.get_window_extent(renderer)
                       for text in figure.texts)]
            self.assertEqual(len(boxes), 3, n)
            if n in (1, 2, 5):
                self.assertAlmostEqual(drawn.panel[1], chart.HEIGHT)
            self.assertFalse(overlaps(
                ax.yaxis.label.get_window_extent(renderer), boxes[2]))
            for a, b in itertools.combinations(boxes, 2):
                self.assertFalse(overlaps(a, b), n)
            for box in (*boxes, ax.yaxis.label.get_window_extent(renderer)):
                self.assertGreater(min(box.x0, box.y0), -0.5)
                self.assertLess(box.x1, figure.bbox.x1 + 0.5)
                self.assertLess(box.y1, figure.bbox.y1 + 0.5)
            labels = [label.get_window_extent(renderer)
                      for label in ax.get_xticklabels() if label.get_text()]
            for a, b in zip(labels, labels[1:]):
                self.assertFalse(overlaps(a, b), n)

    def test_failed_runs_are_left_out_and_told(self):
        rows = refinement([1, 2])
        for i, status in ((0, "failed"), (3, "missing"), (7, "failed")):
            rows[i].update(status=status, gap_L2=1e3 if i else "")
        drawn = self.quantity_chart(rows, description([1, 2]))
        for i, line in enumerate(drawn.axes[0].lines):
            expect_points(self, line,
                          [row for row in rows[5 * i:5 * i + 5]
                           if row["status"] == "done"], "time_step", "gap_L2")
        self.assertEqual([text.get_text() for text in drawn.figure.texts],
                         ["2 of 10 runs failed, 1 missing"])

    def test_errors_without_place_on_a_log_axis(self):
        rows = refinement([1, 2])
        for i, error in ((0, 0.), (1, 1e-16), (6, 1e-300), (7, "nan")):
            rows[i]["gap_L2"] = error
        ax = self.quantity_chart(rows, description([1, 2])).axes[0]
        self.assertEqual([line.get_xydata().shape[0] for line in ax.lines],
                         [4, 3])
        self.assertIn(1e-16, ax.lines[0].get_ydata())
        low, high = ax.get_ylim()
        self.assertTrue(1e-18 < low < 1e-16 and 2e-3 < high < 2e-2)
        self.assertEqual([text.get_text() for text in ax.figure.texts],
                         ["2 errors are zero: no place on a log axis"])

    def test_no_error_at_all(self):
        rows = [{**row, "gap_L2": 0.} for row in refinement([1, 2])]
        drawn = self.quantity_chart(rows, description([None, None]))
        ax = drawn.axes[0]
        self.assertEqual(ax.get_yscale(), "linear")
        self.assertEqual(ax.texts[0].get_text(), "zero in every run")
        self.assertEqual(len(ax.lines[0].get_xydata()), 5)

    def test_other_quantities(self):
        rows = refinement([1, 2])
        ax = self.quantity_chart(rows, description([1, 2]), 1).axes[0]
        self.assertEqual((ax.get_xscale(), ax.get_yscale()),
                         ("log", "linear"))
        for i, row in enumerate(rows):
            row["peak_force"] = (-1 if i % 2 else 1) * 10 ** i
        ax = self.quantity_chart(rows, description([1, 2]), 1).axes[0]
        self.assertEqual(ax.get_yscale(), "linear")
        self.assertEqual(sorted(y for line in ax.lines
                                for y in line.get_ydata()),
                         sorted(row["peak_force"] for row in rows))
        self.assertEqual(ax.patches[:], [])

    def test_equal_up_to_rounding(self):
        rows = refinement([1, 2])
        for i, row in enumerate(rows):
            row["peak_force"] = 5000 * (1 + 1e-12 * i)
            row["gap_L2"] = 1e-3 * (1 + 1e-12 * i)
            row["time_step"] = 1e-4
        for i in range(2):
            ax = self.quantity_chart(rows, description([None, None]),
                                     i).axes[0]
            for low, high in (ax.get_xlim(), ax.get_ylim()):
                self.assertGreater(high, 1.1 * low)

    def test_names_on_the_abscissa(self):
        rows = refinement([1, 2], n_points=3)
        names = ["lemke", "semismooth $Newton$", "automatic"]
        for i, row in enumerate(rows):
            row["solver"] = names[i % 3]
        about = description([None, None], abscissa={
            "column": "solver", "label": "solver", "unit": ""})
        ax = self.quantity_chart(rows, about).axes[0]
        self.assertEqual([tick.get_text() for tick in ax.get_xticklabels()],
                         [name.replace("$", r"\$") for name in names])
        for i, line in enumerate(ax.lines):
            np.testing.assert_array_equal(line.get_xydata(), [
                [j, rows[3 * i + j]["gap_L2"]] for j in range(3)])
            self.assertEqual(line.get_linestyle(), "None")

    def test_abscissa_that_is_not_positive(self):
        rows = refinement([1])
        for i, row in enumerate(rows):
            row["alpha"] = -0.1 * i
        ax = self.quantity_chart(rows, description([None], abscissa={
            "column": "alpha", "label": "alpha", "unit": ""})).axes[0]
        self.assertEqual((ax.get_xscale(), ax.get_yscale()),
                         ("linear", "log"))
        self.assertEqual(ax.get_xlabel(), r"$\alpha$")

    def test_work_precision(self):
        rows = refinement([1, 2])
        for column in ("stepping_seconds", "wall_seconds"):
            study = self.study(rows, description([1, 2]))
            drawn = plot_study.work_precision_chart(study,
                                                    study.quantities[0])
            ax = drawn.axes[0]
            self.assertEqual((ax.get_xscale(), ax.get_yscale()),
                             ("log", "log"))
            self.assertIn("time steps" if column == "stepping_seconds"
                          else "wall time [", ax.get_xlabel())
            for i, line in enumerate(ax.lines):
                expect_points(self, line, rows[5 * i:5 * i + 5], column,
                              "gap_L2")
            rows[0]["stepping_seconds"] = 0.  # less than the clock tells
        for row in rows:
            row["wall_seconds"] = 0.
        study = self.study(rows, description([1, 2]))
        self.assertIsNone(plot_study.work_precision_chart(
            study, study.quantities[0]))


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


class Spectrum(Fixture):

    def test_three_panels(self):
        rows, about = spectrum()
        study = self.study(rows, about)
        (name, drawn), = plot_study.charts(study)
        self.assertEqual(name, "spectral")
        self.assertEqual([ax.get_ylabel() for ax in drawn.axes],
                         ["spectral radius", "period elongation",
                          "algorithmic damping ratio"])
        for ax, quantity in zip(drawn.axes, study.quantities):
            self.assertEqual((ax.get_xscale(), ax.get_yscale()),
                             ("log", "linear"))
            self.assertEqual(ax.get_xlabel(), r"$\omega\,h$")
            for line, curve in zip(ax.lines, about["curves"]):
                np.testing.assert_array_equal(line.get_xydata(), [
                    [row["omega_h"], row[quantity.column]] for row in rows
                    if row["curve"] == curve and row[quantity.column] != ""])
        self.assertEqual(drawn.axes[0].get_ylim(), (0, 1.05))
        low, high = drawn.axes[1].get_ylim()
        self.assertTrue(-0.6 < low < -0.2 and 0.5 <= high < 0.6)
        self.assertEqual(texts(drawn.figure), about["curves"])
        self.assertEqual(len({str(line._dash_pattern)
                              for line in drawn.axes[0].lines}), 2)


class Program(Fixture):

    def run_tool(self, *arguments):
        return subprocess.run(
            [sys.executable, TOOLS / "plot_study.py", *arguments],
            capture_output=True, text=True, check=False)

    def expect_files(self, *arguments, files):
        run = self.run_tool(*arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.split("\n")[:-1], [str(f) for f in files])
        for file in files:
            if file.suffix == ".png":
                picture = matplotlib.image.imread(file)
                self.assertGreater(min(picture.shape[:2]), 600)
                self.assertGreater(picture[..., :3].std(), 0.05)
            elif file.suffix == ".svg":
                root = xml.etree.ElementTree.parse(file).getroot()
                self.assertGreater(len(list(root.iter())), 100)
            else:
                self.assertEqual(file.read_bytes()[:5], b"%PDF-")

    def expect_error(self, *arguments, words):
        run = self.run_tool(*arguments)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertNotIn("Traceback", run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)

    def test_files(self):
        study = self.write(refinement([1, 2]), description([1, 2]))
        self.expect_files(study, files=[
            study / f"{name}.{suffix}"
            for name in ("gap_L2", "work_precision_gap_L2", "peak_force")
            for suffix in ("svg", "png")])
        svg = (study / "gap_L2.svg").read_text(encoding="utf-8")
        self.assertIn("<!-- newmark, rate 2.00 -->", svg)
        self.assertNotIn("dc:date", svg)

        other = self.root / "new/figures"
        self.expect_files(study, "--output", other, "--format", "svg", "pdf",
                          "--quantities", "gap_L2", files=[
                              other / "gap_L2.svg", other / "gap_L2.pdf",
                              other / "work_precision_gap_L2.svg",
                              other / "work_precision_gap_L2.pdf"])
        for name in ("gap_L2.svg", "work_precision_gap_L2.svg"):
            self.assertEqual((study / name).read_bytes(),
                             (other / name).read_bytes())

    def test_spectrum(self):
        study = self.write(*spectrum())
        self.expect_files(study, files=[study / "spectral.svg",
                                        study / "spectral.png"])

    def test_values_are_missing(self):
        rows = refinement([1])
        for row in rows:
            row["peak_force"] = ""
        study = self.write(rows, description([1]))
        run = self.run_tool(study, "--format", "svg")
        self.assertEqual(run.returncode, 0)
        self.assertIn("no run has a value of peak_force", run.stderr)
        self.assertFalse((study / "peak_force.svg").exists())
        self.assertTrue((study / "gap_L2.svg").exists())
        for row in rows:
            row["status"] = "failed"
        self.expect_error(self.write(rows, description([1])),
                          words=["no value to plot", "message"])

    def test_names_of_files(self):
        taken = set()
        self.assertEqual([plot_study.safe_name(column, taken) for column in (
            "velocity[upper mass]_max", "velocity_upper mass_max", "../x/y",
            "...", "gap[a.b]_L2")],
            ["velocity_upper_mass_max", "velocity_upper_mass_max_2", "x_y",
             "quantity", "gap_a.b_L2"])

    def test_wrong_use(self):
        study = self.write(refinement([1]), description([1]))
        self.expect_error(self.root / "absent", words=[
            "absent", "does not exist", "percuss study"])
        self.expect_error(study / "study.csv", words=["is a file"])
        self.expect_error(self.root, words=["no study.csv", "percuss study"])
        self.expect_error(study, "--quantities", "gap", words=[
            "gap", "study.json", "gap_L2, peak_force"])
        self.expect_error(study, "--format", "gif", words=["gif", "svg"])
        self.expect_error(study, "--output", study / "study.csv/x", words=[
            "cannot be written", "--output"])

    def test_wrong_files(self):
        rows, about = refinement([1, 2]), description([1, 2])

        def expect(words, rows=rows, about=about):
            with self.assertRaises(InputError) as caught:
                study = self.study(rows, about)
                list(plot_study.charts(study))
            for word in (*words, "repeat the study"):
                self.assertIn(word, str(caught.exception))
        expect(["study.csv", "lacks the column force"],
               about=description([1, 2], [GAP, {**FORCE, "column": "force"}]))
        expect(["study.csv", "row 3", "'else'"],
               [{**row, "curve": "else"} if i == 1 else row
                for i, row in enumerate(rows)])
        expect(["study.csv", "'oops'", "gap_L2"],
               [{**row, "gap_L2": "oops"} for row in rows])
        expect(["study.json", "abscissa"],
               about={k: about[k] for k in about if k != "abscissa"})
        expect(["study.json", "3 rates", "2 curves"], about={
            **about, "quantities": [{**GAP, "rates": [1, 2, 3]}]})
        study = self.write(rows, about)
        for text in ("", "{", "[]"):
            (study / "study.json").write_text(text)
            with self.assertRaisesRegex(InputError, "study.json.*repeat"):
                Study(study)
        (study / "study.json").unlink()
        with self.assertRaisesRegex(InputError, "study.json.*repeat"):
            Study(study)

    def test_study_in_progress(self):
        study = self.write(refinement([1]), description([1]))
        with (study / "study.csv").open("a") as file:
            file.write("6,,done")
        self.assertEqual(len(Study(study).rows), 5)


class Typesetting(unittest.TestCase):

    def test_symbols(self):
        for text, expected in (
                ("time step h", "time step $h$"), ("omega h", r"$\omega\,h$"),
                ("hht, alpha = 0.1", r"hht, $\alpha$ = 0.1"),
                ("generalized-alpha-ggl", "generalized-alpha-ggl"),
                ("generalized-alpha, length", "generalized-alpha, length"),
                ("rho_infinity = 0", r"$\rho_{\infty}$ = 0"),
                ("L1 norm, Linf norm", r"$L^{1}$ norm, $L^{\infty}$ norm"),
                ("5 $", r"5 \$"), ("the theme", "the theme")):
            self.assertEqual(typeset(text), expected)

    def test_units(self):
        for unit, expected in (
                ("", ""), ("1", ""), ("m/s", r" [$\mathrm{m/s}$]"),
                ("m s^1/2", r" [$\mathrm{m\,s^{1/2}}$]"),
                ("kg m^2 s^-2", r" [$\mathrm{kg\,m^{2}\,s^{-2}}$]"),
                ("%", " [%]")):
            self.assertEqual(typeset_unit(unit), expected)


if __name__ == "__main__":
    unittest.main()
