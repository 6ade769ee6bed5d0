# SPDX-License-Identifier: Apache-2.0
"""Values of entries, in Python and as parameter files have them."""

import numbers

import numpy

from percuss._errors import InputError

SEVERAL = "separated by ';'"


def text_of(path, value):
    """The text of a value that is set; raises InputError."""
    if isinstance(value, str):
        return value
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


def json_value(value):
    """A number of numpy, or an array, for the json module."""
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, numpy.generic):
        return value.item()
    raise InputError(f"A value of the type '{type(value).__name__}' is none "
                     "that a case has: write texts, numbers, True or False, "
                     "lists and dictionaries.")
