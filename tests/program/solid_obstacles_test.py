# SPDX-License-Identifier: Apache-2.0
"""Solids on boxes, and the forces of obstacles on solids."""

import json
import math
import unittest

from program import merged
from solid import NU, RUN, SolidsTest


class SolidOnBoxTest(SolidsTest):
    """A block, unit square or cube, falls on boxes."""

    @staticmethod
    def block(dimension, obstacles, **entries):
        across = ", 0" * (dimension - 1)
        cells = "6, 6" if dimension == 2 else "4, 4, 4"
        return merged(RUN, {
            "Model/name": "solid", "Solid/dimension": dimension,
            "Solid/Young's modulus": 1000, "Solid/Poisson's ratio": NU,
            "Solid/density": 1,
            "Solid/mesh generator arguments":
                f"{cells} : 0{across} : 1{', 1' * (dimension - 1)} : true",
            "Solid/initial velocity": "0, " * (dimension - 1) + "-2",
            "Solid/contact boundaries": 2 * dimension - 2,
            "Solid/obstacles": obstacles,
            "Contact/friction coefficient": 0.3,
            "Time integration/time step": 1e-3,
            "Time integration/end time": 0.2,
            "Output/monitored points":
                f"left: 0{across} ; right: 1{across}", **entries})

    def check_energy(self, run):
        self.assertGreater(max(run.history["impulse[obstacle]"]), 0.01)
        self.assertLess(max(run.history["max_penetration"]), 3e-3)  # h u
        self.assertLess(run.summary["energy"]["max_identity_residual"],
                        1e-13 * run.largest_energy())

    def test_a_face_is_a_plane(self):
        for dimension, plane, box, entries in [
                (2, "plane: 0, -0.05 ; 0, 1", "box: 0.4, -1.05 ; 3, 1", {}),
                (2, "plane: 0, 1.05 ; 0, -1", "box: 0.4, 2.05 ; 3, 1",
                 {"Solid/initial velocity": "0, 2",
                  "Solid/contact boundaries": 3}),
                (3, "plane: 0, 0, -0.05 ; 0, 0, 1",
                 "box: 0.4, 0.6, -1.05 ; 3, 2, 1", {})]:
            on_plane = self.run_case(self.block(dimension, plane, **entries))
            on_box = self.run_case(self.block(dimension, box, **entries))
            self.check_energy(on_box)
            for name, scale in [("energy_total", 2.), ("gap[obstacle]", 1.),
                                ("impulse[obstacle]", 1.)]:
                self.assertLess(
                    self.largest_difference(on_plane.history[name],
                                            on_box.history[name]),
                    1e-9 * scale, name)

    def test_corners(self):
        """The block is held up on one side only, and turns."""
        for dimension, box in [(2, "box: -0.6, -1.05 ; 1, 1"),
                               (3, "box: -0.6, -0.6, -1.05 ; 1, 1.2, 1")]:
            up = "yz"[dimension - 2]
            for obstacle in (box, box + " ; moved by: " +
                             "0, " * (dimension - 1) + "0.05*sin(20*t)"):
                run = self.run_case(self.block(dimension, obstacle))
                self.check_energy(run)
                left, right = (run.history[f"position[{name}.{up}]"][-1]
                               for name in ("left", "right"))
                self.assertGreater(left, right + 0.1)

    def test_boxes_as_objects(self):
        case = self.block(2, [{"kind": "box", "centre": [-0.6, -1.05],
                               "half lengths": [1, 1]}])
        self.check_energy(self.run_case(self.write("case.json",
                                                   json.dumps(case))))

    def test_words_of_objects_decide(self):
        """Not their order."""
        text = ("box: -0.6, -1.05 ; 1, 1 ; moved by: 0, 0.01*t | "
                "plane: 0, -5 ; 0, 1")
        of_text = self.run_case(self.block(2, text))
        objects = [{"moved by": ["0", "0.01*t"], "half lengths": [1, 1],
                    "kind": "box", "centre": [-0.6, -1.05]},
                   {"kind": "plane", "normal": [0, 1], "point": [0, -5]}]
        name = self.write("case.json", json.dumps(self.block(2, objects)))
        self.assertEqual(self.run_case(name).history, of_text.history)
        self.assertIn(f"set obstacles = {text}\n",
                      (self.folder / "out/used_parameters.prm").read_text())
        for member, part in (("centre", "no part 'centre', which it needs"),
                             ("center", "a part 'center'; it may have "
                                        "'centre', 'half lengths' or 'moved "
                                        "by'. Did you mean 'centre'?")):
            objects[0][member] = objects[0].pop("centre", [0, 0])
            if member == "centre":
                del objects[0][member]
            self.write("case.json", json.dumps(self.block(2, objects)))
            run = self.percuss("run", "case.json")
            self.assertEqual(run.returncode, 2)
            self.assertIn(part, run.stderr)
            self.assertIn("'Solid/obstacles': line 1: The box has",
                          run.stderr)


    def test_expressions_as_objects(self):
        """Their word is f, and no other one."""
        def run(**words):
            obstacle = {"kind": "expression", **words}
            self.write("case.json", json.dumps(self.block(2, [obstacle])))
            return self.percuss("run", "case.json")
        self.assertEqual(run(f="y + 0.1").returncode, 0)
        refused = run(banana="y + 0.1")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("The expression has a part 'banana'; it may have 'f' or "
                      "'moved by'.", refused.stderr)


class PassedObstacleTest(SolidsTest):
    """Nodes that fly through a thin obstacle within a step."""

    def thrown(self, dimension, obstacle, **entries):
        return SolidOnBoxTest.block(dimension, obstacle, **{
            "Solid/Young's modulus": 1600,
            "Solid/initial velocity": "0, " * (dimension - 1) + "-20",
            "Time integration/scheme": "moreau-jean",
            "Time integration/time step": 0.01,
            "Time integration/end time": 0.1,
            "Output/monitored points": "", **entries})

    def check_passes(self, case, message="has gone through its obstacle",
                     ranks=0):
        self.write("case.json", json.dumps(case))
        run = self.percuss("run", "case.json", ranks=ranks)
        self.assertEqual(run.returncode, 1, run)
        self.assertIn(message, run.stderr)

    def test_thin_boxes(self):
        for dimension, obstacle in (
                (2, "box: 0.5, -0.06 ; 2, 0.02"),
                (2, "box: 0.5, -0.06 ; 2, 0.02 ; moved by: 0, -t"),
                (3, "box: 0.5, 0.5, -0.06 ; 2, 2, 0.02")):
            with self.subTest(obstacle=obstacle):
                self.check_passes(self.thrown(dimension, obstacle))

    def test_ranks_libraries_and_units(self):
        thin = "box: 0.5, -0.06 ; 2, 0.02"
        for ranks in (2, 4):
            self.check_passes(self.thrown(2, thin), ranks=ranks)
        self.check_passes(self.thrown(
            2, thin, **{"Discretization/linear algebra": "Trilinos"}))
        self.check_passes(self.thrown(2, "box: 500, -60 ; 2000, 20", **{
            "Solid/mesh generator arguments": "6, 6 : 0, 0 : 1000, 1000 : true",
            "Solid/initial velocity": "0, -2e4"}))  # mm

    def test_a_small_ball(self):
        self.check_passes(self.thrown(2, "sphere: 0.5, -0.06 ; 0.02"))

    def test_past_the_middle(self):
        """Nodes end inside, and would be pushed out on the other side; at the
        middle of the step they have not been inside."""
        for scheme in ("moreau-jean", "generalized-alpha"):
            with self.subTest(scheme=scheme):
                self.check_passes(self.thrown(
                    2, "box: 0.5, -0.19 ; 2, 0.08",
                    **{"Time integration/scheme": scheme}),
                    "past the middle of it")

    def test_edges_and_obstacles_that_swing(self):
        """Flush boxes, over whose edges nodes slide; a box that comes and goes
        within two steps."""
        row = " | ".join(f"box: {0.1 + 0.2 * i}, -1 ; 0.1, 1"
                         for i in range(-3, 12))
        for obstacle, velocity, time_step in (
                (row, "4, -0.2", 0.005),
                ("box: 0.5, -10.012 ; 3, 10 ; moved by: 0, 0.01*sin(300*t)",
                 "0, -0.1", 0.005)):
            with self.subTest(obstacle=obstacle):
                run = self.run_case(self.thrown(2, obstacle, **{
                    "Solid/initial velocity": velocity,
                    "Solid/gravity": "0, -10",
                    "Contact/friction coefficient": 0,
                    "Time integration/time step": time_step,
                    "Time integration/end time": 0.2}))
                self.assertGreater(max(run.history["active_contacts"]), 0)

    def test_shorter_steps_do_not(self):
        for scheme in ("moreau-jean", "cd-lagrange"):
            run = self.run_case(self.thrown(
                2, "box: 0.5, -0.06 ; 2, 0.02",
                **{"Time integration/scheme": scheme,
                   "Solid/mass matrix": "lumped",
                   "Time integration/time step": 2e-4,
                   "Time integration/end time": 0.02}))
            self.assertGreater(max(run.history["impulse[obstacle]"]), 0.01)

    def test_past_the_obstacle(self):
        run = self.run_case(self.thrown(
            2, "box: 1.2, -0.06 ; 0.1, 0.02"))
        self.assertEqual(max(run.history["impulse[obstacle]"]), 0)


class ResultantTest(SolidsTest):
    """Blocks on slopes: forces of one obstacle and of two, one that moves."""

    COLUMNS = ["resultant[obstacle.x]", "resultant[obstacle.y]"]
    IN_PLANE = ("plane: 0, -0.05 ; 3, 4 | plane: 1, -0.05 ; -1, 5 ; "
                "moved by: 0.01*t, 0.02*sin(20*t)")
    IN_SPACE = ("plane: 0, 0, -0.05 ; 2, 3, 6 | plane: 1, 0, -0.05 ; "
                "-1, 0.5, 5 ; moved by: 0, 0.01*t, 0.02*sin(20*t)")

    def run_block(self, friction, forces, **options):
        return self.run_case(merged(
            SolidOnBoxTest.block(2, "plane: 0, -0.05 ; 3, 4"),
            {"Contact/friction coefficient": friction,
             "Solid/obstacle forces": forces}), **options)

    @staticmethod
    def cell(dimension, length=1., **entries):
        """One cell whose corners are p0, p1, ...: they have equal masses."""
        corners = [" ".join(f"{length * (k >> d & 1)}," for d in
                            range(dimension))[:-1]
                   for k in range(2 ** dimension)]
        return SolidOnBoxTest.block(
            dimension, [ResultantTest.IN_PLANE,
                        ResultantTest.IN_SPACE][dimension - 2], **{
                "Solid/mesh generator arguments":
                    f"{', '.join('1' * dimension)} : {corners[0]} : "
                    f"{corners[-1]} : true",
                "Solid/initial velocity":
                    "0.5, -2" if dimension == 2 else "0.5, 0.3, -2",
                "Solid/obstacle forces": "true",
                "Contact/friction coefficient": 0.2,
                "Time integration/end time": 0.25,
                "Output/monitored points": " ; ".join(
                    f"p{k}: {x}" for k, x in enumerate(corners)), **entries})

    def check_momentum(self, run, dimension, mass=1.):
        """Both obstacles together have changed it, wherever none of them acts:
        velocities during contact belong to a half of a step, in some schemes.
        """
        n = 2 ** dimension
        velocities = [[run.history[f"velocity[p{k}.{axis}]"] for k in range(n)]
                      for axis in "xyz"[:dimension]]
        forces = [[run.history[f"resultant[obstacle {j}.{axis}]"]
                   for j in (1, 2)] for axis in "xyz"[:dimension]]
        impulse = [0.] * dimension
        was_free = []
        for i in range(run.n_rows):
            is_free = True
            for d in range(dimension):
                force = [f[i] for f in forces[d]]
                is_free = is_free and not any(force)
                impulse[d] += 1e-3 * sum(force)
            for d in range(dimension if is_free else 0):
                change = mass / n * sum(v[i] - v[0] for v in velocities[d])
                self.assertAlmostEqual(change, impulse[d], delta=1e-12 * mass)
            was_free.append(is_free)
        self.assertLess(was_free.index(False), 40)
        self.assertIn(True, was_free[60:])
        for j in (1, 2):
            self.assertGreater(max(run.history[f"impulse[obstacle {j}]"]),
                               0.1 * mass)

    def test_normal_and_friction(self):
        for friction, ranks in [(0, 0), (0.2, 0), (0.2, 2)]:
            run = self.run_block(friction, "true", ranks=ranks)
            self.assertEqual(run.header[-2:], self.COLUMNS)
            normal = run.history["force[obstacle]"]
            scale = max(normal)
            self.assertGreater(scale, 1.)
            sliding = 0
            for x, y, force in zip(*(run.history[c] for c in self.COLUMNS),
                                   normal):
                self.assertAlmostEqual(0.6 * x + 0.8 * y, force,
                                       delta=1e-12 * scale)
                along = 0.6 * y - 0.8 * x
                self.assertLess(abs(along), friction * force + 1e-9 * scale)
                sliding = max(sliding, along / scale)
            # it falls along the y-axis: down the slope, friction points up
            self.assertAlmostEqual(sliding, friction, delta=0.05)

    def test_momentum(self):
        for dimension, scheme, friction, mass, library in [
                (2, "generalized-alpha", 0.2, 0.25, "Trilinos"),
                (2, "schatzman-paoli", 0, 0.25, "PETSc"),
                (3, "moreau-jean", 0.2, 1, "Trilinos"),
                (3, "cd-lagrange", 0.2, 1, "PETSc")]:
            with self.subTest(scheme=scheme):
                self.check_momentum(self.run_case(self.cell(dimension, **{
                    "Time integration/scheme": scheme,
                    "Contact/friction coefficient": friction,
                    "Discretization/linear algebra": library,
                    "Solid/thickness": mass})), dimension, mass)

    def expect_equal_forces(self, run, reference):
        columns = [name for name in reference.header
                   if name.startswith("resultant")]
        self.assertEqual(len(columns), 4)
        for name in columns:
            self.assertLess(
                self.largest_difference(reference.history[name],
                                        run.history[name]),
                1e-11 * max(map(abs, reference.history[name])), name)

    def test_ranks(self):
        case = self.cell(2, **{"Solid/refinements": 2,
                               "Time integration/end time": 0.05})
        on_four = self.run_case(merged(
            case, {"Discretization/linear algebra": "Trilinos"}), ranks=4)
        self.expect_equal_forces(on_four, self.run_case(case))

    def test_units(self):
        """In mm, t, s, MPa, where forces are in N, too."""
        obstacles = ("plane: 0, -50 ; 3, 4 | plane: 1000, -50 ; -1, 5 ; "
                     "moved by: 10*t, 20*sin(20*t)")
        in_mm = self.cell(2, 1000, **{
            "Solid/Young's modulus": 1e-3, "Solid/density": 1e-12,
            "Solid/thickness": 1000, "Solid/obstacles": obstacles,
            "Solid/initial velocity": "500, -2000"})
        self.expect_equal_forces(self.run_case(in_mm),
                                 self.run_case(self.cell(2)))

    def test_body_of_revolution(self):
        """A cylinder in a pipe, of one cell whose corners have pi/8 at the
        axis and 3 pi/8 outside; no radial motion of its axis."""
        run = self.run_case(self.cell(2, **{
            "Solid/kinematics": "axisymmetric", "Solid/fixed displacements": "0: x",
            "Solid/obstacles":
                "plane: 0, -0.05 ; 0, 1 | plane: 1.003, 0 ; -1, 0",
            "Solid/contact boundaries": "1, 2",
            "Solid/initial velocity": "0, -2",
            "Contact/friction coefficient": 0,
            "Time integration/end time": 0.3}))
        history = run.history
        along, radial, push = (history[name] for name in (
            "resultant[obstacle 1.y]", "resultant[obstacle 2.x]",
            "force[obstacle 2]"))
        self.assertEqual(radial, [-force for force in push])
        self.assertGreater(max(push), 1)
        self.assertEqual(along[-1], 0)
        gained = sum(math.pi / 8 * mass * (history[f"velocity[p{k}.y]"][-1] + 2)
                     for k, mass in enumerate([1, 3, 1, 3]))
        self.assertAlmostEqual(gained, 1e-3 * sum(along), delta=1e-12)

    def test_only_when_asked_for(self):
        header = self.run_block(0.2, "false").header
        self.assertFalse(set(self.COLUMNS) & set(header))


if __name__ == "__main__":
    unittest.main()
