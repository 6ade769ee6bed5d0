# SPDX-License-Identifier: Apache-2.0
"""Boundaries that touch themselves: a slot that closes, a ring that folds."""

import math
import unittest

from blocks import Blocks
from program import CASES, ProgramTest, Results, merged, prm
from prongs import fork, moved
from wrong_input import WrongInputTest

RUN = {
    "Model": {"name": "solid"},
    "Discretization": {"mesh file": "fork.msh"},
    "Solid": {"Young's modulus": 10, "Poisson's ratio": 0.3, "density": 1,
              "mass matrix": "lumped",
              "initial velocity":
                  "0, -0.3*x*if(y > 1e-9, 1, if(y < -1e-9, -1, 0))"},
    "Contact": {"pairs": "upper, root, lower : self"},
    "Time integration": {"scheme": "cd-lagrange", "time step": 0.002,
                         "end time": 0.3},
    "Output": {"output directory": "out", "history interval": 1,
               "monitored points": "tip: 4, 1.01"},
}
IN_SPACE = {
    "Solid/dimension": 3,
    "Solid/initial velocity":
        "0, -0.3*x*if(y > 1e-9, 1, if(y < -1e-9, -1, 0)), 0.1*x",
    "Time integration/time step": 0.0015, "Time integration/end time": 0.2,
    "Output/monitored points": "tip: 4, 1.01, 0"}
NAMES = ("position[tip.x]", "position[tip.y]", "velocity[tip.x]",
         "impulse[pair]", "gap[pair]", "work_contact")


class SelfContactTest(ProgramTest):

    def same(self, one, other, tolerance=1e-12, names=NAMES):
        for name in names:
            a, b = one.history[name], other.history[name]
            self.assertEqual(len(a), len(b))
            self.assertLessEqual(max(abs(x - y) for x, y in zip(a, b)),
                                 tolerance * (max(map(abs, a)) + 0.1), name)
        self.assertGreater(max(one.history["impulse[pair]"]), 0)

    def check_identity(self, run):
        self.assertLess(max(map(abs, run.history["identity_residual"])),
                        1e-13 * run.largest_energy())


class SlotTest(SelfContactTest):
    """Two prongs strike each other, again and again."""

    def both(self, mesh, slot="upper, root, lower", **entries):
        """The whole slot as one boundary, and as a pair of its two sides."""
        self.write("fork.msh", mesh)
        whole = self.run_case(merged(RUN, {
            **entries, "Contact/pairs": f"{slot} : self"}))
        pairs = [self.run_case(merged(RUN, {**entries, "Contact/pairs": pair}))
                 for pair in ("upper : lower", "lower : upper")]
        return whole, pairs

    def check_is_one_of(self, whole, pairs, tolerance=1e-12, names=NAMES):
        """Either side may be the slave."""
        name = "position[tip.x]"
        nearest = min(pairs, key=lambda pair: max(
            abs(a - b) for a, b in zip(whole.history[name],
                                       pair.history[name])))
        self.same(whole, nearest, tolerance, names)
        self.check_identity(whole)

    def test_pair_of_sides(self):
        for scheme, friction, lower in (
                ("cd-lagrange", 0.3, 5), ("moreau-jean", 0.3, 3),
                ("generalized-alpha", 0, 4), ("generalized-alpha-ggl", 0, 5)):
            with self.subTest(scheme=scheme, friction=friction, lower=lower):
                self.check_is_one_of(*self.both(fork(4, lower), **{
                    "Time integration/scheme": scheme,
                    "Contact/restitution coefficient": 0.5,
                    "Contact/friction coefficient": friction}))

    def test_in_space(self):
        for scheme, friction in (("cd-lagrange", 0.3), ("moreau-jean", 0)):
            with self.subTest(scheme=scheme, friction=friction):
                self.check_is_one_of(*self.both(fork(3, 4, depth=2), **{
                    **IN_SPACE, "Time integration/scheme": scheme,
                    "Contact/friction coefficient": friction}))

    def test_without_mass(self):
        """Nodes of the slot without mass, of a slow impact."""
        for scheme, changes in (
                ("cd-lagrange", {"Time integration/time step": 0.0005}),
                ("moreau-jean", {"Time integration/theta": 0.6})):
            with self.subTest(scheme=scheme):
                whole, pairs = self.both(fork(4, gap=0.005), "upper, lower", **{
                    **changes, "Time integration/scheme": scheme,
                    "Contact/boundary mass": "weighted",
                    "Output/monitored points": "tip: 4, 1.0025",
                    "Solid/initial velocity":
                        "0, -0.03*x*if(y > 1e-9, 1, if(y < -1e-9, -1, 0))"})
                self.check_is_one_of(whole, pairs, 1e-9, (
                    "position[tip.x]", "position[tip.y]", "energy_total"))

    def test_all_of_the_boundary(self):
        """What looks outwards sees nothing, nor do the sides of a prong see
        each other through it."""
        for mesh, entries, all_of_it in (
                (fork(1, gap=0.1), {}, "upper, root, lower, outside"),
                (fork(1, depth=1, gap=0.1), IN_SPACE,
                 "upper, root, lower, outside, ends")):
            self.write("fork.msh", mesh)
            entries = {**entries, "Solid/elastic law": "neo-Hookean",
                       "Output/monitored points": ""}
            one, other = (self.run_case(merged(RUN, {
                **entries, "Contact/pairs": f"{ids} : self"}))
                for ids in ("upper, root, lower", all_of_it))
            self.same(one, other, names=("impulse[pair]", "energy_total"))

    def test_half_of_it(self):
        """Against one prong on a rigid plane; normals turn with the prongs."""
        self.write("fork.msh", fork(4))
        whole = self.run_case(RUN)
        self.write("fork.msh", fork(4, half=True))
        half = self.run_case(merged(RUN, {
            "Contact/pairs": "", "Solid/contact boundaries": "upper",
            "Solid/fixed displacements": "middle: y",
            "Solid/obstacles": "plane: 0, 0 ; 0, 1"}), output="half")
        for name, other, factor in (
                ("position[tip.y]", "position[tip.y]", 1),
                ("impulse[pair]", "impulse[obstacle]", 1),
                ("energy_strain", "energy_strain", 2),
                ("work_contact", "work_contact", 2)):
            a, b = whole.history[name], half.history[other]
            self.assertLess(max(abs(x - factor * y) for x, y in zip(a, b)),
                            1e-3 * max(map(abs, a)))

    def test_restitution_and_friction(self):
        """Contacts bring no energy in, but for friction where e differs from
        row to row, as it does where rows open (impact_laws.md)."""
        self.write("fork.msh", fork(4, 5))
        for scheme in ("cd-lagrange", "moreau-jean"):
            for e, mu in ((0, 0), (0, 1), (0.3, 0.3), (1, 0), (1, 1)):
                run = self.run_case(merged(RUN, {
                    "Time integration/scheme": scheme,
                    "Contact/restitution coefficient": e,
                    "Contact/friction coefficient": mu}))
                with self.subTest(scheme=scheme, e=e, mu=mu):
                    self.check_identity(run)
                    energy = run.largest_energy()
                    work = run.history["work_contact"]
                    self.assertLess(max(b - a for a, b in zip(work, work[1:])),
                                    (1e-8 if mu else 1e-12) * energy)
                    if (e, mu) == (1, 0):
                        self.assertLess(max(map(abs, work)), 1e-12 * energy)

    def test_libraries_and_units(self):
        """Trilinos; mm, t, s."""
        mesh = fork(4, 5)
        self.write("fork.msh", mesh)
        one = self.run_case(RUN)
        self.same(one, self.run_case(merged(RUN, {
            "Discretization/linear algebra": "Trilinos"})))
        self.write("fork.msh", moved(mesh, lambda *x: [1000 * a for a in x]))
        other = self.run_case(merged(RUN, {
            "Solid/Young's modulus": 1e-5, "Solid/density": 1e-12,
            "Output/monitored points": "tip: 4000, 1010"}))
        for name in ("position[tip.x]", "position[tip.y]", "gap[pair]"):
            other.history[name] = [a / 1000 for a in other.history[name]]
        self.same(one, other, names=("position[tip.x]", "position[tip.y]",
                                     "gap[pair]"))

    def test_turned(self):
        """The side with the shorter faces is the slave in each position."""
        mesh = fork(4, 5)
        self.write("fork.msh", mesh)
        one = self.run_case(RUN)
        for degrees in (37, 90, 200):
            c, s = (f(math.radians(degrees)) for f in (math.cos, math.sin))
            self.write("fork.msh", moved(
                mesh, lambda x, y, z: (c * x - s * y, s * x + c * y, z)))
            speed = (f"0.3*({c!r}*x+{s!r}*y)*if({c!r}*y-{s!r}*x > 1e-9, 1, "
                     f"if({c!r}*y-{s!r}*x < -1e-9, -1, 0))")
            other = self.run_case(merged(RUN, {
                "Solid/initial velocity": f"{s!r}*{speed}, {-c!r}*{speed}",
                "Output/monitored points":
                    f"tip: {4 * c - 1.01 * s!r}, {4 * s + 1.01 * c!r}"}))
            with self.subTest(degrees=degrees):
                self.same(one, other, names=("impulse[pair]", "gap[pair]",
                                             "energy_total", "work_contact"))

    def test_ranks(self):
        self.write("fork.msh", fork(3, 4, depth=2))
        case = merged(RUN, {**IN_SPACE, "Contact/friction coefficient": 0.3,
                            "Contact/pairs":
                                "upper, root, lower, outside, ends : self",
                            "Time integration/end time": 0.15})
        one = self.run_case(case)
        for ranks in (2, 4):
            self.same(one, self.run_case(case, ranks=ranks,
                                         output=f"ranks{ranks}"))

    def test_run_that_goes_on(self):
        self.write("fork.msh", fork(4, 5))
        case = merged(RUN, {"Contact/friction coefficient": 0.3})
        whole = self.run_case(case, output="whole")
        parts = merged(case, {"Output/checkpoint interval": 50})
        self.run_case(merged(parts, {"Time integration/end time": 0.1}))
        self.write("case.prm", prm(parts))
        run = self.percuss("run", "case.prm", "--resume", "--quiet")
        self.assertEqual(run.returncode, 0, run)
        self.same(whole, Results(self.folder / "out"), 0)


ALL_SIDES = " : ".join(", ".join(f"{body}.{side}" for side in Blocks.SIDES)
                       for body in ("still", "flying"))


class SeveralBodiesTest(SelfContactTest):

    def test_blocks(self):
        """All sides of two blocks with themselves are the pair whose slave has
        the shorter faces."""
        self.write("fork.msh", Blocks().add(
            "upper", (0.2, 0.013), (1, 1), (7, 8)).add(
            "lower", (0, -1), (1, 1), (5, 6)).gmsh())
        entries = {"Solid/initial velocity":
                       "if(y > 0, 0.2, 0), if(y > 0, -0.5, 0.5)",
                   "Output/monitored points": "tip: 1.2, 1.013",
                   "Contact/friction coefficient": 0.3}
        sides = [", ".join(f"{body}.{side}" for side in Blocks.SIDES)
                 for body in ("upper", "lower")]
        one, other = (self.run_case(merged(RUN, {
            **entries, "Contact/pairs": pairs})) for pairs in (
                f"{sides[0]}, {sides[1]} : self", f"{sides[0]} : {sides[1]}"))
        self.same(one, other)

    def test_passing(self):
        """A block flies past the corner of another one, 0.02 above it, whatever
        it is turned by: nothing touches. Where a face is covered by a corner
        alone, gaps of its nodes are extrapolated."""
        for degrees in range(5, 90, 10):
            blocks = Blocks().add("still", (0, 0), (0.2, 0.2), (2, 2)).add(
                "flying", (0, 0), (0.2, 0.2), (3, 3))
            c, s = (f(math.radians(degrees)) for f in (math.cos, math.sin))
            blocks.points[9:] = [(c * x - s * y - 0.1, s * x + c * y + 0.22)
                                 for x, y in blocks.points[9:]]
            self.write("fork.msh", blocks.gmsh())
            for pairs in ("all : self", ALL_SIDES):
                with self.subTest(degrees=degrees, pairs=pairs):
                    run = self.run_case(merged(RUN, {
                        "Solid/initial velocity": "if(y > 0.21, 1, 0), 0",
                        "Time integration/end time": 0.4,
                        "Output/monitored points": "",
                        "Contact/pairs": pairs}))
                    self.assertEqual(max(run.history["impulse[pair]"]), 0)
                    self.assertGreater(min(run.history["gap[pair]"]), 0.005)

    def test_steps_over_a_plate(self):
        """A step that takes a block through a thin plate ends the run."""
        self.write("fork.msh", Blocks().add(
            "plate", (0, 0), (1, 0.02), (8, 1)).add(
            "block", (0.3, 0.05), (0.3, 0.2), (4, 3)).gmsh())
        self.write("case.prm", prm(merged(RUN, {
            "Contact/pairs": "all : self",
            "Solid/initial velocity": "0, if(y > 0.03, -5, 0)",
            "Output/monitored points": "",
            "Time integration/scheme": "moreau-jean",
            "Time integration/time step": 0.01})))
        run = self.percuss("run", "case.prm", "--quiet")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("m behind its master, more than 0.01 m", run.stderr)

    def test_stack(self):
        """The case of the list: all boundaries with themselves."""
        mesh = f"{CASES.parent}/meshes/struck_stack.msh"
        run = self.run_case(CASES / "solids/struck_stack.prm", "--set",
                            "Output/field interval=0", "--set",
                            f"Discretization/mesh file={mesh}")
        last = {name: values[-1] for name, values in run.history.items()}
        self.assertGreater(last["position[second.x]"], 0.2)
        self.assertLess(last["position[second.y]"], 0.05)
        self.assertGreater(last["position[top.y]"], 0.19)
        self.assertLessEqual(max(run.history["energy_total"]),
                             1.0001 * run.history["energy_total"][0])


class FoldingRingTest(SelfContactTest):

    def test_case(self):
        """Its top strikes its bottom from within, and it opens again. The mesh
        is symmetric, and the motion, but for rounding and which side is the
        slave."""
        run = self.run_case(CASES / "solids/folding_ring.prm", "--set",
                            "Output/field interval=0", "--set",
                            "Solid/refinements=1")
        height = run.history["position[top.y]"]
        self.assertLess(min(height), 0.02)
        self.assertGreater(max(run.history["impulse[pair]"]), 0)
        self.assertEqual(run.history["impulse[pair]"][-1], 0)
        self.assertGreater(height[-1], 0.08)
        self.assertLess(max(run.history["max_penetration"]), 5e-4)


class RefusedSelfContactTest(SelfContactTest, WrongInputTest):

    def refuse(self, changes, *words):
        self.write("fork.msh", fork(2))
        self.reject_file(prm(merged(RUN, changes)), *words)

    def test_refusals(self):
        self.refuse({"Contact/sliding": "small"}, "line", "'Contact/sliding'",
                    "'self'", "'finite'")
        self.refuse({"Contact/pairs": "upper : upper"}, "'upper : self'")
        self.refuse({"Contact/pairs": "upper : root"}, "share the node",
                    "'a, b : self'")
        self.refuse({"Contact/pairs": "upper : lower | upper, lower : self"},
                    "same two boundaries")
        self.refuse({"Contact/pairs": "self : upper"}, "'self'")
        self.refuse({"Contact/pairs": "all : self",
                     "Contact/boundary mass": "weighted"},
                    "'Contact/boundary mass'", "no node of the boundary")

    def test_name_of_a_boundary(self):
        mesh = fork(2)
        self.write("fork.msh", mesh.replace('"outside"', '"self"'))
        self.reject_file(prm(RUN), "Write its id",
                         "'self' is contact of a boundary with itself")


class FastBodiesTest(SelfContactTest):
    """A plate as high as one cell flies through another one, or not."""

    def thrown(self, time_step, speed=10, **entries):
        self.write("plates.msh", Blocks().add(
            "lower", (0, 0), (1, 0.05), (8, 1)).add(
            "upper", (0.1, 0.35), (0.75, 0.05), (6, 1)).gmsh())
        return merged({}, {
            "Model/name": "solid", "Discretization/mesh file": "plates.msh",
            "Solid/Young's modulus": 4 * speed**2,
            "Solid/Poisson's ratio": 0.3, "Solid/density": 1,
            "Solid/elastic law": "neo-Hookean",
            "Solid/initial velocity": f"0, if(y > 0.2, {-speed}, 0)",
            "Contact/pairs": "all : self",
            "Time integration/scheme": "moreau-jean",
            "Time integration/time step": time_step,
            "Time integration/end time": 0.08, **entries})

    def test_through_each_other(self):
        """In steps of two plates' heights."""
        run = self.run_case(self.thrown(0.01), warnings=[
            ["faces of a boundary that may touch itself", " 4 times as much",
             "Take a time step of less than 0.0025 s"]])
        self.assertEqual(max(run.history["impulse[pair]"]), 0)

    def test_together(self):
        """Both plates fly with that velocity."""
        case = self.thrown(0.01)
        case["Solid"]["initial velocity"] = "0, -10"
        self.run_case(case)

    def test_shorter_steps(self):
        run = self.run_case(self.thrown(0.001))
        self.assertGreater(max(run.history["impulse[pair]"]), 0.1)

    def test_deep_in_each_other(self):
        """Blocks that take more steps to get through each other."""
        self.write("blocks.msh", Blocks().add(
            "lower", (0, 0), (0.5, 0.5), (8, 10)).add(
            "upper", (0.1, 0.77), (0.4, 0.4), (7, 8)).gmsh())
        case = self.thrown(0.01, speed=4, **{
            "Discretization/mesh file": "blocks.msh",
            "Solid/initial velocity": "0, if(y > 0.6, -4, 0)",
            "Time integration/end time": 0.4})
        self.write("case.prm", prm(case))
        run = self.percuss("run", "case.prm")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("Bodies that contact keeps apart overlap", run.stderr)


if __name__ == "__main__":
    unittest.main()
