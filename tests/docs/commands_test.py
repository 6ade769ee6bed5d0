# SPDX-License-Identifier: Apache-2.0
"""Runs every command that the documentation shows.

Of README.md, doc and applications, blocks indented by four spaces or fenced are
commands if their first line begins like one. Those of a page run in one shell,
in a folder that looks like the repository. A comment before a block, which no
reader sees, excepts it and says why:

    <!-- not run: it takes an hour -->

Commands that need ParaView are run only where that is, the others of their
blocks everywhere.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["PERCUSS_PROGRAM"]
COMMAND = re.compile(r"(percuss|mpirun|alias|export|for|cat|cd|cmake|sudo|"
                     r"apt-get|less|tail|head|grep|sbatch|\.{0,2}/?"
                     r"(applications|build|tests|cmake|\.ci|quickstart|"
                     r"run_tests)[\w./-]*)(\s|=|$)")
EXCEPTION = re.compile(r"<!-- not run: (\S.*?) -->")
RENDERING = ("render_bar.py", "render_solid.py")


class Block:
    """Lines of a page that stand apart, and why they are not run, if so."""

    def __init__(self, page, number, lines, exception):
        self.place = f"{page.relative_to(ROOT)}:{number}"
        self.text = "\n".join(lines)
        self.is_commands = bool(COMMAND.match(lines[0].strip()))
        self.exception = exception

    def n_commands(self):
        """Lines that begin a command; not those that go on, of here documents
        or of loops."""
        text = re.sub(r"<<'?(\w+)'?\n.*?\n\1$", "", self.text,
                      flags=re.DOTALL | re.MULTILINE)
        text = text.replace("\\\n", " ")
        return sum(bool(COMMAND.match(line.strip()))
                   for line in text.split("\n"))

    def leave_out(self, tools):
        """Commands that name one of the tools go; returns how many these are."""
        commands = re.split(r"(?<!\\)\n", self.text)
        kept = [command for command in commands
                if not any(tool in command for tool in tools)]
        self.text = "\n".join(kept)
        return len(commands) - len(kept)


def blocks(page):
    """The blocks of a page, in their order."""
    found, lines, exception, fence = [], [], "", None

    def end():
        nonlocal lines, exception
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            found.append(Block(page, first, lines, exception))
            exception = ""
        lines = []

    first = 0
    for number, line in enumerate(page.read_text().split("\n"), 1):
        if line.lstrip().startswith("```"):
            if fence is None:
                end()
                fence = len(line) - len(line.lstrip())
            else:
                end()
                fence = None
        elif fence is not None or line.startswith("    ") or (
                lines and not line.strip()):
            if not lines and line.strip():
                first = number
            if lines or line.strip():
                lines.append(line[4:] if fence is None else line[fence:])
        else:
            end()
            if mark := EXCEPTION.fullmatch(line.strip()):
                exception = mark[1]
            elif line.strip():
                exception = ""
    end()
    return found


def pages():
    return sorted([ROOT / "README.md", *(ROOT / "doc").rglob("*.md"),
                   *(ROOT / "applications").rglob("*.md")])


def make_repository(folder):
    """What the commands see: links to what they read, the program, and a
    Python that has what the plots need."""
    for name in ("applications", "meshes", "doc"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "bin").mkdir()
    (folder / "build/release").mkdir(parents=True)
    for name in ("bin/percuss", "build/release/percuss"):
        (folder / name).write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@"\n')
        (folder / name).chmod(0o755)
    (folder / "bin/python3").symlink_to(sys.executable)


def run_page(runnable):
    """What the shell says where a command fails, else nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_repository(folder)
        script = ["set -eE", "shopt -s expand_aliases"]
        for block in runnable:
            script += [f"trap 'echo \"{block.place}: $BASH_COMMAND\" >&2' ERR",
                       block.text]
        run = subprocess.run(
            ["bash", "-c", "\n".join(script)], cwd=folder, text=True,
            capture_output=True, check=False, stdin=subprocess.DEVNULL,
            env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}",
                 "PYTHONDONTWRITEBYTECODE": "1",
                 "OMPI_MCA_rmaps_base_oversubscribe": "1"})
        if run.returncode == 0:
            return ""
        return f"{runnable[0].place}\n{run.stdout[-500:]}\n{run.stderr[-2000:]}"


class CommandsTest(unittest.TestCase):

    def test_all(self):
        has_paraview = shutil.which("pvbatch") and shutil.which("xvfb-run")
        per_page, n_run, n_excepted, n_left = [], 0, 0, 0
        for page in pages():
            runnable = []
            for block in filter(lambda each: each.is_commands, blocks(page)):
                if block.exception:
                    n_excepted += block.n_commands()
                    continue
                if not has_paraview:
                    n_left += block.leave_out(RENDERING)
                n_run += block.n_commands()
                runnable.append(block)
            if runnable:
                per_page.append(runnable)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            problems = list(filter(None, pool.map(run_page, per_page)))
        print(f"{n_run} commands run, {n_excepted} excepted in their pages, "
              f"{n_left} left out for want of ParaView")
        self.assertEqual(problems, [], "\n\n".join(problems))
        self.assertGreater(n_run, 40)

    def test_no_command_is_overlooked(self):
        """The program's name begins no line of any other block."""
        for page in pages():
            for block in blocks(page):
                if not block.is_commands and not block.exception:
                    for line in block.text.split("\n"):
                        self.assertFalse(COMMAND.match(line.strip()) and
                                         "percuss" in line.split()[0],
                                         f"{block.place}: {line}")


class BlocksTest(unittest.TestCase):

    def test_blocks(self):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("Text\n\n    percuss list \\\n      models\n\n"
                            "    percuss list\n\nMore\n```\nx = 1\n```\n"
                            "<!-- not run: long -->\n\n    percuss run a\n\n"
                            "```\ncat > a <<'END'\npercuss run\nEND\n"
                            "percuss run a\n```\n")
            found = blocks(page)
        self.assertEqual([block.is_commands for block in found],
                         [True, False, True, True])
        self.assertEqual([block.n_commands() for block in found], [2, 0, 1, 2])
        self.assertEqual([block.exception for block in found],
                         ["", "", "long", ""])


if __name__ == "__main__":
    unittest.main()
