# SPDX-License-Identifier: Apache-2.0
"""How runs end: failures, warnings, Ctrl-C; threads and memory."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings

import numpy
import percuss

from python_module import (AT_WALL, BALL, BAR, CASES, FAILING, LONG, PROGRAM,
                           ModuleTest)

MPIEXEC = os.environ.get("PERCUSS_MPIEXEC", "mpiexec")


def megabytes():
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


class EndTest(ModuleTest):

    def test_failed_step(self):
        with self.assertRaises(percuss.ComputationError) as caught:
            percuss.Case(FAILING).run()
        message = str(caught.exception)
        for part in ("in time step ", "t = ", "reduce the time step"):
            self.assertIn(part, message)
        self.assertIsInstance(caught.exception, RuntimeError)
        run = caught.exception.run
        self.assertEqual((run.summary["status"], run.summary["failure"]),
                         ("failed", message))
        self.assertEqual(len(run.time), run.summary["steps"] + 1)
        with self.assertRaisesRegex(percuss.ComputationError, "in time step"):
            for _ in percuss.Case(FAILING).steps():
                pass

    def test_wrong_input(self):
        """What the model and the clock find."""
        for path, value in (("Elastic bar/initial velocity", "2 */ 3"),
                            ("Output/monitored points", "a: 3")):
            with self.assertRaises(percuss.InputError) as caught:
                case = percuss.Case(BAR)
                case[path] = value
                case.run()
            self.assertIsNone(caught.exception.run)
            self.assertIn(path.split("/")[1], str(caught.exception))

    def test_warnings(self):
        for compute in (lambda case: case.run(),
                        lambda case: list(case.steps(5))):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    compute(percuss.Case(FAILING))
                except percuss.ComputationError as error:
                    summary = error.run and error.run.summary
            said = [str(warning.message) for warning in caught]
            self.assertTrue(any("2 beta = 0 is below gamma" in text
                                for text in said), said)
            for warning in caught:
                self.assertIs(warning.category, percuss.CaseWarning)
                self.assertEqual(warning.filename, __file__)
            if summary:
                self.assertEqual(said, summary["warnings"])

    def send(self, after):
        timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.addCleanup(timer.cancel)

    def test_interrupt(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT,
                                      signal.default_int_handler))
        self.send(0.3)
        with self.assertRaises(KeyboardInterrupt) as caught:
            percuss.Case(LONG).run()
        self.assertIsInstance(caught.exception, percuss.Interrupted)
        run = caught.exception.run
        self.assertEqual(run.summary["status"], "interrupted")
        self.assertEqual(run.history["step"][-1], run.summary["steps"])
        self.assertLess(run.summary["steps"], 10**8)
        self.send(0.3)
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            for _ in percuss.Case(LONG).steps(every=10**8):
                pass
        self.assertLess(time.monotonic() - start, 10)
        percuss.Case(BALL).run()  # goes on

    def test_handler_of_ones_own(self):
        """Its exception arrives, as that of an alarm."""
        def raise_timeout(*_):
            raise TimeoutError("long enough")
        self.addCleanup(signal.signal, signal.SIGALRM,
                        signal.signal(signal.SIGALRM, raise_timeout))
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaisesRegex(TimeoutError, "long enough"):
            percuss.Case(LONG).run()


class ProcessesTest(ModuleTest):

    def test_several_processes(self):
        """Refused by name, whatever the model."""
        for case in (BALL, BAR):
            for compute in ("run()", "steps().__next__()"):
                ended = subprocess.run(
                    [MPIEXEC, "--oversubscribe", "-n", "2", sys.executable,
                     "-c", "import percuss\n"
                     f"try: percuss.Case({case!r}).{compute}\n"
                     "except percuss.InputError as error: print(error)"],
                    capture_output=True, text=True, check=False)
                self.assertEqual(
                    (ended.returncode, ended.stderr), (0, ""), case)
                self.assertEqual(ended.stdout.count(
                    "on one process, and a launcher of MPI has started 2"), 2)


    def test_programs_of_mpi_start(self):
        """From a Python that has computed with MPI, alone and launched."""
        script = (
            "import json, os, percuss, subprocess, warnings\n"
            "warnings.simplefilter('ignore')\n"
            "before = subprocess.check_output(['env', '-0'])\n"
            f"percuss.Case({BAR!r}).run()\n"
            "after = subprocess.check_output(['env', '-0'])\n"
            "new = set(after.split(b'\\0')) - set(before.split(b'\\0'))\n"
            "assert all(b'sharedfp' in line for line in new), new\n"
            f"json.dump({BAR!r}, open('bar.json', 'w'))\n"
            f"words = [{PROGRAM!r}, 'run', 'bar.json', '--quiet', '--output']\n"
            "quiet = {'check': True, 'stderr': subprocess.DEVNULL}\n"
            "subprocess.run([*words, 'one'], **quiet)\n"
            f"subprocess.run([{MPIEXEC!r}, '--oversubscribe', '-n', '2',\n"
            "                *words, 'two'], **quiet)\n"
            "for name, ranks in (('one', 1), ('two', 2)):\n"
            "    summary = json.load(open(name + '/summary.json'))\n"
            "    assert summary['ranks'] == ranks\n")
        ended = self.python(script)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))


class HandlerTest(ModuleTest):

    def test_run_within_a_run(self):
        """A handler of a signal may compute a ball, not a second bar."""
        bar = {**BAR, "Time integration": {"time step": 1e-6, "end time": 1}}
        for case, words in ((BALL, "enough"), (BAR, "computes a case with a")):
            def handle(*_):
                percuss.Case(case).run()
                if case is BALL:
                    raise TimeoutError("enough")
            kept = signal.signal(signal.SIGALRM, handle)
            try:  # the first ones may come before the run has begun
                signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
                with self.assertRaisesRegex(Exception, words):
                    percuss.Case(bar).run()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, kept)

    def test_state_below_a_handler(self):
        steps = percuss.Case(LONG).steps(every=10**8)
        state = next(steps)
        found = []

        def handle(*_):
            try:
                state.positions
            except percuss.ComputationError as error:
                found.append(str(error))
            raise TimeoutError("enough")
        self.addCleanup(signal.signal, signal.SIGALRM,
                        signal.signal(signal.SIGALRM, handle))
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaisesRegex(TimeoutError, "enough"):
            next(steps)
        self.assertIn("making its next steps", found[0])


class ThreadsTest(ModuleTest):

    def test_two_at_once(self):
        """Of every kind of model, in two threads: what one thread computes."""
        cases = [CASES / "small_systems/slider_crank.prm",
                 CASES / "mechanisms/newtons_cradle.prm",
                 CASES / "scheme_comparison/block.prm", BAR, BALL]
        expected = [percuss.Case(case).run() for case in cases]
        found = {}

        def compute(thread):
            found[thread] = [percuss.Case(case).run() for case in cases]
        threads = [threading.Thread(target=compute, args=(i,))
                   for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 3)
        for runs in found.values():
            for run, one in zip(runs, expected):
                for name in one.history:
                    numpy.testing.assert_array_equal(run.history[name],
                                                     one.history[name])

    def test_other_threads_go_on(self):
        """The GIL is free in the time loop."""
        ended = threading.Event()

        def compute(start):
            start()
            ended.set()
        short = {**LONG, "Time integration": {"time step": 1e-6,
                                              "end time": 2}}
        case = percuss.Case(short)
        for start in (case.run, lambda: list(case.steps(10**9))):
            ended.clear()
            thread = threading.Thread(target=compute, args=(start,))
            thread.start()
            turns = 0
            while not ended.wait(0.001):
                turns += 1
            thread.join()
            self.assertGreater(turns, 20)


    def test_runs_go_on_at_once(self):
        """Neither run waits for the other one to end: their calls of a function
        come in turn, and what they compute is what one computes alone."""
        callers = []

        def law(gap, speed):
            callers.append(threading.get_ident())
            return -100. * gap

        def compute(case, results):
            case.law = law
            results.append(case.run().history["position[b x]"])
        case = {**AT_WALL,
                "Time integration": {"time step": 1e-5, "end time": 0.5}}
        alone, together = [], []
        compute(percuss.Case(case), alone)
        callers.clear()
        threads = [threading.Thread(
            target=compute, args=(percuss.Case(case), together))
            for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        turns = sum(one != other for one, other in zip(callers, callers[1:]))
        self.assertGreater(turns, 10)
        self.assertEqual(len(together), 2)
        for found in together:
            numpy.testing.assert_array_equal(found, alone[0])


class MemoryTest(ModuleTest):

    def test_many_runs(self):
        for case, n in ((BALL, 400), (BAR, 60)):
            case = percuss.Case(case)

            def compute(times):
                for _ in range(times):
                    case.run()
                    states = case.steps(every=7)
                    next(states)
                    next(states)
            compute(n // 2)
            before = megabytes()
            compute(n)
            self.assertLess(megabytes() - before, 2.)


if __name__ == "__main__":
    unittest.main()
