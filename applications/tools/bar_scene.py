# SPDX-License-Identifier: Apache-2.0
"""The bars of a run as a scene: tubes of their radii, with stress, velocity and
displacement, and the walls that they may strike.
"""

import numpy as np

from bar_row import FIELDS, BarState, Row
from field_files import FieldSeries
import obstacle_shapes as shapes
from run_record import InputError
from scene import Field, Scene, affordable, instants, no

RINGS = 300   # of all bars, at most
SIDES = 16    # of a tube
WALL = 0.05   # thickness / height


def bar_scene(directory, first_contact):
    series = FieldSeries(directory, "solution")
    names = (*FIELDS, "velocity")
    first = series.grid(0, names)
    state = BarState(first.points, first.fields)
    ends, rings = sections(state)
    n = len(rings) * SIDES
    chosen, contact = instants(series.times, first_contact,
                               affordable(n, 0, 3, 2 * n))
    grids = [series.grid(i, names, False) for i in chosen]
    if any(not np.array_equal(grid.points, first.points) for grid in grids):
        raise InputError("the meshes of the times are not the same: a run went "
                         "on with another number of processes")
    states = [BarState(grid.points, grid.fields) for grid in grids]
    row = Row([state, *states])

    def at_rings(values):
        """The mean of the points at a ring, at all its vertices."""
        return np.repeat([np.mean(values[points]) for points in rings], SIDES)

    angles = np.tile(np.linspace(0, 2 * np.pi, SIDES, endpoint=False),
                     len(rings))
    radius = row.radius_factor * at_rings(state.radius)
    scene = Scene(
        [series.times[i] for i in chosen], contact,
        [np.column_stack([at_rings(row.place(each)), radius * np.cos(angles),
                          radius * np.sin(angles)]) for each in states],
        tubes(ends), up=(0, 1, 0), eye=row.view,
        fields=[Field("stress", "Pa", [at_rings(each.stress)
                                       for each in states], signed=True),
                *(Field(name, unit, [at_rings(grid.fields[name][:, 0])
                                     for grid in grids], signed=True)
                  for name, unit in (("velocity", "m/s"),
                                     ("displacement", "m"))
                  if name in first.fields)]).finite()
    scene.outline = np.concatenate([shapes.loop(
        SIDES * ring + np.arange(SIDES)) for pair in ends for ring in pair])
    size = row.obstacle_size
    scene.obstacles = [shapes.box(
        np.array((face + side * WALL * size, 0, 0)),
        size * np.array((2 * WALL, 2, 2))) for face, side in row.obstacles]
    if row.factor != 1 or row.radius_factor != 1:
        scene.note = (f"Displacements and gaps are enlarged {row.factor:g} "
                      f"times, radii {row.radius_factor:g} times.")
    return scene


def sections(state):
    """The first and last ring of each bar, and the points at each ring."""
    ends, rings = [], []
    numbers = np.unique(state.bar)
    for number in numbers:
        points = np.flatnonzero(state.bar == number)
        places, of_point = np.unique(state.x[points], return_inverse=True)
        shown = np.unique(np.linspace(0, len(places) - 1, max(
            2, RINGS // len(numbers))).round().astype(int))
        ends.append((len(rings), len(rings) + len(shown) - 1))
        rings += [points[of_point == place] for place in shown]
    return ends, rings


def tubes(ends):
    """The triangles between rings, and those of the ends."""
    k = np.arange(SIDES)
    other = np.roll(k, -1)
    result = [no(3)]
    for first, last in ends:
        for ring in range(first, last):
            a, b = ring * SIDES, (ring + 1) * SIDES
            result += [np.column_stack([a + k, a + other, b + other]),
                       np.column_stack([a + k, b + other, b + k])]
        result += [shapes.fan(ring * SIDES + k) for ring in (first, last)]
    return np.concatenate(result)
