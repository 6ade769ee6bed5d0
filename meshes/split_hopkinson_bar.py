#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes split_hopkinson_bar.msh: half of the sections of a striker, an incident
bar, a specimen and a transmission bar, x the radius, y along the axis, one
behind the other. No two of them have the same mesh across. Materials are called
as the bodies, their ends as in incident.front and incident.back."""

import pathlib

GAP = 1e-4  # between striker and incident bar
RADIUS, LENGTH = 0.00635, 1.0  # of the bars; of the incident bar
# name, y of the front, length, radius, cells across and along
BODIES = (("striker", -0.2 - GAP, 0.2, RADIUS, 4, 100),
          ("incident", 0.0, LENGTH, RADIUS, 3, 500),
          ("specimen", LENGTH, 0.004, 0.004, 5, 5),
          ("transmission", LENGTH + 0.004, 0.6, RADIUS, 3, 300))


def main():
    points, elements, names = [], [], []
    for number, (name, front, length, radius, n, m) in enumerate(BODIES, 1):
        first = len(points) + 1
        points += [(radius * i / n, front + length * j / m)
                   for j in range(m + 1) for i in range(n + 1)]

        def node(i, j):
            return first + j * (n + 1) + i

        cells = [(3, number, (node(i, j), node(i + 1, j), node(i + 1, j + 1),
                              node(i, j + 1)))
                 for j in range(m) for i in range(n)]
        ends = [(1, 10 * number + end, (node(i, j), node(i + 1, j)))
                for end, j in ((1, 0), (2, m)) for i in range(n)]
        for kind, group, nodes in cells + ends:
            elements.append(" ".join(map(str, (len(elements) + 1, kind, 2,
                                               group, group, *nodes))))
        names += [f'2 {number} "{name}"', f'1 {10 * number + 1} "{name}.front"',
                  f'1 {10 * number + 2} "{name}.back"']
    sections = {
        "MeshFormat": ["2.2 0 8"],
        "PhysicalNames": [len(names), *names],
        "Nodes": [len(points), *(f"{i} {x:.12g} {y:.12g} 0"
                                 for i, (x, y) in enumerate(points, 1))],
        "Elements": [len(elements), *elements]}
    pathlib.Path(__file__).with_suffix(".msh").write_text("".join(
        f"${name}\n" + "".join(f"{line}\n" for line in lines) + f"$End{name}\n"
        for name, lines in sections.items()), encoding="utf-8")


if __name__ == "__main__":
    main()
