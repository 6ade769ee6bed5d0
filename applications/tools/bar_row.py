# SPDX-License-Identifier: Apache-2.0
"""Where the bars of a run are drawn: displacements, gaps and radii that are too
small to be seen are enlarged, and what touches in a picture is in contact.
"""

import math

import numpy as np

from field_style import MARGIN, WIDTH, enlargement
from run_record import InputError

FIELDS = ("displacement", "gap", "contact_boundary", "stress", "radius", "bar")
DISPLACEMENT = 0.12      # wanted: largest displacement / length of the bars
RADIUS = 18              # wanted: largest radius [pixels]
OBSTACLE = 60            # wanted: height above the largest radius [pixels]
VIEW = (0.35, 0.25, 1)   # from the bars to the eye; mirrored for an obstacle
                         # on the right only


class BarState:
    """Along the row at one time: place, displacement, gap, ... of the points.
    """

    def __init__(self, points, fields):
        missing = [name for name in FIELDS if name not in fields]
        if missing:
            raise InputError(f"solution.pvd lacks the field "
                             f"{', '.join(missing)}: runs of the model "
                             "'elastic bar' are drawn; open others in "
                             "paraview")
        self.x = points[:, 0]
        self.u = fields["displacement"][:, 0]
        self.gap, self.stress = fields["gap"], fields["stress"]
        self.radius, self.bar = fields["radius"], fields["bar"]
        self.in_contact_pair = fields["contact_boundary"] > 0.5


class Row:
    """Where and how large the bars are drawn, the same at all times."""

    def __init__(self, snapshots):
        first = snapshots[0]
        self.numbers = np.unique(first.bar)
        ends = [(min(points, key=lambda i: first.x[i]),
                 max(points, key=lambda i: first.x[i]))
                for points in (np.flatnonzero(first.bar == number)
                               for number in self.numbers)]
        length = sum(first.x[right] - first.x[left] for left, right in ends)
        self.stress = max(np.abs(s.stress).max() for s in snapshots)
        self.factor = enlargement(DISPLACEMENT * length, max(
            np.abs(s.u).max() for s in snapshots))

        self.shifts = [0.]
        for (_, right), (left, _) in zip(ends, ends[1:]):
            distance = (first.x[left] - first.x[right]
                        + self.factor * (first.u[left] - first.u[right]))
            self.shifts.append(
                self.shifts[-1] + self.factor * first.gap[left] - distance
                if first.in_contact_pair[left] else self.shifts[-1])

        self.obstacles = []  # face, and on which side of it the obstacle is
        for i, side in ((ends[0][0], -1), (ends[-1][1], 1)):
            if first.in_contact_pair[i]:
                self.obstacles.append(
                    (self.place(first)[i] + side * self.factor * first.gap[i],
                     side))

        faces = [face for face, _ in self.obstacles]
        places = [self.place(s) for s in snapshots]
        self.left = min(*faces, *(x.min() for x in places))
        self.right = max(*faces, *(x.max() for x in places))
        self.view = np.array(VIEW) / np.linalg.norm(VIEW)
        if {side for _, side in self.obstacles} == {1}:
            self.view[0] *= -1
        self.pixels_per_metre = (WIDTH - 2 * MARGIN) / (
            (self.right - self.left) * math.sqrt(1 - self.view[0] ** 2))
        largest_radius = first.radius.max()
        self.radius_factor = enlargement(RADIUS / self.pixels_per_metre,
                                         largest_radius, math.ceil)
        radius = self.radius_factor * largest_radius
        self.obstacle_size = radius + min(OBSTACLE / self.pixels_per_metre,
                                          2.5 * radius)
        self.height = int(2.1 * self.obstacle_size * self.pixels_per_metre) + 50

    def place(self, snapshot):
        """Coordinates at which the points are drawn."""
        shift = np.array(self.shifts)[np.searchsorted(self.numbers,
                                                      snapshot.bar)]
        return snapshot.x + shift + self.factor * snapshot.u

    def warp(self):
        """The same as an expression of the fields, less the coordinate."""
        terms = [f"{self.factor:.17g}*displacement_X"]
        for number, before, after in zip(self.numbers[1:], self.shifts,
                                         self.shifts[1:]):
            terms.append(f"if(bar > {number - 0.5}, {after - before:.17g}, 0)")
        return "iHat*(" + " + ".join(terms) + ")"
