# SPDX-License-Identifier: Apache-2.0
"""Impacts, friction and joints by percuss and by the time-stepping schemes of
Siconos (siconos_judge.cc), which share their equations: results are equal to
rounding. Skipped where Siconos is not installed."""

import json
import os
import subprocess
import unittest

import numpy as np

from judge import ROOT, JudgeTest
from siconos_cases import Body, bar, chain, mechanism, pair, planar

JUDGE = os.environ.get("PERCUSS_SICONOS_JUDGE", "")

SAME = 1e-10, "the same equations: rounding"
ITERATED = 1e-8, "the same equations, nonlinear: where the iterations stop"
MANY_IMPACTS = 1e-7, ITERATED[1] + "; it grows in many impacts"


def siconos(n_coordinates, **case):
    """Positions, velocities, impulses after each step, as columns."""
    run = subprocess.run([JUDGE], input=json.dumps(case), text=True,
                         capture_output=True, check=True)
    rows = np.array([[float(value) for value in line[:-1].split(",")]
                     for line in run.stdout.splitlines()
                     if line.endswith(",")])
    assert len(rows) == case["steps"], run
    return np.split(rows, [n_coordinates, 2 * n_coordinates], axis=1)


def columns(history, what):
    """All of position, velocity or impulse from the first step on."""
    return np.column_stack([column[1:] for name, column in history.items()
                            if name.startswith(what + "[")])


@unittest.skipUnless(JUDGE, "there is no Siconos (libsiconos-kernel-dev)")
class SiconosTest(JudgeTest):
    PROGRAM = "Siconos"

    def compare(self, problem, variants, within=SAME):
        """Coordinates, velocities and impulses of all variants, each a case of
        percuss and one of Siconos, in relation to the largest."""
        pairs = {"position": [], "velocity": [], "impulse": []}
        for case, entries in variants:
            history = self.history_of(case)
            others = siconos(len(entries["position"]), **entries)
            for (what, pair), other in zip(pairs.items(), others):
                mine = columns(history, what)
                scale = np.abs(other).max()
                pair.append((np.ravel(mine / scale), np.ravel(other / scale)))
        for what, pair in pairs.items():
            self.agree(problem, what, *map(np.concatenate, zip(*pair)),
                       *within)

    def test_bouncing_ball(self):
        ball = {"mass": 2, "initial height": 1.0123, "gravity": -9.81}
        entries = {"mass": [[2]], "force": [-2 * 9.81], "position": [1.0123],
                   "velocity": [0],
                   "contacts": [{"normal": [1], "offset": 0}]}
        for scheme in ("moreau-jean", "direct-projection"):
            self.compare(f"bouncing ball, {scheme}, e = 0 ... 1, "
                         "theta = 1/2 ... 1",
                         [pair("bouncing ball", ball, entries, 5e-3, 400,
                               theta, e, scheme=scheme)
                          for e in (0, 0.5, 0.9, 1) for theta in (0.5, 0.75, 1)
                          ])

    def test_oscillators(self):
        self.compare(
            "damped oscillator pressed against an obstacle",
            [pair("linear oscillator",
                  {"mass": 1.5, "damping": 0.1, "stiffness": 10, "force": -2,
                   "initial position": 1},
                  {"mass": [[1.5]], "stiffness": [[10]], "damping": [[0.1]],
                   "force": [-2], "position": [1], "velocity": [0],
                   "contacts": [{"normal": [1], "offset": 0}]},
                  1e-3, 3000, e=e) for e in (0, 0.7)])
        k = 1e4
        entries = {"mass": [[1, 0], [0, 2]], "stiffness": [[k, -k], [-k, k]],
                   "force": [-10 - k, -20 + k], "position": [1.00117, 2.00117],
                   "velocity": [0, 0],
                   "contacts": [{"normal": [1, 0], "offset": -0.2}]}
        self.compare(
            "two masses on a spring fall",
            [pair("two-mass oscillator",
                  {"lower mass": 1, "upper mass": 2, "stiffness": k,
                   "spring length": 1, "radius": 0.2, "initial height": 1.00117,
                   "gravity": -10}, entries, 5e-4, 2000, e=0.8,
                  scheme=scheme,
                  Time_integration__projection_coupling="one pass")
             for scheme in ("moreau-jean", "direct-projection")])

    def test_bars(self):
        n, length = 40, 1
        for degree, mass, e, theta in ((1, "consistent", 0, 0.5),
                                       (1, "lumped", 0.9, 1),
                                       (2, "consistent", 0, 0.75)):
            M, K = bar(n, degree, mass, length / n, 3.14e-4, 7800, 2.1e11)
            u = np.zeros(len(M))
            variant = pair(
                "elastic bar",
                {"length": length, "cross section": 3.14e-4,
                 "density": 7800, "Young's modulus": 2.1e11,
                 "number of elements": n, "polynomial degree": degree,
                 "mass matrix": mass, "initial velocity": -0.1,
                 "initial gap": 5.0012e-5},
                {"mass": M.tolist(), "stiffness": K.tolist(),
                 "position": u.tolist(), "velocity": (u - 0.1).tolist(),
                 "contacts": [{"normal": [1] + [0] * (len(u) - 1),
                               "offset": 5.0012e-5}]},
                2e-6, 600, theta, e)
            self.compare_contacts(
                f"bar strikes a wall, degree {degree}, {mass} mass, "
                f"e = {e}, theta = {theta}", *variant)

    def test_two_bars(self):
        n = 20
        M, K = bar(n, 1, "consistent", 1 / n, 1, 1, 1)
        zero = np.zeros_like(M)
        M, K = (np.block([[A, zero], [zero, A]]) for A in (M, K))
        v = np.repeat([0.3, -0.2], n + 1)
        between = np.zeros(2 * n + 2)
        between[n:n + 2] = -1, 1
        wall = np.zeros(2 * n + 2)
        wall[-1] = -1
        self.compare_contacts("two bars strike each other and a wall", *pair(
            "elastic bar",
            {"number of bars": 2, "length": 1, "cross section": 1,
             "density": 1, "Young's modulus": 1, "number of elements": n,
             "mass matrix": "consistent",
             "obstacle": "right", "initial gap": 0.07123,
             "gaps between bars": 0.1017, "initial velocity": "0.3; -0.2"},
            {"mass": M.tolist(), "stiffness": K.tolist(),
             "position": (0 * v).tolist(), "velocity": v.tolist(),
             "contacts": [{"normal": between.tolist(), "offset": 0.1017},
                          {"normal": wall.tolist(), "offset": 0.07123}]},
            0.01, 600, 0.75))

    def compare_contacts(self, problem, case, entries):
        """Gaps, gap velocities and impulses."""
        history = self.history_of(case)
        q, v, p = siconos(len(entries["position"]), **entries)
        G = np.array([contact["normal"] for contact in entries["contacts"]])
        gap = q @ G.T + [contact["offset"] for contact in entries["contacts"]]
        for what, other in (("gap", gap), ("contact_velocity", v @ G.T),
                            ("impulse", p)):
            self.agree(problem, what.replace("_", " "), columns(history, what),
                       other, *SAME)

    def test_balls(self):
        """Newton's cradle, and touching balls with one impact of all."""
        for name, gap, e in (
                ("five balls one after the other, e = 1", 1.0123e-4, 1),
                ("five touching balls, Newton's law, e = 1/2", 0, 0.5)):
            places = [i * (0.1 + gap) for i in range(5)]
            bodies = [Body(f"b{i}", 1, 0.00125, (x, 0, 0), ((i == 0), 0, 0))
                      for i, x in enumerate(places)]
            contacts = " | ".join(
                f"c{i}: disc ; b{i} 0, 0 ; disc radius 0.05 ; "
                f"circle b{i + 1} 0, 0 ; radius 0.05" for i in range(4))
            self.compare(name, [pair(
                "mechanism", mechanism(bodies, contacts, gravity=0),
                planar(bodies, [{"point": [i, 0, 0], "other": [i + 1, 0, 0],
                                 "radius": 0.1} for i in range(4)], gravity=0),
                1e-5, 100, 0.5, e, Contact__law="newton")])

    def test_column(self):
        """Three balls fall on each other and the floor, and lie there."""
        bodies = [Body(f"b{i}", i + 1, 0.1, (0, 0.1517 + 0.2131 * i, 0),
                       (0, -0.5 * i, 0)) for i in range(3)]
        contacts = ["floor: disc ; b0 0, 0 ; disc radius 0.1 ; "
                    "line ground 0, 0 ; normal 0, 1"]
        contacts += [f"c{i}: disc ; b{i} 0, 0 ; disc radius 0.1 ; "
                     f"circle b{i + 1} 0, 0 ; radius 0.1" for i in range(2)]
        self.compare("three balls fall on each other and the floor", [pair(
            "mechanism", mechanism(bodies, " | ".join(contacts)),
            planar(bodies, [{"point": [0, 0, 0], "radius": 0.1,
                             "line": [0, 0, 0, 1]}]
                   + [{"point": [i, 0, 0], "other": [i + 1, 0, 0],
                       "radius": 0.2} for i in range(2)]),
            1e-3, 600, theta, e) for theta, e in ((0.5, 0), (1, 0.6))])

    def test_disc_on_incline(self):
        """It slips and rolls at last, or rolls."""
        variants = []
        for mu in (0.1, 0.5):
            s = np.sin(0.5), np.cos(0.5)
            disc = [Body("d", 2, 0.01, (0.1 * s[0], 0.1 * s[1] + 1e-5, 0),
                         (0.2, 0, 1))]
            n = f"{s[0]!r}, {s[1]!r}"
            variants.append(pair(
                "mechanism",
                mechanism(disc, "c: disc ; d 0, 0 ; disc radius 0.1 ; "
                          f"line ground 0, 0 ; normal {n}"),
                planar(disc, [{"point": [0, 0, 0], "radius": 0.1,
                               "line": [0, 0, *s]}]),
                1e-3, 500, 0.5, 0.3, mu))
        self.compare("disc slips and rolls down an incline", variants)

    def test_rocking_block(self):
        block = [Body("block", 10, 10 * (0.2**2 + 0.6**2) / 12,
                      (0, 0.3070319812877033, 0.08), (0, 0, 0))]
        corners = ((-0.1, -0.3), (0.1, -0.3))
        contacts = " | ".join(
            f"c{i}: point ; block {x}, {y} ; line ground 0, 0 ; normal 0, 1"
            for i, (x, y) in enumerate(corners))
        self.compare("block rocks on its edges with friction", [pair(
            "mechanism", mechanism(block, contacts),
            planar(block, [{"point": [0, x, y], "radius": 0,
                            "line": [0, 0, 0, 1]} for x, y in corners]),
            1e-3, 1000, 0.5, 0, 0.8)], ITERATED)

    def test_pendulums(self):
        """Joints: points that stay together."""
        tip = [Body("tip", 1, 0.1, (1, 0, 0), (0, 0, 0))]
        self.compare("pendulum strikes a wall", [pair(
            "mechanism",
            mechanism(tip, "wall: point ; tip 0, 0 ; line ground 0.7071, 0 ; "
                      "normal 1, 0",
                      "pivot: revolute ; ground 0, 0 ; tip -1, 0"),
            planar(tip, [{"point": [0, 0, 0], "radius": 0,
                          "line": [0.7071, 0, 1, 0]}],
                   [[[-1, 0, 0], [0, -1, 0]]]), 1e-3, 2000, theta, 0.8)
            for theta in (0.5, 1)], ITERATED)
        two = [Body("a", 1, 0.1, (0.5, 0, 0), (0, 0, 0)),
               Body("b", 2, 0.3, (1.5, 0, 0), (0, 0, 0))]
        self.compare("double pendulum", [pair(
            "mechanism",
            mechanism(two, "", "A: revolute ; ground 0, 0 ; a -0.5, 0 | "
                      "B: revolute ; a 0.5, 0 ; b -0.5, 0"),
            planar(two, [], [[[-1, 0, 0], [0, -0.5, 0]],
                             [[0, 0.5, 0], [1, -0.5, 0]]]),
            1e-3, 1000, theta) for theta in (0.5, 1)], ITERATED)

    def test_chains(self):
        """Chains of one to three rods, drawn by chance, fall on a slope."""
        random = np.random.default_rng(1)
        self.compare("chains of rods fall on a slope", [
            chain(random, 1 + k % 3) for k in range(6)], ITERATED)

    def test_slider_crank(self):
        """[A12] 6.4.1 in angles: three revolutions, some hundred impacts."""
        corners = [{"corner": c} for c in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        case, entries = pair(
            "slider crank", {"crank velocity": 150, "rod velocity": -75},
            {"slider crank": True, "position": [0, 0, 0],
             "velocity": [150, -75, 0], "contacts": corners},
            1e-4, 2000, 0.5, 0.4, 0.01,
            Time_integration__variable_mass="end of step")
        self.compare("slider-crank with friction, in angles",
                     [(case, entries)], MANY_IMPACTS)

    def test_slider_crank_of_bodies(self):
        """Three bodies, three joints, four corners, without friction."""
        a, b, height = 0.05, 0.025, 0.026
        bodies = [Body("crank", 0.038, 7.4e-5, (0.0765, 0, 0),
                       (0, 11.475, 150)),
                  Body("rod", 0.038, 5.9e-4, (0.306, 0, 0), (0, 11.475, -75)),
                  Body("slider", 0.076, 2.7e-6, (0.459, 0, 0), (0, 0, 0))]
        hinges = ("A: revolute ; ground 0, 0 ; crank -0.0765, 0 | "
                  "B: revolute ; crank 0.0765, 0 ; rod -0.153, 0 | "
                  "C: revolute ; rod 0.153, 0 ; slider 0, 0")
        corners = [(x, -y, y) for y in (1, -1) for x in (-a, a)]
        contacts = " | ".join(
            f"c{i}: point ; slider {x}, {y * b} ; line ground 0, {y * height} "
            f"; normal 0, {n}" for i, (x, y, n) in enumerate(corners))
        self.compare("slider-crank of bodies and joints", [pair(
            "mechanism", mechanism(bodies, contacts, hinges),
            planar(bodies, [{"point": [2, x, y * b], "radius": 0,
                             "line": [0, y * height, 0, n]}
                            for x, y, n in corners],
                   [[[-1, 0, 0], [0, -0.0765, 0]],
                    [[0, 0.0765, 0], [1, -0.153, 0]],
                    [[1, 0.153, 0], [2, 0, 0]]]), 5e-5, 1000, 0.5, 0.4)],
            ITERATED)

    def test_tutorial(self):
        """What Siconos' tutorial prints 2 ms after the start, before the first
        impact, is that of an iteration that stops at 1e-6."""
        with open(ROOT / "applications/reproductions/"
                  "siconos_slider_crank_direct/reference.csv",
                  encoding="utf-8") as file:
            printed = float(file.read().splitlines()[3].split(",")[2])
        for tolerance, expected in ((1e-6, 0.), (1e-13, 7.715e-3)):
            _, entries = pair(
                "slider crank", {},
                {"slider crank": True, "position": [0, 0, 0],
                 "velocity": [150, -75, 0], "tolerance": tolerance},
                1e-4, 20)
            speed = siconos(3, **entries)[1][-1, 0]
            self.assertAlmostEqual(printed - speed, expected, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
