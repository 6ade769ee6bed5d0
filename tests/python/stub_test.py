# SPDX-License-Identifier: Apache-2.0
"""The stub file has what the package has, with a docstring for each."""

import ast
import inspect
import pathlib
import unittest

import percuss

STUB = pathlib.Path(percuss.__file__).with_name("__init__.pyi")


ENTRIES = STUB.with_name("_entries.pyi")


def is_property(node, decorator="property"):
    """Whether a function of a class is decorated so."""
    return any(ast.unparse(each).endswith(decorator)
               for each in node.decorator_list)


def public(node):
    return [each for each in node.body
            if isinstance(each, (ast.ClassDef, ast.FunctionDef))
            and not each.name.startswith("_")]


class StubTest(unittest.TestCase):

    def test_same_names(self):
        tree = ast.parse(STUB.read_text(encoding="utf-8"))
        self.assertEqual(sorted(node.name for node in public(tree)),
                         sorted(percuss.__all__))
        for node in public(tree):
            self.assertTrue(ast.get_docstring(node), node.name)
            there = getattr(percuss, node.name)
            if isinstance(node, ast.FunctionDef):
                self.check_arguments(node, there)
                continue
            setters = {method.name for method in public(node)
                       if is_property(method, "setter")}
            for name, value in vars(there).items():
                if isinstance(value, property):
                    self.assertEqual(value.fset is not None, name in setters,
                                     name)
            for method in public(node):
                if is_property(method, "setter"):
                    self.assertIsNotNone(getattr(there, method.name).fset)
                    continue
                self.assertTrue(ast.get_docstring(method), method.name)
                found = inspect.getattr_static(there, method.name)
                if not isinstance(found, property):
                    self.check_arguments(method, found)
                else:
                    self.assertTrue(is_property(method), method.name)
            names = {method.name for method in public(node)}
            for name, value in vars(there).items():
                if not name.startswith("_") and (
                        inspect.isfunction(value) or
                        isinstance(value, property)):
                    self.assertIn(name, names, node.name)

    def check_arguments(self, node, function):
        """Names, kinds and defaults."""
        args = node.args
        given = [(each.arg, "POSITIONAL_OR_KEYWORD") for each in args.args]
        given += [(each.arg, "KEYWORD_ONLY") for each in args.kwonlyargs]
        defaults = [None] * (len(args.args) - len(args.defaults))
        defaults += args.defaults + args.kw_defaults
        found = inspect.signature(function).parameters.values()
        self.assertEqual(
            [(*each, None if default is None else ast.literal_eval(default))
             for each, default in zip(given, defaults)],
            [(each.name, each.kind.name,
              None if each.default is each.empty else each.default)
             for each in found], node.name)
        self.assertEqual(len(given), len(defaults))

    def check_items(self, names):
        """The classes of items have the words that are declared."""
        case = percuss.Case(text="")
        n_words = 0
        for path in case:
            items = case._core.words_of_items(path)
            if not items:
                continue
            class_name = "_" + "".join(filter(str.isalnum, path.title()))
            members = ast.literal_eval(ast.Tuple(
                names[class_name].args[1].keys, ast.Load()))
            for kind, _, words in items:
                self.assertTrue(not kind or "kind" in members, kind)
                for word, _, _, meaning in words:
                    n_words += 1
                    self.assertIn(word or "points", members)
                    self.assertIn(meaning.split(" [")[0], case.explain(path))
        self.assertGreater(n_words, 200)

    def test_entries(self):
        """_entries.pyi has the entries of a case, of the declarations."""
        names = {}
        for node in ast.parse(ENTRIES.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign):
                names[node.targets[0].id] = node.value
        paths = ast.literal_eval(names["Path"].slice)
        self.assertEqual(list(paths), list(percuss.Case(text="")))
        sections = names["Description"].args[1]
        found = []
        for section, of in zip(sections.keys, sections.values):
            entries = names[of.id].args[1]
            found += [f"{section.value}/{entry.value}"
                      for entry in entries.keys]
        self.assertEqual(found, list(paths))
        self.check_items(names)
        schemes = names["_TimeIntegration"].args[1]
        words = dict(zip((key.value for key in schemes.keys), schemes.values))
        self.assertIn("moreau-jean",
                      ast.literal_eval(words["scheme"].slice))


if __name__ == "__main__":
    unittest.main()
