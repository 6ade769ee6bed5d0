# SPDX-License-Identifier: Apache-2.0
"""What list, explain, --help and --version print."""

import json
import unittest

from program import CASES, ProgramTest, prm
from run_output import SCHEMES, ENTRIES


class InformationTest(ProgramTest):

    def output(self, *words, ranks=0):
        run = self.percuss(*words, ranks=ranks)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_list(self):
        everything = self.output("list")
        for word, names in (("models", ["elastic bar", "bouncing ball",
                                        "linear oscillator",
                                        "two-mass oscillator",
                                        "van der pol oscillator",
                                        "rotating spring", "discrete arch",
                                        "slider crank"]),
                            ("schemes", SCHEMES),
                            ("solvers", ["automatic", "lemke",
                                         "semismooth-newton"]),
                            ("references", ["impacting bar", "bouncing ball",
                                            "linear oscillator",
                                            "two-mass oscillator"]),
                            ("cases", [f"{file.parent.name}/{file.name}"
                                       for file in CASES.glob("*/*.prm")])):
            text = self.output("list", word)
            self.assertIn(f"{word}:\n{text}", everything)
            listed = [line[2:].split("  ")[0] for line in text.splitlines()]
            for line in text.splitlines():
                self.assertRegex(line, r"^  \S.*\S {2,}\S.*\S$")
            self.assertLessEqual(set(names), set(listed))
            if word == "cases":
                for name in listed:
                    self.assertTrue((CASES / name).is_file(), name)

    def test_explain_json(self):
        sections = json.loads(self.output("explain", "--format", "json"))
        for section, entries in ENTRIES.items():
            for entry in entries:
                data = sections[section][entry]
                self.assertIn("default_value", data)
                self.assertGreater(len(data["documentation"]), 2, entry)

    def test_explain_markdown(self):
        text = self.output("explain", "--format=markdown")
        for section, entries in ENTRIES.items():
            table = text.split(f"## {section}\n")[1].split("\n## ")[0]
            for entry in entries:
                self.assertRegex(table, rf"\n\| {entry} \| [^|]* \| .+ \|\n")

    def test_documentation_is_what_explain_prints(self):
        documentation = CASES.parent / "doc/parameters.md"
        text = self.output("explain", "--format=markdown")
        self.assertEqual(documentation.read_text().split("## ", 1)[1].strip(),
                         text.split("## ", 1)[1].strip(),
                         f"{documentation} is out of date: make it anew")

    def test_explain_prints_cases(self):
        self.write("case.prm", self.output("explain"))
        self.write("case.json", self.output("explain", "--format", "json"))
        text = " ".join((self.folder / "case.prm").read_text()
                        .replace("\n  #", " ").split())
        sections = json.loads((self.folder / "case.json").read_text())
        for section, entries in sections.items():
            for entry, data in entries.items():
                documentation = " ".join(data["documentation"].split())
                self.assertIn(f" {documentation} ", text)
                self.assertIn(f" set {entry} = {data['default_value']}"
                              .strip(), text)
            self.assertIn(f"subsection {section} ", text)
        self.write("default.prm", prm({"Model": {"name": "elastic bar"}}))
        histories = set()
        for name in ("case.prm", "case.json", "default.prm"):
            self.run_case(name)
            histories.add((self.folder / "out/history.csv").read_bytes())
        self.assertEqual(len(histories), 1)

    def test_explain_a_section(self):
        text = self.output("explain", "Time integration")
        self.assertTrue(text.startswith("subsection Time integration\n"))
        self.assertEqual(text.count("subsection"), 1)

    def test_explain_an_entry_and_a_word(self):
        """One entry with the words of its items; where a word is."""
        text = " ".join(self.output("explain", "Mechanism/springs")
                        .replace("\n  #", " ").split())
        self.assertEqual(text.count(" set "), 1)
        for words in ("NAME: torsional ; BODY ; BODY ; ...",
                      "preload = number [N] (no kind): ",
                      "free length = number [m] (no kind, bumper): "):
            self.assertIn(words, text)
        text = self.output("explain", "stiffness")
        for section in ("Linear oscillator", "Mechanism",
                        "Spatial mechanism"):
            self.assertIn(f"subsection {section}\n", text)
        self.assertNotIn("preload = number", text)
        result = self.percuss("explain", "stifness")
        self.assertEqual(result.returncode, 2)
        self.assertIn("Did you mean 'stiffness'?", result.stderr)

    def test_explain_every_word_of_every_entry(self):
        """Choices, and words of texts with a grammar of their own."""
        sections = json.loads(self.output("explain", "--format", "json"))
        of_word, n_meanings = {}, 0
        for section, entries in sections.items():
            for entry, data in entries.items():
                allowed = data["pattern_description"]
                words = (allowed.removeprefix("one of: ").split(", ")
                         if allowed.startswith("one of: ") else [])
                meanings = data.get("words", {})
                for word in {*words, *meanings}:
                    of_word.setdefault(word, []).append(
                        (section, entry, meanings.get(word)))
        self.assertGreater(len(of_word), 100)
        for word, places in of_word.items():
            text = self.output("explain", word)
            comments = " ".join(text.replace("\n  #", " ").split())
            for section, entry, meaning in places:
                self.assertIn(f"subsection {section}\n", text, word)
                self.assertIn(f"  set {entry} =", text, word)
                if meaning:
                    n_meanings += 1
                    self.assertIn(" ".join(meaning.split()), comments, word)
        self.assertGreater(n_meanings, 40)
        for word in ("self", "all", "x", "geometric", "gap", "finest"):
            self.assertTrue(of_word[word][0][2], word)
        result = self.percuss("explain", "moreau-jaen")
        self.assertEqual(result.returncode, 2)
        self.assertIn("Did you mean 'moreau-jean'?", result.stderr)

    def test_words_of_items_are_in_all_formats(self):
        """Tables, comments and the schema have every word of the list."""
        sections = json.loads(self.output("explain", "--format", "json"))
        tables = self.output("explain", "--format", "markdown")
        comments = " ".join(self.output("explain").replace("\n  #", " ")
                            .split())
        schema = json.loads(self.output("explain", "--format", "schema"))
        n_words = 0
        for section, entries in sections.items():
            for entry, data in entries.items():
                if "items" not in data:
                    continue
                table = tables.split(f"### {section}/{entry}\n")[1]
                table = table.split("\n##")[0]
                definition = json.dumps(schema["definitions"][
                    f"items of {section},{entry}"])
                for item in data["items"]:
                    self.assertIn(item["documentation"], table)
                    self.assertIn(item["documentation"], comments)
                    for word in item["words"]:
                        n_words += 1
                        meaning = word["documentation"]
                        self.assertIn(f"\n| {word['word']} | ", table)
                        self.assertIn(meaning, table.replace("\\|", "|"))
                        self.assertIn(meaning, comments)
                        if word["word"]:
                            self.assertIn(json.dumps(word["word"]),
                                          definition)
                        self.assertIn(json.dumps(meaning)[1:-1], definition)
        self.assertGreater(n_words, 200)

    def test_help(self):
        general = self.output("--help")
        self.assertEqual(self.output("-h"), general)
        for command in ("run", "check", "list", "explain"):
            self.assertRegex(general, rf"\n  {command} ")
            text = self.output(command, "--help")
            self.assertTrue(text.startswith(f"usage: percuss {command} "))
        for option in ("--output", "--set", "--quiet"):
            self.assertIn(option, self.output("run", "--help"))

    def test_version(self):
        for ranks in (0, 2):
            versions = dict(line.split(" ", 1) for line in
                            self.output("--version", ranks=ranks).splitlines())
            self.assertEqual(set(versions), {"percuss", "git", "deal.II",
                                             "PETSc", "Trilinos", "MPI",
                                             "license"})
            for name in ("percuss", "deal.II", "PETSc"):
                self.assertRegex(versions[name], r"^\d+\.\d+\.\d+")

if __name__ == "__main__":
    unittest.main()
