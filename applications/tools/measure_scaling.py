#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what a step of a case costs, over meshes and numbers of ranks.

    measure_scaling.py CASE.prm --end-time 1e-5 --ranks 1 2
        --mesh "16, 16, 8 : 0, 0, 0 : 1, 1, 0.5 : true"
        --mesh "32, 32, 16 : 0, 0, 0 : 1, 1, 0.5 : true"

Each row of the table is two runs, to half of the end time and to all of it; what
they differ by is that of the steps in between, without start and end:

    s/step      wall time of a step
    iterations  active sets of a step: median, largest
    messages    sent in a step, mean over the ranks (PETSc only)
    kB          sent in a step, mean over the ranks (PETSc only)
    reductions  of all ranks in a step (PETSc only)
    GiB/rank    largest memory of a rank

Strong scaling compares rows of one mesh; weak scaling rows with the same number of
unknowns per rank. The table is Markdown.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

COUNTERS = {"messages": r"^MPI Msg Count:\s+(.*)$",
            "bytes": r"^MPI Msg Len \(bytes\):\s+(.*)$",
            "reductions": r"^MPI Reductions:\s+(.*)$"}
HEADER = ("| ranks | DoFs | contacts | s/step | iterations | messages | kB "
          "| reductions | GiB/rank |")


class RunError(Exception):
    """A run that failed, with what it printed."""


def counters(log, ranks):
    """Messages and bytes per rank and reductions in a log of PETSc."""
    text = log.read_text() if log.exists() else ""
    result = {}
    for name, pattern in COUNTERS.items():
        match = re.search(pattern, text, re.MULTILINE)
        if match:
            columns = [float(x) for x in match.group(1).split()]
            # largest, ratio, mean (bytes: mean length), total
            result[name] = (columns[0] if name == "reductions"
                            else columns[-1] / ranks)
    return result


def run(arguments, mesh, ranks, end_time, folder):
    """A run's summary, rows of its history, counters and memory [GiB]."""
    words = [arguments.program, "run", arguments.case, "--output", folder,
             "--set", f"Time integration/end time={end_time!r}",
             "--set", "Output/field interval=0",
             "--set", "Output/monitored points="]
    if mesh:
        words += ["--set", f"Solid/mesh generator arguments={mesh}"]
    for change in arguments.set:
        words += ["--set", change]
    if ranks > 1:
        words = [arguments.mpiexec, "--oversubscribe", "--bind-to", "none",
                 "-n", str(ranks), *words]
    folder.mkdir(parents=True)
    log = folder / "petsc.log"
    environment = dict(os.environ, PETSC_OPTIONS=f"-log_view :{log}",
                       OMP_NUM_THREADS="1")
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([str(word) for word in words],
                                   stdout=output, stderr=output,
                                   env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            output.seek(0)
            raise RunError("".join(line for line in output
                                   if "PETSC ERROR" not in line))
    summary = json.loads((folder / "summary.json").read_text())
    with open(folder / "history.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return summary, rows, counters(log, ranks), usage.ru_maxrss / 2**20


def measure(arguments, mesh, ranks, folder):
    """A row of the table."""
    half, whole = (run(arguments, mesh, ranks, share * arguments.end_time,
                       folder / f"{ranks}_{share}")
                   for share in (0.5, 1.))
    n_steps = whole[0]["steps"] - half[0]["steps"]
    if n_steps < 1:
        raise RunError("The second half of the time has no step. Give a later "
                       "--end-time.\n")
    seconds = (whole[0]["stepping_seconds"]
               - half[0]["stepping_seconds"]) / n_steps
    iterations = [int(row["solver_iterations"]) for row in whole[1]
                  if int(row["active_contacts"]) > 0] or [0]

    def per_step(name, unit=1.):
        if name not in whole[2]:
            return "-"
        return f"{(whole[2][name] - half[2][name]) / n_steps / unit:.1f}"

    return (f"| {ranks} | {whole[0]['dofs']} | {whole[0]['contacts']} "
            f"| {seconds:.4f} | {statistics.median(iterations):g}, "
            f"{max(iterations)} | {per_step('messages')} "
            f"| {per_step('bytes', 1000.)} | {per_step('reductions')} "
            f"| {whole[3]:.2f} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", metavar="CASE.prm", type=pathlib.Path)
    parser.add_argument("--end-time", type=float, required=True,
                        help="of the longer runs [s]")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1])
    parser.add_argument("--mesh", action="append",
                        help="'Solid/mesh generator arguments', once for each "
                        "mesh (default: those of the case)")
    parser.add_argument("--set", action="append", default=[],
                        metavar="ENTRY=VALUE", help="as for percuss run")
    parser.add_argument("--program", default="percuss")
    parser.add_argument("--mpiexec", default="mpiexec")
    arguments = parser.parse_args()
    if not shutil.which(arguments.program):
        parser.error(f"'{arguments.program}' cannot be run. Give the program "
                     "by --program.")
    if not arguments.case.exists():
        parser.error(f"There is no case '{arguments.case}'.")

    print(HEADER, re.sub(r"[^|]+", "---", HEADER), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for i, mesh in enumerate(arguments.mesh or [None]):
            for ranks in arguments.ranks:
                try:
                    print(measure(arguments, mesh, ranks,
                                  pathlib.Path(folder) / str(i)), flush=True)
                except RunError as error:
                    print(f"measure_scaling.py: {ranks} rank(s), mesh "
                          f"'{mesh}':\n{error}", end="", file=sys.stderr)
                    sys.exit(1)


if __name__ == "__main__":
    main()
