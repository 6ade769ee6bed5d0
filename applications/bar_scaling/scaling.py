#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time per step and memory of an impacting bar against its size.

usage: scaling.py PERCUSS [--elements 100 1000 ...] [--scheme moreau-jean]

Runs the program PERCUSS through an impact at Courant number one and prints, as
Markdown, the time per step, the same per degree of freedom, and the largest
resident memory less that of the smallest run, per degree of freedom.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile

CASE = pathlib.Path(__file__).resolve().parent / "scaling.prm"
WAVE_SPEED = 5188.745  # m/s, of the case's steel


def run(program, scheme, n, repetitions):
    """Degrees of freedom, least seconds per step, largest memory [byte]."""
    step = 1.0 / n / WAVE_SPEED
    steps = max(100, min(20000, 20_000_000 // n))
    seconds, memory = [], 0
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", str(CASE), "--quiet", "--output", folder]
        for setting in [f"Elastic bar/number of elements={n}",
                        f"Time integration/scheme={scheme}",
                        f"Time integration/time step={step!r}",
                        f"Time integration/end time={steps * step!r}"]:
            command += ["--set", setting]
        for _ in range(repetitions):
            child = os.spawnvp(os.P_NOWAIT, command[0], command)
            _, status, usage = os.wait4(child, 0)
            if status != 0:
                sys.exit("The run failed: " + " ".join(command))
            memory = max(memory, usage.ru_maxrss * 1024)
            summary = json.loads(
                (pathlib.Path(folder) / "summary.json").read_text())
            seconds.append(summary["wall_seconds_per_step"])
    return summary["dofs"], min(seconds), memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="path of percuss")
    parser.add_argument("--elements", type=int, nargs="+",
                        default=[100, 1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--scheme", default="moreau-jean")
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()

    print("| elements | time per step [µs] | per DoF [ns] | memory [MB] | "
          "more than the first, per DoF [byte] |\n|---|---|---|---|---|")
    first = None
    for n in arguments.elements:
        dofs, seconds, memory = run(arguments.program, arguments.scheme, n,
                                    arguments.repetitions)
        first = first or (dofs, memory)
        growth = ((memory - first[1]) / (dofs - first[0])
                  if dofs > first[0] else None)
        print(f"| {n} | {seconds * 1e6:.1f} | {seconds / dofs * 1e9:.1f} | "
              f"{memory / 1e6:.0f} | "
              f"{'' if growth is None else format(growth, '.0f')} |",
              flush=True)


if __name__ == "__main__":
    main()
