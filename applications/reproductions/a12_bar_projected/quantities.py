# SPDX-License-Identifier: Apache-2.0
"""How far the contact force is from the exact one, without its first peak."""

FORCE, BEGIN, END = 1271.472, 5.2e-4, 8.7e-4


def oscillation(run):
    forces = run.window("force[left]", {"from": BEGIN, "to": END})[1]
    return max(abs(force - FORCE) for force in forces)


def oscillation_ratio(results):
    return oscillation(results["small"]) / oscillation(results["large"])
