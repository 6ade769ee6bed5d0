# SPDX-License-Identifier: Apache-2.0
"""Rigid bodies in space strike a plane with friction, by percuss and by Siconos
(siconos_space_judge.cc). Skipped where Siconos is not installed."""

import itertools
import json
import os
import subprocess
import unittest

import numpy as np

from judge import JudgeTest
from siconos_cases import moreau_jean

JUDGE = os.environ.get("PERCUSS_SICONOS_SPACE_JUDGE", "")

ITERATED = 1e-8, "the same equations, nonlinear: where the iterations stop"


def siconos(**case):
    """Places and velocities of the centre of mass, normal impulses."""
    run = subprocess.run([JUDGE], input=json.dumps(case), text=True,
                         capture_output=True, check=True)
    rows = np.array([[float(value) for value in line[:-1].split(",")]
                     for line in run.stdout.splitlines()
                     if line.endswith(",")])
    return rows[:, :3], rows[:, 7:10], rows[:, 13:]


def text(values):
    return ", ".join(map(repr, map(float, values)))


@unittest.skipUnless(JUDGE, "there is no Siconos (libsiconos-kernel-dev)")
class SiconosSpaceTest(JudgeTest):
    PROGRAM = "Siconos in space"

    def compare(self, problem, mass, inertia, height, rates, points, radius, e,
                thetas=(0.5,), n_steps=500):
        """A body falls with a velocity along the plane, and turns."""
        velocity, time_step = (1, 0.3, 0), 1e-3
        contacts = " | ".join(
            f"c{i}: ball ; body {text(p)} ; ball radius {radius} ; "
            "plane ground 0, 0, 0 ; normal 0, 0, 1"
            for i, p in enumerate(points))
        pairs = [[], [], []]
        for theta in thetas:
            history = self.history_of(moreau_jean(
                "spatial mechanism", ("Spatial mechanism", {
                    "bodies": f"body: mass {mass} ; inertia {text(inertia)} ; "
                    f"at 0, 0, {height} ; velocity {text(velocity)} ; "
                    f"angular velocity {text(rates)}",
                    "contacts": contacts}), time_step, n_steps, theta, e, 0.2))
            mine = [np.column_stack([history[f"{what}[body {x}]"][1:]
                                     for x in "xyz"])
                    for what in ("position", "velocity")]
            mine.append(np.column_stack([history[f"impulse[c{i}]"][1:]
                                         for i in range(len(points))]))
            other = siconos(
                position=[0, 0, height, 1, 0, 0, 0], twist=[*velocity, *rates],
                mass=mass, inertia=inertia, gravity=9.81, points=points,
                radius=radius, restitution=e, friction=0.2, theta=theta,
                step=time_step, steps=n_steps)
            for pair, *two in zip(pairs, mine, other):
                pair.append([np.ravel(x) for x in two])
        for quantity, pair in zip(("position", "velocity", "normal impulse"),
                                  pairs):
            self.agree(problem, quantity, *map(np.concatenate, zip(*pair)),
                       *ITERATED)

    def test_ball(self):
        self.compare("ball with spin bounces on a plane with friction", 2,
                     [0.008] * 3, 0.2513, (10, -20, 30), [[0, 0, 0]], 0.1, 0.6,
                     (0.5, 1))

    def test_dumbbell(self):
        self.compare("dumbbell tumbles and strikes a plane with friction", 2,
                     [0.01, 0.05, 0.05], 0.4, (3, 2, 5),
                     [[0.2, 0, 0], [-0.2, 0, 0]], 0.05, 0)

    def test_box(self):
        corners = [list(p) for p in itertools.product((-0.1, 0.1),
                                                      (-0.06, 0.06),
                                                      (-0.04, 0.04))]
        # until corners strike together, whose impulses are not unique
        self.compare("box tumbles and strikes a plane with friction", 1,
                     [0.0017, 0.0039, 0.0045], 0.3, (3, -2, 1), corners, 0.,
                     0.3, n_steps=400)


if __name__ == "__main__":
    unittest.main()
