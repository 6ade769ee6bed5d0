#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes report.html about what 'percuss run' or 'percuss study' has left in a
directory: one page that opens without a network, with curves to point at and to
zoom. The tool behind --report.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import report_page
import run_report
import study_report
from run_record import InputError


def defaults(program):
    """Sections of entries with their defaults, of `percuss explain`; none where
    there is no such program."""
    try:
        text = subprocess.run([program, "explain", "--format", "json"],
                              capture_output=True, text=True, check=True,
                              timeout=60).stdout
        return json.loads(text)
    except (OSError, ValueError, subprocess.SubprocessError):
        return {}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR",
                        help="output directory of a run or of a study")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        help="(default: DIR/report.html)")
    parser.add_argument("--program", default="percuss",
                        help="what knows the defaults of parameters "
                        "(default: %(default)s)")
    parser.add_argument("--no-pictures", action="store_true",
                        help="curves and tables only")
    arguments = parser.parse_args()
    directory = arguments.directory
    file = arguments.output or directory / "report.html"
    try:
        if (directory / "study.json").is_file():
            title, parts = study_report.page(directory)
        else:
            title, parts = run_report.page(directory,
                                           defaults(arguments.program),
                                           not arguments.no_pictures)
        try:
            report_page.write(file, title, parts)
        except OSError as problem:
            raise InputError(f"{file} cannot be written ({problem}): choose "
                             "another place by --output") from None
    except InputError as problem:
        print(f"report.py: {problem}", file=sys.stderr)
        return 2
    print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
