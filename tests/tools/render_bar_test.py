# SPDX-License-Identifier: Apache-2.0
"""render_bar.py draws one bar, several, and the results of several ranks."""

import types
import unittest

import vtk_results
from vtk_results import array, collection, parallel_file, piece, vtk_file

POINT_FIELDS = ("displacement", "gap", "contact_boundary", "stress", "radius")
N_ELEMENTS = 4


def bar(number, time):
    """A bar of length 1 whose left end is at the distance 0.1 - time."""
    points = []
    for cell in range(N_ELEMENTS):
        for x in (cell / N_ELEMENTS, (cell + 1) / N_ELEMENTS):
            points.append({"x": x, "displacement": -time, "bar": number,
                           "gap": 0.1 - time if x == 0 else 0,
                           "contact_boundary": int(x == 0),
                           "stress": 1e6 * time * x, "radius": 0.02})
    return points


def piece_of(points, offset):
    """The inside of a VTU file: line cells, two points each."""
    arrays = [array("displacement", [value for p in points for value
                                     in (p["displacement"], 0, 0)], 3)]
    arrays += [array(name, [p[name] for p in points])
               for name in POINT_FIELDS[1:]]
    return piece([(p["x"] + offset, 0, 0) for p in points], 3, 2, arrays,
                 [array("bar", [p["bar"] for p in points[::2]])])


class RenderBar(vtk_results.RenderTest):

    TOOL = "render_bar.py"

    def write_run(self, n_bars, several_ranks=False, times=(0., 0.05, 0.1)):
        records = []
        for step, time in enumerate(times):
            pieces = [piece_of(bar(b + 1, time), 1.1 * b + 0.1)
                      for b in range(n_bars)]
            if several_ranks:
                records.append((time, self.write_ranks(step, pieces)))
            else:
                records.append((time, f"step{step}.vtu"))
                (self.root / records[-1][1]).write_text(
                    vtk_file("UnstructuredGrid", "".join(pieces)))
        (self.root / "solution.pvd").write_text(collection(records))

    def write_ranks(self, step, pieces):
        for rank, text in enumerate(pieces):
            (self.root / f"step{step}.{rank}.vtu").write_text(
                vtk_file("UnstructuredGrid", text))
        (self.root / f"step{step}.pvtu").write_text(parallel_file(
            [f"step{step}.{rank}.vtu" for rank in range(len(pieces))],
            [(name, 3 if name == "displacement" else 1)
             for name in POINT_FIELDS], [("bar", 1)]))
        return f"step{step}.pvtu"

    def expect_pictures(self, *arguments, n_times, folder=None):
        run = self.render(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        folder = folder or self.root / "picture"
        names = [f"bar_{i + 1:03}.png" for i in range(n_times)]
        self.assertEqual({file.name for file in folder.iterdir()},
                         {*names, "filmstrip.png"})
        pictures = [(folder / name).read_bytes() for name in names]
        self.assertEqual(len(set(pictures)), n_times, "equal pictures")
        sizes = {self.size(picture) for picture in pictures}
        self.assertEqual(len(sizes), 1)
        width, height = sizes.pop()
        strip = self.size((folder / "filmstrip.png").read_bytes())
        self.assertEqual(strip[0], width)
        self.assertGreater(strip[1], (n_times - 1) * height / 2)

    def test_one_bar(self):
        self.write_run(1)
        self.expect_pictures(n_times=3)

    def test_chosen_times(self):
        self.write_run(1)
        folder = self.root / "elsewhere"
        self.expect_pictures("--at", "0.06", "--output", folder, n_times=1,
                             folder=folder)

    def test_animation(self):
        self.write_run(1)
        self.expect_animations("bar", n_frames=3)

    def test_several_bars(self):
        self.write_run(3)
        self.expect_pictures("--times", "2", n_times=2)

    def test_several_ranks(self):
        self.write_run(2, several_ranks=True)
        self.expect_pictures("--times", "2", n_times=2)

    def test_started_by_hand(self):
        self.write_run(1)
        run = self.render("--times", "1", command=(
            "xvfb-run", "-a", "-s", "-noreset", "pvbatch"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.root / "picture/filmstrip.png").exists())

    def test_wrong_directory(self):
        run = self.render()
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("no solution.pvd", run.stderr)
        self.assertNotIn("Traceback", run.stderr)


class Geometry(unittest.TestCase):
    """What is drawn apart is factor times as far apart as it is."""

    def snapshot(self, u):
        """Three bars of length 1, 0.01 between them and 0.02 to obstacles."""
        import numpy as np
        u = np.array(u)
        gaps = np.array([0.02, 0.01, 0.01, 0.02]) + np.concatenate(
            ([u[0]], u[2::2] - u[1:-1:2], [-u[-1]]))
        return types.SimpleNamespace(
            x=np.array([0.02, 1.02, 1.03, 2.03, 2.04, 3.04]), u=u,
            gap=np.repeat(gaps, 2)[1:-1], gaps=gaps, stress=u,
            bar=np.array([1, 1, 2, 2, 3, 3]), radius=np.full(6, 0.02),
            in_contact_pair=np.full(6, True))

    def test_gaps(self):
        try:
            import render_bar
        except (ImportError, SystemExit):
            self.skipTest("this Python has no ParaView")
        motions = ((0, 0, 0, 0, 0, 0), (-0.02, -0.01, -0.015, 0, -0.01, 0.02),
                   (0.003, 0.001, -0.009, 0.004, -0.006, 0.01))
        for motion in motions:  # with and without displacement at the start
            snapshots = [self.snapshot(motion), *map(self.snapshot, motions)]
            row = render_bar.Row(snapshots)
            self.assertGreater(row.factor, 1)
            (left, _), (right, _) = row.obstacles
            for snapshot in snapshots:
                place = row.place(snapshot)
                drawn = (place[0] - left, place[2] - place[1],
                         place[4] - place[3], right - place[5])
                for gap, distance in zip(snapshot.gaps, drawn):
                    self.assertAlmostEqual(distance, row.factor * gap)

    def test_enlargement(self):
        from field_style import enlargement  # which needs no ParaView
        for wanted, largest, factor in ((0.12, 1e-4, 1000), (0.1, 0.02, 5),
                                        (0.1, 1, 1), (0.1, 0, 1)):
            self.assertEqual(enlargement(wanted, largest), factor)


if __name__ == "__main__":
    vtk_results.main()
