# SPDX-License-Identifier: Apache-2.0
"""What the velocity of the contact node does after the release."""

import statistics


def oscillation(run):
    _, values = run.window("contact_velocity[left]", {"from": 1.9e-4})
    return statistics.pstdev(values)


def oscillation_ratio(results):
    return oscillation(results["finer"]) / oscillation(results["cd"])
