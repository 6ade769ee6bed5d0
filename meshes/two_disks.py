#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes two_disks.msh: two disks of radius 0.02 m with different meshes, which
miss each other's middle by 0.6 radii. Materials left, right; boundaries
left.rim, right.rim."""

import math

import gmsh_text

RADIUS = 0.02
GAP = 1e-4  # between the rims, where they meet
OFFSET = 0.6 * RADIUS  # of the centres, across the motion


def disk(n, layers, x_c, y_c):
    """A rounded square of n x n cells in rings, as (points, cells, rim)."""

    def core(i, j):
        s, t = 2 * i / n - 1, 2 * j / n - 1
        bulge = [s * math.sqrt(1 - t * t / 2), t * math.sqrt(1 - s * s / 2)]
        return [0.55 * (0.5 * a + 0.5 * b) for a, b in zip((s, t), bulge)]

    points = [core(i, j) for j in range(n + 1) for i in range(n + 1)]
    cells = [[j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i + 1,
              (j + 1) * (n + 1) + i] for j in range(n) for i in range(n)]
    around = ([(i, 0) for i in range(n)] + [(n, j) for j in range(n)] +
              [(n - i, n) for i in range(n)] + [(0, n - j) for j in range(n)])
    inner = [j * (n + 1) + i for i, j in around]
    for layer in range(1, layers + 1):
        outer = []
        for k, (i, j) in enumerate(around):
            phi = -0.75 * math.pi + 0.5 * math.pi * k / n
            w = layer / layers
            outer.append(len(points))
            points.append([(1 - w) * a + w * b for a, b in
                           zip(core(i, j), (math.cos(phi), math.sin(phi)))])
        m = len(around)
        cells += [[inner[k], outer[k], outer[(k + 1) % m], inner[(k + 1) % m]]
                  for k in range(m)]
        inner = outer
    rim = [[inner[k], inner[(k + 1) % len(inner)]] for k in range(len(inner))]
    return ([(x_c + RADIUS * x, y_c + RADIUS * y) for x, y in points], cells,
            rim)


def main():
    half = 0.5 * math.sqrt((2 * RADIUS + GAP)**2 - OFFSET**2)
    mesh = gmsh_text.Mesh()
    for group, name in ((11, "left.rim"), (12, "right.rim")):
        mesh.name(1, group, name)
    for group, name in ((1, "left"), (2, "right")):
        mesh.name(2, group, name)
    for number, (n, layers, side) in enumerate(((16, 9, -1), (12, 7, 1)), 1):
        points, cells, rim = disk(n, layers, side * half, -side * OFFSET / 2)
        mesh.add(points,
                 [(gmsh_text.QUADRILATERAL, number, cell) for cell in cells] +
                 [(gmsh_text.LINE, 10 + number, face) for face in rim])
    mesh.write_beside(__file__)


if __name__ == "__main__":
    main()
