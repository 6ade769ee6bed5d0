# SPDX-License-Identifier: Apache-2.0
"""Rectangular blocks in space, each with a grid of its own, as a file of Gmsh."""

import itertools
import math

from blocks import gmsh_text


class Bricks:
    """Each brick has a name, its lower corner, its size and its numbers of
    cells; its sides across x, y and z are called as it is with .left, .right,
    .front, .back, .bottom, .top."""

    SIDES = ("left", "right", "front", "back", "bottom", "top")

    def __init__(self, tetrahedra=False):
        self.tetrahedra = tetrahedra  # six of each cell
        self.names, self.points, self.elements = [], [], []

    def add(self, name, corner, size, n, moved=0., degrees=0.):
        """Inner nodes are moved by a part of a cell, all of them turned about
        the vertical axis through the middle. Returns the object."""
        first = len(self.points)
        c, s = (f(math.radians(degrees)) for f in (math.cos, math.sin))
        middle = [x + 0.5 * width for x, width in zip(corner, size)]

        def node(at):
            return first + (at[2] * (n[1] + 1) + at[1]) * (n[0] + 1) + at[0]

        for k, j, i in itertools.product(*(range(m + 1) for m in n[::-1])):
            inside = all(0 < a < m for a, m in zip((i, j, k), n))
            shift = (math.sin(3 * i + 5 * j), math.cos(7 * i + k),
                     math.sin(4 * j + i))
            x, y, z = (
                x + width * (a + (moved * d if inside else 0)) / m - o
                for x, width, a, m, d, o in zip(corner, size, (i, j, k), n,
                                                shift, (*middle[:2], 0)))
            self.points.append((middle[0] + c * x - s * y,
                                middle[1] + s * x + c * y, z))
        number = len(self.names) + 1
        self.names.append((3, name))
        for k, j, i in itertools.product(*(range(m) for m in n[::-1])):
            self._cell(number, node, (i, j, k))
        for d, end in itertools.product(range(3), (0, 1)):
            self.names.append((2, f"{name}.{self.SIDES[2 * d + end]}"))
            e, f = (a for a in range(3) if a != d)
            for a, b in itertools.product(range(n[e]), range(n[f])):
                at = [0, 0, 0]
                at[d], at[e], at[f] = end * n[d], a, b
                self._face(len(self.names), node, at, e, f)
        return self

    def _cell(self, number, node, at):
        def corner(*steps):
            return node([a + b for a, b in zip(at, steps)])

        if not self.tetrahedra:
            self.elements.append((5, number, [
                corner(a, b, c) for c in (0, 1)
                for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]))
            return
        for order in itertools.permutations(range(3)):  # corner to corner
            steps, nodes = [0, 0, 0], [corner(0, 0, 0)]
            for d in order:
                steps[d] = 1
                nodes.append(corner(*steps))
            self.elements.append((4, number, nodes))

    def _face(self, number, node, at, e, f):
        def corner(a, b):
            moved = list(at)
            moved[e] += a
            moved[f] += b
            return node(moved)

        a, b, c, d = corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
        if self.tetrahedra:
            self.elements += [(2, number, [a, b, c]), (2, number, [a, c, d])]
        else:
            self.elements.append((3, number, [a, b, c, d]))

    def gmsh(self):
        return gmsh_text(self.names, self.points, self.elements)
