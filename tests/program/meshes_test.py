# SPDX-License-Identifier: Apache-2.0
"""Meshes of Gmsh, Abaqus and VTK, boundaries and materials by name."""

import unittest

from grid import Grid
from program import ProgramTest, merged, prm

BY_NUMBER = {
    "Young's modulus": "1: 2e9 | 2: 1e9", "density": "1: 2000 | 2: 1000",
    "contact boundaries": "5"}
BY_NAME = {
    "Young's modulus": "head: 2e9 | handle: 1e9",
    "density": "head: 2000 | handle: 1000", "contact boundaries": "foot"}


def case(mesh, dimension, kinematics, names, held="end: x"):
    """A block falls on a plane, loaded at its end."""
    zero = ", 0" if dimension == 3 else ""
    return {
        "Model": {"name": "solid"},
        "Discretization": {"mesh file": mesh},
        "Solid": {
            "dimension": dimension, "kinematics": kinematics, **names,
            "initial velocity": "0, -1" + zero, "fixed displacements": held,
            "tractions": f"{held[:held.index(':')]}: 0, -1e6*t{zero}",
            "mass matrix": "lumped",
            "obstacles": f"plane: 0, -1e-4{zero} ; 0, 1{zero}"},
        "Contact": {"restitution coefficient": 0},
        "Time integration": {"scheme": "cd-lagrange", "Courant number": 0.5,
                             "end time": 1e-3},
        "Output": {"output directory": "out"}}


class MeshFilesTest(ProgramTest):
    """The same history from every file, by names and by numbers."""

    def same(self, one, other):
        for name, values in one.history.items():
            if "residual" in name:  # rounding alone
                continue
            scale = max(map(abs, values)) or 1.
            for a, b in zip(values, other.history[name], strict=True):
                self.assertLessEqual(abs(a - b), 1e-12 * scale, name)

    def check(self, *n, kinematics="plane strain", simplices=False):
        grid = Grid(*n, size=0.1, simplices=simplices)
        for name, text in (("a.msh", grid.gmsh()), ("a.inp", grid.abaqus()),
                           ("a.vtu", grid.vtu()),
                           ("b.msh", grid.gmsh(named=False))):
            self.write(name, text)
        dimension = len(n)
        expected = self.run_case(case("b.msh", dimension, kinematics,
                                      BY_NUMBER, held="6: x"))
        self.assertGreater(expected.summary["contact"]["total_impulse"], 0)
        for mesh, ranks in (("a.msh", 0), ("a.inp", 0), ("a.vtu", 0),
                            ("a.inp", 2)):
            self.same(expected, self.run_case(
                case(mesh, dimension, kinematics, BY_NAME), ranks=ranks))

    def test_in_the_plane(self):
        self.check(4, 3)

    def test_of_revolution(self):
        self.check(4, 3, kinematics="axisymmetric")

    def test_in_space(self):
        self.check(3, 2, 2)

    def test_triangles(self):
        for kinematics in ("plane strain", "axisymmetric"):
            self.check(4, 3, kinematics=kinematics, simplices=True)

    def test_tetrahedra(self):
        self.check(3, 2, 2, simplices=True)

    def test_bars_of_all_files(self):
        """Of lines on the x-axis."""
        n = 11
        points = [(0.1 * i, 0, 0) for i in range(n)]
        lines = [(i + 1, i + 2) for i in range(n - 1)]
        self.write("a.inp", "*NODE\n" + "".join(
            f"{i}, {x!r}\n" for i, (x, *_) in enumerate(points, 1)) +
            "*ELEMENT, TYPE=T3D2\n" + "".join(
                f"{i}, {a}, {b}\n" for i, (a, b) in enumerate(lines, 1)))
        bar = {"Model": {"name": "elastic bar"},
               "Elastic bar": {"number of elements": n - 1, "length": 1,
                               "initial velocity": -1},
               "Time integration": {"time step": 1e-6, "end time": 1e-4}}
        generated = self.run_case(bar)
        self.same(generated, self.run_case(merged(
            bar, {"Discretization/mesh file": "a.inp"})))


BAR = """*Heading
*Part, name=Bar
*Node
 1, 0., 0.
 2, 1., 0.
 3, 2., 0.
 4, 0., 0.5
 5, 1., 0.5
 6, 2., 0.5
*Element, type=CPS4R
1, 1, 2, 5, 4
2, 2, 3, 6, 5
*Nset, nset=Set-1, generate
 1, 6, 1
*Elset, elset=Set-1, generate
 1, 2, 1
*Solid Section, elset=Set-1, material=Steel
,
*End Part
*Assembly, name=Assembly
*Instance, name=Bar-1, part=Bar
*End Instance
*Node
 1, -0.25, 0.25, 0.
*Nset, nset=RP-1
 1,
*Nset, nset=Set-1, instance=Bar-1
 1, 4
*Elset, elset=_Tip_S2, internal, instance=Bar-1
 2,
*Surface, type=ELEMENT, name=Tip
_Tip_S2, S2
*End Assembly
*Material, name=Steel
*Density
7800.,
"""


class AbaqusNamesTest(ProgramTest):
    """A bar of 2 m, drawn with 1 MPa: u = 1e6 / 210e9 * 2 at its tip, in the
    rest that theta = 1 comes to."""

    PASSED_OVER = ["'bar.inp' has what is not in the mesh: *DENSITY, "
                   "*MATERIAL"],

    def tip(self, held, mesh=BAR, warnings=PASSED_OVER):
        self.write("bar.inp", mesh)
        return self.run_case({
            "Model": {"name": "solid"},
            "Discretization": {"mesh file": "bar.inp"},
            "Solid": {"kinematics": "plane stress", "Poisson's ratio": 0,
                      "fixed displacements": held, "tractions": "Tip: 1e6, 0"},
            "Time integration": {"scheme": "schatzman-paoli", "theta": 1,
                                 "time step": 1, "end time": 20},
            "Output": {"output directory": "out",
                       "monitored points": "tip: 2, 0.25"}}, warnings=warnings)

    def test_the_set_of_the_assembly(self):
        """The part has another one of this name, of all nodes."""
        run = self.tip("Set-1: x, y")
        drawn = 2 / 210e3
        self.assertAlmostEqual(run.history["position[tip.x]"][-1] - 2, drawn,
                               delta=1e-6 * drawn)

    def test_the_set_of_the_part(self):
        run = self.tip("Bar-1.Set-1: x, y")
        self.assertAlmostEqual(run.history["position[tip.x]"][-1], 2,
                               delta=1e-15)

    def test_a_file_that_says_nothing_else(self):
        run = self.tip("Set-1: x, y", BAR[:BAR.index("*Material")], ())
        self.assertFalse([warning for warning in run.summary["warnings"]
                          if "bar.inp" in warning])


class MeshNamesTest(ProgramTest):

    def refuse(self, solid, *parts, mesh="a.msh"):
        for name, text in (("a.msh", Grid(2, 2).gmsh()),
                           ("b.msh", Grid(2, 2).gmsh(named=False)),
                           ("a.inp", Grid(2, 2).abaqus())):
            self.write(name, text)
        self.write("case.prm", prm(merged(
            case(mesh, 2, "plane strain", BY_NAME), solid)))
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        for part in ("case.prm, line ", *parts):
            self.assertIn(part, run.stderr)
        self.assertNotIn("status", run.stdout)

    def test_wrong_names_are_answered_with_those_of_the_file(self):
        for mesh, names in (("a.msh", "'end', 'foot'"),
                            ("a.inp", "'END', 'foot'")):
            for entry, value in (("fixed displacements", "fot: x"), ("tractions", "fot: 0, 1"),
                                 ("contact boundaries", "end, fot")):
                self.refuse({f"Solid/{entry}": value}, f"Solid/{entry}",
                            "'fot' is no whole number", names,
                            "Did you mean 'foot'?", mesh=mesh)
        self.refuse({"Solid/density": "head: 1 | hadle: 2"}, "'hadle'",
                    "'handle', 'head'", "Did you mean 'handle'?")
        self.refuse({}, "'head'", "there are none", "boundary markers",
                    mesh="b.msh")

    SQUARE = ("*NODE\n1, 0, 0\n2, 1, 0\n3, 1, 1\n4, 0, 1\n"
              "*ELEMENT, TYPE=CPE4, ELSET=all\n1, 1, 2, 3, 4\n{}"
              "*NSET, NSET=point\n1\n*NSET, NSET=bottom\n1, 2\n")

    def square(self, boundary, more=""):
        self.write("square.inp", self.SQUARE.format(more))
        return self.percuss("run", self.write("case.prm", prm({
            "Model": {"name": "solid"},
            "Discretization": {"mesh file": "square.inp"},
            "Solid": {"dimension": 2, "contact boundaries": boundary,
                      "obstacles": "plane: 0, -1 ; 0, 1"},
            "Time integration": {"time step": 1e-5, "end time": 1e-4}})),
            "--quiet", "--output", "out")

    def test_a_node_is_no_boundary(self):
        run = self.square("point")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("'point' is a set of the mesh file that holds all nodes "
                      "of no side or face", run.stderr)
        self.assertIn("Boundaries with names are 'bottom'.", run.stderr)

    def test_elements_that_occur_twice_are_noted(self):
        for more in ("", "2, 1, 2, 3, 4\n"):
            run = self.square("bottom", more)
            self.assertEqual(run.returncode, 0, run)
            self.assertEqual(
                "1 elements with the same nodes as another one (that in line "
                "8 has those of line 7), which counts once" in run.stderr,
                more != "", run)

    def test_values_for_the_same_cells(self):
        self.refuse({"Solid/density": "head: 1 | 1: 2 | handle: 3"},
                    "'head' and '1'", "in common")
        self.refuse({"Solid/density": "head: 1 | head: 2 | handle: 3"},
                    "'head' and 'head'", "in common")

    def test_materials_without_values(self):
        self.write("a.msh", Grid(2, 2).gmsh())
        self.write("case.prm", prm(merged(
            case("a.msh", 2, "plane strain", BY_NAME),
            {"Solid/density": "1", "Solid/Young's modulus": "head: 1e9"})))
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("material id 2, but properties are given for 1 ('head')."
                      " Give them for 1 ('head'), 2 ('handle')", run.stderr)

    def test_markers_have_names(self):
        """Of generated meshes, too; one more part of a boundary of a file."""
        solid = {"mesh generator arguments": "4, 3 : 0, 0 : 0.4, 0.3 : true",
                 "Young's modulus": "1e9", "density": "1000"}
        block = case("", 2, "plane strain",
                     {**solid, "contact boundaries": "2"}, held="1: x")
        numbers = self.run_case(block)
        names = self.run_case(merged(block, {
            "Solid/boundary markers": "under it: y < 1e-6 | at x = 0.4: x > "
            "0.4 - 1e-6", "Solid/contact boundaries": "under it",
            "Solid/fixed displacements": "at x = 0.4: x",
            "Solid/tractions": "at x = 0.4: 0, -1e6*t"}))
        self.assertEqual(numbers.history, names.history)
        self.write("a.msh", Grid(4, 3, size=0.1).gmsh())
        grown = self.run_case(merged(
            case("a.msh", 2, "plane strain", BY_NAME),
            {"Solid/boundary markers": "foot: y > 0.3 - 1e-6"}))
        self.assertEqual(grown.summary["contacts"], 10)

    def test_file_and_line_of_the_mesh(self):
        text = Grid(2, 2).gmsh()
        self.write("bad.msh", text.replace("$Elements\n8", "$Elements\n9"))
        self.refuse({"Discretization/mesh file": "bad.msh"},
                    "Discretization/mesh file", "'bad.msh', line ",
                    "'$EndElements' stands where an element must be")


if __name__ == "__main__":
    unittest.main()
