# SPDX-License-Identifier: Apache-2.0
"""The rigid obstacles of a run of solids, from its used_parameters.prm, as far as
pictures need them: what is not understood is left out.
"""

import dataclasses
import re

import numpy as np

from run_record import InputError
from mechanism_text import number


@dataclasses.dataclass
class Obstacle:
    """A plane (numbers: its normal), sphere or cylinder (axis, then the
    radius). In the plane the third coordinate is zero."""
    kind: str
    point: np.ndarray
    direction: np.ndarray
    radius: float
    moves: bool

    def distance(self, points):
        """Signed, of points outside positive [m]."""
        apart = points - self.point
        if self.kind == "plane":
            return apart @ self.direction
        if self.kind == "cylinder":
            apart = apart - np.outer(apart @ self.direction, self.direction)
        return np.linalg.norm(apart, axis=1) - self.radius

    def outwards(self, points):
        """From it to the nearest of the points."""
        if self.kind == "plane":
            return self.direction
        apart = points[np.argmin(self.distance(points))] - self.point
        if self.kind == "cylinder":
            apart = apart - (apart @ self.direction) * self.direction
        return apart / (np.linalg.norm(apart) or 1.)


def vector(text):
    numbers = [number(x) for x in re.split(r",(?![^(]*\))", text)]
    return np.array(numbers + [0.] * (3 - len(numbers)))


def unit(values):
    return values / (np.linalg.norm(values) or 1.)


def read_obstacles(directory):
    """Those of planes, balls and cylinders at the start."""
    try:
        text = (directory / "used_parameters.prm").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    found = re.search(r"^subsection Solid\n.*?^\s*set obstacles\s*= ?(.*?)$",
                      text, re.MULTILINE | re.DOTALL)
    result = []
    for item in re.split(r"(?<!\|)\|(?!\|)", found[1]) if found else ():
        kind, _, words = item.partition(":")
        parts = [part.strip() for part in words.split(";")]
        kind, moves = kind.strip(), any(part.startswith("moved by")
                                        for part in parts)
        try:
            if kind == "plane":
                result.append(Obstacle(kind, vector(parts[0]),
                                       unit(vector(parts[1])), 0., moves))
            elif kind in ("sphere", "circle"):
                result.append(Obstacle("sphere", vector(parts[0]),
                                       np.array((0, 0, 1.)), number(parts[1]),
                                       moves))
            elif kind == "cylinder" and len(parts) > 2:
                result.append(Obstacle(kind, vector(parts[0]),
                                       unit(vector(parts[1])),
                                       number(parts[2]), moves))
        except (InputError, IndexError):
            continue
    return result
