# SPDX-License-Identifier: Apache-2.0


def time_of_largest_deflection(results):
    run = results["ball"]
    return min(zip(run["position[upper]"], run["time"]))[1]
