#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include against the module table cmake/modules.txt.

usage: check_module_dependencies.py [ROOT]

Prints file:line, what is wrong and what to do; exit status 1 if anything is.
"""

import pathlib
import re
import sys

TABLE = "cmake/modules.txt"
FOLDERS = ("include/percuss", "source", "tests")
# folders of tests/ that belong to no module
SUITES = ("cmake", "consumer", "docs", "fuzz", "judges", "program", "python",
          "tools")
PROGRAMS = "applications"  # their sources may include every module
KIND = re.compile(r"models/[a-z_]+/kind\.(h|cc)$")  # they are of module models

LINE = re.compile(r"([a-z_/]+(?:/\*)?):([a-z_/ ]*)(?:\[(.+)\])?$")
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
# headers that only [deal.II] modules may see
PACKAGES = re.compile(
    r"deal\.II/|petsc|slepc|p4est|p8est|mpi\.h|HYPRE|dmumps"
    r"|trilinos/|Epetra|Teuchos|Amesos|AztecOO|Ifpack|ml_|ROL_|Sacado|Zoltan")


class Table:
    """The modules, what each may include, and which are [deal.II]."""

    def __init__(self, root, complain):
        self.root = root
        self.allowed, self.with_deal_ii = {}, set()
        lines = (root / TABLE).read_text().splitlines()
        for number, line in enumerate(lines, 1):
            line = line.split("#")[0].strip()
            if line:
                self._add(line, lambda *text, number=number:
                          complain(TABLE, number, *text))

    def _add(self, line, complain):
        match = LINE.match(line)
        if not match:
            complain(f"cannot read '{line}'",
                     "write 'module: dependencies [deal.II]'")
            return
        module, dependencies, package = match.groups()
        if module in self.allowed:
            complain(f"second line for '{module}'", "merge the two lines")
        if package not in (None, "deal.II"):
            complain(f"unknown package [{package}]",
                     "the only package is [deal.II]")
        closure = set()
        for dependency in dependencies.split():
            if dependency not in self.allowed:
                complain(f"'{module}' depends on '{dependency}', which is "
                         "not in a line above", "a line names only modules "
                         "above it; move the line or drop the dependency")
            closure |= self.allowed.get(dependency, set())
            if dependency in self.with_deal_ii and package is None:
                complain(f"'{module}' depends on '{dependency}' [deal.II] "
                         "without being marked [deal.II]",
                         "mark it, or drop the dependency")
        for name in self._folders(module):
            self.allowed[name] = closure | {name}
            if package == "deal.II":
                self.with_deal_ii.add(name)

    def _folders(self, module):
        """The module, or those that 'models/*' stands for."""
        if not module.endswith("/*"):
            return [module]
        found = {module[:-1] + path.name for folder in FOLDERS
                 for path in (self.root / folder / module[:-2]).glob("*/")}
        return sorted(found - set(self.allowed))

    def module_of(self, path):
        """Of a path below one of FOLDERS; None for files beside modules."""
        if KIND.match(path.as_posix()):
            return "models"
        for folder in path.parents:  # the innermost first
            if folder.as_posix() in self.allowed:
                return folder.as_posix()
        return path.parts[0] if len(path.parts) > 1 else None


def module_of_include(root, table, file, header):
    """The module that a header belongs to, or None for other headers."""
    if header.startswith("percuss/"):
        return table.module_of(pathlib.PurePosixPath(header[8:]))
    target = (file.parent / header).resolve()
    for folder in FOLDERS:
        base = (root / folder).resolve()
        if target.is_file() and base in target.parents:
            return table.module_of(target.relative_to(base))
    return None


def check_file(root, file, module, table, complain):
    """Checks what a file of a module includes; None is a program."""
    allowed = table.allowed.get(module, set(table.allowed))
    if KIND.search(file.as_posix()):
        # it describes the models of a folder that the program has not loaded
        allowed = table.allowed[module]
    for number, line in enumerate(
            file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        header, place = match[1], file.relative_to(root)
        other = module_of_include(root, table, file, header)
        if KIND.search(header) and header.split("/")[2] in file.parts:
            continue  # that of its own model
        if other is None:
            if PACKAGES.match(header) and module not in table.with_deal_ii:
                complain(place, number,
                         f"'{module}' includes <{header}> but is not marked "
                         f"[deal.II] in {TABLE}",
                         "move the code to a module that is")
        elif other not in table.allowed:
            complain(place, number, f"unknown module '{other}' in <{header}>",
                     f"correct the path or add a line to {TABLE}")
        elif other not in allowed:
            may = ", ".join(m for m in table.allowed if m in allowed)
            complain(place, number,
                     f"'{module}' must not include <{header}> of '{other}'",
                     f"it may use {may}; move the code to a module above "
                     f"both, or reconsider {TABLE}")


def check(root, complain):
    """Checks the tree; calls complain(file, line, what, advice)."""
    table = Table(root, complain)
    for folder in FOLDERS:
        base = root / folder
        for path in sorted(base.glob("*/")):
            name = path.name
            if folder == "tests" and name in SUITES:
                continue
            if not any(m.split("/")[0] == name for m in table.allowed):
                complain(path.relative_to(root), 1,
                         f"the folder is not a module of {TABLE}",
                         "rename it or add a line to the table")
                continue
            for file in sorted(path.rglob("*")):
                if file.suffix in (".h", ".cc"):
                    check_file(root, file,
                               table.module_of(file.relative_to(base)),
                               table, complain)
    for file in sorted((root / PROGRAMS).rglob("*")):
        if file.suffix in (".h", ".cc"):
            check_file(root, file, None, table, complain)


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    complaints = []

    def complain(file, line, what, advice):
        complaints.append(f"{file}:{line}: {what}: {advice}")

    check(root, complain)
    print("\n".join(complaints), file=sys.stderr, end="\n" * bool(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
