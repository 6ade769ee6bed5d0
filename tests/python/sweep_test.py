# SPDX-License-Identifier: Apache-2.0
"""Sweeps in one process."""

import os
import signal
import threading
import time
import unittest

import numpy
import percuss

from python_module import BALL, LONG, ModuleTest

RESTITUTION = "Contact/restitution coefficient"


class SweepTest(ModuleTest):

    def test_all_combinations(self):
        values, steps = [0, 0.5, 1], numpy.array([0.01, 0.02])
        for workers in (1, 2):
            case = percuss.Case(BALL)
            before = case.text
            table = case.sweep({RESTITUTION: values,
                                "Time integration/time step": steps}, workers)
            self.assertEqual(case.text, before)
            self.assertEqual(len(table), 6)
            numpy.testing.assert_array_equal(table[RESTITUTION],
                                             numpy.repeat(values, 2))
            for settings, run in zip(table.settings, table):
                one = percuss.Case(BALL)
                for path, value in settings.items():
                    one[path] = value
                numpy.testing.assert_array_equal(
                    one.run().history["position[height]"],
                    run.history["position[height]"])
            numpy.testing.assert_array_equal(
                table["contact/total_impulse"],
                [run.summary["contact"]["total_impulse"] for run in table])

    def test_interrupt(self):
        """Ctrl-C ends the runs of all threads."""
        case = percuss.Case(LONG)
        for workers in (1, 2):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            kept = signal.signal(signal.SIGINT, signal.default_int_handler)
            start = time.monotonic()
            timer.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    case.sweep({RESTITUTION: [0, 0.5, 1]}, workers)
            finally:
                signal.signal(signal.SIGINT, kept)
            self.assertLess(time.monotonic() - start, 10)
            self.assertEqual(threading.active_count(), 1)

    def test_first_failure_ends_all(self):
        """The others are not computed to their ends, minutes later. They are of a
        model of the module itself: those of a loaded library wait for each
        other."""
        case = percuss.Case({**LONG, "Time integration": {
            "time step": 1e-7, "end time": 100}})
        start = time.monotonic()
        with self.assertRaisesRegex(percuss.InputError,
                                    "restitution coefficient' is '3'"):
            case.sweep({RESTITUTION: [3, 0, 0.5, 1]}, 3)
        self.assertLess(time.monotonic() - start, 60)
        self.assertEqual(threading.active_count(), 1)

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not here")
        frame = percuss.Case(BALL).sweep({RESTITUTION: [0, 1]}).to_pandas()
        self.assertEqual(list(frame[RESTITUTION]), [0, 1])
        self.assertEqual(list(frame["steps"]), [100, 100])
        self.assertIn("energy/final", frame)

    def test_refusals(self):
        case = percuss.Case(BALL)
        for axes, workers, words in (
                ({}, 1, "at least one entry"), ({RESTITUTION: []}, 1, "value"),
                ({RESTITUTION: [0]}, 0, "workers is 0"),
                ({RESTITUTION: 0.5}, 1, "are a list"),
                ({RESTITUTION: [0, 3]}, 1, "restitution coefficient' is '3'"),
                ({"Contact/restitution": [0]}, 1, "Did you mean")):
            with self.assertRaisesRegex(percuss.InputError, words):
                case.sweep(axes, workers)
        table = case.sweep({RESTITUTION: [0]})
        for name, words in (("steeps", "part of the summary"),
                            ("contact/total", "part of the summary"),
                            ("warnings/first", "part of the summary"),
                            ("energy", "has parts: initial, final")):
            with self.assertRaisesRegex(KeyError, words):
                table[name]


if __name__ == "__main__":
    unittest.main()
