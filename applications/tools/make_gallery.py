#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the animations of doc/gallery.md: runs the cases and calls the tools.

    make_gallery.py [NAME...] [--program percuss] [--output doc/images/gallery]

GIF, and MP4 where ffmpeg is.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent
# name: case, settings, words of the tool, the animations it leaves
GALLERY = {
    "bar": ("impacting_bar/acary.prm",
            ["Time integration/end time=1.1e-3", "Output/field interval=10"],
            ["render_bar.py", "--frames", "56", "--width", "800"],
            {"picture/bar": "bar"}),
    "block": ("solids/block_on_ball.prm", ["Output/field interval=3"],
              ["render_solid.py", "--frames", "32", "--width", "520"],
              {"picture/solid": "block", "picture/contact": "block_pressure"}),
    "ring": ("solids/folding_ring.prm", [],
             ["render_solid.py", "--frames", "48", "--width", "480"],
             {"picture/solid": "ring"}),
    "slider_crank": ("mechanisms/flexible_slider_crank.prm", [],
                     ["plot_mechanism.py", "--frames", "60", "--width", "480"],
                     {"mechanism": "slider_crank"}),
    "circuit_breaker": ("mechanisms/circuit_breaker.prm", [],
                        ["plot_mechanism.py", "--frames", "60", "--width",
                         "480"], {"mechanism": "circuit_breaker"}),
    "box_stack": ("mechanisms/box_stack.prm", [],
                  ["plot_mechanism.py", "--frames", "50", "--interval", "0",
                   "0.3", "--width", "480"], {"mechanism": "box_stack"}),
    "dominoes": ("mechanisms/dominoes.prm", [],
                 ["plot_mechanism.py", "--frames", "60", "--width", "480"],
                 {"mechanism": "dominoes"})}


def call(*words):
    made = subprocess.run([*map(str, words)], capture_output=True, text=True,
                          check=False)
    if made.returncode:
        sys.exit(f"make_gallery.py: {words[0]}: {made.stderr.strip()}")


def make(name, program, output):
    case, settings, (tool, *words), names = GALLERY[name]
    with tempfile.TemporaryDirectory() as folder:
        # what the pictures call the run
        results = pathlib.Path(folder, pathlib.Path(case).stem)
        call(program, "run", CASES / case, "--output", results, "--quiet",
             *(word for setting in settings for word in ("--set", setting)))
        call(sys.executable, HERE / tool, results, "--animate", *words)
        output.mkdir(parents=True, exist_ok=True)
        for stem, new in names.items():
            for suffix in (".gif", ".mp4"):
                file = results / (stem + suffix)
                if file.is_file():
                    (output / (new + suffix)).write_bytes(file.read_bytes())
                    print(output / (new + suffix), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"(default: all of {', '.join(GALLERY)})")
    parser.add_argument("--program", default="percuss")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                        default=CASES.parent / "doc/images/gallery")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in GALLERY:
            parser.error(f"there is no animation '{name}', but "
                         f"{', '.join(GALLERY)}")
    for name in arguments.names or GALLERY:
        make(name, arguments.program, arguments.output)


if __name__ == "__main__":
    main()
