# SPDX-License-Identifier: Apache-2.0
"""Rectangular blocks, each with a grid of its own, as a file of Gmsh."""


def gmsh_text(names, points, elements):
    """A file of Gmsh 2.2: groups (dimension, name), whose numbers count from 1;
    elements (kind, group, nodes), nodes from 0."""
    points = list(points)
    sections = {
        "MeshFormat": ["2.2 0 8"],
        "PhysicalNames": [len(names), *(
            f'{d} {i} "{name}"' for i, (d, name) in enumerate(names, 1))],
        "Nodes": [len(points), *(f"{i} {x!r} {y!r} {z!r}" for i, (x, y, z) in
                                 enumerate(points, 1))],
        "Elements": [len(elements), *(
            " ".join(map(str, (i, kind, 2, number, number,
                               *(n + 1 for n in nodes))))
            for i, (kind, number, nodes) in enumerate(elements, 1))]}
    return "".join(f"${name}\n" + "".join(f"{line}\n" for line in lines) +
                   f"$End{name}\n" for name, lines in sections.items())


class Blocks:
    """Each block has a name, its lower left corner, its size and its numbers of
    cells; its sides are called as it is with .left, .right, .bottom, .top."""

    SIDES = ("left", "right", "bottom", "top")

    def __init__(self, triangles=False, unit=1):
        self.triangles = triangles  # two of each cell
        self.unit = unit  # of length, [m]
        self.names, self.points, self.elements = [], [], []

    def add(self, name, corner, size, n):
        """Returns the object, for more of them."""
        first = len(self.points)
        (nx, ny), (x, y), (width, height) = n, corner, size
        self.points += [(x + width * i / nx, y + height * j / ny)
                        for j in range(ny + 1) for i in range(nx + 1)]

        def node(i, j):
            return first + j * (nx + 1) + i

        number = len(self.names) + 1
        self.names.append((2, name))
        cells = [[node(i, j), node(i + 1, j), node(i + 1, j + 1),
                  node(i, j + 1)] for j in range(ny) for i in range(nx)]
        if self.triangles:
            self.elements += [(2, number, [a, *others]) for a, b, c, d in cells
                              for others in ((b, c), (c, d))]
        else:
            self.elements += [(3, number, cell) for cell in cells]
        edges = {"left": [(0, j, 0, j + 1) for j in range(ny)],
                 "right": [(nx, j, nx, j + 1) for j in range(ny)],
                 "bottom": [(i, 0, i + 1, 0) for i in range(nx)],
                 "top": [(i, ny, i + 1, ny) for i in range(nx)]}
        for side in self.SIDES:
            self.names.append((1, f"{name}.{side}"))
            self.elements += [(1, len(self.names), [node(a, b), node(c, d)])
                              for a, b, c, d in edges[side]]
        return self

    def gmsh(self):
        return gmsh_text(self.names, ((x / self.unit, y / self.unit, 0)
                                      for x, y in self.points), self.elements)
