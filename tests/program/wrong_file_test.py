# SPDX-License-Identifier: Apache-2.0
"""Wrong files and commands end with status 2, a message that helps, and
nothing left."""

import json
import os
import unittest

from program import SMALL_CASE, prm
from wrong_input import WrongInputTest


class WrongFileTest(WrongInputTest):

    def test_directory_that_cannot_be_made(self):
        self.write("file", "")
        for directory in ("file/results", "file", ""):
            self.reject_entry("Output/output directory", directory)

    def test_directory_that_cannot_be_made_below_a_new_one(self):
        self.write("case.prm", prm(SMALL_CASE))
        self.reject("--output: 'Output/output directory' is 'new/",
                    "Choose another",
                    command=("run", "case.prm", "--output", "new/" + 300 * "x"))

    def test_missing_mesh_file(self):
        self.reject_entry("Discretization/mesh file", "bar.msh",
                          "cannot be opened")

    def test_mesh_file_that_is_no_mesh(self):
        self.write("bar.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$No")
        self.reject_entry("Discretization/mesh file", "bar.msh",
                          "bar.msh', line 4: ", "not complete")

    def test_missing_parameter_file(self):
        for name in ("no.prm", "no.json"):
            self.reject(f"'{name}' cannot be opened", command=("run", name))
        self.reject("'case' must end with .prm or .json",
                    command=("run", "case"))
        self.reject("needs a parameter file", command=("run",))

    def test_directory_as_parameter_file(self):
        os.mkdir(self.folder / "case.prm")
        self.reject("'case.prm' cannot be opened", "is it a file",
                    command=("run", "case.prm"))

    def test_file_cut_within_a_section(self):
        text = prm(SMALL_CASE)
        self.reject_file(text[:text.index("  set end time")],
                         "case.prm, line 8: ", "'Time integration'",
                         "not closed", "complete?")

    def test_file_cut_within_a_line(self):
        text = prm(SMALL_CASE)
        self.reject_file(text[:text.index("time = 1e-05")],
                         "case.prm, line 10: 'set end'", "set ENTRY = VALUE",
                         "complete?")
        self.reject_file(text[:text.index("integration")],
                         "case.prm, line 8: ", "'Time'", "complete?")

    def test_line_without_a_meaning(self):
        self.reject_file("subsection Output\n  field interval = 1\nend\n",
                         "case.prm, line 2: 'field interval = 1'",
                         "set ENTRY = VALUE")

    def test_end_without_a_section(self):
        self.reject_file("subsection Output\nend\nend\n",
                         "case.prm, line 3: ", "no section to end")

    def test_missing_included_file(self):
        self.reject_file("\ninclude more.prm\n", "case.prm, line 2: ",
                         "'more.prm' cannot be opened")

    def test_file_that_includes_itself(self):
        self.reject_file("include case.prm\n", "case.prm, line 1: ",
                         "includes itself")

    def test_wrong_value_in_an_included_file(self):
        self.write("more.prm", "\nset theta = 2\n")
        self.reject_file("subsection Time integration\ninclude more.prm\nend",
                         "more.prm, line 2: 'Time integration/theta' is '2'")

    def reject_json(self, section, name, *parts):
        """The message has the line on which a name of the section stands."""
        text = json.dumps({**SMALL_CASE, **section}, indent=1)
        start = text.index(f'"{name}"', text.index(f'"{list(section)[-1]}"'))
        self.reject_file(
            text, f"case.json, line {1 + text.count(chr(10), 0, start)}: ",
            *parts, name="case.json")

    def test_json_misspelt_names(self):
        self.reject_json({"Contact": {"solvr": "lemke"}}, "solvr", "'solvr'",
                         "'Contact'", "Did you mean 'solver'?")
        self.reject_json({"Contakt": {"solver": "lemke"}}, "Contakt",
                         "no section 'Contakt'", "Did you mean 'Contact'?")
        self.reject_json({"Output": 3}, "Output", "'Output'", "section")

    def test_json_wrong_values(self):
        self.reject_json({"Time integration": {"theta": 2}}, "theta",
                         "'Time integration/theta' is '2'",
                         "between 0 and 1")
        self.reject_json({"Time integration": {"scheme": "moreau-jean",
                                               "time step": 0}}, "time step",
                         "'Time integration/time step' is '0'. It must")
        self.reject_json({"Time integration": {"theta": [1, 2]}}, "theta",
                         "'Time integration/theta' is [1,2]")
        self.reject_json({"Time integration": {"theta": None}}, "theta",
                         "'Time integration/theta' is null")

    def test_json_as_explain_prints_it(self):
        self.reject_json({"Time integration": {
            "theta": {"value": 2, "unit": ""}}}, "theta",
            "'Time integration/theta' is '2'")
        self.reject_json({"Output": {}, "Contact": {"value": {"solvr": 1}}},
                         "solvr", "no entry 'solvr'")
        self.reject_file('{"value":\n{"value": {"value": {"a": 1}}}}',
                         "case.json, line 1: ", "no section 'value'",
                         name="case.json")

    def test_json_items(self):
        for bodies in ([{"name": "a", "mass": {"kg": 1}}],
                       [{"name": "a"}, {"mass": 1}], [{"name": "a"}, 1],
                       [{"name": "a", "mass": "heavy"}]):
            self.reject_json({"Model": {"name": "mechanism"},
                              "Mechanism": {"joints": "", "bodies": bodies}},
                             "bodies", "'Mechanism/bodies'")

    def test_json_whose_lines_end_as_elsewhere(self):
        """A number takes the character behind it along when it is read."""
        for end in ("\n", "\r\n"):
            text = end.join(('{"Time integration":', '{', '"theta":', '1e400',
                             '}}'))
            self.write("case.json", "")
            (self.folder / "case.json").write_bytes(text.encode())
            self.reject("case.json, line 4: 1e400 is beyond",
                        command=("run", "case.json"))
            (self.folder / "case.json").write_bytes(
                text.replace("1e400", "3").encode())
            self.reject("case.json, line 3: 'Time integration/theta' is '3'",
                        command=("run", "case.json"))

    def test_json_truncated(self):
        text = json.dumps(SMALL_CASE, indent=1)
        for end in ('"Output"', 'tput"', "e-05"):
            start = text[:text.index(end)]
            self.reject_file(start, f"line {1 + start.count(chr(10))}: ",
                             "case.json", "complete", name="case.json")

    def test_json_that_repeats_a_section(self):
        self.reject_file('{"Output": {},\n "Output": {}}',
                         "case.json, line 2: 'Output' occurs twice",
                         name="case.json")

    def test_json_without_an_object(self):
        for text in ("[]", "3", "\"a\"", "null", "[{}]"):
            self.reject_file("\n" + text, "case.json, line 2: ", "one object",
                             name="case.json")


class WrongCommandTest(WrongInputTest):

    def test_set(self):
        self.reject_set("Time integration/theta", "no '='",
                        'Write --set "Section/entry=value"')
        self.reject_set("Time integration/thetta=1", "'thetta'",
                        "Did you mean 'theta'?")
        self.reject_set("Time integratoin/theta=1",
                        "Did you mean 'Time integration/theta'?")
        self.reject_set("theta=1", "It belongs in section 'Time integration'")
        self.reject_set("Time integration/theta=2",
                        '--set "Time integration/theta=2": ', "is '2'",
                        "between 0 and 1")
        self.reject_set("Elastic bar/density=0",
                        '--set "Elastic bar/density=0": ',
                        "'Elastic bar/density' is '0'", "positive")

    def test_options(self):
        self.write("case.prm", prm(SMALL_CASE))
        self.reject("'--outptu'", "Did you mean '--output'?",
                    command=("run", "case.prm", "--outptu", "out"))
        self.reject("--set needs a value", command=("run", "case.prm",
                                                    "--set"))
        self.reject("--resume", "a study always goes on",
                    command=("study", "case.prm", "--resume"))
        self.reject("one parameter file", "'a.prm'", "'b.prm'",
                    command=("run", "a.prm", "b.prm"))
        self.reject("'--formt'", command=("explain", "--formt", "json"))
        self.reject("'xml'", "prm, json, markdown",
                    command=("explain", "--format", "xml"))

    def test_words(self):
        self.reject("'runn'", "Did you mean 'run'?", command=("runn",))
        self.reject("'xyzzy'", "percuss --help", command=("xyzzy",))
        self.reject("'schemas'", "Did you mean 'schemes'?",
                    command=("list", "schemas"))
        self.reject("'Elastic br'", "Did you mean 'Elastic bar'?",
                    command=("explain", "Elastic br"))

    def test_no_command(self):
        run = self.percuss()
        self.assertEqual(run.returncode, 2)
        self.assertIn("usage: percuss COMMAND", run.stdout + run.stderr)

    def test_two_ranks_reject_a_name(self):
        self.reject_set("Contact/solver=lemk", "Did you mean 'lemke'?",
                        ranks=2)

    def test_two_ranks_reject_what_one_of_them_sees(self):
        self.reject_set("Elastic bar/cross section=if(x < 0.5, 1, 0)",
                        "It is 0 at x = 0.5", ranks=2)

    def test_two_ranks_reject_a_directory(self):
        self.write("file", "")
        self.reject_set("Output/output directory=file/results",
                        "'file/results'", "Choose another", ranks=2)


if __name__ == "__main__":
    unittest.main()
