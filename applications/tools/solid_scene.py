# SPDX-License-Identifier: Apache-2.0
"""The solids of a run as a scene: their surfaces, displaced, with stress, velocity
and contact pressure, and the obstacles at rest.
"""

import numpy as np

from field_files import FieldSeries
from field_style import enlargement
import obstacle_shapes as shapes
from run_record import InputError
from scene import VERTICES, Field, Scene, affordable, instants
from solid_obstacles import read_obstacles
from surface import coarser, outline_on, places, surface_of

CELLS = 300_000      # of a mesh, at most
DISPLACEMENT = 0.1   # wanted: largest displacement / size of the bodies
MESH = 6000          # edges that are drawn, at most
FIELDS = {"von_mises_stress": ("von Mises stress", "Pa"),
          "velocity": ("velocity", "m/s"),
          "displacement": ("displacement", "m")}


def solid_scene(directory, first_contact):
    series = FieldSeries(directory, "solution")
    last = series.grid(-1, FIELDS)
    if "displacement" not in last.fields:
        raise InputError("the fields have no displacement: repeat the run")
    if last.n_cells() > CELLS:
        raise InputError(f"the mesh has {last.n_cells()} cells, and at most "
                         f"{CELLS} are drawn here: open solution"
                         f"{'.xdmf' if series.is_xdmf else '.pvd'} in "
                         "ParaView")
    whole = surface_of(last.cells, places(last.points,
                                          last.fields["displacement"]))
    vertices = whole.one_of(last.points)
    surface = coarser(whole, vertices, VERTICES)
    edges = surface.edges if len(surface.edges) <= MESH else surface.edges[:0]
    chosen, contact = instants(series.times, first_contact, min(
        affordable(surface.n_vertices, 0, 1 + len(FIELDS),
                   len(surface.triangles)),
        max(3, 5_000_000 // len(last.points))))
    grids = [series.grid(i, FIELDS, False) for i in chosen]
    require_same(grids, last)

    points = surface.one_of(last.points)
    fields = [Field(*FIELDS[name], [at_vertices(surface, grid.fields[name])
                                    for grid in grids])
              for name in FIELDS if name in last.fields]
    fields += contact_pressure(directory, chosen, points)
    displacements = [surface.one_of(grid.fields["displacement"])
                     for grid in grids]
    size = np.linalg.norm(np.ptp(points, axis=0))
    factor = enlargement(DISPLACEMENT * size, max(
        np.abs(u[np.isfinite(u)]).max(initial=0.) for u in displacements))
    scene = Scene([series.times[i] for i in chosen], contact,
                  [points + factor * u for u in displacements],
                  surface.triangles, edges=edges, fields=fields).finite()
    scene.outline = outline_on(surface, whole, vertices)
    scene.obstacles = obstacles(directory, points, scene.box(), factor)
    if np.ptp(points[:, 2]) == 0:
        scene.up, scene.eye = (0, 1, 0), (0, 0, 1)
    scene.note = " ".join(filter(None, (
        f"Displacements and gaps are enlarged {factor:g} times."
        if factor != 1 else "",
        f"The surface has {whole.n_vertices} vertices; it is drawn with "
        f"{surface.n_vertices}." if surface is not whole else "")))
    return scene


def require_same(grids, last):
    """Runs that went on with other processes have their cells in another order.
    """
    if not all(np.array_equal(grid.points, last.points) for grid in grids):
        raise InputError("the meshes of the times are not the same: a run went "
                         "on with another number of processes")


def at_vertices(surface, values):
    """Numbers; of vectors their length."""
    return (np.linalg.norm(surface.one_of(values), axis=1) if values.ndim > 1
            else surface.mean(values))


def contact_pressure(directory, chosen, vertices):
    """Of the contact surface, at the vertices; elsewhere 0."""
    try:
        series = FieldSeries(directory, "contact")
        grids = [series.grid(i, ("contact_pressure",)) for i in chosen]
        return [Field("contact pressure", "Pa", [transferred(
            grid.points, grid.fields["contact_pressure"], vertices)
            for grid in grids])]
    except (InputError, LookupError):
        return []  # no contact surface


def transferred(points, values, vertices):
    """To vertices at the places of the points."""
    place = places(np.concatenate([points, vertices]),
                   np.zeros((len(points) + len(vertices), 1)))
    found = np.zeros(place.max(initial=-1) + 1)
    np.maximum.at(found, place[:len(points)], values)
    return found[place[len(points):]]


def obstacles(directory, points, box, factor):
    """Those at rest, as far from the bodies as gaps are drawn."""
    result = []
    flat = np.ptp(points[:, 2]) == 0
    for each in read_obstacles(directory):
        if each.moves:
            continue
        first = max(each.distance(points).min(), 0.)
        base = each.point - (factor - 1) * first * each.outwards(points)
        if each.kind == "plane":
            result.append((shapes.half_plane if flat else shapes.plane)(
                base, each.direction, *box))
        elif each.kind == "sphere":
            result.append((shapes.circle if flat else shapes.ball)(
                base, each.radius))
        else:
            result.append(shapes.cylinder(base, each.direction, each.radius,
                                          *box))
    return [each for each in result if each is not None]
