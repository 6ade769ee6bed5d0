# SPDX-License-Identifier: Apache-2.0
"""Bodies on more points than carry them: one solution in all coordinates."""

import math
import unittest

from program import ProgramTest

SOLVERS = ("automatic", "semismooth-newton", "projected-gauss-seidel")


def turned(angle, shift, x, y, z):
    c, s = math.cos(angle), math.sin(angle)
    return (c * x - s * y + shift[0], s * x + c * y + shift[1], z + shift[2])


def text(vector):
    return ", ".join(repr(float(x)) for x in vector)


class RedundantContactsTest(ProgramTest):

    # slides and spins flat on its four corners, and stops
    def slide(self, angle=0., shift=(0., 0., 0.), **contact):
        return self.run_case({
            "Model": {"name": "spatial mechanism"},
            "Spatial mechanism": {
                "bodies":
                    "crate: shape box 0.3, 0.2, 0.1 ; mass 1 ; "
                    f"at {text(turned(angle, shift, 0, 0, 0.05))} ; "
                    f"rotation 0, 0, {angle + 0.3!r} ; velocity "
                    f"{text(turned(angle, (0, 0, 0), 1.5, 0.4, 0))} ; "
                    "angular velocity 0, 0, 9",
                "contacts": f"floor: bodies crate ; plane ground {text(shift)}"
                            " ; normal 0, 0, 1"},
            "Contact": {"friction coefficient": 0.4, **contact},
            "Time integration": {"time step": 1e-3, "end time": 0.6}})

    def velocities(self, run, angle=0.):
        x, y, spin = (run.history[f"velocity[crate {name}]"]
                      for name in ("x", "y", "rz"))
        return [(*turned(-angle, (0, 0, 0), *v, 0)[:2], omega)
                for *v, omega in zip(x, y, spin)]

    def check_same(self, run, reference, angle=0.):
        for v, expected in zip(self.velocities(run, angle),
                               self.velocities(reference), strict=True):
            for a, b in zip(v, expected):
                self.assertLess(abs(a - b), 1e-10)

    def test_coordinates_do_not_matter(self):
        reference = self.slide()
        self.assertLess(max(map(abs, self.velocities(reference)[-1])), 1e-10)
        for angle, shift in ((0., (0.3, -0.7, 2.)), (0.7, (0., 0., 0.)),
                             (-2.1, (5., 3., -1.))):
            with self.subTest(angle=angle, shift=shift):
                self.check_same(self.slide(angle, shift), reference, angle)

    def test_the_solver_does_not_matter(self):
        reference = self.slide()
        for solver in SOLVERS[1:]:
            with self.subTest(solver=solver):
                self.check_same(self.slide(solver=solver), reference)

    def test_friction_takes_all_the_energy(self):
        run = self.slide()
        energy = run.summary["energy"]
        self.assertLess(
            abs(energy["initial"] + energy["work_friction"] - energy["final"]),
            1e-12)
        for name in ("x", "y"):
            self.assertLess(
                max(map(abs, run.history[f"velocity[crate r{name}]"])), 1e-10)


if __name__ == "__main__":
    unittest.main()
