# SPDX-License-Identifier: Apache-2.0
"""Obstacles and other expressions of a case that are functions of Python, and
functions that are wrong."""

import gc
import math
import os
import signal
import unittest
import weakref

import numpy
import percuss

from function_cases import BAR, BLOCK, MASS, FunctionsTest, changed, hertz


class WrongFunctionsTest(FunctionsTest):

    def run_law(self, law):
        case = percuss.Case(MASS)
        case.law = law
        with self.assertRaises(percuss.InputError) as caught:
            case.run()
        return caught.exception

    def test_what_raises(self):
        def law(gap, speed):
            return 1 / 0 if gap < 0 else 0.
        error = self.run_law(law)
        self.assertRegex(str(error), r"law\(-0\.\d+, -1\) raises "
                                     "ZeroDivisionError: division by zero")
        self.assertIsInstance(error.__cause__, ZeroDivisionError)
        self.assertIsNotNone(error.__cause__.__traceback__)
        self.assertGreater(len(error.run.time), 50)  # up to there
        self.assertEqual(error.run.summary["status"], "failed")

    def test_what_is_no_number(self):
        for value, part in (("strong", "returns 'strong', of the type 'str'"),
                            (None, "returns None, of the type 'NoneType'"),
                            (math.nan, "returns nan, of the type 'float'"),
                            (-math.inf, "returns -inf"),
                            (1j, "of the type 'complex'"),
                            (numpy.ones(2), "of the type 'ndarray'")):
            with self.subTest(value=value):
                error = self.run_law(lambda gap, speed: value)
                self.assertIn(part, str(error))
        for value in (numpy.float64(0), numpy.array(0.), 0, True):
            case = percuss.Case(MASS)
            case.law = lambda gap, speed: value
            case.run()

    def test_before_the_first_step(self):
        case = percuss.Case(BLOCK)
        case.obstacle = lambda x, t: x[2]
        for compute in (case.run, lambda: list(case.steps())):
            with self.assertRaisesRegex(percuss.InputError,
                                        "raises IndexError") as caught:
                compute()
            self.assertIsInstance(caught.exception.__cause__, IndexError)
        with self.assertRaisesRegex(percuss.InputError, "raises IndexError"):
            case.check()

    def test_between_the_steps(self):
        case = percuss.Case(MASS)
        case.law = lambda gap, speed: 0. if gap > 0 else {}["no"]
        with self.assertRaisesRegex(percuss.InputError,
                                    "raises KeyError") as caught:
            for state in case.steps():
                last = state.step
        self.assertGreater(last, 50)
        self.assertIsInstance(caught.exception.__cause__, KeyError)

    def test_arguments(self):
        case = percuss.Case(MASS)
        text = case.text
        for law in (lambda gap: 0, lambda: 0, lambda a, b, c: 0, print, max):
            with self.subTest(law=law):
                try:
                    case.law = law
                except percuss.InputError:
                    self.assertEqual(case.text, text)
                else:
                    self.assertIn(law, (print, max))
                    with self.assertRaises(percuss.InputError):
                        percuss.Case({**MASS}).define("f", law)
                    case.law = None
        bar = percuss.Case(BAR)
        for function in (lambda x: 0, lambda s: 0, lambda *t: 0, lambda: 0):
            with self.assertRaises(percuss.InputError):
                bar["Elastic bar/right end force"] = function
                bar.run()
        with self.assertRaises(percuss.InputError):
            bar["Elastic bar/length"] = lambda t: 1.
        self.assertEqual(bar["Elastic bar/length"], 1)
        for name in ("x", "t", "2nd", "my law", "lambda", "", "é", 3):
            with self.assertRaises(percuss.InputError):
                bar.define(name, lambda t: 0)

    def test_control_c_in_a_law(self):
        """The step gets its force, and the run ends with it."""
        case = percuss.Case(changed(MASS, Time_integration__time_step=1e-6))
        calls = []

        def law(gap, speed):
            calls.append(gap)
            if len(calls) == 20:
                os.kill(os.getpid(), signal.SIGINT)
                for _ in range(1000):
                    pass
            return 0.
        case.law = law
        with self.assertRaises(percuss.Interrupted) as caught:
            case.run()
        run = caught.exception.run
        self.assertLess(len(run.time), 150000)
        self.assertEqual(run.summary["status"], "interrupted")
        self.assertEqual(run.summary["python"]["calls"], len(calls) - 1)


class ExpressionsTest(FunctionsTest):

    def test_obstacles(self):
        """One that moves, one that is curved."""
        case = percuss.Case(BLOCK)
        for text, function in (
                ("y + 0.05 - 0.3*t", lambda x, t: x[1] + 0.05 - 0.3 * t),
                ("sqrt((x - 0.5)*(x - 0.5) + (y + 1.02)*(y + 1.02)) - 1",
                 lambda x, t: numpy.sqrt((x[0] - 0.5) * (x[0] - 0.5) +
                                         (x[1] + 1.02) * (x[1] + 1.02)) - 1)):
            case.obstacle = f"expression: {text}"
            self.assertEqual(case.obstacle, f"expression: {text}")
            of_text = case.run()
            self.assertGreater(of_text.history["impulse[obstacle]"].sum(), 0)
            case.obstacle = function
            self.assertIs(case.obstacle, function)
            of_function = case.run()
            # a function of x and t may move: its speed is 0 by differences
            self.assert_same(of_text, of_function)
        case.obstacle = None
        self.assertIsNone(case.obstacle)
        with self.assertRaisesRegex(percuss.InputError, "the model 'solid'"):
            percuss.Case(BAR).obstacle = lambda x, t: x[0]

    def test_entries(self):
        self.both(BAR, "Elastic bar/right end force", "0.1*t*t",
                  lambda t: 0.1 * t * t)
        self.both(BAR, "Elastic bar/density", "1 + 0.5*x + material",
                  lambda material, x: 1 + 0.5 * x + material)

    def test_defined_names(self):
        """In texts of several expressions."""
        case = percuss.Case(BLOCK)
        case["Solid/initial velocity"] = "0.1*y, -2*x - 1"
        case["Solid/obstacles"] = "plane: 0, -0.05 ; 0, 1 ; moved by: 0, t*t"
        of_text = case.run()
        case.define("sideways", lambda y: 0.1 * y)
        case.define("down", lambda x: -2 * x - 1)
        case.define("up", lambda t: t * t)
        case["Solid/initial velocity"] = "sideways, down"
        case["Solid/obstacles"] = "plane: 0, -0.05 ; 0, 1 ; moved by: 0, up"
        self.assert_same(of_text, case.run())

    def test_in_dictionaries(self):
        description = changed(BLOCK, Solid__obstacles=[
            {"kind": "expression", "f": lambda x, y, t: y + 0.05 - 0.3 * t}])
        of_text = percuss.Case(changed(BLOCK, Solid__obstacles=[
            {"kind": "expression", "f": "y + 0.05 - 0.3*t"}]))
        self.assert_same(of_text.run(), percuss.Case(description).run())

    def test_copies_and_sweeps(self):
        case = percuss.Case(MASS)
        case.law = hertz
        copy = case.copy()
        case.law = None
        self.assertIs(copy.law, hertz)
        table = copy.sweep({"Time integration/time step": [1e-3, 5e-4]})
        self.assertEqual([run.summary["force_law"]["contacts"]
                          for run in table], [1, 1])

    def test_nothing_is_kept(self):
        """Also where the law refers to its case."""
        case = percuss.Case(MASS)
        case.law = lambda gap, speed, own=case: 0 * len(own)
        case.run()
        list(case.steps(every=100))
        gone = weakref.ref(case)
        del case
        gc.collect()
        self.assertIsNone(gone())

    def test_nothing_is_kept_of_what_fails(self):
        def law(gap, speed):
            raise ArithmeticError("kept?")
        case = percuss.Case(MASS)
        case.law = law
        for compute in (case.run, lambda: list(case.steps())):
            for _ in range(5):
                with self.assertRaises(percuss.InputError):
                    compute()
        gc.collect()
        self.assertEqual([each for each in gc.get_objects()
                          if isinstance(each, ArithmeticError)], [])

    def test_time_in_python(self):
        case = percuss.Case(MASS)
        case.law = hertz
        run = case.run()
        python = run.summary["python"]
        self.assertGreaterEqual(python["calls"], 300)
        self.assertGreater(python["seconds"], 0)
        self.assertRegex(str(run), "time in functions of Python +.* s, "
                                   f"{python['calls']} calls")


if __name__ == "__main__":
    unittest.main()
