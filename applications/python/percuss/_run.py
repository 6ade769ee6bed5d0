# SPDX-License-Identifier: Apache-2.0
"""What has come of a run: its history and its summary."""

import collections.abc
import difflib
import json


def _pandas():
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas() needs pandas, of the package "
                          "python3-pandas") from error
    return pandas


class History(collections.abc.Mapping):
    """The rows of history.csv: an array of numpy for each column."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, name):
        try:
            return self._columns[name]
        except KeyError:
            near = difflib.get_close_matches(str(name), self._columns, 1)
            raise KeyError(
                f"The history has no column '{name}'. " +
                (f"Did you mean '{near[0]}'?" if near else
                 f"It has: {', '.join(self._columns)}.")) from None

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def __repr__(self):
        rows = len(self._columns["step"])
        return f"<percuss.History of {rows} rows, {len(self)} columns>"

    def to_pandas(self):
        """As a pandas.DataFrame, which has a copy of the numbers."""
        return _pandas().DataFrame(dict(self._columns))


class Run:
    """A run that has ended: time, history, summary; print() shows what the
    program prints."""

    def __init__(self, core):
        self.history = History(core.history())
        self.summary = json.loads(core.summary_json())
        self._text = core.summary_text().rstrip("\n")
        if core.n_calls() > 0:
            calls, seconds = core.n_calls(), core.seconds_in_python()
            self.summary["python"] = {"calls": calls, "seconds": seconds}
            self._text += (f"\n  {'time in functions of Python':35} "
                           f"{seconds:.3g} s, {calls} calls")

    @property
    def time(self):
        return self.history["time"]

    def __str__(self):
        return self._text

    def __repr__(self):
        summary = self.summary
        return (f"<percuss.Run of {summary['case']}, {summary['model']}: "
                f"{summary['status']}, {summary['steps']} steps>")


class Table:
    """The runs of a sweep, in its order."""

    def __init__(self, axes, settings, runs):
        self.axes = axes
        self.settings = settings
        self.runs = runs

    def __len__(self):
        return len(self.runs)

    def __iter__(self):
        return iter(self.runs)

    def __getitem__(self, name):
        """A value for each run: of an axis, or of the summary, with '/' between
        the names of its levels."""
        import numpy
        if name in self.axes:
            return numpy.array([each[name] for each in self.settings])
        return numpy.array([self._of_summary(run.summary, name)
                            for run in self.runs])

    @staticmethod
    def _of_summary(summary, name):
        value = summary
        for part in name.split("/"):
            if not isinstance(value, dict) or part not in value:
                raise KeyError(
                    f"Neither an axis nor a part of the summary: '{name}'. "
                    "Write, for example, 'contact/total_impulse'.")
            value = value[part]
        if isinstance(value, dict):
            raise KeyError(f"'{name}' has parts: {', '.join(value)}.")
        return value

    @classmethod
    def _numbers(cls, summary, prefix=""):
        for name, value in summary.items():
            if isinstance(value, dict):
                yield from cls._numbers(value, f"{prefix}{name}/")
            elif value is None or isinstance(value, (int, float, str)):
                yield prefix + name, value

    def to_pandas(self):
        """A row for each run: the values of the axes, then its summary."""
        rows = [{**each, **dict(self._numbers(run.summary))}
                for each, run in zip(self.settings, self.runs)]
        return _pandas().DataFrame(rows)

    def __repr__(self):
        axes = ", ".join(self.axes)
        return f"<percuss.Table of {len(self)} runs over {axes}>"
