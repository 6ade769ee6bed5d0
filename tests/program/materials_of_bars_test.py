# SPDX-License-Identifier: Apache-2.0
"""Bars that remember: Prony series and yield stresses, against closed forms,
solids and themselves on more ranks, after a restart."""

import math
import unittest

from checkpoint_test import CheckpointRuns
from program import CASES, merged
from relaxing_solids_test import vibration

# E = 5.7692 of a solid that cannot expand: k^2 of its first mode is that here
E_0 = 5 / 1.2 + 4 / 3 * 5 / 2.6
SERIES = ((0.5, 0.7), (0.2, 3))


def text(series):
    return " and ".join(f"{g}, {tau}" for g, tau in series)


# clamped at the left, let go at the right
COLUMN = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"length": 1, "number of elements": 8,
                    "cross section": 0.125, "Young's modulus": E_0,
                    "density": 1, "obstacle": "right", "far end": "clamped",
                    "initial gap": 1, "mass matrix": "lumped",
                    "initial displacement": "0.01*sin(pi*x/2)",
                    "Prony series": text(SERIES)},
    "Time integration": {"scheme": "cd-lagrange", "time step": 1e-3,
                         "end time": 3},
    "Output": {"monitored points": "end: 1"}}
# two bars of other series that strike each other and a wall
PAIR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of bars": 2, "length": "1; 0.5",
                    "number of elements": "20; 10", "cross section": 0.01,
                    "Young's modulus": "5; 2", "density": 1,
                    "obstacle": "left", "initial gap": 0.1,
                    "gaps between bars": 0.05, "initial velocity": "-1; -2",
                    "Prony series": "0.5, 0.7 and 0.2, 0.01; none"},
    "Contact": {"restitution coefficient": 0.5},
    "Time integration": {"scheme": "cd-lagrange", "time step": 0.005,
                         "end time": 4}}
IMPULSIVE = {"Contact/restitution coefficient": 0}
EQUAL = {"Elastic bar/Prony series": "0.5, 0.7 and 0.2, 0.01"}
# steel whose velocity is twice that at which it yields
TAYLOR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"length": 1, "number of elements": 400,
                    "cross section": 1e-4, "Young's modulus": 200e9,
                    "density": 8000, "obstacle": "left", "initial gap": 0,
                    "initial velocity": -20, "yield stress": 400e6,
                    "hardening modulus": 200e9 / 15},
    "Contact": {"restitution coefficient": 0},
    "Time integration": {"scheme": "cd-lagrange", "time step": 2.5e-7,
                         "end time": 1.5e-4}}


class MaterialsOfBarsTest(CheckpointRuns):

    def results(self, base, changes=None, ranks=0, warnings=()):
        return self.run_case(merged(base, changes or {}), "--overwrite",
                             ranks=ranks, warnings=warnings)

    def test_vibrations_decay(self):
        for scheme, series in (("cd-lagrange", SERIES),
                               ("moreau-jean", SERIES),
                               ("moreau-jean", ((0.9, 0.01),))):
            errors = []
            for step in (4e-3, 2e-3):
                history = self.results(COLUMN, {
                    "Time integration/scheme": scheme,
                    "Time integration/time step": step,
                    "Elastic bar/Prony series": text(series)}).history
                errors.append(max(
                    abs((x - 1) / 0.01
                        - vibration([(g, g, tau) for g, tau in series], t))
                    for t, x in zip(history["time"][::25],
                                    history["position[end]"][::25])))
            with self.subTest(scheme=scheme, series=series):
                self.assertLess(errors[1], 5e-4)
                self.assertAlmostEqual(errors[0] / errors[1], 4, delta=0.3)

    def test_strip_of_a_solid(self):
        """One cell wide, nu = 0, of linear elements: the same equations."""
        bar = self.results(PAIR, {
            "Elastic bar/number of bars": 1, "Elastic bar/length": 1,
            "Elastic bar/number of elements": 20,
            "Elastic bar/Young's modulus": 5,
            "Elastic bar/initial velocity": -1,
            "Elastic bar/mass matrix": "lumped", **EQUAL}).history
        solid = self.results({
            "Model": {"name": "solid"},
            "Solid": {"mesh generator arguments":
                          "20, 1 : 0, 0 : 1, 0.1 : true",
                      "kinematics": "plane stress", "thickness": 0.1,
                      "Young's modulus": 5, "Poisson's ratio": 0,
                      "density": 1, "initial velocity": "-1, 0",
                      "contact boundaries": "0",
                      "obstacles": "plane: -0.1, 0 ; 1, 0",
                      "Prony series": "0.5, 0.5, 0.7; 0.2, 0.2, 0.01"},
            "Contact": {"restitution coefficient": 0.5},
            "Time integration": PAIR["Time integration"]}).history
        for name in ("energy_strain", "work_damping", "work_contact"):
            scale = max(map(abs, bar[name]))
            for one, other in zip(bar[name], solid[name]):
                self.assertAlmostEqual(one, other, delta=1e-9 * scale)

    def test_energy_is_balanced(self):
        for scheme, changes in (
                ("cd-lagrange", {}), ("carpenter-explicit", IMPULSIVE),
                ("cd-lagrange-implicit",
                 {"Elastic bar/Rayleigh damping stiffness": 1e-3}),
                ("cd-lagrange", {"Elastic bar/polynomial degree": 3}),
                ("moreau-jean", EQUAL),
                ("moreau-jean-dissipative",
                 {**EQUAL, "Time integration/theta": 0.6})):
            history = self.results(PAIR, {
                **changes, "Time integration/scheme": scheme}).history
            start = history["energy_algorithmic"][0]
            with self.subTest(scheme=scheme, changes=changes):
                self.assertLess(max(map(abs, history["identity_residual"])),
                                1e-13 * start)
                losses = history["work_damping"]
                self.assertTrue(all(  # a rigid motion has rounding errors
                    b <= a + 1e-15 * start
                    for a, b in zip(losses, losses[1:])))
                self.assertLess(losses[-1], -0.1 * start)

    def test_waves_of_flow(self):
        """An elastic wave with the yield stress, behind it one with
        c_p = sqrt(E_t/rho), E_t = E H/(E + H): at the wall
        sigma = k_0 + rho c_p (v_0 - k_0/(rho c))."""
        E, H, rho, k_0 = 200e9, 200e9 / 15, 8000, 400e6
        c, c_p = math.sqrt(E / rho), math.sqrt(E * H / (E + H) / rho)
        for v_0 in (5., 20., 40.):
            stress = rho * c * v_0
            if stress > k_0:
                stress = k_0 + rho * c_p * (v_0 - k_0 / (rho * c))
            for n in (400, 1600):
                results = self.results(TAYLOR, {
                    "Elastic bar/initial velocity": -v_0,
                    "Elastic bar/number of elements": n,
                    "Time integration/time step": 1e-4 / n})
                history = results.history
                momentum = rho * 1e-4 * v_0  # of the bar before the impact
                with self.subTest(v_0=v_0, n=n):
                    self.assertAlmostEqual(
                        results.summary["contact"]["total_impulse"],
                        1e-4 * stress * 1.5e-4,
                        delta=0.05 / math.sqrt(n) * momentum)
                    alpha = max(0, stress - k_0) / H  # behind the wave
                    self.assertAlmostEqual(
                        -history["work_damping"][-1],
                        1e-4 * c_p * 1.5e-4 * alpha * (k_0 + stress) / 2,
                        delta=0.25 / math.sqrt(n)
                        * history["energy_total"][0])
                    self.assertAlmostEqual(
                        history["energy_total"][-1],
                        history["energy_total"][0]
                        + history["work_damping"][-1]
                        + history["work_contact"][-1]
                        - history["dissipation_numerical"][-1],
                        delta=1e-9 * history["energy_total"][0])
                    self.assertLess(
                        abs(history["dissipation_numerical"][-1]),
                        4 / n * history["energy_total"][0])

    def test_split_hopkinson_bar(self):
        """Gauges find the yield stress and E_t of the specimen of the list, as
        experimenters read them: all waves as they are at its ends."""
        history = self.run_case(CASES / "impacting_bar/hopkinson_bar.prm",
                                "--overwrite").history
        times, c, young, section, specimen = \
            history["time"], 5000, 200e9, 1.267e-4, 5.027e-5
        step = times[1]

        def gauge(bar, t):
            k = min(int(t / step), len(times) - 2)
            w = t / step - k
            a, b = (history[f"position[{bar} {end}]"] for end in "ab")
            return 1 - ((1 - w) * (b[k] - a[k]) + w * (b[k + 1] - a[k + 1])) \
                / (b[0] - a[0])

        d, strain, found = 2e-7, 0., []
        for k in range(1000):
            t, way = 1e-4 / 6 + 1.2 / c + k * d, 0.6 / c
            transmitted = gauge("transmission", t + way)
            strain += d * c / 0.004 * (gauge("incident", t - way)
                                       - gauge("incident", t + way)
                                       - transmitted)
            if 0.01 < strain < 0.06:
                found.append((strain,
                              young * section / specimen * transmitted))
        self.assertGreater(len(found), 300)
        e_0, s_0 = (sum(part) / len(found) for part in zip(*found))
        slope = (sum((e - e_0) * (s - s_0) for e, s in found) /
                 sum((e - e_0)**2 for e, _ in found))
        tangent = 70e9 * 500e6 / 70.5e9
        self.assertAlmostEqual(slope / tangent, 1, delta=0.02)
        self.assertAlmostEqual((s_0 - slope * e_0)
                               / (200e6 * (1 - tangent / 70e9)), 1, delta=0.01)

    def test_after_the_impact(self):
        """The bar rebounds, shorter, with what flow has left; work is lost in
        every step."""
        history = self.results(TAYLOR, {
            "Elastic bar/hardening saturation": 1e8,
            "Elastic bar/hardening exponent": 1e3,
            "Time integration/end time": 2e-3}).history
        works = history["work_damping"]
        self.assertTrue(all(b <= a for a, b in zip(works, works[1:])))
        self.assertTrue(-0.9 * history["energy_total"][0] < works[-1]
                        < -0.2 * history["energy_total"][0])

    def test_below_yield_it_is_elastic(self):
        held = self.results(TAYLOR, {"Elastic bar/yield stress": 1e30}).history
        self.assertEqual(held["work_damping"][-1], 0)
        elastic = self.results(TAYLOR, {
            "Elastic bar/yield stress": "none",
            "Elastic bar/hardening modulus": 0}).history
        for one, other in zip(held["energy_strain"],
                              elastic["energy_strain"]):
            self.assertAlmostEqual(one, other, delta=1e-11
                                   * elastic["energy_total"][0])

    def test_units(self):
        """Millimetres, kilograms, milliseconds."""
        runs = [self.results(TAYLOR, units).history for units in ({}, {
            "Elastic bar/length": 1e3, "Elastic bar/cross section": 100,
            "Elastic bar/Young's modulus": 200, "Elastic bar/density": 8e-6,
            "Elastic bar/yield stress": 0.4,
            "Elastic bar/hardening modulus": 200 / 15,
            "Time integration/time step": 2.5e-4,
            "Time integration/end time": 0.15})]
        for one, other in zip(*(run["largest_plastic_strain"]
                                for run in runs)):
            self.assertAlmostEqual(one, other, delta=1e-12)

    def test_ranks_and_libraries(self):
        for base, names in (
                (PAIR, ("energy_strain", "work_damping")),
                (TAYLOR, ("energy_strain", "largest_plastic_strain"))):
            runs = [self.results(base, changes, ranks=n).history
                    for n, changes in (
                        (1, {}), (2, {}), (3, {}),
                        (2, {"Discretization/linear algebra": "Trilinos"}))]
            for name in names:
                scale = max(map(abs, runs[0][name]))
                for other in runs[1:]:
                    for one, two in zip(runs[0][name], other[name]):
                        self.assertAlmostEqual(one, two, delta=1e-11 * scale)

    def test_restart(self):
        for base, changes in ((PAIR, {}),
                              (PAIR, {**EQUAL, "Time integration/scheme":
                                      "moreau-jean"}),
                              (TAYLOR, {"Elastic bar/number of elements": 60,
                                       "Time integration/time step": 2e-6,
                                       "Time integration/end time": 1e-3})):
            self.check(merged(base, changes))

    def test_refusals(self):
        for base, changes, entry, words in (
                (PAIR, {"Time integration/scheme": "generalized-alpha"},
                 "Prony series", "scheme 'generalized-alpha'"),
                (PAIR, {"Time integration/scheme": "moreau-jean"},
                 "Prony series", "one series"),
                (PAIR, {"Time integration/scheme": "moreau-jean", **EQUAL,
                        "Time integration/on failure": "halve step"},
                 "Prony series", "steps of one size"),
                (PAIR, {"Elastic bar/Prony series": "0.5"},
                 "Prony series", "two numbers"),
                (PAIR, {"Elastic bar/Prony series": "0.5, 1, 2; none"},
                 "Prony series", "two numbers"),
                (PAIR, {"Elastic bar/Prony series": "1.5, 1; none"},
                 "Prony series", "between 0 and 1"),
                (PAIR, {"Elastic bar/Prony series": "0.5, -1; none"},
                 "Prony series", "positive"),
                (PAIR, {"Elastic bar/Prony series":
                        "0.5, 1 and 0.6, 2; none"},
                 "Prony series", "sum"),
                (PAIR, {"Contact/method": "nitsche", **IMPULSIVE},
                 "Prony series", "nitsche"),
                (PAIR, {"Contact/boundary mass": "none", **IMPULSIVE},
                 "Prony series", "'kept'"),
                (PAIR, {"Elastic bar/yield stress": 1}, "Prony series",
                 "beside a 'yield stress'"),
                (TAYLOR, {"Time integration/scheme": "moreau-jean"},
                 "yield stress", "carpenter-explicit"),
                (TAYLOR, {"Elastic bar/yield stress": -1}, "yield stress",
                 "positive"),
                (TAYLOR, {"Elastic bar/yield stress": "1e8*(x-0.5)"},
                 "yield stress", "along the whole bar"),
                (TAYLOR, {"Elastic bar/hardening modulus": -1},
                 "hardening modulus", "negative"),
                (TAYLOR, {"Elastic bar/hardening saturation": 1},
                 "hardening exponent", "saturation"),
                (TAYLOR, {"Elastic bar/yield stress": "none"},
                 "hardening modulus", "No bar yields")):
            self.take(merged(base, changes))
            with self.subTest(changes):
                run = self.run_to("refused", status=2)
                self.assertIn(words, run.stderr)
                self.assertIn(entry, run.stderr)


if __name__ == "__main__":
    unittest.main()
