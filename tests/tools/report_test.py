# SPDX-License-Identifier: Apache-2.0
"""What report.py says of results: parameters, impacts, energies, slopes."""

import json
import pathlib
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))

import report_page
import run_report
import study_report
from impacts import impacts, largest_first
from run_record import InputError, RunRecord
from vector_chart import Line, chart

COLUMNS = ("step", "time", "energy_kinetic", "energy_strain",
           "energy_potential", "energy_total", "energy_algorithmic",
           "work_contact", "dissipation_numerical", "identity_residual",
           "gap[floor]", "contact_velocity[floor]", "impulse[floor]",
           "force[floor]")
# a mass of 2 kg falls with 3 m/s, is held for two steps and leaves with 1 m/s
ROWS = [(k, k * .5, *energy, *contact) for k, energy, contact in (
    (0, (9, 0, 0, 9, 9, 0, 0, 0), (1, -3, 0, 0)),
    (1, (9, 0, 0, 9, 9, 0, 0, 1e-15), (.1, -3, 0, 0)),
    (2, (0, 0, 0, 0, 0, -9, 0, -4e-15), (0, 0, 6, 12)),
    (3, (1, 0, 0, 1, 1, -8, 0, 0), (0, 0, 2, 4)),
    (4, (1, 0, 0, 1, 1, -8, 0, 0), (.5, 1, 0, 0)))]
PARAMETERS = """subsection Model
  set name = a < b
end
subsection Contact
  set restitution coefficient = 0.50
  set law = newton
  set boundary =
end
"""
DEFAULTS = {"Model": {"name": {"default_value": "elastic bar"}},
            "Contact": {"restitution coefficient": {"default_value": "0.5"},
                        "law": {"default_value": "newton"},
                        "boundary": {"default_value": ""}}}


class Results(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, header, rows):
        (self.folder / name).write_text("\n".join(
            ",".join(map(str, row)) for row in [header, *rows]) + "\n")


class RunReportTest(Results):

    def setUp(self):
        super().setUp()
        self.write("history.csv", COLUMNS, ROWS)
        (self.folder / "used_parameters.prm").write_text(PARAMETERS)
        self.summary(status="done")

    def summary(self, **entries):
        (self.folder / "summary.json").write_text(json.dumps(
            {"case": "x", "model": "y", "scheme": "z", "time_step": 1,
             **entries}))

    def page(self):
        title, parts = run_report.page(self.folder, DEFAULTS, True)
        return report_page.document(title, parts)

    def test_impacts(self):
        found, = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual((found.contact, found.begin, found.end, found.before,
                          found.after, found.impulse, found.force),
                         ("floor", 1, 1.5, -3, 1, 8, 12))

    def test_impacts_of_some_steps(self):
        """Every tenth step: the impulse is that of the force."""
        self.write("history.csv", COLUMNS,
                   [(10 * row[0], *row[1:]) for row in ROWS])
        found, = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual(found.impulse, .5 * (12 + 4))
        self.assertIn("Not every step has a row", self.page())

    def test_impacts_to_the_end(self):
        self.write("history.csv", COLUMNS, ROWS[:4])
        found, = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual((found.end, found.after), (1.5, 0))

    def test_impacts_at_the_start(self):
        """The first row has no velocity before; one row is an impact."""
        self.write("history.csv", COLUMNS, [
            (0, 0, *ROWS[0][2:12], 6, 12), (1, .5, *ROWS[3][2:12], 0, 0),
            (2, 1, *ROWS[4][2:12], .5, 1), (3, 1.5, *ROWS[4][2:12], 0, 0)])
        first, second = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual((first.begin, first.end, first.before, first.after,
                          first.impulse, first.force), (0, 0, -3, 0, 6, 12))
        self.assertEqual((second.begin, second.end, second.impulse,
                          second.force), (1, 1, .5, 1))
        # of rows that are steps apart
        self.write("history.csv", COLUMNS, [
            (0, 0, *ROWS[0][2:12], 6, 12), (2, .5, *ROWS[3][2:12], 2, 4),
            (4, 1, *ROWS[4][2:12], 0, 0)])
        found, = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual(found.impulse, .5 * 4)

    def test_impacts_in_their_units(self):
        """Factors of a thousand are those of the units."""
        rows = [list(row) for row in ROWS]
        for row in rows:
            row[1] *= 1e-3
            row[11] *= 1e-3
            row[12] *= 1e-3
            row[13] *= 1e3
        self.write("history.csv", COLUMNS, rows)
        page = self.page()
        for text in ("from [ms]", "velocity before [mm/s]", "impulse [mN s]",
                     "largest force [kN]"):
            self.assertIn(text, page)
        self.assertIn("".join(f'<td class="number">{value}</td>' for value in
                              (1, 1.5, -3, 1, 8, 12)), page)

    def test_many_impacts(self):
        """Forty are shown."""
        for n, said in ((40, ""), (41, "The largest 40 of 41"),
                        (50, "The largest 40 of 50")):
            rows = [(k, k * .5, *ROWS[2][2:12], k % 2, k % 2)
                    for k in range(2 * n + 1)]
            self.write("history.csv", COLUMNS, rows)
            page = self.page()
            self.assertEqual(page.count("<td>floor</td>"), 40)
            self.assertEqual("The largest" in page, n > 40)
            self.assertIn(said, page)

    def test_errors(self):
        self.summary(status="done", errors={
            "gap_L2": .25, "gap_max": .5, "force_L1_relative": .75, "odd": 2})
        text = run_report.errors(RunRecord(self.folder))
        self.assertIn("<th>error of</th><th></th><th>L1, relative</th>"
                      "<th>L2</th><th>max</th>", text)
        for row in ('<td>gap</td><td></td><td></td><td class="number">0.25',
                    '<td>force</td><td></td><td class="number">0.75</td>',
                    '<td>odd</td><td class="number">2</td>'):
            self.assertIn(row, text)
        self.summary(status="done")
        self.assertEqual(run_report.errors(RunRecord(self.folder)), "")

    def test_limit_of_the_identity(self):
        for residual, holds in ((9e-9, True), (9.1e-9, False)):
            self.summary(status="done", energy={
                "max_identity_residual_relative": residual / 9})
            self.assertEqual(">holds</span>" in self.page(), holds)

    def test_identity_of_bodies_at_rest(self):
        """Their energies are rounding, of which residuals are a large part."""
        rows = [(k, k, *[1e-17] * 5, 0, 0, 1e-18, 0, 0, 1, 1)
                for k in range(3)]
        self.write("history.csv", COLUMNS, rows)
        self.assertIn(">does not hold</span>", self.page())
        self.summary(status="done",
                     energy={"max_identity_residual_relative": 1e-17})
        self.assertIn(">holds</span>: its residual is at most 1e-17",
                      self.page())

    def test_the_largest_impulses_come_first(self):
        """Sixty impulses of rounding before one of 24 kN s hide nothing."""
        rows = []
        for k in range(70):
            P = (1e-320 if k < 60 else 24e3 if k == 63 else
                 2. * k if k > 63 else 0.) * (k % 2)
            rows.append((k, k, 1, 0, 0, 1, 1, 0, 0, 0, 0., 0., P, P))
        self.write("history.csv", COLUMNS, rows)
        found = impacts(RunRecord(self.folder), ["[floor]"])
        self.assertEqual(len(found), 34)
        self.assertEqual([impact.impulse for impact in largest_first(found)],
                         [24e3, 138, 134, 130])
        page = self.page()
        self.assertIn("30 of less than 1e-9 of the largest", page)
        table = page[page.index("largest force"):]
        self.assertLess(table.index(">24<"), table.index(">0.138<"))
        self.assertEqual(largest_first([]), [])

    def test_parameters(self):
        """Numbers are compared as such; defaults are not shown."""
        page = self.page()
        self.assertIn("a &lt; b", page)
        self.assertIn("elastic bar", page)
        self.assertNotIn("restitution", page)
        self.assertNotIn("newton", page)

    def test_without_defaults(self):
        """Where the program does not say them, all of them are shown."""
        text = run_report.parameters(self.folder, {})
        self.assertEqual(text.count("<tr>"), 1 + 4)

    def test_identity(self):
        self.assertIn(">holds</span>: its residual is at most 4.44444e-16",
                      self.page())
        rows = [list(row) for row in ROWS]
        rows[2][9] = 9e-6
        self.write("history.csv", COLUMNS, rows)
        self.assertIn(">does not hold</span>: its residual is at most 1e-6",
                      self.page())
        rows[2][9], rows[3][9] = 0, float("nan")
        self.write("history.csv", COLUMNS, rows)
        self.assertIn("its residual is at most inf", self.page())
        self.summary(status="done", energy={"has_identity": False})
        self.assertIn("no identity to check", self.page())

    def test_account(self):
        """-8 J of change are the work of the contact."""
        self.assertIn('<td>not accounted for</td><td class="number">0<',
                      self.page())

    def test_states(self):
        self.summary(status="failed", failure="step 7: a < b",
                     warnings=["theta & more"])
        page = self.page()
        self.assertIn("The run has failed: step 7: a &lt; b", page)
        self.assertIn("Warning: theta &amp; more", page)
        (self.folder / "summary.json").unlink()
        self.assertIn("Its state is not known", self.page())

    def test_what_is_missing(self):
        self.write("history.csv", COLUMNS[:5], [row[:5] for row in ROWS])
        with self.assertRaisesRegex(InputError, "identity_residual"):
            self.page()


class StudyReportTest(Results):

    def study(self, steps, errors, **more):
        self.write("study.csv", ("curve", "h", "status", "message", "error"),
                   [("", h, "failed" if e == "" else "done", "", e)
                    for h, e in zip(steps, errors)])
        (self.folder / "study.json").write_text(json.dumps({
            "case": "x", "kind": "refinement", "curves": [""],
            "abscissa": {"column": "h"}, "quantities": [
                {"column": "error", "is_error": True, "rates": [1.9]}],
            **more}))
        title, parts = study_report.page(self.folder)
        return report_page.document(title, parts)

    def test_slope(self):
        page = self.study((1, .1, .01), (1, .01, .0001))
        self.assertIn("All 3 runs are done.", page)
        self.assertIn("rate 1.90", page)
        self.assertIn("order 2", page)
        line, = study_report.slopes([Line("", [1, .1], [1, .01])], [1.9])
        self.assertAlmostEqual(line.y[1] / line.y[0], 100)
        self.assertLess(line.y[1], 1)

    def test_failures(self):
        page = self.study((1, .1, .01), (1, .01, ""))
        self.assertIn("1 of 3 runs failed", page)
        self.assertIn('<td class="number">0.01</td><td>failed</td>', page)

    def test_names(self):
        """What is no number is named below the axis."""
        page = self.study(("kept", "none"), (.3, .1))
        self.assertRegex(page, r"<text[^>]*>kept</text>")
        self.assertIn("[&quot;kept&quot;, &quot;none&quot;]", page)
        self.assertNotIn(">order", page)

    def test_axes(self):
        """Logarithmic of errors with a positive one, of others if they pay."""
        for values, wanted, logarithmic in (
                ([0, 1], True, True), ([0, 0], True, False),
                ([-1, 1], True, True), ([1, 10], False, True),
                ([1, 9], False, False), ([0, 10], False, False),
                ([-1, 10], False, False), ([2, 30, 5], False, True)):
            self.assertEqual(study_report.suits(values, wanted), logarithmic)

    def test_nearest_order(self):
        """That of most rates, a multiple of 1/2; below all that is drawn."""
        line = Line("", [1, .1, 0], [1, .01, 5])
        for rates, order in (([1.9, 2.1, .9], 2), ([.74], .5), ([.76], 1),
                             ([1.2, float("nan")], 1), ([-.25], 0),
                             ([-1.9], -2)):
            found, = study_report.slopes([line], rates)
            self.assertEqual(found.label, f"order {order:g}", rates)
            self.assertEqual(list(found.x), [.1, 1])
            self.assertAlmostEqual(found.y[1] / found.y[0], 10 ** order)
            self.assertAlmostEqual(max(a / b for a, b in zip(
                found.y, (.01, 1))), .5)
        for rates in ([], [.24], [float("nan")]):
            self.assertEqual(study_report.slopes([line], rates), [])
        self.assertEqual(study_report.slopes([Line("", [1, 0], [1, 1])], [1]),
                         [])

    def test_table_of_rates(self):
        page = self.study((1, .1), (1, .01), quantities=[
            {"column": "error", "is_error": True, "rates": [None]}])
        self.assertNotIn("Observed rates", page)
        self.assertNotIn("rate ", page)
        page = self.study((1, .1), (1, .01))
        self.assertIn('<td>all runs</td><td class="number">1.900</td>', page)

    def test_spectrum(self):
        page = self.study((1, 2), (.5, 1), kind="spectrum")
        self.assertIn("x: spectrum", page)
        for text in ("Observed rates", "<h2>Runs</h2>", "runs are done",
                     "order 2"):
            self.assertNotIn(text, page)

    def test_what_it_costs(self):
        for seconds, is_drawn in (((1, 2), True), ((0, 2), False)):
            self.write("study.csv", ("h", "status", "error", "wall_seconds"),
                       [(1, "done", 1, seconds[0]), (.1, "done", .1, seconds[1])])
            (self.folder / "study.json").write_text(json.dumps({
                "kind": "refinement", "abscissa": {"column": "h"},
                "quantities": [{"column": "error", "is_error": True}]}))
            _, parts = study_report.page(self.folder)
            self.assertEqual("what it costs" in "".join(parts), is_drawn)

    def test_nothing_but_zeros(self):
        page = self.study((1, .1), (0., 0.), quantities=[
            {"column": "error", "is_error": True}])
        self.assertIn('<svg class="chart"', page)


class PageTest(unittest.TestCase):

    def test_files_of_others_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            for _ in range(2):
                report_page.write(page, "title", [])
            self.assertIn(report_page.GENERATOR, page.read_text())
            page.write_text("the only copy")
            with self.assertRaisesRegex(OSError, "no report of percuss"):
                report_page.write(page, "title", [])
            self.assertEqual(page.read_text(), "the only copy")

    def test_text_is_no_markup(self):
        text = report_page.table(["<b>"], [["<td>x</td>", 1.5]])
        self.assertIn("&lt;b&gt;", text)
        self.assertIn("<td>&lt;td&gt;x", text)
        self.assertIn('<td class="number">1.5</td>', text)

    def test_ticks_tell_neighbours_apart(self):
        svg = chart("", [("", [0, 1], [1.00001, 1.00005])], "", "")
        self.assertIn(">1.00002<", svg)

    def test_numbers_of_any_size(self):
        for y in ([1e308, -1e308, 1], [5e-324, 0, 1e-323], [1, 1 + 2e-16, 1],
                  [1e-200] * 3, [float("nan"), float("inf"), 0], [0] * 3,
                  [-1e289, 1e289, 0]):
            for logarithmic in ("", "xy"):
                svg = chart("", [("", [1, 2, 3], y)], "", "", logarithmic)
                self.assertNotRegex(svg, "nan|inf")
        self.assertNotEqual(chart("", [("", [1, 2], [0, 0])], "", ""), "")

    def test_logarithms_of_one_axis(self):
        svg = chart("", [Line("", [0, 1, 2], [1e-3, 0, 10])], "", "", "y")
        self.assertIn('points="0,', svg)
        self.assertIn(">1e-2<", svg)

    def test_long_names_have_lines_of_their_own(self):
        lines = [Line("n" * 30 + str(i), [0, 1], [0, i]) for i in range(5)]
        svg = chart("", lines, "", "")
        self.assertEqual(svg.count('font-size="9.0"'), 5)


if __name__ == "__main__":
    unittest.main()
