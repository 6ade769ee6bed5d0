# SPDX-License-Identifier: Apache-2.0


def second_contact(results):
    """The first force after the free time around t = 3."""
    times, forces = results["bar"].window("force[left]", {"from": 3, "to": 6})
    return next(t for t, force in zip(times, forces) if force > 0)
