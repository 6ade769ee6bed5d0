# SPDX-License-Identifier: Apache-2.0
"""States between the steps of a run."""

import unittest

import numpy
import percuss

from python_module import BALL, BAR, CASES, ModuleTest

BAR_WITH_POINTS = {**BAR, "Output": {"monitored points": "a: 0 ; b: 1"}}


class StepsTest(ModuleTest):

    def test_states_are_rows_of_the_history(self):
        for source, contact in ((BALL, "floor"), (BAR_WITH_POINTS, "left")):
            case = percuss.Case(source)
            history = case.run().history
            last = history["step"][-1]
            for every in (1, 3, 7, last, last + 5):
                steps = []
                for state in case.steps(every):
                    steps.append(state.step)
                    row = state.step
                    self.assertEqual(state.time, history["time"][row])
                    for i, name in enumerate(state.names):
                        for quantity, array in (
                                ("position", state.positions),
                                ("velocity", state.velocities)):
                            self.assertEqual(
                                array[i], history[f"{quantity}[{name}]"][row])
                    for quantity, array in (
                            ("impulse", state.impulses), ("gap", state.gaps),
                            ("contact_velocity", state.gap_velocities)):
                        self.assertEqual(
                            array[0], history[f"{quantity}[{contact}]"][row])
                    for part, value in state.energy.items():
                        self.assertEqual(value,
                                         history[f"energy_{part}"][row])
                self.assertEqual(
                    steps, sorted({*range(0, last + 1, every), last}))

    def test_valid_until_the_next_step(self):
        states = percuss.Case(BALL).steps(every=30)
        first = next(states)
        kept = first.positions
        self.assertTrue(numpy.shares_memory(kept, first.positions))
        self.assertFalse(kept.flags.writeable)
        self.assertFalse(kept.flags.owndata)
        start = kept[0]
        second = next(states)
        self.assertTrue(numpy.shares_memory(kept, second.positions))
        self.assertNotEqual(kept[0], start)
        for name in ("names", "positions", "velocities", "gaps", "energy",
                     "gap_velocities", "impulses"):
            with self.assertRaisesRegex(percuss.StateError,
                                        "of step 0, .* come to step 30"):
                getattr(first, name)
            getattr(second, name)
        self.assertEqual((first.step, first.time), (0, 0.))

    def test_last_state_stays(self):
        for state in percuss.Case(BALL).steps(every=50):
            pass
        self.assertEqual((state.step, len(state.positions)), (100, 1))
        kept = state.positions
        expected = kept.copy()
        del state
        percuss.Case(BALL).run()
        numpy.testing.assert_array_equal(kept, expected)

    def test_two_runs_in_turn(self):
        other = percuss.Case(BALL)
        other["Contact/restitution coefficient"] = 0.9
        pairs = list(zip(percuss.Case(BALL).steps(), percuss.Case(BALL).steps(),
                         other.steps()))
        self.assertEqual(len(pairs), 101)
        states = zip(percuss.Case(BALL).steps(), percuss.Case(BALL).steps(),
                     other.steps())
        apart = 0
        for a, b, c in states:
            self.assertEqual(a.positions[0], b.positions[0])
            apart += a.positions[0] != c.positions[0]
        self.assertGreater(apart, 10)

    def test_case_may_change(self):
        case = percuss.Case(BALL)
        states = case.steps(every=100)
        next(states)
        case["Contact/restitution coefficient"] = 0.9
        del case
        expected = percuss.Case(BALL).run().history["velocity[height]"][-1]
        self.assertEqual(next(states).velocities[0], expected)

    def test_refusals(self):
        for every in (0, -1, 1.5, True, "2", None):
            with self.assertRaisesRegex(percuss.InputError, "every is"):
                percuss.Case(BALL).steps(every)

    def test_end_of_python(self):
        """Open runs with PETSc and MPI end before these do."""
        file = CASES / "scheme_comparison/block.prm"
        for script in (
                f"states = percuss.Case({str(file)!r}).steps(); "
                "a = next(states); kept = a.impulses",
                f"import sys; sys.kept = percuss.Case({str(file)!r}).steps(); "
                "sys.a = next(sys.kept); sys.b = sys.a.gaps",
                f"percuss.Case({str(file)!r}).run()", ""):
            ended = self.python("import percuss, warnings\n"
                                "warnings.simplefilter('ignore')\n" + script)
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr),
                             (0, "", ""), script)


if __name__ == "__main__":
    unittest.main()
