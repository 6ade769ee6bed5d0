# SPDX-License-Identifier: Apache-2.0
"""One figure of a study: axes in a row, names, ticks, legend and notes, placed
so that nothing covers anything else and nothing is cut.
"""

import textwrap

# first, for its message where matplotlib is missing
from figure_style import (DASHES, MARKERS, PALETTE, STYLE, typeset,
                          typeset_unit)
import numpy as np
from matplotlib import ticker
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

MM = 1 / 25.4                # in inches
COLUMN, PAGE = 90, 170       # width of a figure [mm]
HEIGHT = 62                  # of the axes [mm]
EDGE = 1                     # around a figure [mm]
LEGEND_WRAP = 80             # characters of a line
LABEL_WRAP = 40
# measured and saved at one resolution: no text is laid out twice
CHART_STYLE = {**STYLE, "legend.fontsize": 8, "figure.dpi": 300,
               "savefig.dpi": 300, "axes.formatter.useoffset": False}


class Chart:
    """A figure of one or several axes in a row, with a legend beside or under
    them and notes at its foot."""

    def __init__(self, study, n_axes=1):
        self.study = study
        self.figure = Figure(figsize=(n_axes * 70 * MM, HEIGHT * MM))
        FigureCanvasAgg(self.figure)
        self.axes = [self.figure.add_axes((i / n_axes, 0, 1 / n_axes, 1))
                     for i in range(n_axes)]
        for ax in self.axes:
            ax.set_axisbelow(True)
        self.notes = [study.losses()] if study.losses() else []
        self.spectral = study.kind == "spectrum"

    def style(self, i):
        """Colour, and markers or dashes for those who print in grey."""
        n = len(self.study.curves)
        behind = (n - 1 - i) / max(n - 1, 1)  # equal lines show side by side
        style = {"color": PALETTE[i % len(PALETTE)],
                 "linewidth": 0.8 + 0.8 * behind}
        if self.spectral:
            return {**style, "linestyle": DASHES[i % len(DASHES)]}
        return {**style, "marker": MARKERS[i % len(MARKERS)],
                "linestyle": "" if self.study.categories else
                DASHES[i // len(PALETTE) % len(DASHES)],
                "markersize": 3.6 + 1.6 * behind,
                "markerfacecolor": "none", "markeredgewidth": 0.8}

    def draw(self, ax, lines):
        for i, (x, y) in enumerate(lines):
            ax.plot(x, y, **self.style(i))

    def finish(self, labels):
        """Sizes the figure and puts everything in its place; all in mm."""
        left, right, bottom, top = self.margins()
        legend, size = self.legend(labels)
        n_columns, width, beside = arrange(len(labels), size[0],
                                           len(self.axes))
        if n_columns > 1:
            legend.remove()
            legend, size = self.legend(labels, n_columns)
        if not any(labels):
            legend.remove()
            size, beside = np.zeros(2), False

        room = width - 2 * EDGE - (size[0] + 5 if beside else 0)
        panel = (room - left.sum() - right.sum()
                 - 3 * (len(self.axes) - 1)) / len(self.axes)
        height = max(HEIGHT, size[1] if beside else 0,
                     *(self.extent(ax.yaxis.label)[1] for ax in self.axes))
        self.panel = panel, height
        foot = 4.5 * len(self.notes) + EDGE
        floor = foot + bottom + (0 if beside or not size[1] else
                                 size[1] + 2.5)
        total = floor + height + top
        self.figure.set_size_inches(width * MM, total * MM)

        x = EDGE
        for ax, before, after in zip(self.axes, left, right):
            x += before
            ax.set_position((x / width, floor / total, panel / width,
                             height / total))
            x += panel + after + 3
        corner = ((width - EDGE - size[0], floor + height) if beside else
                  (max(EDGE, min(EDGE + left[0], width - EDGE - size[0])),
                   floor - bottom - 1))
        legend.set_bbox_to_anchor((corner[0] / width, corner[1] / total),
                                  transform=self.figure.transFigure)
        for i, note in enumerate(self.notes):
            self.figure.text((EDGE + left[0]) / width,
                             (foot - 4.5 * (i + 0.5)) / total, note,
                             color="0.3", va="center", style="italic")
        return self

    def margins(self):
        """What ticks and labels need left and right of each of the axes, and
        below and above all of them [mm]."""
        renderer, around = self.figure.canvas.get_renderer(), []
        for ax in self.axes:
            outer, inner = ax.get_tightbbox(renderer), ax.bbox
            around.append((inner.x0 - outer.x0, outer.x1 - inner.x1,
                           inner.y0 - outer.y0, outer.y1 - inner.y1))
        left, right, bottom, top = 25.4 / self.figure.dpi * np.maximum(
            0, np.transpose(around))
        return left, right, bottom.max() + EDGE, top.max() + EDGE

    def extent(self, artist):
        """Width and height [mm]."""
        box = artist.get_window_extent(self.figure.canvas.get_renderer())
        return 25.4 / self.figure.dpi * np.array([box.width, box.height])

    def legend(self, labels, n_columns=1):
        """The legend and its size [mm]; finish() puts it in its place."""
        handles = [Line2D([], [], **self.style(i)) for i in range(len(labels))]
        legend = self.figure.legend(
            handles, labels, loc="upper left", ncol=n_columns, borderpad=0,
            borderaxespad=0, columnspacing=1.5, labelspacing=0.35,
            handlelength=3.4 if self.spectral else 2.6)
        return legend, self.extent(legend)


def arrange(n_entries, entry, n_axes):
    """Columns of the legend, width of the figure [mm], legend beside or not.

    A narrow figure has a short legend under the axes; a long one goes beside
    them if the page is wide enough."""
    if n_axes > 1:
        return max(int((PAGE - 2) // (entry + 4)), 1), PAGE, False
    if n_entries <= 3 and entry <= COLUMN - 2:
        n_columns = min(int((COLUMN - 2) // (entry + 4)) or 1, n_entries)
        return n_columns, COLUMN, False
    if entry + 5 <= PAGE - COLUMN:
        return 1, COLUMN + 5 + entry, True
    width = max(120, min(PAGE, entry + 2))
    return max(int((width - 2) // (entry + 4)), 1), width, False


def label_axis(axis, label, unit):
    text, unit_text = wrapped(label, LABEL_WRAP), typeset_unit(unit)
    if len(text.rpartition("\n")[2]) + len(unit) + 3 > LABEL_WRAP + 4:
        unit_text = unit_text.replace(" [", "\n[", 1)
    axis.set_label_text(typeset(text) + unit_text)


def wrapped(text, length):
    return textwrap.fill(text, length, break_on_hyphens=False)


def legend_label(curve, rate=np.nan):
    """'moreau-jean, rate 0.66'"""
    texts = [curve] if curve else []
    if np.isfinite(rate):
        texts.append(f"rate {rate:.2f}".replace("-", "\N{MINUS SIGN}"))
    text = wrapped(", ".join(texts), LEGEND_WRAP)
    return typeset(text.lstrip("_"))  # an underscore would hide the entry


def name_categories(ax, names):
    """The names as ticks, turned if they do not fit beside each other."""
    ax.set_xlim(-0.5, len(names) - 0.5)
    longest = max(map(len, names))
    turned = 1.6 * longest * len(names) > 70
    ax.set_xticks(range(len(names)), [name.replace("$", r"\$")
                                      for name in names],
                  rotation=35 if turned else 0,
                  ha="right" if turned else "center",
                  rotation_mode="anchor")
    ax.tick_params(axis="x", length=0)


def set_scale(axis, values, log, margin=0.05):
    """Limits around the values, and ticks."""
    values = np.concatenate(values)
    values = values if values.size else np.array([1.])
    low, high = values.min(), values.max()
    if not log:
        # a difference of rounding is none
        size = max(abs(low), abs(high))
        extra = (margin * (high - low) if high - low > 1e-9 * size
                 else 0.1 * size or 1.)
        set_limits(axis, low - extra, high + extra)
        formatter = ticker.ScalarFormatter(useMathText=True)
        formatter.set_powerlimits((-3, 4))
        axis.set_major_formatter(formatter)
        return
    extra = (high / low) ** margin if high > 1.01 * low else 2.
    set_log_ticks(axis, low / extra, high * extra)


def set_limits(axis, low, high):
    ax = axis.axes
    (ax.set_xlim if axis is ax.xaxis else ax.set_ylim)(low, high)


def set_log_ticks(axis, low, high):
    """Powers of ten, with 2 and 5 between where there are few of them."""
    ax = axis.axes
    (ax.set_xscale if axis is ax.xaxis else ax.set_yscale)("log")
    set_limits(axis, low, high)
    powers = np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
    # beyond two decades the names of 2 and 5 have no room
    for factors, enough in (((1,), 3 if high < 80 * low else 2),
                            ((1, 2, 5), 2)):
        ticks = np.array([factor * 10. ** power
                          for power in powers for factor in factors])
        ticks = ticks[(ticks >= low) & (ticks <= high)]
        if ticks.size >= enough:
            break
    else:
        ticks = ticker.MaxNLocator(3).tick_values(low, high)
        ticks = ticks[(ticks >= low) & (ticks <= high)]
    stride = -(-ticks.size // (6 if axis is ax.xaxis else 8))
    axis.set_major_locator(ticker.FixedLocator(ticks[::stride]))
    plain = 1e-2 <= ticks.min() and ticks.max() < 1e4 and (
        ticks.max() < 1e3 * ticks.min())
    axis.set_major_formatter(ticker.FuncFormatter(
        lambda value, _: f"{value:.6g}" if plain else power_of_ten(value)))
    minor = [factor * 10. ** power for power in powers
             for factor in range(2, 10)] if powers.size < 8 else (
                 10. ** powers if stride > 1 else [])
    axis.set_minor_locator(ticker.FixedLocator(minor))
    axis.set_minor_formatter(ticker.NullFormatter())


def power_of_ten(value):
    mantissa, exponent = f"{value:.3e}".split("e")
    mantissa = f"{float(mantissa):g}"
    factor = "" if mantissa == "1" else rf"{mantissa}\times "
    return f"${factor}10^{{{int(exponent)}}}$"
