# SPDX-License-Identifier: Apache-2.0
"""Cases: what is computed, and how to compute it."""

import concurrent.futures
import itertools
import json
import numbers
import os
import warnings
import weakref

from percuss import _percuss
from percuss._errors import (CaseWarning, ComputationError, InputError,
                             Interrupted, Problem)
from percuss._functions import Functions
from percuss._quantities import Quantity
from percuss._run import Run, Table
from percuss._state import State
from percuss._values import (json_value, text_of, unknown_entry, value_of,
                             with_texts)

FORCE_LAW = "Contact/force law"
open_steps = weakref.WeakSet()  # that have a model


def _whole(name, value, least=1):
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or (
            value < least):
        raise InputError(f"{name} is {value!r}; allowed is a whole number, at "
                         f"least {least}.")
    return int(value)


def _warn(texts, level):
    for text in texts:
        warnings.warn(text, CaseWarning, stacklevel=level + 1)


def _with(error, run):
    error.run = run
    return error


def _in_threads(cases, workers):
    """The runs of the cases; all end with the first one that raises, or with
    Ctrl-C."""
    stop = _percuss.StopRequest()
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(case._run, None, 2, stop) for case in cases]
        try:
            return [future.result() for future in futures]
        except BaseException:
            stop.make()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class Case:
    """A case, with its entries: as a dictionary of "Section/entry"."""

    def __init__(self, source=None, *, text=None):
        if (source is None) == (text is None):
            raise InputError("A Case is made of one thing: the name of a file, "
                             "a dictionary, or text=...")
        self._functions = Functions()
        if isinstance(source, dict):
            given = json.dumps(with_texts(source), default=self._json_value,
                               allow_nan=False)
            self._core = _percuss.Case("<dict>.json", given)
        elif source is not None:
            self._core = _percuss.Case(os.fspath(source), None)
        elif isinstance(text, str):
            self._core = _percuss.Case("<text>.prm", text)
        else:
            raise InputError("text is the content of a .prm file, and this is "
                             f"of type '{type(text).__name__}'.")

    def _json_value(self, value):
        return self._functions.add(value) if callable(value) else \
            json_value(value)

    def _entry(self, path):
        """Text, what is allowed, meaning."""
        try:
            return self._core.get(path)
        except InputError as error:
            raise self._unknown(path, error) from None

    def _set(self, path, text):
        try:
            self._core.set(path, text)
        except InputError:
            try:
                self._core.get(path)
            except InputError as error:
                raise self._unknown(path, error) from None
            raise

    def _unknown(self, path, error):
        """The error of the program, or one that knows better what was meant."""
        text, likely = unknown_entry(path, self._core.paths())
        if likely and any(f"Did you mean '{name}'?" in str(error)
                          for name in (likely, likely.rpartition("/")[2])):
            return error
        return InputError(f'case["{path}"]: {text}')

    def __getitem__(self, path):
        text, allowed, _ = self._entry(path)
        return value_of(text, allowed)

    def __setitem__(self, path, value):
        if callable(value):
            self._set_function(path, value)
        else:
            self._set(path, text_of(path, value))

    def _set_function(self, path, function, **of_arguments):
        before = dict(self._functions)
        try:
            self._set(path, self._functions.add(function, path,
                                                     **of_arguments))
        except InputError:
            self._functions.clear()
            self._functions.update(before)
            raise

    def define(self, name, function):
        """Gives a function a name, by which expressions of the case may call
        it; see the stub file."""
        self._functions.define(name, function)

    @property
    def law(self):
        """The force law of the contacts; see the stub file."""
        return self._functions.of_text(self[FORCE_LAW]) or None

    @law.setter
    def law(self, law):
        if callable(law):
            self._set_function(FORCE_LAW, law, n_arguments=2)
        else:
            self._set(FORCE_LAW, "" if law is None else
                           text_of(FORCE_LAW, law))

    @property
    def obstacle(self):
        """The rigid obstacle of a solid; see the stub file."""
        text = self[self._obstacles()]
        kind, _, name = text.partition(":")
        function = self._functions.of_text(name.strip())
        return function if kind.strip() == "expression" and (
            callable(function)) else text or None

    @obstacle.setter
    def obstacle(self, obstacle):
        path = self._obstacles()
        if callable(obstacle):
            name = self._functions.add(obstacle, path, takes_point=True,
                                       n_arguments=2)
            self._set(path, f"expression: {name}")
        else:
            self._set(path, "" if obstacle is None else
                           text_of(path, obstacle))

    def _obstacles(self):
        if self["Model/name"] != "solid":
            raise InputError(
                f"Model '{self['Model/name']}' has no obstacles that are "
                "functions of place and time: the model 'solid' has. What "
                "other models say of obstacles stands in their sections.")
        return "Solid/obstacles"


    def __contains__(self, path):
        return path in self._core.paths()

    def __iter__(self):
        return iter(self._core.paths())

    def __len__(self):
        return len(self._core.paths())

    def explain(self, path):
        """What an entry means, what is allowed, and the words of its items."""
        _, allowed, documentation = self._entry(path)
        return "\n".join([f"{documentation} Allowed is {allowed}.",
                          *self._core.lines_of_items(path)])

    @property
    def text(self):
        """All entries, as a .prm file."""
        return self._core.text()

    def copy(self):
        """Another case with the same entries."""
        result = object.__new__(Case)
        result._core = self._core.copy()
        result._functions = self._functions.copy()
        return result

    def __deepcopy__(self, memo):
        return self.copy()

    def __repr__(self):
        return f"<percuss.Case {self._core.name()}: {self['Model/name']}>"

    def check(self):
        """What is known of the case before it is run; see the stub file."""
        core = self._core.check(self._functions)
        if core.problems:
            error = InputError("\n".join(problem.text
                                         for problem in core.problems))
            error.problems = tuple(
                Problem(problem.file, problem.line or None, problem.entry,
                        problem.message, problem.suggestion)
                for problem in core.problems)
            raise error
        _warn(core.warnings, 2)
        return {name: Quantity(value, unit)
                for name, value, unit in core.quantities()}

    def run(self, output=None):
        """Computes the case; see the stub file."""
        return self._run(output, 2)

    def _run(self, output, level, stop=None):
        if output is not None:
            output = os.fspath(output)
        core = self._core.run(output, stop, self._functions)
        run = Run(core)
        _warn(core.warnings(), level + 1)
        try:
            core.raise_signal()
        except KeyboardInterrupt as error:
            raise _with(Interrupted(*error.args), run) from None
        if run.summary["status"] == "interrupted":  # by a request to stop
            raise _with(Interrupted(), run)
        if core.failure():
            kind = InputError if core.is_input_wrong() else ComputationError
            raise _with(kind(core.failure()), run) from (
                core.take_error_of_function())
        return run

    def steps(self, every=1):
        """Computes the case step by step; see the stub file."""
        return self._steps(_whole("every", every))

    def _steps(self, every):
        core = _percuss.Steps(self._core, self._functions)
        open_steps.add(core)
        _warn(core.warnings(), 2)
        yield State(core)
        while not core.is_at_end():
            core.advance(every)
            yield State(core)

    def sweep(self, axes, workers=1):
        """Computes the case for all combinations of values of its entries; see
        the stub file."""
        workers = _whole("workers", workers)
        for path, values in dict(axes).items():
            if isinstance(values, str) or not hasattr(values, "__iter__"):
                raise InputError(f"The values of '{path}' are a list, and this "
                                 f"is of type '{type(values).__name__}'.")
        axes = {path: list(values) for path, values in dict(axes).items()}
        if not axes or not all(axes.values()):
            raise InputError("A sweep has at least one entry, and each entry "
                             "at least one value.")
        settings, cases = [], []
        for values in itertools.product(*axes.values()):
            settings.append(dict(zip(axes, values)))
            case = self.copy()
            for path, value in settings[-1].items():
                case[path] = value
            cases.append(case)
        if workers == 1:
            runs = [case._run(None, 2) for case in cases]
        else:
            runs = _in_threads(cases, workers)
        return Table(axes, settings, runs)


def close_all():
    """Frees the models of all runs that go step by step."""
    for core in list(open_steps):
        core.close()
