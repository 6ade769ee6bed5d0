# SPDX-License-Identifier: Apache-2.0
"""Projection of positions with many bodies, whose W is sparse."""

import unittest

from program import ProgramTest


class ProjectedBodiesTest(ProgramTest):

    def boxes(self, n, scheme, **contact):
        """Boxes that fall beside each other, and do not meet."""
        return self.run_case({
            "Model": {"name": "spatial mechanism"},
            "Spatial mechanism": {
                "bodies": " | ".join(
                    f"b{i}: shape box 0.2, 0.1, 0.1 ; mass 1 ; "
                    f"at 0, {i}, 0.09 ; rotation 0.1, 0.2, 0.05 ; "
                    "velocity 1, 0.3, 0 ; angular velocity 0, 0, 2"
                    for i in range(n)),
                "contacts": "floor: bodies all ; plane ground 0, 0, 0 ; "
                            "normal 0, 0, 1"},
            "Contact": contact,
            "Time integration": {"scheme": scheme, "time step": 1e-3,
                                 "end time": 0.2}})

    def test_each_moves_as_it_does_alone(self):
        """A box has few rows, and dense matrices; of twelve they are sparse,
        and the systems are those of the degrees of freedom."""
        for scheme in ("combined-projection", "direct-projection",
                       "generalized-alpha-ggl"):
            for e, mu in ((0, 0.3), (0.5, 0), (0.3, 0.8)):
                contact = {"restitution coefficient": e,
                           "friction coefficient": mu}
                one = self.boxes(1, scheme, **contact)
                many = self.boxes(12, scheme, **contact)
                self.assertGreater(one.summary["contact"]["total_impulse"], 0.1)
                self.assertAlmostEqual(
                    many.summary["contact"]["total_impulse"] /
                    one.summary["contact"]["total_impulse"], 12, 7,
                    (scheme, e, mu))
                for column in ("energy_kinetic", "work_contact"):
                    for a, b in zip(one.history[column], many.history[column]):
                        self.assertAlmostEqual(12 * a, b, 7,
                                               (scheme, e, mu, column))

    def test_a_wall_settles_which_contacts_are_held(self):
        """A dozen points of a brick carry more than one needs, and which of
        them do is not unique: which are closed is."""
        bricks = " | ".join(
            f"b{row}{i}: shape box 0.4, 0.2, 0.2 ; mass 1 ; "
            f"at {0.4 * i + 0.2 * (row % 2)}, 0, {0.1 + 0.2 * row}"
            for row in range(3) for i in range(3 - row % 2))
        runs = {scheme: self.run_case({
            "Model": {"name": "spatial mechanism"},
            "Spatial mechanism": {
                "bodies": bricks,
                "contacts": "floor: bodies all ; plane ground 0, 0, 0 ; "
                            "normal 0, 0, 1 | bricks: bodies all"},
            "Contact": {"friction coefficient": 0.4},
            "Time integration": {"scheme": scheme, "time step": 1e-3,
                                 "end time": 0.03}})
            for scheme in ("moreau-jean", "combined-projection")}
        self.assertAlmostEqual(
            *(run.summary["energy"]["final"] for run in runs.values()), 10)
        self.assertLess(runs["combined-projection"].summary["solver"][
            "iterations_mean"], 60)


if __name__ == "__main__":
    unittest.main()
