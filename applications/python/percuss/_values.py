# SPDX-License-Identifier: Apache-2.0
"""Values of entries, in Python and as parameter files have them."""

import difflib
import numbers
import re

import numpy

from percuss._errors import InputError
from percuss._quantities import Quantity

SEVERAL = "separated by ';'"


def quantity_text(quantity):
    """Of a Quantity(2, "in") "2 in", of one of several numbers "2 in; 3 in"."""
    numbers_of = numpy.atleast_1d(numpy.asarray(quantity.value, dtype=float))
    return "; ".join(f"{float(number)!r} {quantity.unit}".rstrip()
                     for number in numbers_of)


def text_of(path, value):
    """The text of a value that is set; raises InputError."""
    if isinstance(value, str):
        return value
    if isinstance(value, Quantity):
        return quantity_text(value)
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, (list, tuple)) or (
            isinstance(value, numpy.ndarray) and value.ndim == 1):
        texts = [text_of(path, part) for part in value
                 if not isinstance(part, (list, tuple, dict))]
        if texts and len(texts) == len(value):
            return "; ".join(texts)
    raise InputError(
        f'case["{path}"]: a value is a text, a number, true or false, or a '
        f"list of numbers, and this is of type '{type(value).__name__}'. Items "
        "with parts are given as lists of dictionaries where the Case is made.")


def _number(text, allowed):
    try:
        is_whole = allowed.startswith("a whole number")
        return int(text) if is_whole else float(text)
    except ValueError:  # 'automatic'
        return text


def value_of(text, allowed):
    """What an entry is in Python: a number, a tuple of several, True or False,
    or a text."""
    if allowed == "one of: true, false":
        return text == "true"
    if not allowed.startswith(("a number", "a whole number")):
        return text
    if allowed.endswith(SEVERAL) and ";" in text:
        return tuple(_number(part.strip(), allowed) for part in text.split(";")
                     if part.strip())
    return _number(text, allowed)


def with_texts(value):
    """Of a dictionary of a case each Quantity as its text."""
    if isinstance(value, Quantity):
        return quantity_text(value)
    if isinstance(value, dict):
        return {name: with_texts(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_texts(part) for part in value]
    return value


def json_value(value):
    """A number of numpy, or an array, for the json module."""
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, numpy.generic):
        return value.item()
    raise InputError(f"A value of the type '{type(value).__name__}' is none "
                     "that a case has: write texts, numbers, True or False, "
                     "lists and dictionaries.")


def _words(name):
    return set(re.findall(r"[a-z0-9]+", name.lower()))


def _likeness(path, known):
    """How near a name is to a known one: by its letters, its words, and whether
    it is a part of it."""
    entry, known_entry = (name.rpartition("/")[2].lower()
                          for name in (path, known))
    likeness, of_entry = (
        difflib.SequenceMatcher(None, *names).ratio()
        for names in ((path.lower(), known.lower()), (entry, known_entry)))
    words = _words(entry)
    if len(entry) > 2 and (entry in known_entry or
                           words and words <= _words(known_entry)):
        of_entry = max(of_entry, 0.8 + 0.2 * len(entry) / len(known_entry))
    if path.rpartition("/")[0] == known.rpartition("/")[0]:
        return of_entry + 0.1
    return max(likeness, of_entry if of_entry > 0.75 else 0)


def unknown_entry(path, paths):
    """What is said of a path that none of the entries has, and the path that was
    probably meant, or none."""
    path = str(path)
    section, _, entry = path.rpartition("/")
    sections = {}
    for each in paths:
        of, _, name = each.rpartition("/")
        sections.setdefault(of, []).append(name)
    if path in sections:
        return (f"'{path}' is a section. Its entries are: "
                f"{', '.join(sections[path])}."), None
    where = f" in section '{section}'" if section in sections else ""
    text = f"There is no entry '{entry if where else path}'{where}."
    likeness = {each: _likeness(path, each) for each in paths}
    least = max(0.7, max(likeness.values(), default=0.) - 0.1)
    near = [each for each in sorted(paths, key=lambda each: -likeness[each])
            if likeness[each] > least][:3]
    if near:
        names = [f"'{each.removeprefix(section + '/') if where else each}'"
                 for each in near]
        return f"{text} Did you mean {' or '.join(names)}?", near[0]
    if where:
        return f"{text} It has: {', '.join(sections[section])}.", None
    return (f"{text} Entries are named with their sections, as in "
            "'Time integration/time step'; the sections are: "
            f"{', '.join(sections)}."), None
