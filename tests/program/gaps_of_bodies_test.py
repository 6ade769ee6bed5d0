# SPDX-License-Identifier: Apache-2.0
"""What history.csv shows of contacts of many pairs of bodies."""

import itertools
import math
import unittest

from program import ProgramTest, prm


class GapsOfBodiesTest(ProgramTest):
    """gap[NAME] is the distance of the nearest pair in every row."""

    def run_bodies(self, bodies, contacts, end, gravity="0, 0", h=1e-3):
        case = self.write("bodies.prm", prm({
            "Model": {"name": "mechanism"},
            "Mechanism": {"bodies": " | ".join(bodies), "contacts": contacts,
                          "gravity": gravity},
            "Contact": {"restitution coefficient": "1", "law": "newton"},
            "Time integration": {"scheme": "moreau-jean", "theta": "0.5",
                                 "time step": repr(h), "end time": repr(end)}}))
        return self.run_case(case)

    def test_pairs_of_discs(self):
        # the pair that is nearest changes, before an impact and after it; a step
        # looks for it at its begin
        radii = {"a": 0.1, "b": 0.2, "c": 0.15}
        run = self.run_bodies(
            ["a: shape disc 0.1 ; mass 1 ; at 0, 0, 0 ; velocity 1, 0, 0",
             "b: shape disc 0.2 ; mass 1 ; at 2, 0, 0",
             "c: shape disc 0.15 ; mass 1 ; at 1, 0.9, 0 ; velocity 0, 0.3, 0"],
            "pairs: bodies all", 3.)
        h = run.history
        largest = 0.
        for k, gap in enumerate(h["gap[pairs]"]):
            least = min(
                math.dist(*[[h[f"position[{body} {x}]"][k] for x in "xy"]
                            for body in pair]) - sum(map(radii.get, pair))
                for pair in itertools.combinations(radii, 2))
            self.assertAlmostEqual(gap, least, delta=1e-3)
            largest = max(largest, least)
        self.assertGreater(largest, 0.9)
        # a stops, b goes on with its velocity
        self.assertAlmostEqual(min(h["contact_velocity[pairs]"]), -1, delta=1e-9)
        self.assertAlmostEqual(h["velocity[b x]"][-1], 1, delta=1e-9)

    def test_boxes(self):
        # a corner flies past another one: their distance, and how fast it grows
        run = self.run_bodies(
            ["a: shape rectangle 0.2, 0.2 ; mass 1 ; at 0, 0, 0",
             "b: shape rectangle 0.2, 0.2 ; mass 1 ; at -1, 0.5, 0 ; velocity 1, 0, 0"],
            "pair: bodies a, b", 2.)
        h = run.history
        for x, gap, speed in zip(h["position[b x]"], h["gap[pair]"],
                                 h["contact_velocity[pair]"]):
            beside = max(0., abs(x) - 0.2)
            self.assertAlmostEqual(gap, math.hypot(beside, 0.3), delta=4e-6)
            if abs(abs(x) - 0.2) > 2e-3:
                self.assertAlmostEqual(speed, math.copysign(beside, x) / gap,
                                       delta=4e-3)

    def test_box_above_a_floor(self):
        # falls and bounces: closes, then opens
        run = self.run_bodies(
            ["a: shape rectangle 0.2, 0.2 ; mass 1 ; at 0, 1.1, 0"],
            "floor: bodies all ; line ground 0, 0 ; normal 0, 1", 0.8,
            gravity="0, -9.81")
        h = run.history
        for y, v, gap, speed in zip(h["position[a y]"], h["velocity[a y]"],
                                    h["gap[floor]"], h["contact_velocity[floor]"]):
            self.assertAlmostEqual(gap, y - 0.1, delta=1e-12)
            self.assertAlmostEqual(speed, v, delta=1e-12)
        self.assertGreater(max(h["contact_velocity[floor]"]), 4.)
        self.assertAlmostEqual(run.summary["scales"]["gap"], 1., delta=1e-12)

    def test_edge_that_turns_through_the_plane_of_a_rim(self):
        # 57 mm apart, in free flight: a gap that changes its sign has an impulse
        bodies = (
            "a: shape box 0.12, 0.06, 0.08 ; mass 1.3 ; at 0.07484, 0.1127, 0.08525 ; "
            "rotation 0.6052, -0.2712, 0.2495 ; velocity 0.2216, -1.032, 0.2334 ; "
            "angular velocity -8.377, 8.272, 10.53 | "
            "b: shape cylinder 0.06, 0.05 ; mass 2.2 ; at -0.08796, 0.05252, 0.1336 ; "
            "rotation -0.4358, 2.278, -3.895 ; velocity 0.1626, -0.2471, 0.5393 ; "
            "angular velocity 3.763, 0.1882, 6.93")
        for scheme in "combined-projection", "direct-projection", "moreau-jean":
            with self.subTest(scheme=scheme):
                h = self.run_case(self.write("rim.prm", prm({
                    "Model": {"name": "spatial mechanism"},
                    "Spatial mechanism": {"bodies": bodies, "contacts": "pair: bodies all",
                                          "gravity": "0, 0, 0"},
                    "Contact": {"friction coefficient": "1", "restitution coefficient": "1"},
                    "Time integration": {"scheme": scheme, "time step": "1e-3",
                                         "end time": "6e-3"}}))).history
                self.assertEqual(set(h["impulse[pair]"]), {0.})
                for t, x, gap in zip(h["time"], h["position[a x]"], h["gap[pair]"]):
                    self.assertAlmostEqual(x, 0.07484 + 0.2216 * t, delta=1e-12)
                    self.assertAlmostEqual(gap, 0.0567 - 0.92 * t, delta=4e-4)


if __name__ == "__main__":
    unittest.main()
