# SPDX-License-Identifier: Apache-2.0
"""Solids against bars, against Hertz, and against themselves on more ranks."""

import math
import unittest

from program import CASES, merged, prm
from solid import NU, RUN, SolidsTest
from wrong_input import WrongInputTest

P_WAVE_MODULUS = 900.
YOUNG = P_WAVE_MODULUS * (1 + NU) * (1 - 2 * NU) / (1 - NU)
LENGTH = 10.
GAP = 5.013  # no step ends at the impact


def bar(n, courant):
    """The bouncing bar of [C13] 5.3 with n elements, lumped."""
    return merged(RUN, {
        "Model/name": "elastic bar",
        "Elastic bar/length": LENGTH, "Elastic bar/cross section": 1,
        "Elastic bar/Young's modulus": P_WAVE_MODULUS,
        "Elastic bar/density": 1, "Elastic bar/initial gap": GAP,
        "Elastic bar/initial velocity": -10,
        "Elastic bar/number of elements": n,
        "Elastic bar/mass matrix": "lumped",
        "Time integration/time step": courant * LENGTH / n / 30,
        "Output/monitored points": "top: 10"})


def solid(dimension, n, courant):
    """The same as a solid whose sides are held."""
    across = [4, 1][:dimension - 1] if dimension == 2 else [2, 2]
    cells = ", ".join(str(k) for k in [n] + across)
    zeros = ", ".join(["0"] * dimension)
    ends = ", ".join(["10"] + ["1"] * (dimension - 1))
    rest = ", ".join(["0"] * (dimension - 1))
    held = "2: y | 3: y" + (" | 4: z | 5: z" if dimension == 3 else "")
    return merged(RUN, {
        "Model/name": "solid", "Solid/dimension": dimension,
        "Solid/Young's modulus": repr(YOUNG), "Solid/Poisson's ratio": NU,
        "Solid/density": 1,
        "Solid/mesh generator arguments":
            f"{cells} : {zeros} : {ends} : true",
        "Solid/fixed displacements": held,
        "Solid/initial velocity": f"-10, {rest}",
        "Solid/contact boundaries": "0",
        "Solid/obstacles": f"plane: {-GAP}, {rest} ; 1, {rest}",
        "Time integration/time step": courant * LENGTH / n / 30,
        "Output/monitored points":
            "top: 10, " + ", ".join(["0.5"] * (dimension - 1))})


class HeldBarTest(SolidsTest):
    """With laterally held sides a solid is a bar with the P-wave modulus."""

    def check(self, dimension, n, courant, scheme, **entries):
        changes = {"Time integration/scheme": scheme}
        for entry, value in entries.items():
            section = "Contact" if entry == "Delassus_operator" else (
                "Discretization" if entry.startswith("linear")
                else "Time integration")
            changes[f"{section}/{entry.replace('_', ' ')}"] = value
        exact = self.run_case(merged(bar(n, courant), {
            key: value for key, value in changes.items()
            if not key.startswith("Discretization")
            and "Delassus" not in key}))
        run = self.run_case(merged(solid(dimension, n, courant), changes))
        scales = {"gap": 5., "contact_velocity": 10., "impulse": 10.,
                  "force": 300.}
        for quantity, scale in scales.items():
            self.assertLess(
                self.largest_difference(exact.history[f"{quantity}[left]"],
                                        run.history[f"{quantity}[obstacle]"]),
                1e-9 * scale, f"{quantity}, {scheme}")
        for column in ("energy_total", "work_contact"):
            self.assertLess(
                self.largest_difference(exact.history[column],
                                        run.history[column]), 1e-9 * 500)
        self.assertLess(
            self.largest_difference(exact.history["position[top]"],
                                    [x + GAP for x in
                                     run.history["position[top.x]"]]), 1e-8)
        accuracy = 1e-9 if "conjugate" in str(entries) else 1e-13
        self.assertLess(run.summary["energy"]["max_identity_residual"],
                        accuracy * 500)
        self.assertEqual(run.summary["solver"]["fallbacks"], 0)
        contact = run.summary["contact"]
        h = courant * LENGTH / n / 30
        duration = contact["last_contact_time"] - contact["first_contact_time"]
        self.assertAlmostEqual(contact["first_contact_time"], GAP / 10,
                               delta=1.5 * h)
        # waves of the mesh lag behind those of the bar
        self.assertAlmostEqual(duration, 2 * LENGTH / 30, delta=6 * LENGTH / n
                               / 30)

    def test_moreau_jean(self):
        self.check(2, 40, 1.2, "moreau-jean")
        self.check(3, 20, 1.2, "moreau-jean", theta=1)

    def test_generalized_alpha(self):
        self.check(2, 40, 1.2, "generalized-alpha")
        self.check(3, 20, 1.2, "generalized-alpha")

    def test_cd_lagrange(self):
        self.check(2, 40, 0.6, "cd-lagrange")
        self.check(3, 20, 0.6, "cd-lagrange")

    def test_every_way_to_hold_the_delassus_operator(self):
        for form in ("assembled", "matrix-free"):
            for solver in ("direct", "conjugate gradients"):
                self.check(2, 20, 1.2, "moreau-jean", Delassus_operator=form,
                           linear_solver=solver)
        self.check(2, 20, 0.4, "cd-lagrange", Delassus_operator="assembled")


class HertzTest(SolidsTest):
    """In fewer steps than the cases: each of them is long after all waves, and
    its load is that of its time."""

    IN_FEW_STEPS = ("--set", "Output/field interval=0",
                    "--set", "Time integration/time step=2500")

    def test_ball_on_block(self):
        run = self.run_case(CASES / "solids/hertz_ball_on_block.prm",
                            *self.IN_FEW_STEPS)
        radius, modulus = 20., 1 / (1 - 0.3**2)
        for step in range(2, 5):
            force = run.history["force[obstacle]"][step]
            a = (3 * force * radius / (4 * modulus))**(1 / 3)
            p_0 = 3 * force / (2 * math.pi * a**2)
            found = math.sqrt(run.history["contact_area[obstacle]"][step]
                              / math.pi)
            self.assertAlmostEqual(found / a, 1, delta=0.02)
            self.assertAlmostEqual(
                run.history["peak_pressure[obstacle]"][step] / p_0, 1,
                delta=0.005)

    def test_round_bodies_on_a_plane(self):
        modulus = 1 / (1 - 0.3**2)
        for body in ("ball", "cylinder"):
            run = self.run_case(CASES / f"solids/hertz_{body}_on_plane.prm",
                                *self.IN_FEW_STEPS)
            for step in range(1, 5):
                force = run.history["force[obstacle]"][step]
                found = run.history["contact_area[obstacle]"][step]
                if body == "ball":
                    a = (3 * force / (4 * modulus))**(1 / 3)
                    p_0 = 3 * force / (2 * math.pi * a**2)
                    found = math.sqrt(found / math.pi)
                else:  # of which the mesh has half the width
                    a = math.sqrt(8 * force / (math.pi * modulus))
                    p_0 = 4 * force / (math.pi * a)
                self.assertAlmostEqual(found / a, 1, delta=0.02)
                self.assertAlmostEqual(
                    run.history["peak_pressure[obstacle]"][step] / p_0, 1,
                    delta=0.005)


class HammerTest(SolidsTest):
    """A mesh from Gmsh with two materials."""

    def test_mass_and_impact(self):
        run = self.run_case(
            CASES / "solids/hammer.prm",
            "--set", f"Discretization/mesh file={CASES.parent}/meshes/"
            "hammer.msh", "--set", "Output/field interval=0",
            "--set", "Time integration/end time=1e-4")
        # kinetic energy of the two parts about (0.45, 0.06): mass times
        # squared radius of gyration, of rectangles (the face is nearly flat)
        inertia = 0.
        for density, (x_0, x_1, y_0, y_1) in [
                (7800, (-0.015, 0.015, 0.0003, 0.11)),
                (650, (0.015, 0.3, 0.045, 0.07))]:
            width, height = x_1 - x_0, y_1 - y_0
            inertia += density * 0.03 * width * height * (
                (width**2 + height**2) / 12 + ((x_0 + x_1) / 2 - 0.45)**2
                + ((y_0 + y_1) / 2 - 0.06)**2)
        energy = run.summary["energy"]
        self.assertAlmostEqual(energy["initial"] / (72 * inertia), 1,
                               delta=2e-3)
        self.assertLess(energy["max_identity_residual_relative"], 1e-14)
        self.assertLess(run.summary["contact"]["last_contact_time"], 8e-5)
        self.assertGreater(run.summary["contact"]["total_impulse"], 5)


class RodTest(SolidsTest):
    """A rod with free sides: Love's dispersion makes the end of contact."""

    def test_contact_of_a_square_rod(self):
        nu, modulus, density, length, speed = 0.3, 210e9, 7800, 0.4, 1
        c_0 = math.sqrt(modulus / density)
        bar_time = 2 * length / c_0
        for side in (0.04, 0.02):
            n = round(3.2 / side)  # cubes
            run = self.run_case(
                CASES / "solids/rod_3d.prm",
                "--set", "Solid/mesh generator arguments="
                f"{n}, 4, 4 : 0, 0, 0 : 0.4, {side / 2}, {side / 2} : true",
                "--set", f"Output/monitored points=end: {length}, 0, 0")
            time = run.history["time"]
            plateau_force = side**2 / 4 * density * c_0 * speed
            force = [f / plateau_force for f in run.history["force[obstacle]"]]
            h = time[1] / bar_time

            first = math.sqrt((1 - nu) / ((1 + nu) * (1 - 2 * nu)))
            self.assertAlmostEqual(max(force), first, delta=0.03)
            plateau = [f for t, f in zip(time, force)
                       if 0.1 < t / bar_time < 0.9]
            self.assertAlmostEqual(sum(plateau) / len(plateau), 1, delta=2e-3)

            front = (1.5 * nu**2 * side**2 / 6 * 2 * length)**(1 / 3) / (
                2 * length)
            duration = run.summary["contact"]["last_contact_time"] / bar_time
            # h: a step with the first or last contact is not all contact
            self.assertAlmostEqual(duration, 1 + 0.41 * front,
                                   delta=0.05 * front + h)
            at_return = min(range(len(time)),
                            key=lambda k: abs(time[k] - bar_time))
            self.assertAlmostEqual(force[at_return], 1 / 3, delta=0.06)
            self.assertLess(run.summary["energy"]["max_identity_residual"],
                            1e-13 * run.largest_energy())


class BlockOnBallTest(SolidsTest):
    """Normals that change, on more ranks and with the other library."""

    CHANGES = ["--set", "Solid/mesh generator arguments=8, 8, 4 : -0.1, -0.1, "
               "0 : 0.1, 0.1, 0.1 : true", "--set", "Output/field interval=40"]

    def run_block(self, *words, **options):
        return self.run_case(CASES / "solids/block_on_ball.prm",
                             *self.CHANGES, *words, **options)

    def test_ranks_libraries_and_forms(self):
        reference = self.run_block()
        self.assertGreater(max(reference.history["contact_area[obstacle]"]),
                           1e-4)
        self.assertLess(reference.summary["energy"]["max_identity_residual"],
                        1e-9)
        self.assertLess(reference.summary["solver"]["iterations_max"], 15)
        energy = reference.largest_energy()
        for words, options in [([], {"ranks": 2}),
                               (["--set", "Discretization/linear algebra="
                                 "Trilinos"], {}),
                               (["--set", "Discretization/linear solver="
                                 "conjugate gradients"], {"ranks": 2}),
                               (["--set", "Discretization/linear solver="
                                 "conjugate gradients"], {"ranks": 4}),
                               (["--set", "Contact/solver=mprgp"], {})]:
            run = self.run_block(*words, **options)
            for column, scale in [
                    ("energy_total", energy), ("work_contact", energy),
                    ("impulse[obstacle]",
                     max(reference.history["impulse[obstacle]"])),
                    ("position[top.z]", 0.1), ("velocity[top.z]", 20.)]:
                self.assertLess(
                    self.largest_difference(reference.history[column],
                                            run.history[column]),
                    1e-9 * scale, f"{column}, {words} {options}")

    def test_files_for_paraview(self):
        run = self.run_block(ranks=2)
        for name in ("solution.pvd", "contact.pvd"):
            self.assertIn("pvtu", (run.folder / name).read_text())
        self.assertTrue(list((run.folder / "solution").glob("*.vtu")))


class WrongSolidTest(SolidsTest):

    def check(self, entry, value, *parts):
        case = merged(solid(2, 4, 1.), {entry: value})
        run = self.percuss("run", self.write(
            "case.prm", prm(case)), "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        for part in (entry.split("/")[1], *parts):
            self.assertIn(part, run.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_entries_of_the_section(self):
        self.check("Solid/obstacles", "plain: 0, 0 ; 0, 1", "plane")
        self.check("Solid/obstacles", "plane: 1, 0 ; 1, 0", "inside")
        self.check("Solid/obstacles", "box: 0, 0 ; 1, -1", "must be positive")
        self.check("Solid/obstacles", "bowl: 0, 0 ; 1", "cylindrical cavity, "
                   "box, expression")
        self.check("Solid/contact boundaries", "left", "whole number")
        self.check("Solid/contact boundaries", "", "no boundary")
        self.check("Solid/fixed displacements", "2: z", "no direction")
        self.check("Solid/fixed displacements", "2", "ID: ...")
        self.check("Solid/initial velocity", "-10", "component")
        self.check("Solid/initial velocity", "-10, q", "expression")
        self.check("Solid/gravity", "0, down", "numbers")
        self.check("Solid/Young's modulus", "steel", "ID: ...")
        self.check("Output/monitored points", "top: 100, 0", "top")

class RefusedSolidTest(WrongInputTest):
    """What the mesh or the material refuses is said with entry and line."""

    def test_entries(self):
        for entry, value, parts in (
                ("boundary markers", "7: x < -5", ("7 hold at the centre of "
                                                   "no face",)),
                ("boundary markers", "top: y > 2", ("1000 ('top') hold",)),
                ("fixed displacements", "9: x",
                 ("fixed displacements on boundary 9",)),
                ("tractions", "9: 0, 1", ("a traction on boundary 9",)),
                ("Young's modulus", "-1", ("must be a positive number",)),
                ("thickness", "0", ("must be a positive number",)),
                ("mesh generator", "none", ("function of dealii::Grid",)),
                ("mesh generator arguments", "10 : 0, 0 : 1, 1 : true",
                 ("needs 2 numbers of cells",)),
                ("boundary markers", "-7: x < 1e-6", ("'-7' is no id",)),
                ("boundary markers", "7.5: x < 1e-6", ("'7.5' is no id",)),
                ("boundary markers", "7: sqrt(x - 0.5)",
                 ("'sqrt(x - 0.5)' is no number", "(0 0")),
                ("fixed displacements", "2: x,", ("side of a comma",)),
                ("contact boundaries", "0, 1,", ("side of a separator",)),
                ("contact boundaries", "77", ("boundary id 77", "0 1 2 3")),
                ("tractions", "1: 0, 0 |", ("on one side of a '|'",)),
                ("density", "3: 1 | 9: 2",
                 ("for the material 9, but no element has it",)),
                ("mesh generator arguments", "2, 2 : 0, 0 : 1 : true",
                 ("too many arguments, too few",)),
                ("mesh generator arguments", "2, 2 : 0, 0 : 0, 1 : true",
                 ("inside out or degenerate",)),
                ("mesh generator arguments", "2, 2 : 0, 0, : 1, 1 : true",
                 ("on one side of a comma in '0, 0,'",)),
                ("mesh map", "-x, y", ("inside out",)),
                ("tractions", "1: sqrt(y - 1), 0",
                 ("The traction is (nan 0) at X = (1 0", "t = 0 s")),
                ("tractions", "1: 1/t, 0",
                 ("The traction is (inf 0) at X = (1 0", "t = 0 s")),
                ("initial displacement", "0, sqrt(x - 1)",
                 ("The initial displacement is (0 nan) at X = (0 0) m",)),
                ("initial velocity", "1/x, 0",
                 ("The initial velocity is (inf 0) at X = (0 0) m",))):
            with self.subTest(entry):
                text = prm(merged(RUN, {"Model/name": "solid"})) + (
                    f"subsection Solid\n  set {entry} = {value}\nend\n")
                self.reject_file(text, f"line {text.count(chr(10)) - 1}: "
                                 f"'Solid/{entry}'", *parts)

    def test_traction_that_ends(self):
        """Its expression is finite at the start."""
        self.write("case.prm", prm(merged(RUN, {
            "Model/name": "solid", "Solid/tractions": "1: sqrt(1e-5 - t), 0",
            "Time integration/end time": 2e-5})))
        run = self.percuss("run", "case.prm")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("'Solid/tractions' have no value in time step 11",
                      run.stderr)
        self.assertIn("The traction is (nan 0) at X = (1 0", run.stderr)


if __name__ == "__main__":
    unittest.main()
