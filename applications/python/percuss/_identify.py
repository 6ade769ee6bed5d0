# SPDX-License-Identifier: Apache-2.0
"""Parameters of a case from what was measured: bounded least squares."""

import warnings

import numpy

from percuss._errors import ComputationError, FitWarning, InputError
from percuss._quantities import (Quantity, in_words, quantity_in_si,
                                 unit_of_column)

HIGHEST_CORRELATION = 0.95  # of two parameters that are told apart
VARIABLES = "Variables/"


def _scipy():
    try:
        import scipy.optimize
        import scipy.stats.qmc
    except ImportError as error:
        raise ImportError("identify() needs scipy, of the package "
                          "python3-scipy") from error
    return scipy


def _numbers(what, values):
    try:
        array = numpy.array(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what}: allowed are real numbers.") from None
    if not numpy.all(numpy.isfinite(array)):
        raise InputError(f"{what} has entries that are not finite.")
    return array


def _in_si(what, given, unit):
    """Numbers, or a Quantity, of a unit of SI; None is any."""
    if not isinstance(given, Quantity):
        return _numbers(what, given)
    factor, of_given = quantity_in_si(f"1 {given.unit}" if given.unit else "1")
    if unit is not None and of_given not in unit:
        raise InputError(f"{what} are given in '{given.unit}', and are "
                         f"measured {in_words(unit[0])}.")
    return factor * _numbers(what, given.value)


class _Parameter:
    """An entry with its bounds and its start, in its unit of SI. A variable of
    the case has the unit of its text, "2 in"."""

    def __init__(self, case, path, bounds):
        self.unit = ""  # what its number is written with
        if path.startswith(VARIABLES):
            self._take_unit(path, case[path])
        else:
            _check_is_number(path, case[path])
        if not isinstance(bounds, (list, tuple, numpy.ndarray)) or (
                len(bounds) not in (2, 3)):
            raise InputError(f"'{path}' has two bounds, (lower, upper), or with "
                             "the value to start with (lower, upper, start).")
        bounds = _numbers(f"Bounds of '{path}'",
                          [self._bound(case, path, each) for each in bounds])
        self.path = path
        self.lower, self.upper = bounds[:2]
        if not self.lower < self.upper:
            raise InputError(f"'{path}' has the bounds {self.lower:g} and "
                             f"{self.upper:g}: the first must be the smaller "
                             "one.")
        self.start = bounds[2] if len(bounds) == 3 else bounds.mean()
        if not self.lower <= self.start <= self.upper:
            raise InputError(f"'{path}' starts with {self.start:g}, which is "
                             "not within its bounds.")
        self.width = self.upper - self.lower

    def _take_unit(self, path, text):
        try:
            self.unit = quantity_in_si(text)[1]
        except InputError as error:
            raise InputError(
                f"'{path}' is '{text}': what is identified must be one number, "
                f"or one with a unit, not a function of other variables. {error}"
            ) from None

    def _bound(self, case, path, bound):
        """A bound that is a text, "150 GPa", in SI."""
        if not isinstance(bound, str):
            return bound
        if not path.startswith(VARIABLES):
            tried = case.copy()
            tried[path] = bound
            return tried[path]
        value, unit = quantity_in_si(bound)
        if unit != self.unit:
            raise InputError(f"The bound '{bound}' of '{path}' is "
                             f"{in_words(unit)}, and the variable is "
                             f"{in_words(self.unit)}.")
        return value

    def text_of(self, value):
        """What the case is given."""
        return f"{value!r} {self.unit}" if self.unit else value


class _Signal:
    """What was measured, and its counterpart of a run."""

    def __init__(self, number, given):
        if not isinstance(given, (tuple, list)) or len(given) not in (3, 4):
            raise InputError(
                "What is measured is (signal, times, values), or with the "
                "standard deviation of the values (signal, times, values, "
                "sigma), or a list of these. Times, values and sigma may each "
                "be percuss.Quantity(numbers, unit).")
        self.of_run = given[0]
        if isinstance(self.of_run, str):
            self.name = self.of_run
        elif callable(self.of_run):
            self.name = getattr(self.of_run, "__name__", "")
            if not self.name.isidentifier():
                self.name = f"signal {number}"
        else:
            raise InputError("A signal is the name of a column of the history, "
                             "or a function of a run that returns one.")
        self.unit = unit_of_column(self.of_run)
        self.time = _in_si(f"Times of '{self.name}'", given[1], ["s"])
        self.values = _in_si(f"Values of '{self.name}'", given[2], self.unit)
        if self.time.ndim != 1 or self.time.shape != self.values.shape or (
                self.time.size == 0):
            raise InputError(f"'{self.name}' has times of the shape "
                             f"{self.time.shape} and values of the shape "
                             f"{self.values.shape}: both must have one "
                             "dimension and the same length.")
        self.has_sigma = len(given) == 4
        self.sigma = self._sigma(given[3]) if self.has_sigma else self._size()

    def _sigma(self, sigma):
        sigma = _in_si(f"sigma of '{self.name}'", sigma, self.unit)
        if sigma.shape not in ((), self.values.shape) or numpy.any(sigma <= 0):
            raise InputError(f"sigma of '{self.name}' must be a positive "
                             "number, or one for each value.")
        return sigma

    def _size(self):
        """By which signals of different units weigh alike."""
        size = self.values.std() or abs(self.values[0])
        return size * numpy.sqrt(self.values.size) or 1.

    def of(self, run):
        """The signal of a run at the times."""
        column = run.history[self.of_run] if isinstance(self.of_run, str) else (
            numpy.asarray(self.of_run(run), dtype=float))
        if column.shape != run.time.shape:
            raise InputError(f"'{self.name}' of a run has the shape "
                             f"{column.shape}, and its time {run.time.shape}.")
        first, last = run.time[[0, -1]]
        tolerance = 1e-9 * (last - first)
        if self.time.min() < first - tolerance or (
                self.time.max() > last + tolerance):
            raise InputError(
                f"'{self.name}' is measured from {self.time.min():g} s to "
                f"{self.time.max():g} s, and the run goes from {first:g} s to "
                f"{last:g} s. Change 'Time integration/end time', or leave out "
                "measurements.")
        return numpy.interp(self.time, run.time, column)

    def residual(self, run):
        return (self.of(run) - self.values) / self.sigma


class Fit:
    """What identify() has found; see the stub file."""

    def __init__(self, parameters, signals, problem, found):
        self._parameters = parameters
        x, self.covariance = found.x, problem.covariance(found)
        values = problem.physical(x)
        deviations = numpy.sqrt(numpy.diag(self.covariance))
        names = [each.path for each in parameters]
        self.values = dict(zip(names, values.tolist()))
        self.standard_deviations = dict(zip(names, deviations.tolist()))
        self.at_bounds = [name for name, s in zip(names, x)
                          if min(s, 1 - s) < 1e-6]
        table = self.correlation
        self.hardly_told_apart = [
            (names[j], names[i]) for i in range(len(names)) for j in range(i)
            if abs(table[i, j]) > HIGHEST_CORRELATION]
        self.case = problem.case_at(x)
        self.run = self.case.run()
        self.residuals = {each.name: each.of(self.run) - each.values
                          for each in signals}
        self.n_runs = problem.n_runs + 1
        self.cost = 2 * float(found.cost)

    @property
    def correlation(self):
        """Of the parameters: the covariance over both standard deviations."""
        deviations = numpy.sqrt(numpy.diag(self.covariance))
        return self.covariance / numpy.outer(deviations, deviations)

    def __str__(self):
        width = max(len(name) for name in self.values)
        lines = [f"{len(self.values)} parameter"
                 f"{'s' if len(self.values) > 1 else ''} identified in "
                 f"{self.n_runs} runs"]
        for each in self._parameters:
            name = each.path
            where = " AT A BOUND" if name in self.at_bounds else ""
            lines.append(f"  {name:{width}}  {self.values[name]:.6g} +- "
                         f"{self.standard_deviations[name]:.2g}  in "
                         f"[{each.lower:g}, {each.upper:g}]{where}")
        for name, residual in self.residuals.items():
            lines.append(f"  {name:{width}}  deviates by "
                         f"{numpy.sqrt(numpy.mean(residual**2)):.3g} rms, "
                         f"{abs(residual).max():.3g} at most, of "
                         f"{residual.size} values")
        lines += [f"  {self._said_of(pair)}" for pair in self.hardly_told_apart]
        return "\n".join(lines)

    def _said_of(self, pair):
        """That the measurements hardly tell two parameters apart."""
        one, other = (list(self.values).index(name) for name in pair)
        return (f"'{pair[0]}' and '{pair[1]}' are hardly told apart: "
                f"correlation {self.correlation[one, other]:.3f}")

    def _warn(self):
        """Warns of what the fit leaves open, where identify() was called."""
        for pair in self.hardly_told_apart:
            warnings.warn(
                f"{self._said_of(pair)}. Measure a signal that depends on them "
                "in another way, or identify one of them.", FitWarning,
                stacklevel=3)

    def __repr__(self):
        found = ", ".join(f"{name} = {value:.6g}"
                          for name, value in self.values.items())
        return f"<percuss.Fit: {found}>"


class _Problem:
    """Residuals as a function of the parameters in units of their bounds."""

    def __init__(self, case, parameters, signals, step):
        self.case, self.parameters, self.signals = case, parameters, signals
        self.step = step
        self.n_runs = 0
        self.known = {}

    def physical(self, x):
        return numpy.array([each.lower + s * each.width
                            for each, s in zip(self.parameters, x)])

    def case_at(self, x):
        case = self.case.copy()
        for each, value in zip(self.parameters, self.physical(x)):
            case[each.path] = each.text_of(float(value))
        return case

    def residuals(self, x):
        key = tuple(x)
        if key not in self.known:
            self.n_runs += 1
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    run = self.case_at(x)._run(None, 2)
            except (InputError, ComputationError) as error:
                at = ", ".join(
                    f"{each.path} = {value:.6g}" for each, value in
                    zip(self.parameters, self.physical(x)))
                wrong = type(error)(f"identify() cannot compute the case with "
                                    f"{at}: {error}")
                wrong.run = error.run
                raise wrong from error
            self.known = {key: numpy.concatenate(
                [each.residual(run) for each in self.signals])}
        return self.known[key]

    def jacobian(self, x):
        """By differences of a run for each parameter, towards the middle."""
        at_x = self.residuals(x)
        columns = []
        for i, value in enumerate(x):
            step = self.step if value < 0.5 else -self.step
            y = numpy.array(x)
            y[i] += step
            columns.append((self.residuals(y) - at_x) / step)
        self.known = {tuple(x): at_x}
        if not any(numpy.any(column) for column in columns):
            raise ComputationError(
                "What is measured does not determine " +
                " or ".join(f"'{each.path}'" for each in self.parameters) +
                ": the residuals do not change with it")
        return numpy.column_stack(columns)

    def covariance(self, found):
        """Of the parameters in their units; raises ComputationError."""
        jacobian, residual = found.jac, found.fun
        _, sizes, directions = numpy.linalg.svd(jacobian, full_matrices=False)
        # in deviations of the signals, over the width of the bounds
        if sizes[-1] <= max(1e-8 * sizes[0], 1e-6):
            weights = directions[-1]
            names = [f"'{each.path}'" for each, weight in
                     zip(self.parameters, weights) if abs(weight) > 0.1]
            raise ComputationError(
                "What is measured does not determine " + ", ".join(names) +
                ": the residuals do not change with it"
                if len(names) == 1 else
                "What is measured does not tell " + " and ".join(names) +
                " apart: the residuals do not change with a change of all of "
                "them")
        inverse = (directions.T / sizes**2) @ directions
        of_noise = inverse @ self._noise(jacobian, residual) @ inverse
        widths = numpy.array([each.width for each in self.parameters])
        return of_noise * numpy.outer(widths, widths)

    def _noise(self, jacobian, residual):
        """J^T S J, where S has the variances of the residuals of each signal: 1
        where sigma is given, else what they are."""
        share = residual.size / max(residual.size - len(self.parameters), 1)
        sum_of_signals, first = 0., 0
        for each in self.signals:
            rows = slice(first, first + each.values.size)
            first = rows.stop
            variance = 1. if each.has_sigma else (
                share * numpy.mean(residual[rows]**2))
            sum_of_signals = sum_of_signals + (
                variance * jacobian[rows].T @ jacobian[rows])
        return sum_of_signals


def _starts(scipy, parameters, n_starts):
    """The start, then points that fill the bounds evenly."""
    first = numpy.array([(each.start - each.lower) / each.width
                         for each in parameters])
    more = scipy.stats.qmc.Halton(len(parameters), seed=0).random(n_starts)
    return [first, *more[1:]]


def _check_is_number(path, value):
    try:
        if not isinstance(value, bool):
            float(value)
            return
    except (TypeError, ValueError):
        pass
    raise InputError(f"'{path}' is {value!r}: what is identified must be one "
                     "number.")


def identify(case, parameters, measured, *, starts=1, step=1e-3, tolerance=1e-6,
             max_iterations=100):
    """Finds entries of a case by what was measured; see the stub file."""
    scipy = _scipy()
    parameters = [_Parameter(case, path, bounds)
                  for path, bounds in dict(parameters).items()]
    if isinstance(measured, tuple):
        measured = [measured]
    signals = [_Signal(i + 1, each) for i, each in enumerate(measured)]
    if not parameters or not signals:
        raise InputError("identify() needs at least one parameter, and one "
                         "signal that was measured.")
    if starts < 1 or not 0 < step < 0.5 or not 0 < tolerance < 1:
        raise InputError("starts is at least 1, step between 0 and 1/2, and "
                         "tolerance between 0 and 1.")
    if sum(each.values.size for each in signals) < len(parameters):
        raise InputError("There are fewer measured values than parameters.")
    case = case.copy()
    if case["Output/history interval"] == "automatic":
        case["Output/history interval"] = 1
    problem = _Problem(case, parameters, signals, step)
    best = None
    for start in _starts(scipy, parameters, starts):
        found = scipy.optimize.least_squares(
            problem.residuals, start, problem.jacobian, bounds=(0., 1.),
            method="trf", xtol=tolerance, ftol=tolerance, gtol=None,
            max_nfev=max_iterations)
        if best is None or found.cost < best.cost:
            best = found
    if best.status <= 0:
        at = ", ".join(f"{each.path} = {value:.6g}" for each, value in
                       zip(parameters, problem.physical(best.x)))
        raise ComputationError(
            f"Not identified in {max_iterations} iterations, which came to "
            f"{at}: give other bounds or a start, more starts, or larger "
            "tolerance or max_iterations.")
    fit = Fit(parameters, signals, problem, best)
    fit._warn()
    return fit
