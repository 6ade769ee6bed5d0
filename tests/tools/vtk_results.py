# SPDX-License-Identifier: Apache-2.0
"""Small results in VTK's formats, and how the tools that render are tested."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "applications/tools"
sys.path.insert(0, str(TOOLS))


def array(name, values, n_components=1, kind="Float32"):
    return (f'<DataArray type="{kind}" Name="{name}" format="ascii" '
            f'NumberOfComponents="{n_components}">'
            f'{" ".join(map(str, values))}</DataArray>')


def piece(points, cell_type, cell_size, point_arrays, cell_arrays=()):
    """The inside of a VTU file: cells of one type, each with its own points.
    """
    n_cells = len(points) // cell_size
    return "".join((
        f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{n_cells}">',
        "<Points>", array("points", [x for p in points for x in p], 3),
        "</Points><Cells>",
        array("connectivity", range(len(points)), kind="Int32"),
        array("offsets", range(cell_size, len(points) + 1, cell_size),
              kind="Int32"),
        array("types", [cell_type] * n_cells, kind="UInt8"),
        "</Cells><PointData>", *point_arrays, "</PointData><CellData>",
        *cell_arrays, "</CellData></Piece>"))


def vtk_file(kind, inside):
    return (f'<?xml version="1.0"?><VTKFile type="{kind}" version="0.1" '
            f'byte_order="LittleEndian"><{kind}>{inside}</{kind}></VTKFile>')


def parallel_file(pieces, point_arrays, cell_arrays=()):
    """A PVTU file; arrays are pairs of name and number of components."""
    def declared(arrays):
        return "".join(f'<PDataArray type="Float32" Name="{name}" '
                       f'NumberOfComponents="{size}"/>'
                       for name, size in arrays)

    return vtk_file(
        "PUnstructuredGrid",
        f"<PPointData>{declared(point_arrays)}</PPointData>"
        f"<PCellData>{declared(cell_arrays)}</PCellData><PPoints>"
        '<PDataArray type="Float32" NumberOfComponents="3"/></PPoints>'
        + "".join(f'<Piece Source="{name}"/>' for name in pieces))


def collection(records):
    """A PVD file of pairs of time and file."""
    return vtk_file("Collection", "".join(
        f'<DataSet timestep="{time}" part="0" file="{file}"/>'
        for time, file in records))


class RenderTest(unittest.TestCase):
    """A test of TOOL, which renders the run in self.root."""

    TOOL = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def render(self, *arguments, command=(sys.executable,)):
        environment = dict(os.environ)
        environment.pop("DISPLAY", None)
        return subprocess.run(
            [*command, TOOLS / self.TOOL, self.root, *arguments],
            env=environment, capture_output=True, text=True, check=False)

    def expect_animations(self, *names, n_frames):
        """GIFs of the frames in `picture`, and nothing but these and MP4."""
        run = self.render("--animate", "--frames", str(n_frames), "--width",
                          "240")
        self.assertEqual(run.returncode, 0, run.stderr)
        folder = self.root / "picture"
        self.assertEqual({file.name for file in folder.iterdir()
                          if file.suffix != ".mp4"},
                         {f"{name}.gif" for name in names})
        for name in names:
            data = (folder / f"{name}.gif").read_bytes()
            self.assertEqual(data[:6], b"GIF89a")
            self.assertEqual(struct.unpack("<H", data[6:8]), (240,))
            # a block of control before each frame
            self.assertEqual(data.count(b"\x21\xf9\x04"), n_frames)

    def size(self, png):
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(len(png), 5000, "nothing but background")
        return struct.unpack(">II", png[16:24])


def main():
    if shutil.which("pvbatch") and shutil.which("xvfb-run"):
        unittest.main()
    else:
        print("OK (skipped: pvbatch or xvfb-run is not installed)")
