# SPDX-License-Identifier: Apache-2.0
"""Elastic solids by percuss and by CalculiX (calculix.py): the same elements and
the same implicit steps. Skipped where CalculiX is not installed."""

import unittest

import calculix
import numpy as np
from calculix_bars import Bars
from judge import JudgeTest, merged

from bricks import Bricks  # of tests/program, where judge looks

PRINTED = 1e-5, "the same elements and steps: CalculiX prints seven digits"
OVERSHOOTS = 5e-2, ("with CalculiX the stress beside the contact reaches 1.42 of "
                    "its plateau, with percuss the contact force 1.09")
STARTS = 2e-2, ("CalculiX' first acceleration lacks the damping force, h C v/2: "
                "half a step of it")

BEAM = dict(n=(8, 2, 2), low=(0., 0., 0.), high=(1., 0.2, 0.2), held=True)
BAR = dict(n=(10, 1, 1), low=(0.02, 0., 0.), high=(1.02, 0.1, 0.1),
           velocity=lambda *_: (-0.1, 0., 0.), large=True)


def listed(values, separator=", "):
    return separator.join(map(str, values))


def case(block, velocity, time_step, n_steps, place):
    """The block of calculix.py in percuss; the velocity as expressions."""
    dim = 2 if block.plane else 3
    n, low, high = (values[:dim] for values in (block.n, block.low,
                                                block.high))
    entries = {
        "Model/name": "solid", "Solid/dimension": dim,
        "Solid/Young's modulus": 1, "Solid/density": 1,
        "Solid/Poisson's ratio": block.nu,
        "Solid/mesh generator arguments": " : ".join(
            [listed(n), listed(low), listed(high), "true"]),
        "Solid/mass matrix": "consistent",
        "Solid/initial velocity": velocity,
        "Solid/Rayleigh damping mass": block.damping[0],
        "Solid/Rayleigh damping stiffness": block.damping[1],
        "Time integration/scheme": "hht" if block.alpha else "newmark",
        "Time integration/time step": time_step,
        "Time integration/end time": (n_steps - 0.5) * time_step,
        "Output/monitored points": "watched: " + listed(place[:dim]),
        "Output/output directory": "out"}
    if block.alpha:
        entries["Time integration/alpha_f"] = block.alpha
    if block.gravity:
        entries["Solid/gravity"] = listed(block.gravity)
    if block.large:
        entries["Solid/elastic law"] = "St. Venant-Kirchhoff"
    if block.held:
        entries["Solid/fixed displacements"] = "0: " + listed("xyz"[:dim])
    if block.wall:
        size = (block.high[0] - block.low[0]) / block.n[0]
        modulus = (1 - block.nu) / ((1 + block.nu) * (1 - 2 * block.nu))
        entries.update({
            "Solid/contact boundaries": 0,
            "Solid/obstacles": "plane: 0, 0, 0 ; 1, 0, 0",
            "Contact/method": "penalty",
            "Contact/penalty parameter": block.wall * size / modulus})
    return merged({}, entries)


@unittest.skipUnless(calculix.CCX, "there is no CalculiX (calculix-ccx)")
class CalculixTest(JudgeTest):
    PROGRAM = "CalculiX"

    def compare(self, problem, block, velocity, time_step, n_steps,
                within=PRINTED):
        """Displacement and velocity of the corner that is last in all
        directions."""
        place = block.high
        history = self.history_of(case(block, velocity, time_step, n_steps,
                                       place))
        axes = "xy" if block.plane else "xyz"
        computed = [[history[f"{what}[watched.{x}]"][1:] - zero
                     for x, zero in zip(axes, origin)]
                    for what, origin in (("position", place),
                                         ("velocity", (0., 0., 0.)))]
        others = block.run(time_step, n_steps, place)
        for what, mine, other in zip(("displacement", "velocity"), computed,
                                     others):
            self.agree(problem, what, mine, other.T[:len(axes)], *within)

    def test_beam(self):
        for problem, options, within in (
                ("bending, trapezoidal rule", {}, PRINTED),
                ("bending, Hilber, Hughes and Taylor, alpha = -0.1",
                 {"alpha": 0.1}, PRINTED),
                ("bending under gravity", {"gravity": (0., 0.005, -0.01)},
                 PRINTED),
                ("bending with Rayleigh damping", {"damping": (0.1, 0.02)},
                 STARTS)):
            self.compare(problem, calculix.Block(
                **BEAM, velocity=lambda x, y, z: (0., 0., 0.01 * x),
                **options), "0, 0, 0.01*x", 0.05, 120, within)

    def test_large_deflection(self):
        self.compare("large deflection, St. Venant and Kirchhoff's law",
                     calculix.Block(
                         **BEAM, large=True,
                         velocity=lambda x, y, z: (0., 0., 0.1 * x)),
                     "0, 0, 0.1*x", 0.05, 120)

    def test_plane_strain(self):
        self.compare("shear of a plate in plane strain", calculix.Block(
            (5, 5, 1), (0., 0., 0.), (1., 1., 1.), held=True, plane=True,
            velocity=lambda x, y, z: (0., 0.01 * x, 0.)), "0, 0.01*x", 0.05,
            120)

    def test_impacts(self):
        """Penalties: in CalculiX' face-to-face contact pressure is linear in
        the overclosure, too; the bar leaves the wall again."""
        for wall, time_step, n_steps in ((10., 0.01, 300), (100., 0.005, 500)):
            self.compare(f"bar strikes a wall, penalty {wall:g}, and leaves it",
                         calculix.Block(**BAR, nu=0., wall=wall),
                         "-0.1, 0, 0", time_step, n_steps)

    def test_massless_bars(self):
        """Force, energy and rebound of bars of Wolff and Bucher; exact are the
        force 0.1 N and a displacement that comes back to -0.2 m."""
        n, gap, h, speed, end = 20, 0.0026, 0.1, 0.1, 22.
        for upper, lower in ((2, 1), (3, 2)):
            self.write("bars.msh", Bricks().add(
                "upper", (0, 0, gap / 2), (1, 1, 10), (upper, upper, n)).add(
                "lower", (0, 0, -10 - gap / 2), (1, 1, 10),
                (lower, lower, n)).gmsh())
            history = self.history_of(merged({}, {
                "Model/name": "solid", "Solid/dimension": 3,
                "Discretization/mesh file": "bars.msh",
                "Solid/Young's modulus": 1, "Solid/density": 1,
                "Solid/Poisson's ratio": 0, "Solid/mass matrix": "lumped",
                "Solid/initial velocity":
                    f"0, 0, if(z > 0, {-speed}, {speed})",
                "Solid/obstacle forces": "true",
                "Contact/pairs": "upper.bottom : lower.top",
                "Contact/sliding": "small", "Contact/boundary mass": "none",
                "Time integration/scheme": "cd-lagrange",
                "Time integration/time step": h,
                "Time integration/end time": end - h / 2,
                "Output/monitored points": f"end: 1, 1, {10 + gap / 2!r}",
                "Output/output directory": "out"}))
            place, stress, energy = Bars(n, upper, lower, gap, speed).run(h,
                                                                          end)
            self.agree(f"two bars that meet, massless, {upper}:{lower} faces "
                       "across", "displacement of an end",
                       history["position[end.z]"][1:] - 10 - gap / 2, place,
                       *OVERSHOOTS)
            self.assertLess(np.max(np.abs(history["resultant[pair.z]"])),
                            1.10 * speed)
            total = history["energy_total"]
            self.assertLess(abs(total[-1] / total[0] - 1), 1e-4)
            self.assertAlmostEqual(-stress.min() / speed, 1.42, delta=0.02)
            self.assertLess(abs(energy[-1] / energy[0] - 1), 2e-3)


if __name__ == "__main__":
    unittest.main()
