# SPDX-License-Identifier: Apache-2.0
"""percuss: finite elements for impact and unilateral contact.

Units are those of the case, SI where its parameters say so: m, s, kg, N, J.
Arrays are views of what a run has kept, and cannot be written to.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy
import numpy.typing
import pandas

from percuss._entries import Description, Path

__version__: str

_Function = Callable[..., float]
_Value = _Function | str | float | int | bool | Sequence[float] | numpy.ndarray
_Array = numpy.typing.NDArray[Any]


class Problem(NamedTuple):
    """What is wrong with an input, and where."""

    file: str
    line: int | None
    entry: str
    """"Section/entry", or empty."""
    message: str
    suggestion: str
    """The name that was probably meant, or empty."""


class Quantity(NamedTuple):
    """A number with its unit, which is empty for pure numbers; or an array of
    numbers that were measured in it."""

    value: Any
    unit: str


class InputError(ValueError):
    """What was given is wrong, and only its author can put it right: what was
    found, where, what is allowed, as the program says it with status 2."""

    run: Run | None
    """The run up to there, where a step has found it."""
    problems: tuple[Problem, ...]
    """Of Case.check(): all that is wrong."""


class ComputationError(RuntimeError):
    """The computation failed, with step, time and what to try: the program ends
    with status 1 then."""

    run: Run | None
    """The run up to there."""
    solution: Solution | None
    """What the solver of lcp() or friction() has left."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a run with the step that it was in."""

    run: Run
    """The run up to there."""


class StateError(RuntimeError):
    """A State was asked for arrays that the next step has changed."""


class FitWarning(UserWarning):
    """What identify() leaves open."""


class CaseWarning(UserWarning):
    """What the program warns of on its standard error output."""


class Case:
    """A parameter file, with its entries: case["Section/entry"].

    Parameters are read by the same parser as those of the program, and the
    model is made by the same code.
    """

    def __init__(self, source: str | os.PathLike[str] | Description |
                 Mapping[str, Any] | None = None, *, text: str | None = None
                 ) -> None:
        """Reads a .prm or .json file, a dictionary of sections as a .json file
        has it, or the text of a .prm file. Raises InputError."""

    def __getitem__(self, path: Path | str) -> Any:
        """The value of "Section/entry": a number, a tuple of several, True or
        False, or a text. Raises InputError with the nearest name."""

    def __setitem__(self, path: Path | str, value: _Value) -> None:
        """Sets an entry; raises InputError, when the case stays as it was.

        Where an expression may stand, the value may be a function: its
        arguments are called as the variables of the expression, as in
        case["Elastic bar/right end force"] = lambda t: 2. It must return a
        finite number; what it raises ends the run with InputError, whose
        __cause__ it is."""

    def __contains__(self, path: object) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...

    def explain(self, path: Path | str) -> str:
        """What an entry means, its unit, and what is allowed."""

    def define(self, name: str, function: _Function) -> None:
        """Gives a function a name, which may stand where an expression may, also
        in texts of several, as in "0, fall". Its arguments are called as the
        variables of the expression. Raises InputError."""

    @property
    def law(self) -> Any:
        """The force of all contacts in the place of their impacts,
        law(gap, speed): the gap [m], negative where bodies overlap, and its rate
        [m/s], positive where it opens; the force [N], in elastic bars and solids
        per area [Pa], is positive if it pushes. It is the entry
        'Contact/force law', as a function or as a text; None: impacts."""

    @law.setter
    def law(self, law: Callable[[float, float], float] | str | None) -> None:
        ...

    @property
    def obstacle(self) -> Any:
        """The rigid obstacle of a solid, obstacle(x, t): x the place [m], an
        array of two or three numbers, t the time [s]; positive outside of the
        obstacle, zero on its surface. It is the entry 'Solid/obstacles', as a
        function or as its text; None: there is none."""

    @obstacle.setter
    def obstacle(self, obstacle: Callable[[numpy.ndarray, float], float] | str
                 | None) -> None:
        ...

    @property
    def text(self) -> str:
        """All entries with their values, as a .prm file."""

    def copy(self) -> Case:
        """Another case with the same entries."""

    def check(self) -> dict[str, Quantity]:
        """Finds all that is wrong with the case, as `percuss check`, and raises
        it as one InputError with all its problems. Of a sound case, returns
        what is known before the first step: sizes, times of waves, critical
        time step, the first contact as free flight gives it, time of the run
        [s]. Writes nothing; warnings are CaseWarning."""

    def run(self, output: str | os.PathLike[str] | None = None) -> Run:
        """Computes the case.

        Without output no file is written, whatever the section 'Output' says;
        'Output/history interval' says which steps the history has. With it,
        that directory holds what `percuss run --output` leaves.

        Warnings are CaseWarning. Raises InputError, ComputationError, and
        Interrupted. Other threads of Python run meanwhile. Cases of elastic
        bars and solids, and those solved by PETSc, take turns when several
        threads compute; the others run at once.
        """

    def steps(self, every: int = 1) -> Iterator[State]:
        """Computes the case and stops after step 0, every, 2 every, ... and the
        last one. Writes no files. Raises as run() does, and KeyboardInterrupt
        at Ctrl-C."""

    def sweep(self, axes: Mapping[str, Iterable[_Value]], workers: int = 1
              ) -> Table:
        """Computes the case for all combinations of values of entries, the last
        one changing first, in this process, in as many threads as there are
        workers. The case itself stays as it is."""


class History(Mapping[str, _Array]):
    """The columns of history.csv, a number for each recorded step: time [s],
    energies and works [J], position[NAME] [m], velocity[NAME] [m/s], gap[NAME]
    [m], contact_velocity[NAME] [m/s], impulse[NAME] [N s], force[NAME] =
    impulse over step [N], and those of the model. Raises KeyError with the
    nearest name."""

    def __getitem__(self, name: str) -> _Array: ...

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...

    def to_pandas(self) -> pandas.DataFrame:
        """A copy, with a row for each recorded step."""


class Run:
    """What has come of a run. print(run) shows what the program prints."""

    history: History
    summary: dict[str, Any]
    """The content of summary.json."""

    @property
    def time(self) -> _Array:
        """Of the rows of the history [s]."""


class State:
    """What is known after a step. Its arrays are views that the next step
    changes: then the state raises StateError. step, time and time_step stay."""

    step: int
    time: float
    """t [s]"""
    time_step: float
    """h [s]"""

    @property
    def names(self) -> list[str]:
        """Of the monitored points, or the coordinates of a small model."""

    @property
    def positions(self) -> _Array:
        """Of the same [m], of angles [rad]."""

    @property
    def velocities(self) -> _Array:
        """Of the same [m/s], of angles [rad/s]."""

    @property
    def gaps(self) -> _Array:
        """Of each contact row, negative where bodies overlap [m]."""

    @property
    def gap_velocities(self) -> _Array:
        """Of each contact row, positive where it opens [m/s]."""

    @property
    def impulses(self) -> _Array:
        """Of each contact row in this step, positive where it pushes [N s]."""

    @property
    def energy(self) -> dict[str, float]:
        """kinetic, strain, potential, total, algorithmic [J]."""


class Table:
    """The runs of a sweep, in its order."""

    axes: dict[str, list[_Value]]
    settings: list[dict[str, _Value]]
    """The values of the axes, of each run."""
    runs: list[Run]

    def __getitem__(self, name: str) -> _Array:
        """A value for each run: of an axis, or of the summary, such as
        "contact/total_impulse"."""

    def __iter__(self) -> Iterator[Run]: ...

    def __len__(self) -> int: ...

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each run: the axes, then all numbers of the summary."""


class Solution:
    """What a solver has found."""

    z: _Array
    """Of lcp()."""
    r: _Array
    """Of friction(): impulses, compressive positive [N s]."""
    u: _Array
    """W z + b, or the gap velocities, opening positive [m/s]."""
    status: str
    solved_by: str
    iterations: int
    residual: float
    """Of the natural map, relative."""


class Fit:
    """What identify() has found. print(fit) shows it."""

    values: dict[str, float]
    """Of the parameters, by their paths."""
    standard_deviations: dict[str, float]
    """Of the same, to first order, from sigma of the signals or else from the
    residuals."""
    covariance: _Array
    """Of the parameters in their order."""
    at_bounds: list[str]
    """Parameters that have come to a bound, whose deviations mean nothing."""
    hardly_told_apart: list[tuple[str, str]]
    """Pairs of parameters with a correlation above 0.95 in size: one makes up for
    a change of the other one."""
    residuals: dict[str, _Array]
    """Of each signal at its times: run minus measured."""
    cost: float
    """Sum of squares of the residuals over sigma."""
    n_runs: int
    case: Case
    """The case with the values that were found."""
    run: Run
    """Of that case."""

    @property
    def correlation(self) -> _Array:
        """The covariance over the standard deviations."""


def identify(case: Case,
             parameters: Mapping[str, tuple[float | str, float | str]
                                 | tuple[float | str, float | str, float | str]],
             measured: Any, *, starts: int = 1, step: float = 1e-3,
             tolerance: float = 1e-6, max_iterations: int = 100) -> Fit:
    """Finds entries of a case such that its run fits what was measured, by
    bounded least squares of scipy over runs in memory; the case stays as it is.

    parameters: for each "Section/entry" (lower, upper), or with the value to
    start with (lower, upper, start): numbers in SI units, or texts with a unit of
    the entry, "150 GPa". Variables of the case are such entries,
    "Variables/H", with the unit in which they are written.
    measured: (signal, times, values), or with the standard deviation of the
    values (signal, times, values, sigma), or a list of these. A signal is the
    name of a column of the history, or a function that makes such a column of a
    run. Without sigma, signals weigh by the spread of their values. Times,
    values and sigma are in SI units, or each a Quantity, as in
    Quantity(speed, "mm/s"); of columns and times the dimension is checked.
    starts: how many points within the bounds it starts from; the best counts.
    step: of the differences of the derivatives, over the width of the bounds.
    tolerance: of the relative change of parameters, over their bounds, and of
    the sum of squares, with which it ends.

    The history has every step unless 'Output/history interval' says which.
    Raises InputError; ComputationError where it does not come to an end, where
    the signals do not determine the parameters, or where a run fails. Warns by
    FitWarning of parameters that the signals hardly tell apart.
    """


def lcp(W: Any, b: Any, solver: str = "automatic", tolerance: float = 1e-10
        ) -> Solution:
    """Solves  0 <= u = W z + b  perp  z >= 0.

    W is square, an array or a sparse matrix of scipy; solver is one of `percuss
    list solvers`. Raises InputError, and ComputationError where there is no
    solution or none is found.
    """


def friction(W: Any, b: Any, mu: Any, solver: str = "automatic",
             tolerance: float = 1e-10) -> Solution:
    """Solves a contact problem with Coulomb's friction: in each contact, with
    u = W r + b,

        0 <= u_N  perp  r_N >= 0,   |r_T| <= mu r_N,   u_T = -s r_T, s >= 0,
        with s = 0 inside the cone.

    The rows of a contact are (N, T) or (N, T1, T2), and mu has a number for
    each contact. Restitution and the velocity without impulses are in b [m/s].
    Raises as lcp() does.
    """
