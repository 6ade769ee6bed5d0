# SPDX-License-Identifier: Apache-2.0
"""reductions.py reads numbers from what runs leave; verdicts.py judges them."""

import pathlib
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

from reductions import Results, evaluate
from reproduction import Row
from vector_chart import chart, thin, ticks
from verdicts import Verdict, holds

HISTORY = """time,x,impulse[floor],"contact[a, b]"
0,1,0,5
1,3,4,6
2,-2,3,7
3,-1,0,8
4,0,2,9
"""
OTHER = """time,x
0,1
4,5
"""


class ReductionsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("run", HISTORY), ("other", OTHER)):
            (self.folder / name).mkdir()
            (self.folder / name / "history.csv").write_text(text)
        (self.folder / "reference.csv").write_text("# ours\ntime,y\n1,2\n3,0\n")
        (self.folder / "run/summary.json").write_text('{"a": {"b": 7}}')
        self.results = {name: Results(self.folder / name)
                        for name in ("run", "other")}

    def value(self, **value):
        value.setdefault("run", "run")
        return evaluate(value, self.results, self.folder)

    def test_columns(self):
        for expected, value in (
                (1, {"initial": "x"}), (0, {"final": "x"}), (3, {"max": "x"}),
                (-2, {"min": "x"}), (3, {"magnitude": "x"}),
                (0.2, {"mean": "x"}), (0, {"median": "x"}),
                (0.5, {"integral": "x"}), (9, {"variation": "x"}),
                (2, {"extrema": "x"}), (-1.5, {"at": "x", "time": 2.5}),
                (9, {"final": "contact[a, b]"}),
                (-2, {"initial": "x", "from": 2}),
                (3, {"final": "x", "to": 1}), (7, {"summary": "a.b"}),
                (1, {"first_time": "x", "above": 2}),
                (3, {"last_time": "x", "below": -0.5}),
                (2, {"starts": "impulse[floor]"}),
                (4, {"starts": "impulse[floor]", "number": 2}),
                (0, {"failed": True})):
            self.assertAlmostEqual(self.value(**value), expected, msg=value)

    def test_distances(self):
        self.assertEqual(self.value(apart="x", runs=["run", "other"]), 5)
        self.assertEqual(self.value(apart="x", runs=["run", "other"],
                                    norm="mean"), 3.2)
        self.assertEqual(self.value(apart="x", reference="y"), 1)

    def test_combinations(self):
        parts = [{"max": "x", "run": "run"}, 2]
        for expected, name in ((1.5, "ratio"), (1, "difference"), (5, "sum"),
                               (3, "largest_of"), (2, "smallest_of")):
            self.assertEqual(self.value(**{name: parts}), expected)

    def test_what_is_missing(self):
        for value, text in (({"max": "y"}, "no column 'y'"),
                            ({"maximum": "x"}, "no known reduction"),
                            ({"max": "x", "from": 9}, "no row"),
                            ({"starts": "x", "number": 3}, "starts only")):
            with self.assertRaisesRegex((KeyError, ValueError), text):
                self.value(**value)
        self.results["run"] = Results(self.folder / "run", "has failed")
        self.assertEqual(self.value(failed=True), 1)
        with self.assertRaisesRegex(ValueError, "has failed"):
            self.value(max="x")


class VerdictsTest(unittest.TestCase):

    def row(self, relation, **more):
        return Row("", "", {}, 10., relation=relation, tolerance=0.5, **more)

    def test_relations(self):
        for relation, bad, good in (("equal", 10.6, 10.4),
                                    ("equal", 9.4, 9.6),
                                    ("at most", 10.6, 1), ("at least", 9.4, 99),
                                    ("equal", float("nan"), 10)):
            self.assertFalse(holds(self.row(relation), bad))
            self.assertTrue(holds(self.row(relation), good))

    def test_nearer(self):
        row = self.row("equal", other=[{"program": "P", "value": 10.2},
                                       {"program": "Q", "value": 10.05}])
        for ours, nearer in ((10.1, [True, False]), (9.7, [False, False]),
                             (10., [True, True]), (None, [])):
            self.assertEqual(Verdict(row, ours, "holds").is_nearer, nearer)
        row.exact = 10.15
        self.assertEqual(Verdict(row, 10.12, "holds").is_nearer, [True, True])
        self.assertEqual(Verdict(row, 10., "holds").is_nearer, [False, False])
        row.exact = False
        self.assertEqual(Verdict(row, 10., "holds").is_nearer, [])
        self.assertEqual(Verdict(self.row("equal"), 10., "holds").is_nearer, [])


class ChartTest(unittest.TestCase):

    def test_extrema_of_many_points_are_kept(self):
        y = [0.] * 10000
        y[3333], y[7777] = 5, -3
        points = thin(range(10000), y)
        self.assertLess(len(points), 400)
        self.assertLessEqual({(3333, 5), (7777, -3)}, set(points))

    def test_ticks(self):
        self.assertEqual([name for _, name in ticks(0, 4, False)],
                         ["0", "1", "2", "3", "4"])
        self.assertEqual([name for _, name in ticks(-3.5, -0.5, True)],
                         ["1e-3", "1e-2", "1e-1"])

    def test_names_are_escaped(self):
        svg = chart("a < b", [("x & y", [0, 1], [2, 3])], "<i>", "")
        self.assertIn("a &lt; b", svg)
        self.assertIn("x &amp; y", svg)
        self.assertNotIn("<i>", svg)

    def test_what_cannot_be_drawn(self):
        self.assertEqual(chart("", [("", [float("nan")], [1])], "", ""), "")
        self.assertEqual(chart("", [("", [0], [1])], "", "", True), "")
        self.assertIn("polyline", chart("", [("", [1], [1])], "", ""))


if __name__ == "__main__":
    unittest.main()
