#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refines mesh and time step of doyen.prm together at Courant number 1.2.

usage: refinement.py PERCUSS [--elements 50 100 ...]

Runs the program PERCUSS for N = 50 to 800 elements and prints, as Markdown, the
errors of the contact node's position (L2), velocity (relative L1) and of the
contact force (relative L1) over 0 < t <= 2 s, with the observed rates in h.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

CASE = pathlib.Path(__file__).resolve().parent / "doyen.prm"
COURANT, LENGTH, WAVE_SPEED = 1.2, 10.0, 30.0
SCHEMES = [
    ("moreau-jean, theta = 1/2", ["scheme=moreau-jean", "theta=0.5"]),
    ("moreau-jean, theta = 1", ["scheme=moreau-jean", "theta=1"]),
    ("generalized-alpha, rho = 0.8",
     ["scheme=generalized-alpha", "spectral radius=0.8"]),
]
NORMS = [("gap_L2", "position, L2 [m s^1/2]"),
         ("contact_velocity_L1_relative", "velocity, relative L1"),
         ("contact_force_L1_relative", "force, relative L1")]


def run(program, scheme, n, folder):
    """The errors of one run, name -> norm."""
    step = COURANT * LENGTH / n / WAVE_SPEED
    settings = ["Time integration/" + setting for setting in scheme]
    settings += [f"Time integration/time step={step!r}",
                 f"Elastic bar/number of elements={n}",
                 "Output/field interval=0", "Output/history interval=0"]
    command = [program, "run", str(CASE), "--quiet", "--output", folder]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    with open(pathlib.Path(folder) / "summary.json", encoding="utf-8") as file:
        return json.load(file)["errors"]


def slope(elements, errors):
    """Least-squares exponent p of error ~ h^p."""
    x = [-math.log(n) for n in elements]
    y = [math.log(error) for error in errors]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return (sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) /
            sum((a - mean_x) ** 2 for a in x))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="path of percuss")
    parser.add_argument("--elements", type=int, nargs="+",
                        default=[50, 100, 200, 400, 800])
    arguments = parser.parse_args()

    for name, scheme in SCHEMES:
        with tempfile.TemporaryDirectory() as folder:
            runs = []
            for n in arguments.elements:
                print(f"{name}: N = {n}", file=sys.stderr)
                runs.append(run(arguments.program, scheme, n, folder))
        print(f"\n**{name}**\n")
        print("| N | " + " | ".join(f"{label} | rate" for _, label in NORMS) +
              " |")
        print("|---" * (1 + 2 * len(NORMS)) + "|")
        for i, n in enumerate(arguments.elements):
            row = [str(n)]
            for norm, _ in NORMS:
                row.append(f"{runs[i][norm]:.4e}")
                ratio = n / arguments.elements[i - 1] if i else 1
                row.append(f"{-math.log(runs[i][norm] / runs[i - 1][norm]) / math.log(ratio):.2f}"
                           if i else "")
            print("| " + " | ".join(row) + " |")
        fits = []
        for norm, _ in NORMS:
            fits += ["", f"{slope(arguments.elements, [r[norm] for r in runs]):.2f}"]
        print("| fit | " + " | ".join(fits) + " |")


if __name__ == "__main__":
    main()
