# SPDX-License-Identifier: Apache-2.0
"""Reads the texts of section 'Mechanism', or 'Spatial mechanism', of a
used_parameters.prm, as far as pictures need them. The program has checked them:
what is not understood is left out of the picture, but numbers that cannot be read
are reported.
"""

import ast
import dataclasses
import math
import operator
import re

import numpy as np

from run_record import InputError

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub,
             ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.Pow: operator.pow, ast.USub: operator.neg,
             ast.UAdd: operator.pos}
OBSTACLES = ("line", "inside circle", "circle", "guide", "box")
IN_SPACE = ("plane", "inside sphere", "sphere", "inside cylinder", "cylinder",
            "box")
SHAPES = {2: ("rectangle", "disc", "rod", "capsule", "polygon"),
          3: ("box", "ball", "cylinder", "rod")}


@dataclasses.dataclass
class Mechanism:
    """Points are (x, y) in the frame of the name before them [m]."""
    bodies: dict       # name -> points that joints and contacts name
    beams: list        # names
    discs: list        # (frame, point, radius), on bodies
    rectangles: list   # (frame, point, half lengths)
    circles: list      # (frame, point, radius), obstacles
    lines: list        # (frame, point, direction), obstacles on their left
    springs: list      # (frame, point, (frame, point))
    shapes: dict       # name -> (word, numbers), of bodies that have one
    solids: list = dataclasses.field(default_factory=list)
    # in space: (frame, point, word, direction, numbers), obstacles
    dimension: int = 2
    rings: list = dataclasses.field(default_factory=list)
    # (frame, point, radius), obstacles from inside
    joints: list = dataclasses.field(default_factory=list)
    # (word, frame, point, (frame, point), direction or none)
    fixed: dict = dataclasses.field(default_factory=dict)
    # name -> place and rotation, of bodies that do not move
    touching: list = dataclasses.field(default_factory=list)
    # of each line (frame, points) that may touch it, or none: not known
    heights: dict = dataclasses.field(default_factory=dict)
    # name -> of the section in the plane, of beams


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
    """The entries of the section of the run's model, and its dimension."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as problem:
        raise InputError(f"{file} cannot be read ({problem}): name a directory "
                         "that a run left") from None
    spatial = re.search(r"^\s*set name\s*= spatial mechanism$", text,
                        re.MULTILINE)
    name = "Spatial mechanism" if spatial else "Mechanism"
    found = re.search(rf"^subsection {name}\n(.*?)^end", text,
                      re.MULTILINE | re.DOTALL)
    if not found:
        raise InputError(f"{file} has no section 'Mechanism': name a run of "
                         "the model 'mechanism' or 'spatial mechanism'")
    return dict(re.findall(r"^\s*set (\w+)\s*= ?(.*)$", found[1],
                           re.MULTILINE)), 3 if spatial else 2


def numbers_after(word, parts):
    """Those of the part 'WORD numbers', or none."""
    for part in parts:
        if part.startswith(word + " "):
            return [number(x) for x in  # commas outside parentheses
                    re.split(r",(?![^(]*\))", part[len(word):])]
    return None


def shape_of(parts, dimension):
    """(word, numbers) of 'shape rectangle 0.2, 0.1', or none."""
    return next(((word, found) for word in SHAPES[dimension]
                 if (found := numbers_after(f"shape {word}", parts))), None)


def copies(name, parts):
    """The names of a lattice of bodies, else the one."""
    counts = numbers_after("copies", parts)
    return [name] if counts is None else [
        f"{name}{i + 1}" for i in range(int(math.prod(counts)))]


def height_of(parts):
    """Of a beam's section, or none."""
    if found := numbers_after("section rectangle", parts):
        return found[1]
    found = numbers_after("section circle", parts) or numbers_after(
        "section pipe", parts)
    return 2 * found[0] if found else None


def mechanism_of(directory):
    """That of a run."""
    file = directory / "used_parameters.prm"
    try:
        return read_mechanism(file)
    except (LookupError, ValueError) as problem:
        raise InputError(f"{file} cannot be read ({problem})") from None


def read_mechanism(file):
    entries, dimension = section(file)
    beams = dict(items(entries.get("beams", "") + entries.get("rods", "")))
    bodies = {each: parts for name, parts in items(entries["bodies"])
              for each in copies(name, parts)}
    shapes = {name: shape for name, parts in bodies.items()
              if (shape := shape_of(parts, dimension))}
    result = Mechanism({name: [] for name in bodies}, list(beams), [], [], [],
                       [], [], shapes, dimension=dimension)
    result.heights = {name: height for name, parts in beams.items()
                      if (height := height_of(parts))}
    for name, parts in bodies.items():
        if "fixed" in parts:
            at = numbers_after("at", parts) or [0.] * 3
            result.fixed[name] = np.array(at if dimension == 2 else [
                *at, *(numbers_after("rotation", parts) or [0.] * 3)])
    frames = sorted(["ground", *result.bodies], key=len, reverse=True)

    def point(text):
        """(frame, point) of 'BODY x, y' or 'NODE x, y', of a beam; none of
        others."""
        nodes = [found[0] for beam in beams if (found := re.match(
            re.escape(beam) + r"\.(start|end|\d+)(?= )", text))]
        for frame in [*nodes, *frames]:
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
            if len(found) != 2:
                continue
            if entry == "springs":
                result.springs.append((*found[0], found[1]))
            else:
                result.joints.append((parts[0], *found[0], found[1],
                                      numbers_after("direction", parts)))
    for _, parts in items(entries.get("contacts", "")):
        words = {}
        for part in parts:
            for word in ("disc radius", "ball radius", "half lengths",
                         "clearance", "radius", "normal", "direction", "axis",
                         *(OBSTACLES if dimension == 2 else IN_SPACE)):
                if part.startswith(word + " "):
                    words[word] = part[len(word):].strip()
                    break
        touching = next(filter(None, map(point, parts)), None)
        if dimension == 3:
            named(touching)
            if touching and "ball radius" in words:
                result.discs.append((*touching, number(words["ball radius"])))
            for word in filter(words.__contains__, IN_SPACE):
                if base := point(words[word]):
                    result.solids.append((
                        *base, word,
                        numbers(words.get("normal", words.get("axis",
                                                              "0, 0, 1"))),
                        numbers(words.get("half lengths",
                                          words.get("radius", "0")))))
            continue
        if touching and "guide" in words:
            half = numbers(words["half lengths"])
            result.rectangles.append((*touching, half))
            guide = point(words["guide"])
            along = numbers(words["direction"])
            across = np.array([-along[1], along[0]]) / np.hypot(*along)
            play = half[1] + number(words["clearance"])
            result.lines += [(guide[0], guide[1] + side * play * across,
                              side * along) for side in (-1, 1)]
            result.touching += 2 * [(touching[0], touching[1] + half * [
                (-1, -1), (1, -1), (1, 1), (-1, 1)])]
            continue
        named(touching)
        if "box" in words and (base := point(words["box"])):
            result.rectangles.append((*base, numbers(words["half lengths"])))
        if touching and "disc radius" in words:
            result.discs.append((*touching, number(words["disc radius"])))
        if "line" in words:
            n = numbers(words["normal"])
            base = named(point(words["line"]))
            if base:
                result.lines.append((*base, np.array([-n[1], n[0]])))
                result.touching.append(touching and (
                    touching[0], np.reshape(touching[1], (1, 2))))
        if base := named(point(words.get("circle", ""))):
            result.circles.append((*base, number(words["radius"])))
        if base := point(words.get("inside circle", "")):  # round its body
            result.rings.append((*base, number(words["radius"])))
    return result
