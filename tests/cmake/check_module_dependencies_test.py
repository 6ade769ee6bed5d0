# SPDX-License-Identifier: Apache-2.0
"""The checker of the module table accepts what it should and nothing else."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKER = ROOT / "cmake/check_module_dependencies.py"
TABLE = """# comment
bottom:
middle:  bottom
top:     middle        # comment
library: middle [deal.II]
"""


class Checker(unittest.TestCase):

    def check(self, table=TABLE, **files):
        """Runs the checker on a tree of files; returns status and message.

        The names of the arguments are paths with __ for /, without .h."""
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "cmake").mkdir()
            (root / "cmake/modules.txt").write_text(table)
            for path, text in files.items():
                file = root / (path.replace("__", "/") + ".h")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            run = subprocess.run([sys.executable, CHECKER, root],
                                 capture_output=True, text=True, check=False)
            return run.returncode, run.stderr

    def expect_error(self, *words, **arguments):
        status, message = self.check(**arguments)
        self.assertEqual(status, 1)
        for word in words:
            self.assertIn(word, message)
        self.assertEqual(message.count("\n"), 1, message)

    def test_accepts_itself_and_transitive_dependencies(self):
        status, message = self.check(
            include__percuss__top__a="#include <percuss/bottom/b.h>\n"
            '#include <percuss/top/c.h>\n#include <vector>\n',
            source__library__a="#include <deal.II/base/mpi.h>\n")
        self.assertEqual((status, message), (0, ""))

    def test_rejects_a_module_above(self):
        self.expect_error("include/percuss/bottom/a.h:2:", "'top'",
                          include__percuss__bottom__a="// text\n"
                          "#include <percuss/top/c.h>\n")

    def test_rejects_a_forbidden_include_in_sources_and_tests(self):
        text = "  #  include \"percuss/top/c.h\"\n"
        self.expect_error("source/middle/a.h:1:", source__middle__a=text)
        self.expect_error("tests/middle/a.h:1:", tests__middle__a=text)

    def test_rejects_a_relative_path_into_a_module_above(self):
        self.expect_error("tests/bottom/a.h:1:", "'top'",
                          tests__bottom__a='#include "../top/b.h"\n',
                          tests__top__b="")

    def test_rejects_packages_in_unmarked_modules(self):
        for header in ("deal.II/lac/vector.h", "petscvec.h",
                       "Epetra_Vector.h", "mpi.h"):
            self.expect_error(header, "[deal.II]",
                              source__top__a=f"#include <{header}>\n")

    def test_rejects_unknown_modules_and_folders(self):
        self.expect_error("unknown module 'nowhere'",
                          source__top__a="#include <percuss/nowhere/a.h>\n")
        self.expect_error("source/elsewhere", source__elsewhere__a="")

    def test_rejects_a_table_with_a_forward_reference(self):
        self.expect_error("cmake/modules.txt:1:", "'top'",
                          table="middle: top\ntop:\n")

    def test_rejects_deal_ii_below_an_unmarked_module(self):
        self.expect_error("cmake/modules.txt:2:",
                          table="low: [deal.II]\nhigh: low\n")


if __name__ == "__main__":
    unittest.main()
