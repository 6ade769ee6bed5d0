# SPDX-License-Identifier: Apache-2.0
"""Solids whose mesh follows the motion."""

import math
import re
import unittest

from program import CASES, ProgramTest, Results, merged, prm

BAR = CASES / "solids/adaptive_bar.prm"

# a block falls obliquely on a plane, turns and flies off
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"Young's modulus": 2000, "Poisson's ratio": 0.3, "density": 1,
              "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
              "adapt": "every 5 steps : 2 levels",
              "initial velocity": "0.5 + 0.3*y, -2 - 0.3*x",
              "contact boundaries": 2,
              "obstacles": "plane: 0, -0.01 ; 0, 1"},
    "Contact": {"friction coefficient": 0.2},
    "Time integration": {"scheme": "cd-lagrange", "time step": 4e-4,
                         "end time": 0.08},
    "Output": {"output directory": "out", "history interval": 1},
}


def displacement(t):
    """That of the pulse behind its front, d'Alembert: the integral of
    1e-3 sin(pi t)^4."""
    t = min(max(t, 0.), 1.)
    return 1e-3 * (3 * t / 8 - math.sin(2 * math.pi * t) / (4 * math.pi) +
                   math.sin(4 * math.pi * t) / (32 * math.pi))


class AdaptiveSolidTest(ProgramTest):

    def run_bar(self, output, **entries):
        settings = []
        for entry, value in entries.items():
            settings += ["--set", f"{entry}={value}"]
        return self.run_case(BAR, *settings, output=output)

    def check_ledger(self, run, tolerance=1e-12):
        """Cumulative works are the energy's change, adaptation included."""
        h = run.history
        size = max(map(abs, h["energy_total"])) or 1.
        for k in range(len(h["step"])):
            work = (h["work_external"][k] + h["work_damping"][k] +
                    h["work_contact"][k] - h["dissipation_numerical"][k] +
                    h["work_adaptation"][k])
            change = h["energy_algorithmic"][k] - h["energy_algorithmic"][0]
            self.assertAlmostEqual(work, change, delta=tolerance * size)

    def refuse(self, case, *parts):
        run = self.percuss("run", self.write("case.prm", prm(case)),
                           "--output", "refused")
        self.assertEqual(run.returncode, 2, run)
        for part in parts:
            self.assertIn(part, run.stderr)


class FollowedWaveTest(AdaptiveSolidTest):

    def error(self, run):
        """Of the displacement of a point, which the pulse passes twice; in the
        mean square."""
        h = run.history
        sums = [0., 0.]
        for t, x in zip(h["time"], h["position[point.x]"], strict=True):
            u = displacement(t - 7.5) - displacement(t - 12.5)
            sums[0] += (x - 7.5 - u)**2
            sums[1] += u**2
        return math.sqrt(sums[0] / sums[1])

    # the accuracy of the fine mesh at a third of its unknowns
    def test_fine_mesh_at_a_third(self):
        adaptive = self.run_bar("adaptive")
        uniform = {n: self.run_bar(f"uniform{n}", **{
            "Solid/adapt": "", "Solid/refinements": n}) for n in (0, 2)}
        self.check_ledger(adaptive)
        fine = self.error(uniform[2])
        self.assertLess(self.error(adaptive), 1.1 * fine)
        self.assertGreater(self.error(uniform[0]), 2.5 * fine)
        mean = adaptive.summary["adaptation"]["dofs_mean"]
        self.assertLess(mean, uniform[2].summary["dofs"] / 3)
        h = adaptive.history
        self.assertGreater(max(h["cells"]), 2 * min(h["cells"]))
        self.assertGreater(adaptive.summary["adaptation"]["adaptations"], 10)

    def test_masses_and_schemes(self):
        for mass in ("lumped", "consistent"):
            for scheme in ("cd-lagrange", "moreau-jean"):
                if (mass, scheme) == ("consistent", "cd-lagrange"):
                    continue
                with self.subTest(mass=mass, scheme=scheme):
                    run = self.run_bar(f"{mass}-{scheme}", **{
                        "Solid/mass matrix": mass,
                        "Solid/fixed displacements": "",
                        "Time integration/scheme": scheme,
                        "Time integration/end time": 4})
                    self.check_ledger(run)


class StruckBlockTest(AdaptiveSolidTest):

    def check(self, output="out", warnings=(), **entries):
        run = self.run_case(merged(BLOCK, entries), output=output,
                            warnings=warnings)
        if entries.get("Solid/elastic law", "linear") == "linear":
            self.check_ledger(run)
        self.assertGreater(run.summary["adaptation"]["adaptations"], 1)
        self.assertGreater(run.summary["contact"]["total_impulse"], 0.5)
        # means of velocities at impacts are taken over as means
        self.assertLess(run.summary["adaptation"]["energy_gained"],
                        0.005 * run.history["energy_total"][0])
        return run

    def test_schemes_and_laws(self):
        for scheme in ("cd-lagrange", "moreau-jean"):
            for law in ("linear", "neo-Hookean"):
                for e in (0, 0.3, 1):
                    with self.subTest(scheme=scheme, law=law, e=e):
                        self.check(f"{scheme}-{law}-{e}", **{
                            "Solid/elastic law": law,
                            "Time integration/scheme": scheme,
                            "Contact/restitution coefficient": e})

    def compare(self, run, other, factors, signs=(1, 1)):
        """Equal meshes, and equal motions to what rounding makes of impacts."""
        for name in ("cells", "active_contacts"):
            self.assertEqual(run.history[name], other.history[name], name)
        for d, sign in zip("xy", signs):
            for one, two in zip(run.history[f"position[top.{d}]"],
                                other.history[f"position[top.{d}]"]):
                self.assertAlmostEqual(
                    one, sign * two / factors["length"], delta=1e-9)
        for one, two in zip(run.history["work_adaptation"],
                            other.history["work_adaptation"]):
            self.assertAlmostEqual(one, two / factors["energy"], delta=1e-9)

    MONITORED = {"Output/monitored points": "top: 0.5, 1",
                 "Contact/restitution coefficient": 0.3}

    # lengths, times and masses in other units; per metre of depth
    def test_units(self):
        here = self.check("here", **self.MONITORED)
        for length, time, mass in ((1e-3, 1e-3, 1e3), (1e3, 10., 1e-3)):
            with self.subTest(length=length, time=time, mass=mass):
                there = self.run_case(merged(BLOCK, {
                    "Solid/Young's modulus": 2000 * mass / time**2,
                    "Solid/density": mass / length**2,
                    "Solid/mesh generator arguments":
                        f"4, 4 : 0, 0 : {length}, {length} : true",
                    "Solid/initial velocity":
                        f"({0.5 * length} + 0.3*y) / {time}, "
                        f"(-{2 * length} - 0.3*x) / {time}",
                    "Solid/obstacles": f"plane: 0, {-0.01 * length} ; 0, 1",
                    "Output/monitored points":
                        f"top: {0.5 * length}, {length}",
                    "Contact/restitution coefficient": 0.3,
                    "Time integration/time step": 4e-4 * time,
                    "Time integration/end time": 0.08 * time}),
                    output="there")
                self.compare(here, there, {
                    "length": length, "energy": mass * (length / time)**2})

    def test_mirrored(self):
        here = self.check("here", **self.MONITORED)
        there = self.check("there", **{
            **self.MONITORED,
            "Solid/mesh generator arguments": "4, 4 : -1, 0 : 0, 1 : true",
            "Solid/initial velocity": "-0.5 - 0.3*y, -2 + 0.3*x",
            "Output/monitored points": "top: -0.5, 1"})
        self.compare(here, there, {"length": 1, "energy": 1}, signs=(-1, 1))

    # gaps that close at the end of a step, and in one that adapts
    def test_events_on_steps(self):
        for steps in (9.5, 10, 10.5):
            with self.subTest(steps=steps):
                self.check(f"at-{steps}", **{
                    "Solid/initial velocity": "0, -2",
                    "Solid/obstacles":
                        f"plane: 0, {-2 * 4e-4 * steps} ; 0, 1"})

    def test_space(self):
        self.check(**{
            "Solid/dimension": 3,
            "Solid/mesh generator arguments":
                "2, 2, 2 : 0, 0, 0 : 1, 1, 1 : true",
            "Solid/initial velocity": "0.5 + 0.3*z, 0, -2 - 0.3*x",
            "Solid/contact boundaries": 4,
            "Solid/obstacles": "plane: 0, 0, -0.01 ; 0, 0, 1",
            "Solid/adapt": "every 10 steps : 1 level",
            "Time integration/end time": 0.04})

    # a run that goes on is the run, byte for byte
    def test_resumed(self):
        for scheme in ("cd-lagrange", "moreau-jean"):
            with self.subTest(scheme=scheme):
                entries = {"Time integration/scheme": scheme,
                           "Output/checkpoint interval": 17,
                           "Output/field interval": 20}
                whole = self.check(f"whole-{scheme}", **entries)
                part = merged(BLOCK, {**entries,
                                      "Time integration/end time": 0.034})
                case = self.write("part.prm", prm(part))
                out = f"part-{scheme}"
                self.assertEqual(self.percuss(
                    "run", case, "--output", out).returncode, 0)
                run = self.percuss("run", case, "--output", out, "--resume",
                                   "--set", "Time integration/end time=0.08")
                self.assertEqual(run.returncode, 0, run.stderr)
                files = [(self.folder / f"{d}-{scheme}" / "history.csv")
                         .read_bytes() for d in ("whole", "part")]
                self.assertEqual(*files)
                self.assertEqual(
                    whole.summary["adaptation"],
                    Results(self.folder / out).summary["adaptation"])

    # files of fields have the mesh of their step
    def test_fields(self):
        run = self.check(**{"Output/field interval": 10})
        sizes = set()
        for file in sorted((self.folder / "out/solution").glob(
                "solution_*.vtu")):
            n = int(re.search(rb'NumberOfCells="(\d+)"',
                              file.read_bytes()).group(1))
            step = int(file.stem.split("_")[1])
            sizes.add(n)
            self.assertEqual(n, run.history["cells"][step], step)
        self.assertGreater(len(sizes), 2)

    # of a mesh that has no reason to change
    def test_without_changes(self):
        still = {"Solid/obstacles": "plane: 0, -9 ; 0, 1",
                 "Solid/initial velocity": "0.5, -2",
                 "Time integration/end time": 0.02}
        adaptive = self.run_case(merged(BLOCK, still), output="adaptive")
        plain = self.run_case(merged(BLOCK, {**still, "Solid/adapt": ""}),
                              output="plain")
        self.assertEqual(adaptive.summary["adaptation"]["adaptations"], 0)
        for name, values in plain.history.items():
            self.assertEqual(values, adaptive.history[name], name)

    def test_limit_of_cells(self):
        run = self.check(
            warnings=[["the mesh would have had more than the 100 cells"]],
            **{"Solid/adapt": "every 5 steps : 2 levels : at most 100 cells"})
        self.assertLessEqual(max(run.history["cells"]), 100)


class RefusedAdaptationTest(AdaptiveSolidTest):

    def test_refused(self):
        for entries, parts in (
            ({"Solid/adapt": "2 levels"}, ["has no 'every N steps'"]),
            ({"Solid/adapt": "every 5 steps"}, ["has no 'N levels'"]),
            ({"Solid/adapt": "every 5 steps : 9 levels"}, ["1 to 6"]),
            ({"Solid/adapt": "every 0.5 steps : 2 levels"}, ["whole number"]),
            ({"Solid/adapt": "every 5 steps : 2 levels : tolerance 3"},
             ["0.001 to 1"]),
            ({"Solid/adapt": "every 5 steps : 2 levels : 3 levels"},
             ["'levels' twice"]),
            ({"Solid/adapt": "always"}, ["'always' must be"]),
            ({"Time integration/scheme": "generalized-alpha"},
             ["generalized-alpha", "'moreau-jean' or 'cd-lagrange'"]),
            ({"Solid/elastic law": "J2 plasticity", "Solid/yield stress": 5},
             ["J2 plasticity"]),
            ({"Solid/polynomial degree": 2}, ["degree"]),
            ({"Solid/Prony series": "0.5, 0, 1"}, ["Prony series"]),
            ({"Contact/boundary mass": "weighted"}, ["without mass"]),
            ({"Contact/pairs": "2 : self"}, ["Contact/pairs"]),
        ):
            with self.subTest(entries=entries):
                self.refuse(merged(BLOCK, entries), "Solid/adapt", *parts)


if __name__ == "__main__":
    unittest.main()
