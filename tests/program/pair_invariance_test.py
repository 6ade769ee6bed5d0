# SPDX-License-Identifier: Apache-2.0
"""Pairs of bodies that slide have one history: turned, mirrored, with other
numbers of their nodes and cells, in other units, on more processes."""

import math
import random
import unittest

from blocks import Blocks, gmsh_text
from bricks import Bricks
from program import ProgramTest, merged

COLUMNS = ("impulse[pair]", "energy_kinetic", "energy_strain", "work_contact",
           "active_contacts")


def turn(axis, angle):
    """The matrix of a rotation, axis a unit vector."""
    c, s = math.cos(angle), math.sin(angle)
    x = [[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]],
         [-axis[1], axis[0], 0]]
    return [[c * (i == j) + (1 - c) * axis[i] * axis[j] + s * x[i][j]
             for j in range(3)] for i in range(3)]


MIRROR = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ABOUT_Z = turn((0, 0, 1), 0.7)
SKEW = turn((1 / 3, -2 / 3, 2 / 3), 2.1)


class PairInvarianceTest(ProgramTest):
    """A body falls on a wider one, with friction, slides and turns."""

    def meshed(self, dim):
        if dim == 2:
            return Blocks().add("upper", (0.2, 0.003), (0.6, 0.4), (4, 3)).add(
                "lower", (0, -0.4), (1.5, 0.4), (11, 3))
        return Bricks().add(
            "upper", (0.2, 0.3, 0.003), (0.6, 0.5, 0.4), (2, 2, 2),
            degrees=17).add(
            "lower", (0, 0, -0.4), (1.2, 1.1, 0.4), (4, 3, 2))

    def run_of(self, dim, matrix=UNIT, seed=0, unit=1, mass=1, ranks=0,
               output="out", **changes):
        """The mesh and the velocity times a matrix, in units of length [m] and
        mass [kg]; a seed for the numbers of nodes and the order of cells."""
        mesh = self.meshed(dim)
        points = [(*point, 0)[:3] for point in mesh.points]
        points = [[sum(a * x for a, x in zip(row, point)) / unit
                   for row in matrix] for point in points]
        elements = list(mesh.elements)
        if seed:
            chance = random.Random(seed)
            new = list(range(len(points)))
            chance.shuffle(new)
            places = dict(zip(new, points))
            points = [places[i] for i in range(len(points))]
            elements = [(kind, group, [new[i] for i in nodes])
                        for kind, group, nodes in elements]
            chance.shuffle(elements)
        if matrix is MIRROR:  # cells keep their orientation
            elements = [(kind, group, nodes[::-1] if kind == 3 else
                         nodes[3::-1] + nodes[:3:-1] if kind == 5 else nodes)
                        for kind, group, nodes in elements]
        self.write("bodies.msh", gmsh_text(mesh.names, points, elements))
        # the point that a place was before, in its own coordinates
        axes = "xyz"[:dim]
        before = ["(" + " + ".join(
            f"{unit * matrix[i][d]!r}*{axes[i]}" for i in range(dim)) + ")"
            for d in range(dim)]
        fall = [f"0.1 - 0.05*{before[-1]}", f"-0.1 + 0.05*{before[0]}"]
        if dim == 3:
            fall.insert(1, "0.04")
        velocity = ", ".join(
            f"if({before[-1]} > 1e-3, " + " + ".join(
                f"{matrix[i][d] / unit!r}*({fall[d]})" for d in range(dim)) +
            ", 0)" for i in range(dim))
        stress = 1 / mass * unit
        return self.run_case(merged({}, {
            "Model/name": "solid", "Discretization/mesh file": "bodies.msh",
            "Solid/dimension": dim, "Solid/Young's modulus": 20 * stress,
            "Solid/Poisson's ratio": 0.3, "Solid/density": unit**3 / mass,
            "Solid/mass matrix": "lumped",
            **({"Solid/thickness": 1 / unit} if dim == 2 else {}),
            "Solid/initial velocity": velocity,
            "Contact/pairs": "upper.bottom : lower.top",
            "Contact/friction coefficient": 0.3,
            "Contact/restitution coefficient": 0.5,
            "Time integration/scheme": "moreau-jean",
            "Time integration/time step": 0.01,
            "Time integration/end time": 0.6 if dim == 3 else 1.2,
            "Output/output directory": "out",
            "Output/field interval": 0,
            "Output/history interval": 1, **changes}),
            ranks=ranks, output=output)

    def same(self, one, other, unit=1, mass=1, within=1e-11):
        self.assertGreater(max(one.history["impulse[pair]"]), 0)
        self.assertEqual(one.history["active_contacts"],
                         other.history["active_contacts"])
        energy = unit**2 * mass * one.largest_energy()
        for name, factor in (("impulse[pair]", unit * mass),
                             ("energy_kinetic", unit**2 * mass),
                             ("energy_strain", unit**2 * mass),
                             ("work_contact", unit**2 * mass),
                             ("gap[pair]", unit)):
            expected = one.history[name]
            scale = max(energy if "energy" in name or "work" in name else 0,
                        factor * max(map(abs, expected)))
            self.assertLessEqual(
                max(abs(factor * a - b) for a, b in
                    zip(expected, other.history[name])), within * scale, name)


class TurnedPairsTest(PairInvarianceTest):

    def test_in_the_plane(self):
        for scheme in ("moreau-jean", "cd-lagrange"):
            changes = {"Time integration/scheme": scheme}
            one = self.run_of(2, **changes)
            for matrix in (ABOUT_Z, MIRROR):
                with self.subTest(scheme=scheme, matrix=matrix):
                    self.same(one, self.run_of(2, matrix, **changes))

    def test_in_space(self):
        one = self.run_of(3)
        for matrix in (SKEW, MIRROR):
            with self.subTest(matrix=matrix):
                self.same(one, self.run_of(3, matrix), within=1e-8)


class PermutedPairsTest(PairInvarianceTest):

    def test_numbers(self):
        for dim in (2, 3):
            one = self.run_of(dim)
            for seed in (1, 2):
                self.same(one, self.run_of(dim, seed=seed),
                          within=1e-11 if dim == 2 else 1e-8)


class UnitsOfPairsTest(PairInvarianceTest):

    def test_millimetres_and_tonnes(self):
        one = self.run_of(2)
        for unit, mass in ((1e-3, 1e3), (1e3, 1e-3), (1e-3, 1e-6)):
            with self.subTest(unit=unit, mass=mass):
                self.same(one, self.run_of(2, unit=unit, mass=mass),
                          1 / unit, 1 / mass)


class FourRanksOfPairsTest(PairInvarianceTest):

    def test_four_ranks(self):
        for dim in (2, 3):
            one = self.run_of(dim)
            self.same(one, self.run_of(dim, ranks=4), within=1e-10)


class RestingPairsTest(PairInvarianceTest):
    """A block stands on another one from the first step on, and falls with it:
    their velocities beside each other are as small as rounding."""

    def meshed(self, dim):
        return Blocks().add("upper", (-0.28, 0.5), (0.82, 0.4), (4, 2)).add(
            "lower", (-0.4, 0), (0.8, 0.5), (4, 3))

    @staticmethod
    def around(name):
        return ", ".join(f"{name}.{side}" for side in Blocks.SIDES)

    def resting(self, unit=1, mass=1, ranks=0, **changes):
        return self.run_of(2, unit=unit, mass=mass, ranks=ranks, **{
            "Solid/Young's modulus": unit / mass,
            "Solid/initial velocity": "0, 0",
            "Solid/gravity": f"0, {-0.02 / unit!r}",
            "Solid/fixed displacements": "lower.bottom: x, y",
            "Contact/pairs": self.around("upper") + " : " +
                             self.around("lower"),
            "Contact/friction coefficient": 0,
            "Contact/restitution coefficient": 0,
            "Time integration/time step": 0.03,
            "Time integration/end time": 3, **changes})

    def test_units(self):
        one = self.resting()
        for unit, mass in ((1e-3, 1e3), (1, 1 / 7), (1e3, 1e-3)):
            with self.subTest(unit=unit, mass=mass):
                self.same(one, self.resting(unit, mass), 1 / unit, 1 / mass)

    def test_two_ranks_and_an_assembled_operator(self):
        one = self.resting()
        self.same(one, self.resting(ranks=2))
        self.same(one, self.resting(
            **{"Contact/Delassus operator": "assembled"}), within=1e-9)


if __name__ == "__main__":
    unittest.main()
