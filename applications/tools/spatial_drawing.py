# SPDX-License-Identifier: Apache-2.0
"""Draws mechanisms in space, seen from above the front corner: lines of what is
declared, in a parallel projection, the same scale along all axes.
"""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon

from spatial_motion import Motion, rotation

ROUND = np.linspace(0, 2 * np.pi, 49)
TURN, RISE = np.radians((-60., 25.))  # of the eye, about z and above the plane
RIGHT = np.array([-np.sin(TURN), np.cos(TURN), 0])
UP = np.array([-np.sin(RISE) * np.cos(TURN), -np.sin(RISE) * np.sin(TURN),
               np.cos(RISE)])
EYE = np.cross(RIGHT, UP)
LIGHT = np.array([0.2, -0.5, 0.84])
EDGES = [(i, i ^ bit) for i in range(8) for bit in (1, 2, 4) if not i & bit]


def projected(points):
    """Points of space on the paper."""
    points = np.reshape(points, (-1, 3))
    return np.stack([points @ RIGHT, points @ UP], axis=1)


def across(direction):
    """The direction, of length 1, and two others at right angles."""
    axis = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    first = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    first /= np.linalg.norm(first)
    return axis, first, np.cross(axis, first)


def ring(centre, direction, radius):
    _, first, second = across(direction)
    return centre + radius * (np.cos(ROUND)[:, None] * first
                              + np.sin(ROUND)[:, None] * second)


def tube(centre, direction, radius, half_length):
    """The lines of a cylinder."""
    axis, first, second = across(direction)
    ends = [centre + side * half_length * axis for side in (-1, 1)]
    # the two lines that bound it for the eye
    eye = np.cross(RIGHT, UP)
    outer = np.cross(axis, eye)
    outer = outer / np.linalg.norm(outer) if np.linalg.norm(outer) > 1e-6 \
        else first
    return [ring(end, axis, radius) for end in ends] + [
        np.array([end + side * radius * outer for end in ends])
        for side in (-1, 1)]


def box(centre, half):
    corners = centre + np.array([[(-1, 1)[i >> axis & 1] * half[axis]
                                  for axis in range(3)] for i in range(8)])
    return [corners[list(edge)] for edge in EDGES]


def draw_box(axes, centre, turn, lengths, color, alpha, zorder):
    """The faces that the eye sees, lighter towards the light."""
    for axis in range(3):
        for side in (-1, 1):
            normal = side * turn[:, axis]
            if normal @ EYE <= 0:
                continue
            first, second = (turn[:, i] * lengths[i] / 2
                             for i in range(3) if i != axis)
            middle = centre + normal * lengths[axis] / 2
            corners = [middle + a * first + b * second
                       for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            shade = 0.55 + 0.3 * max(normal @ LIGHT, 0)
            face = shade + (1 - shade) * np.array(to_rgb(color))
            axes.add_patch(Polygon(
                projected(corners), facecolor=(*face, alpha),
                edgecolor=(*to_rgb(color), alpha), linewidth=0.8,
                joinstyle="round", zorder=zorder))


def ball(centre, radius):
    """Its outline, and its equator."""
    return [ring(centre, np.cross(RIGHT, UP), radius),
            ring(centre, (0, 0, 1), radius)]


def lines_of_shape(word, numbers):
    """Lines in the axes of a body."""
    origin = np.zeros(3)
    if word == "box":
        return box(origin, np.array(numbers) / 2)
    if word == "ball":  # its equators show that it turns
        return [ring(origin, axis, numbers[0]) for axis in np.eye(3)]
    if word == "cylinder":
        return tube(origin, (0, 0, 1), numbers[0], numbers[1] / 2)
    return [np.array([(-numbers[0] / 2, 0, 0), (numbers[0] / 2, 0, 0)])]


def lines_of_obstacle(point, word, direction, numbers, size, centre):
    """Lines in the axes of what has the obstacle; planes are as large as what is
    drawn, and below its centre."""
    if word == "plane":
        axis, first, second = across(direction)
        point = centre - axis * (axis @ (centre - point))
        side = 0.5 * size
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        return [np.array([point + side * (a * first + b * second)
                          for a, b in corners])]
    if word.endswith("cylinder"):
        axis = across(direction)[0]
        return tube(point + axis * (axis @ (centre - point)), direction,
                    numbers[0], max(0.3 * size, numbers[0])
                    if np.any(centre != point) else numbers[0])
    if word.endswith("sphere"):
        return ball(point, numbers[0])
    return box(point, numbers)


class SpatialMotion(Motion):
    """With paths on the paper."""

    def path(self, name, rows):
        return projected(self.frames(name)[rows, :3])


def extent(motion, mechanism, rows):
    """Size and centre of what moves, with its shapes [m]."""
    points = [motion.place(name, np.concatenate(
        [[(0, 0, 0)], *np.reshape(points, (-1, 1, 3)),
         *(lines_of_shape(*mechanism.shapes[name])
           if name in mechanism.shapes else [])]), row)
        for name, points in mechanism.bodies.items() for row in rows]
    points += [motion.nodes(rod, row) for rod in mechanism.beams
               for row in rows]
    points = np.concatenate(points)
    return (np.linalg.norm(np.ptp(points, axis=0)) or 1.,
            (points.min(axis=0) + points.max(axis=0)) / 2)


def draw_frame(axes, motion, mechanism, row, alpha, colors, obstacle):
    """Bodies, rods and balls at one time."""
    def draw(lines, **style):
        for line in lines:
            axes.plot(*projected(line).T, alpha=alpha, **style)

    boxes = {body: motion.frames(body)[row]
             for body, (word, _) in mechanism.shapes.items() if word == "box"}
    nearer = sorted(boxes, key=lambda body: boxes[body][:3] @ EYE)
    for place, body in enumerate(nearer):  # those behind first
        frame = boxes[body]
        draw_box(axes, frame[:3], rotation(frame[3:]),
                 mechanism.shapes[body][1], colors[body], alpha,
                 1 + place / len(boxes))
    for body, points in mechanism.bodies.items():
        if body in boxes:
            continue
        style = {"color": colors[body]}
        if body in mechanism.shapes:
            draw([motion.place(body, line, row) for line in
                  lines_of_shape(*mechanism.shapes[body])], linewidth=0.9,
                 **style)
        else:  # to each point that joints and contacts name
            draw([motion.place(body, [(0, 0, 0), point], row)
                  for point in points], linewidth=1.6, **style)
        draw([motion.place(body, (0, 0, 0), row)], marker="o", markersize=2,
             **style)
    for rod in mechanism.beams:
        draw([motion.nodes(rod, row)], linewidth=1.8, color=colors[rod])
    for name, point, radius in mechanism.discs:
        centre = motion.place(name, point, row)[0]
        draw(ball(centre, radius)[:1], linewidth=0.8,
             color=colors.get(name, obstacle))


def draw_surroundings(axes, motion, mechanism, row, size, centre, colors,
                      obstacle):
    """Obstacles and springs at the last time."""
    for name, point, *words in mechanism.solids:
        below = centre if name == "ground" else point
        for line in lines_of_obstacle(point, *words, size, below):
            axes.plot(*projected(motion.place(name, line, row)).T,
                      color=colors.get(name, obstacle), linewidth=0.7,
                      zorder=0)
    for name, point, other in mechanism.springs:
        ends = [motion.place(frame, p, row)[0] for frame, p in
                ((name, point), other)]
        axes.plot(*projected(ends).T, color=obstacle, linewidth=0.5,
                  linestyle=(0, (1, 1)), zorder=0)


def draw_axes(axes):
    """The directions x, y, z in a corner, and no frame."""
    axes.set_axis_off()
    inset = axes.inset_axes((0, 0, 0.2, 0.2))
    inset.set_axis_off()
    inset.set_aspect("equal")
    for name, direction in zip("xyz", np.eye(3)):
        tip = projected(direction)[0]
        inset.plot((0, tip[0]), (0, tip[1]), color="black", linewidth=0.7)
        inset.text(*(1.4 * tip), name, ha="center", va="center", fontsize=7)
    inset.set_xlim(-1.5, 1.5)
    inset.set_ylim(-1.5, 1.5)
