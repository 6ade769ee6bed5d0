# SPDX-License-Identifier: Apache-2.0
"""Laws, obstacles and other expressions of a case that are functions of Python:
the histories of the same expressions in the file, the order of the steps, what
ends a run."""

import gc
import math
import os
import signal
import threading
import unittest
import weakref

import numpy
import percuss

from python_module import ModuleTest

SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "generalized-alpha",
           "newmark", "hht", "krenk-hogsberg", "cd-lagrange",
           "cd-lagrange-implicit")

# a mass strikes a wall
MASS = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "b: mass 2 ; inertia 1 ; at 0.1, 0, 0 ; velocity -1, 0, 0",
        "contacts": "wall: point ; b 0, 0 ; line ground 0, 0 ; normal 1, 0",
        "gravity": "0, 0"},
    "Time integration": {"time step": 1e-3, "end time": 0.3},
    "Output": {"history interval": 1},
}
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 20, "length": 1, "cross section": 2,
                    "Young's modulus": 1, "density": 1, "initial gap": 0.02,
                    "initial velocity": -0.5},
    "Time integration": {"time step": 5e-3, "end time": 1},
    "Output": {"history interval": 1},
}
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 1000, "Poisson's ratio": 0.3,
              "density": 1, "mesh generator arguments":
                  "4, 4 : 0, 0 : 1, 1 : true",
              "initial velocity": "0, -2", "contact boundaries": 2,
              "obstacles": "plane: 0, -0.05 ; 0, 1"},
    "Time integration": {"time step": 1e-3, "end time": 0.1},
    "Output": {"history interval": 1, "monitored points": "corner: 1, 1"},
}
HERTZ = "if(gap < 0, 1e4*pow(-gap, 1.5), 0) - 0.3*speed"


def hertz(gap, speed):
    return (1e4 * math.pow(-gap, 1.5) if gap < 0 else 0.) - 0.3 * speed


def changed(case, **entries):
    """A case with other entries of its last sections, 'Section__entry'."""
    case = {section: dict(of) for section, of in case.items()}
    for path, value in entries.items():
        section, entry = path.split("__")
        case[section.replace("_", " ")][entry.replace("_", " ")] = value
    return case


class FunctionsTest(ModuleTest):

    def assert_same(self, one, other):
        self.assertEqual(list(one.history), list(other.history))
        for name, column in one.history.items():
            numpy.testing.assert_array_equal(column, other.history[name], name)

    def both(self, description, path, text, function):
        """The run of a function, which is that of the text."""
        case = percuss.Case(description)
        case[path] = text
        of_text = case.run()
        case[path] = function
        of_function = case.run()
        self.assert_same(of_text, of_function)
        self.assertNotIn("python", of_text.summary)
        self.assertGreater(of_function.summary["python"]["calls"], 0)
        return of_function


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
        case.law = lambda gap, speed: 0 * len(case)
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
