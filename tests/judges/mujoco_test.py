# SPDX-License-Identifier: Apache-2.0
"""Smooth motions of mechanisms by percuss, with joints as constraints, and by
MuJoCo (mujoco_judge.cc), in joint coordinates by the method of Runge and Kutta of
fourth order. Skipped where MuJoCo is not installed."""

import os
import subprocess
import unittest

import numpy as np

from judge import JudgeTest, merged

JUDGE = os.environ.get("PERCUSS_MUJOCO_JUDGE", "")

STEP, N_STEPS, FINER = 1e-3, 1000, 4
SECOND_ORDER = "percuss is of second order, h = 1e-3 s"
FOURTH_ORDER = "without the error of second order, by steps of h and 2 h"


def vector(values):
    return " ".join(map(repr, map(float, values)))


def text(values):
    return ", ".join(map(repr, map(float, values)))


class Body:
    """A body at a place, without rotation, with a joint to the one before it
    (to the ground): kind ball, hinge or slide, an axis; stiffness and damping of
    hinges, in the plane."""

    def __init__(self, name, mass, inertia, place, at, kind="ball", axis=None,
                 rate=(), stiffness=0., damping=0.):
        self.name, self.mass, self.inertia = name, mass, inertia
        self.place, self.at, self.kind, self.axis = place, at, kind, axis
        self.rate = np.array(rate or [0.] * (3 if kind == "ball" else 1))
        self.stiffness, self.damping = stiffness, damping


def mujoco(bodies, gravity, n_steps, every):
    """Centres of mass at each of percuss' steps."""
    inner, last = "", (0., 0., 0.)
    for body in bodies:
        inner += (f'<body pos="{vector(np.subtract(body.place, last))}">'
                  f'<inertial pos="0 0 0" mass="{body.mass}" '
                  f'diaginertia="{vector(body.inertia)}"/>'
                  f'<site pos="0 0 0"/><joint type="{body.kind}" '
                  f'pos="{vector(np.subtract(body.at, body.place))}" '
                  + (f'axis="{vector(body.axis)}" ' if body.axis else "")
                  + f'stiffness="{body.stiffness}" damping="{body.damping}" '
                  'armature="0"/>')
        last = body.place
    model = (f'<mujoco><compiler angle="radian"/><option '
             f'gravity="{vector(gravity)}" timestep="{STEP / every!r}" '
             'integrator="RK4"/><worldbody>' + inner
             + "</body>" * len(bodies) + "</worldbody></mujoco>")
    with open("model.xml", "w", encoding="ascii") as file:
        file.write(model)
    rates = [repr(float(rate)) for body in bodies for rate in body.rate]
    run = subprocess.run([JUDGE, "model.xml", str(n_steps * every), str(every),
                          *rates], capture_output=True, text=True, check=True)
    return np.array([[float(x) for x in line.split(",")]
                     for line in run.stdout.splitlines()])


def velocities(bodies):
    """Of centres and angular ones at the start, from rates of the joints."""
    result, v, w, last = [], np.zeros(3), np.zeros(3), np.zeros(3)
    for body in bodies:
        v = v + np.cross(w, np.subtract(body.at, last))
        rate = body.rate * (body.axis or 1.)
        if body.kind == "slide":
            v = v + rate
        else:
            w = w + rate
        v = v + np.cross(w, np.subtract(body.place, body.at))
        last = body.place
        result.append((v, w))
    return result


def spatial(bodies, gravity):
    """The same bodies and joints in percuss."""
    of = {"ball": "spherical", "hinge": "revolute", "slide": "prismatic"}
    items, joints, last = [], [], ("ground", (0., 0., 0.))
    for body, (v, w) in zip(bodies, velocities(bodies)):
        items.append(f"{body.name}: mass {body.mass} ; "
                     f"inertia {text(body.inertia)} ; at {text(body.place)} ; "
                     f"velocity {text(v)} ; angular velocity {text(w)}")
        axis = f" axis {text(body.axis)} ;" if body.axis else ""
        joints.append(
            f"J{body.name}: {of[body.kind]} ; {last[0]} "
            f"{text(np.subtract(body.at, last[1]))} ;{axis} {body.name} "
            f"{text(np.subtract(body.at, body.place))}")
        last = body.name, body.place
    return {"Model/name": "spatial mechanism",
            "Spatial mechanism/bodies": " | ".join(items),
            "Spatial mechanism/joints": " | ".join(joints),
            "Spatial mechanism/gravity": text(gravity)}


def planar(bodies, gravity):
    """The same in the plane."""
    of = {"hinge": "revolute", "slide": "prismatic"}
    items, joints, springs = [], [], []
    last = "ground", (0., 0., 0.)
    for body, (v, w) in zip(bodies, velocities(bodies)):
        items.append(f"{body.name}: mass {body.mass} ; "
                     f"inertia {body.inertia[2]} ; at {text(body.place[:2])}, 0"
                     f" ; velocity {text([*v[:2], w[2]])}")
        axis = (f" direction {text(body.axis[:2])} ;"
                if body.kind == "slide" else "")
        joints.append(
            f"J{body.name}: {of[body.kind]} ; {last[0]} "
            f"{text(np.subtract(body.at, last[1])[:2])} ;{axis} {body.name} "
            f"{text(np.subtract(body.at, body.place)[:2])}")
        if body.stiffness or body.damping:
            springs.append(f"S{body.name}: torsional ; {last[0]} ; {body.name} "
                           f"; stiffness {body.stiffness} ; "
                           f"damping {body.damping}")
        last = body.name, body.place
    return {"Model/name": "mechanism",
            "Mechanism/bodies": " | ".join(items),
            "Mechanism/joints": " | ".join(joints),
            "Mechanism/springs": " | ".join(springs),
            "Mechanism/gravity": text(gravity[:2])}


@unittest.skipUnless(JUDGE, "there is no MuJoCo (libmujoco-dev)")
class MujocoTest(JudgeTest):
    PROGRAM = "MuJoCo"

    def setUp(self):
        super().setUp()
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)

    def centres(self, case, bodies, axes, time_step):
        history = self.history_of(merged({}, {
            **case, "Time integration/scheme": "generalized-alpha",
            "Time integration/spectral radius": 1,
            "Time integration/time step": time_step,
            "Time integration/end time": (N_STEPS - 0.5) * STEP,
            "Output/output directory": "out"}))
        return np.column_stack([history[f"position[{body.name} {axis}]"]
                                for body in bodies for axis in axes])

    def compare(self, problem, bodies, tolerance, in_plane=False,
                gravity=(0., -9.81, 0.), fourth=1e-6):
        """Places of the centres of mass."""
        case = (planar if in_plane else spatial)(bodies, gravity)
        axes = "xy" if in_plane else "xyz"
        expected = mujoco(bodies, gravity, N_STEPS, FINER)
        expected = expected.reshape(N_STEPS, -1, 3)[:, :, :len(axes)].reshape(
            N_STEPS, -1)
        coarse, fine = (self.centres(case, bodies, axes, h)[1:]
                        for h in (2 * STEP, STEP))
        fine, sparse = fine[:N_STEPS], expected[1::2]
        self.agree(problem, "centres of mass", fine, expected, tolerance,
                   SECOND_ORDER)
        self.agree(problem, "extrapolated",
                   (4 * fine[1::2] - coarse[:N_STEPS // 2]) / 3, sparse,
                   fourth, FOURTH_ORDER)

    def test_plane(self):
        z = (0., 0., 1.)
        J = (0.1, 0.1, 0.1)
        two = [Body("a", 1., J, (0.5, 0., 0.), (0., 0., 0.), "hinge", z),
               Body("b", 2., J, (1.5, 0., 0.), (1., 0., 0.), "hinge", z, (1,))]
        self.compare("double pendulum", two, 1e-5, True)
        damped = [Body("a", 1., J, (0.5, 0., 0.), (0., 0., 0.), "hinge", z,
                       (), 5., 0.5),
                  Body("b", 2., J, (1.5, 0., 0.), (1., 0., 0.), "hinge", z,
                       (2,), 10., 1.)]
        self.compare("double pendulum with springs and dampers", damped, 3e-6,
                     True)
        cart = [Body("c", 3., J, (0., 0., 0.), (0., 0., 0.), "slide",
                     (1., 0., 0.), (1,)),
                Body("p", 1., J, (0.7, 0., 0.), (0., 0., 0.), "hinge", z)]
        self.compare("pendulum on a cart", cart, 1e-5, True)

    def test_space(self):
        top = [Body("top", 1., (0.02, 0.02, 0.01), (0.1, 0., 0.4),
                    (0., 0., 0.), rate=(0., 0., 30.))]
        self.compare("heavy top", top, 3e-3, gravity=(0., 0., -9.81),
                     fourth=1e-4)
        racket = [Body("r", 0.5, (0.03, 0.04, 0.05), (0.2, 0., 0.),
                       (0., 0., 0.), rate=(0.01, 8., 0.01))]
        self.compare("unsymmetric body about a fixed point, without gravity",
                     racket, 3e-5, gravity=(0., 0., 0.))
        two = [Body("a", 1., (0.01, 0.02, 0.03), (0.4, 0., 0.), (0., 0., 0.),
                    rate=(0., 1., 2.)),
               Body("b", 1., (0.03, 0.01, 0.02), (1., 0.1, 0.), (0.8, 0., 0.),
                    rate=(1., 0., 1.))]
        self.compare("double spherical pendulum", two, 3e-5)
        hinges = [Body("a", 1., (0.01, 0.02, 0.03), (0.4, 0., 0.),
                       (0., 0., 0.), "hinge", (0., 0., 1.), (3,)),
                  Body("b", 1., (0.03, 0.01, 0.02), (1., 0.1, 0.),
                       (0.8, 0., 0.), "hinge", (0., 1., 0.), (2,)),
                  Body("c", 0.5, (0.01, 0.01, 0.02), (1.2, 0.1, 0.3),
                       (1.2, 0.1, 0.), "hinge", (1., 0., 0.), (-4,))]
        self.compare("arm of three hinges about different axes", hinges, 2e-4)


if __name__ == "__main__":
    unittest.main()
