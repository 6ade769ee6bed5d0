# SPDX-License-Identifier: Apache-2.0
"""What entries of solids say that bodies cannot do, and entries by material."""

import unittest

from blocks import Blocks
from program import merged, prm
from wrong_input import WrongInputTest

HELD = {
    "Model": {"name": "solid"},
    "Solid": {"Young's modulus": 1000, "density": 1,
              "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
              "fixed displacements": "0: x, y | 2: y"},
    "Time integration": {"scheme": "cd-lagrange", "time step": 1e-3,
                         "end time": 5e-3},
    "Output": {"history interval": 1, "monitored points": "corner: 1, 1"}}
BLOCKS = {
    "Model": {"name": "solid"}, "Discretization": {"mesh file": "blocks.msh"},
    "Solid": {"Young's modulus": 1000, "Poisson's ratio": 0.3, "density": 1,
              "gravity": "0, -10",
              "fixed displacements": "lower.bottom: x, y | upper.top: x, y"},
    "Time integration": HELD["Time integration"],
    "Output": {"history interval": 1,
               "monitored points": "a: 0.25, 0.5; b: 2.25, 0.5"}}


class HeldFieldsTest(WrongInputTest):
    """Initial fields that are not zero where the body is held."""

    ZERO_THERE = ("0, 0", "x, x*y", "sin(2*pi*x), y*x", "if(x > 0, 1, 0), 0",
                  "1e-9*(x < 1e-9) + x, 0")

    def test_velocity(self):
        for field in self.ZERO_THERE:
            with self.subTest(field):
                self.run_case(merged(HELD, {"Solid/initial velocity": field}),
                              "--overwrite")
        for field, parts in (
                ("-2, 0", ("At (0, 0) m", "x component is -2 m/s")),
                ("0, 3*y", ("At (0, 1) m", "y component is 3 m/s")),
                ("0, x", ("At (1, 0) m", "y component is 1 m/s")),
                ("0, 1e-3*(x < 0.1)", ("y component is 0.001 m/s",))):
            with self.subTest(field):
                run = self.run_case(
                    merged(HELD, {"Solid/initial velocity": field}),
                    "--overwrite", warnings=[
                        ("'Solid/initial velocity'", "fixed displacements",
                         "starts with velocity zero there", *parts)])
                self.assertEqual(run.history["velocity[corner.x]"][0],
                                 -2 if field.startswith("-2") else 0)

    def test_displacement(self):
        for field in self.ZERO_THERE:
            with self.subTest(field):
                self.run_case(merged(HELD, {
                    "Solid/initial displacement":
                        ", ".join(f"1e-3*({part})"
                                  for part in field.split(", "))
                        if "if" not in field else "0, 0"}), "--overwrite")
        for field, parts in (
                ("1e-3, 0", ("At (0, 0) m", "x component is 0.001 m")),
                ("0, 1e-3*(1 - x)", ("At (0, 0) m", "y component is 0.001 m")),
                ("0, 1e-3*x", ("At (1, 0) m", "y component is 0.001 m"))):
            with self.subTest(field):
                self.reject_file(
                    prm(merged(HELD, {"Solid/initial displacement": field})),
                    "'Solid/initial displacement'", "fixed displacements",
                    "keeps it zero", *parts)

    def test_ranks(self):
        self.write("case.prm", prm(merged(HELD, {
            "Solid/initial displacement": "0, 1e-3*x"})))
        self.reject("At (1, 0) m its y component is 0.001 m",
                    command=("run", "case.prm"), ranks=3)


class MaterialsTest(WrongInputTest):
    """An entry may have materials that others do not tell apart."""

    PRONY = "0.5, 0.5, 1e-3"

    def setUp(self):
        super().setUp()
        self.write("blocks.msh", Blocks().add("lower", (0, 0), (1, 1), (4, 4))
                   .add("upper", (2, 0), (1, 1), (4, 4)).gmsh())

    def history(self, base, changes):
        return self.run_case(merged(base, changes), "--overwrite",
                             warnings=[("bodies that share no vertices",)]
                             if base is BLOCKS else ()).history

    def check(self, base, one, all_):
        """Some entries by material, and others, too, are the same."""
        self.assertEqual(self.history(base, one), self.history(base, all_))

    def test_series(self):
        only = {"Solid/Prony series": f"upper: {self.PRONY}"}
        for name, values in (("Young's modulus", "lower: 1000 | upper: 1000"),
                             ("density", "upper: 1 | lower: 1")):
            with self.subTest(name):
                self.check(BLOCKS, only, {**only, f"Solid/{name}": values})
        elastic = self.history(BLOCKS, {})
        relaxed = self.history(BLOCKS, only)
        self.assertEqual(elastic["position[a.y]"], relaxed["position[a.y]"])
        self.assertNotEqual(elastic["position[b.y]"], relaxed["position[b.y]"])

    def test_yield_stress(self):
        plastic = {"Solid/elastic law": "J2 plasticity",
                   "Solid/yield stress": "lower: 0.5 | upper: 1e9",
                   "Solid/hardening modulus": "lower: 10"}
        self.check(BLOCKS, plastic, {
            **plastic, "Solid/Young's modulus": "lower: 1000 | upper: 1000"})
        self.check(BLOCKS, plastic, {
            **plastic, "Solid/hardening modulus": "lower: 10 | upper: 0"})

    def test_generated_meshes(self):
        """Those of boxes have a material in each quadrant."""
        base = merged(HELD, {"Solid/mesh generator arguments":
                             "4, 4 : -1, -1 : 1, 1 : true",
                             "Solid/gravity": "1, 0"})
        for n in range(4):
            with self.subTest(n):
                only = {"Solid/Prony series": f"{n}: {self.PRONY}"}
                self.check(base, only, {**only, "Solid/density":
                                        "0: 1 | 1: 1 | 2: 1 | 3: 1"})

    def test_refusals(self):
        for changes, *parts in (
                ({"Solid/Prony series": f"9: {self.PRONY}"},
                 "'Solid/Prony series'", "No element has the material '9'",
                 "named 'lower', 'upper'"),
                ({"Solid/Prony series": f"middle: {self.PRONY}"},
                 "'Solid/Prony series'", "'middle' is no whole number"),
                ({"Solid/density": "lower: 1",
                  "Solid/Prony series": f"upper: {self.PRONY}"},
                 "'Solid/Prony series'", "no value in 'Solid/density'"),
                ({"Solid/elastic law": "J2 plasticity",
                  "Solid/yield stress": "upper: 1"},
                 "'Solid/yield stress'", "in all materials")):
            with self.subTest(changes):
                self.reject_file(prm(merged(BLOCKS, changes)), *parts)


class ObstacleUnitsTest(WrongInputTest):
    """Lengths of obstacles have units; other dimensions are refused."""

    CASE = {
        "Model": {"name": "solid"},
        "Solid": {"Young's modulus": 1000, "density": 1,
                  "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
                  "initial velocity": "0, -5", "contact boundaries": 2},
        "Contact": {"restitution coefficient": 0},
        "Time integration": {"scheme": "cd-lagrange", "time step": 1e-3,
                             "end time": 0.05},
        "Output": {"history interval": 1, "monitored points": "a: 0, 0"}}

    def test_the_same_run(self):
        for si, others in (
                ("plane: 0, -0.05 ; 0, 1",
                 ("plane: 0, -50 mm ; 0, 1", "plane: 0 cm, -5 cm ; 0, 1")),
                ("sphere: 0.5, -2.05 ; 2",
                 ("sphere: 500 mm, -2.05 m ; 200 cm",
                  "sphere: 50 cm, -2050 mm ; 2")),
                ("box: 0.5, -1.05 ; 3, 1", ("box: 50 cm, -105 cm ; 3 m, 1 m",)),
                ("expression: y + 0.05",
                 ("expression: y + 50 mm", "expression: y + max(5 cm, x - 5 m)",
                  "expression: y - (-5 cm)")),
                ("plane: 0, -0.05 ; 0, 1 ; moved by: 0, 0.01*sin(10*t)",
                 ("plane: 0, -5 cm ; 0, 1 ; moved by: 0, 10 mm*sin(10*t)",))):
            known = self.run_case(merged(self.CASE, {"Solid/obstacles": si}),
                                  "--overwrite").history
            self.assertGreater(max(known["impulse[obstacle]"]), 0)
            for text in others:
                with self.subTest(text):
                    history = self.run_case(merged(self.CASE, {
                        "Solid/obstacles": text}), "--overwrite").history
                    for name, values in known.items():
                        scale = max(map(abs, values))
                        for a, b in zip(values, history[name]):
                            self.assertLessEqual(abs(a - b), 1e-12 * scale)

    def test_refusals(self):
        for text, *parts in (
                ("plane: 0, -50 ms ; 0, 1", "The point, '0, -50 ms'",
                 "measured in m"),
                ("plane: 0, -5 cm ; 0, 1 m", "The normal", "pure number"),
                ("sphere: 0, -2.1 ; 2 kg", "The radius", "measured in m"),
                ("sphere: 0.5, -2050 mm ; 2 m", "The centre",
                 "others have none"),
                ("box: 0, -2 m ; 3 m, 1", "The half lengths", "others have none"),
                ("sphere: 0, -2.1 ; 2 mn", "'mn'"),
                ("expression: y + 50 N", "The expression", "measured in m"),
                ("plane: 0, -1 ; 0, 1 ; moved by: 0, 3 s",
                 "The displacement", "measured in m")):
            with self.subTest(text):
                self.reject_file(
                    prm(merged(self.CASE, {"Solid/obstacles": text})),
                    "'Solid/obstacles'", "Obstacle 1", *parts)


if __name__ == "__main__":
    unittest.main()
