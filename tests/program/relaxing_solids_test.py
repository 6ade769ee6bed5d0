# SPDX-License-Identifier: Apache-2.0
"""Solids with Prony series: vibrations, energy, restart, refusals."""

import cmath
import itertools
import math
import unittest

from checkpoint_test import CheckpointRuns
from program import CASES, merged

SERIES = ((0.5, 0, 0.7), (0.2, 0.1, 3))
EQUAL = ((0.5, 0.5, 0.7), (0.2, 0.2, 0.01))
G, K = 5 / 2.6, 5 / 1.2


def text(series):
    return "; ".join(", ".join(map(str, term)) for term in series)


# a column that can only get longer
COLUMN = {
    "Model": {"name": "solid"},
    "Solid": {"mesh generator arguments": "1, 8 : 0, 0 : 0.125, 1 : true",
              "fixed displacements": "0: x | 1: x | 2: x, y",
              "Young's modulus": 5, "Poisson's ratio": 0.3, "density": 1,
              "initial displacement": "0, 0.01*sin(pi*y/2)",
              "Prony series": text(SERIES)},
    "Time integration": {"scheme": "cd-lagrange", "time step": 1e-3,
                         "end time": 3},
    "Output": {"monitored points": "end: 0, 1"}}
# a cylinder that strikes a plane with its end
CYLINDER = {
    "Model": {"name": "solid"},
    "Solid": {"mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true",
              "kinematics": "axisymmetric", "Young's modulus": 5,
              "Poisson's ratio": 0.3, "density": 1,
              "initial velocity": "0, -1", "contact boundaries": "2",
              "obstacles": "plane: 0, -0.1 ; 0, 1",
              "Prony series": text(SERIES)},
    "Time integration": {"scheme": "cd-lagrange", "time step": 0.01,
                         "end time": 6}}


def product(factors):
    """Of polynomials, coefficients of s^0, s^1, ..."""
    result = [1.]
    for factor in factors:
        terms = [0.] * (len(result) + len(factor) - 1)
        for i, j in itertools.product(range(len(result)), range(len(factor))):
            terms[i + j] += result[i] * factor[j]
        result = terms
    return result


def roots(coefficients):
    """By Durand and Kerner's iteration."""
    n = len(coefficients) - 1
    monic = [c / coefficients[-1] for c in coefficients]
    guesses = [(0.4 + 0.9j) ** k for k in range(n)]
    for _ in range(500):
        for i, root in enumerate(guesses):
            value = sum(c * root ** k for k, c in enumerate(monic))
            guesses[i] -= value / math.prod(
                root - other for j, other in enumerate(guesses) if j != i)
    return guesses


def vibration(series, t):
    """Of the first mode of the column, with the lumped masses of 8 elements:
    s^2 u - s u_0 = -k^2 M(s) u, M(s) = K(s) + 4/3 G(s), with s tau/(1 + s tau)
    of each element beside what is left in the end; u(t) by its residues."""
    k2 = (16 * math.sin(math.pi / 32)) ** 2
    at_once = [K * k + 4 / 3 * G * g for g, k, _ in series]
    left = K + 4 / 3 * G - sum(at_once)
    factors = [[1, tau] for _, _, tau in series]
    denominator = [0, 0, *product(factors)]
    denominator = [a + k2 * left * b for a, b in itertools.zip_longest(
        denominator, product(factors), fillvalue=0)]
    for j, (modulus, (_, _, tau)) in enumerate(zip(at_once, series)):
        others = product([[0, tau], *factors[:j], *factors[j + 1:]])
        for i, c in enumerate(others):
            denominator[i] += k2 * modulus * c
    numerator = product([[0, 1], *factors])
    u = 0
    for s in roots(denominator):
        slope = sum(i * c * s ** (i - 1)
                    for i, c in enumerate(denominator) if i > 0)
        u += sum(c * s ** i for i, c in enumerate(numerator)) \
            / slope * cmath.exp(s * t)
    return u.real


def rebound(mass, stiffness, velocity, g, tau, n=20000):
    """Of a ball whose force is that of Hertz with a relaxing modulus,
    F = k (1 - g) w + k g z, z' + z/tau = w', w = d^3/2."""
    h = 3 * (mass ** 2 / (stiffness ** 2 * velocity)) ** 0.2 / n
    d, v, z, force = 0., velocity, 0., 0.
    while v > 0 or force > 0:
        old = max(d, 0) ** 1.5
        d += h * v
        w = max(d, 0) ** 1.5
        z = (z + w - old) / (1 + h / tau)
        force = stiffness * ((1 - g) * w + g * z)
        v -= h * force / mass
    return -v / velocity


class RelaxingSolidsTest(CheckpointRuns):

    def results(self, base, changes, ranks=0, warnings=()):
        return self.run_case(merged(base, changes), "--overwrite",
                             ranks=ranks, warnings=warnings)

    def test_vibrations_decay(self):
        for scheme, series in (("cd-lagrange", SERIES), ("cd-lagrange", EQUAL),
                               ("moreau-jean", EQUAL)):
            errors = []
            for step in (4e-3, 2e-3):
                history = self.results(COLUMN, {
                    "Time integration/scheme": scheme,
                    "Time integration/time step": step,
                    "Solid/Prony series": text(series)}).history
                errors.append(max(
                    abs((y - 1) / 0.01 - vibration(series, t)) for t, y in zip(
                        history["time"][::25],
                        history["position[end.y]"][::25])))
            with self.subTest(scheme=scheme, series=series):
                self.assertLess(errors[1], 5e-5)
                self.assertAlmostEqual(errors[0] / errors[1], 4, delta=0.3)

    def test_energy_is_balanced(self):
        for scheme, changes in (
                ("cd-lagrange", {}), ("carpenter-explicit", {}),
                ("cd-lagrange-implicit",
                 {"Solid/Rayleigh damping stiffness": 1e-3}),
                ("moreau-jean", {"Solid/Prony series": text(EQUAL)}),
                ("moreau-jean-dissipative",
                 {"Solid/Prony series": text(EQUAL),
                  "Time integration/theta": 0.6})):
            for step in (0.002, 0.03):
                results = self.results(CYLINDER, {
                    **changes, "Time integration/scheme": scheme,
                    "Time integration/time step": step}, warnings=[
                        ["longer than the relaxation time 0.01 s"]]
                    if step > 0.01 and changes.get("Solid/Prony series")
                    else ())
                history = results.history
                start = history["energy_algorithmic"][0]
                change = sum(history[name][-1] for name in (
                    "work_external", "work_damping", "work_contact"))
                with self.subTest(scheme=scheme, step=step):
                    self.assertLess(max(map(abs,
                                            history["identity_residual"])),
                                    1e-13 * start)
                    self.assertAlmostEqual(
                        history["energy_algorithmic"][-1], start + change
                        - history["dissipation_numerical"][-1],
                        delta=1e-12 * start)
                    losses = history["work_damping"]
                    self.assertTrue(all(b <= a for a, b in
                                        zip(losses, losses[1:])))
                    self.assertLess(losses[-1], -0.3 * start)

    def test_ball_rebounds(self):
        """As by Hertz' law with the time of relaxation: Kuwabara and Kono."""
        for g, velocity in ((0.5, 0.1), (0.3, 0.05), (0, 0.1)):
            results = self.run_case(
                CASES / "solids/rubber_ball.prm", "--overwrite",
                "--set", "Solid/refinements=3",
                "--set", "Output/field interval=0",
                "--set", f"Solid/Prony series={g}, {g}, 2e-4",
                "--set", f"Solid/initial velocity=0, -{velocity}")
            mass = 2 * results.history["energy_kinetic"][0] / velocity ** 2
            impulse = results.summary["contact"]["total_impulse"]
            stiffness = 4 / 3 * 3e6 / (1 - 0.45 ** 2) * 0.02 ** 0.5
            with self.subTest(g=g, velocity=velocity):
                self.assertAlmostEqual(
                    impulse / (mass * velocity) - 1,
                    rebound(mass, stiffness, velocity, g, 2e-4), delta=0.004)

    def test_ranks(self):
        runs = [self.results(CYLINDER, {}, ranks=n).history for n in (1, 2)]
        for name in ("energy_strain", "work_damping", "work_contact"):
            for one, two in zip(*(run[name] for run in runs)):
                self.assertAlmostEqual(one, two, delta=1e-12)

    def test_restart(self):
        for changes in ({}, {"Solid/Prony series": text(EQUAL),
                             "Time integration/scheme": "moreau-jean"}):
            self.check(merged(CYLINDER, changes))

    def test_refusals(self):
        for changes, words in (
                ({"Time integration/scheme": "generalized-alpha"},
                 "not available with scheme 'generalized-alpha'"),
                ({"Time integration/scheme": "combined-projection"},
                 "not available with scheme 'combined-projection'"),
                ({"Time integration/scheme": "moreau-jean"}, "g = k"),
                ({"Time integration/on failure": "halve step",
                  "Time integration/scheme": "moreau-jean"},
                 "steps of one size"),
                ({"Contact/method": "nitsche"}, "nitsche"),
                ({"Solid/Prony series": "0.5, 0.1"}, "three numbers"),
                ({"Solid/Prony series": "0.5, 0.1, x"}, "three numbers"),
                ({"Solid/Prony series": "1.5, 0.1, 1"}, "between 0 and 1"),
                ({"Solid/elastic law": "neo-Hookean",
                  "Solid/kinematics": "plane strain"}, "small strains only"),
                ({"Contact/boundary mass": "none"}, "'kept'"),
                ({"Solid/kinematics": "plane stress"}, "g = k"),
                ({"Solid/Prony series": "rubber: 0.5, 0.1, 1"}, "rubber")):
            self.take(merged(CYLINDER, changes))
            with self.subTest(changes):
                run = self.run_to("refused", status=2)
                self.assertIn(words, run.stderr)
                self.assertIn("Solid/Prony series", run.stderr)


if __name__ == "__main__":
    unittest.main()
