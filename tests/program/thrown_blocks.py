# SPDX-License-Identifier: Apache-2.0
"""Two blocks, turned and meshed at random, of which one is thrown at the other.

Lengths of blocks are 0.2 m; everything follows from the seed."""

import itertools
import math
import random

from blocks import gmsh_text

SIZE = 0.2


def turned(axis, angle):
    """The rows of the matrix of a rotation."""
    norm = math.sqrt(sum(a * a for a in axis))
    x, y, z = (a / norm for a in axis)
    c, s = math.cos(angle), math.sin(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s,
             x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c),
             y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s,
             c + z * z * (1 - c)]]


class Block:
    """Of n cells each way, turned about its middle; in the plane, the axis of
    the rotation is across it."""

    def __init__(self, dim, n, axes):
        self.dim, self.n = dim, n
        grid = itertools.product(range(n + 1), repeat=dim)
        self.at = [tuple(reversed(i)) for i in grid]
        self.points = []
        for i in self.at:
            local = [SIZE * (a / n - 0.5) for a in i] + [0] * (3 - dim)
            self.points.append([sum(r * a for r, a in zip(row, local))
                                for row in axes])

    def moved(self, by):
        self.points = [[a + b for a, b in zip(x, by)] for x in self.points]

    def extent(self, d):
        values = [x[d] for x in self.points]
        return min(values), max(values)

    def node(self, at):
        return sum(a * (self.n + 1) ** d for d, a in enumerate(at))

    def square(self, at, d, e):
        """The nodes round a square of the grid in directions d and e."""
        nodes = []
        for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
            corner = list(at)
            corner[d] += a
            corner[e] += b
            nodes.append(self.node(corner))
        return nodes

    def cells(self):
        for at in itertools.product(range(self.n), repeat=self.dim):
            if self.dim == 2:
                yield self.square(at, 0, 1)
            else:
                yield (self.square(at, 0, 1) +
                       self.square((at[0], at[1], at[2] + 1), 0, 1))

    def faces(self):
        """Those of the boundary."""
        for d, end in itertools.product(range(self.dim), (0, self.n)):
            others = [e for e in range(self.dim) if e != d]
            for i in itertools.product(range(self.n), repeat=self.dim - 1):
                at = [0] * self.dim
                at[d] = end
                for e, a in zip(others, i):
                    at[e] = a
                if self.dim == 3:
                    yield self.square(at, *others)
                else:
                    to = list(at)
                    to[others[0]] += 1
                    yield [self.node(at), self.node(to)]

    def edges(self):
        """Pairs of nodes along the edges of the block, in the plane its
        sides."""
        for d in range(self.dim):
            others = [e for e in range(self.dim) if e != d]
            for ends in itertools.product((0, self.n), repeat=self.dim - 1):
                at = [0] * self.dim
                for e, a in zip(others, ends):
                    at[e] = a
                for i in range(self.n):
                    at[d] = i + 1
                    to = self.node(at)
                    at[d] = i
                    yield self.node(at), to


class Scene:
    """Block 'a' rests, 'b' comes from above, in space along z, in the plane
    along y."""

    def __init__(self, dim, seed, gap=0.01, refine=1):
        draw = random.Random(seed)
        self.dim, self.names, self.numbers = dim, "ab", None

        def axes():
            if dim == 2:
                return turned((0, 0, 1), draw.uniform(0, math.pi / 2))
            return turned([draw.gauss(0, 1) for _ in range(3)],
                          draw.uniform(0, math.pi))

        n = [draw.choice((2, 3) if dim == 3 else (2, 3, 4)) for _ in range(2)]
        self.blocks = [Block(dim, refine * n[0], axes()),
                       Block(dim, refine * n[1], axes())]
        up = dim - 1
        a, b = self.blocks
        shift = [draw.uniform(-0.15, 0.15) for _ in range(up)]
        shift.append(a.extent(up)[1] - b.extent(up)[0] + gap)
        b.moved(shift + [0] * (3 - dim))
        self.level = 0.5 * (a.extent(up)[1] + b.extent(up)[0])
        self.velocity = [draw.uniform(-1, 1) for _ in range(up)] + [-2]

    def mirrored(self):
        """At x = 0."""
        for block in self.blocks:
            block.points = [[-x[0], *x[1:]] for x in block.points]
        self.velocity[0] *= -1
        return self

    def turned(self, axis, degrees):
        """About an axis through the origin, which leaves the height."""
        rows = turned(axis, math.radians(degrees))

        def image(x):
            return [sum(r * a for r, a in zip(row, x)) for row in rows]

        for block in self.blocks:
            block.points = [image(x) for x in block.points]
        self.velocity = image(self.velocity)
        return self

    def renumbered(self, seed):
        """With nodes, and cells with their first corners, in another order."""
        self.numbers = random.Random(seed)
        return self

    def exchanged(self):
        """The other block comes first."""
        self.blocks.reverse()
        self.names = self.names[::-1]
        return self

    def scaled(self, factor):
        """Lengths in another unit."""
        for block in self.blocks:
            block.points = [[factor * a for a in x] for x in block.points]
        self.velocity = [factor * v for v in self.velocity]
        self.level *= factor
        return self

    def points(self):
        return [x for block in self.blocks for x in block.points]

    def mesh(self):
        names, elements, first = [], [], 0
        for name, block in zip(self.names, self.blocks):
            for d, group, kind, parts in (
                    (self.dim, name, 5 if self.dim == 3 else 3,
                     block.cells()),
                    (self.dim - 1, name + ".skin", 3 if self.dim == 3 else 1,
                     block.faces())):
                names.append((d, group))
                elements += [(kind, len(names), [first + i for i in nodes])
                             for nodes in parts]
            first += len(block.points)
        points = self.points()
        if self.numbers:
            points, elements = self.shuffled(points, elements)
        return gmsh_text(names, points, elements)

    def shuffled(self, points, elements):
        order = list(range(len(points)))
        self.numbers.shuffle(order)
        number = {old: new for new, old in enumerate(order)}
        result = []
        for kind, group, nodes in elements:
            by = self.numbers.randrange(4) if kind in (3, 5) else 0
            rings = [nodes[i:i + 4] for i in range(0, len(nodes), 4)]
            result.append((kind, group, [
                number[i] for ring in rings for i in ring[by:] + ring[:by]]))
        self.numbers.shuffle(result)
        return [points[i] for i in order], result

    def case(self, pairs="all : self", scheme="cd-lagrange", step=1e-3,
             end=0.1, **entries):
        up = "xyz"[self.dim - 1]
        result = {
            "Model/name": "solid", "Solid/dimension": self.dim,
            "Discretization/mesh file": "thrown.msh",
            "Solid/elastic law": "neo-Hookean",
            "Solid/Young's modulus": 1000, "Solid/Poisson's ratio": 0.3,
            "Solid/density": 1, "Solid/mass matrix": "lumped",
            "Solid/initial velocity": ", ".join(
                f"if({up} > {self.level!r}, {v!r}, 0)" for v in self.velocity),
            "Contact/pairs": pairs,
            "Time integration/scheme": scheme,
            "Time integration/time step": step,
            "Time integration/end time": end,
            "Output/output directory": "out", "Output/history interval": 1,
            "Output/monitored points": " ; ".join(
                f"p{i}: " + ", ".join(map(repr, x[:self.dim]))
                for i, x in enumerate(self.points()))}
        result.update(entries)
        return result

    def positions(self, history, k):
        return [[history[f"position[p{i}.{d}]"][k] for d in "xyz"[:self.dim]]
                for i in range(len(self.points()))]
