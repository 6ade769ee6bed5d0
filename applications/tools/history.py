# SPDX-License-Identifier: Apache-2.0
"""Reads what a run of percuss leaves: history.csv, and summary.json if there.
"""

import numpy as np

from run_record import ENERGIES, InputError, RunRecord


class Run(RunRecord):
    """A run whose columns are arrays."""

    def __init__(self, directory):
        super().__init__(directory, np.array)

    def energy_scale(self):
        """The largest energy of the run [J]."""
        return max(largest(self["energy_" + name]) for name in ENERGIES)


def largest(values):
    """Largest finite magnitude, 0 if there is none."""
    values = np.abs(values[np.isfinite(values)])
    return values.max() if values.size else 0.


def labels(runs):
    """The directories' names, with as many parents as tell them apart."""
    paths = [run.directory.resolve().parts for run in runs]
    for n_parts in range(1, max(map(len, paths)) + 1):
        names = ["/".join(parts[-n_parts:]) for parts in paths]
        if len(set(names)) == len(names):
            break
    return names


def missing(run, name):
    return InputError(f"{run.directory / 'history.csv'} lacks the positions of "
                      f"'{name}', which its used_parameters.prm has: repeat "
                      "the run")
