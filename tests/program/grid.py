# SPDX-License-Identifier: Apache-2.0
"""A grid of quadrilaterals or hexahedra as a file of Gmsh, Abaqus and VTK."""

import itertools


class Grid:
    """Unit squares or cubes from 0 to `n`; the cells left and right of the
    middle are 'head' (1) and 'handle' (2), the faces at y = 0 'foot' (5) and
    those with the largest x 'end' (6)."""

    def __init__(self, *n, size=1.):
        self.dimension = len(n)
        steps = list(itertools.accumulate(n, lambda a, b: a * (b + 1),
                                          initial=1))[:-1]
        self.points = [tuple(size * x for x in (*reversed(point), 0, 0)[:3])
                       for point in itertools.product(
                           *(range(k + 1) for k in reversed(n)))]
        self.cells, self.faces = [], []
        corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
        for cell in itertools.product(*(range(k) for k in reversed(n))):
            cell = cell[::-1]

            def node(*shift):
                return sum((c + s) * step for c, s, step in
                           zip(cell, shift, steps))

            layers = (0, 1)[:self.dimension - 1]
            self.cells.append((1 if 2 * cell[0] < n[0] else 2,
                               [node(*corner, layer) for layer in layers
                                for corner in corners]))
            around = [(corner, layer) for layer, side in
                      zip(layers, (corners, corners[::-1]))
                      for corner in side]
            for number, holds in (
                    (5, lambda x, y: y == 0 and cell[1] == 0),
                    (6, lambda x, y: x == 1 and cell[0] == n[0] - 1)):
                nodes = [node(*corner, layer) for corner, layer in around
                         if holds(*corner)]
                if nodes:
                    self.faces.append((number, nodes))

    NAMES = {1: "head", 2: "handle", 5: "foot", 6: "end"}

    def gmsh(self, named=True):
        d = self.dimension
        names = [f'{d if number < 5 else d - 1} {number} "{name}"'
                 for number, name in self.NAMES.items()]
        elements = [(1 if d == 2 else 3, *face) for face in self.faces] + [
            (3 if d == 2 else 5, *cell) for cell in self.cells]
        sections = {"MeshFormat": ["2.2 0 8"]}
        if named:
            sections["PhysicalNames"] = [len(names), *names]
        sections["Nodes"] = [len(self.points), *(
            f"{i} {x!r} {y!r} {z!r}"
            for i, (x, y, z) in enumerate(self.points, 1))]
        sections["Elements"] = [len(elements), *(
            " ".join(map(str, (i, kind, 2, number, 1, *(n + 1 for n in nodes))))
            for i, (kind, number, nodes) in enumerate(elements, 1))]
        return "".join(f"${name}\n" + "".join(f"{line}\n" for line in lines) +
                       f"$End{name}\n" for name, lines in sections.items())

    def abaqus(self):
        lines = ["*NODE"] + [", ".join(map(repr, (i, *point))) for i, point in
                             enumerate(self.points, 1)]
        lines.append("*ELEMENT, TYPE=" + ("CAX4" if self.dimension == 2 else
                                          "C3D8"))
        lines += [", ".join(str(n) for n in (i, *(n + 1 for n in nodes)))
                  for i, (number, nodes) in enumerate(self.cells, 1)]
        for number in (1, 2):
            lines.append(f"*ELSET, ELSET={self.NAMES[number]}")
            lines += [f"{i}," for i, cell in enumerate(self.cells, 1)
                      if cell[0] == number]
        lines.append("*NSET, NSET=END")
        lines += sorted({f"{n + 1}," for number, nodes in self.faces
                         for n in nodes if number == 6})
        # the first side of a quadrilateral and the third of a hexahedron
        lines.append("*SURFACE, NAME=foot")
        foot = {frozenset(nodes) for number, nodes in self.faces if number == 5}
        side = ("S1", (0, 1)) if self.dimension == 2 else ("S3", (0, 1, 4, 5))
        lines += [f"{i}, {side[0]}" for i, (_, nodes) in
                  enumerate(self.cells, 1)
                  if frozenset(nodes[n] for n in side[1]) in foot]
        return "\n".join(lines) + "\n"

    def vtu(self):
        d = self.dimension
        cells = [(9 if d == 2 else 12, *cell) for cell in self.cells] + [
            (3 if d == 2 else 9, *face) for face in self.faces]
        offsets = itertools.accumulate(len(nodes) for _, _, nodes in cells)

        def array(kind, name, numbers, more=""):
            return (f'<DataArray type="{kind}" Name="{name}" format="ascii"'
                    f'{more}>\n{" ".join(map(str, numbers))}\n</DataArray>\n')

        def data(name, number):
            return array("UInt8", name, [int(cell[1] == number)
                                         for cell in cells])

        return (
            '<VTKFile type="UnstructuredGrid" byte_order="LittleEndian">\n'
            "<UnstructuredGrid>\n"
            f'<Piece NumberOfPoints="{len(self.points)}" '
            f'NumberOfCells="{len(cells)}">\n<Points>\n' +
            array("Float64", "Points", itertools.chain(*self.points),
                  ' NumberOfComponents="3"') + "</Points>\n<Cells>\n" +
            array("Int64", "connectivity",
                  (n for *_, nodes in cells for n in nodes)) +
            array("Int64", "offsets", offsets) +
            array("UInt8", "types", (kind for kind, *_ in cells)) +
            "</Cells>\n<CellData>\n" +
            array("Int32", "material", (cell[1] for cell in cells)) +
            "".join(data(name, number) for number, name in self.NAMES.items()) +
            "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n")
