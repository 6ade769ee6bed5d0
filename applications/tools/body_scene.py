# SPDX-License-Identifier: Apache-2.0
"""Bodies with shapes as a scene, of bodies.pvd, coloured by their velocity, with
the planes at rest that they touch.
"""

import numpy as np

from field_files import FieldSeries
from mechanism_text import read_mechanism
import obstacle_shapes as shapes
from run_record import InputError
from scene import VERTICES, Field, Scene, affordable, instants
from surface import coarser, outline_on, surface_of

POINTS = 3_000_000  # of all instants, at most
ROUND = 1e-5        # of the radius: by what the points of balls differ
BALL = 100          # points that they have at least


def body_scene(directory, first_contact):
    series = FieldSeries(directory, "bodies")
    first = series.grid(0, ("body",))
    balls, body = round_bodies(first)
    cells = [(kind, nodes[body[nodes[:, 0]] >= 0])
             for kind, nodes in first.cells]
    whole = surface_of(cells, np.arange(len(first.points)))
    vertices = whole.one_of(first.points)
    surface = coarser(whole, vertices, VERTICES, whole.one_of(body))
    groups = surface.one_of(body)
    chosen, contact = instants(series.times, first_contact, min(
        affordable(surface.n_vertices, len(balls), 1, len(surface.triangles)),
        max(3, POINTS // max(len(first.points), 1))))
    grids = [series.grid(i, ("velocity",), False) for i in chosen]
    if any(len(grid.points) != len(first.points) for grid in grids):
        raise InputError("the bodies of the times are not the same: repeat the "
                         "run")
    fixed = groups[surface.triangles[:, 0]] == 0
    scene = Scene([series.times[i] for i in chosen], contact,
                  [surface.one_of(grid.points) for grid in grids],
                  surface.triangles[~fixed], surface.triangles[fixed],
                  balls=[means(grid.points, balls) for grid in grids],
                  radii=radii(first.points, balls))
    scene.fields = [Field("velocity", "m/s", [np.linalg.norm(np.concatenate(
        [surface.one_of(grid.fields["velocity"]),
         means(grid.fields["velocity"], balls)]), axis=1) for grid in grids])]
    scene = scene.finite()
    scene.outline = outline_on(surface, whole, vertices)
    surroundings(scene, directory)
    if surface is not whole:
        scene.note = (f"The bodies have {whole.n_vertices} vertices; they are "
                      f"drawn with {surface.n_vertices}.")
    return scene


def round_bodies(grid):
    """The ranges of points of balls, rows of begin and end, and the body of each
    point, 0 of those that are fixed, -1 of balls."""
    numbers = grid.fields["body"].astype(np.int64)
    body = np.zeros(len(grid.points), dtype=np.int64)
    begin = np.full(numbers.max(initial=0) + 1, len(grid.points))
    end = np.zeros(len(begin), dtype=np.int64)
    done = 0
    for _, nodes in grid.cells:
        number = numbers[done:done + len(nodes)]
        done += len(nodes)
        body[nodes] = number[:, None]
        np.minimum.at(begin, number, nodes.min(axis=1))
        np.maximum.at(end, number, nodes.max(axis=1) + 1)
    balls = [(a, b) for a, b in zip(begin[1:], end[1:])
             if is_ball(grid.points[a:b])]
    for a, b in balls:
        body[a:b] = -1
    return balls, body


def is_ball(points):
    if len(points) < BALL:
        return False
    distance = np.linalg.norm(points - points.mean(axis=0), axis=1)
    return np.ptp(distance) < ROUND * distance.max()


def means(values, ranges):
    return np.array([values[a:b].mean(axis=0)
                     for a, b in ranges]).reshape(-1, 3)


def radii(points, ranges):
    return np.array([np.linalg.norm(points[a] - points[a:b].mean(axis=0))
                     for a, b in ranges])


def surroundings(scene, directory):
    """The planes of used_parameters.prm, and what is above."""
    try:
        mechanism = read_mechanism(directory / "used_parameters.prm")
    except (InputError, LookupError, ValueError):
        return  # what cannot be read is left out of the picture
    box = scene.box()
    if mechanism.dimension == 2:
        scene.up, scene.eye = (0, 1, 0), (0, 0, 1)
        found = [(point, (direction[1], -direction[0]))
                 for name, point, direction in mechanism.lines
                 if name == "ground"]
    else:
        found = [(point, normal) for name, point, word, normal, _
                 in mechanism.solids if (name, word) == ("ground", "plane")]
    make = shapes.half_plane if mechanism.dimension == 2 else shapes.plane
    planes = [make(*each, *box) for each in found]
    scene.obstacles = [each for each in planes if each is not None]
