# SPDX-License-Identifier: Apache-2.0
"""The surface of a mesh, in the plane its cells, as triangles that share their
vertices, coarser where there are too many to draw.
"""

import dataclasses

import numpy as np

# the faces of VTK's cells, by the places of their vertices
FACES = {10: ((0, 1, 2), (0, 1, 3), (1, 2, 3), (0, 2, 3)),
         12: ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5),
              (2, 3, 7, 6), (3, 0, 4, 7)),
         13: ((0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0))}
CORNERS = {5: 3, 9: 4, 69: 3, 70: 4}          # of flat cells
OF_HIGHER_DEGREE = {71: 10, 72: 12, 73: 13}   # VTK's Lagrange cells
POLYGON = 7
FINEST = 20  # how often boxes are halved, at most
SHARP = np.cos(np.radians(30.))  # edges between such faces are drawn


@dataclasses.dataclass
class Surface:
    """vertex: of each point of the grid, -1 where it has none; point: one for each
    vertex, at its place; triangles and edges, those of the cells, of vertices; none
    of the latter where the surface was made coarser."""
    vertex: np.ndarray
    point: np.ndarray
    triangles: np.ndarray
    edges: np.ndarray

    @property
    def n_vertices(self):
        return len(self.point)

    def one_of(self, values):
        """At the vertices."""
        return values[self.point]

    def mean(self, values):
        """At the vertices, of numbers at the points."""
        kept = self.vertex >= 0
        return (np.bincount(self.vertex[kept], values[kept])
                / np.bincount(self.vertex[kept]))


def places(points, displacements):
    """The number of the place of each point: those are at one that coincide and are
    displaced alike, so that bodies that touch share nothing."""
    size = np.abs(points).max(initial=0.) or 1.
    largest = np.abs(displacements).max(initial=0.) or 1.
    keys = np.hstack([np.round(points / size * 2.**20),
                      np.round(displacements / largest * 2.**10)])
    return np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)


def surface_of(cells, place):
    """What is outside of cells, [(kind, points)], whose points are at places,
    that is numbers."""
    faces = {}
    for kind, nodes in cells:
        for face in faces_of(kind, place[nodes]):
            faces.setdefault(face.shape[1], []).append(face)
    in_space = any(OF_HIGHER_DEGREE.get(kind, kind) in FACES
                   for kind, _ in cells)
    outer = {size: on_one_cell(np.concatenate(parts)) if in_space
             else np.concatenate(parts) for size, parts in faces.items()}
    triangles = [face[:, (0, k, k + 1)] for size, face in outer.items()
                 for k in range(1, size - 1)]
    edges = [face[:, (k, (k + 1) % size)] for size, face in outer.items()
             for k in range(size)]
    return renumbered(place, stacked(triangles, 3),
                      np.unique(np.sort(stacked(edges, 2), axis=1), axis=0))


def faces_of(kind, nodes):
    kind = OF_HIGHER_DEGREE.get(kind, kind)
    if kind in FACES:
        return [nodes[:, face] for face in FACES[kind]]
    if kind == POLYGON:
        return [nodes]
    return [nodes[:, :CORNERS[kind]]] if kind in CORNERS else []


def on_one_cell(faces):
    _, first, count = np.unique(np.sort(faces, axis=1), axis=0,
                                return_index=True, return_counts=True)
    return faces[first[count == 1]]


def stacked(parts, width):
    return (np.concatenate(parts) if parts else
            np.empty((0, width), dtype=np.int64))


def renumbered(place, triangles, edges):
    """With the vertices of triangles alone."""
    used = np.unique(triangles)
    number = np.full(place.max(initial=-1) + 2, -1)  # the last: of those at -1
    number[used] = np.arange(len(used))
    return Surface(number[place], first_at(place, number.size - 1)[used],
                   number[triangles], number[edges])


def first_at(place, n):
    """The first one at each of n places, which is a number or -1."""
    result = np.full(n, -1)
    kept = np.flatnonzero(place >= 0)[::-1]
    result[place[kept]] = kept
    return result


def coarser(surface, vertices, at_most, groups=None):
    """With at most so many vertices, one of those in a box, of edges if there are,
    and smaller boxes where there are more of them; groups: numbers, vertices of different ones stay
    apart."""
    if surface.n_vertices <= at_most:
        return surface
    others = np.zeros(len(vertices)) if groups is None else groups
    in_box = surface.n_vertices / at_most
    while True:
        place = boxes(vertices, others, in_box)
        if place.max() < at_most or in_box > surface.n_vertices:
            break
        in_box *= 1.3
    a, b, c = place[surface.triangles].T
    triangles = np.stack([a, b, c], axis=1)[(a != b) & (b != c) & (c != a)]
    result = renumbered(np.where(surface.vertex < 0, -1, place[surface.vertex]),
                        triangles, np.empty((0, 2), dtype=np.int64))
    on_edges = np.zeros(len(vertices), dtype=bool)
    on_edges[outline(vertices, surface.triangles)] = True
    order = np.argsort(~on_edges, kind="stable")
    chosen = order[first_at(place[order], place.max() + 1)]
    result.point = surface.point[chosen][np.unique(triangles)]
    return result


def boxes(vertices, groups, at_most):
    """The numbers of boxes with at most so many vertices, each half as large as
    the one that it is a part of."""
    low, size = vertices.min(axis=0), np.ptp(vertices, axis=0).max() or 1.
    key = np.zeros((len(vertices), 5))
    left = np.arange(len(vertices))
    for level in range(FINEST + 1):
        inside = np.floor((vertices[left] - low) / size * 2.**level)
        key[left] = np.column_stack([np.full(len(left), level), inside,
                                     groups[left]])
        _, place, count = np.unique(key[left], axis=0, return_inverse=True,
                                    return_counts=True)
        left = left[count[place.reshape(-1)] > at_most]
        if not len(left):
            break
    return np.unique(key, axis=0, return_inverse=True)[1].reshape(-1)


def outline(vertices, triangles):
    """The edges, as pairs of vertices, of one triangle or where two of them meet
    at an angle."""
    if not len(triangles):
        return np.empty((0, 2), dtype=np.int64)
    corners = np.asarray(vertices, dtype=float)[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0],
                       corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    edges = np.sort(np.concatenate([triangles[:, (0, 1)], triangles[:, (1, 2)],
                                    triangles[:, (2, 0)]]), axis=1)
    order = np.lexsort(edges.T)
    edges, normals = edges[order], np.tile(normals, (3, 1))[order]
    same = np.all(edges[1:] == edges[:-1], axis=1)
    # an edge of a smooth surface is there twice, with nearly the same normal
    smooth = same & (np.abs(np.sum(normals[1:] * normals[:-1], axis=1))
                     > SHARP)
    drawn = np.ones(len(edges), dtype=bool)
    drawn[1:] &= ~smooth
    drawn[:-1] &= ~smooth
    return np.unique(edges[drawn], axis=0)


def outline_on(surface, fine, vertices):
    """The outline of a fine surface on one that was made of it."""
    edges = surface.vertex[fine.point[outline(vertices, fine.triangles)]]
    drawn = (edges[:, 0] != edges[:, 1]) & np.all(edges >= 0, axis=1)
    return np.unique(np.sort(edges[drawn], axis=1), axis=0)
