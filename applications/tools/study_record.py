# SPDX-License-Identifier: Apache-2.0
"""Reads what a study of percuss leaves, study.csv and study.json, with nothing
but Python. study.py has points as arrays.
"""

import collections
import dataclasses
import json
import math
import pathlib

from run_record import InputError, read_table


@dataclasses.dataclass
class Quantity:
    """A column of study.csv and what study.json says about it."""
    column: str
    label: str
    unit: str
    is_error: bool = False
    rates: list = None  # of each curve, NaN where there is none


class StudyRecord:
    """The runs of a study. Only those that are done have points.

    curves: labels of the lines; abscissa, quantities: what study.json lists;
    categories: the values of an abscissa that is not a number, else None."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        header, rows = read_table(self.directory, "study.csv", "study")
        self.rows = [dict(zip(header, row)) for row in rows]
        self.read_description()
        self.require_columns(header)
        self.done = [row for row in self.rows if self.status(row) == "done"]
        self.check_curves()
        self.read_abscissa()

    def read_description(self):
        file = self.directory / "study.json"
        try:
            about = json.loads(file.read_text(encoding="utf-8"))
            self.about = about
            self.kind = about["kind"]
            self.curves = list(about.get("curves", [])) or [""]
            self.abscissa = self.quantity_of(about["abscissa"])
            self.quantities = [self.quantity_of(entry)
                               for entry in about["quantities"]]
        except (OSError, ValueError, LookupError, TypeError,
                AttributeError) as problem:
            raise InputError(
                f"{file} cannot be used ({type(problem).__name__}: {problem})"
                ": repeat the study with this version of percuss") from None

    def quantity_of(self, entry):
        rates = entry.get("rates") or [None] * len(self.curves)
        if len(rates) != len(self.curves):
            raise ValueError(f"{entry['column']} has {len(rates)} rates for "
                             f"{len(self.curves)} curves")
        return Quantity(
            entry["column"], entry.get("label") or entry["column"],
            entry.get("unit") or "", bool(entry.get("is_error")),
            [math.nan if rate is None else float(rate) for rate in rates])

    def require_columns(self, header):
        wanted = [self.abscissa.column, *(q.column for q in self.quantities)]
        missing = [column for column in wanted if column not in header]
        if missing:
            raise InputError(
                f"{self.directory / 'study.csv'} lacks the column "
                f"{', '.join(missing)} of study.json: repeat the study, so "
                "that both files belong together")

    @staticmethod
    def status(row):
        """'done', 'failed' or 'missing'; a spectrum has no runs to fail."""
        return row.get("status", "done")

    def check_curves(self):
        if len(self.curves) == 1:
            return
        for line, row in enumerate(self.rows, 2):
            if row.get("curve") not in self.curves:
                raise InputError(
                    f"{self.directory / 'study.csv'}: row {line} belongs to "
                    f"the curve '{row.get('curve')}', which study.json does "
                    "not list: repeat the study, so that both files belong "
                    "together")

    def read_abscissa(self):
        names = [row[self.abscissa.column] for row in self.rows]
        try:
            for name in names:
                float(name or "nan")
            self.categories = None
        except ValueError:
            self.categories = list(dict.fromkeys(names))

    def losses(self):
        """'2 of 25 runs failed, 1 missing', or nothing."""
        counts = collections.Counter(map(self.status, self.rows))
        del counts["done"]
        losses = [f"{count} {status}"
                  for status, count in sorted(counts.items())]
        if losses:
            count, status = losses[0].split(" ", 1)
            losses[0] = f"{count} of {len(self.rows)} runs {status}"
        return ", ".join(losses)

    def has(self, column):
        return column in self.rows[0]

    def points(self, column, over=None):
        """Of each curve, the finite values of two columns, lists x and y.

        over: the column of x, the abscissa by default, as place in the
        categories where it is no number. The points are in the order of the
        abscissa: so a line over another column follows the refinement."""
        over = over or self.abscissa.column
        result = []
        for curve in self.curves:
            rows = [row for row in self.done
                    if len(self.curves) == 1 or row["curve"] == curve]
            table = [[self.number(row, name) for name in
                      (self.abscissa.column, over, column)] for row in rows]
            table = sorted((row for row in table
                            if all(map(math.isfinite, row))),
                           key=lambda row: row[0])
            result.append(([row[1] for row in table],
                           [row[2] for row in table]))
        return result

    def number(self, row, column):
        field = row[column]
        if column == self.abscissa.column and self.categories:
            return float(self.categories.index(field))
        try:
            return float(field or "nan")
        except ValueError:
            raise InputError(
                f"{self.directory / 'study.csv'}: '{field}' in the column "
                f"{column} is not a number: repeat the study") from None
