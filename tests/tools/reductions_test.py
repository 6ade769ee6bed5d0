# SPDX-License-Identifier: Apache-2.0
"""reductions.py reads numbers from what runs leave; verdicts.py judges them."""

import json
import pathlib
import sys
import tempfile
import types
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

from reductions import Results, evaluate
from reproduction import Row, RunPlan
from vector_chart import chart, thin, ticks
from verdicts import (DIFFERS, FAILS, HOLDS, SKIPPED, Verdict, holds,
                      judge)

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

    def write(self, *rows):
        """Another history of the column x."""
        (self.folder / "run/history.csv").write_text(
            "time,x\n" + "".join(f"{t},{x}\n" for t, x in rows))
        self.results["run"] = Results(self.folder / "run")

    def test_windows_and_bounds_have_their_ends(self):
        # off by rounding, in the units of the largest time
        self.write((0, 1), (1 - 1e-10, 2), (2 + 1e-10, 3), (1000, 9))
        window = {"from": 1, "to": 2}
        self.assertEqual(self.value(initial="x", **window), 2)
        self.assertEqual(self.value(final="x", **window), 3)
        self.write((0, 1), (1 + 1e-3, 2), (2 - 1e-3, 3), (3, 9))
        self.assertEqual(self.value(max="x", to=1), 1)
        # a bound itself is neither above nor below
        self.write((0, 2), (1, 3), (2, 4))
        self.assertEqual(self.value(first_time="x", above=2), 1)
        self.assertEqual(self.value(last_time="x", below=4), 1)
        self.assertEqual(self.value(first_time="x", above=2, below=4), 1)
        self.write((0, 1), (1, 5), (2, 5), (3, 5))
        self.assertEqual(self.value(first_time="x", above=2), 1)
        self.assertEqual(self.value(last_time="x", above=2), 3)

    def test_sums_over_steps_of_any_length(self):
        self.write((0, 1), (1, 3), (4, -5))
        self.assertEqual(self.value(integral="x"), 2 - 3)
        self.assertEqual(self.value(variation="x"), 2 + 8)
        self.write((0, 1), (1, 1), (2, 0.5), (3, 0.5), (4, 0.75), (5, 0.5))
        self.assertEqual(self.value(extrema="x"), 2) # plateaus are none
        self.write((0, 0), (1, 0.25), (2, 0.5), (3, 1))
        self.assertEqual(self.value(extrema="x"), 0)

    def test_interpolation(self):
        self.write((0, 1), (1, 3), (4, -3))
        for time, x in ((0, 1), (0.5, 2), (1, 3), (2, 1), (4, -3), (5, -5),
                        (-1, -1)):
            self.assertEqual(self.value(at="x", time=time), x)

    def test_starts_from_zero_or_below(self):
        self.write((0, 5), (1, 0), (2, 0.5), (3, 2), (4, -1), (5, 0), (6, 0))
        self.assertEqual(self.value(starts="x"), 1)
        self.assertEqual(self.value(starts="x", number=1), 2)
        with self.assertRaisesRegex(ValueError, "starts only 1 times"):
            self.value(starts="x", number=2)

    def test_the_run_is_named_or_the_first(self):
        self.assertEqual(evaluate({"final": "x"}, self.results, self.folder), 0)
        self.assertEqual(self.value(final="x", run="other"), 5)
        self.assertEqual(self.value(apart="x", reference="y", run="other"), 4)
        self.assertEqual(evaluate({"apart": "x", "reference": "y"},
                                  self.results, self.folder), 1)
        self.assertEqual(self.value(absolute=[{"min": "x", "run": "run"}]), 2)

    def write_study(self, curves, rates):
        (self.folder / "run/study.csv").write_text(
            "curve,h,scheme,error\n" + "".join(
                f"{curve},{h},{scheme},{e}\n" for curve, h, scheme, e in (
                    ("a", 0.1, "s", 1), ("a", 0.01, "s", 2),
                    ("a", 0.01, "t", 3), ("b", 0.1, "s", 4))))
        (self.folder / "run/study.json").write_text(json.dumps({
            "curves": curves, "quantities": [
                {"column": "other", "rates": [9] * len(rates)},
                {"column": "error", "rates": rates}]}))
        self.results["run"] = Results(self.folder / "run")

    def test_rates_of_curves(self):
        self.write_study(["a", "b"], [1.5, None])
        self.assertEqual(self.value(rate="error"), 1.5)
        self.assertEqual(self.value(rate="error", curve="a"), 1.5)
        self.assertEqual(self.value(rate="other", curve="b"), 9)
        for value, text in (({"rate": "error", "curve": "b"}, "has no rate"),
                            ({"rate": "none"}, "no quantity 'none'"),
                            ({"rate": "error", "curve": "c"}, "c")):
            with self.assertRaisesRegex((KeyError, ValueError), text):
                self.value(**value)
        self.write_study(["a", "b"], [1.5, 2.5])
        self.assertEqual(self.value(rate="error", curve="b"), 2.5)
        self.write_study([], [0.5])
        self.assertEqual(self.value(rate="error"), 0.5)

    def test_cells(self):
        self.write_study(["a", "b"], [1, 1])
        for expected, curve, where in (
                (1, "a", {"h": 0.1}), (4, "b", {}), (4, "b", {"h": 0.1}),
                (2, "a", {"h": 0.01, "scheme": "s"}), (3, "", {"scheme": "t"}),
                (3, "a", {"h": 0.01 * (1 + 1e-7), "scheme": "t"})):
            self.assertEqual(self.value(cell="error", curve=curve,
                                        where=where), expected)
        for curve, where, n in (("a", {"h": 0.01}, 2), ("", {}, 4),
                                ("a", {"h": 0.01 * (1 + 1e-5)}, 0),
                                ("a", {"h": 0.2, "scheme": "s"}, 0)):
            with self.assertRaisesRegex(ValueError, f"{n} rows"):
                self.value(cell="error", curve=curve, where=where)
        with self.assertRaisesRegex(KeyError, "no curve 'c'"):
            self.value(cell="error", curve="c")

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

    def test_ends_of_tolerances(self):
        """Published 10, within 0.5; numbers that are exact in binary."""
        for relation, good, bad in (
                ("equal", (9.5, 10.5, 10), (9.25, 10.75)),
                ("at most", (10.5, 10.25, -99), (10.75, 99)),
                ("at least", (9.5, 9.75, 99), (9.25, -99))):
            for ours in good:
                self.assertTrue(holds(self.row(relation), ours), ours)
            for ours in bad:
                self.assertFalse(holds(self.row(relation), ours), ours)
        exact = Row("", "", {}, 3)
        self.assertTrue(holds(exact, 3.))
        self.assertFalse(holds(exact, 3.0000001))

    def judged(self, computed, quick=True, **more):
        row = Row("", "", computed, 10., tolerance=0.5, **more)
        runs = {"slow": RunPlan("slow", ""), "fast": RunPlan("fast", "")}
        results = {"fast": types.SimpleNamespace(failure="", summary={"a": 10})}
        if not quick:
            results["slow"] = results["fast"]
        return judge(row, types.SimpleNamespace(
            runs=runs, folder=pathlib.Path("nowhere")), results)

    def test_verdicts(self):
        summary = {"summary": "a", "run": "fast"}
        for computed, more, verdict, ours, note in (
                (10, {}, HOLDS, 10, ""),
                (summary, {}, HOLDS, 10, ""),
                (11, {}, FAILS, 11, ""),
                (11, {"differs": "why"}, DIFFERS, 11, "why"),
                (10, {"differs": "why"}, HOLDS, 10,
                 "has a reason to differ, and does not"),
                (float("nan"), {}, FAILS, None, "computed nan"),
                (float("inf"), {"differs": "why"}, FAILS, None,
                 "computed inf"),
                (float("inf"), {"relation": "at least"}, FAILS, None,
                 "computed inf"),
                ({"ratio": [1, 0]}, {}, FAILS, None,
                 "float division by zero"),
                ({"summary": "b", "run": "fast"}, {"differs": "why"}, FAILS,
                 None, "b"),
                ({"summary": "a", "run": "slow"}, {}, SKIPPED, None,
                 "takes too long for --quick"),
                ({"sum": [summary, {"summary": "a", "run": "slow"}]}, {},
                 SKIPPED, None, "takes too long for --quick")):
            found = self.judged(computed, **more)
            self.assertEqual((found.verdict, found.ours, found.note),
                             (verdict, ours, note), computed)
        found = self.judged({"summary": "a", "run": "slow"}, quick=False)
        self.assertEqual((found.verdict, found.ours), (HOLDS, 10))

    def test_deviation(self):
        self.assertEqual(self.judged(10.25).deviation, 0.25)
        self.assertEqual(self.judged(9.75).deviation, -0.25)
        self.assertIsNone(self.judged(float("nan")).deviation)

    def test_as_near_is_nearer(self):
        row = self.row("equal", other=[{"program": "P", "value": 10.25}])
        for ours, nearer in ((10.25, True), (9.75, True), (9.5, False)):
            self.assertEqual(Verdict(row, ours, HOLDS).is_nearer, [nearer])

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
