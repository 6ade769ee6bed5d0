# SPDX-License-Identifier: Apache-2.0
"""A ball strikes a wall with contact laws of one's own: elastic, damped, and
plastic, the last one with a memory."""

import percuss
from picture import plt, save

K, MASS = 1e7, 0.1  # N/m^1.5, kg
BALL = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": f"ball: mass {MASS} ; inertia 1 ; at 1e-3, 0, 0 ; "
                  "velocity -2, 0, 0",
        "contacts": "wall: point ; ball 0, 0 ; line ground 0, 0 ; normal 1, 0",
        "gravity": "0, 0"},
    "Time integration": {"time step": 1e-6, "end time": 4e-3},
    "Output": {"history interval": 1}}


def hertz(gap, speed):
    return K * (-gap)**1.5 if gap < 0 else 0.


def hunt_crossley(gap, speed):
    return max(0., K * (-gap)**1.5 * (1 - 0.35 * speed)) if gap < 0 else 0.


class Plastic:
    """Hertz up to the largest indentation, then linear down to three quarters
    of it, which stay. One object has the memory of one run."""

    def __init__(self):
        self.deepest = 0.

    def __call__(self, gap, speed):
        self.deepest = max(self.deepest, -gap)
        peak, rest = K * self.deepest**1.5, 0.75 * self.deepest
        if -gap <= rest:
            return 0.
        return peak * (-gap - rest) / (self.deepest - rest)


figure, axes = plt.subplots(1, 2, figsize=(7, 3))
for name, law in (("Hertz", hertz), ("Hunt and Crossley", hunt_crossley),
                  ("plastic", Plastic())):
    case = percuss.Case(BALL)
    case.law = law
    run = case.run()
    gap, force = run.history["gap[wall]"], run.history["force[wall]"]
    speed = run.history["velocity[ball x]"]
    e = -speed[-1] / speed[0]
    lost = -run.summary["force_law"]["work"]
    print(f"{name:18} e = {e:.4f}, peak {force.max():.0f} N, lost "
          f"{lost:.4f} J, m v^2 (1 - e^2)/2 = "
          f"{0.5 * MASS * speed[0]**2 * (1 - e**2):.4f} J, "
          f"{run.summary['python']['calls']} calls")
    axes[0].plot(-1e3 * gap, force, label=f"{name}, e = {e:.2f}")
    axes[1].plot(1e3 * run.time, force)
axes[0].set(xlabel="indentation [mm]", ylabel="force [N]", xlim=(-0.05, None),
            ylim=(None, 560))
axes[1].set(xlabel="time [ms]", ylabel="force [N]", xlim=(0.4, 2.5))
axes[0].legend()
save(figure, "own_spring")
