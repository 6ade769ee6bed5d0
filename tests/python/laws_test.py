# SPDX-License-Identifier: Apache-2.0
"""Force laws of Python: the histories of the same expressions in the file, the
order of the steps, energies, threads, and where they are refused."""

import math
import threading
import unittest

import numpy
import percuss

from function_cases import (BAR, BLOCK, HERTZ, MASS, FunctionsTest, changed,
                            hertz)

SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "generalized-alpha",
           "newmark", "hht", "krenk-hogsberg", "cd-lagrange",
           "cd-lagrange-implicit")


class LawTest(FunctionsTest):

    def test_the_same_as_the_expression(self):
        for description in (MASS, BAR, BLOCK):
            for scheme in SCHEMES:
                with self.subTest(model=description["Model"], scheme=scheme):
                    changes = {"Time_integration__scheme": scheme}
                    if scheme.startswith("cd"):
                        changes["Time_integration__time step"] = 2e-4
                    case = changed(description, **changes)
                    run = self.both(case, "Contact/force law", HERTZ, hertz)
                    self.assertLess(min(run.history[next(
                        name for name in run.history
                        if name.startswith("gap["))]), 0)
                    self.assertGreater(
                        run.summary["force_law"]["force_max"], 0)
                    energy = run.summary["energy"]
                    self.assertLess(energy["max_identity_residual"],
                                    1e-12 * energy["initial"])

    def test_a_spring_of_second_order(self):
        """x = sin(omega t) v_0/omega with omega = 20/s, from the gap 0 on."""
        omega, speed = 20., -1.
        body = f"b: mass 2 ; inertia 1 ; at 0, 0, 0 ; velocity {speed}, 0, 0"
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                case = percuss.Case(changed(
                    MASS, Mechanism__bodies=body,
                    Time_integration__scheme=scheme))
                case.law = lambda gap, speed: -2 * omega**2 * gap
                errors = []
                for h in (2e-3, 1e-3, 5e-4):
                    case["Time integration/time step"] = h
                    history = case.run().history
                    exact = numpy.sin(omega * history["time"]) * speed / omega
                    errors.append(abs(history["gap[wall]"] - exact).max())
                rates = [math.log2(a / b) for a, b in zip(errors, errors[1:])]
                self.assertGreater(min(rates), 1.9, errors)
                self.assertLess(errors[0], 1e-3)

    def test_the_energy_of_a_spring_stays(self):
        """5000 periods: energy of mass and spring stays within h^2."""
        case = percuss.Case(changed(MASS, Time_integration__end_time=100,
                                    Time_integration__time_step=5e-3))
        case.law = lambda gap, speed: -800 * gap
        history = case.run().history
        energy = history["energy_kinetic"] + 400 * history["gap[wall]"]**2
        late = energy[-1000:]
        early = energy[:1000]
        self.assertLess(abs(late.mean() / early.mean() - 1), 1e-4)

    def test_work(self):
        """A linear spring stores what the law takes; a damper only takes."""
        case = percuss.Case(MASS)
        for law in (lambda gap, speed: -800 * gap if gap < 0 else 0,
                    lambda gap, speed: -30 * speed):
            case.law = law
            run = case.run()
            history = run.history
            numpy.testing.assert_allclose(
                history["energy_total"] - history["work_force_law"], 1.,
                atol=1e-12)
            self.assertAlmostEqual(run.summary["force_law"]["work"],
                                   history["work_force_law"][-1], places=12)

    def test_laws_that_are_texts_or_none(self):
        case = percuss.Case(MASS)
        self.assertIsNone(case.law)
        rigid = case.run()
        case.law = hertz
        self.assertIs(case.law, hertz)
        self.assertIn("force law = hertz", " ".join(case.text.split()))
        soft = case.run()
        self.assertLess(min(soft.history["gap[wall]"]), -1e-3)
        case.law = HERTZ
        self.assertEqual(case.law, HERTZ)
        self.assert_same(case.run(), soft)
        case.law = None
        self.assert_same(case.run(), rigid)

    def test_it_is_no_law_of_the_program(self):
        """A file that names the function is refused by the program."""
        case = percuss.Case(MASS)
        case.law = hertz
        (self.folder / "case.prm").write_text(case.text)
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 2)
        self.assertIn("'hertz' is neither a number nor an expression of "
                      "gap,speed", run.stderr)

    def test_where_it_cannot_be(self):
        for description, changes, part in (
                ({"Model": {"name": "bouncing ball"}, "Contact": {},
                  "Time integration": {"time step": 0.01, "end time": 1}}, {},
                 "knows impacts alone"),
                (MASS, {"Time_integration__scheme": "schatzman-paoli"},
                 "choose another one"),
                (MASS, {"Time_integration__scheme": "generalized-alpha-ggl"},
                 "choose another one"),
                (MASS, {"Time_integration__scheme": "direct-projection"},
                 "choose another one"),
                (MASS, {"Mechanism__contacts":
                        MASS["Mechanism"]["contacts"] + " ; friction 0.1"},
                 "coefficients of impacts"),
                (MASS, {"Mechanism__contacts":
                        MASS["Mechanism"]["contacts"] + " ; restitution 1"},
                 "coefficients of impacts"),
                (MASS, {"Mechanism__contacts": ""}, "There are no contacts"),
                (changed(BAR), {"Elastic_bar__obstacle": "none"},
                 "There are no contacts"),
                (BAR | {"Contact": {"method": "penalty"}}, {},
                 "set it to 'velocity level'"),
                (BAR | {"Contact": {"boundary mass": "weighted"}}, {},
                 "set it to 'kept'")):
            with self.subTest(changes=changes):
                case = percuss.Case(changed(description, **changes))
                case.law = hertz
                with self.assertRaisesRegex(percuss.InputError, part):
                    case.run()
                with self.assertRaisesRegex(percuss.InputError, part):
                    case.check()

    def test_bodies_that_come_and_go(self):
        case = percuss.Case(changed(MASS, Mechanism__bodies=(
            "a: mass 1 ; shape disc 1 ; at 0, 0, 0 | "
            "b: mass 1 ; shape disc 1 ; at 3, 0, 0 ; velocity -1, 0, 0"),
            Mechanism__contacts="all: bodies a, b"))
        case.law = hertz
        with self.assertRaisesRegex(percuss.InputError, "come and go"):
            case.run()


class LawThreadsTest(FunctionsTest):

    def test_laws_in_two_threads(self):
        """Each run calls its own law, and others compute meanwhile."""
        case = percuss.Case(changed(MASS, Time_integration__time_step=1e-4))
        expected, found = {}, {}
        laws = {k: lambda gap, speed, k=k: -k * gap for k in (100., 300.)}
        for k, law in laws.items():
            case.law = law
            expected[k] = case.run()

        def compute(k):
            own = case.copy()
            own.law = laws[k]
            found[k] = [own.run() for _ in range(3)]
        threads = [threading.Thread(target=compute, args=(k,)) for k in laws]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k, runs in found.items():
            for run in runs:
                self.assert_same(expected[k], run)

    def test_solids_take_turns(self):
        case = percuss.Case(BLOCK)
        case.law = hertz
        table = case.sweep({"Solid/density": [1, 2, 3, 4]}, workers=2)
        for density, run in zip((1, 2, 3, 4), table):
            case["Solid/density"] = density
            self.assert_same(case.run(), run)

    def test_a_run_within_a_law(self):
        """Of a small model it is computed; of one that takes turns refused."""
        def ball():
            return percuss.Case({
                "Model": {"name": "bouncing ball"},
                "Time integration": {"time step": 0.1, "end time": 1}})
        case = percuss.Case(MASS)
        case.law = lambda gap, speed: (ball().run() and 0.) if gap < 0 else 0.
        case.run()
        block = percuss.Case(BLOCK)
        block.law = lambda gap, speed: percuss.Case(BAR).run() and 0.
        with self.assertRaisesRegex(percuss.InputError, "function of a case"):
            block.run()


if __name__ == "__main__":
    unittest.main()
