# SPDX-License-Identifier: Apache-2.0
"""What the tests of solids share."""

from program import ProgramTest

NU = 0.3

RUN = {
    "Contact": {"restitution coefficient": 0, "forecast coefficient": 0.5},
    "Time integration": {"end time": 2},
    "Output": {"output directory": "out"},
}


class SolidsTest(ProgramTest):

    def largest_difference(self, one, other):
        self.assertEqual(len(one), len(other))
        return max(abs(a - b) for a, b in zip(one, other))
