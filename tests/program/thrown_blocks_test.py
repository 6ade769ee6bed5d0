# SPDX-License-Identifier: Apache-2.0
"""Blocks thrown at each other with their corners and edges ahead: impacts of
bodies whose faces are long."""

import unittest

from program import ProgramTest, Results, prm
from thrown_blocks import Scene, SIZE


class ThrownBlocksTest(ProgramTest):

    def thrown(self, scene, ranks=0, output="out", words=(), **entries):
        self.write("thrown.msh", scene.mesh())
        case = scene.case(**entries)
        sections = {}
        for key, value in case.items():
            section, name = key.split("/", 1)
            sections.setdefault(section, {})[name] = value
        self.write("case.prm", prm(sections))
        run = self.percuss("run", "case.prm", "--output", output, "--quiet",
                           *words, ranks=ranks)
        self.assertEqual(run.returncode, 0, run.stderr)
        return Results(self.folder / output)

    @staticmethod
    def momentum(scene, positions, n):
        """Of lumped masses, between two sets of positions, over the step:
        cells of a block are equal, a node has the mass of those at it."""
        total = [0] * scene.dim
        first = 0
        for block in scene.blocks:
            mass = [0] * len(block.points)
            for cell in block.cells():
                for node in cell:
                    mass[node] += (SIZE / block.n)**scene.dim / len(cell)
            for node, m in enumerate(mass):
                for d in range(scene.dim):
                    total[d] += m * (positions[n + 1][first + node][d] -
                                     positions[n][first + node][d])
            first += len(mass)
        return total

    def check_invariance(self, dim, seed, ranks, within=1e-9, **entries):
        """Mirrored, turned, in the other order, with other numbers, in mm, t
        and s, with the other library and distributed: the same impact."""
        one = self.thrown(Scene(dim, seed), **entries)
        self.assertGreater(max(one.history["impulse[pair]"]), 0)
        in_mm = {"Solid/Young's modulus": 1e-3, "Solid/density": 1e-12}
        for scene, changes in (
                (Scene(dim, seed).mirrored(), {}),
                (Scene(dim, seed).exchanged(), {}),
                (Scene(dim, seed).renumbered(1), {}),
                *((Scene(3, seed).turned((0, 0, 1), degrees), {})
                  for degrees in (90, 37) if dim == 3),
                (Scene(dim, seed).scaled(1000), in_mm),
                (Scene(dim, seed),
                 {"Discretization/linear algebra": "Trilinos"}),
                *((Scene(dim, seed), {"ranks": n}) for n in ranks)):
            # t mm/s and mJ, in the plane per mm of thickness
            Ns, J = ((1, 1) if changes is not in_mm else
                     (1e-3, 1) if dim == 2 else (1, 1e3))
            other = self.thrown(scene, words=("--overwrite",), **entries,
                                **changes)
            self.assertEqual(one.history["active_contacts"],
                             other.history["active_contacts"], changes)
            for name, unit in (("impulse[pair]", Ns), ("energy_kinetic", J),
                               ("energy_strain", J)):
                scale = max(map(abs, one.history[name]))
                for a, b in zip(one.history[name], other.history[name],
                                strict=True):
                    self.assertAlmostEqual(a, b / unit, delta=within * scale,
                                           msg=(name, changes))

    def check(self, scene, results):
        history = results.history
        steps = len(history["time"])
        impulse = history["impulse[pair]"]
        self.assertGreater(max(impulse), 0)
        # faces are SIZE/n: bodies do not go through each other
        n = max(block.n for block in scene.blocks)
        self.assertGreater(min(history["gap[pair]"]), -0.5 * SIZE / n)
        energy = [a + b for a, b in zip(history["energy_kinetic"],
                                        history["energy_strain"])]
        work = history["work_contact"]
        for before, after in zip(work, work[1:]):
            self.assertLessEqual(after - before, 1e-12 * energy[0])
        positions = [scene.positions(history, k) for k in range(steps)]
        whole = self.momentum(scene, positions, 0)
        scale = max(map(abs, whole))
        for k in range(1, steps - 1):
            for a, b in zip(whole, self.momentum(scene, positions, k)):
                self.assertAlmostEqual(a, b, delta=1e-12 * scale)
        # nothing acts on blocks that are one above the other
        up = scene.dim - 1
        split = len(scene.blocks[0].points)
        for k, x in enumerate(positions):
            if (max(y[up] for y in x[:split]) <
                    min(y[up] for y in x[split:]) - 0.01 * SIZE):
                self.assertEqual(impulse[k], 0, k)


class ThrownInThePlaneTest(ThrownBlocksTest):

    def test_corners(self):
        for seed in (0, 3, 19, 26, 38):
            with self.subTest(seed=seed):
                scene = Scene(2, seed)
                self.check(scene, self.thrown(scene))

    def test_boundaries_of_two_bodies(self):
        scene = Scene(2, 19)
        for pairs in ("a.skin : b.skin", "b.skin : a.skin"):
            for scheme in ("cd-lagrange", "moreau-jean"):
                with self.subTest(pairs=pairs, scheme=scheme):
                    self.check(scene, self.thrown(scene, pairs=pairs,
                                                  scheme=scheme))

    def test_laws(self):
        for e, mu in ((0, 0.3), (0.3, 0), (0.3, 1), (1, 0.3)):
            with self.subTest(e=e, mu=mu):
                scene = Scene(2, 3)
                # Moreau's law may gain by friction where forces act
                self.check(scene, self.thrown(scene, **{
                    "Contact/law": "fremond",
                    "Contact/restitution coefficient": e,
                    "Contact/friction coefficient": mu}))

    def test_invariance(self):
        self.check_invariance(2, 26, (2, 4), pairs="a.skin : b.skin", **{
            "Contact/friction coefficient": 0.3})

    def test_ranks_and_restart(self):
        scene = Scene(2, 26)
        one = self.thrown(scene)
        self.assertGreater(one.history["impulse[pair]"].index(
            max(one.history["impulse[pair]"])), 3)
        two = self.thrown(scene, ranks=2, output="two")
        for name, values in one.history.items():
            if name.startswith(("position", "energy", "impulse")):
                scale = max(map(abs, values)) or 1
                for a, b in zip(values, two.history[name]):
                    self.assertAlmostEqual(a, b, delta=1e-9 * scale)
        interval = {"Output/checkpoint interval": 7}
        self.thrown(scene, output="half", end=0.04, **interval)
        resumed = self.thrown(scene, output="half", words=("--resume",),
                              **interval)
        self.assertEqual(
            (one.folder / "history.csv").read_bytes(),
            (resumed.folder / "history.csv").read_bytes())


class ThrownInSpaceTest(ThrownBlocksTest):

    # without friction: of 50 steps, whose impacts enlarge what is rounded
    ROUNDING = 1e-12

    def test_corners_and_edges(self):
        for seed in (0, 10, 14, 21, 29):
            with self.subTest(seed=seed):
                scene = Scene(3, seed)
                self.check(scene, self.thrown(scene, end=0.08))

    def test_corners_that_come_in_beside_edges(self):
        # by a hair, but far behind the faces beyond the edge
        for seed in (51, 54, 77, 127):
            with self.subTest(seed=seed):
                scene = Scene(3, seed)
                self.check(scene, self.thrown(scene, end=0.06))

    def test_invariance(self):
        self.check_invariance(3, 14, (2, 3, 4), within=self.ROUNDING, end=0.05,
                              pairs="a.skin : b.skin")

    def test_invariance_of_all_with_itself(self):
        for seed in (0, 2, 3):
            self.check_invariance(3, seed, (2, 3, 4) if seed == 3 else (),
                                  within=self.ROUNDING, end=0.05)


if __name__ == "__main__":
    unittest.main()
