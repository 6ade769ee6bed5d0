# SPDX-License-Identifier: Apache-2.0
"""ParaView for the tools that render: reading, a view with its texts, files."""

import math
import os
import pathlib
import sys
import tempfile

import numpy as np
from paraview import simple as pv
from paraview.vtk.util.numpy_support import vtk_to_numpy
from paraview.vtk.vtkRenderingCore import vtkRenderWindow
from animation import animate, animation_files
from field_style import WIDTH
from file_replacement import replacement
from pictures import needs
from run_record import InputError
from units import scaled_unit

CAPTION = 120            # height of the band below the scene [pixels]
GREY = (0.72, 0.72, 0.75)
SCALE_BAR = 260          # its greatest length [pixels]


class Scene:
    """A view of WIDTH x (height + CAPTION) pixels, white, with its texts."""

    def __init__(self, height):
        self.height = height + CAPTION
        self.view = pv.CreateView("RenderView")
        self.view.ViewSize = [WIDTH, self.height]
        self.view.UseColorPaletteForBackground = 0
        self.view.Background = [1, 1, 1]
        self.view.OrientationAxesVisibility = 0
        for light in ("KeyLight", "FillLight", "BackLight", "HeadLight"):
            setattr(self.view, light + "Warmth", 0.5)  # leaves colours alone

    def add_text(self, x, y, size):
        """Text with its lower left corner at x, y [pixels]."""
        text = pv.Text()
        display = pv.Show(text, self.view)
        display.WindowLocation = "Any Location"
        display.Position = [x / WIDTH, y / self.height]
        display.Color = [0, 0, 0]
        display.FontSize = size
        display.Justification = "Left"
        return text

    def add_color_bar(self, colors, labels, title):
        """In the right half of the caption."""
        bar = pv.GetScalarBar(colors, self.view)
        bar.Title, bar.ComponentTitle = title, ""
        bar.TitleColor = bar.LabelColor = [0, 0, 0]
        bar.TitleFontSize, bar.LabelFontSize = 22, 20
        bar.Orientation = "Horizontal"
        bar.WindowLocation = "Any Location"
        bar.Position = [0.5, 14 / self.height]
        bar.ScalarBarLength, bar.ScalarBarThickness = 0.45, 16
        bar.AddRangeLabels = 0
        bar.UseCustomLabels = 1
        bar.CustomLabels = labels
        bar.AutomaticLabelFormat = 0
        bar.LabelFormat = "%.3g"
        bar.Visibility = 1

    def place_camera(self, centre, to_eye, up, distance, pixels_per_metre):
        """Centre in the middle of the scene, the caption below it."""
        pv.Render(self.view)  # the first one moves the camera
        centre = centre - up * CAPTION / 2 / pixels_per_metre
        self.view.CameraFocalPoint = centre
        self.view.CameraPosition = centre + distance * to_eye
        self.view.CameraViewUp = up
        self.view.CameraParallelProjection = 1
        self.view.CameraParallelScale = self.height / (2 * pixels_per_metre)

    def add_scale_bar(self, pixels_per_metre):
        """The largest 1, 2, 5, ... of a length that fits, in the caption; after
        place_camera()."""
        longest = SCALE_BAR / pixels_per_metre
        power = 10. ** math.floor(math.log10(longest))
        length = max(step * power for step in (1, 2, 5)
                     if step * power <= longest * (1 + 1e-9))
        eye = (np.array(self.view.CameraPosition)
               - np.array(self.view.CameraFocalPoint))
        up = np.array(self.view.CameraViewUp)
        right = np.cross(up, eye / np.linalg.norm(eye))
        # before all else: a parallel projection has no near and far
        start = (np.array(self.view.CameraFocalPoint) + 0.7 * eye
                 + ((320 - WIDTH / 2) * right
                    + (34 - self.height / 2) * up) / pixels_per_metre)
        line = pv.Line(Point1=list(start), Point2=list(start + length * right))
        display = pv.Show(line, self.view)
        display.DiffuseColor = display.AmbientColor = [0, 0, 0]
        display.Ambient, display.LineWidth = 1, 4
        factor, unit = scaled_unit(length, "m")
        text = self.add_text(320, 48, 20)
        text.Text = f"{length * factor:g} {unit}"

    def save(self, time, file):
        self.view.ViewTime = time
        pv.Render(self.view)
        with replacement(file) as new:
            pv.SaveScreenshot(str(new), self.view,
                              ImageResolution=self.view.ViewSize)


def calculator(source, name, expression):
    result = pv.Calculator(Input=source)
    result.ResultArrayName, result.Function = name, expression
    return result


def grid_at(source, time):
    """What a source gives at a time, as an object of VTK."""
    source.UpdatePipeline(time)
    return source.GetClientSideObject().GetOutputDataObject(0)


def points_of(grid):
    return vtk_to_numpy(grid.GetPoints().GetData()).astype(float)


def field_of(grid, name):
    return vtk_to_numpy(grid.GetPointData().GetArray(name)).astype(float)


def open_series(directory, name):
    """Returns the fields, all of them of the points, and the times."""
    file = directory / name
    if not file.is_file():
        raise InputError(
            f"{directory} holds no {name}: name a directory left by "
            "'percuss run CASE.prm --output DIR' with a field interval > 0")
    reader = pv.PVDReader(FileName=str(file))
    reader.UpdatePipelineInformation()
    times = np.atleast_1d(np.array(reader.TimestepValues, dtype=float))
    if times.size == 0:
        raise InputError(f"{file} names no file: repeat the run")
    return pv.CellDatatoPointData(Input=reader), times


def chosen_times(times, n_times, at):
    if at is None:
        at = np.linspace(times[-1], times[0], n_times)
    nearest = [int(np.abs(times - time).argmin()) for time in at]
    return times[sorted(set(nearest))]


def film(scene, times, stem, arguments):
    """An animation of a scene: stem.gif, and stem.mp4 where ffmpeg is."""
    with tempfile.TemporaryDirectory() as name:
        frames = [pathlib.Path(name, f"{i:04}.png")
                  for i in range(len(times))]
        for time, frame in zip(times, frames):
            scene.save(time, frame)
        animate(frames, animation_files(None, stem.with_suffix(".gif")),
                arguments.seconds, arguments.width)


def make_folder(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputError(f"{folder} cannot be made ({problem}): choose "
                         "another place by --output") from None


def require_display(tool):
    """Throws where this ParaView would abort for want of a display."""
    if ("DISPLAY" not in os.environ
            and vtkRenderWindow().GetClassName() == "vtkXOpenGLRenderWindow"):
        raise InputError(f"there is no display: install xvfb-run. "
                         f"{needs(tool)}")


def run(tool, render, arguments):
    """Calls render(arguments); returns the exit status."""
    try:
        require_display(tool)
        render(arguments)
    except InputError as problem:
        print(f"{tool}: {problem}", file=sys.stderr)
        return 2
    finally:
        pv.Disconnect()  # else the end of the program finds no display
    return 0
