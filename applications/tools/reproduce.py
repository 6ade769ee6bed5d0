#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes what papers and manuals print, and says what holds: the tool behind
`percuss reproduce`.
"""

import argparse
import os
import pathlib
import signal
import sys

if sys.version_info < (3, 11):
    print("percuss reproduce needs Python 3.11 or newer; this is "
          f"{sys.executable}, Python {sys.version.split()[0]}. Debian 12 and "
          "later, and Ubuntu 24.04, have it as /usr/bin/python3.",
          file=sys.stderr)
    sys.exit(2)

import difflib

import reproduction_page
import reproduction_readme
import reproduction_report
from reproduction import CATALOGUE, DescriptionError, names, read
from reproduction_runs import Runner
from verdicts import FAILS, judge


def arguments_of(words):
    parser = argparse.ArgumentParser(prog="percuss reproduce",
                                     description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--program", default="percuss",
                        help="the program that computes")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                        default=pathlib.Path("results/reproductions"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--catalogue", type=pathlib.Path, metavar="DIR",
                        default=CATALOGUE)
    parser.add_argument("--readme", type=pathlib.Path, metavar="DIR",
                        help="writes README.md and pictures of the catalogue")
    result = parser.parse_args(words)
    if result.jobs < 1:
        raise DescriptionError("--jobs must be at least 1.")
    return result


def chosen(wanted, catalogue):
    """The names that words mean: themselves, or all that begin so."""
    known = names(catalogue)
    if not known:
        raise DescriptionError(f"There are no reproductions in {catalogue}.")
    result = []
    for word in wanted:
        found = [word] if word in known else [name for name in known
                                              if name.startswith(word)]
        if not found:
            near = difflib.get_close_matches(word, known, 1)
            raise DescriptionError(
                f"There is no reproduction '{word}'. " +
                (f"Did you mean '{near[0]}'?" if near else
                 "See percuss reproduce --list."))
        result += [name for name in found if name not in result]
    return result or known


def show_list(reproductions):
    for each in reproductions:
        print(f"  {each.name:<28}  [{each.source}] {each.place}: {each.title} "
              f"({len(each.rows)})")


def reproduce(reproductions, options, runner):
    """All verdicts, and the results of the runs, by name."""
    output = runner.output
    jobs = {each.name: runner.jobs(each) for each in reproductions}
    pending = [job for of_name in jobs.values() for job in of_name.values()]
    print(f"percuss reproduce: {len(reproductions)} reproductions, "
          f"{len(pending)} runs, {options.jobs} at a time", flush=True)
    output.mkdir(parents=True, exist_ok=True)
    done = 0

    def report(job, failure, seconds):
        nonlocal done
        done += 1
        what = (f"has failed: {failure}" if failure else
                f"{seconds:.1f} s" if seconds else "kept")
        print(f"  {done:3}/{len(pending)}  {job.directory.relative_to(output)}: "
              f"{what}", flush=True)

    results = runner.execute(pending, options.jobs, report)
    found = {}
    for each in reproductions:
        of_name = {name: results[job.directory]
                   for name, job in jobs[each.name].items()}
        found[each.name] = ([judge(row, each, of_name) for row in each.rows],
                            of_name)
    return found


def main(words):
    options = arguments_of(words)
    reproductions = [read(name, options.catalogue)
                     for name in chosen(options.names, options.catalogue)]
    if options.list:
        show_list(reproductions)
        return 0
    runner = Runner(options.program, options.output.absolute(), options.quick,
                    options.again)
    found = reproduce(reproductions, options, runner)
    files = reproduction_report.write(options, reproductions, found)
    files += reproduction_page.write(options, reproductions, found, runner.version)
    if options.readme:
        files += reproduction_readme.write(options, reproductions, found)
    verdicts = [verdict for rows, _ in found.values() for verdict in rows]
    print(reproduction_report.summary(verdicts), flush=True)
    for each in reproductions:
        for verdict in found[each.name][0]:
            if verdict.verdict == FAILS:
                print(reproduction_report.failure(each, verdict),
                      file=sys.stderr)
    print("results:", *(f"  {file}" for file in files), sep="\n")
    return int(any(verdict.verdict == FAILS for verdict in verdicts))


def end(number, frame):
    """SIGTERM is what Ctrl-C is: runs in progress end, too."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    try:
        sys.exit(main(sys.argv[1:]))
    except (DescriptionError, OSError) as error:
        print(f"percuss: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("percuss: interrupted; what is finished is kept for the next "
              "call.", file=sys.stderr)
        sys.exit(130)
