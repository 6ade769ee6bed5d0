# SPDX-License-Identifier: Apache-2.0
"""Mechanisms with flexible beams, [C13] 5.4 and 5.6.2."""

import math
import unittest

from mechanism import MechanismTest, THETA
from program import prm


class FlexibleMechanismTest(MechanismTest):
    """[C13] 5.4 and 5.6.2."""

    def test_stiff_beam_in_flight_without_forces(self):
        # rounding of its stiffness is then the whole residual
        case = {"Model": {"name": "mechanism"},
                "Mechanism": {
                    "gravity": "0, 0",
                    "beams": "beam: from 0, 0 ; length 1 ; elements 2 ; "
                             "section rectangle 0.01, 0.01 ; "
                             "Young's modulus 2.1e11 ; density 7800 ; "
                             "velocity 1, 2, 0"},
                "Time integration": {"scheme": "generalized-alpha",
                                     "time step": 1e-4, "end time": 0.1}}
        for scheme in ("generalized-alpha", "moreau-jean"):
            case["Time integration"]["scheme"] = scheme
            run = self.run_case(self.write("case.prm", prm(case)))
            for axis, v in [("x", 1), ("y", 2), ("angle", 0)]:
                for velocity in run.history[f"velocity[beam.end {axis}]"]:
                    self.assertAlmostEqual(velocity, v, delta=1e-10)

    def test_rotating_beam(self):
        # a rigid rod: theta'' = 3 g/(2 l) cos(theta), to 45 degrees; with
        # theta = s^2 the integrand of 1/theta' has no pole
        n, top = 2000, math.sqrt(math.pi / 4)
        rigid = sum(2 * s / math.sqrt(30 * math.sin(s * s)) for s in
                    ((i + 0.5) * top / n for i in range(n))) * top / n
        for h in (1e-3, 5e-4):
            run = self.run_mechanism("rotating_beam", "generalized-alpha", h)
            self.assertAlmostEqual(run.summary["contact"]["first_contact_time"],
                                   rigid, delta=1.5 * h + 1e-3)
            energy = run.summary["energy"]
            self.assertLess(energy["work_contact"], 0)
            self.assertGreater(energy["dissipation_numerical"], 0)
            self.assertAlmostEqual(
                energy["final"] - energy["initial"],
                energy["work_contact"] - energy["dissipation_numerical"],
                delta=1e-10)
            self.assertLess(self.drift(run, "pivot x", "pivot y"), 1e-4)

    def test_energy_of_the_rotating_beam(self):
        """[C13] Figure 12: the nearest to small steps is generalized-alpha."""
        def energies(scheme, h, interval, *words):
            run = self.run_mechanism("rotating_beam", scheme, h,
                                     f"Output/history interval={interval}",
                                     *words)
            return run.history["energy_total"]

        fine = energies("moreau-jean", 2e-5, 25, THETA)
        error = {}
        for scheme, *words in [("generalized-alpha",), ("implicit-newmark",),
                               ("moreau-jean", THETA)]:
            coarse = energies(scheme, 5e-4, 1, *words)
            error[scheme] = sum(abs(a - b) for a, b in
                                zip(coarse, fine)) / len(fine)
        self.assertLess(error["generalized-alpha"],
                        0.5 * min(error["implicit-newmark"],
                                  error["moreau-jean"]))

    def test_generalized_alpha_keeps_what_moreau_jean_loses(self):
        def energies(scheme, h, interval, *words):
            run = self.run_mechanism("flexible_slider_crank", scheme, h,
                                     f"Output/history interval={interval}",
                                     *words)
            return run.history["energy_total"]

        fine = energies("moreau-jean", 1e-6, 100, THETA)
        error = {}
        for scheme, *words in [("generalized-alpha",), ("implicit-newmark",),
                               ("moreau-jean", THETA)]:
            coarse = energies(scheme, 1e-4, 1, *words)
            error[scheme] = sum(abs(a - b) for a, b in
                                zip(coarse, fine)) / len(fine)
        self.assertLess(error["generalized-alpha"],
                        0.1 * error["implicit-newmark"])
        self.assertLess(error["implicit-newmark"], error["moreau-jean"])

if __name__ == "__main__":
    unittest.main()
