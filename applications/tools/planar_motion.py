# SPDX-License-Identifier: Apache-2.0
"""Where the bodies of a mechanism in the plane are, of its history."""

import numpy as np

from history import missing


def turned(points, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points) @ np.array([[c, s], [-s, c]])


class Motion:
    """Where the frames of a run are.

    fixed: X, Y, theta of bodies that the history does not have."""

    def __init__(self, run, fixed=None):
        self.run, self.fixed = run, fixed or {}

    def frame(self, name, rows):
        """X, Y, theta of a body or a beam's node, at one row or, as rows, at
        some."""
        try:
            return np.transpose([self.run[f"position[{name} {axis}]"][rows]
                                 for axis in ("x", "y", "angle")])
        except KeyError:
            at_rest = np.zeros(3) if name == "ground" else \
                self.fixed.get(name)
            if at_rest is None:
                raise missing(self.run, name) from None
            return at_rest + np.zeros((*np.shape(self.run["time"][rows]), 1))

    def place(self, name, points, row):
        """Points of a frame in the plane."""
        x, y, angle = self.frame(name, row)
        return turned(np.reshape(points, (-1, 2)), angle) + (x, y)

    def velocity(self, name, points, row):
        """Of points of a frame [m/s]."""
        x, y, spin = (self.run[column][row] if (
            column := f"velocity[{name} {axis}]") in self.run.columns else 0.
            for axis in ("x", "y", "angle"))
        arms = turned(np.reshape(points, (-1, 2)), self.frame(name, row)[2])
        return (x, y) + spin * arms[:, ::-1] * (-1, 1)

    def path(self, name, rows):
        return self.frame(name, rows)[:, :2]

    def names_of_nodes(self, beam):
        """In their order."""
        return [column[len("position["):-len(" x]")]
                for column in self.run.columns
                if column.startswith(f"position[{beam}.")
                and column.endswith(" x]")]

    def nodes(self, beam, row):
        """Their places."""
        return np.array([self.frame(name, row)[:2]
                         for name in self.names_of_nodes(beam)])
