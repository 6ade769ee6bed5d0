# SPDX-License-Identifier: Apache-2.0
"""Round deformable bodies pressed together slowly: Hertz' contact."""

import math
import unittest

from program import ProgramTest, merged
from round_bodies import RoundBodies

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "bodies.msh"},
    "Solid": {"density": 1,
              "obstacle forces": "true",
              "fixed displacements":
                  "upper.axis: x | lower.axis: x | lower.flat: y"},
    "Contact": {"pairs": "upper.round : lower.round", "sliding": "small"},
    # steps that are longer than all waves take, and dissipate
    "Time integration": {"scheme": "schatzman-paoli", "theta": 1,
                         "time step": 1e4, "end time": 1e5},
    "Output": {"output directory": "out", "history interval": 1},
}


class HertzPairsTest(ProgramTest):
    """Radius and pressure to 1 %, sixty faces in the radius."""

    def check(self, changes, force, radius, pressure):
        run = self.run_case(merged(RUN, changes))
        last = {name: values[-1] for name, values in run.history.items()}
        area = last["contact_area[pair]"]
        if changes["Solid/kinematics"] == "axisymmetric":
            area = math.sqrt(area / math.pi)
        for found, exact, tolerance in (
                (last["resultant[pair.y]"], force, 1e-4), (area, radius, 0.01),
                (last["peak_pressure[pair]"], pressure, 0.005)):
            self.assertLess(abs(found / exact - 1), tolerance)

    def check_round(self, kinematics, radius_2):
        modulus = 1 / ((1 - 0.3**2) / 1 + (1 - 0.2**2) / 3)
        curvature = 1 + 1 / radius_2
        if kinematics == "axisymmetric":
            traction = 1e-6
            force = math.pi * traction
            a = (0.75 * force / modulus / curvature)**(1 / 3)
            pressure = 1.5 * force / (math.pi * a**2)
        else:
            traction = 1e-5
            force = 2 * traction  # of both halves
            a = math.sqrt(4 * force / (math.pi * modulus * curvature))
            pressure = 2 * force / (math.pi * a)
            force /= 2
        self.write("bodies.msh", RoundBodies().disk(
            "upper", 1, a / 60, 1.3 * a).disk(
            "lower", radius_2, 1.3 * a / 60, 1.3 * a, -1).gmsh())
        self.check({"Solid/kinematics": kinematics,
                    "Solid/Young's modulus": "upper: 1 | lower: 3",
                    "Solid/Poisson's ratio": "upper: 0.3 | lower: 0.2",
                    "Solid/tractions": f"upper.flat: 0, {-traction!r}"},
                   force, a, pressure)

    def test_cylinders(self):
        for radius in (1, 2):
            with self.subTest(radius=radius):
                self.check_round("plane strain", radius)

    def test_balls(self):
        for radius in (1, 2):
            with self.subTest(radius=radius):
                self.check_round("axisymmetric", radius)

    def test_roller(self):
        """NAFEMS' contact benchmark CB1: a roller of steel, radius 50 mm, on a
        block of aluminium, 35 kN/mm; by Hertz a = 6.21 mm, 3585 MPa."""
        self.write("bodies.msh", RoundBodies().disk(
            "upper", 50, 0.1, 8).block("lower", 100, 200, 0.13, 8).gmsh())
        self.check({"Solid/kinematics": "plane strain",
                    "Solid/Young's modulus": "upper: 210e3 | lower: 70e3",
                    "Solid/Poisson's ratio": 0.3,
                    "Solid/fixed displacements":
                        "upper.axis: x | lower.axis: x | lower.bottom: y",
                    "Solid/tractions": "upper.flat: 0, -350",
                    "Contact/pairs": "upper.round : lower.top"},
                   17500, 6.21, 3585)


if __name__ == "__main__":
    unittest.main()
