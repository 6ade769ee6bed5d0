# SPDX-License-Identifier: Apache-2.0
"""A mechanism in space as a scene, of its history and of what its parameters
declare: bodies with their shapes, else thin bars from their centres of mass to the
points that joints, contacts and springs name; rods; balls; obstacles.
"""

import numpy as np

from history import Run
from mechanism_text import mechanism_of, number, section
import obstacle_shapes as shapes
from run_record import InputError
from scene import INSTANTS, Field, Scene, instants, no
from spatial_motion import Motion
from surface import outline

THIN = 0.006  # radius of bars / size of the mechanism
SIDES = 8     # of bars


class Parts:
    """What is drawn, one after the other."""

    def __init__(self):
        self.frames, self.triangles, self.lines, self.n = [], [], [], 0

    def add(self, frame, n_points, triangles=no(3), lines=no(2)):
        self.frames.append((frame, n_points))
        self.triangles.append(triangles + self.n)
        self.lines.append(lines + self.n)
        self.n += n_points


def mechanism_scene(directory, first_contact):
    run = Run(directory)
    mechanism = mechanism_of(directory)
    motion = Motion(run, mechanism.fixed)
    times = run["time"].tolist()
    rows, contact = instants(times, first_contact, INSTANTS)
    bars, solids, balls = declared(mechanism)
    frames = [frame for frame, _ in balls]
    radius = THIN * size_of(motion, mechanism, rows)

    parts = Parts()
    for frame, shape in solids:
        parts.add(frame, len(shape.points), shape.triangles)
    ends = [bar_ends(motion, mechanism, bars, row) for row in rows]
    for frame, *_ in ends[0]:
        tube = one_bar(np.zeros(3), np.ones(3), radius)
        parts.add(frame, len(tube.points), tube.triangles)
    for frame, shape in moving_lines(mechanism):
        parts.add(frame, len(shape.points), lines=shape.lines)
    for frame, *_ in mechanism.springs:
        parts.add(frame, 2, lines=np.array([(0, 1)]))

    vertices = [np.concatenate([np.empty((0, 3)), *(
        motion.place(frame, shape.points, row) for frame, shape in solids), *(
        one_bar(begin, end, radius).points for _, begin, end in of_bars), *(
        motion.place(frame, shape.points, row)
        for frame, shape in moving_lines(mechanism)), *(
        np.concatenate([motion.place(frame, point, row),
                        motion.place(*other, row)])
        for frame, point, other in mechanism.springs)])
        for row, of_bars in zip(rows, ends)]
    scene = Scene([times[row] for row in rows], contact, vertices,
                  np.concatenate([no(3), *parts.triangles]),
                  lines=np.concatenate([no(2), *parts.lines]),
                  balls=[np.concatenate([np.empty((0, 3)), *(
                      motion.place(frame, point, row)
                      for frame, (point, _) in balls)]) for row in rows],
                  radii=np.array([r for _, (_, r) in balls]))
    scene.fields = [Field("velocity of the centres", "m/s", [np.concatenate([
        np.repeat([speed(run, frame, row) for frame, _ in parts.frames],
                  [n for _, n in parts.frames]),
        [speed(run, frame, row) for frame in frames]]) for row in rows])]
    scene = scene.finite()
    scene.outline = outline(scene.vertices[0], scene.triangles[:sum(
        len(each) for each in parts.triangles[:len(solids)])])
    orient(scene, directory / "used_parameters.prm")
    scene.obstacles = obstacles(mechanism, scene.box())
    return scene


def declared(mechanism):
    """Bars (frame, begin, end), solids (frame, shape) and balls (frame, (point,
    radius)), in the frames of bodies."""
    origin = np.zeros(3)
    bars, solids, balls = [], [], []
    for body, points in mechanism.bodies.items():
        word, numbers = mechanism.shapes.get(body, ("", ()))
        if word == "box":
            solids.append((body, shapes.box(origin, np.array(numbers))))
        elif word == "ball":
            balls.append((body, (origin, numbers[0])))
        elif word == "cylinder":
            half = np.array((0, 0, numbers[1] / 2))
            solids.append((body, shapes.tube(-half, half, numbers[0])))
        elif word == "rod":
            half = np.array((numbers[0] / 2, 0, 0))
            bars.append((body, -half, half))
        else:
            carried = [point for frame, point, *_ in mechanism.solids
                       if frame == body]
            bars += [(body, origin, point) for point in [*points, *carried]
                     if np.any(point != 0)]
    balls += [(frame, (point, radius))
              for frame, point, radius in mechanism.discs]
    return bars, solids, balls


def size_of(motion, mechanism, rows):
    """Of all that moves [m]."""
    points = [motion.place(body, [np.zeros(3), *points], row)
              for body, points in mechanism.bodies.items() for row in rows]
    points += [motion.nodes(rod, row) for rod in mechanism.beams
               for row in rows]
    if not points:
        raise InputError("the mechanism has no bodies")
    return np.linalg.norm(np.ptp(np.concatenate(points), axis=0)) or 1.


def bar_ends(motion, mechanism, bars, row):
    """(frame, begin, end) of bars, and of elements of rods, in space."""
    result = [(frame, *motion.place(frame, [begin, end], row))
              for frame, begin, end in bars]
    for rod in mechanism.beams:
        nodes = motion.nodes(rod, row)
        result += zip(motion.names_of_nodes(rod)[1:], nodes, nodes[1:])
    return result


def one_bar(begin, end, radius):
    """A prism of few sides."""
    length = np.linalg.norm(end - begin)
    axis = (end - begin) / length if length > 0 else np.array((0, 0, 1.))
    first, second = shapes.across(axis)
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)[:, None]
    ring = radius * (np.cos(angles) * first + np.sin(angles) * second)
    k = np.arange(SIDES)
    other = np.roll(k, -1)
    return shapes.Obstacle(
        np.concatenate([begin + ring, end + ring]),
        np.concatenate([np.column_stack([k, other, other + SIDES]),
                        np.column_stack([k, other + SIDES, k + SIDES]),
                        shapes.fan(k), shapes.fan(k + SIDES)]), no(2))


def moving_lines(mechanism):
    """(frame, shape) of the obstacles that bodies carry."""
    for frame, point, word, direction, numbers in mechanism.solids:
        if frame == "ground" or word == "plane":
            continue
        if word.endswith("cylinder"):
            half = numbers[0] * np.asarray(direction) / np.linalg.norm(direction)
            yield frame, shapes.tube(point - half, point + half, numbers[0])
        elif word.endswith("sphere"):
            yield frame, shapes.ball(point, numbers[0])
        else:
            yield frame, shapes.box(point, 2 * numbers)


def obstacles(mechanism, box):
    """Those on the ground."""
    result = []
    for frame, point, word, direction, numbers in mechanism.solids:
        if frame != "ground":
            continue
        if word == "plane":
            result.append(shapes.plane(point, direction, *box))
        elif word.endswith("cylinder"):
            result.append(shapes.cylinder(point, direction, numbers[0], *box))
        elif word.endswith("sphere"):
            result.append(shapes.ball(point, numbers[0]))
        else:
            result.append(shapes.box(point, 2 * numbers))
    return [each for each in result if each is not None]


def speed(run, frame, row):
    """Of a body or a node [m/s]."""
    return np.linalg.norm([run[name][row] if (name := f"velocity[{frame} {axis}]")
                           in run.columns else 0. for axis in "xyz"])


def orient(scene, file):
    """The axis along which weights point down is upwards, else z."""
    try:
        weight = [number(x) for x in
                  section(file)[0].get("gravity", "").split(",")]
    except InputError:
        return
    if len(weight) == 3 and np.argmax(np.abs(weight)) != 2:
        axis = int(np.argmax(np.abs(weight)))
        sign = -np.sign(weight[axis])
        scene.up = tuple(sign * np.eye(3)[axis])
        scene.eye = ((0.5, 0.45 * sign, 1) if axis == 1 else
                     (0.45 * sign, -1, 0.5))
