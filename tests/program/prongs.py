# SPDX-License-Identifier: Apache-2.0
"""A body with a slot, two prongs with a web between them, as a file of Gmsh."""

from blocks import gmsh_text


def moved(text, place):
    """A file of Gmsh with its nodes at place(x, y, z)."""
    begin, end = text.index("$Nodes\n"), text.index("$EndNodes")
    count, *lines = text[begin:end].splitlines()[1:]
    nodes = [count]
    for line in lines:
        number, *x = line.split()
        nodes.append(" ".join((number, *map(repr, place(*map(float, x))))))
    return text[:begin] + "$Nodes\n" + "\n".join(nodes) + "\n" + text[end:]


def fork(n, lower=None, half=False, length=4, gap=0.02, depth=0):
    """Prongs of thickness 1 from x = 0 to `length` and beyond the web, whose
    right end is at x = 1; the slot is of width `gap` about y = 0.

    `n` cells in a unit of length, of the lower prong `lower`, where they differ
    with a mesh that does not match across the slot: its cells are shorter or
    longer there, but not in the web. With `half` the upper prong alone. With
    `depth` that many cells of 1/n along z. Boundaries are 'upper', 'lower' and
    'root' of the slot, 'outside', 'middle', which is the cut of a half, 'ends'
    of z."""
    points, numbers, cells = [], {}, []

    def node(key, x, y):
        if key not in numbers:
            numbers[key] = len(points)
            points.append((x, y))
        return numbers[key]

    def prong(sign, m):
        """Cells of one half; columns n in the web, m beyond it."""
        xs = [i / n for i in range(n)] + [1 + i / m
                                          for i in range((length - 1) * m + 1)]
        ys = [0] + [gap / 2 + j / n for j in range(n + 1)]
        for i in range(len(xs) - 1):
            for j in range(len(ys) - 1):
                if j == 0 and i >= n:
                    continue  # the slot
                corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                if sign < 0:
                    corners.reverse()
                cells.append([
                    node((a, 0) if b == 0 else (a, sign * b), xs[a],
                         sign * ys[b]) for a, b in corners])

    prong(1, n)
    if not half:
        prong(-1, lower or n)

    def boundary(edge):
        mid = [sum(points[k][d] for k in edge) / 2 for d in range(2)]
        if half and abs(mid[1]) < gap / 4:
            return "middle"
        if mid[0] < 1 - 1e-9 or abs(mid[1]) > gap / 2 + 1e-9:
            return "outside"
        return ("root" if abs(mid[1]) < gap / 2 - 1e-9 else
                "upper" if mid[1] > 0 else "lower")

    edges = {}
    for cell in cells:
        for a, b in zip(cell, cell[1:] + cell[:1]):
            edges.setdefault(frozenset((a, b)), []).append((a, b))
    outer = [both[0] for both in edges.values() if len(both) == 1]
    sides = ["upper", "lower", "root", "outside", "middle"]
    dimension = 3 if depth else 2
    names = [(dimension, "body")] + [(dimension - 1, side) for side in sides]
    if not depth:
        elements = [(3, 1, cell) for cell in cells]
        elements += [(1, 2 + sides.index(boundary(edge)), list(edge))
                     for edge in outer]
        return gmsh_text(names, ((*point, 0) for point in points), elements)

    names.append((2, "ends"))
    m = len(points)

    def layer(nodes, k):
        return [a + k * m for a in nodes]

    elements = [(5, 1, layer(cell, k) + layer(cell, k + 1))
                for k in range(depth) for cell in cells]
    elements += [(3, 2 + sides.index(boundary(edge)),
                  layer(edge, k) + layer(edge[::-1], k + 1))
                 for k in range(depth) for edge in outer]
    elements += [(3, len(names), layer(cell, k))
                 for k in (0, depth) for cell in cells]
    return gmsh_text(names, ((*point, k / n) for k in range(depth + 1)
                             for point in points), elements)
