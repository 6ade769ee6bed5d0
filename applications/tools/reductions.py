# SPDX-License-Identifier: Apache-2.0
"""What rows of reproductions compute: named reductions of histories, summaries
and studies.

A value is a number, or a table with one of

    initial, final, max, min, magnitude, mean, median, integral, variation = C
                                    of a column C of history.csv, in the window
                                    from <= time <= to; magnitude is max |C|,
                                    variation the sum of |differences|
    at = C, time = T                linear between rows
    first_time, last_time = C       at which C is above or below a number
    starts = C                      how often C becomes positive; with
                                    number = N the time of the N-th start
    extrema = C                     how many local ones
    apart = C, runs = [A, B]        max |A - B| at the times of A; norm = "mean"
    apart = C, reference = D        the same, from the column D of reference.csv
                                    in the folder, at its times
    summary = "contact.peak_force"  of summary.json
    failed                          1 where the run has failed, else 0
    rate = C, curve = LABEL         fitted order of a study
    cell = C, curve = LABEL, where = { COLUMN = VALUE }   of study.csv
    ratio, difference = [A, B]      of two values
    sum, largest_of, smallest_of = [A, ...], absolute = [A]
    function = NAME                 of quantities.py in the folder, called with
                                    the results by name

with run = NAME where there are several.
"""

import bisect
import csv
import functools
import importlib.util
import itertools
import json
import math
import statistics


class Results:
    """What a run or a study has left in its directory."""

    def __init__(self, directory, failure=""):
        self.directory, self.failure = directory, failure
        self.columns = {}

    @functools.cached_property
    def summary(self):
        return json.loads((self.directory / "summary.json").read_text())

    @functools.cached_property
    def study(self):
        return json.loads((self.directory / "study.json").read_text())

    @functools.cached_property
    def study_rows(self):
        with open(self.directory / "study.csv", newline="",
                  encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @functools.cached_property
    def lines(self):
        text = (self.directory / "history.csv").read_text(encoding="utf-8")
        header, *lines = text.splitlines()
        return next(csv.reader([header])), [line.split(",") for line in lines]

    def __getitem__(self, column):
        """The values of a column of history.csv."""
        if column not in self.columns:
            header, lines = self.lines
            if column not in header:
                raise KeyError(f"history.csv has no column '{column}', but "
                               f"{', '.join(header)}")
            place = header.index(column)
            self.columns[column] = [float(line[place]) for line in lines]
        return self.columns[column]

    def window(self, column, value):
        """(times, values) from value["from"] to value["to"]."""
        times, values = self["time"], self[column]
        # times are multiples of steps, off by rounding
        slack = 1e-9 * max(map(abs, times))
        first = bisect.bisect_left(times, value.get("from", -math.inf) - slack)
        last = bisect.bisect_right(times, value.get("to", math.inf) + slack)
        if first == last:
            raise ValueError(f"no row of history.csv is in {value}")
        return times[first:last], values[first:last]

    def curve(self, label):
        """The rows of a curve of a study."""
        rows = [row for row in self.study_rows
                if not label or row.get("curve") == label]
        if not rows:
            raise KeyError(f"the study has no curve '{label}'")
        return rows


def integral(times, values):
    return sum((b - a) * (x + y) / 2 for a, b, x, y in zip(
        times, times[1:], values, values[1:]))


def extrema(_, values):
    slopes = [b - a for a, b in itertools.pairwise(values) if a != b]
    return sum(a * b < 0 for a, b in itertools.pairwise(slopes))


COLUMN = {
    "initial": lambda t, x: x[0],
    "final": lambda t, x: x[-1],
    "max": lambda t, x: max(x),
    "min": lambda t, x: min(x),
    "magnitude": lambda t, x: max(map(abs, x)),
    "mean": lambda t, x: math.fsum(x) / len(x),
    "median": lambda t, x: statistics.median(x),
    "integral": integral,
    "variation": lambda t, x: sum(abs(b - a)
                                  for a, b in itertools.pairwise(x)),
    "extrema": extrema,
}
VALUES = {
    "ratio": lambda a, b: a / b,
    "difference": lambda a, b: a - b,
    "sum": lambda *parts: sum(parts),
    "largest_of": lambda *parts: max(parts),
    "smallest_of": lambda *parts: min(parts),
    "absolute": abs,
}


def interpolate(times, values, time):
    i = min(max(bisect.bisect_left(times, time), 1), len(times) - 1)
    share = (time - times[i - 1]) / (times[i] - times[i - 1])
    return values[i - 1] + share * (values[i] - values[i - 1])


def crossing(results, value, column, last):
    times, values = results.window(column, value)
    above, below = value.get("above", -math.inf), value.get("below", math.inf)
    hits = [t for t, x in zip(times, values) if above < x < below]
    if not hits:
        raise ValueError(f"{column} never is as {value} says")
    return hits[-1 if last else 0]


def starts(results, value):
    times, values = results.window(value["starts"], value)
    hits = [t for t, a, b in zip(times[1:], values, values[1:])
            if a <= 0 < b]
    if "number" not in value:
        return len(hits)
    if len(hits) < value["number"]:
        raise ValueError(f"{value['starts']} starts only {len(hits)} times")
    return hits[value["number"] - 1]


class Reference(Results):
    """reference.csv of a reproduction, read like a history."""

    @functools.cached_property
    def lines(self):
        text = (self.directory / "reference.csv").read_text(encoding="utf-8")
        header, *rows = csv.reader(
            line for line in text.splitlines() if not line.startswith("#"))
        return header, rows


def apart(results, value, folder):
    if "reference" in value:
        run = results[value["run"]] if "run" in value else next(
            iter(results.values()))
        times, values = Reference(folder).window(value["reference"], value)
        others = run["time"], run[value["apart"]]
    else:
        first, second = (results[name] for name in value["runs"])
        times, values = first.window(value["apart"], value)
        others = second["time"], second[value["apart"]]
    gaps = [abs(x - interpolate(*others, t)) for t, x in zip(times, values)]
    return (math.fsum(gaps) / len(gaps) if value.get("norm") == "mean"
            else max(gaps))


def rate(results, value):
    """The fitted order that study.json has, of all points of a curve."""
    label = value.get("curve", "")
    curves = results.study.get("curves") or [""]
    place = curves.index(label) if label else 0
    for quantity in results.study["quantities"]:
        if quantity["column"] == value["rate"]:
            found = quantity["rates"][place]
            if found is None:
                raise ValueError(f"{value['rate']} has no rate: zeros?")
            return found
    raise KeyError(f"the study has no quantity '{value['rate']}'")


def cell(results, value):
    def is_meant(row):
        return all(row[name] == wanted if isinstance(wanted, str) else
                   math.isclose(float(row[name]), wanted, rel_tol=1e-6)
                   for name, wanted in value.get("where", {}).items())
    rows = [row for row in results.curve(value.get("curve", ""))
            if is_meant(row)]
    if len(rows) != 1:
        raise ValueError(f"{len(rows)} rows of study.csv are as {value} says")
    return float(rows[0][value["cell"]])


def evaluate(value, results, folder):
    """The number that a value means; throws KeyError and ValueError."""
    if isinstance(value, (int, float)):
        return float(value)
    for name, combine in VALUES.items():
        if name in value:
            return combine(*(evaluate(part, results, folder)
                             for part in value[name]))
    if "apart" in value:
        return apart(results, value, folder)
    if "function" in value:
        return float(getattr(functions(folder), value["function"])(results))
    run = results[value["run"]] if "run" in value else next(
        iter(results.values()))
    if "failed" in value:
        return float(bool(run.failure))
    if run.failure:
        raise ValueError(run.failure)
    for name, reduce in COLUMN.items():
        if name in value:
            return float(reduce(*run.window(value[name], value)))
    if "at" in value:
        return interpolate(run["time"], run[value["at"]], value["time"])
    for name in ("first_time", "last_time"):
        if name in value:
            return crossing(run, value, value[name], name == "last_time")
    if "starts" in value:
        return float(starts(run, value))
    if "summary" in value:
        found = run.summary
        for key in value["summary"].split("."):
            found = found[key]
        return float(found)
    if "rate" in value:
        return rate(run, value)
    if "cell" in value:
        return cell(run, value)
    raise ValueError(f"{value} has no known reduction; reductions.py lists "
                     "them")


@functools.cache
def functions(folder):
    """The module quantities.py of a reproduction."""
    spec = importlib.util.spec_from_file_location(
        f"quantities_of_{folder.name}", folder / "quantities.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
