# SPDX-License-Identifier: Apache-2.0
"""What a view draws, and the same as text in a page: places as numbers of 16 bits
of the scene's size, values as numbers of 8 bits of the largest one.
"""

import base64
import dataclasses
import json

import numpy as np

from field_style import DIVERGING, SEQUENTIAL
from run_record import InputError
from units import scaled_unit

BUDGET = 0.7e6   # of what changes with time [bytes of text]
INSTANTS = 25    # at most
VERTICES = 10000  # of a surface, so that three instants fit


def no(width):
    return np.empty((0, width), dtype=np.int64)


@dataclasses.dataclass
class Field:
    """values: at each instant those of the vertices, then of the balls; signed:
    their sign has a meaning."""
    name: str
    unit: str
    values: list
    signed: bool = False

    def limits(self):
        """What the first and the last colour stand for."""
        largest = max(float(np.max(np.abs(values), initial=0.))
                      for values in self.values)
        return -largest if self.signed else 0., largest

    def ticks(self):
        """The values of the first, the middle and the last colour, with the prefix
        of their unit."""
        low, largest = self.limits()
        factor, _ = scaled_unit(largest, self.unit)
        return [f"{value * factor:.3g}"
                for value in (low, (low + largest) / 2, largest)]

    def colors(self):
        return DIVERGING if self.signed else SEQUENTIAL


@dataclasses.dataclass
class Obstacle:
    """At rest: triangles and lines of its own points."""
    points: np.ndarray
    triangles: np.ndarray
    lines: np.ndarray


@dataclasses.dataclass
class Scene:
    """vertices: their places at each instant [m]; triangles, fixed (of bodies that
    do not move), outline, edges (of the mesh) and lines: numbers of vertices;
    balls: the places of their centres at each instant; contact: the instant that
    is the first with contact, or none."""
    times: list
    contact: int
    vertices: list
    triangles: np.ndarray = dataclasses.field(default_factory=lambda: no(3))
    fixed: np.ndarray = dataclasses.field(default_factory=lambda: no(3))
    outline: np.ndarray = dataclasses.field(default_factory=lambda: no(2))
    edges: np.ndarray = dataclasses.field(default_factory=lambda: no(2))
    lines: np.ndarray = dataclasses.field(default_factory=lambda: no(2))
    balls: list = dataclasses.field(default_factory=list)
    radii: np.ndarray = dataclasses.field(default_factory=lambda: np.empty(0))
    fields: list = dataclasses.field(default_factory=list)
    obstacles: list = dataclasses.field(default_factory=list)
    up: tuple = (0, 0, 1)
    eye: tuple = (0.5, -1, 0.45)
    note: str = ""
    layers: bool = False  # of a plane

    def box(self):
        """Low and high corner of what moves, at all instants."""
        balls = self.balls or [np.empty((0, 3))]
        low = np.min([*(x.min(axis=0) for x in self.vertices if len(x)),
                      *((x - self.radii[:, None]).min(axis=0)
                        for x in balls if len(x))], axis=0)
        high = np.max([*(x.max(axis=0) for x in self.vertices if len(x)),
                       *((x + self.radii[:, None]).max(axis=0)
                         for x in balls if len(x))], axis=0)
        return low, high


    def is_flat(self):
        """Without light."""
        return self.layers or not len(self.radii) and all(
            np.ptp(x[:, 2]) == 0 for x in self.vertices)

    def labels(self):
        """Of the instants."""
        factor, unit = scaled_unit(max(map(abs, self.times)), "s")
        return [f"t = {time * factor:.4g} {unit}" + (
            ", after the first contact" if i == self.contact else "")
            for i, time in enumerate(self.times)]

    def finite(self):
        """Without the instants whose places are no numbers, as those of runs that
        fail."""
        balls = self.balls or [np.empty((0, 3))] * len(self.times)
        kept = [i for i, (x, y) in enumerate(zip(self.vertices, balls))
                if np.all(np.isfinite(x)) and np.all(np.isfinite(y))]
        if not kept:
            raise InputError("no place is a number")
        return dataclasses.replace(
            self, times=[self.times[i] for i in kept],
            contact=kept.index(self.contact) if self.contact in kept else None,
            vertices=[self.vertices[i] for i in kept],
            balls=[self.balls[i] for i in kept] if self.balls else [],
            fields=[Field(field.name, field.unit, [np.nan_to_num(
                field.values[i], posinf=0., neginf=0.) for i in kept],
                          field.signed)
                for field in self.fields])


def instants(times, first_contact, at_most):
    """Numbers of times: the first, the first with contact, the last, others
    between them; and the place of the one with contact, or none."""
    last = len(times) - 1
    chosen = {last} if at_most < 2 else {0, last}
    contact = None
    if first_contact is not None and times[0] < first_contact <= times[last]:
        contact = next(i for i, time in enumerate(times)
                       if time >= first_contact)
        if at_most > 2:
            chosen.add(contact)
    for i in np.linspace(0, last, max(at_most, 1)).astype(int).tolist():
        if len(chosen) < at_most:
            chosen.add(i)
    chosen = sorted(chosen)
    return chosen, chosen.index(contact) if contact in chosen else None


def affordable(n_vertices, n_balls, n_fields, n_triangles):
    """How many instants fit into the page."""
    width = 2 if n_vertices < 2**16 else 4
    still = (3 * n_triangles + 4 * n_vertices) * width * 4 / 3
    each = (6 + n_fields) * (n_vertices + n_balls) * 4 / 3
    return int(np.clip((BUDGET - still) / max(each, 1), 1, INSTANTS))


def palette(field, values):
    """The colours, rows of red, green and blue, of values between 0 and 1."""
    points = np.reshape(field.colors(), (-1, 4))
    return np.column_stack([np.interp(values, points[:, 0], points[:, k])
                            for k in (1, 2, 3)])


def text(numbers, kind):
    """Little-endian, in base64."""
    data = np.ascontiguousarray(numbers, dtype=np.dtype(kind).newbyteorder("<"))
    return base64.b64encode(data.tobytes()).decode()


def packed(scene):
    """The scene as JSON, for report_view.js."""
    low, high = scene.box()
    for each in scene.obstacles:
        low = np.minimum(low, each.points.min(axis=0))
        high = np.maximum(high, each.points.max(axis=0))
    size = (high - low).max() or 1.

    def placed(points):
        return text(np.round((points - low) / size * 65535), "u2")

    def numbered(these, n):
        return text(these, "u2" if n < 2**16 else "u4")

    n = len(scene.vertices[0])
    return json.dumps({
        "low": low.tolist(), "size": float(size), "n": n,
        "times": scene.labels(),
        "vertices": [placed(x) for x in scene.vertices],
        **{name: numbered(getattr(scene, name), n)
           for name in ("triangles", "fixed", "outline", "edges", "lines")},
        "balls": [placed(x) for x in scene.balls if len(x)],
        "radii": text(scene.radii, "f4"),
        "fields": [packed_field(field) for field in scene.fields],
        "obstacles": [{"vertices": placed(each.points),
                       **{name: text(getattr(each, name), "u2")
                          for name in ("triangles", "lines")}}
                      for each in scene.obstacles],
        "flat": scene.is_flat(),
        "up": scene.up, "eye": list(scene.eye)})


def packed_field(field):
    low, largest = field.limits()
    return {"name": field.name, "unit": scaled_unit(largest, field.unit)[1],
            "colors": field.colors(), "ticks": field.ticks(),
            "values": [text(np.clip(np.round(
                (np.asarray(values) - low) / ((largest - low) or 1.) * 255),
                0, 255), "u1") for values in field.values]}
