# SPDX-License-Identifier: Apache-2.0
"""What the examples share: where the cases are, and how their pictures look."""

import os
import pathlib

import matplotlib

matplotlib.use("Agg")  # no screen
import matplotlib.pyplot as plt

CASES = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(os.environ.get("PERCUSS_PICTURES", "."))
BLUE, RED, GREEN, GREY = "#1f5fa8", "#c8402f", "#3d8b4f", "#888888"

plt.rcParams.update({
    "figure.dpi": 110, "figure.constrained_layout.use": True, "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "grid.color": "#e4e4e4", "legend.frameon": False, "lines.linewidth": 1.4,
    "axes.prop_cycle": matplotlib.cycler(color=[
        BLUE, RED, GREEN, "#b8860b", "#7a4fa3", GREY])})


def save(figure, name):
    """Writes the picture into the working directory, or PERCUSS_PICTURES."""
    file = FOLDER / f"{name}.png"
    figure.savefig(file, metadata={"Software": None})
    print(f"picture: {file}")
