# SPDX-License-Identifier: Apache-2.0
"""The state between two steps."""

from percuss._errors import StateError


class State:
    """What is known after a step, until the next one; see the stub file."""

    __slots__ = ("_core", "step", "time", "time_step")

    def __init__(self, core):
        self._core = core
        self.step = core.step()
        self.time = core.time()
        self.time_step = core.time_step()

    def _present(self):
        core = self._core
        if not core.is_open():
            raise StateError(f"The state is of step {self.step}, and the run "
                             "is closed.")
        if core.step() != self.step:
            raise StateError(
                f"The state is of step {self.step}, and the run has come to "
                f"step {core.step()}: a state is valid until the next step. "
                "Copy what you want to keep, as in state.positions.copy().")
        return core

    @property
    def names(self):
        return self._present().names()

    @property
    def positions(self):
        return self._present().positions()

    @property
    def velocities(self):
        return self._present().velocities()

    @property
    def gaps(self):
        return self._present().gaps()

    @property
    def gap_velocities(self):
        return self._present().gap_velocities()

    @property
    def impulses(self):
        return self._present().impulses()

    @property
    def energy(self):
        return self._present().energy()

    def __repr__(self):
        return f"<percuss.State of step {self.step}, t = {self.time:g} s>"
