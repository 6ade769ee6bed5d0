# SPDX-License-Identifier: Apache-2.0
"""A scene at its last instant as SVG: what a page shows where nothing can be turned,
without JavaScript or WebGL. Triangles are drawn from the back to the front.
"""

import numpy as np

from scene import palette
from surface import Surface, coarser

WIDTH, HEIGHT = 900, 500
VERTICES = 1200   # of the triangles, at most
LAYERED = 10 * VERTICES  # where each layer has its own
GREY = np.array((0.72, 0.72, 0.75))
BLUE = "#0072B2"  # of report_view.js


def still_picture(scene):
    right, up, eye = axes(scene)
    low, high = scene.box()
    every = [scene.vertices[-1], *(each.points for each in scene.obstacles),
             np.array([low, high])]
    paper = np.concatenate(every) @ np.stack([right, up], axis=1)
    middle = (paper[:, 0].min() + paper[:, 0].max()) / 2
    top = paper[:, 1].max()
    scale = 0.96 * min(WIDTH / (np.ptp(paper[:, 0]) or 1),
                       HEIGHT / (np.ptp(paper[:, 1]) or 1))

    def placed(points):
        return np.column_stack([(points @ right - middle) * scale + WIDTH / 2,
                                (top - points @ up) * scale + 0.02 * HEIGHT])

    shapes = [*triangles(scene, placed, eye), *balls(scene, placed, eye, scale),
              *obstacles(scene, placed, eye),
              *lines(scene, placed, eye, scene.lines, BLUE)]
    if scene.is_flat():  # else what is hidden would be seen
        shapes += lines(scene, placed, eye, scene.outline, "#333")
    shapes.sort(key=lambda shape: shape[0])
    height = np.ptp(paper[:, 1]) * scale + 0.04 * HEIGHT
    return "\n".join([
        f'<svg class="still" viewBox="0 0 {WIDTH} {height:.0f}" '
        'stroke-linejoin="round" stroke-width="0.6">',
        *(text for _, text in shapes), "</svg>"])


def axes(scene):
    """To the right, upwards and to the eye."""
    eye = np.array(scene.eye, dtype=float)
    eye /= np.linalg.norm(eye)
    right = np.cross(scene.up, eye)
    right /= np.linalg.norm(right)
    return right, np.cross(eye, right), eye


def colors(scene, first, last):
    """Of vertices or balls, by the first field."""
    if not scene.fields:
        return np.tile(GREY, (last - first, 1))
    field = scene.fields[0]
    low, largest = field.limits()
    values = (field.values[-1][first:last] - low) / ((largest - low) or 1.)
    return palette(field, values)


def hexadecimal(color):
    return "#" + "".join(f"{int(255 * min(max(c, 0), 1)):02x}" for c in color)


def triangles(scene, placed, eye):
    """(depth, SVG) of each, darker where it is turned away."""
    vertices = scene.vertices[-1]
    of_vertices = colors(scene, 0, len(vertices))
    for sides, is_fixed in ((scene.triangles, False), (scene.fixed, True)):
        if not len(sides):
            continue
        every = np.arange(len(vertices))
        surface = coarser(Surface(every, every, sides, sides[:0]), vertices,
                          LAYERED if scene.layers else VERTICES)
        points = surface.one_of(vertices)
        shade = surface.one_of(of_vertices)
        corners = points[surface.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0],
                           corners[:, 2] - corners[:, 0])
        normals /= np.maximum(np.linalg.norm(normals, axis=1),
                              1e-300)[:, None]
        light = 0.62 + 0.38 * np.abs(normals @ eye)
        depth = corners.mean(axis=1) @ eye
        paper = placed(points)
        for side, brightness, place in zip(surface.triangles, light, depth):
            color = hexadecimal(brightness * (
                GREY if is_fixed else shade[side].mean(axis=0)))
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in paper[side])
            yield place, (f'<path d="M{path}z" fill="{color}" '
                          f'stroke="{color}"/>')


def balls(scene, placed, eye, scale):
    if not len(scene.radii):
        return
    centres = scene.balls[-1]
    n = len(scene.vertices[-1])
    for (x, y), place, radius, color in zip(
            placed(centres), centres @ eye, scene.radii,
            colors(scene, n, n + len(centres))):
        yield place, (f'<circle cx="{x:.1f}" cy="{y:.1f}" '
                      f'r="{radius * scale:.1f}" fill="{hexadecimal(color)}" '
                      'stroke="#555"/>')


def path_of(ends):
    return "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"
                   for (a, b), (c, d) in ends)


def lines(scene, placed, eye, pairs, color):
    """Those of equal depth, as of a layer, together."""
    if not len(pairs):
        return
    vertices = scene.vertices[-1]
    depth = (vertices[pairs] @ eye).mean(axis=1)
    paper = placed(vertices)
    above = 1e-6 * np.ptp(vertices, axis=0).max()
    for place in np.unique(depth):  # above what is filled there
        path = path_of(paper[pairs[depth == place]])
        yield place + above, f'<path d="{path}" stroke="{color}"/>'


def obstacles(scene, placed, eye):
    """Their lines."""
    for each in scene.obstacles:
        path = path_of(placed(each.points)[each.lines])
        yield (each.points @ eye).mean(), f'<path d="{path}" stroke="#888"/>'
