# SPDX-License-Identifier: Apache-2.0
"""Curves as SVG, without any library: axes, ticks, legend. In a page the script
report_page.js lets one point at them and zoom.
"""

import html
import math

WIDTH, HEIGHT = 460, 270
LEFT, RIGHT, TOP, BOTTOM = 62, 10, 26, 40
# Okabe and Ito: told apart with any colour vision
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
           "#000000")
POINTS = 360  # of a curve at most


def chart(title, lines, x_label, y_label, logarithmic=False):
    """An <svg>; lines: (label, x, y) each."""
    lines = [(label, *finite(x, y, logarithmic)) for label, x, y in lines]
    lines = [line for line in lines if line[1]]
    if not lines:
        return ""
    x_range = limits([v for line in lines for v in line[1]], 0)
    y_range = limits([v for line in lines for v in line[2]], 0.05)
    scale = Scale(x_range, y_range)
    parts = [
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" '
        f'font-size="10" data-x0="{x_range[0]!r}" data-x1="{x_range[1]!r}" '
        f'data-y0="{y_range[0]!r}" data-y1="{y_range[1]!r}" '
        f'data-log="{int(logarithmic)}">',
        f'<title>{html.escape(title)}</title>',
        f'<text x="{LEFT}" y="14" font-size="11" font-weight="bold">'
        f'{html.escape(title)}</text>']
    parts += frame(scale, x_label, y_label, logarithmic)
    parts.append(f'<svg class="curves" x="{LEFT}" y="{TOP}" '
                 f'width="{scale.width}" height="{scale.height}" '
                 f'viewBox="0 0 {scale.width} {scale.height}" '
                 'preserveAspectRatio="none">')
    for i, (label, x, y) in enumerate(lines):
        points = " ".join(f"{scale.x(a):.1f},{scale.y(b):.1f}"
                          for a, b in thin(x, y))
        parts.append(
            f'<polyline fill="none" stroke="{PALETTE[i % len(PALETTE)]}" '
            f'stroke-width="1.3" vector-effect="non-scaling-stroke" '
            f'data-label="{html.escape(label)}" points="{points}"/>')
    parts.append("</svg>")
    parts += legend([label for label, _, _ in lines])
    return "\n".join([*parts, "</svg>"])


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
    """The points that can be drawn; their logarithms for such axes."""
    pairs = [(a, b) for a, b in zip(x, y) if math.isfinite(a)
             and math.isfinite(b) and not (logarithmic and min(a, b) <= 0)]
    if logarithmic:
        pairs = [(math.log10(a), math.log10(b)) for a, b in pairs]
    return [list(values) for values in zip(*pairs)] or [[], []]


def limits(values, margin):
    low, high = min(values), max(values)
    extra = margin * (high - low) if high > low else max(abs(high), 1) * 0.1
    return low - extra, high + extra


def thin(x, y):
    """The points, or of many the lowest and the highest of each group."""
    if len(x) <= POINTS:
        return list(zip(x, y))
    size = 2 * len(x) / POINTS
    result = []
    for i in range(POINTS // 2):
        group = range(int(i * size), min(int((i + 1) * size), len(x)))
        places = {min(group, key=y.__getitem__), max(group, key=y.__getitem__)}
        result += [(x[k], y[k]) for k in sorted(places)]
    return result


def ticks(low, high, logarithmic):
    """Places and names."""
    if logarithmic:
        step = max(1, math.ceil((high - low) / 6))
        powers = range(math.ceil(low), math.floor(high) + 1, step)
        return [(p, f"1e{p}") for p in powers]
    raw = (high - low) / 5
    power = 10. ** math.floor(math.log10(raw))
    step = next(f * power for f in (1, 2, 5, 10) if f * power >= raw)
    first = math.ceil(low / step)
    return [(k * step, f"{k * step:.4g}")
            for k in range(first, math.floor(high / step) + 1)]


def frame(scale, x_label, y_label, logarithmic):
    bottom = HEIGHT - BOTTOM
    parts = ['<g class="axes" fill="#333" stroke="none">',
             f'<rect x="{LEFT}" y="{TOP}" width="{scale.width}" '
             f'height="{scale.height}" fill="#fff" stroke="#999"/>']
    for value, name in ticks(*scale.x_range, logarithmic):
        place = LEFT + scale.x(value)
        parts.append(f'<path d="M{place:.1f} {TOP}V{bottom}" stroke="#e8e8e8"/>'
                     f'<text x="{place:.1f}" y="{bottom + 13}" '
                     f'text-anchor="middle">{name}</text>')
    for value, name in ticks(*scale.y_range, logarithmic):
        place = TOP + scale.y(value)
        parts.append(f'<path d="M{LEFT} {place:.1f}H{WIDTH - RIGHT}" '
                     f'stroke="#e8e8e8"/><text x="{LEFT - 4}" '
                     f'y="{place + 3:.1f}" text-anchor="end">{name}</text>')
    parts.append("</g>")
    middle = TOP + scale.height / 2
    parts.append(f'<text x="{LEFT + scale.width / 2}" y="{HEIGHT - 10}" '
                 f'text-anchor="middle">{html.escape(x_label)}</text>'
                 f'<text transform="translate(11 {middle}) rotate(-90)" '
                 f'text-anchor="middle">{html.escape(y_label)}</text>')
    return parts


def legend(labels):
    """Above the axes, from the right, with letters that fit."""
    if not any(labels):
        return []
    width = sum(5.2 * len(label) + 22 for label in labels)
    factor = min(1, (WIDTH - RIGHT - 4) / width)
    parts = ['<g class="legend">']
    place = WIDTH - RIGHT
    for i, label in reversed(list(enumerate(labels))):
        place -= factor * (5.2 * len(label) + 22)
        parts.append(f'<path d="M{place:.0f} 22h{12 * factor:.0f}" '
                     'stroke-width="2" '
                     f'stroke="{PALETTE[i % len(PALETTE)]}"/>'
                     f'<text x="{place + 15 * factor:.0f}" y="25" '
                     f'font-size="{9 * factor:.1f}">{html.escape(label)}'
                     '</text>')
    return [*parts, "</g>"]
