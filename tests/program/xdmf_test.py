# SPDX-License-Identifier: Apache-2.0
"""Fields in HDF5: few files of many processes, the same values as elsewhere."""

import unittest
from xml.etree import ElementTree

from checkpoint_test import MECHANISMS
from limits_test import CUBE, SQUARE
from program import SMALL_CASE, merged, prm
from started_runs import StartedRuns

try:
    import h5py
except ImportError:
    h5py = None

XDMF = {"Output/field format": "XDMF", "Output/field interval": 20}


@unittest.skipUnless(h5py, "needs python3-h5py")
class XdmfTest(StartedRuns):

    def series(self, name="solution", output="out"):
        """Times and what they refer to, by name: the arrays."""
        folder = self.folder / output
        root = ElementTree.parse(folder / f"{name}.xdmf").getroot()
        found = []
        for grid in root.find("Domain/Grid").findall("Grid"):
            arrays = {}
            for parent in (grid.find("Geometry"), grid.find("Topology"),
                           *grid.findall("Attribute")):
                item = parent.find("DataItem")
                file, path = item.text.strip().split(":")
                with h5py.File(folder / file) as data:
                    values = data[path][...]
                self.assertEqual(values.shape, tuple(
                    map(int, item.get("Dimensions").split())))
                arrays[parent.get("Name", parent.tag)] = values
            found.append((float(grid.find("Time").get("Value")), arrays))
        return found

    def files(self, output="out"):
        return sorted(file.name for file in
                      (self.folder / output / "solution").iterdir())

    def test_values_on_any_number_of_processes(self):
        for case, corner in ((SQUARE, (1, 1.0105)), (CUBE, (1, 1, 1.0105))):
            case = merged(case, {**XDMF, "Output/monitored points":
                                 f"corner: {str(corner)[1:-1]}"})
            for ranks in (0, 2):
                run = self.run_case(case, ranks=ranks, output=f"out{ranks}")
                self.assertFalse((run.folder / "solution.pvd").exists())
                series = self.series(output=f"out{ranks}")
                names = self.files(f"out{ranks}")
                # of two surfaces, a file per time and one of each mesh
                self.assertEqual(len(names), 2 * (len(series) + 1), names)
                rows = {row: i for i, row in enumerate(run.history["time"])}
                for time, arrays in series:
                    row = min(rows, key=lambda t: abs(t - time))
                    self.assertAlmostEqual(row, time, delta=1e-9)
                    distance = abs(arrays["Geometry"][:, :len(corner)] -
                                   corner)
                    node = distance.sum(axis=1).argmin()
                    self.assertLess(distance[node].max(), 1e-12)
                    for d, axis in enumerate("xyz"[:len(corner)]):
                        column = next(name for name in run.history
                                      if name.startswith("position[corner." +
                                                         axis))
                        self.assertAlmostEqual(
                            arrays["displacement"][node][d] + corner[d],
                            run.history[column][rows[row]],
                            delta=1e-8)  # of single precision
                    cells = arrays["Topology"]
                    self.assertEqual(cells.shape[1], 2**len(corner))
                    self.assertLess(cells.max(), len(arrays["Geometry"]))
                    self.assertEqual(len(arrays["stress_xx"]),
                                     len(arrays["Geometry"]))
                self.assertEqual(len(self.series("contact", f"out{ranks}")),
                                 len(series))

    def test_goes_on_with_the_list_of_times(self):
        case = merged(SQUARE, {**XDMF, "Time integration/time step": 1.25e-5,
                               "Time integration/end time": 0.05,
                               "Output/field interval": 200,
                               "Output/checkpoint interval": 300})
        case["Time integration"].pop("Courant number", None)
        run = self.start(case, "--quiet")
        state = self.folder / "out/checkpoint/state"
        self.wait_for(state.exists)
        self.wait_for(lambda: len(self.files()) > 6)
        run.kill()
        run.communicate()
        before = len(self.series())
        run = self.percuss("run", "case.prm", "--output", "out", "--quiet",
                           "--resume")
        self.assertEqual(run.returncode, 0, run)
        series = self.series()
        self.assertGreater(len(series), before)
        for i, (time, _) in enumerate(series):
            self.assertAlmostEqual(time, 200 * 1.25e-5 * i, delta=1e-9)
        # two of each time and the meshes of both processes that wrote
        self.assertEqual(len(self.files()), 2 * len(series) + 4,
                         self.files())

    def test_bars_on_any_number_of_processes(self):
        case = merged(SMALL_CASE, {**XDMF, "Output/field interval": 4,
                                   "Output/monitored points": "end: 1"})
        for ranks in (0, 2):
            run = self.run_case(case, ranks=ranks, output=f"out{ranks}")
            series = self.series(output=f"out{ranks}")
            self.assertEqual(len(series), 4)  # 0, 4, 8, 10
            self.assertEqual(len(self.files(f"out{ranks}")), 5)
            for time, arrays in series:
                row = min(range(run.n_rows), key=lambda i: abs(
                    run.history["time"][i] - time))
                nodes = arrays["Geometry"]
                self.assertEqual(abs(nodes[:, 1:]).max(), 0)
                end = nodes[:, 0].argmax()
                self.assertAlmostEqual(nodes[end][0], 1, delta=1e-12)
                for name, column in (("displacement", "position[end]"),
                                     ("velocity", "velocity[end]")):
                    shift = nodes[end][0] if name == "displacement" else 0
                    self.assertAlmostEqual(
                        arrays[name][end][0] + shift,
                        run.history[column][row], delta=1e-7)
                self.assertEqual(arrays["Topology"].shape[1], 2)
                self.assertEqual(len(arrays["bar"]), len(nodes))

    def test_bodies_of_mechanisms(self):
        """The same numbers as in the text of VTU."""
        for name in ("dominoes", "falling_bodies"):
            words = ("--set", "Time integration/end time=0.02",
                     "--set", "Output/field interval=8")
            case = MECHANISMS / f"{name}.prm"
            self.percuss("run", case, "--output", "vtu", "--quiet", *words)
            run = self.percuss("run", case, "--output", "xdmf", *words,
                               "--set", "Output/field format=XDMF")
            self.assertIn("xdmf/bodies.xdmf\n", run.stdout)
            series = self.series("bodies", "xdmf")
            files = sorted((self.folder / "vtu/solution").iterdir())
            self.assertEqual(len(series), len(files))
            self.assertGreater(len(files), 2)
            for file, (_, arrays) in zip(files, series):
                texts = {array.get("Name"): array.text.split() for array in
                         ElementTree.parse(file).getroot().iter("DataArray")}
                for theirs, ours in (("Points", "Geometry"),
                                     ("velocity", "velocity"),
                                     ("body", "body")):
                    values = arrays[ours].ravel()
                    self.assertEqual(len(values), len(texts[theirs]))
                    for value, text in zip(values, map(float, texts[theirs])):
                        self.assertAlmostEqual(value, text,
                                               delta=1e-8 * (1 + abs(text)))
                cells, corners, start = [], [], 0
                for end in map(int, texts["offsets"]):
                    corners = texts["connectivity"][start:end]
                    cells += [3, end - start, *map(int, corners)]
                    start = end
                self.assertEqual(list(arrays["Topology"]), cells)

    def test_replaces_and_is_replaced(self):
        vtu = merged(SQUARE, {"Output/field interval": 50})
        self.run_case(vtu)
        self.run_case(merged(SQUARE, XDMF))
        self.assertFalse((self.folder / "out/solution.pvd").exists())
        self.assertTrue(all(name.endswith(".h5") for name in self.files()))
        self.run_case(vtu)
        self.assertFalse((self.folder / "out/solution.xdmf").exists())
        self.assertTrue(all(name.endswith(".vtu") for name in self.files()))

    def test_does_not_replace_files_of_others(self):
        folder = self.folder / "out"
        folder.mkdir()
        (folder / "solution.xdmf").write_text("<Xdmf/>")
        self.write("case.prm", prm(merged(SQUARE, XDMF)))
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("solution.xdmf' is in the way", run.stderr)
        self.assertEqual((folder / "solution.xdmf").read_text(), "<Xdmf/>")


if __name__ == "__main__":
    unittest.main()
