# SPDX-License-Identifier: Apache-2.0
"""Planes, balls, cylinders and boxes at rest as triangles and lines, as far as
they are near what moves.
"""

import numpy as np

from scene import Obstacle, no

AROUND = 48      # points of a circle
MARGIN = 0.06    # around what moves, of its size
REACH = 0.1      # beyond what touches a line
STRIP = 0.03     # drawn of what is behind a line, of that size


def around(low, high, points):
    """The box low, high, wider, with the points; flat ones get a thickness."""
    size = np.linalg.norm(high - low) or 1.
    return (np.minimum(low, np.min(points, axis=0)) - MARGIN * size,
            np.maximum(high, np.max(points, axis=0)) + MARGIN * size)


def foot_on_plane(point, normal, low, high):
    """The unit normal, the size of the box, and the point of the plane nearest to
    its centre; none where it is far away. In the plane of a line."""
    normal = np.asarray(normal, dtype=float) / np.linalg.norm(normal)
    size = np.linalg.norm(high - low) or 1.
    centre = (low + high) / 2
    foot = centre - normal * (normal @ (centre - point))
    return normal, size, (
        foot if np.linalg.norm(foot - centre) <= 2 * size else None)


def in_box(polygon, low, high):
    """What of it is in the box."""
    for axis, bounds in enumerate(zip(low, high)):
        for bound, sign in zip(bounds, (1, -1)):
            polygon = clipped(polygon, [sign * (x[axis] - bound)
                                        for x in polygon])
    return polygon


def plane(point, normal, low, high):
    """Of the plane what is in the box of what moves, a polygon; none where it is
    far away."""
    normal, size, foot = foot_on_plane(point, normal, low, high)
    if foot is None:
        return None
    first, second = across(normal)
    polygon = [foot + 4 * size * (a * first + b * second)
               for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    polygon = in_box(polygon, *around(low, high, [foot]))
    n = len(polygon)
    if n < 3:
        return None
    return Obstacle(np.array(polygon), fan(np.arange(n)), loop(np.arange(n)))


def half_plane(point, normal, low, high, touching=None):
    """In the plane: of what is behind a line, a strip in the box of what moves, as
    long as what may touch it needs, points; none where it is far away."""
    point, low, high = (np.asarray(x, dtype=float)[:2]
                        for x in (point, low, high))
    normal, size, foot = foot_on_plane(point, normal[:2], low, high)
    if foot is None:
        return None
    along = np.array((-normal[1], normal[0]))
    behind = -STRIP * size * normal
    first, last = -4 * size, 4 * size
    if touching is not None:
        places = (touching - foot) @ along
        first = places.min() - REACH * size
        last = places.max() + REACH * size
    polygon = [foot + last * along, foot + first * along]
    polygon += [x + behind for x in polygon[::-1]]
    polygon = in_box(polygon, *around(low, high, [foot]))
    n = len(polygon)
    if n < 3:
        return None
    polygon = np.array(polygon)
    # the line alone, and no other side of the strip
    on_line = np.flatnonzero(np.abs((polygon - foot) @ normal) < 1e-9 * size)
    return Obstacle(np.pad(polygon, ((0, 0), (0, 1))), fan(np.arange(n)),
                    on_line[None, :2] if len(on_line) > 1 else no(2))


def clipped(polygon, distances):
    """Where the distance of the corners is positive."""
    result = []
    for (x, a), (y, b) in zip(zip(polygon, distances),
                              zip([*polygon[1:], *polygon[:1]],
                                  [*distances[1:], *distances[:1]])):
        if a >= 0:
            result.append(x)
        if a * b < 0:
            result.append(x + (y - x) * a / (a - b))
    return result


def across(direction):
    """Two directions at right angles to one of length 1, and to each other."""
    first = np.cross(direction, np.eye(3)[np.argmin(np.abs(direction))])
    first /= np.linalg.norm(first)
    return first, np.cross(direction, first)


def fan(corners):
    return np.array([(corners[0], corners[k], corners[k + 1])
                     for k in range(1, len(corners) - 1)])


def loop(corners):
    return np.column_stack([corners, np.roll(corners, -1)])


def ring(centre, direction, radius):
    first, second = across(direction)
    angles = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)[:, None]
    return centre + radius * (np.cos(angles) * first + np.sin(angles) * second)


def cylinder(point, direction, radius, low, high):
    """As long as the box of what moves."""
    axis = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    corners = np.array([[(low, high)[i >> k & 1][k] for k in range(3)]
                        for i in range(8)])
    along = (corners - point) @ axis
    wider = MARGIN * np.linalg.norm(high - low)
    return tube(point + axis * (along.min() - wider),
                point + axis * (along.max() + wider), radius)


def tube(begin, end, radius):
    """Without ends."""
    axis = (end - begin) / np.linalg.norm(end - begin)
    points = np.concatenate([ring(begin, axis, radius), ring(end, axis, radius)])
    k = np.arange(AROUND)
    next_one = np.roll(k, -1)
    return Obstacle(points, np.concatenate([
        np.column_stack([k, next_one, next_one + AROUND]),
        np.column_stack([k, next_one + AROUND, k + AROUND])]),
        np.concatenate([loop(k), loop(k + AROUND)]))


def ball(centre, radius):
    n = AROUND // 2
    polar = np.linspace(0, np.pi, n + 1)
    rings = [centre + (0, 0, radius * np.cos(angle))
             + radius * np.sin(angle) * ring(np.zeros(3), np.array((0, 0, 1.)),
                                             1.) for angle in polar]
    k = np.arange(AROUND)
    triangles = [part for j in range(n) for part in (
        np.column_stack([k + j * AROUND, np.roll(k, -1) + j * AROUND,
                         np.roll(k, -1) + (j + 1) * AROUND]),
        np.column_stack([k + j * AROUND, np.roll(k, -1) + (j + 1) * AROUND,
                         k + (j + 1) * AROUND]))]
    return Obstacle(np.concatenate(rings), np.concatenate(triangles),
                    loop(k + n // 2 * AROUND))


CORNERS = np.array([[(i >> k & 1) - 0.5 for k in range(3)] for i in range(8)])
SIDES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2),
         (1, 3, 7, 5))


def box(centre, lengths):
    corners = [np.array(side) for side in SIDES]
    return Obstacle(centre + CORNERS * lengths,
                    np.concatenate([fan(side) for side in corners]),
                    np.unique(np.sort(np.concatenate(
                        [loop(side) for side in corners]), axis=1), axis=0))


def circle(centre, radius):
    """In the plane."""
    points = ring(centre, np.array((0, 0, 1.)), radius)
    return Obstacle(points, fan(np.arange(AROUND)), loop(np.arange(AROUND)))
