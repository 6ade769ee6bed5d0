# SPDX-License-Identifier: Apache-2.0
"""Three balls fall on each other: Moreau and Jean's scheme in fifteen lines of
Python, with percuss.lcp for the impacts, beside the steps of the program."""

import numpy
import percuss
from picture import GREY, plt, save

M = numpy.array([3., 2., 1.])
RADIUS, GRAVITY, E, H, END = 0.1, 10., 0.6, 1e-3, 1.5
Z = numpy.array([0.5, 0.75, 1.])  # heights at the start
# gaps: of the lowest ball and the floor, then between neighbours
G = numpy.array([[1., 0., 0.], [-1., 1., 0.], [0., -1., 1.]])
OFFSET = numpy.array([RADIUS, 2 * RADIUS, 2 * RADIUS])

case = percuss.Case({
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": " | ".join(f"b{i}: mass {m} ; inertia 1 ; at 0, {z}, 0"
                             for i, (m, z) in enumerate(zip(M, Z))),
        "contacts":
            f"floor: disc ; b0 0, 0 ; disc radius {RADIUS} ; "
            "line ground 0, 0 ; normal 0, 1 | " + " | ".join(
                f"c{i}: disc ; b{i} 0, 0 ; disc radius {RADIUS} ; "
                f"line b{i - 1} 0, {RADIUS} ; normal 0, 1" for i in (1, 2)),
        "gravity": f"0, {-GRAVITY}"},
    "Contact": {"restitution coefficient": E, "forecast coefficient": 0.5},
    "Time integration": {"scheme": "moreau-jean", "theta": 0.5,
                         "time step": H, "end time": END}})


def step(q, v):
    """q_{k+1} = q_k + h (v_k + v_{k+1})/2, and 0 <= u_{k+1} + e u_k perp P >= 0
    on the contacts that close within half a step; e = 1 if they part."""
    free = v - H * GRAVITY
    u = G @ v
    active = G @ q - OFFSET + 0.5 * H * u <= 1e-11
    after = free
    if active.any():
        A = G[active]
        W = A / M @ A.T
        e = numpy.where(u[active] > 0, 1., E)
        P = percuss.lcp(W, A @ free + e * u[active]).z
        after = free + A.T @ P / M
    return q + 0.5 * H * (v + after), after


q, v = Z.copy(), numpy.zeros(3)
times, own, theirs = [], [], []
for state in case.steps():
    if state.step > 0:
        q, v = step(q, v)
    times.append(state.time)
    own.append(q)
    theirs.append(state.positions[1::3].copy())  # x, y, angle of each
own, theirs = numpy.array(own), numpy.array(theirs)
difference = abs(own - theirs).max(axis=1)
print(f"{len(times) - 1} steps; largest difference {difference.max():.2g} m")

figure, axes = plt.subplots(1, 2, figsize=(7, 3))
axes[0].plot(times, theirs, color=GREY, linewidth=3, alpha=0.5)
axes[0].plot(times, own)
axes[0].set(xlabel="time [s]", ylabel="height [m]", ylim=(0, None),
            title="own steps, and percuss in grey")
axes[1].semilogy(times, difference + 1e-17, color=GREY)
axes[1].set(xlabel="time [s]", title="difference [m]", ylim=(1e-18, 1e-14))
save(figure, "own_scheme")
