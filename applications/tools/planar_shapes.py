# SPDX-License-Identifier: Apache-2.0
"""The shapes of bodies in the plane: all points within a radius of the convex hull
of a core.
"""

import numpy as np

AROUND = 48   # points of a circle


def core(word, numbers):
    """Its points, in the axes of the body, and the radius."""
    if word == "disc":
        return np.zeros((1, 2)), numbers[0]
    if word == "rectangle":
        return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * \
            np.array(numbers) / 2, 0.
    if word == "polygon":
        points = np.reshape(numbers, (-1, 2))
        return points - centroid(points), 0.
    radius, length = numbers if word == "capsule" else (0., numbers[0])
    return np.array([(-length / 2, 0), (length / 2, 0)]), radius


def centroid(points):
    """Of the area of a convex polygon."""
    points = hull(points)
    first = points[0]
    a, b = points[1:-1] - first, points[2:] - first
    areas = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return first + areas @ (a + b) / (3 * areas.sum())


def hull(points):
    """The convex hull, counterclockwise from its leftmost point."""
    points = sorted(set(map(tuple, np.reshape(points, (-1, 2)).tolist())))

    def side(points):
        result = []
        for x, y in points:
            while len(result) > 1:
                (a, b), (c, d) = result[-2:]
                if (c - a) * (y - b) > (d - b) * (x - a):
                    break
                result.pop()
            result.append((x, y))
        return result[:-1]

    return np.array([*side(points), *side(points[::-1])] or points)


def rounded(points, radius):
    """The convex hull, widened by the radius."""
    points = np.reshape(points, (-1, 2))
    if radius > 0:
        points = (points[:, None] + radius * circle()).reshape(-1, 2)
    return hull(points)


def circle():
    angles = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)])
