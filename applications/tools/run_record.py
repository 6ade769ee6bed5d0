# SPDX-License-Identifier: Apache-2.0
"""Reads what a run of percuss leaves: history.csv, and summary.json if there;
with nothing but Python. history.py has the same as arrays.
"""

import csv
import fnmatch
import json
import math
import pathlib
import re

from units import quantity

ENERGIES = ("kinetic", "strain", "potential", "total", "algorithmic")
REQUIRED = ("time", *(f"energy_{name}" for name in ENERGIES),
            "identity_residual")
MEMBER = re.compile(r"(\w+)(\[.*\](\.[xyz])?)", re.DOTALL)


class InputError(Exception):
    """What is wrong, and what to do about it."""


class RunRecord:
    """The columns of a run's history, and what to call the run.

    values: makes of a list of numbers what a column is."""

    def __init__(self, directory, values=list):
        self.directory = pathlib.Path(directory)
        self.columns = read_columns(self.directory, values)
        self.reference = read_reference(self.directory, values)
        self.joints = read_joints(self.directory)
        self.label = self.directory.resolve().name
        self.title = self.label
        self.summary = {}
        try:
            self.summary = summary = json.loads(
                (self.directory / "summary.json").read_text(encoding="utf-8"))
            self.title = (f"{summary['case']}: {summary['model']}, "
                          f"{summary['scheme']}, time step "
                          f"{quantity(summary['time_step'], 's')}")
        except (OSError, ValueError, LookupError, TypeError):
            pass  # the names of the directories will do

    def __getitem__(self, name):
        return self.columns[name]

    def require_columns(self):
        """Throws unless all columns are there that every run has."""
        missing = [name for name in REQUIRED if name not in self.columns]
        for name in self.members("gap"):
            missing += [column
                        for column in ("contact_velocity" + name,
                                       "force" + name)
                        if column not in self.columns]
        if missing:
            raise InputError(
                f"{self.directory / 'history.csv'} lacks the column "
                f"{', '.join(missing)}: repeat the run with this version of "
                "percuss; --show-columns lists what the file holds")

    def members(self, prefix):
        """The '[NAME]', or '[NAME].x', of all columns prefix[NAME]."""
        matches = filter(None, map(MEMBER.fullmatch, self.columns))
        return [match[2] for match in matches if match[1] == prefix]

    def kind(self, name):
        """Of a row '[NAME]': joint, tangential (of a contact), or contact."""
        inside = name[1:].rpartition("]")[0]
        if any(inside == joint or inside.startswith(joint + " ")
               for joint in self.joints):
            return "joint"
        return ("tangential" if re.search(r" tangential( [12])?$", inside)
                else "contact")

    def tangential(self, column):
        """The columns of a contact's tangential rows."""
        return [name for end in ("", " 1", " 2")
                if (name := f"{column[:-1]} tangential{end}]")
                in self.columns]

    def exact(self, column):
        """The exact values of a column at the reference's times, or none."""
        signal = column.replace("force[", "contact_force[")
        for name in (signal, signal.partition("[")[0]):
            if name in self.reference and (name == signal or len(self.members(
                    column.partition("[")[0])) == 1):
                return self.reference[name]
        return None

    def has_identity(self):
        """Whether the residual says anything: a nonlinear system has none."""
        try:
            return self.summary["energy"]["has_identity"]
        except (KeyError, TypeError):
            return any(value != 0 for value in self["identity_residual"])

    def require_rows(self, patterns):
        """Throws if a pattern fits no row."""
        names = [name[1:].rpartition("]")[0] for prefix in ("gap", "position")
                 for name in self.members(prefix)]
        for pattern in patterns:
            if pattern != "*" and not fnmatch.filter(names, pattern):
                raise InputError(
                    f"--rows {pattern}: {self.directory} has no such row; "
                    f"there are {', '.join(dict.fromkeys(names)) or 'none'}")

    def force_label(self):
        """What the columns force[NAME] are: of contacts with mass no forces."""
        contact = self.summary.get("contact")
        if (isinstance(contact, dict) and contact.get("peak_force") is None
                and "max_impulse_over_step" in contact):
            return "contact impulse / time step"
        return "contact force"

    def energy_scale(self):
        """The largest energy of the run [J]."""
        return max(largest(self["energy_" + name]) for name in ENERGIES)


def plain(name):
    """NAME or NAME.x of [NAME] or [NAME].x"""
    inside, _, component = name[1:].rpartition("]")
    return inside + component


def largest(values):
    """Largest finite magnitude, 0 if there is none."""
    return max((abs(value) for value in values if math.isfinite(value)),
               default=0.)


def read_reference(directory, values=list):
    """The columns of reference.csv, none if it is not there."""
    if not (directory / "reference.csv").is_file():
        return {}
    header, rows = read_table(directory, "reference.csv", "run")
    return dict(zip(header, columns(rows, values)))


def read_joints(directory):
    """The names of a mechanism's joints."""
    try:
        text = (directory / "used_parameters.prm").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return [name.strip() for entry in
            re.findall(r"^\s*set joints\s*= ?(.*)$", text, re.MULTILINE)
            for item in re.split(r"(?<!\|)\|(?!\|)", entry)
            for name, colon, _ in [item.partition(":")] if colon]


def read_columns(directory, values):
    header, rows = read_table(directory, "history.csv", "run")
    try:
        return dict(zip(header, columns(rows, values)))
    except ValueError as problem:
        raise InputError(f"{directory / 'history.csv'}: {problem}: every "
                         "field below the header must be a number; repeat the "
                         "run") from None


def columns(rows, values):
    return [values([float(field) for field in column])
            for column in zip(*rows)]


def read_table(directory, name, work):
    """Header and rows of a CSV file that a 'run' or 'study', the work, left.

    A last row that is not complete is left out: the work still writes it."""
    file = directory / name
    if not directory.is_dir():
        what = "is a file" if directory.exists() else "does not exist"
        raise InputError(f"{directory} {what}: name a directory that a {work} "
                         f"left, as in 'percuss {work} CASE.prm --output DIR'")
    try:
        with file.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.reader(stream, strict=True))
    except FileNotFoundError:
        raise InputError(
            f"{directory} holds no {name}: make it by 'percuss {work} "
            f"CASE.prm --output {directory}'") from None
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise InputError(f"{file} cannot be read ({problem}): repeat the "
                         f"{work}") from None

    header, rows = (rows[0], rows[1:]) if rows else ([], [])
    if rows and len(rows[-1]) < len(header):
        rows.pop()
    if not rows:
        raise InputError(f"{file} has no complete row: wait for the first, or "
                         f"repeat the {work}")
    for line, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise InputError(f"{file}: row {line} has {len(row)} fields, the "
                             f"header {len(header)}: repeat the {work}")
    return header, rows
