# SPDX-License-Identifier: Apache-2.0
"""Messages of failures, to which the step and its time are added."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAILURE = re.compile(r"\bthrow (LinearSolverError|ElementInversionError|"
                     r"StepError|NumericalFailure)\s*\(")
# of a stream that is thrown as message.str()
STREAM = re.compile(r"\bmessage\s*<<([^;]*);")


def arguments(text, start):
    """Those of a call, from behind its parenthesis."""
    found, depth, i, in_text = [""], 0, start, False
    while depth >= 0:
        c = text[i]
        if in_text:
            in_text = c != '"' or text[i - 1] == "\\"
        elif c == '"':
            in_text = True
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if c == "," and depth == 0 and not in_text:
            found.append("")
        elif depth >= 0:
            found[-1] += c
        i += 1
    return [argument.strip() for argument in found]


class FailureMessagesTest(unittest.TestCase):

    def test_the_step_follows_without_a_full_stop(self):
        n_messages = 0
        for file in sorted(ROOT.glob("include/**/*.h")) + \
                sorted(ROOT.glob("source/**/*.cc")):
            text = file.read_text(encoding="utf-8")
            throws = list(FAILURE.finditer(text))
            for throw in throws:
                message, *_, last = arguments(text, throw.end())
                ends = [message]
                if message.endswith(".str()"):
                    ends = STREAM.findall(text)
                    self.assertTrue(ends, file)
                for end in ends:
                    n_messages += 1
                    self.assertNotRegex(end.strip(), r'[.!?]\s*"$', file)
                if throw[1] != "LinearSolverError" and last.endswith('"'):
                    self.assertRegex(last, r'\."$', file)
        self.assertGreater(n_messages, 12)


if __name__ == "__main__":
    unittest.main()
