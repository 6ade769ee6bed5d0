# SPDX-License-Identifier: Apache-2.0
"""What tests of wrong input ask of every message."""

from program import ProgramTest, SMALL_CASE, merged, prm


class WrongInputTest(ProgramTest):

    def reject(self, *parts, command, ranks=0):
        """The command fails with one line that has all the parts."""
        before = sorted(self.folder.rglob("*"))
        run = self.percuss(*command, ranks=ranks)
        self.assertEqual(run.returncode, 2, run)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        self.assertEqual(run.stderr.count("percuss: "), 1, run.stderr)
        for noise in ("Stacktrace", "terminate called", "Additional info",
                      "Boost", "violated", "[Integer", "[Double"):
            self.assertNotIn(noise, run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)
        if ranks == 0:  # mpiexec adds lines and dashes of its own
            self.assertEqual(run.stdout, "")
            self.assertTrue(run.stderr.startswith("percuss: "), run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertNotIn("---", run.stderr)
            self.assertNotIn("terminate", run.stderr)

    def reject_file(self, text, *parts, name="case.prm"):
        self.write(name, text)
        self.reject(*parts, command=("run", name))

    def reject_set(self, assignment, *parts, ranks=0):
        """An override is wrong, or makes the case wrong."""
        self.write("case.prm", prm(SMALL_CASE))
        self.reject(*parts, command=("run", "case.prm", "--set", assignment),
                    ranks=ranks)

    def reject_entry(self, path, value, *parts, with_entries=None):
        """The value of an entry is wrong; the message says where it stands."""
        case = merged(SMALL_CASE, with_entries or {})
        section, entry = path.split("/")
        case.get(section, {}).pop(entry, None)
        text = prm(case)
        text += f"subsection {section}\n  set {entry} = {value}\nend\n"
        line = text.count("\n") - 1
        self.reject_file(
            text, f"case.prm, line {line}: '{path}' is '{value}'. ", *parts)
