#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renders the solids of a run to PNG files, with ParaView.

    render_solid.py DIR [--output DIR/picture] [--times 4 | --animate]
                    [--field pressure]

Without a display it starts itself by 'xvfb-run -a -s -noreset pvbatch'.

Per time solid_001.png, ...: the bodies, displaced and coloured by a field, and
contact_001.png, ...: the contact surface coloured by the contact pressure, none if
it is open at all these times; with --animate solid.gif, contact.gif and .mp4; in
space seen from outside, in the plane along the grey body. Colours, scale and
view are the same for all pictures. Stresses are means at the nodes.
Displacements too small to be seen are enlarged by the factor that is written in
the pictures, and so are gaps: what touches in a picture is in contact. Rigid
obstacles are grey, those that move left out.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pictures import argument_parser, refuse, start_in_display
from run_record import InputError

TOOL = "render_solid.py"
if __name__ == "__main__":
    start_in_display(__file__)

try:
    import numpy as np
    from paraview import simple as pv
    from animation import add_options
    from field_style import MARGIN, SEQUENTIAL, WIDTH, enlargement
    from paraview_scene import (CAPTION, GREY, Scene, calculator, chosen_times,
                                field_of, film, grid_at, make_folder,
                                open_series, points_of, run)
    from solid_obstacles import read_obstacles
    from units import scaled_unit
except ImportError as problem:
    refuse(TOOL, problem)

UNITS = {"von_mises_stress": "Pa", "pressure": "Pa", "stress": "Pa",
         "contact_pressure": "Pa", "displacement": "m", "velocity": "m/s",
         "impulse": "N s", "gap": "m"}
SIGNED = ("pressure", "gap")  # scalars whose sign has a meaning
DISPLACEMENT = 0.1       # wanted: largest displacement / size of the bodies
HEIGHT = (250, 950)      # of the scene [pixels]
VIEW = (0.5, -1, 0.45)   # from solids in space to the eye, z upwards
# cells have points of their own: each gets the mean of those at its place
MEAN = """
import numpy
points = inputs[0].Points
if points is not None and len(points):
    size = numpy.ptp(points, axis=0).max() or 1.
    _, place, count = numpy.unique(numpy.round(points / size, 7), axis=0,
                                   return_inverse=True, return_counts=True)
    for name in inputs[0].PointData.keys():
        values = numpy.array(inputs[0].PointData[name], dtype=float)
        total = numpy.zeros((len(count),) + values.shape[1:])
        numpy.add.at(total, place, values)
        mean = (total.T / count).T[place]
        output.PointData.append(mean, name)
"""
TITLE = 60               # above the scene, as much below [pixels]
LINE = 10                # width of contact surfaces in the plane [pixels]


class Series:
    """One of the .pvd files at the chosen times."""

    def __init__(self, directory, name, arguments):
        self.name = name
        self.source, times = open_series(directory, name)
        self.source = pv.ProgrammableFilter(Input=self.source, Script=MEAN)
        self.times = chosen_times(
            times, arguments.frames if arguments.animate else arguments.times,
            arguments.at)
        self.last_time = np.abs(times).max()
        self.points, self.displacements = [], []
        for time in self.times:
            grid = grid_at(self.source, time)
            if not grid.GetPointData().HasArray("displacement"):
                raise InputError(
                    f"{name} lacks the field displacement: {TOOL} draws runs "
                    "of solids; open others in paraview")
            self.points.append(points_of(grid))
            self.displacements.append(field_of(grid, "displacement"))

    def values(self, field):
        """A field at the chosen times: numbers, of vectors their length."""
        data = grid_at(self.source, self.times[0]).GetPointData()
        if not data.HasArray(field):
            names = [data.GetArrayName(i)
                     for i in range(data.GetNumberOfArrays())]
            raise InputError(f"{self.name} has no field '{field}'. There are: "
                             f"{', '.join(sorted(names))}")
        size = data.GetArray(field).GetNumberOfComponents()
        if size not in (1, 3):
            raise InputError(f"'{field}' is a tensor: choose a scalar or a "
                             "vector, such as von_mises_stress")
        values = [field_of(grid_at(self.source, time), field)
                  for time in self.times]
        return np.concatenate(
            [np.linalg.norm(v, axis=1) if size == 3 else v for v in values])

    def is_vector(self, field):
        data = grid_at(self.source, self.times[0]).GetPointData()
        return data.GetArray(field).GetNumberOfComponents() == 3

    def drawn(self, factor):
        """Where the points of all times are drawn."""
        return np.concatenate([x + factor * u for x, u
                               in zip(self.points, self.displacements)])


class Camera:
    """Looks along -to_eye; what is drawn fits into the scene."""

    def __init__(self, points, to_eye, up):
        self.to_eye = np.array(to_eye, dtype=float)
        self.to_eye /= np.linalg.norm(self.to_eye)
        self.up = np.array(up) - np.dot(up, self.to_eye) * self.to_eye
        self.up /= np.linalg.norm(self.up)
        axes = np.stack([np.cross(self.up, self.to_eye), self.up, self.to_eye])
        places = points @ axes.T
        low, high = places.min(axis=0), places.max(axis=0)
        self.centre = (low + high) / 2 @ axes
        self.size = np.linalg.norm(high - low) or 1.
        width = max(high[0] - low[0], 1e-6 * self.size)
        height = max(high[1] - low[1], 1e-6 * self.size)
        inside = WIDTH - 2 * MARGIN
        scene = int(np.clip(inside * height / width, *HEIGHT))
        self.scene = scene + 2 * TITLE
        self.pixels_per_metre = min(inside / width, scene / height)


def is_plane(points):
    return np.ptp(points[:, 2]) == 0


def camera_of_bodies(points, to_eye):
    if is_plane(points):
        return Camera(points, (0, 0, 1), (0, 1, 0))
    return upright_camera(points, np.array(to_eye))


def seen_from_contact(to_eye, obstacles, points):
    """The direction to the eye, on the side of the first obstacle, which it
    looks past."""
    if not obstacles:
        return to_eye
    outwards = -obstacles[0].outwards(points)
    to_eye = np.array(to_eye, dtype=float)
    along = to_eye @ outwards
    lifted = to_eye - along * outwards
    if np.linalg.norm(lifted) < 1e-6:
        return to_eye
    return lifted / np.linalg.norm(lifted) + 0.4 * outwards


def upright_camera(points, to_eye):
    is_vertical = abs(to_eye[2]) > 0.9 * np.linalg.norm(to_eye)
    return Camera(points, to_eye, (0, 1, 0) if is_vertical else (0, 0, 1))


def camera_of_surface(surface, factor, bodies, to_eye):
    """From outside, around what is in contact at one of the times, if any."""
    if is_plane(bodies):
        return camera_of_bodies(bodies, to_eye)
    points = surface.drawn(factor)
    active = points[surface.values("contact_status") == 1]
    shown = points
    if active.size:
        centre = (active.min(axis=0) + active.max(axis=0)) / 2
        distance = np.linalg.norm(points - centre, axis=1)
        # at least twice the patch, and some cells if it is a single node
        reach = max(2 * np.linalg.norm(active - centre, axis=1).max(),
                    0.1 * np.linalg.norm(np.ptp(points, axis=0)))
        shown = points[distance <= reach]
    outwards = ((active if active.size else points).mean(axis=0)
                - bodies.mean(axis=0))
    if np.linalg.norm(outwards) < 0.05 * np.linalg.norm(np.ptp(bodies, axis=0)):
        return camera_of_bodies(shown, to_eye)  # all around
    return upright_camera(shown, outwards)


class SolidScene(Scene):
    """A series warped by its displacement and coloured by a field."""

    def __init__(self, series, field, factor, camera, name):
        super().__init__(camera.scene)
        self.name, self.factor = name, factor
        self.time_unit = scaled_unit(series.last_time, "s")
        self.title = self.add_text(MARGIN, camera.scene + CAPTION - 42, 24)
        caption = self.add_text(20, 26, 20)
        caption.Text = ("true to scale" if factor == 1
                        else f"displacement × {factor:g}")
        self.add_field(series, field)
        self.place_camera(camera.centre, camera.to_eye, camera.up,
                          4 * camera.size, camera.pixels_per_metre)
        self.add_scale_bar(camera.pixels_per_metre)

    def warped(self, source):
        # displacements of plane solids are vectors of space, too
        warp = pv.WarpByVector(Input=source)
        warp.Vectors = ["POINTS", "displacement"]
        warp.ScaleFactor = self.factor
        return warp

    def show(self, source):
        display = pv.Show(source, self.view)
        display.NonlinearSubdivisionLevel = 3  # cells of degree 2 are curved
        display.Ambient, display.Diffuse = 0.55, 0.55
        display.LineWidth = LINE  # of what consists of lines
        return display

    def add_field(self, series, field):
        values = series.values(field)
        limit = np.abs(values).max(initial=0.) or 1.
        factor, unit = scaled_unit(limit, UNITS.get(field, ""))
        if not UNITS.get(field):
            factor, unit = 1., ""
        expression = f"mag({field})" if series.is_vector(field) else field
        drawn = f"drawn {field}"
        warped = self.warped(series.source)
        self.add_outline(warped)
        display = self.show(calculator(warped, drawn,
                                       f"{factor:.17g}*{expression}"))
        pv.ColorBy(display, ("POINTS", drawn))
        colors = pv.GetColorTransferFunction(drawn)
        limit *= factor
        if field in SIGNED or values.min(initial=0.) < 0:
            colors.ApplyPreset("Cool to Warm", True)
            low = -limit
        else:
            colors.RGBPoints = list(SEQUENTIAL)
            low = 0.
        colors.RescaleTransferFunction(low, limit)
        title = field.replace("_", " ").replace("von mises", "von Mises")
        self.add_color_bar(colors, list(np.linspace(low, limit, 5)),
                           f"{title} [{unit}]" if unit else title)

    def add_outline(self, warped):
        surface = pv.ExtractSurface(Input=pv.CleantoGrid(Input=warped))
        edges = pv.FeatureEdges(Input=surface)
        edges.FeatureAngle = 40
        edges.NonManifoldEdges = 0
        display = self.show(edges)
        display.ColorArrayName = [None, ""]
        display.DiffuseColor = display.AmbientColor = [0.15, 0.15, 0.15]
        display.Ambient, display.LineWidth = 1, 1.5

    def add_obstacle(self, obstacle, points, drawn):
        """Near the body; as far from it as gaps are drawn.
        @param points of the body, undeformed; @param drawn at all times"""
        centre = (drawn.min(axis=0) + drawn.max(axis=0)) / 2
        size = 0.75 * np.linalg.norm(np.ptp(drawn, axis=0))
        first = max(obstacle.distance(points).min(), 0.)
        shift = -(self.factor - 1) * first * obstacle.outwards(points)
        base = obstacle.point + shift
        if obstacle.kind == "plane":
            source = flat_obstacle(obstacle, base, centre, size,
                                   is_plane(points))
        else:
            source = round_obstacle(obstacle, base, is_plane(points))
            source = pv.Clip(Input=source, ClipType="Box", Invert=1)
            half = np.ptp(drawn, axis=0) / 2 + 0.1 * size
            source.ClipType.Position = list(centre - half)
            source.ClipType.Length = list(2 * half)
        display = pv.Show(source, self.view)
        display.ColorArrayName = [None, ""]
        display.DiffuseColor = display.AmbientColor = GREY
        display.Ambient, display.Diffuse, display.LineWidth = 0.5, 0.5, 3
        display.Opacity = 1. if is_plane(points) else 0.25

    def add_grey(self, series):
        """The bodies behind their contact surface, in the plane."""
        display = self.show(self.warped(series.source))
        display.ColorArrayName = [None, ""]
        display.DiffuseColor = display.AmbientColor = GREY
        display.Position = [0, 0, -1e-3 * np.ptp(series.points[0][:, 0])]

    def save(self, time, file):
        factor, unit = self.time_unit
        self.title.Text = f"{self.name}     t = {time * factor:.4g} {unit}"
        super().save(time, file)


def flat_obstacle(obstacle, base, centre, size, plane):
    """A square, or in the plane a line, opposite of the body."""
    normal = obstacle.direction
    middle = centre - normal * (normal @ (centre - base))
    if plane:
        along = np.array([-normal[1], normal[0], 0])
        return pv.Line(Point1=list(middle - size * along),
                       Point2=list(middle + size * along))
    first = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    first *= 0.7 * size / np.linalg.norm(first)
    second = np.cross(normal, first)
    corner = middle - first - second
    return pv.Plane(Origin=list(corner), Point1=list(corner + 2 * first),
                    Point2=list(corner + 2 * second))


def round_obstacle(obstacle, base, plane):
    if plane:
        return circle(obstacle.radius, base)
    if obstacle.kind == "sphere":
        return pv.Sphere(Center=list(base), Radius=obstacle.radius,
                         ThetaResolution=360, PhiResolution=360)
    axis = obstacle.direction * 10 * obstacle.radius
    line = pv.Line(Point1=list(base - axis), Point2=list(base + axis))
    return pv.Tube(Input=line, Radius=obstacle.radius, NumberofSides=180)


def circle(radius, base):
    angles = np.linspace(0, 2 * np.pi, 721)
    points = base + radius * np.stack(
        [np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    return pv.PolyLineSource(Points=list(points.ravel()))


def touches(directory, times):
    """Whether a part of the contact surface, if any, is closed at one of the
    times."""
    if not (directory / "contact.pvd").is_file():
        return False
    source, _ = open_series(directory, "contact.pvd")
    return any(grid.GetPointData().HasArray("contact_status")
               and (field_of(grid, "contact_status") == 1).any()
               for grid in (grid_at(source, time) for time in times))


def render(arguments):
    directory = arguments.directory
    output = arguments.output or directory / "picture"
    bodies = Series(directory, "solution.pvd", arguments)
    size = np.linalg.norm(np.ptp(bodies.points[0], axis=0))
    factor = arguments.scale or enlargement(
        DISPLACEMENT * size, max(np.abs(u).max() for u in bodies.displacements))
    name = directory.resolve().name
    places = bodies.drawn(factor)
    obstacles = [each for each in read_obstacles(directory) if not each.moves]
    to_eye = arguments.view or seen_from_contact(VIEW, obstacles,
                                                 bodies.points[0])
    scenes = {"solid": (bodies, SolidScene(
        bodies, arguments.field, factor,
        camera_of_bodies(places, to_eye), name))}
    for obstacle in obstacles:
        scenes["solid"][1].add_obstacle(obstacle, bodies.points[0], places)
    if not touches(directory, bodies.times):
        print("No contact is closed at the times of the pictures: they show the "
              "bodies only.")
    else:
        surface = Series(directory, "contact.pvd", arguments)
        scene = SolidScene(surface, arguments.contact_field, factor,
                           camera_of_surface(surface, factor, places,
                                             to_eye), name)
        if is_plane(places):
            scene.add_grey(bodies)
        scenes["contact"] = (surface, scene)
    make_folder(output)
    for kind, (series, scene) in scenes.items():
        if arguments.animate:
            film(scene, series.times, output / kind, arguments)
            continue
        for i, time in enumerate(series.times):
            scene.save(time, output / f"{kind}_{i + 1:03}.png")
            print(output / f"{kind}_{i + 1:03}.png")


def factor_of(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def main():
    parser = argument_parser(TOOL, __doc__)
    add_options(parser)
    parser.add_argument("--field", default="von_mises_stress",
                        help="colour of the bodies (default: %(default)s)")
    parser.add_argument("--contact-field", metavar="FIELD",
                        default="contact_pressure",
                        help="colour of the surface (default: %(default)s)")
    parser.add_argument("--scale", metavar="FACTOR", type=factor_of,
                        help="of the displacement (default: 1, or what shows "
                             "it)")
    parser.add_argument("--view", metavar=("X", "Y", "Z"), type=float, nargs=3,
                        help="from solids in space to the eye; z is upwards "
                        "(default: on the side of the contact)")
    return run(TOOL, render, parser.parse_args())


if __name__ == "__main__":
    # not of this module: ParaView fills it with names, such as another max
    import render_solid
    sys.exit(render_solid.main())
