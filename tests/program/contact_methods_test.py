# SPDX-License-Identifier: Apache-2.0
"""Contacts by penalty, Nitsche's method and forward increments: energies, critical
steps, bars and solids, what is refused. tests/judges has their motion."""

import math
import re
import unittest

from program import ProgramTest, Results, merged, prm
from wrong_input import WrongInputTest

KAPPA = 2.
PENALTY = {"Contact/method": "penalty", "Contact/penalty parameter": KAPPA}
EXPLICIT = {"Time integration/scheme": "cd-lagrange"}


def nitsche(theta, parameter=5):
    return {"Contact/method": "nitsche", "Contact/Nitsche theta": theta,
            "Contact/Nitsche parameter": parameter}


def step(n, courant):
    """A share of the time in which a wave crosses an element, where that of an
    explicit scheme is another one, as of closed contacts."""
    return {"Time integration/Courant number": 0,
            "Time integration/time step": courant * 2 / n}


def bar(n, courant, **entries):
    return merged({}, {
        "Model/name": "elastic bar", "Elastic bar/length": 2,
        "Elastic bar/cross section": 1, "Elastic bar/Young's modulus": 1,
        "Elastic bar/density": 1, "Elastic bar/initial gap": 0.123,
        "Elastic bar/initial velocity": -1,
        "Elastic bar/number of elements": n,
        "Elastic bar/mass matrix": "lumped",
        "Time integration/scheme": "moreau-jean",
        "Time integration/Courant number": courant,
        "Time integration/end time": 5,
        "Output/output directory": "out", **entries})


def strip(n, courant, **entries):
    """The bar as a solid, free at its sides, nu = 0."""
    return merged(bar(n, courant, **entries), {
        "Model/name": "solid", "Solid/Young's modulus": 1,
        "Solid/Poisson's ratio": 0, "Solid/density": 1,
        "Solid/mass matrix": "lumped",
        "Solid/mesh generator arguments": f"{n}, 3 : 0, 0 : 2, 1 : true",
        "Solid/initial velocity": "-1, 0", "Solid/contact boundaries": "0",
        "Solid/obstacles": "plane: -0.123, 0 ; 1, 0",
        "Solid/obstacle forces": "true"})


class MethodsTest(ProgramTest):

    def run_any(self, case, *changes, ranks=0, allowed=(0,)):
        """Whatever the run warns of; its identity holds. Where status 1 is
        allowed, its springs may bring in energy close to the critical step."""
        for change in changes:
            case = merged(case, change)
        file = self.write("case.prm", prm(case))
        run = self.percuss("run", file, "--output", "out", "--quiet",
                           ranks=ranks)
        self.assertIn(run.returncode, allowed, run)
        if run.returncode == 1:
            self.assertIn("shoots the node back. Take a Courant", run.stderr)
        results = Results(self.folder / "out")
        self.assertLess(
            results.summary["energy"]["max_identity_residual_relative"], 1e-13)
        return results

    def assert_equal(self, one, other, name, other_name=None, delta=1e-11):
        a, b = one.history[name], other.history[other_name or name]
        self.assertEqual(len(a), len(b))
        scale = max(map(abs, a))
        for x, y in zip(a, b):
            self.assertAlmostEqual(x, y, delta=delta * scale, msg=name)


class ContactEnergyTest(MethodsTest):

    def test_work_of_a_penalty(self):
        """The stored energy, the dissipation of the weights, and what opening
        and closing do, with y = g + c lambda."""
        n = 20
        c = 2. / n / KAPPA
        for theta in (0.5, 0.75):
            h = self.run_any(bar(n, 0.3), PENALTY, {
                "Time integration/theta": theta}).history
            g, force, work = (h[name] for name in (
                "gap[left]", "force[left]", "work_contact"))
            self.assertGreater(max(force), 1)
            for k in range(len(g) - 1):
                old, new = force[k], force[k + 1]
                y_old, y_new = g[k] + c * old, g[k + 1] + c * new
                self.assertAlmostEqual(min(y_new, new), 0, delta=1e-13)
                expected = (
                    -c * (new**2 - old**2) / 2 -
                    (theta - 0.5) * c * (new - old)**2 +
                    (1 - theta) * old * y_new - theta * new * y_old)
                self.assertAlmostEqual(work[k + 1] - work[k], expected,
                                       delta=1e-13)
                self.assertAlmostEqual(h["energy_contact"][k + 1],
                                       c * new**2 / 2, delta=1e-14)

    def test_kept_while_closed(self):
        """E + psi of the symmetric methods by the trapezoidal rule, with the
        product of two forces by central differences."""
        n = 20
        for method, factor in ((PENALTY, KAPPA), (nitsche(1), 5)):
            c = 2. / n / factor
            for scheme in ({}, EXPLICIT):
                h = self.run_any(bar(n, 0.4), method, scheme).history
                force = h["force[left]"]
                if scheme:
                    total = [a + c * x * y / 2 for a, x, y in zip(
                        h["energy_algorithmic"], force, force[1:])]
                else:
                    total = [a + b for a, b in zip(h["energy_total"],
                                                   h["energy_contact"])]
                steps = [k for k in range(len(total) - 1)
                         if min(force[k:k + 3]) > 0]
                self.assertGreater(len(steps), 20)
                for k in steps:
                    self.assertAlmostEqual(total[k], total[k + 1],
                                           delta=1e-13)

    def test_nitsche_is_consistent(self):
        """A bar that starts compressed and at rest touches with its stress,
        without penetration."""
        for theta in (-1, 0, 1):
            for scheme in ({}, EXPLICIT,
                           {"Time integration/scheme": "generalized-alpha"}):
                run = self.run_any(bar(20, 0.5), nitsche(theta), scheme, {
                    "Elastic bar/initial gap": 0,
                    "Elastic bar/initial velocity": 0,
                    "Elastic bar/initial displacement": "-0.1*x",
                    "Time integration/end time": 1})
                for force, gap in zip(run.history["force[left]"],
                                      run.history["gap[left]"]):
                    self.assertLess(abs(gap), 1e-14)
                self.assertAlmostEqual(run.history["force[left]"][3], 0.1,
                                       delta=1e-12)


    def test_nitsche_is_consistent_in_solids(self):
        """The same of blocks, with the stress of plane strain and stress."""
        for kinematics, across, modulus in (
                ("plane strain", 0.3 / 0.7, 1 / (1 - 0.3**2)),
                ("plane stress", 0.3, 1)):
            for theta in (-1, 0, 1):
                run = self.run_any(strip(8, 0.1), nitsche(theta), EXPLICIT, {
                    "Solid/kinematics": kinematics,
                    "Solid/Poisson's ratio": 0.3,
                    "Solid/initial velocity": "0, 0",
                    "Solid/initial displacement":
                        f"-0.01*x, {0.01 * across}*y",
                    "Solid/obstacles": "plane: 0, 0 ; 1, 0",
                    "Time integration/end time": 0.2})
                self.assertLess(run.summary["max_penetration"], 1e-15)
                for force in run.history["resultant[obstacle.x]"][1:]:
                    self.assertAlmostEqual(force, 0.01 * modulus, delta=1e-14)

    def test_free_faces_are_free(self):
        """An inclined floor far below a bent beam does nothing to it, whatever
        theta: the traction of its faces is zero but for the mesh."""
        case = merged(strip(16, 0.1), {
            **EXPLICIT, "Solid/contact boundaries": "2",
            "Solid/fixed displacements": "0: x, y", "Solid/initial velocity": "0, -0.05*x",
            "Solid/obstacles": "plane: 0, -9 ; 0.4, 1",
            "Time integration/end time": 2,
            "Output/monitored points": "tip: 2, 1"})
        end = [self.run_any(case, nitsche(theta))
               .history["position[tip.y]"][-1] for theta in (-1, 0, 1)]
        self.assertGreater(abs(end[1] - 1), 0.05)
        for value in end:
            self.assertAlmostEqual(value, end[1], delta=1e-3)


class CriticalStepsOfMethodsTest(MethodsTest):

    def test_symmetric_methods(self):
        """Refused above the critical step of the closed contact."""
        roots = {("penalty", 1): 2 / math.sqrt(2 + 2 * math.sqrt(2)),
                 ("penalty", 10): 2 / math.sqrt(2 + 2 * math.sqrt(101)),
                 ("nitsche", 5): math.sqrt(2 / 4)}
        for (method, parameter), courant in roots.items():
            entries = {"Contact/method": method,
                       f"Contact/{method} parameter".replace(
                           "nitsche", "Nitsche"): parameter,
                       "Contact/Nitsche theta": 1, **EXPLICIT}
            self.run_any(bar(100, 1), entries, step(100, 0.999 * courant),
                         allowed=(0, 1))
            self.write("case.prm", prm(merged(
                bar(100, 1), {**entries, **step(100, 1.001 * courant)})))
            run = self.percuss("run", "case.prm", "--output", "out")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("with closed contacts", run.stderr)

    def test_nitsche_that_is_not_symmetric(self):
        """The contact node is a mass on the spring k (gamma_0 - theta)."""
        for theta, courant in ((0, math.sqrt(2 / 5)), (-1, math.sqrt(2 / 6))):
            for factor, grows in ((0.99, False), (1.01, True)):
                run = self.run_any(
                    bar(20, 1), step(20, factor * courant), nitsche(theta),
                    EXPLICIT, {
                        "Elastic bar/initial gap": 0,
                        "Elastic bar/initial velocity": 1e-9,
                        "Elastic bar/initial displacement": "0.2 - 0.1*x",
                        "Elastic bar/far end": "clamped",
                        "Time integration/end time": 8},
                    allowed=(0, 1) if grows else (0,))
                moved = max(map(abs, run.history["gap[left]"]))
                self.assertEqual(moved > 1e-6, grows, moved)


class SolidsAndBarsTest(MethodsTest):

    def test_a_strip_is_a_bar(self):
        for method in (PENALTY, nitsche(-1), nitsche(0), nitsche(1),
                       {"Contact/method": "forward increment", **EXPLICIT}):
            for scheme in ({}, EXPLICIT,
                           {"Time integration/scheme": "generalized-alpha"}):
                if "forward" in method["Contact/method"] and not (
                        scheme == EXPLICIT):
                    continue
                one = self.run_any(bar(20, 1), method, scheme, step(20, 0.4))
                other = self.run_any(strip(20, 1), method, scheme,
                                     step(20, 0.4))
                self.assert_equal(one, other, "energy_total", delta=1e-9)
                self.assert_equal(one, other, "force[left]",
                                  "resultant[obstacle.x]", delta=1e-9)
                if "energy_contact" in one.history:
                    self.assert_equal(one, other, "energy_contact",
                                      delta=1e-9)

    def test_between_two_walls(self):
        """Each wall has the stress of the side that is before it."""
        walls = {
            "Elastic bar/obstacle": "both", "Elastic bar/initial right gap": 0.2,
            "Solid/contact boundaries": "0, 1", "Solid/obstacles":
                "plane: -0.123, 0 ; 1, 0 | plane: 2.2, 0 ; -1, 0",
            "Time integration/end time": 12}
        for theta in (-1, 0, 1):
            for scheme in ({}, EXPLICIT):
                one, other = (self.run_any(case(20, 1), nitsche(theta), scheme,
                                           walls, step(20, 0.3))
                              for case in (bar, strip))
                self.assertGreater(max(one.history["force[right]"]), 0.5)
                self.assert_equal(one, other, "energy_total", delta=1e-9)

    def test_without_mass(self):
        for scheme in ({}, EXPLICIT):
            for method in (PENALTY, nitsche(-1), nitsche(0), nitsche(1)):
                mass = {"Contact/boundary mass": "none"}
                one = self.run_any(bar(20, 0.4), method, scheme, mass)
                other = self.run_any(strip(20, 0.4), method, scheme, mass)
                self.assert_equal(one, other, "force[left]",
                                  "resultant[obstacle.x]")

    def test_ranks(self):
        two = {"Elastic bar/number of bars": 2,
               "Elastic bar/gaps between bars": 0.1,
               "Elastic bar/Young's modulus": "1; 100",
               "Elastic bar/initial velocity": "-1; -2"}
        for case, method in ((merged(bar(20, 1), two), nitsche(1)),
                             (strip(20, 0.4), nitsche(0)),
                             (strip(20, 0.4), nitsche(1)),
                             (strip(20, 0.4), {
                                 **nitsche(-1), **EXPLICIT,
                                 "Contact/boundary mass": "none"})):
            self.assert_equal(self.run_any(case, method),
                              self.run_any(case, method, ranks=2),
                              "energy_total", delta=1e-10)

    def test_newmark_without_beta_is_central_differences(self):
        newmark = {"Time integration/scheme": "newmark",
                   "Time integration/beta": 0, "Time integration/gamma": 0.5}
        for method in (PENALTY, nitsche(0)):
            one = self.run_any(bar(20, 1), method, EXPLICIT, step(20, 0.4))
            other = self.run_any(bar(20, 1), method, newmark, step(20, 0.4))
            for name in ("gap[left]", "force[left]"):
                self.assert_equal(one, other, name, delta=1e-9)

    def test_penalty_of_everything(self):
        """Curved obstacles, finite strains."""
        for change in ({"Solid/obstacles": "sphere: -1.123, 0.5 ; 1"},
                       {"Solid/elastic law": "neo-Hookean",
                        "Solid/initial velocity": "-0.1, 0"}):
            for scheme in ({}, EXPLICIT):
                self.run_any(strip(10, 0.3), PENALTY, change, scheme,
                             {"Time integration/end time": 2})

    def test_friction(self):
        """A block slides as far as a rigid one."""
        for scheme in ({}, EXPLICIT):
            for method in (PENALTY, nitsche(-1), nitsche(0), nitsche(1)):
                run = self.run_any(strip(8, 0.4), method, scheme, {
                    "Solid/Young's modulus": 1e3, "Solid/gravity": "0, -1",
                    "Solid/contact boundaries": "2",
                    "Solid/obstacles": "plane: 0, 0 ; 0, 1",
                    "Solid/initial velocity": "0.6, 0",
                    "Contact/friction coefficient": 0.3,
                    "Time integration/end time": 3,
                    "Output/monitored points": "middle: 1, 0.5"})
                self.assertAlmostEqual(
                    run.history["position[middle.x]"][-1] - 1, 0.6, delta=0.02)
                self.assertLess(run.summary["energy"]["work_friction"], 0)

    def test_nitsche_sticks_with_its_stress(self):
        """A block that starts pressed on and sheared does not move in the middle
        until the waves from its sides are there, a cell in a step."""
        for theta in (-1, 0, 1):
            run = self.run_any(strip(16, 0.2), nitsche(theta), EXPLICIT, {
                "Solid/initial velocity": "0, 0",
                "Solid/initial displacement": "0.02*y, -0.1*y",
                "Solid/contact boundaries": "2",
                "Solid/obstacles": "plane: 0, 0 ; 0, 1",
                "Solid/mesh generator arguments":
                    "16, 12 : 0, 0 : 2, 1 : true",
                "Contact/friction coefficient": 0.5,
                "Output/monitored points": "middle: 1, 0",
                "Time integration/end time": 0.15})
            for name, value in (("x", 1.), ("y", 0.)):
                for k in range(5):
                    self.assertAlmostEqual(
                        run.history[f"position[middle.{name}]"][k], value,
                        delta=1e-15)


class ShootingSpringsTest(MethodsTest):
    """Contacts that open in a step leave with ((1 - sigma) omega h)^2 times the
    energy of their springs: the run ends before that grows."""

    CORNER = {"Solid/mesh generator arguments": "12, 12 : 0, 0 : 2, 2 : true",
              "Solid/obstacles": "plane: 0, -0.01 ; 1, 0.1",
              "Solid/contact boundaries": "0",
              "Time integration/end time": 20}

    def test_they_are_refused(self):
        for case in (merged(strip(12, 0.5), self.CORNER),
                     merged(strip(12, 0.5), {
                         **self.CORNER, "Solid/elastic law": "neo-Hookean",
                         "Solid/initial velocity": "-0.2, 0"}),
                     bar(50, 0.5)):
            case = merged(case, {**PENALTY, "Contact/penalty parameter": 100})
            file = self.write("case.prm", prm(case))
            run = self.percuss("run", file, "--output", "out", "--quiet")
            self.assertEqual(run.returncode, 1, run)
            for text in ("Contacts that are springs have brought in",
                         "more than 20 % of what the start",
                         "shoots the node back: omega h = ",
                         "'Contact/penalty parameter'", "theta = 1"):
                self.assertIn(text, run.stderr)
            results = Results(self.folder / "out")
            self.assertEqual(results.summary["status"], "failed")
            energy = results.history["energy_total"]
            self.assertLess(max(energy[:-1]), 1.2 * energy[0])

    def test_explicit_ones_are_refused(self):
        """A little below the critical step; with half of it the energy stays."""
        for case in (bar(100, 0.9, **nitsche(0, 100), **EXPLICIT),
                     merged(strip(16, 0.9, **EXPLICIT), {
                         **PENALTY, "Contact/penalty parameter": 10})):
            file = self.write("case.prm", prm(case))
            run = self.percuss("run", file, "--output", "out", "--quiet")
            self.assertEqual(run.returncode, 1, run)
            for text in ("Contacts that are springs have brought in",
                         "Take a Courant number of at most 0.5, or"):
                self.assertIn(text, run.stderr)
            energy = self.run_any(case, {"Time integration/Courant number":
                                         0.5}).summary["energy"]
            self.assertLess(energy["final"], 1.03 * energy["initial"])

    def test_the_step_that_is_named(self):
        """omega h of a lone mass is C sqrt(2 kappa); with half the step for
        which that is 2 the energy stays."""
        case = merged(strip(12, 0.5), {**self.CORNER, **PENALTY,
                                       "Contact/penalty parameter": 100})
        file = self.write("case.prm", prm(case))
        run = self.percuss("run", file, "--output", "out", "--quiet")
        step = float(re.search("time step of ([^ ]*) s", run.stderr)[1])
        h = Results(self.folder / "out").summary["time_step"]
        self.assertAlmostEqual(2 * h / step, 0.5 * math.sqrt(200), delta=1e-3)
        for change in ({"Time integration/Courant number": 0,
                        "Time integration/time step": step / 2},
                       {"Time integration/theta": 1}):
            energy = self.run_any(case, change).summary["energy"]
            self.assertLess(energy["final"], 1.05 * energy["initial"])


class RefusedMethodsTest(WrongInputTest):

    def test_refused(self):
        for case, change, message in (
                (bar(10, 0.4), {**PENALTY, "Contact/penalty parameter": 0},
                 "It must be positive."),
                (bar(10, 0.4), nitsche(0.5), "It must be -1, 0 or 1."),
                (bar(10, 0.4), nitsche(1, 1), "It must be above theta p^2 = 1"),
                (bar(10, 0.4), {**PENALTY,
                                "Contact/restitution coefficient": 0.5},
                 "Contacts that are forces have no impacts: set it to 0"),
                (bar(10, 0.4), {"Contact/method": "forward increment"},
                 "there is no forward increment; take 'cd-lagrange'"),
                (bar(10, 0.4), {"Contact/method": "forward increment",
                                "Contact/boundary mass": "none", **EXPLICIT},
                 "Forward increments are impulses"),
                (strip(10, 0.4), {
                    **nitsche(-1), "Solid/obstacles":
                        "plane: -0.1, 0 ; 1, 0 | plane: -0.2, 0 ; 1, 0.1"},
                 "A node is before two obstacles"),
                (strip(10, 0.4), nitsche(1, 0.99),
                 "It must be above theta 1 on this mesh"),
                (strip(10, 0.4), {**nitsche(0), "Solid/obstacles":
                                  "sphere: -1.123, 0.5 ; 1"},
                 "Nitsche's method is for flat obstacles"),
                ({"Model": {"name": "bouncing ball"}}, PENALTY,
                 "are no nodes of a mesh: set it to 'velocity level'")):
            with self.subTest(message):
                file = self.write("case.prm", prm(merged(case, change)))
                run = self.percuss("run", file, "--output", "out")
                self.assertEqual(run.returncode, 2, run)
                self.assertIn(message, " ".join(run.stderr.split()))
                self.assertIn("case.prm, line", run.stderr)


if __name__ == "__main__":
    unittest.main()
