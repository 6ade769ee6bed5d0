# SPDX-License-Identifier: Apache-2.0
"""The times in which contacts carry impulses, from the recorded rows."""

import dataclasses

# impulses below it, over the largest, are none
ROUNDING = 1e-9


@dataclasses.dataclass
class Impact:
    """before, after: velocity of the contact [m/s], negative when closing."""
    contact: str
    begin: float     # time of the first row with an impulse [s]
    end: float       # time of the last one [s]
    before: float
    after: float
    impulse: float   # [N s]
    force: float     # largest [N]


def impacts(run, names):
    """Of contacts '[NAME]' of a run, in the order of time."""
    found = [impact for name in names for impact in of_contact(run, name)]
    return sorted(found, key=lambda impact: (impact.begin, impact.contact))


def largest_first(found):
    """Those that rounding has not made, the largest first."""
    smallest = ROUNDING * max((impact.impulse for impact in found), default=0.)
    return sorted((impact for impact in found if impact.impulse >= smallest),
                  key=lambda impact: -impact.impulse)


def of_contact(run, name):
    time, velocity = run["time"], run["contact_velocity" + name]
    impulse, force = run["impulse" + name], run["force" + name]
    first = None
    for row, value in enumerate([*impulse, 0.]):
        if value > 0 and first is None:
            first = row
        elif value <= 0 and first is not None:
            last = row - 1
            yield Impact(name[1:].rpartition("]")[0], time[first], time[last],
                         velocity[max(first - 1, 0)],
                         max(velocity[last:last + 2]),
                         total(run, name, first, last),
                         max(force[first:last + 1]))
            first = None


def total(run, name, first, last):
    """The impulses of the rows, which are those of single steps; of rows that
    are steps apart the integral of the force."""
    if is_complete(run):
        return sum(run["impulse" + name][first:last + 1])
    time, force = run["time"], run["force" + name]
    return sum((time[k] - time[k - 1]) * force[k]
               for k in range(max(first, 1), last + 1))


def is_complete(run):
    """Whether every step has a row."""
    steps = run.columns.get("step", [])
    return all(b - a == 1 for a, b in zip(steps, steps[1:]))
