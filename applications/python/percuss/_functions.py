# SPDX-License-Identifier: Apache-2.0
"""Functions of Python in the place of expressions of a case."""

import inspect
import keyword
import re

from percuss._errors import InputError

# what an expression of one word may be already
VARIABLES = {"x", "y", "z", "t", "gap", "speed", "material", "pi", "automatic",
             "none", "true", "false"}


def _is_name(name):
    return (isinstance(name, str) and name.isascii() and name.isidentifier() and
            not keyword.iskeyword(name) and name not in VARIABLES)


def _signature(name, function):
    if not callable(function):
        raise InputError(f"'{name}' is of type '{type(function).__name__}', and "
                         "must be a function.")
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        raise InputError(
            f"The arguments of '{name}' cannot be told: write a function, as "
            f"in lambda t: {name}(t).") from None


def _named_arguments(name, function):
    """The names of the arguments, which are variables of expressions."""
    names = []
    for argument in _signature(name, function).parameters.values():
        if argument.kind in (argument.VAR_POSITIONAL, argument.KEYWORD_ONLY,
                             argument.VAR_KEYWORD):
            raise InputError(
                f"The function '{name}' takes '{argument}': its arguments must "
                "be variables of the expression, as in lambda x, t: ...")
        if argument.default is argument.empty:
            names.append(argument.name)
    if not names:
        raise InputError(f"The function '{name}' has no arguments; give it a "
                         "variable of the expression, as in lambda t: 2.")
    return tuple(names)


def _check_number_of_arguments(name, function, n_arguments):
    try:
        _signature(name, function).bind(*range(n_arguments))
    except TypeError as error:
        raise InputError(f"The function '{name}' is called with {n_arguments} "
                         f"arguments: {error}.") from None


class Functions(dict):
    """By the name in the case: the function, the names of its arguments, none
    for those of the expression in their order, and whether it takes a point and
    the time."""

    def define(self, name, function):
        """Enters a function whose arguments are called as variables."""
        if not _is_name(name):
            raise InputError(
                f"{name!r} cannot be the name of a function: write a word of "
                "letters, digits and '_' that is no variable of expressions.")
        self[name] = (function, _named_arguments(name, function), False)

    def add(self, function, path="", *, n_arguments=None, takes_point=False):
        """Enters a function by its own name, or that of its entry; returns the
        name."""
        name = getattr(function, "__name__", "")
        if not _is_name(name):
            entry = re.sub(r"\W+", "_", path.rpartition("/")[2].lower())
            name = f"{entry}_of_python" if entry else "function_of_python"
        if n_arguments is None:
            arguments = _named_arguments(name, function)
        else:
            arguments = ()
            _check_number_of_arguments(name, function, n_arguments)
        entered = (function, arguments, takes_point)
        free, number = name, 1
        while self.get(free, entered) != entered:
            number += 1
            free = f"{name}_{number}"
        self[free] = entered
        return free

    def of_text(self, text):
        """The function of that name, or the text."""
        return self[text][0] if text in self else text

    def copy(self):
        return Functions(self)
