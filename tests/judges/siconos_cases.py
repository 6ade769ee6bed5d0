# SPDX-License-Identifier: Apache-2.0
"""Cases of percuss with the conventions of Siconos, and the same problems for
siconos_judge.cc."""

import numpy as np


def moreau_jean(model, section, time_step, n_steps, theta=0.5, e=0., mu=0.,
                **more):
    """A case with the conventions of Siconos."""
    case = {
        "Model": {"name": model}, section[0]: section[1],
        "Contact": {"restitution coefficient": e,
                    "separating contacts": "newton",
                    "normals": "end of step"},
        "Time integration": {"scheme": "moreau-jean", "theta": theta,
                             "joint impulses": "end of step",
                             "time step": time_step,
                             "end time": (n_steps - 0.5) * time_step},
        "Output": {"output directory": "out", "history interval": 1}}
    if mu:
        case["Contact"]["friction coefficient"] = mu
        case["Contact"]["law"] = "newton"
    for path, value in more.items():
        part, entry = path.split("__")
        case[part.replace("_", " ")][entry.replace("_", " ")] = value
    return case


def pair(model, section, entries, time_step, n_steps, theta=0.5, e=0., mu=0.,
         scheme="moreau-jean", **more):
    """A case of percuss and one of Siconos."""
    name = model[0].upper() + model[1:]
    case = moreau_jean(model, (name, section), time_step, n_steps, theta, e,
                       mu, **more)
    case["Time integration"]["scheme"] = scheme
    return case, {**entries, "scheme": scheme, "theta": theta,
                  "step": time_step, "steps": n_steps, "restitution": e,
                  "friction": mu}


def bar(n, degree, mass, l, area, density, modulus):
    """Mass and stiffness matrices of n equal elements."""
    m = {(1, "consistent"): np.array([[2, 1], [1, 2]]) / 6,
         (1, "lumped"): np.eye(2) / 2,
         (2, "consistent"):
         np.array([[4, 2, -1], [2, 16, 2], [-1, 2, 4]]) / 30}[degree, mass]
    k = (np.array([[1, -1], [-1, 1]]) if degree == 1 else
         np.array([[7, -8, 1], [-8, 16, -8], [1, -8, 7]]) / 3)
    M, K = np.zeros((2, n * degree + 1, n * degree + 1))
    for i in range(0, n * degree, degree):
        part = slice(i, i + degree + 1)
        M[part, part] += density * area * l * m
        K[part, part] += modulus * area / l * k
    return M, K


class Body:
    """A rigid body in the plane."""

    def __init__(self, name, mass, inertia, place, velocity):
        self.name, self.mass, self.inertia = name, mass, inertia
        self.place, self.velocity = place, velocity

    def text(self):
        place, velocity = (", ".join(repr(float(x)) for x in y)
                           for y in (self.place, self.velocity))
        return (f"{self.name}: mass {self.mass} ; inertia {self.inertia!r} ; "
                f"at {place} ; velocity {velocity}")


def mechanism(bodies, contacts, joints="", gravity=9.81):
    return {"bodies": " | ".join(body.text() for body in bodies),
            "contacts": contacts, "joints": joints,
            "gravity": f"0, {-gravity}"}


def planar(bodies, contacts, joints=(), gravity=9.81):
    masses = [m for body in bodies
              for m in (body.mass, body.mass, body.inertia)]
    return {"mass": np.diag(masses).tolist(),
            "force": [f for body in bodies
                      for f in (0, -body.mass * gravity, 0)],
            "position": [float(x) for body in bodies for x in body.place],
            "velocity": [float(x) for body in bodies for x in body.velocity],
            "contacts": list(contacts), "joints": list(joints)}


def chain(random, n):
    """Rods in line, hinged to each other, that turn and fall on their ends."""
    lengths, rate = random.uniform(0.2, 0.6, n), random.uniform(-2, 2)
    joints = np.cumsum([0, *lengths])
    height, slope = random.uniform(0.25, 0.5), random.uniform(-0.2, 0.2)
    normal = float(np.sin(slope)), float(np.cos(slope))
    bodies, hinges, pairs, ends = [], [], [], [(0, -lengths[0] / 2)]
    for i, length in enumerate(lengths):
        mass, x = random.uniform(0.5, 2), joints[i] + length / 2
        bodies.append(Body(f"rod{i}", float(mass), float(mass * length**2 / 12),
                           (x, height, 0), (0, rate * x, rate)))
        ends.append((i, float(length / 2)))
        if i > 0:
            last = lengths[i - 1] / 2
            hinges.append(f"J{i}: revolute ; rod{i - 1} {last!r}, 0 ; "
                          f"rod{i} {-length / 2!r}, 0")
            pairs.append([[i - 1, last, 0], [i, -length / 2, 0]])
    contacts = " | ".join(f"c{k}: point ; rod{i} {x!r}, 0 ; line ground 0, -0.5"
                          f" ; normal {normal[0]!r}, {normal[1]!r}"
                          for k, (i, x) in enumerate(ends))
    return pair("mechanism", mechanism(bodies, contacts, " | ".join(hinges)),
                planar(bodies, [{"point": [i, x, 0], "radius": 0,
                                 "line": [0, -0.5, *normal]}
                                for i, x in ends], pairs), 1e-3, 500,
                float(random.choice([0.5, 0.6, 1])),
                float(random.choice([0, 0.3, 0.8])))
