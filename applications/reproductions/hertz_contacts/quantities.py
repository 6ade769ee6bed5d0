# SPDX-License-Identifier: Apache-2.0
"""Radius and pressure at the end, over those of Hertz for the force there."""

import math

MODULUS = 1 / (1 - 0.3**2)


def last(results, name):
    run = results[name]
    return [run[f"{column}[obstacle]"][-1]
            for column in ("force", "contact_area", "peak_pressure")]


def of_ball(results, name, radius):
    force, area, pressure = last(results, name)
    a = (3 * force * radius / (4 * MODULUS))**(1 / 3)
    return (math.sqrt(area / math.pi) / a,
            pressure / (3 * force / (2 * math.pi * a**2)))


def of_cylinder(results):
    """The mesh is one half: half the force, half the width."""
    force, width, pressure = last(results, "cylinder")
    b = math.sqrt(8 * force / (math.pi * MODULUS))
    return width / b, pressure / (4 * force / (math.pi * b))


def ball_radius(results):
    return of_ball(results, "ball", 1)[0]


def ball_pressure(results):
    return of_ball(results, "ball", 1)[1]


def block_radius(results):
    return of_ball(results, "block", 20)[0]


def block_pressure(results):
    return of_ball(results, "block", 20)[1]


def cylinder_width(results):
    return of_cylinder(results)[0]


def cylinder_pressure(results):
    return of_cylinder(results)[1]
