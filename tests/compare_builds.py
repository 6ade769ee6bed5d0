#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the shipped cases with two builds and compares what history.csv says.

usage: compare_builds.py PROGRAM OTHER_PROGRAM [CASE.prm...] [--tolerance T]

A column agrees where no two numbers differ by more than T (1e-12) of the
largest number in it; energies share one scale, and so do all columns of one
quantity (gap[...], velocity[...]). Prints a line per case; exit status 1 if
any disagrees. The residual of the energy identity is rounding alone and is
bounded by the energy's scale.
"""

import argparse
import concurrent.futures
import csv
import math
import os
import pathlib
import subprocess
import tempfile

CASES = pathlib.Path(__file__).resolve().parents[1] / "applications"


def history(program, case, folder):
    """The columns of a run, or what it said where it failed."""
    run = subprocess.run([program, "run", case, "--output", folder, "--quiet"],
                         capture_output=True, text=True, check=False)
    file = pathlib.Path(folder) / "history.csv"
    if not file.exists():
        return run.stderr.strip()
    with file.open(newline="") as text:
        rows = list(csv.reader(text))
    return {name: [float(row[i]) for row in rows[1:]]
            for i, name in enumerate(rows[0])}


def quantity(column):
    """What shares its scale with a column."""
    name = column.split("[")[0]
    if name.startswith(("energy", "work", "dissipation", "identity")):
        return "energy"
    return name


def difference(one, other):
    """The largest relative difference and its column."""
    if isinstance(one, str) or isinstance(other, str):
        return (0., "both fail alike") if one == other else (math.inf, "failure")
    if list(one) != list(other):
        return math.inf, "names of columns"
    scales, worst = {}, (0., "")
    for name, values in one.items():
        scale = scales.get(quantity(name), 0.)
        scales[quantity(name)] = max(
            [scale] + [abs(x) for x in values if math.isfinite(x)])
    for name, values in one.items():
        if len(values) != len(other[name]):
            return math.inf, "number of rows"
        for a, b in zip(values, other[name]):
            if a != b and not (math.isnan(a) and math.isnan(b)):
                error = abs(a - b) / scales[quantity(name)]
                worst = max(worst, (error, name))
    return worst


def compare(programs, case):
    with tempfile.TemporaryDirectory() as folder:
        return difference(*(history(program, case, f"{folder}/{i}")
                            for i, program in enumerate(programs)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs=2, metavar="PROGRAM")
    parser.add_argument("cases", nargs="*", metavar="CASE.prm")
    parser.add_argument("--tolerance", type=float, default=1e-12)
    arguments = parser.parse_args()
    cases = arguments.cases or sorted(str(p) for p in CASES.glob("*/*.prm"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda case: compare(arguments.programs, case), cases)
        for case, (error, column) in zip(cases, results):
            agrees = error <= arguments.tolerance
            failed += not agrees
            name = "/".join(pathlib.Path(case).parts[-2:])
            print(f"{'' if agrees else 'DIFFERS '}{name}: {error:.1e} {column}",
                  flush=True)
    print(f"{len(cases) - failed} of {len(cases)} agree")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
