# SPDX-License-Identifier: Apache-2.0
"""percuss study whose runs leave records instead of directories."""

import json
import unittest

from program import SMALL_CASE, merged, prm
from study_case import BALL, StudyTest

RECORDED = {"Study/keep runs": "false"}

BARS = merged(SMALL_CASE, {
    "Study/sweep": "Elastic bar/number of elements = 8, 9, 12; "
                   "Time integration/scheme = moreau-jean, generalized-alpha",
    "Study/reference": "none", "Study/quantities": "steps"})


def without_times(row):
    return {name: value for name, value in row.items()
            if "seconds" not in name}


class RecordedStudyTest(StudyTest):
    def records(self, output="out"):
        return (self.folder / output / "runs.jsonl").read_text().splitlines(
            keepends=True)

    def test_rows_are_those_of_runs_with_directories(self):
        for name, case in (("ball", BALL),
                           ("inelastic", merged(BALL, {
                               "Contact/restitution coefficient": 0,
                               "Study/parallel runs": 3})),
                           ("bars", BARS)):
            with self.subTest(name):
                kept = self.study(case, "--no-plots", output=f"{name} kept")
                recorded = self.study(merged(case, RECORDED), "--no-plots",
                                      output=name)
                self.assertEqual([without_times(row) for row in recorded],
                                 [without_times(row) for row in kept])
                self.assertFalse((self.folder / name / "runs").exists())
                self.assertEqual(len(self.records(name)), 1 + len(kept))

    def test_goes_on_where_it_was_killed(self):
        case = merged(BALL, {**RECORDED, "Study/parallel runs": 1})
        rows = self.study(case, "--no-plots")
        lines = self.records()
        for cut in (1, 2, 3):
            with self.subTest(cut=cut):
                known = "".join(lines[:cut])
                torn = lines[cut][:len(lines[cut]) // 2]
                (self.folder / "out/runs.jsonl").write_text(known + torn)
                again = self.study(case, "--no-plots")
                self.assertEqual([without_times(row) for row in again],
                                 [without_times(row) for row in rows])
                now = self.records()
                self.assertEqual(now[:cut], lines[:cut])
                self.assertEqual(len(now), len(lines))
                self.assertIn(f"{len(rows)} of {len(rows)}",
                              self.output.stdout)
        # other runs are added, those that are known are not repeated
        before = self.records()
        more = self.study(merged(case, {
            "Study/sweep": "Time integration/time step = 0.1, 0.05, 0.025, "
                           "0.0125"}), "--no-plots")
        self.assertEqual(len(more), 4)
        self.assertEqual(self.records()[:4], before)
        self.assertEqual(len(self.records()), 5)

    def test_a_run_that_fails_is_a_row_and_is_made_again(self):
        case = merged(BALL, {
            **RECORDED, "Study/sweep": "Time integration/time step = 0.1, 0.05",
            "Study/curves": "right: Bouncing ball/mass = 1 | "
                            "wrong: Bouncing ball/mass = -1"})
        for n_lines in (5, 7):
            rows = self.study(case, "--no-plots", status=1)
            self.assertEqual([row["status"] for row in rows],
                             ["done", "done", "failed", "failed"])
            self.assertIn("mass", rows[2]["message"])
            self.assertIn("2 of 4 runs failed", self.output.stderr)
            self.assertEqual(len(self.records()), n_lines)

    def test_references_keep_their_directories(self):
        for reference, folder in (("finest", "runs/0003"),
                                  ("computed", "references/0001")):
            changes = {"Study/reference": reference}
            if reference == "computed":
                changes["Study/reference settings"] = \
                    "Time integration/time step = 0.0125"
            case = merged(BALL, changes)
            kept = self.study(case, "--no-plots", output=f"{reference} kept")
            rows = self.study(merged(case, RECORDED), "--no-plots",
                              output=reference)
            self.assertEqual([without_times(row) for row in rows],
                             [without_times(row) for row in kept])
            left = [path.relative_to(self.folder / reference).as_posix()
                    for path in (self.folder / reference).glob("*/*")]
            self.assertEqual(left, [folder])

    def test_refuses_what_only_a_directory_holds(self):
        for entry, value in (("Study/keep histories", "true"),
                             ("Output/record signals", "true"),
                             ("Output/checkpoint interval", 3),
                             ("Output/contact problems", 2),
                             ("Study/ranks", 2)):
            with self.subTest(entry):
                case = self.write("case.prm", prm(merged(
                    BALL, {**RECORDED, entry: value})))
                for command in (("study", case, "--output", "refused"),
                                ("check", case)):
                    run = self.percuss(*command)
                    self.assertEqual(run.returncode, 2, run)
                    self.assertIn(f"'{entry}'", run.stderr + run.stdout)
                    self.assertIn("keep runs", run.stderr + run.stdout)
                self.assertFalse((self.folder / "refused").exists())

    def test_warns_of_entries_of_files_that_no_run_leaves(self):
        interval, fmt, history = ("Output/field interval",
                                  "Output/field format",
                                  "Output/history interval")
        for entries in ({interval: 10}, {fmt: "XDMF"}, {history: 5},
                        {interval: 10, fmt: "XDMF", history: 5},
                        {interval: 0, history: "automatic"}):
            for keep in ("false", "true"):
                with self.subTest(entries=entries, keep=keep):
                    base = {"Output": {}, **BALL}
                    for entry in (interval, fmt, history):
                        base["Output"].pop(entry.split("/")[1], None)
                    case = self.write("case.prm", prm(merged(
                        base, {"Study/keep runs": keep, **entries})))
                    run = self.percuss("study", case, "--no-plots",
                                       "--overwrite", "--output", "warned")
                    check = self.percuss("check", case, "--json")
                    self.assertEqual(run.returncode, 0, run.stderr)
                    warnings = json.loads(check.stdout)["warnings"]
                    for entry, value in entries.items():
                        said = f"'{entry}' has no effect in the study"
                        is_said = (keep == "false"
                                   and value not in (0, "automatic"))
                        self.assertEqual(said in run.stderr, is_said,
                                         run.stderr)
                        self.assertEqual(
                            any(warning.startswith(said)
                                for warning in warnings), is_said, warnings)

    def test_replaces_no_file_of_others(self):
        case = self.write("case.prm", prm(merged(BALL, RECORDED)))
        folder = self.folder / "out"
        folder.mkdir()
        (folder / "runs.jsonl").write_text("mine\n")
        run = self.percuss("study", case, "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("in the way", run.stderr)
        self.assertEqual((folder / "runs.jsonl").read_text(), "mine\n")
        (folder / "runs.jsonl").unlink()
        self.study(case, "--no-plots")
        first = json.loads(self.records()[0])
        self.assertEqual(first["percuss records of"], "case")


if __name__ == "__main__":
    unittest.main()
