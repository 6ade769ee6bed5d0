# SPDX-License-Identifier: Apache-2.0
"""The stub file has what the package has, with a docstring for each."""

import ast
import inspect
import pathlib
import unittest

import percuss

STUB = pathlib.Path(percuss.__file__).with_name("__init__.pyi")


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
            for method in public(node):
                self.assertTrue(ast.get_docstring(method), method.name)
                found = inspect.getattr_static(there, method.name)
                if not isinstance(found, property):
                    self.check_arguments(method, found)
            names = {method.name for method in public(node)}
            for name, value in vars(there).items():
                if not name.startswith("_") and (
                        inspect.isfunction(value) or
                        isinstance(value, property)):
                    self.assertIn(name, names, node.name)

    def check_arguments(self, node, function):
        self.assertEqual([argument.arg for argument in node.args.args],
                         list(inspect.signature(function).parameters),
                         node.name)


if __name__ == "__main__":
    unittest.main()
