# SPDX-License-Identifier: Apache-2.0
"""Files, names and values that nobody would write by hand, and an environment
that nobody has asked for."""

import json
import os
import resource
import signal
import subprocess
import time
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, merged, prm
from wrong_input import WrongInputTest

BALL = {"Model": {"name": "bouncing ball"},
        "Time integration": {"time step": 1e-3, "end time": 0.5},
        "Output": {"output directory": "out"}}


class StrangeFileTest(WrongInputTest):
    """Parameter files."""

    def test_byte_order_marks(self):
        for name, text in (("case.prm", prm(BALL)),
                           ("case.json", json.dumps(BALL))):
            (self.folder / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
            self.run_case(name)
            (self.folder / name).write_bytes(text.encode("utf-16"))
            (self.folder / "out").rename(self.folder / f"out {name}")
            self.reject(f"'{name}' has a zero byte in line 1",
                        "Save it as UTF-8.", command=("run", name))

    def test_deep_nesting(self):
        n = 20000
        for text in ('{"a":' * n + "1" + "}" * n,
                     '{"a":' + "[" * n + "]" * n + "}",
                     '{"a":' + "[" * n):
            self.reject_file(text, "case.json, line 1: ",
                             "more than 100 objects", name="case.json")
        self.reject_file("[" * n, "case.json, line 1: ", "one object",
                         name="case.json")
        self.reject_file("subsection a\n" * n, "case.prm, line 101: ",
                         "more than 100 sections")

    def test_number_beyond_all(self):
        self.reject_file('{"Time integration":\n {"end time": 1e400}}',
                         "case.json, line 2: 1e400 is beyond", name="case.json")

    def test_files_that_include_themselves(self):
        (self.folder / "sub").mkdir()
        for text in ("include ./case.prm", "include sub/../case.prm",
                     "include link.prm", "include hard.prm"):
            self.write("case.prm", text + "\n")
            for name in ("link.prm", "hard.prm"):
                (self.folder / name).unlink(missing_ok=True)
            (self.folder / "link.prm").symlink_to("case.prm")
            os.link(self.folder / "case.prm", self.folder / "hard.prm")
            self.reject("case.prm, line 1: The included file",
                        "includes itself", command=("run", "case.prm"))
        self.write("sub/a.prm", "include ../sub/a.prm\n")
        self.reject("sub/a.prm, line 1: ", "includes itself",
                    command=("run", "sub/a.prm"))
        for i in range(200):
            self.write(f"{i}.prm", f"include {i + 1}.prm\n")
        self.reject("'100.prm' is the 100th", command=("run", "0.prm"))
        self.reject_file("include " + 5000 * "x" + "\n", "case.prm, line 1: ",
                         "cannot be opened")

    def test_long_names_and_many_lines(self):
        start = time.monotonic()
        long = 1000000 * "x"
        for text, part in ((f"set {long} = 1\n", "There is no entry 'xxx"),
                           (f"subsection {long}\nend\n", "no section 'xxx"),
                           (f"subsection Contact\nset solver = {long}\nend\n",
                            "'Contact/solver' is 'xxx"),
                           (f"{long}\n", "'xxx"),
                           ("set a = \\\n" + 200000 * "b \\\n",
                            "case.prm, line 1: There is no entry 'a'")):
            self.reject_file(text, part)
        self.write("case.prm", prm(BALL) + 100000 * (
            "subsection Contact\nend\n"))
        self.run_case("case.prm")
        self.assertLess(time.monotonic() - start, 15)  # a second of work

    def test_comments_in_continued_lines(self):
        """Each ends with its line; one that begins them takes all along."""
        text = prm(SMALL_CASE)
        case = text.replace(
            "subsection Time integration\n",
            "subsection Time integration\n"
            "  # set theta = 0.1 \\\n  and more of this comment\n"
            "  set scheme = # which \\\n"
            "    # another \\\n    schatzman-\\\n    paoli # done\n", 1)
        self.write("case.prm", case)
        self.assertEqual(self.run_case("case.prm").summary["scheme"],
                         "schatzman-paoli")

    def test_backslash_before_a_comment(self):
        """It would not continue the line; behind the comment it does."""
        self.reject_file("subsection Output\n  set monitored points = \\\n"
                         "    tip \\ # of the bar\nend\n",
                         "case.prm, line 3: ", "backslash", "comment")
        self.write("case.prm", prm(SMALL_CASE).replace(
            "-1\n", "\\\n  # down \\\n  -1 #\n"))
        self.run_case("case.prm")

    def test_entry_that_is_set_twice(self):
        """A file may do so with what it includes alone."""
        for text, line in (
                ("subsection Time integration\n  set theta = 0.5\n"
                 "  set theta = 0.6\nend\n", 3),
                ("subsection Time integration\n  set theta = 0.5\nend\n"
                 "subsection Time integration\n  set theta = 0.5\nend\n", 5),
                ("\nset Time integration/theta = 0.5\n"
                 "set Time integration/theta = 0.6\n", 3)):
            self.reject_file(text, f"case.prm, line {line}: ",
                             "is set already in case.prm, line 2: ",
                             "'Time integration/theta'")
        self.reject_file("set Contact/opening contacts = newton\n"
                         "set Contact/separating contacts = reflecting\n",
                         "case.prm, line 2: ", "'Contact/separating contacts'",
                         "is set already in case.prm, line 1: ")
        self.write("more.prm", "set theta = 0.5\n")
        text = prm(SMALL_CASE) + (
            "subsection Time integration\n  include more.prm\n"
            "  include more.prm\n  set theta = 0.4\nend\n")
        self.write("case.prm", text)
        self.run_case("case.prm", warnings=[["theta = 0.4"]])

    def test_entry_that_is_overridden_twice(self):
        self.write("case.prm", prm(SMALL_CASE))
        command = ["run", "case.prm", "--set", "Time integration/theta=0.5",
                   "--set"]
        run = self.run_case("case.prm", *command[2:],
                            "Time integration/theta=0.6", output="last",
                            warnings=[['--set "Time integration/theta=0.6" '
                                       'replaces what --set "Time '
                                       'integration/theta=0.5" says']])
        self.assertIn("set theta = 0.6",
                      (run.folder / "used_parameters.prm").read_text())
        self.reject("--output b: it is 'a' already",
                    command=["run", "case.prm", "--output", "a", "--output=b"])
        self.run_case("case.prm", *command[2:], "Time integration/theta=0.5")

    def test_entry_that_two_members_set(self):
        for text, *parts in (
                ('{"Time integration": {"theta": 0.5},\n'
                 '"Time integration/theta": 0.6}',
                 "'Time integration/theta' is set already"),
                ('{"Contact": {"": 1}}', "names no entry"),
                ('{"Contact/": 1}', "names no entry")):
            self.write("case.json", text)
            self.reject("case.json, line ", *parts,
                        command=("run", "case.json"))

    def test_entry_without_a_name(self):
        for line in ("set = 3", "set Contact/ = 3",
                     "subsection Contact\nset = 3\nend"):
            self.reject_file(line + "\n", "names no entry")

    def test_letters_of_another_encoding(self):
        text = prm(SMALL_CASE) + "# f\u00fcr\n"
        for name in ("case.prm", "case.json"):
            (self.folder / name).write_bytes(text.encode("latin-1"))
            self.reject(f"'{name}' is not in UTF-8: line "
                        f"{text.count(chr(10))} ", command=("run", name))
        self.write("case.prm", text)
        self.run_case("case.prm")

    def test_names_that_are_not_utf_8(self):
        name = b"b\xffll.prm"
        with open(os.fsencode(self.folder) + b"/" + name, "wb") as file:
            file.write(prm(BALL).encode())
        for _ in range(2):  # it is the same case, too
            run = subprocess.run([os.fsencode(PROGRAM), b"run", name],
                                 cwd=self.folder, capture_output=True,
                                 check=False)
            self.assertEqual((run.returncode, run.stderr), (0, b""), run)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual((summary["case"], summary["status"]),
                         ("b\ufffdll", "done"))


class StrangeValueTest(WrongInputTest):
    """Values that used_parameters.prm has to repeat."""

    def test_number_signs_backslashes_and_new_lines(self):
        for value in ("out#1", "out \\#\\\\#2 ", "#", "back\\", "back\\\\",
                      "#\\", " a\nb "):
            folder = value.replace("\n", " ").strip()
            self.write("case.json", json.dumps(
                merged(BALL, {"Output/output directory": value})))
            for words in (("case.json",),
                          (self.write("case.prm", prm(BALL)), "--set",
                           f"Output/output directory={value}"),
                          (f"{folder}/used_parameters.prm",)):
                run = self.percuss("run", *words, "--quiet")
                self.assertEqual((run.returncode, run.stderr), (0, ""), words)
                used = (self.folder / folder /
                        "used_parameters.prm").read_text()
            self.assertTrue((self.folder / folder / "history.csv").exists())
            run = self.percuss("run", f"{folder}/used_parameters.prm",
                               "--quiet", "--output", "again")
            self.assertEqual(run.returncode, 0, run)
            again = (self.folder / "again/used_parameters.prm").read_text()
            lines = [[line for line in text.splitlines()
                      if "output directory" not in line]
                     for text in (used, again)]
            self.assertEqual(lines[0], lines[1])

    def test_joint_beyond_all_numbers(self):
        self.reject_file(prm({
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "bodies": "arm: mass 1 ; inertia 1e-6 ; at 0, 0, 0",
                "joints": "A: revolute ; ground 0, 0 ; arm 0, 1e308"},
            "Time integration": {"time step": 1e-3, "end time": 1e-2}}),
            "case.prm", "The equations of the joint 'A' are beyond all")

    def test_bodies_that_fill_all_space(self):
        self.write("case.prm", prm({
            "Model": {"name": "spatial mechanism"},
            "Spatial mechanism": {
                "bodies": "s: shape ball 1e20 ; density 1000 ; at 0, 0, 0 ; "
                          "copies 10, 10, 10 ; spacing 1, 1, 1",
                "contacts": "balls: bodies all"},
            "Time integration": {"time step": 1e-3, "end time": 1e-2}}))
        run = self.percuss("run", "case.prm")
        self.assertEqual(run.returncode, 1, run)
        for part in ("points at which bodies touch", "in time step 0 (t = 0 s)",
                     "packed too closely"):
            self.assertIn(part, run.stderr)

    def test_entry_on_two_axes(self):
        def study(*parts, **entries):
            self.write("case.prm", prm(merged(BALL, {
                f"Study/{name}": value for name, value in entries.items()})))
            self.reject("case.prm, line ", "'Study/sweep' is ", *parts,
                        command=("study", "case.prm"))

        study("'Time integration/time step' is varied twice",
              sweep="Time integration/time step = 1e-3; "
                    "Time integration/time step = 1e-4")
        study("'Time integration/theta' is set in 'Study/curves', too",
              sweep="Time integration/theta = 0.5, 1",
              curves="a: Time integration/theta = 1")


class EnvironmentTest(WrongInputTest):
    """Variables, limits, closed and full outputs."""

    def test_number_of_threads(self):
        self.addCleanup(os.environ.pop, "DEAL_II_NUM_THREADS", None)
        for value in ("abc", "", "0", "-3", "1.5", "99999999999"):
            os.environ["DEAL_II_NUM_THREADS"] = value
            self.reject_file(prm(SMALL_CASE),
                             f"DEAL_II_NUM_THREADS is '{value}'",
                             "a whole number, at least 1")
        os.environ["DEAL_II_NUM_THREADS"] = "1"
        self.run_case(SMALL_CASE)

    def test_options_of_petsc(self):
        self.write(".petscrc", "-help\n")
        self.write("case.prm", prm(SMALL_CASE))
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertEqual((run.returncode, run.stdout), (0, ""), run)
        self.addCleanup(os.environ.pop, "PETSC_OPTIONS", None)
        os.environ["PETSC_OPTIONS"] = "-help"
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertIn("-log_view", run.stdout)

    def limited(self, n_bytes, case):
        """A run whose files may not be larger."""
        return subprocess.run(
            [PROGRAM, "run", self.write("case.prm", prm(case)), "--quiet"],
            cwd=self.folder, capture_output=True, text=True, check=False,
            env={**os.environ, **LOCAL},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                  (n_bytes, n_bytes)))

    def test_limit_of_file_sizes(self):
        run = self.limited(20000, BALL)
        self.assertEqual(run.returncode, 1, run)
        for part in ("Writing 'out/history.csv' failed: File too large.",
                     "after time step ", "t = "):
            self.assertIn(part, run.stderr)
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual(summary["status"], "failed")
        self.assertIn("File too large", summary["failure"])
        self.assertEqual(self.limited(10**6, BALL).returncode, 0)

    def test_full_and_closed_outputs(self):
        self.write("case.prm", prm(BALL))
        closed = ["sh", "-c", 'exec "$0" "$@" >&-', PROGRAM]
        with open("/dev/full", "wb") as full:
            for words in ("list", "explain", "--version", "--help",
                          "run --help", "run case.prm"):
                for program, out in (([PROGRAM], full),
                                     (closed, subprocess.DEVNULL)):
                    run = subprocess.run([*program, *words.split()],
                                         cwd=self.folder, stdout=out,
                                         stderr=subprocess.PIPE, text=True,
                                         check=False)
                    self.assertEqual(run.returncode, 1, words)
                    self.assertEqual(
                        run.stderr, "percuss: Writing to the standard output "
                        "failed: is it closed, or the disk full?\n")
        text = (self.folder / "out/history.csv").read_text()
        self.assertTrue(text.startswith("step,"), text[:80])
        self.assertNotIn("percuss", text)

    def test_closed_pipe(self):
        self.write("case.prm", prm(BALL))
        for words in ("explain", "run case.prm"):
            reading, writing = os.pipe()
            os.close(reading)
            run = subprocess.run(
                [PROGRAM, *words.split()], cwd=self.folder, stdout=writing,
                stderr=subprocess.PIPE, text=True, check=False,
                preexec_fn=lambda: signal.signal(signal.SIGPIPE,
                                                 signal.SIG_DFL))
            os.close(writing)
            self.assertIn(run.returncode, (-signal.SIGPIPE,
                                           128 + signal.SIGPIPE))
            self.assertEqual(run.stderr, "")
        self.assertTrue((self.folder / "out/history.csv").exists())


if __name__ == "__main__":
    unittest.main()
