#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes struck_stack.msh: five blocks of 0.1 x 0.04 m on a table, and beside the
second one a striker. Each has another mesh than its neighbours. Materials are
called block 1 (the lowest) to block 5, striker and table, boundaries as in
block 1.bottom."""

import gmsh_text

WIDTH, HEIGHT, GAP = 0.1, 0.04, 1e-6


def main():
    mesh = gmsh_text.Mesh()
    bodies = [(f"block {k}", (0, (k - 1) * (HEIGHT + GAP) + GAP),
               (WIDTH, HEIGHT), (n, 4))
              for k, n in enumerate((10, 9, 11, 8, 10), 1)]
    bodies += [("striker", (-0.052, 1.2 * HEIGHT), (0.05, 0.7 * HEIGHT), (6, 4)),
               ("table", (-0.3, -HEIGHT), (0.9, HEIGHT), (60, 3))]
    for number, (name, corner, size, n) in enumerate(bodies, 1):
        points, cells, sides = gmsh_text.block(corner, size, n)
        mesh.name(2, number, name)
        elements = [(gmsh_text.QUADRILATERAL, number, cell) for cell in cells]
        for group, (side, lines) in enumerate(sides.items(), 10 * number):
            mesh.name(1, group, f"{name}.{side}")
            elements += [(gmsh_text.LINE, group, line) for line in lines]
        mesh.add(points, elements)
    mesh.write_beside(__file__)


if __name__ == "__main__":
    main()
