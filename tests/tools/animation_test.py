# SPDX-License-Identifier: Apache-2.0
"""--animate of the tools: frames that differ, one palette, files of video."""

import argparse
import contextlib
import io
import shutil
import subprocess
import unittest

from plot_tool import PlotToolTest
from study_data import Fixture, description, refinement

import animation
import numpy as np
from matplotlib.figure import Figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image
from run_record import InputError

PARAMETERS = """subsection Model
  set name = mechanism
end
subsection Mechanism
  set bodies = box: shape rectangle 0.2, 0.1 ; mass 1 ; at 0, 0, 0
end
"""


def frames_of(file):
    """Of a GIF, as arrays, and how long each is shown [ms]."""
    frames, durations = [], []
    with Image.open(file) as picture:
        for i in range(picture.n_frames):
            picture.seek(i)
            frames.append(np.array(picture.convert("RGB")))
            durations.append(picture.info["duration"])
    return frames, durations


class AnimationTest(PlotToolTest):

    def moving(self, n=10, size=(42, 61)):
        """A red square on white that goes to the right."""
        frames = []
        for i in range(n):
            frame = np.full((*size, 3), 255, dtype=np.uint8)
            frame[10:14, 5 * i:5 * i + 4] = 200, 0, 0
            frames.append(frame)
        return frames

    def animate(self, frames, *names, seconds=2., width=60):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            animation.animate(frames, [self.root / name for name in names],
                              seconds, width)
        return said.getvalue().split()

    def test_gif(self):
        self.animate(self.moving(), "a.gif")
        frames, durations = frames_of(self.root / "a.gif")
        self.assertEqual(len(frames), 10)
        self.assertEqual(durations, [200] * 9 + [1000])
        for i, frame in enumerate(frames):
            self.assertEqual(frame.shape, (42, 60, 3))
            # white is white, and the square is where it belongs
            self.assertEqual(frame[30, 30].tolist(), [255, 255, 255])
            column = frame[11, :, 1].argmin()
            self.assertAlmostEqual(column, 5 * i + 1.5, delta=2.5)

    def test_small_areas_keep_their_colour(self):
        """A ramp of forty colours, on tiles of 150 that are all but grey."""
        frame = np.zeros((300, 400, 3), dtype=np.uint8)
        y, x = np.indices((300, 400))
        frame[:] = np.stack([180 + 5 * (x // 40), 180 + 4 * (y // 20),
                             200 + 0 * x], axis=2)
        ramp = np.array([(6 * k, 160 - 3 * k, 60) for k in range(40)])
        frame[150, 100:300] = ramp.repeat(5, axis=0)
        self.animate([frame, frame[:, ::-1].copy()], "a.gif", width=400)
        seen = frames_of(self.root / "a.gif")[0][0][150, 102:300:5]
        np.testing.assert_allclose(seen, ramp, atol=25)

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
    def test_mp4(self):
        said = self.animate(self.moving(), "a.gif", "a.mp4")
        self.assertEqual([name.rsplit(".")[-1] for name in said],
                         ["gif", "mp4"])
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries",
             "stream=width,height,nb_read_frames,duration", "-of",
             "default=nk=1:nw=1", self.root / "a.mp4"], text=True,
            capture_output=True, check=True).stdout.split()
        self.assertEqual(probe[:2], ["60", "42"])
        self.assertAlmostEqual(float(probe[2]), 2.)
        self.assertEqual(probe[3], "10")

    def test_without_ffmpeg(self):
        """The GIF is made; a video that is asked for by name is refused."""
        which, shutil.which = shutil.which, lambda name: None
        self.addCleanup(setattr, shutil, "which", which)
        said = self.animate(self.moving(), "a.gif", "a.mp4")
        self.assertEqual(len(said), 1)
        with self.assertRaisesRegex(InputError, "ffmpeg"):
            self.animate(self.moving(), "a.mp4")

    def test_lines_grow(self):
        figure = Figure(figsize=(4, 3), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        axes.plot([0, 1, 2, 3, 4], [0, 1, 0, 1, 0], "k")
        frames = list(animation.unrolled(
            figure, 200, 4, lambda points, share: round(share * len(points))))
        dark = [(frame < 100).sum() for frame in frames]
        self.assertEqual(len(frames), 4)
        self.assertEqual(sorted(set(dark)), dark)
        self.assertEqual({frame.shape for frame in frames}, {(150, 200, 3)})

    def test_options(self):
        parser = argparse.ArgumentParser()
        animation.add_options(parser)
        self.assertFalse(parser.parse_args([]).animate)
        for words in ("--frames", "0"), ("--seconds", "-1"), ("--width", "x"):
            with self.assertRaises(SystemExit), \
                    contextlib.redirect_stderr(io.StringIO()):
                parser.parse_args(words)


class ToolsTest(PlotToolTest):

    TOOL = "plot_mechanism.py"

    def setUp(self):
        super().setUp()
        (self.root / "used_parameters.prm").write_text(PARAMETERS)
        names = ["time", *(f"energy_{name}" for name in (
            "kinetic", "strain", "potential", "total", "algorithmic")),
            "identity_residual", *(f"position[box {axis}]"
                                   for axis in ("x", "y", "angle"))]
        rows = [[0.1 * k, 1, 0, 0, 1, 1, 1e-16, 0.05 * k, 0, 0.1 * k]
                for k in range(21)]
        (self.root / "history.csv").write_text("\n".join(
            ",".join(map(str, row)) for row in [names, *rows]) + "\n")

    def animate(self, tool, name, *words):
        self.TOOL = tool
        run = self.run_tool(".", "--animate", "--frames", "5", "--width",
                            "300", *words)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        files = run.stdout.split()
        self.assertEqual(files[0], f"{name}.gif")
        self.assertEqual(len(files), 1 + bool(shutil.which("ffmpeg")))
        return frames_of(self.root / files[0])[0]

    def test_mechanism(self):
        """The box goes from left to right in a view that stays."""
        frames = self.animate("plot_mechanism.py", "mechanism")
        self.assertEqual(len(frames), 5)
        blue = [np.argwhere((frame[..., 2] > 140) & (frame[..., 0] < 60))
                for frame in frames]
        places = [points[:, 1].mean() for points in blue]
        self.assertEqual(sorted(places), places)
        self.assertGreater(places[-1] - places[0], 100)
        for frame in frames:  # names and numbers of the axes
            np.testing.assert_array_equal(frame[:, :24], frames[0][:, :24])
        self.assertLess(frames[0][:, :24].min(), 120)

    def test_history(self):
        frames = self.animate("plot_history.py", "history")
        self.assertEqual(len(frames), 5)
        self.assertGreater(np.abs(frames[-1].astype(float)
                                  - frames[0]).max(), 100)

    def test_interval_and_output(self):
        self.TOOL = "plot_mechanism.py"
        run = self.run_tool(".", "--animate", "--frames", "3", "--interval",
                            "0.5", "1", "--output", "x/part.gif")
        self.assertEqual((run.returncode, run.stdout), (0, "x/part.gif\n"))
        self.expect_error(".", "--animate", "--output", "x.png",
                          words=["x.png", ".gif or .mp4"])
        self.expect_error(".", "--output", "x.gif", words=["x.gif", ".png"])


class StudyTest(Fixture):

    def test_points_come_in_the_order_of_the_study(self):
        """The line grows from the coarsest step, at the right."""
        study = self.write(refinement([1]), description([1]))
        run = self.run_tool(study, "--animate", "--frames", "5", "--width",
                            "300", "--quantities", "gap_L2")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.split()[0], str(study / "gap_L2.gif"))
        self.assertTrue((study / "work_precision_gap_L2.gif").exists())
        self.assertFalse((study / "gap_L2.svg").exists())
        frames = np.array(frames_of(study / "gap_L2.gif")[0], int)
        self.assertEqual(len(frames), 5)
        missing = [np.argwhere(np.abs(frame - frames[-1]).max(axis=-1) > 60)
                   for frame in frames[:-1]]
        right = [points[:, 1].max() for points in missing]
        self.assertEqual(sorted(right, reverse=True), right)
        self.assertGreater(right[0] - right[-1], 40)


if __name__ == "__main__":
    unittest.main()
