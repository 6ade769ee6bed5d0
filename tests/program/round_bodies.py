# SPDX-License-Identifier: Apache-2.0
"""Quarters of disks and halves of blocks that meet at the origin, x >= 0, with
cells that are short there, as a file of Gmsh."""

import math

from blocks import gmsh_text


def graded(length, first, fine, growth):
    """Places from 0 to `length`: steps of about `first` up to `fine`, which grow
    by the factor `growth` from there on."""
    steps, size = [first] * round(fine / first), first
    while sum(steps) < length - 0.5 * size:
        size *= growth
        steps.append(size)
    places, scale = [0.], length / sum(steps)
    for step in steps:
        places.append(places[-1] + step * scale)
    return places


class RoundBodies:

    def __init__(self):
        self.names, self.points, self.elements = [], [], []
        self.known = {}

    def group(self, dimension, name):
        if (dimension, name) not in self.names:
            self.names.append((dimension, name))
        return self.names.index((dimension, name)) + 1

    def node(self, body, point):
        """Of a body, one for points that differ by rounding."""
        key = (body, *(round(x, 9) for x in point))
        if key not in self.known:
            self.known[key] = len(self.points)
            self.points.append(point)
        return self.known[key]

    def patch(self, body, place, n, sides):
        """A grid of n = (k, l) cells, its nodes where place(i, j) has them;
        `sides` names those of j = 0, i = k, j = l, i = 0, or None."""
        k, l = n
        nodes = [[self.node(body, place(i, j)) for i in range(k + 1)]
                 for j in range(l + 1)]
        number = self.group(2, body)
        for j in range(l):
            for i in range(k):
                cell = [nodes[j][i], nodes[j][i + 1], nodes[j + 1][i + 1],
                        nodes[j + 1][i]]
                (x, y), (u, v), _, (w, z) = (self.points[c] for c in cell)
                if (u - x) * (z - y) - (v - y) * (w - x) < 0:
                    cell.reverse()
                self.elements.append((3, number, cell))
        rows = (nodes[0], [row[-1] for row in nodes], nodes[-1],
                [row[0] for row in nodes])
        for side, row in zip(sides, rows):
            if side:
                number = self.group(1, f"{body}.{side}")
                self.elements += [(1, number, list(edge))
                                  for edge in zip(row, row[1:])]

    def disk(self, name, radius, first, fine, sign=1, rest=16):
        """A quarter above (sign = 1) or below the origin, with the sides
        'round' to 45 degrees, 'rest', 'axis', 'flat', through the middle."""
        along = [s / radius for s in
                 graded(radius * math.pi / 4, first, fine, 1.15)]
        inwards = graded(1, first / radius, 2 * first / radius, 1.2)
        n, m = len(along) - 1, len(inwards) - 1
        middle = 0.4  # the square within, its half diagonal over the radius

        def put(x, depth):
            return (radius * x, sign * radius * depth)

        def ring(angle, inner, t):
            """From the circle to a point of the square."""
            outer = (math.sin(angle), 1 - math.cos(angle))
            return put(*((1 - t) * a + t * b for a, b in zip(outer, inner)))

        def towards(a, b, t):
            return tuple((1 - t) * p + t * q for p, q in zip(a, b))

        low, corner = (0, 1 - middle), (0.72 * middle, 1 - 0.72 * middle)
        right, centre = (middle, 1), (0, 1)
        part = [angle / along[-1] for angle in along]
        self.patch(name, lambda i, j: ring(
            along[i], towards(low, corner, part[i]), inwards[j]), (n, m),
            ("round", None, None, "axis"))
        self.patch(name, lambda i, j: ring(
            math.pi / 4 * (1 + i / rest), towards(corner, right, i / rest),
            inwards[j]), (rest, m), ("rest", "flat", None, None))
        self.patch(name, lambda i, j: put(*towards(
            towards(low, corner, part[i]), towards(centre, right, part[i]),
            j / rest)), (n, rest), (None, None, "flat", "axis"))
        return self

    def block(self, name, width, height, first, fine):
        """Below the origin, with the sides 'top', 'side', 'bottom', 'axis'."""
        along = graded(width, first, fine, 1.15)
        down = graded(height, first, 2 * first, 1.2)
        self.patch(name, lambda i, j: (along[i], -down[j]),
                   (len(along) - 1, len(down) - 1),
                   ("top", "side", "bottom", "axis"))
        return self

    def gmsh(self):
        return gmsh_text(self.names, ((*point, 0) for point in self.points),
                         self.elements)
