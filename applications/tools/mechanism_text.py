# SPDX-License-Identifier: Apache-2.0
"""Reads the texts of section 'Mechanism' of a used_parameters.prm, as far as
pictures need them. The program has checked them: what is not understood is
left out of the picture, but numbers that cannot be read are reported.
"""

import ast
import dataclasses
import math
import operator
import re

import numpy as np

from history import InputError

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub,
             ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.Pow: operator.pow, ast.USub: operator.neg,
             ast.UAdd: operator.pos}
OBSTACLES = ("line", "inside circle", "circle", "guide")


@dataclasses.dataclass
class Mechanism:
    """Points are (x, y) in the frame of the name before them [m]."""
    bodies: dict       # name -> points that joints and contacts name
    beams: list        # names
    discs: list        # (frame, point, radius), on bodies
    rectangles: list   # (frame, point, half lengths)
    circles: list      # (frame, point, radius), obstacles
    lines: list        # (frame, point, direction), obstacles
    springs: list      # (frame, point, (frame, point))


def number(text):
    """The value of '0.1' or 'pi/2 - sin(0.3)'."""
    def value(node):
        if isinstance(node, ast.Constant):
            return float(node.value)
        if isinstance(node, ast.Name):
            return getattr(math, node.id)
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left),
                                            value(node.right))
        if isinstance(node, ast.UnaryOp):
            return OPERATORS[type(node.op)](value(node.operand))
        if isinstance(node, ast.Call):
            return getattr(math, node.func.id)(*map(value, node.args))
        raise ValueError
    try:
        return value(ast.parse(text.strip().replace("^", "**"),
                               mode="eval").body)
    except (ValueError, KeyError, AttributeError, TypeError, SyntaxError):
        raise InputError(f"the number '{text}' of used_parameters.prm cannot "
                         "be read: write it without functions but those of "
                         "Python's math") from None


def items(text):
    """NAME, parts of 'NAME: part ; part | NAME: ...'."""
    for item in re.split(r"(?<!\|)\|(?!\|)", text):
        name, colon, parts = item.partition(":")
        if colon:
            yield name.strip(), [part.strip() for part in parts.split(";")]


def section(file):
    """The entries of section 'Mechanism'."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as problem:
        raise InputError(f"{file} cannot be read ({problem}): name a directory "
                         "that a run left") from None
    found = re.search(r"^subsection Mechanism\n(.*?)^end", text,
                      re.MULTILINE | re.DOTALL)
    if not found:
        raise InputError(f"{file} has no section 'Mechanism': name a run of "
                         "the model 'mechanism'")
    return dict(re.findall(r"^\s*set (\w+)\s*= ?(.*)$", found[1],
                           re.MULTILINE))


def read_mechanism(file):
    entries = section(file)
    beams = [name for name, _ in items(entries.get("beams", ""))]
    result = Mechanism({name: [] for name, _ in items(entries["bodies"])},
                       beams, [], [], [], [], [])
    frames = sorted(["ground", *result.bodies], key=len, reverse=True)

    def point(text):
        """(frame, point) of 'BODY x, y'; none of others, nodes of beams."""
        for frame in frames:
            if text.startswith(frame + " "):
                numbers = text[len(frame):].strip()
                # commas outside parentheses
                pieces = re.split(r",(?![^(]*\))", numbers)
                return frame, np.array([number(x) for x in pieces])
        return None

    def numbers(text):
        return np.array([number(x) for x in text.split(",")])

    def named(found):
        if found and found[0] in result.bodies:
            result.bodies[found[0]].append(found[1])
        return found

    for entry in ("joints", "springs"):
        for _, parts in items(entries.get(entry, "")):
            found = list(filter(None, map(named, map(point, parts))))
            if entry == "springs" and len(found) == 2:
                result.springs.append((*found[0], found[1]))
    for _, parts in items(entries.get("contacts", "")):
        words = {}
        for part in parts:
            for word in ("disc radius", "half lengths", "clearance", "radius",
                         "normal", "direction", *OBSTACLES):
                if part.startswith(word + " "):
                    words[word] = part[len(word):].strip()
                    break
        touching = next(filter(None, map(point, parts)), None)
        if touching and "half lengths" in words:
            half = numbers(words["half lengths"])
            result.rectangles.append((*touching, half))
            guide = point(words["guide"])
            along = numbers(words["direction"])
            across = np.array([-along[1], along[0]]) / np.hypot(*along)
            play = half[1] + number(words["clearance"])
            result.lines += [(guide[0], guide[1] + side * play * across, along)
                             for side in (-1, 1)]
            continue
        named(touching)
        if touching and "disc radius" in words:
            result.discs.append((*touching, number(words["disc radius"])))
        if "line" in words:
            n = numbers(words["normal"])
            base = named(point(words["line"]))
            if base:
                result.lines.append((*base, np.array([-n[1], n[0]])))
        for word in ("circle", "inside circle"):
            base = point(words[word]) if word in words else None
            if word == "circle":
                named(base)  # an inside circle goes round its body
            if base:
                result.circles.append((*base, number(words["radius"])))
    return result
