# SPDX-License-Identifier: Apache-2.0
"""Mechanisms with flexible beams, [C13] 5.4 and 5.6.2."""

import math
import unittest

from mechanism import MechanismTest, THETA
from program import ProgramTest, prm


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


class RolledUpRodTest(ProgramTest):
    """A moment about the end's own axis rolls a clamped rod up."""

    def case(self, n, turns, curvature=0):
        # EI = 0.7853981633974483 N m^2; the moment grows to that of some turns
        return {"Model": {"name": "spatial mechanism"},
                "Spatial mechanism": {
                    "gravity": "0, 0, 0",
                    "rods": f"rod: from 0, 0, 0 ; length 1 ; elements {n} ; "
                            "section circle 0.01 ; Young's modulus 1e8 ; "
                            f"density 1200 ; curvature 0, {curvature}",
                    "joints": "clamp: fixed ; ground 0, 0, 0 ; "
                              "rod.start 0, 0, 0",
                    "loads": "rod.end: moment 0, 0, "
                             f"{2 * math.pi * 0.7853981633974483 * turns}*t/4"},
                "Time integration": {"scheme": "moreau-jean",
                                     "time step": 2e-3, "end time": 4}}

    def test_two_turns(self):
        run = self.run_case(self.case(8, 2))
        energy = run.summary["energy"]
        self.assertGreater(energy["final"], 48)  # EI (4 pi)^2/2 = 62 J at rest
        self.assertLess(abs(energy["dissipation_numerical"]), 1e-2)

    def test_more_than_half_a_turn_in_an_element(self):
        # whatever the step, and not only that energy has come from nowhere
        for n, h in ((1, 2e-3), (1, 5e-4), (2, 2e-3)):
            case = self.case(n, 8)
            case["Time integration"]["time step"] = h
            run = self.percuss("run", self.write("case.prm", prm(case)))
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertRegex(run.stderr, "Rod 'rod' turns by more than 2.8.* rad, "
                             "of less than pi that an element can, between s = "
                             ".* m and .* m in time step .*Take more elements")

    def test_curved_by_more_than_half_a_turn(self):
        run = self.percuss("run", self.write("case.prm",
                                             prm(self.case(2, 1, 7.))))
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, "The rod 'rod' turns by 3.5 rad in an "
                         "element, which .*: take more elements.")
        self.run_case(self.case(3, 0, 7.))


if __name__ == "__main__":
    unittest.main()
