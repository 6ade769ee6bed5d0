#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes split_hopkinson_bar.msh: half of the sections of a striker, an incident
bar, a specimen and a transmission bar, x the radius, y along the axis, one
behind the other. No two of them have the same mesh across. Materials are called
as the bodies, their ends as in incident.front and incident.back."""

import gmsh_text

GAP = 1e-4  # between striker and incident bar
RADIUS, LENGTH = 0.00635, 1.0  # of the bars; of the incident bar
# name, y of the front, length, radius, cells across and along
BODIES = (("striker", -0.2 - GAP, 0.2, RADIUS, 4, 100),
          ("incident", 0.0, LENGTH, RADIUS, 3, 500),
          ("specimen", LENGTH, 0.004, 0.004, 5, 5),
          ("transmission", LENGTH + 0.004, 0.6, RADIUS, 3, 300))


def main():
    mesh = gmsh_text.Mesh()
    for number, (name, front, length, radius, n, m) in enumerate(BODIES, 1):
        points, cells, sides = gmsh_text.block((0, front), (radius, length),
                                               (n, m))
        mesh.name(2, number, name)
        mesh.name(1, 10 * number + 1, f"{name}.front")
        mesh.name(1, 10 * number + 2, f"{name}.back")
        mesh.add(points, [
            (gmsh_text.QUADRILATERAL, number, cell) for cell in cells] + [
            (gmsh_text.LINE, 10 * number + end, line)
            for end, side in ((1, "bottom"), (2, "top"))
            for line in sides[side]])
    mesh.write_beside(__file__)


if __name__ == "__main__":
    main()
