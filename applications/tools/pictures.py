# SPDX-License-Identifier: Apache-2.0
"""Pictures of results by ParaView: what the tools that render have in common.

A tool calls start_in_display() before it imports ParaView and this module's
other half, paraview_scene, and then run().
"""

import argparse
import os
import pathlib
import shutil
import sys

PACKAGES = ("the packages paraview, python3-paraview, python3-numpy, xvfb and "
            "xauth")


def needs(tool):
    return f"Debian has what {tool} needs in {PACKAGES}"


def start_in_display(script):
    """Starts the script anew by pvbatch, without a display in a virtual one."""
    if ("DISPLAY" not in os.environ
            and shutil.which("xvfb-run") and shutil.which("pvbatch")):
        # -noreset: else the display may refuse ParaView's second connection
        os.execvp("xvfb-run", ["xvfb-run", "-a", "-s", "-noreset", "pvbatch",
                               os.path.abspath(script), *sys.argv[1:]])


def refuse(tool, error):
    """Ends a tool whose imports fail."""
    print(f"{tool}: {error}: run it by pvbatch. {needs(tool)}",
          file=sys.stderr)
    sys.exit(2)


def positive(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def argument_parser(tool, description):
    """With what all tools understand: DIR, --output, --times, --at."""
    parser = argparse.ArgumentParser(
        description=description, prog=tool,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path,
                        help="output directory of a run")
    parser.add_argument("--output", metavar="PICTURES", type=pathlib.Path,
                        help="directory of the pictures (default: DIR/picture)")
    parser.add_argument("--times", metavar="N", type=positive, default=4,
                        help="pictures, equally spaced in time (default: 4)")
    parser.add_argument("--at", metavar="T", type=float, nargs="+",
                        help="times [s] instead; the nearest there are")
    return parser
