# SPDX-License-Identifier: Apache-2.0
"""A grid of quadrilaterals or hexahedra, or of triangles or tetrahedra, as a
file of Gmsh, Abaqus and VTK."""

import itertools


class Grid:
    """Unit squares or cubes from 0 to `n`; the cells left and right of the
    middle are 'head' (1) and 'handle' (2), the faces at y = 0 'foot' (5) and
    those with the largest x 'end' (6). With `simplices` squares are cut in
    two triangles, cubes in six tetrahedra."""

    def __init__(self, *n, size=1., simplices=False):
        self.dimension = len(n)
        self.simplices = False
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
        if simplices:
            self.cut()

    def cut(self):
        """Along paths of edges from one corner of a cell to the other: those
        of all cells fit together."""
        self.simplices = True
        d = self.dimension
        edges = {}  # of a face, the group

        def paths(nodes, corners):
            """Nodes of a cell or face, with their corners."""
            at = dict(zip(corners, nodes))
            ends = min(at), max(at)
            directions = [i for i in range(d) if ends[0][i] != ends[1][i]]
            for order in itertools.permutations(directions):
                corner, path = list(ends[0]), [at[ends[0]]]
                for i in order:
                    corner[i] = 1
                    path.append(at[tuple(corner)])
                yield path

        square = [(0, 0), (1, 0), (1, 1), (0, 1)]
        cube = square if d == 2 else [(*c, z) for z in (0, 1) for c in square]
        cells = [(number, path) for number, nodes in self.cells
                 for path in paths(nodes, cube)]
        if d == 3:
            # a face has the corners that its nodes have in the cell
            for number, nodes in self.faces:
                cell = next(c for _, c in self.cells if set(nodes) <= set(c))
                corners = [cube[cell.index(n)] for n in nodes]
                edges.update({tuple(path): number
                              for path in paths(nodes, corners)})
            self.faces = [(number, list(path))
                          for path, number in edges.items()]
        self.cells = cells

    def kinds(self):
        """Of cells and faces, the numbers of Gmsh and of VTK."""
        d = self.dimension
        if self.simplices:
            return ((2, 1), (5, 3)) if d == 2 else ((4, 2), (10, 5))
        return ((3, 1), (9, 3)) if d == 2 else ((5, 3), (12, 9))

    NAMES = {1: "head", 2: "handle", 5: "foot", 6: "end"}

    def gmsh(self, named=True):
        d = self.dimension
        names = [f'{d if number < 5 else d - 1} {number} "{name}"'
                 for number, name in self.NAMES.items()]
        cell_kind, face_kind = self.kinds()[0]
        elements = [(face_kind, *face) for face in self.faces] + [
            (cell_kind, *cell) for cell in self.cells]
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
        types = ("CAX3", "C3D4") if self.simplices else ("CAX4", "C3D8")
        lines.append("*ELEMENT, TYPE=" + types[self.dimension - 2])
        lines += [", ".join(str(n) for n in (i, *(n + 1 for n in nodes)))
                  for i, (number, nodes) in enumerate(self.cells, 1)]
        for number in (1, 2):
            lines.append(f"*ELSET, ELSET={self.NAMES[number]}")
            lines += [f"{i}," for i, cell in enumerate(self.cells, 1)
                      if cell[0] == number]
        lines.append("*NSET, NSET=END")
        lines += sorted({f"{n + 1}," for number, nodes in self.faces
                         for n in nodes if number == 6})
        lines.append("*SURFACE, NAME=foot")
        foot = {frozenset(nodes) for number, nodes in self.faces if number == 5}
        lines += [f"{i}, S{side}" for i, (_, nodes) in
                  enumerate(self.cells, 1)
                  for side, of_side in enumerate(self.sides(), 1)
                  if frozenset(nodes[n] for n in of_side) in foot]
        return "\n".join(lines) + "\n"

    def sides(self):
        """Of a cell, as Abaqus numbers them."""
        if self.dimension == 2:
            n = len(self.cells[0][1])
            return [(i, (i + 1) % n) for i in range(n)]
        if self.simplices:
            return [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)]
        return [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2),
                (2, 6, 7, 3), (3, 7, 4, 0)]

    def vtu(self):
        cell_kind, face_kind = self.kinds()[1]
        cells = [(cell_kind, *cell) for cell in self.cells] + [
            (face_kind, *face) for face in self.faces]
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
