# SPDX-License-Identifier: Apache-2.0
"""Pictures of a run for its report, by the tools that draw fields and
mechanisms, and why there is none.
"""

import base64
import pathlib
import shutil
import subprocess
import sys
import tempfile

from reproduction_runs import environment

HERE = pathlib.Path(__file__).resolve().parent
BUDGET = 1.8e6  # of all of them together, with what else is large [bytes]
KINDS = {".png": "image/png", ".svg": "image/svg+xml"}


def tool_of(run):
    """The words of a command that draws the run, those of its own files, and
    what it needs; none where nothing can be drawn."""
    model = run.summary.get("model")
    if model in ("mechanism", "spatial mechanism"):
        return [sys.executable, HERE / "plot_mechanism.py"], "mechanism.png"
    if (run.directory / "solution.pvd").is_file():
        if model == "elastic bar":
            return [sys.executable, HERE / "render_bar.py"], "filmstrip.png"
        if model == "solid":
            return [sys.executable, HERE / "render_solid.py", "--times",
                    "3"], "*.png"
    return None


def pictures(run, taken=0):
    """(pictures as <img>, what is said beside them)

    taken: what else the page holds [bytes]"""
    tool = tool_of(run)
    if tool is None:
        return [], ""
    command, pattern = tool
    if "render" in command[1].name and not shutil.which("pvbatch"):
        return [], ("Pictures of the fields need ParaView: apt-get install "
                    "paraview python3-paraview xvfb xauth.")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        output = folder if "*" in pattern or pattern == "filmstrip.png" \
            else folder / pattern
        try:
            made = subprocess.run(
                [*map(str, command), str(run.directory), "--output",
                 str(output)], capture_output=True, text=True, check=False,
                env=environment())
        except OSError as problem:
            return [], f"There is no picture: {problem}"
        files = sorted(folder.glob(pattern))
        if made.returncode or not files:
            said = (made.stderr.strip().splitlines() or ["it says nothing"])
            return [], f"There is no picture: {said[-1]}"
        return embedded(files, BUDGET - 0.75 * taken)


def embedded(files, budget):
    """As many as there is room for."""
    result, size = [], 0
    for file in files:
        data = file.read_bytes()
        size += len(data)
        if size > budget and result:
            return result, f"{len(files) - len(result)} more are left out."
        text = base64.b64encode(data).decode()
        result.append(f'<img alt="{file.stem}" '
                      f'src="data:{KINDS[file.suffix]};base64,{text}">')
    return result, ""
