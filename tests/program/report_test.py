# SPDX-License-Identifier: Apache-2.0
"""percuss run --report, percuss study --report: one page, in a file."""

import re
import unittest

from browser import CHROMIUM, open_page
from program import CASES, SMALL_CASE, ProgramTest, merged, prm

BALL = CASES / "small_systems/bouncing_ball_c13.prm"
# what a page would need a network for
LOADS = ("http-equiv", 'src="http', 'href="http', "@import", "url(")
# of a reader: points at the first chart, then drags a rectangle over it
READER = """
const chart = document.querySelector("svg.chart"), box = chart.getBoundingClientRect();
const inner = chart.querySelector("svg.curves"), whole = inner.getAttribute("viewBox");
SVGElement.prototype.setPointerCapture = () => {};
const event = (type, a, b) => chart.dispatchEvent(new PointerEvent(type, {bubbles: true,
  clientX: box.left + a * box.width, clientY: box.top + b * box.height}));
for (let a = 0.2; a < 0.9; a += 0.01)
  for (let b = 0.15; b < 0.8 && !document.body.dataset.value; b += 0.02) {
    event("pointermove", a, b);
    const value = document.getElementById("value");
    if (value.style.display === "block") document.body.dataset.value = value.textContent;
  }
event("pointerdown", 0.4, 0.3); event("pointermove", 0.6, 0.6); event("pointerup", 0.6, 0.6);
document.body.dataset.zoomed = inner.getAttribute("viewBox") !== whole;
chart.dispatchEvent(new MouseEvent("dblclick"));
document.body.dataset.back = inner.getAttribute("viewBox").split(" ").map(Number).every(
  (v, i) => Math.abs(v - Number(whole.split(" ")[i])) < 1e-6);
"""


class ReportTest(ProgramTest):

    def page(self, folder="out"):
        file = self.folder / folder / "report.html"
        text = file.read_text(encoding="utf-8")
        for load in LOADS:
            self.assertNotIn(load, text)
        self.assertLess(file.stat().st_size, 3e6)
        return text

    def test_run(self):
        run = self.percuss("run", BALL, "--output", "out", "--report")
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        self.assertIn("  out/report.html\n", run.stdout)
        text = self.page()
        for words in ("<h1>bouncing_ball_c13: bouncing ball", ">holds</span>",
                      "<h2>Impacts</h2>", "contact impulse / time step",
                      "largest impulse / time step", "exact",
                      "Time integration/scheme</td>", "generalized-alpha",
                      "energy_total, start"):
            self.assertIn(words, text)
        # an entry that is as by default
        self.assertNotIn("Contact/friction coefficient", text)
        self.assertFalse((self.folder / "out/report_log.txt").exists())

    def test_first_impact(self):
        """Of the table, the ball's first one: 0.4004 s, from sqrt(2 g h)."""
        self.percuss("run", BALL, "--output", "out", "--report", "--quiet")
        row = re.search(r"<h2>Impacts</h2>.*?</tr>\n<tr>(.*?)</tr>",
                        self.page(), re.DOTALL)[1]
        numbers = [float(value) for value in
                   re.findall(r'"number">([^<]*)<', row)]
        self.assertAlmostEqual(numbers[0], 0.401, delta=2e-3)
        before, after = numbers[2:4]
        self.assertAlmostEqual(after, -0.8 * before, delta=0.02 * after)

    def test_quiet(self):
        run = self.percuss("run", BALL, "--output", "out", "--report",
                           "--quiet")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.page()

    def test_failure(self):
        """A run that fails has a report, which says why."""
        case = merged(SMALL_CASE, {
            "Time integration/scheme": "generalized-alpha",
            "Elastic bar/initial velocity": -1e300})
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--report", "--quiet")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("The run has failed: ", self.page())

    def test_a_later_run_removes_it(self):
        self.percuss("run", BALL, "--output", "out", "--report")
        run = self.percuss("run", BALL, "--output", "out")
        self.assertEqual(run.returncode, 0, run)
        self.assertFalse((self.folder / "out/report.html").exists())

    def test_other_files_stay(self):
        """Neither a page of others nor a folder is replaced, by nobody."""
        self.percuss("run", BALL, "--output", "out", "--quiet")
        for make, text in (
                (lambda file: file.write_text("mine"), "no result of percuss"),
                (lambda file: (file.unlink(), file.mkdir()), "is a folder")):
            make(self.folder / "out/report.html")
            for words in (["run", BALL], ["run", BALL, "--resume"],
                          ["study", self.study()]):
                run = self.percuss(*words, "--output", "out", "--report",
                                   "--quiet")
                self.assertEqual(run.returncode, 2, run)
                self.assertIn(text, run.stderr)
        self.assertTrue((self.folder / "out/report.html").is_dir())

    def test_resumed(self):
        """Of a run that is done: the report is written anew."""
        self.percuss("run", BALL, "--output", "out", "--quiet")
        run = self.percuss("run", BALL, "--output", "out", "--resume",
                           "--report")
        self.assertEqual(run.returncode, 0, run)
        self.page()

    def study(self, values="1e-2, 5e-3, 2e-3"):
        return self.write("study.prm", f"""include {BALL}
subsection Study
  set sweep = Time integration/time step = {values}
  set quantities = position_L1_relative
end
""")

    def test_study(self):
        run = self.percuss("study", self.study(), "--output", "out",
                           "--no-plots", "--report")
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        self.assertIn("  out/report.html\n", run.stdout)
        text = self.page()
        for words in ("All 3 runs are done.", "position, relative L1 error",
                      "Observed rates", "order 1", "time step"):
            self.assertIn(words, text)

    def test_study_with_failures(self):
        run = self.percuss("study", self.study(), "--output", "out", "--no-plots",
                           "--report", "--quiet", "--set",
                           "Study/sweep=Bouncing ball/gravity = 10, 1e300")
        self.assertEqual(run.returncode, 1, run)
        text = self.page()
        self.assertIn("1 of 2 runs failed", text)
        self.assertIn("Runs that have failed", text)

    @unittest.skipUnless(CHROMIUM, "no chromium")
    def test_browser(self):
        """The console says nothing; one points at values, and zooms."""
        self.percuss("run", BALL, "--output", "out", "--report", "--quiet")
        self.percuss("study", self.study(), "--output", "of_study",
                     "--no-plots", "--report", "--quiet")
        for folder in ("out", "of_study"):
            seen, console = open_page(self.folder / folder / "report.html",
                                      READER)
            self.assertEqual(console, [])
            self.assertRegex(seen, r'data-value="[^"]*\d, \d')
            self.assertIn('data-zoomed="true"', seen)
            self.assertIn('data-back="true"', seen)


if __name__ == "__main__":
    unittest.main()
