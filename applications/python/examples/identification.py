# SPDX-License-Identifier: Apache-2.0
"""Young's modulus and density of a bar from the noisy motion of its far end
and the momentum that the wall has taken."""

import numpy
import percuss
from picture import CASES, GREY, plt, save

E, RHO = "Elastic bar/Young's modulus", "Elastic bar/density"
case = percuss.Case(CASES / "impacting_bar/acary.prm")
case["Elastic bar/number of elements"] = 100
case["Output/history interval"] = 1


def displacement(run):
    position = run.history["position[far end]"]
    return position - position[0]


def momentum(run):
    return run.history["impulse[left]"].cumsum()


# what is measured: a bar of which nobody knows these values
case[E], case[RHO] = 204.3e9, 7690.
truth, random = case.run(), numpy.random.default_rng(1)
t, noise = truth.time[::5], (2e-6, 5e-3)
measured = [(signal, t, signal(truth)[::5] +
             sigma * random.normal(size=t.size), sigma)
            for signal, sigma in zip((displacement, momentum), noise)]

fit = percuss.identify(case, {E: (150e9, 250e9), RHO: (7000, 9000)}, measured)
print(fit)
for name, value in ((E, 204.3e9), (RHO, 7690.)):
    print(f"{name}: {(fit.values[name] - value) / value:+.3%} from the truth")

figure, axes = plt.subplots(1, 2, figsize=(7, 3))
for ax, name, scale, (signal, times, values, _) in zip(
        axes, ("displacement of the far end [mm]", "momentum [N s]"), (1e3, 1),
        measured):
    ax.plot(1e3 * times, scale * values, ".", color=GREY, markersize=3,
            label="measured")
    ax.plot(1e3 * fit.run.time, scale * signal(fit.run),
            label="identified")
    ax.set(xlabel="time [ms]", title=name)
axes[0].legend()
save(figure, "identification")
