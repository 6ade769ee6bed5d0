# SPDX-License-Identifier: Apache-2.0
"""The catalogue of published results: one folder each, with a description
reproduction.toml. Reads and checks descriptions; needs no more than Python.
"""

import dataclasses
import math
import pathlib
import tomllib

CATALOGUE = pathlib.Path(__file__).resolve().parent.parent / "reproductions"
RELATIONS = ("equal", "at most", "at least")


class DescriptionError(Exception):
    """What is wrong in which file, and what is allowed."""


@dataclasses.dataclass
class RunPlan:
    """A run, or a study, that rows of a reproduction read.

    quick: settings added by --quick; None where --quick leaves the run out."""
    name: str
    case: pathlib.Path
    command: str = "run"
    settings: list = dataclasses.field(default_factory=list)
    quick: list | None = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Row:
    """One published number, and how percuss computes it.

    relation: what ours has to be to the published one, with the tolerance
    absolute, or relative to the published value.
    exact: the reference with the digits that published is printed without;
    false where it is an approximation, nearer to which says nothing.
    differs: why ours is known to differ; such a row fails nothing.
    other: other programs' own published results: program and value of each;
    in a description a table, or an array of them."""
    what: str
    at: str
    computed: dict
    published: float
    unit: str = ""
    relation: str = "equal"
    tolerance: float = 0.
    why: str = ""
    says: str = ""
    differs: str = ""
    exact: float | bool | None = None
    other: list = dataclasses.field(default_factory=list)

    @property
    def reference(self):
        """To which ours and other programs' results are compared; None where
        there is none that is exact."""
        if self.exact is False:
            return None
        return self.published if self.exact is None else self.exact


@dataclasses.dataclass
class Chart:
    """Curves of columns of histories, of studies, or of reference.csv."""
    title: str
    lines: list
    x: str = "time"
    x_label: str = "time [s]"
    y_label: str = ""
    logarithmic: bool = False


@dataclasses.dataclass
class Reproduction:
    name: str
    folder: pathlib.Path
    title: str
    source: str
    place: str
    runs: dict
    rows: list
    charts: list
    chosen: list
    text: str = ""
    energy: list = dataclasses.field(default_factory=list)


def names(catalogue=CATALOGUE):
    """All names, sorted; a folder with a description is a reproduction."""
    return sorted(file.parent.name
                  for file in catalogue.glob("*/reproduction.toml"))


def read(name, catalogue=CATALOGUE):
    """Reads and checks one description; throws DescriptionError."""
    folder = catalogue / name
    file = folder / "reproduction.toml"
    data = read_toml(file)
    try:
        return make(name, folder, data)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        text = (f"the entry {problem} is missing"
                if isinstance(problem, KeyError) else str(problem))
        raise DescriptionError(f"{file}: {text}.") from None


def read_toml(file):
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise DescriptionError(f"{file}: {problem}.") from None


def make(name, folder, data):
    check_keys(data, {"title", "source", "place", "runs", "rows", "charts",
                      "chosen", "text", "energy"}, "the description")
    runs = {key: make_run(key, folder, value)
            for key, value in data["runs"].items()}
    rows = [make_row(entry, i, runs)
            for i, entry in enumerate(data.get("rows", []), 1)]
    charts = [Chart(**entry) for entry in data.get("charts", [])]
    return Reproduction(name, folder, data["title"], data["source"],
                        data["place"], runs, rows, charts,
                        data.get("chosen", []), data.get("text", ""),
                        data.get("energy", []))


def make_run(name, folder, data):
    check_keys(data, {"case", "command", "set", "quick"}, f"run '{name}'")
    case = (folder / data["case"]).resolve()
    if not case.is_file():
        raise ValueError(f"run '{name}': there is no {case}")
    command = data.get("command", "run")
    if command not in ("run", "study"):
        raise ValueError(f"run '{name}': command is 'run' or 'study', not "
                         f"'{command}'")
    quick = data.get("quick", [])
    return RunPlan(name, case, command, data.get("set", []),
                   None if quick is False else quick)


def make_row(data, number, runs):
    place = f"row {number}, '{data.get('what', '')}'"
    data = dict(data)
    if "relative" in data:
        if "tolerance" in data:
            raise ValueError(f"{place}: 'tolerance' or 'relative', not both")
        data["tolerance"] = data.pop("relative") * abs(data["published"])
    if isinstance(data.get("other"), dict):
        data["other"] = [data["other"]]
    check_keys(data, {field.name for field in dataclasses.fields(Row)}, place)
    for entry in data.get("other", []):
        check_keys(entry, {"program", "value"}, f"{place}, 'other'")
        if not {"program", "value"} <= set(entry):
            raise ValueError(f"{place}: 'other' has a program and its value")
    row = Row(**data)
    if row.relation not in RELATIONS:
        raise ValueError(f"{place}: relation is one of {RELATIONS}")
    if not row.tolerance >= 0 or not math.isfinite(row.published):
        raise ValueError(f"{place}: published must be a number, the tolerance "
                         "not negative")
    if row.relation == "equal" and row.tolerance == 0 and not isinstance(
            row.published, int):
        raise ValueError(f"{place}: equal numbers need a tolerance")
    missing = set(runs_of(row.computed, runs)) - set(runs)
    if missing:
        raise ValueError(f"{place}: there is no run '{missing.pop()}'")
    return row


def check_keys(data, allowed, place):
    unknown = sorted(set(data) - allowed)
    if unknown:
        raise ValueError(f"{place} knows no '{unknown[0]}'; allowed are "
                         f"{', '.join(sorted(allowed))}")


def runs_of(value, runs):
    """The names of the runs that a computed value reads."""
    if isinstance(value, list):
        return [name for part in value for name in runs_of(part, runs)]
    if not isinstance(value, dict):
        return []
    if "run" in value:
        return [value["run"]]
    if "runs" in value:
        return list(value["runs"])
    parts = [part for key in ("ratio", "difference", "sum", "largest_of",
                              "smallest_of", "absolute")
             if key in value for part in value[key]]
    if parts:
        return runs_of(parts, runs)
    if len(runs) == 1 or "function" in value:
        return list(runs)
    raise ValueError(f"{value} must say which 'run'")
