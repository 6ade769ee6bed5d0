# SPDX-License-Identifier: Apache-2.0
"""A mechanism in the plane as a scene, of its history and of what its parameters
declare: bodies with their shapes, else plates round the points that joints,
contacts and springs name; beams; discs; springs; joints; obstacles.

Everything lies in layers, one for each part, the first nearest to the ground: what
overlaps neither mixes nor flickers.
"""

import dataclasses
from typing import Callable

import numpy as np

from history import Run
from mechanism_text import mechanism_of
import obstacle_shapes as shapes
from planar_motion import Motion
from planar_shapes import circle, core, rounded
from run_record import InputError
from scene import INSTANTS, Field, Scene, affordable, instants, no

THIN = 0.006     # half the width of links / size of the mechanism
LINE = 0.0012    # of beams, at least
LAYER = 1e-3     # between layers, at most / size
ALL = 0.02       # of all of them, at most
TURNS = 6        # of springs
PARTS = 600      # at most, so that a page stays small


@dataclasses.dataclass
class Shape:
    """Points and their velocities, of a row of the history; numbers of points
    otherwise."""
    points: Callable
    velocities: Callable
    n: int
    triangles: np.ndarray = dataclasses.field(default_factory=lambda: no(3))
    outline: np.ndarray = dataclasses.field(default_factory=lambda: no(2))
    lines: np.ndarray = dataclasses.field(default_factory=lambda: no(2))
    fixed: bool = False  # grey


def more_than_bodies(directory):
    """Whether a mechanism in the plane has parts without a shape."""
    try:
        mechanism = mechanism_of(directory)
    except InputError:
        return False
    return mechanism.dimension == 2 and bool(
        mechanism.joints or mechanism.springs or mechanism.beams
        or set(mechanism.bodies) - set(mechanism.shapes))


def planar_scene(directory, first_contact):
    run = Run(directory)
    mechanism = mechanism_of(directory)
    motion = Motion(run, mechanism.fixed)
    times = run["time"].tolist()
    rows, _ = instants(times, first_contact, INSTANTS)
    size = size_of(motion, mechanism, rows)
    drawn = list(Drawing(motion, mechanism, THIN * size).shapes(LINE * size))
    if len(drawn) > PARTS:
        raise InputError(f"the mechanism has {len(drawn)} parts, and at most "
                         f"{PARTS} are drawn here")
    n = sum(shape.n for shape in drawn)
    rows, contact = instants(times, first_contact, affordable(
        n, 0, 1, sum(len(shape.triangles) for shape in drawn)))

    first = np.cumsum([0, *(shape.n for shape in drawn)])
    step = size * min(LAYER, ALL / len(drawn))
    height = np.repeat(step * np.arange(1, len(drawn) + 1),
                       [shape.n for shape in drawn])

    def numbered(name, width, fixed=(False, True)):
        return np.concatenate([no(width), *(
            getattr(shape, name) + begin
            for shape, begin in zip(drawn, first) if shape.fixed in fixed)])

    scene = Scene(
        [times[row] for row in rows], contact, [np.column_stack([
            np.concatenate([shape.points(row) for shape in drawn]), height])
            for row in rows],
        numbered("triangles", 3, (False,)), numbered("triangles", 3, (True,)),
        numbered("outline", 2), lines=numbered("lines", 2),
        up=(0, 1, 0), eye=(0, 0, 1), layers=True)
    scene.fields = [Field("velocity", "m/s", [np.linalg.norm(np.concatenate(
        [shape.velocities(row) for shape in drawn]), axis=1) for row in rows])]
    scene = scene.finite()
    scene.obstacles = [
        *walls(motion, mechanism, scene.box(), rows),
        *at_rest(mechanism, THIN * size)]
    return scene


def size_of(motion, mechanism, rows):
    """Of all that moves [m]."""
    points = [motion.place(body, np.concatenate(
        [np.zeros((1, 2)), *(np.reshape(point, (1, 2)) for point in points),
         *([rounded(*core(*mechanism.shapes[body]))]
           if body in mechanism.shapes else [])]), row)
        for body, points in mechanism.bodies.items() for row in rows]
    points += [motion.nodes(beam, row) for beam in mechanism.beams
               for row in rows]
    if not points:
        raise InputError("the mechanism has no bodies")
    points = np.concatenate(points)
    points = points[np.all(np.isfinite(points), axis=1)]
    return (np.linalg.norm(np.ptp(points, axis=0)) if len(points) else 0.) \
        or 1.


def plate(points):
    """Points, triangles and outline of a convex polygon, with its centre: a
    velocity is not that of the corners everywhere."""
    k = np.arange(len(points)) + 1
    return (np.concatenate([points.mean(axis=0, keepdims=True), points]),
            np.column_stack([np.zeros_like(k), k, np.roll(k, -1)]),
            shapes.loop(k))


def annulus(centre, inner, outer):
    """Points, triangles and outline."""
    points = np.concatenate([centre + inner * circle(),
                             centre + outer * circle()])
    n = len(points) // 2
    k = np.arange(n)
    other = np.roll(k, -1)
    return points, np.concatenate([
        np.column_stack([k, other, other + n]),
        np.column_stack([k, other + n, k + n])]), np.concatenate(
            [shapes.loop(k), shapes.loop(k + n)])


class Drawing:
    """The parts that move."""

    def __init__(self, motion, mechanism, thin):
        self.motion, self.mechanism, self.thin = motion, mechanism, thin

    def rigid(self, frame, points, triangles=no(3), outline=no(2)):
        return Shape(lambda row: self.motion.place(frame, points, row),
                     lambda row: self.motion.velocity(frame, points, row),
                     len(points), triangles, outline,
                     fixed=frame in self.mechanism.fixed)

    def shapes(self, line):
        """line: half the width that beams have at least."""
        mechanism = self.mechanism
        for body in mechanism.bodies:
            yield from self.body(body)
        for beam in mechanism.beams:
            yield self.beam(beam, max(
                mechanism.heights.get(beam, 0.) / 2, line))
        yield from self.of_contacts()
        for frame, point, other in mechanism.springs:
            yield self.spring((frame, point), other)
        for joint in mechanism.joints:
            yield from self.joint(*joint)

    def body(self, body):
        mechanism = self.mechanism
        if body in mechanism.shapes:
            word, numbers = mechanism.shapes[body]
            points, radius = core(word, numbers)
            points, triangles, outline = plate(rounded(
                points, self.thin / 2 if word == "rod" else radius))
            if word == "disc":  # shows that it turns
                outline = np.concatenate([outline, [(0, np.argmax(
                    points[:, 0]))]])
            yield self.rigid(body, points, triangles, outline)
        elif body not in {frame for frame, *_ in mechanism.rectangles}:
            named = [np.zeros(2), *mechanism.bodies[body], *(
                point for frame, point, _ in mechanism.rings if frame == body)]
            yield self.rigid(body, *plate(rounded(named, self.thin)))

    def of_contacts(self):
        """What the contacts of bodies and beams declare."""
        mechanism = self.mechanism
        for frame, point, half in mechanism.rectangles:
            if frame != "ground":
                yield self.rigid(frame, *plate(
                    point + rounded(core("rectangle", 2 * half)[0], 0.)))
        for frame, point, radius in mechanism.rings:
            if frame != "ground":
                yield self.rigid(frame, *annulus(point, radius,
                                                 radius + self.thin))
        seen = {(body, 0., 0., numbers[0]) for body, (word, numbers)
                in mechanism.shapes.items() if word == "disc"}
        for frame, point, radius in [*mechanism.discs, *mechanism.circles]:
            if frame != "ground" and (key := (frame, *point, radius)) not in \
                    seen:
                seen.add(key)
                yield self.rigid(frame, *plate(rounded(point, radius)))
        for frame, point, along in mechanism.lines:
            if frame != "ground":
                half = 4 * self.thin * along / np.linalg.norm(along)
                yield self.rigid(frame, np.array([point - half, point + half]),
                                 outline=np.array([(0, 1)]))

    def beam(self, beam, half):
        """A strip; its sides move with the nodes."""
        names = self.motion.names_of_nodes(beam)
        k = np.arange(len(names) - 1)
        n = len(names)

        def velocities(row):
            return np.concatenate(2 * [[self.motion.velocity(
                name, (0, 0), row)[0] for name in names]])

        def points(row):
            sides = [np.concatenate([self.motion.place(
                name, (0, side * half), row) for name in names])
                for side in (-1, 1)]
            return np.concatenate(sides)

        return Shape(points, velocities, 2 * n, np.concatenate([
            np.column_stack([k, k + 1, k + 1 + n]),
            np.column_stack([k, k + 1 + n, k + n])]), shapes.loop(
                np.concatenate([np.arange(n), np.arange(2 * n - 1, n - 1, -1)])))

    def spring(self, *ends):
        """A zigzag."""
        share = np.concatenate([[0, 0.15], np.linspace(0.2, 0.8, TURNS),
                                [0.85, 1]])
        aside = np.concatenate([[0, 0], [(-1)**k for k in range(TURNS)],
                                [0, 0]])

        def points(row):
            begin, end = (self.motion.place(*each, row)[0] for each in ends)
            along = end - begin
            across = np.array((-along[1], along[0])) / (
                np.linalg.norm(along) or 1.)
            return begin + np.outer(share, along) + np.outer(
                1.5 * self.thin * aside, across)

        def velocities(row):
            return np.zeros((len(share), 2))

        k = np.arange(len(share) - 1)
        return Shape(points, velocities, len(share),
                     lines=np.column_stack([k, k + 1]))

    def joint(self, word, frame, point, other, direction):
        if word == "distance":
            ends = ((frame, point), other)
            yield Shape(lambda row: np.concatenate(
                [self.motion.place(*end, row) for end in ends]),
                lambda row: np.concatenate(
                    [self.motion.velocity(*end, row) for end in ends]),
                2, outline=np.array([(0, 1)]))
        if word == "prismatic" and direction is not None:
            half = 8 * self.thin * np.array(direction) / np.linalg.norm(
                direction)
            yield self.rigid(frame, np.array([point - half, point + half]),
                             outline=np.array([(0, 1)]))
        size = 0.55 * self.thin
        pin = rounded((0., 0.), size) if word in ("revolute", "distance") else \
            core("rectangle", (2 * size, 2 * size))[0]
        for each in ((frame, point), other) if word == "distance" else (other,):
            drawn = self.rigid(each[0], *plate(each[1] + pin))
            drawn.fixed = True
            yield drawn


def walls(motion, mechanism, box, rows):
    """Straight obstacles on the ground, each once."""
    found = {}
    for (frame, point, along), touching in zip(mechanism.lines,
                                               mechanism.touching):
        if frame == "ground":
            normal = np.array((along[1], -along[0])) / np.linalg.norm(along)
            key = tuple(np.round((*normal, normal @ point), 9))
            found.setdefault(key, (point, normal, []))[2].append(touching)
    for point, normal, touching in found.values():
        points = None if None in touching else np.concatenate([
            motion.place(*each, row) for each in touching for row in rows])
        if strip := shapes.half_plane(point, normal, *box, points):
            yield strip


def at_rest(mechanism, thin):
    """Other obstacles and what joints and springs have on the ground."""
    def obstacle(points, triangles, outline):
        return shapes.Obstacle(np.pad(points, ((0, 0), (0, 1))), triangles,
                               outline)

    for frame, point, half in mechanism.rectangles:
        if frame == "ground":
            yield obstacle(*plate(point + rounded(
                core("rectangle", 2 * half)[0], 0.)))
    for frame, point, radius in mechanism.circles:
        if frame == "ground":
            yield obstacle(*plate(rounded(point, radius)))
    for frame, point, radius in mechanism.rings:
        if frame == "ground":
            yield obstacle(*annulus(point, radius, radius + 2 * thin))
    square = core("rectangle", (3 * thin, 3 * thin))[0]
    support = 3 * thin * np.array([(0, 0), (-0.7, -1), (0.7, -1)])
    held = [("fixed", *end) for *first, second in mechanism.springs
            for end in (first, second)]
    held += [(word, *end) for word, *first, second, _ in mechanism.joints
             for end in (first, second)]
    for word, frame, point in held:
        if frame == "ground" and word != "prismatic":
            yield obstacle(*plate(point + rounded(
                square if word == "fixed" else support, 0.)))
