# SPDX-License-Identifier: Apache-2.0
"""The angular momentum x v_y - y v_x of a mass of 1 kg.

CD-Lagrange conserves that of q_k and the mean of the velocities around it, which
its history holds as the velocity of t_k.
"""

import math


def momentum(run):
    return [x * v_y - y * v_x for x, y, v_x, v_y in zip(
        run["position[x]"], run["position[y]"], run["velocity[x]"],
        run["velocity[y]"])]


def momentum_at_start(results):
    return momentum(results["cd"])[0]


def change_of_cd(results):
    values = momentum(results["cd"])
    return max(values) - min(values)


def share_lost_by_moreau(results):
    values = momentum(results["moreau"])
    return 1 - values[-1] / values[0]


def friction_ratio(results, name):
    return (momentum(results[name])[-1]
            / momentum(results["friction_reference"])[-1])


def friction_ratio_cd(results):
    return friction_ratio(results, "friction_cd")


def friction_ratio_moreau(results):
    return friction_ratio(results, "friction_moreau")


def contacts_at_the_end(results):
    return sum(results["friction_reference"].window("active_contacts",
                                             {"from": 80})[1])


def last_orbit(results):
    run = results["friction_reference"]
    return max(math.hypot(x, y) for time, x, y in zip(
        run["time"], run["position[x]"], run["position[y]"]) if time > 80)
