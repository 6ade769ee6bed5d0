# SPDX-License-Identifier: Apache-2.0
"""Results of studies as percuss writes them, and what their charts show."""

import csv
import itertools
import json
import math

from plot_tool import PlotToolTest

import chart
import matplotlib
import numpy as np
import plot_study
from matplotlib.patches import Polygon
from study import Study

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


class Fixture(PlotToolTest):

    TOOL = "plot_study.py"

    def setUp(self):
        super().setUp()
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
