# SPDX-License-Identifier: Apache-2.0
"""A bar strikes a wall: errors beside d'Alembert's solution when mesh and time
step are refined together, and their rates."""

import math

import percuss
from picture import CASES, plt, save

ELEMENTS = [50, 100, 200, 400, 800]
SCHEMES = ["moreau-jean", "generalized-alpha", "cd-lagrange"]
ERRORS = {"gap_L1_relative": "gap", "contact_impulse_L1_relative": "impulse"}

case = percuss.Case(CASES / "impacting_bar/acary.prm")
case["Output/history interval"] = 1
figure, axes = plt.subplots(1, 2, figsize=(7, 3), sharey=True)
for scheme in SCHEMES:
    case["Time integration/scheme"] = scheme
    runs = []
    for n in ELEMENTS:
        case["Elastic bar/number of elements"] = n
        case["Time integration/time step"] = 1e-4 / n  # Courant number 0.5
        runs.append(case.run())
    for ax, (error, what) in zip(axes, ERRORS.items()):
        errors = [run.summary["errors"][error] for run in runs]
        rates = [math.log2(a / b) for a, b in zip(errors, errors[1:])]
        print(f"{scheme:18} {what:8} rates",
              *(f"{rate:5.2f}" for rate in rates))
        ax.loglog(ELEMENTS, errors, "o-", label=scheme, markersize=4)
        ax.set(title=f"error of the {what} in L1, relative",
               xlabel="number of elements")
axes[0].legend()
for ax in axes:
    ax.set_xticks(ELEMENTS, ELEMENTS)
    ax.minorticks_off()
save(figure, "refinement_study")
