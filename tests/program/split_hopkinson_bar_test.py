# SPDX-License-Identifier: Apache-2.0
"""The split Hopkinson bar of the list, read as experimenters read theirs."""

import math
import unittest

from program import CASES, ProgramTest

YOUNG, SPEED, SECTION = 200e9, 5000, math.pi * 0.00635**2  # of the bars
SPECIMEN, LENGTH = math.pi * 0.004**2, 0.004
TOUCH = 5e-5  # s: 0.1 mm at 2 m/s


class SplitHopkinsonBarTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.results = self.run_case(
            CASES / "solids/split_hopkinson_bar.prm", "--set",
            "Output/field interval=0", "--set",
            "Discretization/mesh file="
            f"{CASES.parent}/meshes/split_hopkinson_bar.msh",
            warnings=[["4 bodies"]])

    def at(self, t, values):
        """The value at a time, linear between the steps."""
        times = self.results.history["time"]
        k = min(int(t / times[1]), len(times) - 2)
        w = (t - times[k]) / (times[k + 1] - times[k])
        return (1 - w) * values[k] + w * values[k + 1]

    def gauge(self, bar):
        """Strain between the two points of a gauge, compression positive."""
        a, b = (self.results.history[f"position[{bar} {end}.y]"] for end in "ab")
        return [1 - (y - x) / (b[0] - a[0]) for x, y in zip(a, b)]

    def test_gauges_find_the_modulus_of_the_specimen(self):
        incident, transmitted = self.gauge("incident"), self.gauge("transmission")
        plateau = [self.at(TOUCH + 1.2e-4 + 5e-7 * k, incident)
                   for k in range(100)]
        self.assertAlmostEqual(sum(plateau) / 100, 2 / (2 * SPEED), delta=2e-6,
                               msg="half the striker's speed")
        d, strain, found = 1e-7, 0., []
        for k in range(800):
            t = TOUCH + 2e-4 + d * k  # at the specimen
            waves = [self.at(t - 0.5 / SPEED, incident),
                     -self.at(t + 0.5 / SPEED, incident),
                     -self.at(t + 0.3 / SPEED, transmitted)]
            strain += d * SPEED / LENGTH * sum(waves)
            found.append((strain, -YOUNG * SECTION / SPECIMEN * waves[2]))
        self.assertGreater(strain, 0.025)
        middle = [(e, s) for e, s in found if 0.005 < e < 0.023]
        e_0, s_0 = (sum(part) / len(middle) for part in zip(*middle))
        modulus = (sum((e - e_0) * (s - s_0) for e, s in middle) /
                   sum((e - e_0)**2 for e, s in middle))
        self.assertAlmostEqual(modulus / 2.4e9, 1, delta=0.03)

    def test_forces_of_contacts_are_those_of_the_gauge(self):
        """On both ends of the specimen, after the waves in it have died out."""
        transmitted = self.gauge("transmission")
        for k in range(10):
            t = TOUCH + 2.3e-4 + 4e-6 * k
            front, back = (self.mean_force(pair, t) for pair in (2, 3))
            of_gauge = YOUNG * SECTION * self.at(t + 0.3 / SPEED, transmitted)
            self.assertAlmostEqual(-back / of_gauge, 1, delta=0.03)
            self.assertAlmostEqual(front / of_gauge, 1, delta=0.05)

    def mean_force(self, pair, t):
        force = self.results.history[f"resultant[pair {pair}.y]"]
        return sum(self.at(t + 1e-7 * k, force) for k in range(-10, 11)) / 21


if __name__ == "__main__":
    unittest.main()
