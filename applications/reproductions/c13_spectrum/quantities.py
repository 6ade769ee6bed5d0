# SPDX-License-Identifier: Apache-2.0
"""Spectral radii of two schemes, compared at all frequencies."""

CURVES = ("generalized-alpha, rho = 0.8", "implicit Newmark",
          "Moreau-Jean, theta = 1")


def smallest_difference(results, upper, lower):
    upper, lower = (results["spectrum"].curve(CURVES[i])
                    for i in (upper, lower))
    return min(float(a["spectral_radius"]) - float(b["spectral_radius"])
               for a, b in zip(upper, lower))


def alpha_above_newmark(results):
    return smallest_difference(results, 0, 1)


def newmark_above_moreau(results):
    return smallest_difference(results, 1, 2)
