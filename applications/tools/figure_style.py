# SPDX-License-Identifier: Apache-2.0
"""What the figures of percuss have in common: colours, dashes, sizes, typeset
labels, files. Where matplotlib is missing a tool starts itself again with the
system's Python; if that has none either, it ends with a hint.
"""

import os
import pathlib
import re
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib.lines import Line2D
    import numpy  # which the tools need, too
except ImportError as error:
    SYSTEM = "/usr/bin/python3"
    if (pathlib.Path(sys.argv[0]).resolve().parent ==
            pathlib.Path(__file__).resolve().parent and os.access(
                SYSTEM, os.X_OK) and not os.path.samefile(sys.executable,
                                                          SYSTEM)):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
    print(f"{pathlib.Path(sys.argv[0]).name}: {error}: use a Python that has "
          "matplotlib and numpy; Debian's /usr/bin/python3 has them after "
          "'apt-get install python3-matplotlib python3-numpy'",
          file=sys.stderr)
    sys.exit(2)

from animation import animation_files
from file_replacement import replacement
from run_record import InputError

FORMATS = (".png", ".svg", ".pdf")
# Okabe and Ito: told apart with any colour vision, and in print
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7",
           "#E69F00", "#56B4E9", "#000000")
# in points
DASHES = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)),
          (0, (9, 2)), (0, (3, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "x", "p", "<", "+", ">", "h", "*")
STYLE = {
    "font.size": 8, "figure.titlesize": 8.5, "legend.fontsize": 7.5,
    "axes.linewidth": 0.6, "lines.linewidth": 0.8, "lines.markersize": 3,
    "lines.scale_dashes": False,
    "xtick.direction": "in", "xtick.top": True,
    "ytick.direction": "in", "ytick.right": True,
    "axes.grid": True, "grid.color": "0.91", "grid.linewidth": 0.5,
    "legend.frameon": False, "legend.handlelength": 2.6,
    "savefig.dpi": 200, "svg.hashsalt": "percuss",
}

GREEK = ("alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|"
         "rho|sigma|tau|phi|chi|psi|omega")
# words of their own: 'rho_infinity' and 'theta', not 'generalized-alpha'
SYMBOL = re.compile(rf"(?<![\w-])(?:(?P<greek>{GREEK})(?:_(?P<index>\w+))?|"
                    r"L(?P<norm>1|2|inf(?:inity)?)|(?P<step>h))(?![\w-])")


def typeset(text):
    """The text, with the symbols in it as mathematics: theta, L2, h."""
    def symbol(match):
        if match["greek"]:
            index = re.sub(r"^inf(inity)?$", r"\\infty", match["index"] or "")
            return rf"$\{match['greek']}" + (f"_{{{index}}}$" if index
                                             else "$")
        if match["norm"]:
            power = re.sub(r"^inf(inity)?$", r"\\infty", match["norm"])
            return f"$L^{{{power}}}$"
        return "$h$"
    text = SYMBOL.sub(symbol, text.replace("$", r"\$"))
    return re.sub(r"(?<!\\)\$ \$", r"\\,", text)  # omega h is a product


def typeset_unit(unit):
    """' [m s^{1/2}]' of 'm s^1/2', upright; nothing for a pure number."""
    if unit in ("", "1"):
        return ""
    if not re.fullmatch(r"[\w/ ^*+-]+", unit):
        return f" [{unit}]".replace("$", r"\$")
    unit = re.sub(r"\^([+-]?\d+(?:/\d+)?)", r"^{\1}", unit)
    unit = re.sub(r"[ *]+", r"\\,", unit)
    return rf" [$\mathrm{{{unit}}}$]"


def put_legend(ax, lines):
    """Above the panel if it fits there, else to the right of it."""
    handles = [Line2D([], [], color=color, linestyle=dashes)
               for _, color, dashes in lines]
    # a leading underscore would hide the entry
    texts = [text.replace("$", r"\$").lstrip("_") for text, *_ in lines]
    if sum(len(text) + 8 for text in texts) <= 95:
        ax.legend(handles, texts, loc="lower right", ncol=len(texts),
                  bbox_to_anchor=(1, 0.98), borderpad=0, columnspacing=1.5)
    else:
        legend = ax.legend(handles, texts, loc="upper left", borderpad=0,
                           bbox_to_anchor=(1.015, 1), borderaxespad=0,
                           ncol=1 + (len(texts) - 1) // 40)
        # leave room for its width; its height goes beside the next panels
        legend.set_in_layout(False)
        ax.figure.canvas.draw()
        width = legend.get_window_extent().width / ax.figure.bbox.width
        ax.figure.get_layout_engine().set(rect=(0, 0, 0.98 - width, 1))


def save(figure, file):
    """Writes the figure and says so; the same figure gives the same file."""
    metadata = {".svg": {"Date": None},
                ".pdf": {"CreationDate": None}}.get(file.suffix)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacement(file) as new:
            figure.savefig(new, format=file.suffix[1:], metadata=metadata)
    except OSError as problem:
        raise InputError(f"{file} cannot be written ({problem}): choose "
                         "another place by --output") from None
    print(file)


def check_picture(output):
    """Raises InputError unless the file is one of FORMATS."""
    if output.suffix not in FORMATS:
        raise InputError(f"--output {output}: end the name in one of "
                         f"{', '.join(FORMATS)}")


def picture_or_animation(arguments, default):
    """Sets arguments.output for a picture; the files of an animation, or none."""
    if arguments.animate:
        return animation_files(arguments.output, default)
    if arguments.output is None:
        arguments.output = default
    check_picture(arguments.output)
    return []
