# SPDX-License-Identifier: Apache-2.0
"""Curves as SVG, without any library: axes, ticks, legend. In a page the script
report_page.js lets one point at them and zoom.
"""

import dataclasses
import html
import json
import math

WIDTH, HEIGHT = 460, 270
LEFT, RIGHT, TOP, BOTTOM = 62, 10, 26, 40
# Okabe and Ito: told apart with any colour vision
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
           "#000000")
POINTS = 360  # of a curve at most
LARGEST = 1e290  # number that is drawn


@dataclasses.dataclass
class Line:
    """A curve; colour: by its number if there is none; marks: dots at its
    points, without a line where it is "only"."""
    label: str
    x: list
    y: list
    colour: str = ""
    dashes: str = ""
    marks: str = ""


def chart(title, lines, x_label, y_label, logarithmic="", points=POINTS,
          names=None):
    """An <svg>.

    lines: Line or (label, x, y) each; logarithmic: axes that are, "xy" (or
    True), "x" or "y"; points: of a curve at most; names: of x = 0, 1, ..."""
    log = ["xy" if logarithmic is True else logarithmic or ""]
    log = ["x" in log[0], "y" in log[0]]
    lines = [line if isinstance(line, Line) else Line(*line)
             for line in lines]
    for i, line in enumerate(lines):
        line.colour = line.colour or PALETTE[i % len(PALETTE)]
    lines = [dataclasses.replace(line, x=x, y=y) for line in lines
             for x, y in [finite(line.x, line.y, log)] if x]
    if not lines:
        return ""
    x_range = limits([v for line in lines for v in line.x],
                     0.04 if names or any(line.marks for line in lines) else 0)
    y_range = limits([v for line in lines for v in line.y], 0.05)
    scale = Scale(x_range, y_range)
    names_of_lines, height = legend(lines)
    parts = [
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" '
        f'font-size="10" data-x0="{x_range[0]!r}" data-x1="{x_range[1]!r}" '
        f'data-y0="{y_range[0]!r}" data-y1="{y_range[1]!r}" '
        f'data-log="{"x" * log[0]}{"y" * log[1]}" '
        f'data-names="{html.escape(json.dumps(names or []))}">',
        f'<title>{html.escape(title)}</title>',
        f'<text x="{LEFT}" y="14" font-size="11" font-weight="bold">'
        f'{html.escape(title)}</text>']
    parts += frame(scale, x_label, y_label, log, names)
    parts.append(f'<svg class="curves" x="{LEFT}" y="{TOP}" '
                 f'width="{scale.width}" height="{scale.height}" '
                 f'viewBox="0 0 {scale.width} {scale.height}" '
                 'preserveAspectRatio="none">')
    digits = 1 if points <= POINTS else 2
    for line in lines:
        parts += curve(line, [(round(scale.x(a), digits),
                               round(scale.y(b), digits))
                              for a, b in thin(line.x, line.y, points)])
    return "\n".join([*parts, "</svg>", *names_of_lines, "</svg>"])


def curve(line, points):
    """Its polyline and its dots, which zooming does not stretch."""
    style = 'fill="none" vector-effect="non-scaling-stroke"'
    text = " ".join(f"{x:g},{y:g}" for x, y in points)
    dashes = f'stroke-dasharray="{line.dashes}" ' if line.dashes else ""
    width = 0 if line.marks == "only" else 1.3
    result = [f'<polyline {style} stroke="{line.colour}" '
              f'stroke-width="{width}" {dashes}'
              f'data-label="{html.escape(line.label)}" points="{text}"/>']
    if line.marks:
        dots = "".join(f"M{x:g} {y:g}h0" for x, y in points)
        result.append(f'<path {style} stroke="{line.colour}" stroke-width="5" '
                      f'stroke-linecap="round" d="{dots}"/>')
    return result


class Scale:
    """From values, or their logarithms, to the plane of the curves."""

    def __init__(self, x_range, y_range):
        self.width = WIDTH - LEFT - RIGHT
        self.height = HEIGHT - TOP - BOTTOM
        self.x_range, self.y_range = x_range, y_range

    def x(self, value):
        low, high = self.x_range
        return (value - low) / (high - low) * self.width

    def y(self, value):
        low, high = self.y_range
        return (high - value) / (high - low) * self.height


def finite(x, y, logarithmic):
    """The points that can be drawn; their logarithms for such axes, of x and
    of y."""
    pairs = [pair for pair in zip(x, y) if all(
        abs(value) < LARGEST and not (log and value <= 1 / LARGEST)
        for value, log in zip(pair, logarithmic))]
    pairs = [[math.log10(value) if log else value
              for value, log in zip(pair, logarithmic)] for pair in pairs]
    return [list(values) for values in zip(*pairs)] or [[], []]


def limits(values, margin):
    low, high = min(values), max(values)
    size = max(abs(low), abs(high))
    if high - low > max(1e-14 * size, 1 / LARGEST):
        extra = margin * (high - low)
    else:  # a difference of rounding is none
        extra = 0.1 * size if size > 1 / LARGEST else 0.1
    return low - extra, high + extra


def thin(x, y, points=POINTS):
    """The points, or of many the lowest and the highest of each group."""
    if len(x) <= points:
        return list(zip(x, y))
    size = 2 * len(x) / points
    result = []
    for i in range(points // 2):
        group = range(int(i * size), min(int((i + 1) * size), len(x)))
        places = {min(group, key=y.__getitem__), max(group, key=y.__getitem__)}
        result += [(x[k], y[k]) for k in sorted(places)]
    return result


def ticks(low, high, logarithmic, names=None):
    """Places and names."""
    if names:
        return list(enumerate(names))
    if logarithmic and high - low > 1.5:
        step = max(1, math.ceil((high - low) / 6))
        powers = range(math.ceil(low), math.floor(high) + 1, step)
        return [(p, f"1e{p}") for p in powers]
    if logarithmic and high - low > 0.2:
        values = (m * 10. ** p for p in range(math.floor(low), math.ceil(high))
                  for m in (range(1, 10) if high - low < 0.5 else (1, 2, 5)))
        return [(math.log10(v), f"{v:.4g}") for v in values
                if low <= math.log10(v) <= high]
    raw = (high - low) / 5
    power = 10. ** math.floor(math.log10(raw))
    step = next(f * power for f in (1, 2, 5, 10) if f * power >= raw)
    first = math.ceil(low / step)
    # as many digits as tell neighbours apart
    digits = max(4, math.ceil(math.log10(max(abs(low), abs(high)) / step)) + 1)
    return [(k * step, f"{10 ** (k * step) if logarithmic else k * step:.{digits}g}")
            for k in range(first, math.floor(high / step) + 1)]


def frame(scale, x_label, y_label, log, names):
    bottom = HEIGHT - BOTTOM
    parts = ['<g class="axes" fill="#333" stroke="none">',
             f'<rect x="{LEFT}" y="{TOP}" width="{scale.width}" '
             f'height="{scale.height}" fill="#fff" stroke="#999"/>']
    for value, name in ticks(*scale.x_range, log[0], names):
        place = LEFT + scale.x(value)
        middle = min(place, WIDTH - 3 * len(name))  # within the picture
        parts.append(f'<path d="M{place:.1f} {TOP}V{bottom}" stroke="#e8e8e8"/>'
                     f'<text x="{middle:.1f}" y="{bottom + 13}" '
                     f'text-anchor="middle">{html.escape(name)}</text>')
    for value, name in ticks(*scale.y_range, log[1]):
        place = TOP + scale.y(value)
        parts.append(f'<path d="M{LEFT} {place:.1f}H{WIDTH - RIGHT}" '
                     f'stroke="#e8e8e8"/><text x="{LEFT - 4}" '
                     f'y="{place + 3:.1f}" text-anchor="end">{name}</text>')
    parts.append("</g>")
    middle = TOP + scale.height / 2
    size = min(10, 10 * HEIGHT / (5.6 * max(len(y_label), 1)))
    parts.append(f'<text x="{LEFT + scale.width / 2}" y="{HEIGHT - 10}" '
                 f'text-anchor="middle">{html.escape(x_label)}</text>'
                 f'<text font-size="{size:.1f}" transform="translate(11 {middle}) rotate(-90)" '
                 f'text-anchor="middle">{html.escape(y_label)}</text>')
    return parts


def legend(lines):
    """Above the axes, from the right, with letters that fit, or where they
    would be too small in lines below; and the height of all of it."""
    lines = [line for line in lines if line.label]
    widths = [5.2 * len(line.label) + 22 for line in lines]
    if not lines:
        return [], HEIGHT
    parts = ['<g class="legend">']
    factor = min(1, (WIDTH - RIGHT - 4) / sum(widths))
    if factor > 0.7:
        place = WIDTH - RIGHT
        for line, width in reversed(list(zip(lines, widths))):
            place -= factor * width
            parts.append(entry(line, place, 22, factor))
        return [*parts, "</g>"], HEIGHT
    row, place = HEIGHT + 4, LEFT
    for line, width in zip(lines, widths):
        if place > LEFT and place + width > WIDTH:
            row, place = row + 13, LEFT
        parts.append(entry(line, place, row, 1))
        place += width
    return [*parts, "</g>"], row + 8


def entry(line, x, y, factor):
    dashes = f'stroke-dasharray="{line.dashes}" ' if line.dashes else ""
    return (f'<path d="M{x:.0f} {y}h{12 * factor:.0f}" stroke-width="2" '
            f'{dashes}stroke="{line.colour}"/>'
            f'<text x="{x + 15 * factor:.0f}" y="{y + 3}" '
            f'font-size="{9 * factor:.1f}">{html.escape(line.label)}</text>')
