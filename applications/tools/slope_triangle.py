# SPDX-License-Identifier: Apache-2.0
"""A triangle that shows an order p on logarithmic axes.

    e = C h^p  is  log e = log C + p log h:

the hypotenuse rises by p decades of e per decade of h. The triangle lies below
all lines or above all of them, where there is room, as near as possible to the
line it belongs to. Lengths are in mm from the lower left corner of the axes.
"""

import collections
import math

import numpy as np

CELL = 0.75        # of the raster on which room is looked for
CLEARANCE = 2.2    # between a line and the triangle
MARGIN = 1.5       # between the frame and the triangle
WIDTHS = (16, 12, 9)
MAX_HEIGHT = 20
LABEL_HEIGHT = 3   # at 8 pt
DIGIT = 1.9        # width at 8 pt


def nearest_orders(rates, n_max=2):
    """The orders +-1/2, +-1, ... nearest to most of the rates, n_max at most.

    A rate below 1/4 in magnitude is nearest to no order."""
    halves = [math.copysign(math.floor(2 * abs(rate) + 0.5), rate) / 2
              for rate in rates if math.isfinite(rate) and abs(rate) >= 0.25]
    counts = collections.Counter(halves)
    return sorted(counts, key=lambda p: (-counts[p], -abs(p)))[:n_max]


def order_name(order):
    """'1/2', '1', '-3/2'"""
    twice = round(2 * abs(order))
    name = str(twice // 2) if twice % 2 == 0 else f"{twice}/2"
    return ("\N{MINUS SIGN}" if order < 0 else "") + name


class Room:
    """What the lines leave free of axes of a size (width, height).

    lines: arrays of points (x, y), in mm; those without points count, too."""

    def __init__(self, size, lines):
        self.size = size
        self.lines = [dense(line) for line in lines]
        n_x, n_y = (max(int(length / CELL), 1) for length in size)
        self.taken = np.zeros((n_y, n_x), dtype=bool)
        for line in self.lines:
            i, j = (line / CELL).astype(int).T
            inside = (i >= 0) & (i < n_x) & (j >= 0) & (j < n_y)
            self.taken[j[inside], i[inside]] = True
        self.taken = dilated(self.taken, CLEARANCE)

    def place(self, order, slope, near):
        """Corners (3, 2) and middle of the label of a triangle, or None.

        slope: of its hypotenuse on the paper [mm/mm]; near: number of the line
        it belongs to. The place is taken afterwards."""
        for width in WIDTHS:
            width = min(width, MAX_HEIGHT / abs(slope))
            found = [self.place_one(order, slope, near, width, above)
                     for above in (False, True)]
            found = [candidate for candidate in found if candidate]
            if found:
                _, rows, columns, corners, label = min(
                    found, key=lambda candidate: candidate[0])
                mark = np.zeros_like(self.taken)
                mark[rows, columns] = True
                self.taken |= dilated(mark, CLEARANCE)
                return corners, label
        return None

    def place_one(self, order, slope, near, width, above):
        corners, label, box = triangle(order, slope, width)
        stencil = raster(corners, label, box, order)
        # below a rising line the right angle is on the right: turn that one
        flip_x, flip_y = (slope < 0) != above, above
        if flip_x:
            stencil = stencil[:, ::-1]
            corners[:, 0] = box[0] - corners[:, 0]
            label[0] = box[0] - label[0]
        if flip_y:
            stencil = stencil[::-1]
            corners[:, 1] = box[1] - corners[:, 1]
            label[1] = box[1] - label[1]

        # what is beyond a line, seen from the triangle's side, is not free
        taken = self.taken[::-1] if above else self.taken
        taken = np.logical_or.accumulate(taken, axis=0)
        taken = taken[::-1] if above else taken
        taken = taken.copy()
        edge = round(MARGIN / CELL)
        for side in (np.s_[:edge], np.s_[-edge:]):
            taken[side] = taken[:, side] = True
        if any(n > m for n, m in zip(stencil.shape, taken.shape)):
            return None
        windows = np.lib.stride_tricks.sliding_window_view(
            taken, stencil.shape)
        free = ~windows[..., stencil].any(axis=-1)
        if not free.any():
            return None

        places = np.argwhere(free)
        middle = (corners[0] + corners[2]) / 2 + CELL * places[:, ::-1]
        line = self.lines[near]
        distance = np.min(np.linalg.norm(
            middle[:, None] - line[None, ::4], axis=2), axis=1)
        best = np.argmin(distance)
        row, column = places[best]
        offset = CELL * np.array([column, row])
        return (distance[best],
                slice(row, row + stencil.shape[0]),
                slice(column, column + stencil.shape[1]),
                corners + offset, label + offset)


def triangle(order, slope, width):
    """Corners, middle of the label and size of the box of a triangle whose
    right angle is on the lower right, the label right of it."""
    height = abs(slope) * width
    label_width = DIGIT * len(order_name(order))
    box = np.array([width + 0.8 + label_width, max(height, LABEL_HEIGHT)])
    base = (box[1] - height) / 2
    corners = np.array([[0, base], [width, base], [width, base + height]])
    label = np.array([width + 0.8 + label_width / 2, box[1] / 2])
    return corners, label, box


def raster(corners, label, box, order):
    """The cells that triangle() covers."""
    n_x, n_y = np.ceil(box / CELL).astype(int)
    x, y = np.meshgrid(CELL * (np.arange(n_x) + 1), CELL * np.arange(n_y))
    (x_0, y_0), (x_1, _), (_, y_1) = corners
    inside = ((y <= y_0 + (y_1 - y_0) * (x - x_0) / (x_1 - x_0))
              & (x <= x_1 + CELL) & (y >= y_0 - CELL))
    beside = ((x > x_1) & (np.abs(y + CELL / 2 - label[1])
                           <= (LABEL_HEIGHT + CELL) / 2))
    return inside | beside


def dense(line):
    """The points of a polygon at distances of at most a third of a cell."""
    pieces = [line[:1]]
    for a, b in zip(line, line[1:]):
        n = max(int(np.ceil(3 * np.linalg.norm(b - a) / CELL)), 1)
        pieces.append(a + (b - a) * (np.arange(1, n + 1) / n)[:, None])
    return np.concatenate(pieces)


def dilated(taken, distance):
    """The cells within a distance of those taken."""
    n = int(np.ceil(distance / CELL))
    padded = np.pad(taken, n)
    result = np.zeros_like(taken)
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            if math.hypot(i, j) * CELL <= distance:
                result |= padded[n + j:n + j + taken.shape[0],
                                 n + i:n + i + taken.shape[1]]
    return result
