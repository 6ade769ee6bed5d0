# SPDX-License-Identifier: Apache-2.0
"""Cases: what is computed, and how to compute it."""

import collections
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
from percuss._run import Run, Table
from percuss._state import State
from percuss._values import json_value, text_of, value_of

Quantity = collections.namedtuple("Quantity", "value unit")
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
        if isinstance(source, dict):
            given = json.dumps(source, default=json_value, allow_nan=False)
            self._core = _percuss.Case("<dict>.json", given)
        elif source is not None:
            self._core = _percuss.Case(os.fspath(source), None)
        elif isinstance(text, str):
            self._core = _percuss.Case("<text>.prm", text)
        else:
            raise InputError("text is the content of a .prm file, and this is "
                             f"of type '{type(text).__name__}'.")

    def __getitem__(self, path):
        text, allowed, _ = self._core.get(path)
        return value_of(text, allowed)

    def __setitem__(self, path, value):
        self._core.set(path, text_of(path, value))

    def __contains__(self, path):
        return path in self._core.paths()

    def __iter__(self):
        return iter(self._core.paths())

    def __len__(self):
        return len(self._core.paths())

    def explain(self, path):
        """What an entry means, and what is allowed."""
        _, allowed, documentation = self._core.get(path)
        return f"{documentation} Allowed is {allowed}."

    @property
    def text(self):
        """All entries, as a .prm file."""
        return self._core.text()

    def copy(self):
        """Another case with the same entries."""
        result = object.__new__(Case)
        result._core = self._core.copy()
        return result

    def __repr__(self):
        return f"<percuss.Case {self._core.name()}: {self['Model/name']}>"

    def check(self):
        """What is known of the case before it is run; see the stub file."""
        core = self._core.check()
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
        core = self._core.run(output, stop)
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
            raise _with(kind(core.failure()), run)
        return run

    def steps(self, every=1):
        """Computes the case step by step; see the stub file."""
        return self._steps(_whole("every", every))

    def _steps(self, every):
        core = _percuss.Steps(self._core)
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
