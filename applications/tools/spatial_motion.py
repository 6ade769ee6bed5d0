# SPDX-License-Identifier: Apache-2.0
"""Where the bodies of a mechanism in space are, of its history."""

import numpy as np

from history import missing


def rotation(vector):
    """The matrix of a rotation vector."""
    angle = np.linalg.norm(vector)
    if angle == 0:
        return np.eye(3)
    x, y, z = np.asarray(vector) / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + \
        (1 - np.cos(angle)) * cross @ cross


class Motion:
    """Where the frames of a run are."""

    def __init__(self, run, fixed=()):
        self.run, self.fixed = run, fixed

    def frames(self, name):
        """x, y, z and the rotation vector, at all times."""
        if name in self.fixed:
            return np.tile(self.fixed[name], (len(self.run["time"]), 1))
        try:
            return np.transpose([self.run[f"position[{name} {axis}]"]
                                 for axis in ("x", "y", "z", "rx", "ry", "rz")])
        except KeyError:
            raise missing(self.run, name) from None

    def place(self, name, points, row):
        """Points of a frame in space."""
        points = np.reshape(points, (-1, 3))
        if name == "ground":
            return points
        frame = self.frames(name)[row]
        return points @ rotation(frame[3:]).T + frame[:3]

    def names_of_nodes(self, rod):
        return [column[len("position["):-len(" x]")]
                for column in self.run.columns
                if column.startswith(f"position[{rod}.")
                and column.endswith(" x]")]

    def nodes(self, rod, row):
        """Their places, in their order."""
        return np.array([self.frames(name)[row, :3]
                         for name in self.names_of_nodes(rod)])
