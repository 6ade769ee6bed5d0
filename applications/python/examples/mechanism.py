# SPDX-License-Identifier: Apache-2.0
"""A slider-crank with play: where the journal is in its bearing, and the forces
that it passes on."""

import numpy
import percuss
from picture import CASES, GREY, plt, save

CRANK, ROD, PLAY = 0.0765, 0.153, 5e-4  # half lengths, radial clearance [m]
case = percuss.Case(CASES / "mechanisms/slider_crank_clearance.prm")
case["Time integration/time step"] = 2e-5
case["Output/history interval"] = 2
run = case.run()
x = {name: run.history[f"position[{name}]"] for name in
     ("crank x", "crank y", "crank angle", "rod x", "rod y", "rod angle")}
# the journal on the rod beside the bearing on the crank
dx = x["rod x"] - ROD * numpy.cos(x["rod angle"]) - (
    x["crank x"] + CRANK * numpy.cos(x["crank angle"]))
dy = x["rod y"] - ROD * numpy.sin(x["rod angle"]) - (
    x["crank y"] + CRANK * numpy.sin(x["crank angle"]))
radius = numpy.hypot(dx, dy)
turns = x["crank angle"] / (2 * numpy.pi)
print(f"{turns[-1]:.2f} turns; the journal leaves the bearing by "
      f"{1e6 * (radius.max() - PLAY):.2g} um at most, and is free in "
      f"{(radius < 0.999 * PLAY).mean():.0%} of the time")

figure, (orbit, forces) = plt.subplots(
    1, 2, figsize=(7.5, 3.1), width_ratios=(1, 1.5))
orbit.add_patch(plt.Circle((0, 0), 1e3 * PLAY, fill=False, color=GREY))
orbit.plot(1e3 * dx, 1e3 * dy, linewidth=0.8)
orbit.set(aspect="equal", xlabel="x [mm]", ylabel="y [mm]",
          title="centre of the journal")
forces.semilogy(turns, numpy.maximum(run.history["force[journal]"], 1e-3),
                ".", markersize=2, markeredgewidth=0)
forces.set(xlabel="turns of the crank", ylabel="force [N]", ylim=(5, None),
           title="force of the journal in each step")
save(figure, "mechanism")
