# SPDX-License-Identifier: Apache-2.0
"""The view in reports of runs: what it holds, and what a reader makes of it."""

import base64
import csv
import json
import pathlib
import re
import struct
import unittest

from browser import CHROMIUM, open_page
from limits_test import CUBE, SQUARE
from program import CASES, SMALL_CASE, ProgramTest, merged

THREE = pathlib.Path("/usr/share/javascript/three/three.min.js")
FIELDS = {"Output/field interval": 4}
BOXES = CASES / "mechanisms/box_stack.prm"
CRANK = CASES / "mechanisms/spatial_slider_crank.prm"
PLANAR_CRANK = CASES / "mechanisms/slider_crank.prm"
SHORT_CRANK = ("--set", "Time integration/end time=0.01")
SHORT = ("--set", "Time integration/end time=0.1")
# of a reader: chooses a time and a colour, drags, rolls, touches; each changes the picture,
# and no drag ends where what is flat is seen from its edge: a quarter turn is 140 pixels
READER = """
const figure = document.querySelector("figure.view"), canvas = figure.querySelector("canvas");
const seen = document.body.dataset, box = canvas.getBoundingClientRect();
let before = canvas.toDataURL();
const changes = name => {
  const now = canvas.toDataURL();
  seen[name] = now !== before;
  before = now;
};
const mouse = (target, type, x, y) => target.dispatchEvent(new MouseEvent(type, {bubbles: true,
  button: 0, clientX: box.left + x, clientY: box.top + y}));
const slider = figure.querySelector("input[type=range]");
const said = figure.querySelector("output").textContent;
slider.value = 0;
slider.dispatchEvent(new Event("input"));
changes("earlier");
seen.said = figure.querySelector("output").textContent !== said;
const choice = figure.querySelector("select");
if (choice.options.length > 1) {
  slider.value = slider.max;
  slider.dispatchEvent(new Event("input"));
  changes("last");
  choice.value = 1;
  choice.dispatchEvent(new Event("change"));
  changes("colored");
}
mouse(canvas, "mousedown", 300, 200); mouse(document, "mousemove", 380, 260);
mouse(document, "mouseup", 380, 260);
changes("turned");
canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: -300, bubbles: true, cancelable: true}));
changes("zoomed");
const touch = (type, points) => canvas.dispatchEvent(new TouchEvent(type, {bubbles: true,
  cancelable: true, touches: points.map(([x, y], i) => new Touch({identifier: i, target: canvas,
    pageX: box.left + x, pageY: box.top + y, clientX: box.left + x, clientY: box.top + y}))}));
touch("touchstart", [[300, 200]]); touch("touchmove", [[340, 240]]); touch("touchend", []);
changes("touched");
touch("touchstart", [[300, 200], [320, 200]]); touch("touchmove", [[200, 200], [420, 200]]);
touch("touchend", []);
changes("pinched");
"""
SEEN = ("turned", "zoomed", "touched", "pinched", "earlier", "said")


@unittest.skipUnless(THREE.is_file(), "needs libjs-three")
class ReportViewTest(ProgramTest):

    def run_with_report(self, case, *words, ranks=0, output="out"):
        run = self.run_case(case, "--report", *words, ranks=ranks,
                            output=output)
        text = (run.folder / "report.html").read_text(encoding="utf-8")
        self.assertLess(len(text.encode()), 3e6)
        for load in ("http-equiv", 'src="http', 'href="http', "@import",
                     "url("):
            self.assertFalse(load in text, load)
        return text

    def data(self, text):
        found = re.search(r'<script type="application/json">(.*?)</script>',
                          text)
        self.assertIsNotNone(found, re.findall('<p class="note">.*?</p>', text))
        return json.loads(found[1])

    def vertices(self, data, instant):
        """Those of a scene, and the values of its fields there."""
        numbers = struct.unpack(f"<{3 * data['n']}H",
                                base64.b64decode(data["vertices"][instant]))
        points = [tuple(low + number / 65535 * data["size"] for low, number
                        in zip(data["low"], numbers[k:k + 3]))
                  for k in range(0, len(numbers), 3)]
        values = [base64.b64decode(field["values"][instant])
                  for field in data["fields"]]
        return {tuple(round(x, 3) for x in point): each
                for point, each in zip(points, zip(*values))}

    def opened(self, text, *more, folder="out"):
        """The words that are to change the picture."""
        if not CHROMIUM:
            self.skipTest("no chromium")
        seen, console = open_page(self.folder / folder / "report.html", READER)
        self.assertEqual(console, [])
        said = re.findall('<body[^>]*>|class="view[^>]*>', seen)
        self.assertIn('class="view drawn">', said)
        for name in (*SEEN, *more):
            self.assertIn(f'data-{name}="true"', said[0])

    def test_cube(self):
        """A cube of 8 cells has 26 vertices and 48 triangles; its foot is at the
        plane when it strikes; whatever the ranks and the format."""
        case = merged(CUBE, FIELDS)
        seen = None
        for ranks, words in ((0, ()), (2, ()), (2, (
                "--set", "Output/field format=XDMF"))):
            text = self.run_with_report(case, *words, ranks=ranks)
            if words and "need h5py" in text:
                continue  # not installed
            data = self.data(text)
            self.assertEqual(data["n"], 26)
            self.assertEqual(len(base64.b64decode(data["triangles"])),
                             48 * 3 * 2)
            self.assertEqual([field["name"] for field in data["fields"]],
                             ["von Mises stress", "velocity", "displacement",
                              "contact pressure"])
            struck = next(i for i, time in enumerate(data["times"])
                          if "first contact" in time)
            found = self.vertices(data, struck)
            obstacle, = data["obstacles"]
            plane = data["low"][2] + struct.unpack_from("<3H", base64.b64decode(
                obstacle["vertices"]))[2] / 65535 * data["size"]
            self.assertAlmostEqual(min(z for *_, z in found), plane,
                                   delta=2e-3)
            seen = seen or found
            self.assertEqual(set(found), set(seen))
            for place, values in found.items():
                for one, other in zip(values, seen[place]):
                    self.assertLessEqual(abs(one - other), 1)

    def test_cube_in_a_browser(self):
        self.opened(self.run_with_report(merged(CUBE, FIELDS)), "colored")

    def test_square_in_a_browser(self):
        text = self.run_with_report(merged(SQUARE, FIELDS))
        data = self.data(text)
        self.assertTrue(data["flat"])
        self.assertEqual((data["n"], data["up"]), (25, [0, 1, 0]))
        self.opened(text, "colored")

    def test_bar_in_a_browser(self):
        """Its end is as far from the wall as the gap is, enlarged."""
        text = self.run_with_report(merged(SMALL_CASE, {
            "Output/field interval": 1}))
        data = self.data(text)
        factor = float(re.search("gaps are enlarged (.*?) times", text)[1])
        with open(self.folder / "out/history.csv", encoding="ascii") as file:
            gaps = [float(row["gap[left]"]) for row in csv.DictReader(file)]
        wall = max(struct.unpack("<24H", base64.b64decode(
            data["obstacles"][0]["vertices"]))[::3])
        self.assertEqual(len(gaps), len(data["vertices"]))
        for gap, places in zip(gaps, data["vertices"]):
            end, = struct.unpack_from("<H", base64.b64decode(places))
            self.assertAlmostEqual(end - wall, gap * factor * 65535
                                   / data["size"], delta=2)
        self.opened(text, "colored")

    def test_boxes_in_a_browser(self):
        text = self.run_with_report(BOXES, *SHORT)
        data = self.data(text)
        self.assertEqual((data["n"], len(data["obstacles"])), (80, 1))
        self.opened(text)

    def test_slider_crank_in_a_browser(self):
        """Without fields: of its history. Four balls, on their bodies."""
        text = self.run_with_report(CRANK, "--set",
                                    "Time integration/end time=2e-3")
        data = self.data(text)
        self.assertEqual(data["up"], [0, 1, 0])
        radii = struct.unpack("<4f", base64.b64decode(data["radii"]))
        self.assertEqual([round(r, 6) for r in radii], [.01, .01, .025, .025])
        x, y, z = (low + number / 65535 * data["size"] for low, number in zip(
            data["low"], struct.unpack("<3H", base64.b64decode(
                data["balls"][0])[:6])))
        # on the rod's end, which starts at 0.306 - 0.153
        self.assertAlmostEqual(x, 0.153, delta=1e-4)
        self.assertAlmostEqual(y, 0, delta=1e-4)
        self.assertAlmostEqual(z, 0.01, delta=1e-4)
        self.opened(text)

    def test_planar_slider_crank_in_a_browser(self):
        """From the front, with the guide and the crank's support; the slider's
        corners are 1 mm from the guide, and the crank turns."""
        text = self.run_with_report(PLANAR_CRANK, *SHORT_CRANK)
        data = self.data(text)
        self.assertTrue(data["flat"])
        self.assertEqual((data["up"], data["eye"]), ([0, 1, 0], [0, 0, 1]))
        self.assertEqual(len(data["obstacles"]), 3)

        def heights(each):
            numbers = struct.unpack(f"<{len(base64.b64decode(each)) // 2}H",
                                    base64.b64decode(each))
            return [data["low"][1] + number / 65535 * data["size"]
                    for number in numbers[1::3]]

        walls = sorted(heights(each["vertices"])
                       for each in data["obstacles"][:2])
        self.assertAlmostEqual(max(walls[0]), -0.026, delta=1e-4)
        self.assertAlmostEqual(min(walls[1]), 0.026, delta=1e-4)
        tops = [max(heights(each)) for each in data["vertices"]]
        self.assertLess(tops[0], 0.03)
        self.assertGreater(tops[-1], 0.1)  # of a crank of 0.153 m
        self.opened(text)

    def test_beams_in_a_browser(self):
        self.opened(self.run_with_report(
            CASES / "mechanisms/two_beams.prm", "--set",
            "Time integration/end time=0.02"))

    def test_dominoes_in_a_browser(self):
        """Of bodies.pvd; the floor is a strip below them."""
        text = self.run_with_report(CASES / "mechanisms/dominoes.prm", *SHORT)
        floor, = self.data(text)["obstacles"]
        self.assertEqual(len(base64.b64decode(floor["lines"])), 4)
        self.opened(text)

    @unittest.skipUnless(CHROMIUM, "no chromium")
    def test_browser_without_webgl(self):
        """A picture stays, and it says why nothing can be turned."""
        self.run_with_report(merged(SQUARE, FIELDS))
        seen, console = open_page(
            self.folder / "out/report.html", options=("--disable-3d-apis",),
            script="""
const seen = document.body.dataset, figure = document.querySelector("figure.view");
const shown = name => figure.querySelector(name).getBoundingClientRect().height > 0;
seen.still = shown(".still");
seen.instead = shown(".instead");
seen.canvas = shown("canvas");
""")
        self.assertEqual(console, [])
        body, = re.findall("<body[^>]*>", seen)
        for words in ('still="true"', 'instead="true"', 'canvas="false"'):
            self.assertIn(f"data-{words}", body)


if __name__ == "__main__":
    unittest.main()
