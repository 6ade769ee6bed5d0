# SPDX-License-Identifier: Apache-2.0
"""An oscillator that is driven against a stop: its position at the same phase
of each period, over the frequency of the load."""

import math

import numpy
import percuss
from picture import BLUE, plt, save

STEPS, TRANSIENT, SHOWN = 200, 120, 60  # per period; periods
case = percuss.Case({
    "Model": {"name": "linear oscillator"},
    "Linear oscillator": {"mass": 1, "stiffness": 1, "load amplitude": 1,
                          "obstacle position": 0, "initial position": 0.1,
                          "rest position": 0},
    "Contact": {"restitution coefficient": 0.8},
    "Output": {"history interval": STEPS}})
frequencies = numpy.linspace(2.4, 5.2, 260)
places = []
for omega in frequencies:
    period = 2 * math.pi / omega
    case["Linear oscillator/load angular frequency"] = omega
    case["Time integration/time step"] = period / STEPS
    case["Time integration/end time"] = (TRANSIENT + SHOWN) * period
    places.append(case.run().history["position[mass]"][-SHOWN:])

counts = [len(set(numpy.round(each, 3))) for each in places]
print(f"{len(frequencies)} frequencies; {counts.count(1)} with the period of "
      f"the load, {counts.count(2)} with twice that")
figure, ax = plt.subplots(figsize=(7, 3.4))
ax.plot(numpy.repeat(frequencies, SHOWN), numpy.ravel(places), ".", color=BLUE,
        markersize=1.5, markeredgewidth=0)
ax.set(xlabel="frequency of the load over that of the oscillator",
       ylabel="position once a period [m]")
save(figure, "bifurcation")
