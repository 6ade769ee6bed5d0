#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renders the bars of a run to PNG files, with ParaView.

    render_bar.py DIR [--output DIR/picture] [--times 4 | --animate]

Without a display it starts itself by 'xvfb-run -a -s -noreset pvbatch'.

One picture per time, and filmstrip.png with all of them; with --animate bar.gif
and bar.mp4. Each bar is a tube
of its radius, displaced, coloured by the stress with one scale for all times;
rigid obstacles are boxes. Displacements and radii too small to be seen are
enlarged by the factors written in the pictures. The gaps are enlarged like the
displacements, so that what touches in a picture is in contact.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pictures import argument_parser, refuse, start_in_display

TOOL = "render_bar.py"
if __name__ == "__main__":
    start_in_display(__file__)

try:
    import numpy as np
    from paraview import simple as pv
    from paraview.vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy
    from paraview.vtk.vtkCommonDataModel import vtkImageData
    from paraview.vtk.vtkIOImage import vtkPNGReader, vtkPNGWriter
    from animation import add_options
    from bar_row import FIELDS, BarState, Row
    from field_style import MARGIN
    from paraview_scene import (CAPTION, GREY, Scene, calculator, chosen_times,
                                field_of, film, grid_at, make_folder,
                                open_series, points_of, run)
    from file_replacement import replacement
    from units import scaled_unit
except ImportError as problem:
    refuse(TOOL, problem)


def state_of(source, time):
    """Of the bars at one time."""
    grid = grid_at(source, time)
    data = grid.GetPointData()
    return BarState(points_of(grid), {
        name: field_of(grid, name) for name in FIELDS if data.HasArray(name)})


class BarScene(Scene):
    """The ParaView pipeline and view of a row of bars."""

    def __init__(self, source, row, name, time_unit):
        super().__init__(row.height)
        self.row, self.name, self.time_unit = row, name, time_unit
        self.add_bars(source)
        for face, side in row.obstacles:
            self.add_obstacle(face, side)
        beside = MARGIN + 20 + (abs(row.view[0]) * row.obstacle_size
                                * row.pixels_per_metre)
        self.title = self.add_text(beside, row.height + CAPTION - 42, 24)
        caption = self.add_text(20, 26, 20)
        caption.Text = (f"displacement and\ngap × {row.factor:g}\n"
                        f"radius × {row.radius_factor:g}")
        if row.factor == row.radius_factor == 1:
            caption.Text = "true to scale"
        self.look()
        self.add_scale_bar(row.pixels_per_metre)

    def add_bars(self, source):
        factor, unit = scaled_unit(self.row.stress, "Pa")
        warp = calculator(source, "drawn displacement", self.row.warp())
        bars = pv.WarpByVector(Input=warp)
        bars.Vectors = ["POINTS", "drawn displacement"]
        bars = calculator(bars, "drawn radius",
                          f"{self.row.radius_factor:.17g}*radius")
        bars = calculator(bars, "drawn stress", f"{factor:.17g}*stress")
        tube = pv.Tube(Input=pv.ExtractSurface(Input=bars))
        tube.Scalars = ["POINTS", "drawn radius"]
        tube.VaryRadius = "By Absolute Scalar"
        tube.NumberofSides = 48

        display = pv.Show(tube, self.view)
        display.Ambient, display.Diffuse = 0.25, 0.85
        pv.ColorBy(display, ("POINTS", "drawn stress"))
        colors = pv.GetColorTransferFunction("drawn stress")
        colors.ApplyPreset("Cool to Warm", True)
        limit = factor * self.row.stress or 1.
        colors.RescaleTransferFunction(-limit, limit)
        self.add_color_bar(colors, [-limit, -limit / 2, 0, limit / 2, limit],
                           f"stress [{unit}]")

    def add_obstacle(self, face, side):
        depth = 0.35 * MARGIN / self.row.pixels_per_metre
        size = self.row.obstacle_size
        # the front half would hide the contact if it stood before it
        front = 0 if side * self.row.view[0] > 0 else size
        box = pv.Box(XLength=depth, YLength=2 * size, ZLength=size + front,
                     Center=[face + side * depth / 2, 0, (front - size) / 2])
        display = pv.Show(box, self.view)
        display.DiffuseColor = display.AmbientColor = GREY
        display.Ambient, display.Diffuse = 0.3, 0.75

    def look(self):
        """Eye to the side, axis of the bars horizontal."""
        row = self.row
        up = np.array([0, row.view[2], -row.view[1]])
        self.place_camera(np.array([(row.left + row.right) / 2, 0, 0]),
                          row.view, up / np.linalg.norm(up),
                          2 * (row.right - row.left), row.pixels_per_metre)

    def save(self, time, file):
        factor, unit = self.time_unit
        self.title.Text = f"{self.name}     t = {time * factor:.4g} {unit}"
        super().save(time, file)


def read_picture(file):
    reader = vtkPNGReader()
    reader.SetFileName(str(file))
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    return vtk_to_numpy(image.GetPointData().GetScalars()).reshape(
        height, width, -1)


def write_filmstrip(files, file):
    """The scenes above each other, the last one with its caption; the lowest
    row of pixels comes first."""
    pictures = [read_picture(each) for each in files]
    strip = np.concatenate([pictures[-1]] + [picture[CAPTION:]
                                             for picture in pictures[-2::-1]])
    height, width, n_colors = strip.shape
    image = vtkImageData()
    image.SetDimensions(width, height, 1)
    image.GetPointData().SetScalars(
        numpy_to_vtk(strip.reshape(-1, n_colors), deep=True))
    writer = vtkPNGWriter()
    writer.SetInputData(image)
    with replacement(file) as new:
        writer.SetFileName(str(new))
        writer.Write()


def render(arguments):
    directory = arguments.directory
    output = arguments.output or directory / "picture"
    source, times = open_series(directory, "solution.pvd")
    row = Row([state_of(source, time) for time in times])
    scene = BarScene(source, row, directory.resolve().name,
                     scaled_unit(np.abs(times).max(), "s"))
    make_folder(output)
    if arguments.animate:
        film(scene, chosen_times(times, arguments.frames, arguments.at),
             output / "bar", arguments)
        return
    files = []
    for time in chosen_times(times, arguments.times, arguments.at):
        files.append(output / f"bar_{len(files) + 1:03}.png")
        scene.save(time, files[-1])
    write_filmstrip(files, output / "filmstrip.png")
    print(*files, output / "filmstrip.png", sep="\n")


if __name__ == "__main__":
    options = argument_parser(TOOL, __doc__)
    add_options(options)
    sys.exit(run(TOOL, render, options.parse_args()))
