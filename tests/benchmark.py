#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the performance programs of a build: ratios of times, each of one run.

usage: benchmark.py [--output FILE.json] [--compare FILE.json] [--repeat N]
                    [BUILD]

BUILD is the folder of the build, build/release where none is given. Each ratio
is the time of something in percuss over that of something that does the same
in the same run: a loop written by hand, LAPACK, a product with a matrix. Of
several repetitions it is the median. A machine on which other programs run
disturbs ratios less than times, but it does.

With --compare, ratios that are more than a tenth larger than those of FILE are
listed, and the exit status is 1 if there are any.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

GROWTH = 1.1


def ratios_of(program):
    """{name: ratio} of one run of a performance program."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "results.json"
        run = subprocess.run(
            [program, f"--gtest_output=json:{file}"], cwd=program.parent,
            stdout=subprocess.DEVNULL, check=False,
            env={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
                 **os.environ})
        if not file.exists():
            sys.exit(f"benchmark.py: {program} ended with status "
                     f"{run.returncode} and without results. Run it by itself.")
        results = json.loads(file.read_text())
    found = {}
    for suite in results["testsuites"]:
        for test in suite["testsuite"]:
            for name, value in test.items():
                if " / " in name:
                    found[name] = float(value)
            if "failures" in test:
                print(f"{program.name}: {test['name']} failed its own bounds",
                      file=sys.stderr)
    return found


def measure(build, repetitions):
    """{program: {name: median ratio}} of all performance programs."""
    programs = sorted(path for path in (build / "tests").glob("*_performance")
                      if path.is_file())
    if not programs:
        sys.exit(f"benchmark.py: no performance programs in {build}/tests. "
                 "Build them: cmake --build BUILD --target long_programs.")
    ratios = {}
    for program in programs:
        print(f"{program.name} ...", file=sys.stderr, flush=True)
        runs = [ratios_of(program.resolve()) for _ in range(repetitions)]
        ratios[program.name] = {
            name: statistics.median(run[name] for run in runs)
            for name in runs[0] if all(name in run for run in runs)}
    return {program: found for program, found in ratios.items() if found}


def table(ratios):
    """The ratios as a table of Markdown."""
    lines = ["| time of | beside | ratio |", "|---|---|---|"]
    for found in ratios.values():
        for name, ratio in found.items():
            what, beside = name.split(" / ")
            lines.append(f"| {what} | {beside} | {ratio:.3g} |")
    return "\n".join(lines)


def grown(ratios, before):
    """The lines about ratios that are larger than before."""
    lines = []
    for program, found in ratios.items():
        for name, ratio in found.items():
            old = before.get(program, {}).get(name)
            if old is not None and ratio > GROWTH * old:
                lines.append(f"{name}: {old:.3g} before, {ratio:.3g} now")
    return lines


def read(path):
    """The ratios of a file that --output has written."""
    try:
        return json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"benchmark.py: cannot read {path}: {error}")


def main():
    """Runs the programs and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", nargs="?", default="build/release",
                        type=pathlib.Path, metavar="BUILD",
                        help="folder of the build (default build/release)")
    parser.add_argument("--output", metavar="FILE.json",
                        help="write the ratios there")
    parser.add_argument("--compare", metavar="FILE.json",
                        help="list what has become slower than there")
    parser.add_argument("--repeat", type=int, default=3, metavar="N",
                        help="runs of each program (default 3)")
    arguments = parser.parse_args()
    before = read(arguments.compare) if arguments.compare else {}
    ratios = measure(arguments.build, max(1, arguments.repeat))
    print(table(ratios))
    if arguments.output:
        pathlib.Path(arguments.output).write_text(
            json.dumps(ratios, indent=1) + "\n")
    slower = grown(ratios, before)
    if slower:
        print("\nMore than a tenth slower than in", arguments.compare)
        print("\n".join(slower))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
