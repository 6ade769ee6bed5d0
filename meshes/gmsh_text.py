# SPDX-License-Identifier: Apache-2.0
"""Files of Gmsh, version 2.2 in text, of plane meshes."""

import pathlib

LINE, QUADRILATERAL = 1, 3  # Gmsh's numbers of shapes


class Mesh:
    """Points (x, y), and elements with the number of their physical group."""

    def __init__(self):
        self.points = []
        self.elements = []
        self.names = []

    def name(self, dimension, group, name):
        """Names the physical curve (1) or surface (2) with a number."""
        self.names.append(f'{dimension} {group} "{name}"')

    def add(self, points, elements):
        """Adds points and elements (shape, group, places in these points)."""
        first = len(self.points) + 1
        self.points += points
        for shape, group, nodes in elements:
            self.elements.append(" ".join(map(str, (
                len(self.elements) + 1, shape, 2, group, group,
                *(first + node for node in nodes)))))

    def write_beside(self, script):
        """Writes the file of the script's name that ends in .msh."""
        sections = {
            "MeshFormat": ["2.2 0 8"],
            "PhysicalNames": [len(self.names), *self.names],
            "Nodes": [len(self.points), *(f"{i} {x:.12g} {y:.12g} 0" for
                                          i, (x, y) in enumerate(self.points, 1))],
            "Elements": [len(self.elements), *self.elements]}
        pathlib.Path(script).with_suffix(".msh").write_text("".join(
            f"${name}\n" + "".join(f"{line}\n" for line in lines) +
            f"$End{name}\n" for name, lines in sections.items()),
            encoding="utf-8")


def block(corner, size, n):
    """Points of a rectangle of n cells each way, its cells, and the lines of its
    bottom, top, left and right."""
    points = [(corner[0] + size[0] * i / n[0], corner[1] + size[1] * j / n[1])
              for j in range(n[1] + 1) for i in range(n[0] + 1)]

    def node(i, j):
        return j * (n[0] + 1) + i

    across, up = range(n[0]), range(n[1])
    cells = [(node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1))
             for j in up for i in across]
    sides = {"bottom": [(node(i, 0), node(i + 1, 0)) for i in across],
             "top": [(node(i, n[1]), node(i + 1, n[1])) for i in across],
             "left": [(node(0, j), node(0, j + 1)) for j in up],
             "right": [(node(n[0], j), node(n[0], j + 1)) for j in up]}
    return points, cells, sides
