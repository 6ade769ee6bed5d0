# SPDX-License-Identifier: Apache-2.0
"""Massless contacts: their forces, friction, ranks, and what is refused."""

import math
import unittest

from program import ProgramTest, SMALL_CASE, merged, prm
from solid import SolidsTest
from wrong_input import WrongInputTest

YOUNG, DENSITY, SPEED, LENGTH = 200e9, 7800., 1.5, 2.
WAVE = math.sqrt(YOUNG / DENSITY)

MASSLESS = {"Contact/boundary mass": "weighted"}


def bar(n, courant):
    return merged({}, {
        **MASSLESS, "Model/name": "elastic bar",
        "Elastic bar/length": LENGTH, "Elastic bar/cross section": 0.2,
        "Elastic bar/Young's modulus": YOUNG, "Elastic bar/density": DENSITY,
        "Elastic bar/initial gap": 1.37e-4,
        "Elastic bar/initial velocity": -SPEED,
        "Elastic bar/number of elements": n,
        "Elastic bar/mass matrix": "lumped",
        "Time integration/scheme": "cd-lagrange",
        "Time integration/Courant number": courant,
        "Time integration/end time": 1.02e-3,
        "Output/output directory": "out"})


def solid(dimension, n, courant):
    """The same bar, free at its sides, nu = 0."""
    across = {2: "4", 3: "2, 2"}[dimension]
    zeros, sides, rest = (
        ", ".join([text] * k) for text, k in
        (("0", dimension), ("0.2", dimension - 1), ("0", dimension - 1)))
    return merged(bar(n, courant), {
        "Model/name": "solid", "Solid/dimension": dimension,
        "Solid/Young's modulus": YOUNG, "Solid/Poisson's ratio": 0,
        "Solid/density": DENSITY, "Solid/mass matrix": "lumped",
        "Solid/mesh generator arguments":
            f"{n}, {across} : {zeros} : {LENGTH}, {sides} : true",
        "Solid/initial velocity": f"{-SPEED}, {rest}",
        "Solid/contact boundaries": "0",
        "Solid/obstacles": f"plane: -1.37e-4, {rest} ; 1, {rest}",
        "Solid/obstacle forces": "true"})


class MasslessLongStepsTest(ProgramTest):

    def test_only_long_steps_are_warned_of(self):
        for courant, warned in ((0.5, False), (0.6, True)):
            case = self.write("case.prm", prm(merged(SMALL_CASE, {
                "Contact/boundary mass": "weighted",
                "Time integration/scheme": "moreau-jean",
                "Time integration/theta": 0.5,
                "Time integration/time step": 0,
                "Time integration/Courant number": courant})))
            run = self.percuss("run", case, "--quiet")
            self.assertEqual(run.returncode, 0, run)
            self.assertEqual("massless contacts bring in" in run.stderr,
                             warned, run.stderr)


class MasslessPeakForceTest(SolidsTest):
    """The largest resultant over the exact one, rho c A v: at most that of a
    front in a lattice behind a massless contact, 1.092, and h."""

    def peak(self, dimension, n, courant, **entries):
        run = self.run_case(merged(solid(dimension, n, courant), {
            "Time integration/" + entry: value
            for entry, value in entries.items()}))
        self.assertLess(run.summary["energy"]["max_identity_residual_relative"],
                        1e-14)
        area = 0.2**(dimension - 1)
        self.assertAlmostEqual(
            run.summary["contact"]["total_impulse"] /
            (2 * DENSITY * area * LENGTH * SPEED), 1, delta=0.04)
        force = run.history["resultant[obstacle.x]"]
        return max(map(abs, force)) / (DENSITY * WAVE * area * SPEED)

    def test_explicit(self):
        for dimension, n, courant in ((2, 50, 0.1), (2, 50, 0.5), (2, 50, 0.9),
                                      (2, 100, 0.5), (3, 50, 0.5)):
            with self.subTest((dimension, n, courant)):
                peak = self.peak(dimension, n, courant, scheme="cd-lagrange")
                self.assertTrue(0.999 < peak < 1.10, peak)

    def test_implicit(self):
        for dimension, n, courant in ((2, 50, 0.1), (2, 50, 0.5), (2, 50, 1),
                                      (3, 50, 1)):
            with self.subTest((dimension, n, courant)):
                peak = self.peak(dimension, n, courant, theta=0.75,
                                 scheme="moreau-jean-dissipative")
                self.assertTrue(0.999 < peak < 1.10, peak)

    def test_with_mass_it_depends_on_the_step(self):
        """What the tests above are about."""
        run = self.run_case(merged(solid(2, 50, 0.1), {
            "Contact/boundary mass": "kept"}))
        force = run.history["resultant[obstacle.x]"]
        self.assertGreater(max(map(abs, force)),
                           3 * DENSITY * WAVE * 0.2 * SPEED)


def block(mu, **entries):
    """A soft block on a floor, slow waves; it slides to the right."""
    return merged({}, {
        **MASSLESS, "Model/name": "solid",
        "Solid/kinematics": "plane strain", "Solid/Young's modulus": 2e6,
        "Solid/Poisson's ratio": 0.3, "Solid/density": 1000,
        "Solid/mass matrix": "lumped",
        "Solid/mesh generator arguments": "16, 8 : 0, 0 : 0.2, 0.1 : true",
        "Solid/initial velocity": "1, 0", "Solid/gravity": "0, -10",
        "Solid/contact boundaries": "2", "Solid/obstacles": "plane: 0, 0 ; 0, 1",
        "Contact/friction coefficient": mu,
        "Time integration/scheme": "moreau-jean-dissipative",
        "Time integration/theta": 0.6, "Time integration/time step": 2e-4, "Time integration/end time": 0.5,
        "Output/monitored points": "middle: 0.1, 0.05",
        "Output/output directory": "out", **entries})


class MasslessFrictionTest(SolidsTest):

    EXPLICIT = {"Time integration/scheme": "cd-lagrange",
                "Time integration/time step": 5e-5}

    def test_stopping_distance(self):
        """v^2/(2 mu g), of a rigid block."""
        for scheme in ({}, self.EXPLICIT):
            run = self.run_case(block(0.3, **scheme))
            energy = run.summary["energy"]
            self.assertLess(energy["max_identity_residual_relative"], 1e-14)
            self.assertAlmostEqual(
                (run.history["position[middle.x]"][-1] - 0.1) * 6, 1,
                delta=0.015)
            friction = run.history["work_friction"]
            self.assertAlmostEqual(friction[-1] / -10, 1, delta=0.02)
            self.assertAlmostEqual(
                run.summary["contact"]["total_impulse"] /
                (20 * 10 * run.history["time"][-1]), 1, delta=0.01)

    def test_threshold(self):
        """On an incline of slope 0.3 it sticks with mu = 0.32 and slides with
        0.1, in the end with g (sin - mu cos)/c_M; the gravity is turned."""
        down = math.hypot(1, 0.3)
        incline = {"Solid/initial velocity": "0, 0",
                   "Solid/gravity": f"{3 / down}, {-10 / down}",
                   "Solid/Rayleigh damping mass": 60}
        for scheme in ({}, self.EXPLICIT):
            slides, sticks = (
                self.run_case(block(mu, **{**incline, **scheme}))
                .history["position[middle.x]"] for mu in (0.1, 0.32))
            middle = len(sticks) // 2  # the start shakes it
            speed = 10 * (0.3 - 0.1) / down / 60
            self.assertAlmostEqual((slides[-1] - slides[middle]) /
                                   (0.25 * speed), 1, delta=0.002)
            later = sticks[middle:]
            self.assertLess(max(later) - min(later), 1e-6)
            self.assertLess(abs(sticks[-1] - 0.1), 5e-4)

    def test_few_of_many_contacts(self):
        """A corner lands; 48 nodes might. Those that are near are solved for
        alone, to what a solver finds that takes all of them."""
        case = block(0.3, **{
            "Solid/mesh generator arguments": "12, 12 : 0, 0 : 0.1, 0.1 : true",
            "Solid/contact boundaries": "0, 1, 2, 3",
            "Solid/obstacles": "plane: 0, -1e-4 ; 0.02, 1",
            "Solid/initial velocity": "0.1, -0.5", **self.EXPLICIT,
            "Time integration/end time": 8e-3})
        for change in ({}, {"Solid/elastic law": "neo-Hookean"}):
            few, all_of_them = (self.run_case(merged(case, {
                **change, "Contact/solver": solver}))
                for solver in ("automatic", "semismooth-newton"))
            self.assertEqual(few.summary["contacts"], 48)
            self.assertGreater(max(few.history["active_contacts"]), 1)
            for run in (few, all_of_them):
                self.assertLess(run.summary["max_penetration"], 1e-12)
            energy = few.history["energy_total"]
            for one, other in zip(energy,
                                  all_of_them.history["energy_total"]):
                self.assertAlmostEqual(one, other, delta=1e-9 * energy[0])

    def test_finite_strains_on_a_sphere(self):
        """Explicit and implicit schemes agree where normals turn."""
        case = block(0.2, **{
            "Solid/elastic law": "neo-Hookean",
            "Solid/mesh generator arguments": "10, 5 : 0, 0 : 0.2, 0.1 : true",
            "Solid/obstacles": "plane: 0, 0 ; 0.1, 1 | sphere: 0.4, 0 ; 0.05",
            "Time integration/time step": 1e-4,
            "Time integration/end time": 0.2})
        at_end = {}
        for scheme in ("cd-lagrange", "moreau-jean-dissipative",
                       "generalized-alpha"):
            run = self.run_case(merged(case, {
                "Time integration/scheme": scheme}))
            at_end[scheme] = [run.history[f"position[middle.{x}]"][-1]
                              for x in "xy"]
            contact = run.summary["contact"]
            self.assertGreater(contact["total_impulse"], 20)
            self.assertLess(max(run.history["max_penetration"]), 1e-9)
        for scheme in ("cd-lagrange", "generalized-alpha"):
            for one, other in zip(
                    at_end[scheme], at_end["moreau-jean-dissipative"]):
                self.assertAlmostEqual(one, other, delta=1e-3)


class MasslessInvarianceTest(SolidsTest):
    """Ranks, libraries and units."""

    def test_ranks_and_libraries(self):
        for case in (bar(20, 0.5), solid(2, 20, 0.5),
                     block(0.3, **{"Time integration/end time": 0.02})):
            runs = [self.run_case(merged(case, {
                "Discretization/linear algebra": algebra}), ranks=ranks)
                for algebra, ranks in (("PETSc", 0), ("PETSc", 3),
                                       ("Trilinos", 2))]
            for run in runs[1:]:
                for name in ("energy_total", "work_contact"):
                    scale = max(map(abs, runs[0].history["energy_total"]))
                    self.assertLess(self.largest_difference(
                        run.history[name], runs[0].history[name]),
                        1e-9 * scale, name)

    def test_units(self):
        """m, kg, s and mm, t, ms."""
        one = self.run_case(bar(20, 0.7))
        other = self.run_case(merged(bar(20, 0.7), {
            "Elastic bar/length": 2000, "Elastic bar/cross section": 0.2e6,
            "Elastic bar/Young's modulus": 200e9 * 1e-12,
            "Elastic bar/density": 7800e-12,
            "Elastic bar/initial gap": 0.137,
            "Elastic bar/initial velocity": -1.5,
            "Time integration/end time": 1.02}))
        force, same = (max(run.history["force[left]"]) for run in (one, other))
        self.assertAlmostEqual(same / (force * 1e-6), 1, delta=1e-9)


class MasslessEnergyTest(SolidsTest):
    """Two hundred impacts between two walls."""

    def test_long_run(self):
        for scheme, warnings in (
                ({"scheme": "moreau-jean-dissipative", "theta": 0.6}, ()),
                ({"scheme": "generalized-alpha"}, ()),
                ({"scheme": "moreau-jean"}, (["theta = 0.5", "0.6"],))):
            run = self.run_case(merged(bar(20, 0.9), {
                "Elastic bar/obstacle": "both",
                "Elastic bar/initial right gap": 1e-4,
                "Elastic bar/mass matrix": "blended",
                "Time integration/end time": 0.1,
                **{"Time integration/" + entry: value
                   for entry, value in scheme.items()}}), warnings=warnings)
            energy = run.history["energy_total"]
            if not warnings:
                self.assertLess(max(energy), (1 + 1e-9) * energy[0])


class MasslessRefusedTest(WrongInputTest):

    def refuse(self, case, *parts):
        self.reject_file(prm(case), *parts)

    def test_restitution(self):
        for entry in ("restitution", "tangential restitution"):
            self.refuse(merged(solid(2, 4, 0.5), {
                f"Contact/{entry} coefficient": 0.5}),
                f"Contact/{entry} coefficient", "no impacts", "set it to 0")

    def test_law_of_impact(self):
        self.refuse(merged(bar(4, 0.5), {"Contact/law": "moreau"}),
                    "Contact/law", "no impacts")

    def test_halved_steps(self):
        self.refuse(merged(bar(4, 0.5), {
            "Time integration/scheme": "moreau-jean",
            "Time integration/on failure": "halve step"}),
            "Time integration/on failure", "'stop'")

    def test_consistent_mass_of_solids(self):
        self.refuse(merged(solid(2, 4, 0.5), {
            "Solid/mass matrix": "consistent"}),
            "Solid/mass matrix", "must be lumped")

    def test_models_without_nodes(self):
        self.reject_entry("Contact/boundary mass", "none", "no nodes of a mesh",
                          with_entries={"Model/name": "bouncing ball"})

    def test_explicit_with_stiffness_damping(self):
        for model, case in (("Elastic bar", bar(4, 0.1)),
                            ("Solid", solid(2, 4, 0.1))):
            self.refuse(merged(case, {
                f"{model}/Rayleigh damping stiffness": 1e-8}),
                f"{model}/Rayleigh damping stiffness", "mass damping")

    def test_scheme_with_theta(self):
        self.refuse(merged(bar(4, 0.1), {
            "Time integration/scheme": "schatzman-paoli",
            "Time integration/theta": 0.25}),
            "Time integration/theta", "must be 0")

    def test_schemes_without_stiffness(self):
        for scheme, entry in (("moreau-jean", "theta"), ("newmark", "beta")):
            self.refuse(merged(bar(4, 0.1), {
                "Time integration/scheme": scheme,
                f"Time integration/{entry}": 0}),
                f"Time integration/{entry}", "must be positive")

    def test_bars_without_any_mass(self):
        self.refuse(merged(bar(1, 0.1), {"Elastic bar/far end": "clamped"}),
                    "more elements")

    def test_singular_mass_of_solids(self):
        self.refuse(merged(solid(2, 4, 0.1), {
            "Contact/boundary mass": "singular"}),
            "Contact/boundary mass", "the same as 'none'")

    def test_mesh_too_coarse(self):
        self.refuse(solid(2, 1, 0.1), "Contact/boundary mass", "finer mesh")


if __name__ == "__main__":
    unittest.main()
