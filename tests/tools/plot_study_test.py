# SPDX-License-Identifier: Apache-2.0
"""plot_study.py draws the numbers of study.csv, with names and units typeset."""

import itertools
import unittest

from study_data import (SCHEMES, Fixture, description, expect_points, overlaps,
                        refinement, spectrum, texts)

import chart
import numpy as np
import plot_study
from figure_style import typeset, typeset_unit
from study import Study


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
