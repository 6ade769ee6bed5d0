# SPDX-License-Identifier: Apache-2.0
"""The speed of runs in Python, beside that of the program, in times of the
processor."""

import resource
import subprocess
import unittest

import percuss

from python_module import AT_WALL, CASES, PROGRAM, ModuleTest

FILE = CASES / "impacting_bar/acary.prm"
SETTINGS = {"Elastic bar/number of elements": 10000,
            "Time integration/time step": 2e-7, "Output/field interval": 0}
SHORT, LONG = {"Time integration/end time": 4e-5}, {
    "Time integration/end time": 4e-3}


def seconds(of, compute):
    """The time of the processor that a call takes, of this process or of those
    that it starts."""
    def now():
        usage = resource.getrusage(of)
        return usage.ru_utime + usage.ru_stime
    start = now()
    compute()
    return now() - start


def memory():
    """Of this process [byte]."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class SpeedTest(ModuleTest):

    @staticmethod
    def program(settings):
        words = [word for path, value in {**SETTINGS, **settings}.items()
                 for word in ("--set", f"{path}={value}")]
        return seconds(resource.RUSAGE_CHILDREN, lambda: subprocess.run(
            [PROGRAM, "run", FILE, "--quiet", "--output", "out", *words],
            check=True, capture_output=True))

    @staticmethod
    def module(settings):
        case = percuss.Case(FILE)
        for path, value in {**SETTINGS, **settings}.items():
            case[path] = value
        return seconds(resource.RUSAGE_SELF, case.run)

    def test_ten_thousand_degrees_of_freedom(self):
        """20,000 steps, without the start, in turn: on a quiet machine at most 5 %
        slower, and on a busy one, where the times of a run vary, 30 %."""
        self.module(SHORT)  # loads the library
        times = {compute: [] for compute in (self.program, self.module)}
        for _ in range(5):
            for compute, found in times.items():
                found.append(compute(LONG) - compute(SHORT))
        ratio = min(times[self.module]) / min(times[self.program])
        print(f"Python over program: {ratio:.3f}, of {times.values()}")
        self.assertLess(ratio, 1.3)

    def test_runs_of_a_ball(self):
        """10,000 in a minute, after which as much memory is used as before."""
        case = percuss.Case(CASES / "small_systems/bouncing_ball_a12.prm")

        def compute():
            for i in range(10000):
                case["Contact/restitution coefficient"] = i / 10000
                case.run()
        for _ in range(500):
            case.run()
        before = memory()
        of_all = seconds(resource.RUSAGE_SELF, compute)
        print(f"10,000 runs of a ball: {of_all:.1f} s, "
              f"{(memory() - before) / 1e6:+.2f} MB")
        self.assertLess(of_all, 60)
        self.assertLess(memory() - before, 1e6)


class LawSpeedTest(ModuleTest):
    """Laws of Python: what a call takes, and what is kept."""

    @staticmethod
    def case(law, **time):
        case = percuss.Case({**AT_WALL, "Time integration": time})
        case.law = law
        return case

    def test_a_call(self):
        """Less than a microsecond more than that of an expression."""
        of_python, of_text = (
            min(seconds(resource.RUSAGE_SELF, self.case(
                law, **{"time step": 1e-6, "end time": 0.3}).run)
                for _ in range(5)) / 3e5
            for law in (lambda gap, speed: 0., "0*gap"))
        print(f"a step with a law of Python: {1e6 * of_python:.2f} us, with an "
              f"expression: {1e6 * of_text:.2f} us")
        self.assertLess(of_python - of_text, 1e-6)

    def test_nothing_is_kept(self):
        """Of 10,000 runs with a law, at most a megabyte."""
        case = self.case(lambda gap, speed: -100 * gap,
                         **{"time step": 1e-2, "end time": 0.3})
        for _ in range(500):
            case.run()
        before = memory()
        for _ in range(10000):
            case.run()
        print(f"10,000 runs: {(memory() - before) / 1e6:+.2f} MB")
        self.assertLess(memory() - before, 1e6)


if __name__ == "__main__":
    unittest.main()
