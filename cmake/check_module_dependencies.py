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
SUITES = ("cmake", "program", "tools")  # folders of tests/ that belong to no module

LINE = re.compile(r"([a-z_]+):([a-z_ ]*)(?:\[(.+)\])?$")
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
# headers that only [deal.II] modules may see
PACKAGES = re.compile(
    r"deal\.II/|petsc|slepc|p4est|p8est|mpi\.h|hdf5|HYPRE|dmumps|boost/"
    r"|trilinos/|Epetra|Teuchos|Amesos|AztecOO|Ifpack|ml_|ROL_|Sacado|Zoltan")


def read_table(path, complain):
    """Returns module -> modules it may include, and the [deal.II] modules."""
    allowed, with_deal_ii = {}, set()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        match = LINE.match(line)
        if not match:
            complain(TABLE, number, f"cannot read '{line}'",
                     "write 'module: dependencies [deal.II]'")
            continue
        module, dependencies, package = match.groups()
        if module in allowed:
            complain(TABLE, number, f"second line for '{module}'",
                     "merge the two lines")
        if package not in (None, "deal.II"):
            complain(TABLE, number, f"unknown package [{package}]",
                     "the only package is [deal.II]")
        closure = {module}
        for dependency in dependencies.split():
            if dependency not in allowed:
                complain(TABLE, number,
                         f"'{module}' depends on '{dependency}', which is "
                         "not in a line above", "a line names only modules "
                         "above it; move the line or drop the dependency")
            closure |= allowed.get(dependency, set())
            if dependency in with_deal_ii and package is None:
                complain(TABLE, number,
                         f"'{module}' depends on '{dependency}' [deal.II] "
                         "without being marked [deal.II]",
                         "mark it, or drop the dependency")
        allowed[module] = closure
        if package == "deal.II":
            with_deal_ii.add(module)
    return allowed, with_deal_ii


def module_of_include(root, file, header):
    """The module that a header belongs to, or None for other headers."""
    if header.startswith("percuss/"):
        return header.split("/")[1]
    target = (file.parent / header).resolve()
    for folder in FOLDERS:
        base = (root / folder).resolve()
        if target.is_file() and base in target.parents:
            parts = target.relative_to(base).parts
            # files beside the modules' folders belong to none
            return parts[0] if len(parts) > 1 else None
    return None


def check_file(root, file, module, allowed, with_deal_ii, complain):
    for number, line in enumerate(
            file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        header, place = match[1], file.relative_to(root)
        other = module_of_include(root, file, header)
        if other is None:
            if PACKAGES.match(header) and module not in with_deal_ii:
                complain(place, number,
                         f"'{module}' includes <{header}> but is not marked "
                         f"[deal.II] in {TABLE}",
                         "move the code to a module that is")
        elif other not in allowed:
            complain(place, number, f"unknown module '{other}' in <{header}>",
                     f"correct the path or add a line to {TABLE}")
        elif other not in allowed[module]:
            may = ", ".join(m for m in allowed if m in allowed[module])
            complain(place, number,
                     f"'{module}' must not include <{header}> of '{other}'",
                     f"it may use {may}; move the code to a module above "
                     f"both, or reconsider {TABLE}")


def check(root, complain):
    """Checks the tree; calls complain(file, line, what, advice)."""
    allowed, with_deal_ii = read_table(root / TABLE, complain)
    for folder in FOLDERS:
        for path in sorted((root / folder).glob("*/")):
            module = path.name
            if folder == "tests" and module in SUITES:
                continue
            if module not in allowed:
                complain(path.relative_to(root), 1,
                         f"the folder is not a module of {TABLE}",
                         "rename it or add a line to the table")
                continue
            for file in sorted(path.rglob("*")):
                if file.suffix in (".h", ".cc"):
                    check_file(root, file, module, allowed, with_deal_ii,
                               complain)


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
