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

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pictures import argument_parser, refuse, start_in_display
from run_record import InputError

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
    from field_style import enlargement
    from paraview_scene import (CAPTION, GREY, MARGIN, WIDTH, Scene,
                                calculator, chosen_times, field_of, film,
                                grid_at, make_folder, open_series, points_of,
                                run)
    from file_replacement import replacement
    from units import scaled_unit
except ImportError as problem:
    refuse(TOOL, problem)

FIELDS = ("displacement", "gap", "contact_boundary", "stress", "radius", "bar")
DISPLACEMENT = 0.12      # wanted: largest displacement / length of the bars
RADIUS = 18              # wanted: largest radius [pixels]
OBSTACLE = 60            # wanted: height above the largest radius [pixels]
VIEW = (0.35, 0.25, 1)   # from the bars to the eye; mirrored for an obstacle
                         # on the right only


class Snapshot:
    """Along the row at one time: place, displacement, gap, ... of the points.
    """

    def __init__(self, source, time):
        grid = grid_at(source, time)
        data = grid.GetPointData()
        missing = [name for name in FIELDS if not data.HasArray(name)]
        if missing:
            raise InputError(f"solution.pvd lacks the field "
                             f"{', '.join(missing)}: render_bar.py draws runs "
                             "of the model 'elastic bar'; open others in "
                             "paraview")
        self.x = points_of(grid)[:, 0]
        fields = {name: field_of(grid, name) for name in FIELDS}
        self.u = fields["displacement"][:, 0]
        self.gap, self.stress = fields["gap"], fields["stress"]
        self.radius, self.bar = fields["radius"], fields["bar"]
        self.in_contact_pair = fields["contact_boundary"] > 0.5


class Row:
    """Where and how large the bars are drawn, the same at all times."""

    def __init__(self, snapshots):
        first = snapshots[0]
        self.numbers = np.unique(first.bar)
        ends = [(min(points, key=lambda i: first.x[i]),
                 max(points, key=lambda i: first.x[i]))
                for points in (np.flatnonzero(first.bar == number)
                               for number in self.numbers)]
        length = sum(first.x[right] - first.x[left] for left, right in ends)
        self.stress = max(np.abs(s.stress).max() for s in snapshots)
        self.factor = enlargement(DISPLACEMENT * length, max(
            np.abs(s.u).max() for s in snapshots))

        self.shifts = [0.]
        for (_, right), (left, _) in zip(ends, ends[1:]):
            distance = (first.x[left] - first.x[right]
                        + self.factor * (first.u[left] - first.u[right]))
            self.shifts.append(
                self.shifts[-1] + self.factor * first.gap[left] - distance
                if first.in_contact_pair[left] else self.shifts[-1])

        self.obstacles = []  # face, and on which side of it the obstacle is
        for i, side in ((ends[0][0], -1), (ends[-1][1], 1)):
            if first.in_contact_pair[i]:
                self.obstacles.append(
                    (self.place(first)[i] + side * self.factor * first.gap[i],
                     side))

        faces = [face for face, _ in self.obstacles]
        places = [self.place(s) for s in snapshots]
        self.left = min(*faces, *(x.min() for x in places))
        self.right = max(*faces, *(x.max() for x in places))
        self.view = np.array(VIEW) / np.linalg.norm(VIEW)
        if {side for _, side in self.obstacles} == {1}:
            self.view[0] *= -1
        self.pixels_per_metre = (WIDTH - 2 * MARGIN) / (
            (self.right - self.left) * math.sqrt(1 - self.view[0] ** 2))
        largest_radius = first.radius.max()
        self.radius_factor = enlargement(RADIUS / self.pixels_per_metre,
                                         largest_radius, math.ceil)
        radius = self.radius_factor * largest_radius
        self.obstacle_size = radius + min(OBSTACLE / self.pixels_per_metre,
                                          2.5 * radius)
        self.height = int(2.1 * self.obstacle_size * self.pixels_per_metre) + 50

    def place(self, snapshot):
        """Coordinates at which the points are drawn."""
        shift = np.array(self.shifts)[np.searchsorted(self.numbers,
                                                      snapshot.bar)]
        return snapshot.x + shift + self.factor * snapshot.u

    def warp(self):
        """The same as an expression of the fields, less the coordinate."""
        terms = [f"{self.factor:.17g}*displacement_X"]
        for number, before, after in zip(self.numbers[1:], self.shifts,
                                         self.shifts[1:]):
            terms.append(f"if(bar > {number - 0.5}, {after - before:.17g}, 0)")
        return "iHat*(" + " + ".join(terms) + ")"


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
    row = Row([Snapshot(source, time) for time in times])
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
