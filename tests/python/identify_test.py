# SPDX-License-Identifier: Apache-2.0
"""identify(): parameters that signals of runs were made with, from these signals
with noise."""

import unittest
import warnings

import numpy
import percuss

from python_module import ModuleTest

try:
    import scipy
except ImportError:
    scipy = None

E, RHO = "Elastic bar/Young's modulus", "Elastic bar/density"
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 40, "length": 1,
                    "cross section": 1e-4, "Young's modulus": 210e9,
                    "density": 7800, "initial gap": 1e-5,
                    "initial velocity": -0.1},
    "Time integration": {"time step": 1e-6, "end time": 6e-4},
    "Output": {"monitored points": "a: 0.4 ; b: 0.6 ; far end: 1"},
}
BALL = {"Model": {"name": "bouncing ball"},
        "Time integration": {"time step": 1e-3, "end time": 2}}
RESTITUTION = "Contact/restitution coefficient"
END = "velocity[far end]"


def noisy(values, sigma, seed=1):
    return values + sigma * numpy.random.default_rng(seed).normal(
        size=numpy.size(values))


@unittest.skipIf(scipy is None, "python3-scipy is missing")
class IdentifyTest(ModuleTest):

    def signal(self, case, name, sigma, seed=1, every=5):
        run = case.run()
        return (name, run.time[::every],
                noisy(run.history[name][::every], sigma, seed), sigma)

    def expect_within(self, fit, true, n_deviations=4.):
        for name, value in true.items():
            self.assertLess(abs(fit.values[name] - value),
                            n_deviations * fit.standard_deviations[name], fit)

    def test_a_bar(self):
        """Over the range of its bounds, and with sigma unknown."""
        for modulus in (165e9, 200e9, 241e9):
            case = percuss.Case(BAR)
            case["Output/history interval"] = 1
            case[E] = modulus
            measured = self.signal(case, END, 2e-3)
            case[E] = 180e9
            for given in (measured, measured[:3]):
                with self.subTest(modulus=modulus, n=len(given)):
                    fit = percuss.identify(case, {E: (150e9, 250e9)}, given)
                    self.expect_within(fit, {E: modulus})
                    self.assertLess(fit.standard_deviations[E], 0.01 * modulus)
                    self.assertEqual(fit.at_bounds, [])
            self.assertEqual(float(case[E]), 180e9)  # stays as it was
            self.assertEqual(float(fit.case[E]), fit.values[E])
            numpy.testing.assert_array_equal(
                fit.run.history[END], fit.case.run().history[END])

    def test_deviations_are_those_of_the_noise(self):
        """Over many noises the estimates deviate by what is said."""
        case = percuss.Case(BALL)
        case["Output/history interval"] = 10
        case["Bouncing ball/initial velocity"] = 1.5
        run = case.run()
        name = "Bouncing ball/initial velocity"
        found, said = [], []
        for seed in range(30):
            fit = percuss.identify(case, {name: (1, 2)}, (
                "position[height]", run.time[:40],
                noisy(run.history["position[height]"][:40], 0.01, seed)))
            found.append(fit.values[name])
            said.append(fit.standard_deviations[name])
        self.assertLess(abs(numpy.mean(found) - 1.5), 1e-2)
        self.assertLess(0.6, numpy.std(found) / numpy.mean(said))
        self.assertLess(numpy.std(found) / numpy.mean(said), 1.5)

    def test_several_parameters_and_signals(self):
        """Young's modulus and density, by velocities and forces of other sizes;
        a signal that is a function."""
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        case[RHO] = 7000
        run = case.run()

        def strain(of):
            return (of.history["position[b]"] - of.history["position[a]"]
                    - 0.2) / 0.2
        force = run.history["force[left]"].cumsum() * 1e-6
        measured = [self.signal(case, END, 2e-3),
                    (strain, run.time[::7], noisy(strain(run)[::7], 1e-7), 1e-7),
                    (lambda of: of.history["force[left]"].cumsum() * 1e-6,
                     run.time[::9], noisy(force[::9], 1e-4), 1e-4)]
        case[RHO] = 7800
        fit = percuss.identify(case, {E: (150e9, 250e9), RHO: (6e3, 9e3)},
                               measured)
        self.expect_within(fit, {E: 210e9, RHO: 7000})
        self.assertEqual(list(fit.residuals), [END, "strain", "signal 3"])
        self.assertEqual(fit.covariance.shape, (2, 2))
        numpy.testing.assert_allclose(numpy.diag(fit.correlation), 1)
        for line in (E, RHO, "deviates by", "runs", "strain"):
            self.assertIn(line, str(fit))
        self.assertIn("percuss.Fit", repr(fit))

    def test_restitution_of_a_ball(self):
        """From starts all over its range."""
        for e in (0.35, 0.6, 0.85):
            with self.subTest(e=e):
                case = percuss.Case(BALL)
                case[RESTITUTION] = e
                run = case.run()
                measured = ("position[height]", run.time[::4], noisy(
                    run.history["position[height]"][::4], 0.01))
                for start in (0.05, 0.5, 0.95):
                    fit = percuss.identify(
                        case, {RESTITUTION: (0, 1, start)}, measured)
                    self.assertLess(abs(fit.values[RESTITUTION] - e), 5e-3)

    def test_several_minima(self):
        """Of a frequency: the best of some starts."""
        name = "Linear oscillator/stiffness"
        case = percuss.Case({
            "Model": {"name": "linear oscillator"},
            "Linear oscillator": {"stiffness": 100, "obstacle position": -5},
            "Time integration": {"time step": 5e-3, "end time": 5}})
        run = case.run()
        measured = ("position[mass]", run.time[::5],
                    noisy(run.history["position[mass]"][::5], 0.02))
        bounds = {name: (25, 400, 200)}
        alone = percuss.identify(case, bounds, measured)
        self.assertGreater(abs(alone.values[name] - 100), 10)
        fit = percuss.identify(case, bounds, measured, starts=30)
        self.expect_within(fit, {name: 100})
        self.assertLess(fit.cost, 0.1 * alone.cost)

    def test_at_a_bound(self):
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        measured = self.signal(case, END, 2e-3)
        fit = percuss.identify(case, {E: (150e9, 190e9)}, measured)
        self.assertEqual(fit.at_bounds, [E])
        self.assertIn("AT A BOUND", str(fit))

    def test_what_cannot_be_told(self):
        """The gravity of a bar that does not fall shows in nothing; stiffness
        and area only in their product."""
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        measured = self.signal(case, END, 2e-3)
        with self.assertRaisesRegex(percuss.ComputationError,
                                    "does not determine 'Elastic bar/cross "):
            percuss.identify(case, {"Elastic bar/cross section":
                                    (1e-5, 1e-3)}, measured)
        ball = percuss.Case(BALL)
        run = ball.run()
        with self.assertRaisesRegex(percuss.ComputationError,
                                    "determine 'Bouncing ball/mass'"):
            percuss.identify(ball, {"Bouncing ball/mass": (0.5, 2)},
                             ("position[height]", run.time,
                              run.history["position[height]"]))
        with self.assertRaisesRegex(percuss.ComputationError, "iterations"):
            percuss.identify(case, {E: (150e9, 250e9, 160e9)}, measured,
                             max_iterations=1, tolerance=1e-12)

    def test_what_is_hardly_told(self):
        """The velocity of a bar depends on E and rho by their ratio; a force
        tells them apart, the worse the more noise it has."""
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        run = case.run()
        velocity = (END, run.time, run.history[END], 2e-3)
        impulse = run.history["force[left]"].cumsum() * 1e-6
        bounds = {E: ("150 GPa", "0.25 TPa"), RHO: ("6 g/cm^3", 9e3)}
        for sigma, pairs in (1e-5, []), (1e-3, []), (1e-2, [(E, RHO)]):
            measured = [velocity, (
                lambda of: of.history["force[left]"].cumsum() * 1e-6,
                run.time, impulse, sigma)]
            with warnings.catch_warnings(record=True) as caught, \
                    self.subTest(sigma=sigma):
                warnings.simplefilter("always")
                fit = percuss.identify(case, bounds, measured)
                self.assertEqual(fit.hardly_told_apart, pairs, fit)
                said = [each for each in caught
                        if each.category is percuss.FitWarning]
                self.assertEqual(len(said), len(pairs))
                for each in said:
                    self.assertIn("hardly told apart", str(each.message))
                    self.assertEqual(each.filename, __file__)
                self.assertEqual("hardly" in str(fit), bool(pairs))

    def test_bounds_with_units(self):
        """They are those in SI units; another dimension is refused."""
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        measured = self.signal(case, END, 2e-3)
        for given in (("150 GPa", "250 GPa"), ("0.15 TPa", 250e9),
                      ("150 GPa", "250 kN/mm^2", "200 GPa")):
            with self.subTest(given):
                fit = percuss.identify(case, {E: given}, measured)
                known = percuss.identify(case, {E: (150e9, 250e9)}, measured)
                self.assertEqual(fit.values, known.values)
        for given, part in ((("150 kg", "250 GPa"), "measured in Pa"),
                            (("150 GPx", "250 GPa"), "GPx"),
                            (("much", "250 GPa"), "real numbers")):
            with self.subTest(given), \
                    self.assertRaisesRegex(percuss.InputError, part):
                percuss.identify(case, {E: given}, measured)

    def test_a_variable_with_a_unit(self):
        """Bounds and what is found are in SI, whatever the variable is written
        in: those of the number that it stands for."""
        case = percuss.Case({**BALL, "Variables": {"H": "1 m", "n": "2"}})
        case["Bouncing ball/initial height"] = "$H"
        name = "Variables/H"
        run = case.run()
        measured = ("position[height]", run.time[:40], noisy(
            run.history["position[height]"][:40], 0.01))
        plain = percuss.identify(percuss.Case(BALL), {
            "Bouncing ball/initial height": (0.5, 2)}, measured)
        (expected,) = plain.values.values()
        for text in ("1 m", "120 cm", "48 in", "2*30 cm"):
            for bounds in ((0.5, 2), ("50 cm", 2.), ("500 mm", "2 m"),
                           ("0.5 m", "2 m", "125 cm")):
                with self.subTest(text=text, bounds=bounds):
                    case[name] = text
                    fit = percuss.identify(case, {name: bounds}, measured)
                    self.assertAlmostEqual(fit.values[name] / expected, 1, 6)
                    self.assertEqual(fit.case[name],
                                     f"{fit.values[name]!r} m")
                    self.assertEqual(case[name], text)
        for text, bounds, part in (
                ("1 m", ("1 kg", "2 kg"), "in kg, and the variable is in m"),
                ("1", ("1 m", "2 m"), "variable is a pure number"),
                ("1 m", ("1 mx", "2 m"), "mx"),
                ("n*1 m", (1, 2), "not a function of other variables")):
            with self.subTest(text=text, bounds=bounds), \
                    self.assertRaisesRegex(percuss.InputError, part):
                other = percuss.Case({**BALL, "Variables": {
                    "n": "2", "H": text}})
                other["Bouncing ball/initial height"] = "$H"
                percuss.identify(other, {name: bounds}, measured)

    def test_variables_and_entries_at_once(self):
        """A length and a density with units, and a modulus without."""
        case = percuss.Case({**BAR, "Variables": {
            "L": "1 m", "rho": "7 g/cm^3"}})
        case["Elastic bar/length"] = "$L"
        case["Output/monitored points"] = "far end: $L"
        case[RHO] = "$rho"
        case["Output/history interval"] = 1
        case["Time integration/end time"] = 1e-3
        run = case.run()
        measured = [self.signal(case, END, 2e-4, every=3), (
            lambda of: of.history["impulse[left]"].cumsum(), run.time,
            noisy(run.history["impulse[left]"].cumsum(), 1e-4), 1e-4)]
        bounds = {"Variables/L": ("97 cm", "1.04 m"), E: (180e9, "250 GPa"),
                  "Variables/rho": ("6 g/cm^3", 8000)}
        fit = percuss.identify(case, bounds, measured, starts=4)
        for name, true in (("Variables/L", 1), (E, 210e9),
                           ("Variables/rho", 7000)):
            self.assertLess(abs(fit.values[name] / true - 1), 5e-3, fit)
        self.assertEqual(list(fit.values), list(bounds))

    def test_measured_in_other_units(self):
        """Of times, values and deviations, each with its own; what is found is
        the same."""
        case = percuss.Case(BAR)
        case["Output/history interval"] = 1
        measured = self.signal(case, END, 2e-3)
        name, t, v, sigma = measured
        expected = percuss.identify(case, {E: (150e9, 250e9)}, measured)
        Q = percuss.Quantity
        for other in ((name, Q(1e6 * t, "us"), Q(1e3 * v, "mm/s"), sigma),
                      (name, Q(1e3 * t, "ms"), Q(3.6 * v, "km/h"),
                       Q(2, "mm/s")),
                      (name, t, Q(v / 0.0254, "in/s"), Q(0.2, "cm/s"))):
            fit = percuss.identify(case, {E: (150e9, 250e9)}, other)
            self.assertAlmostEqual(fit.values[E] / expected.values[E], 1, 9)
            self.assertAlmostEqual(
                fit.standard_deviations[E] / expected.standard_deviations[E],
                1, 6)
            numpy.testing.assert_allclose(
                fit.residuals[name], expected.residuals[name], atol=1e-9)
        for wrong, part in (
                ((name, Q(t, "m"), v), "Times .* are measured in s"),
                ((name, t, Q(v, "kg")), "Values .* are measured in m s"),
                ((name, t, v, Q(1, "s")), "sigma .* are measured in m s"),
                ((name, t, Q(v, "")), "Values .* are measured in m s"),
                (("energy_total", t, Q(v, "N")), "Values .* are measured in"),
                (("position[a angle]", t, Q(v, "mm")), "measured in rad"),
                (("position[a x]", t, Q(v, "rad")), "measured in m"),
                ((name, t, Q(v, "mmm/s")), "mmm")):
            with self.subTest(part), \
                    self.assertRaisesRegex(percuss.InputError, part):
                percuss.identify(case, {E: (150e9, 250e9)}, wrong)

    def test_wrong_input(self):
        case = percuss.Case(BALL)
        run = case.run()
        good = ("position[height]", run.time, run.history["position[height]"])
        bounds = {RESTITUTION: (0, 1)}
        for parameters, measured, part in (
                ({}, good, "at least one parameter"),
                (bounds, [], "one signal"),
                ({"Contact/restitution": (0, 1)}, good, "Did you mean"),
                ({RESTITUTION: (1, 0)}, good, "smaller"),
                ({RESTITUTION: (0, 1, 2)}, good, "not within"),
                ({RESTITUTION: (0, None)}, good, "real numbers|not finite"),
                ({RESTITUTION: 0.5}, good, "two bounds"),
                ({"Model/name": (0, 1)}, good, "must be one number"),
                ({RESTITUTION: (1.5, 2)}, good, "cannot compute the case with "
                 "Contact/restitution coefficient = 1.75"),
                (bounds, ("position[height]", run.time), "is measured is"),
                (bounds, ("position[height]", run.time, [1, 2]), "the same"),
                (bounds, ("position[height]", run.time + 5, good[2]),
                 "is measured from"),
                (bounds, good[:2] + (good[2] * numpy.nan,), "not finite"),
                (bounds, good + (0,), "positive"),
                (bounds, (3, *good[1:]), "name of a column"),
                (bounds, (lambda of: of.time[1:], *good[1:]), "shape"),
                (bounds, ("position[height]", [0.], [0.]) and
                 ("position[height]", [], []), "one dimension")):
            with self.subTest(part=part), \
                    self.assertRaisesRegex(percuss.InputError, part):
                percuss.identify(case, parameters, measured)
        with self.assertRaisesRegex(KeyError, "Did you mean"):
            percuss.identify(case, bounds, ("positon[height]", *good[1:]))


if __name__ == "__main__":
    unittest.main()
