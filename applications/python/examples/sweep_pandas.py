# SPDX-License-Identifier: Apache-2.0
"""How much energy schemes take from a bar that strikes a wall, over the time
step: a sweep, and a pivot table of pandas."""

import percuss
from picture import CASES, plt, save

SCHEME, STEP = "Time integration/scheme", "Time integration/time step"
case = percuss.Case(CASES / "impacting_bar/acary.prm")
case["Elastic bar/number of elements"] = 200
table = case.sweep({
    SCHEME: ["moreau-jean", "generalized-alpha", "newmark", "hht"],
    STEP: [8e-7, 4e-7, 2e-7, 1e-7]}).to_pandas()

table["lost"] = 1 - table["energy/final"] / table["energy/initial"]
pivot = table.pivot(index=STEP, columns=SCHEME, values="lost")
print((100 * pivot).round(3).to_string())
figure, ax = plt.subplots(figsize=(5, 3.2))
pivot.plot(ax=ax, logx=True, logy=True, markersize=4,
           style=["o-", "s-", "o-", "o--"])
ax.set(xlabel="time step [s]", ylabel="share of the energy that is lost")
ax.set_xticks(pivot.index, [f"{h:.0e}" for h in pivot.index])
ax.minorticks_off()
ax.legend(title=None)
save(figure, "sweep_pandas")
