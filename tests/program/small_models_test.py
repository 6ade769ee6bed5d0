# SPDX-License-Identifier: Apache-2.0
"""Balls, oscillators and the arch: runs with all schemes, outputs, ends."""

import math
import unittest

from program import CASES, ProgramTest, merged
from run_output import COLUMNS, CONTACT_COLUMNS, LAST_COLUMNS

SCHEMES = ("moreau-jean", "moreau-jean-dissipative", "schatzman-paoli",
           "direct-projection", "combined-projection", "generalized-alpha",
           "newmark", "hht", "krenk-hogsberg", "generalized-alpha-ggl",
           "implicit-newmark", "cd-lagrange", "cd-lagrange-implicit",
           "carpenter-explicit")
INCONSISTENT = ("carpenter-implicit", "newmark-position-level",
                "hht-position-level", "hht-velocity-level")
PROJECTIONS = ("direct-projection", "combined-projection",
               "generalized-alpha-ggl")


def case(model, time_step, end_time):
    return {"Model": {"name": model},
            "Time integration": {"time step": time_step, "end time": end_time}}


BALL = case("bouncing ball", 0.02, 2)
OSCILLATOR = case("linear oscillator", 0.02, 8)
TWO_MASSES = case("two-mass oscillator", 5e-4, 0.5)
VAN_DER_POL = case("van der pol oscillator", 0.01, 10)
ROTATING_SPRING = case("rotating spring", 0.02, 3)
ARCH = case("discrete arch", 0.5, 150)


class SmallModelsTest(ProgramTest):

    def run_scheme(self, model, scheme):
        return self.run_case(
            merged(model, {"Time integration/scheme": scheme}),
            warnings=[[scheme]] if scheme in INCONSISTENT else ())


class EveryModelWithEverySchemeTest(SmallModelsTest):

    def check_schemes(self, model, coordinates, contacts):
        name = model["Model"]["name"]
        for scheme in SCHEMES + INCONSISTENT:
            with self.subTest(f"{name}, {scheme}"):
                run = self.run_scheme(model, scheme)
                projects = scheme in PROJECTIONS
                self.assertEqual(
                    run.header,
                    COLUMNS + [f"{quantity}[{coordinate}]"
                               for coordinate in coordinates
                               for quantity in ("position", "velocity")] +
                    [f"{quantity}[{contact}]" for contact in contacts
                     for quantity in CONTACT_COLUMNS] +
                    ["work_projection"] * projects + LAST_COLUMNS)
                self.check_energy_account(run, projects)
                self.assertEqual(
                    [run.summary[key] for key in ("model", "scheme", "dofs",
                                                  "contacts", "ranks")],
                    [name, scheme, len(coordinates), len(contacts), 1])
                self.assertGreater(run.summary["contact"]["total_impulse"], 0)
                self.assertFalse((run.folder / "solution.pvd").exists())
                self.assertNotIn("stopped", run.summary)

    def check_energy_account(self, run, projects):
        h, energy = run.history, run.summary["energy"]
        scale = max(map(abs, h["energy_potential"])) + run.largest_energy()
        self.assertEqual("work_projection" in energy, projects)
        projection = [0] * run.n_rows
        if projects:
            projection = h["work_projection"]
            self.assertEqual(energy["work_projection"], projection[-1])
        for k in range(run.n_rows):
            self.assertAlmostEqual(
                h["energy_algorithmic"][k] - h["energy_algorithmic"][0],
                h["work_external"][k] + h["work_damping"][k] +
                h["work_contact"][k] + projection[k] -
                h["dissipation_numerical"][k], delta=1e-10 * scale)
        self.assertLess(energy["max_identity_residual"], 1e-12 * scale)

    def test_bouncing_ball(self):
        self.check_schemes(BALL, ["height"], ["floor"])

    def test_linear_oscillator(self):
        self.check_schemes(OSCILLATOR, ["mass"], ["obstacle"])

    def test_two_mass_oscillator(self):
        self.check_schemes(TWO_MASSES, ["lower", "upper"], ["floor"])

    def test_van_der_pol_oscillator(self):
        self.check_schemes(VAN_DER_POL, ["mass"], ["obstacle"])

    def test_rotating_spring(self):
        self.check_schemes(ROTATING_SPRING, ["x", "y"], ["boundary"])

    def test_discrete_arch(self):
        nodes = range(1, 11)
        self.check_schemes(ARCH, [f"{axis}{i}" for i in nodes
                                  for axis in "xy"],
                           [f"node {i}" for i in nodes])


class HistoryOfCoordinatesTest(SmallModelsTest):

    def test_gaps_follow_the_coordinates(self):
        ball = self.run_case(merged(BALL, {"Bouncing ball/radius": 0.3}))
        two = self.run_case(TWO_MASSES)
        mass = self.run_case(merged(OSCILLATOR, {
            "Linear oscillator/obstacle position": 0.3}))
        pol = self.run_case(VAN_DER_POL)
        spring = self.run_case(ROTATING_SPRING)
        arch = self.run_case(ARCH)
        for run, gap, expected in (
                (ball, "floor", [q - 0.3 for q in
                                 ball.history["position[height]"]]),
                (two, "floor", [q - 0.2 for q in
                                two.history["position[lower]"]]),
                (mass, "obstacle", [q - 0.3 for q in
                                    mass.history["position[mass]"]]),
                (pol, "obstacle", [1.5 - q for q in
                                   pol.history["position[mass]"]]),
                (spring, "boundary", [
                    1.4 - math.hypot(x, y) for x, y in
                    zip(spring.history["position[x]"],
                        spring.history["position[y]"])]),
                (arch, "node 5", [q + 0.065 for q in
                                  arch.history["position[y5]"]])):
            for found, value in zip(run.history[f"gap[{gap}]"], expected):
                self.assertAlmostEqual(found, value, places=13)

    def test_free_fall(self):
        # of the trapezoidal rule, exact for a parabola
        run = self.run_case(merged(BALL, {
            "Bouncing ball/initial height": 50,
            "Bouncing ball/initial velocity": 3, "Bouncing ball/mass": 2,
            "Time integration/start time": 1}))
        for t, q, v, energy in zip(run.history["time"],
                                   run.history["position[height]"],
                                   run.history["velocity[height]"],
                                   run.history["energy_total"]):
            self.assertAlmostEqual(q, 50 + 3 * (t - 1) - 9.81 / 2 * (t - 1)**2)
            self.assertAlmostEqual(v, 3 - 9.81 * (t - 1))
            self.assertAlmostEqual(energy, 2 * (0.5 * 9 + 9.81 * 50))
        for name, value in run.summary["errors"].items():
            scale = 990 if name.startswith("energy") else 1  # J
            self.assertLess(value, 1e-12 * scale, name)

    def test_two_ranks_write_what_one_writes(self):
        # as each rank computes the whole
        for model in (BALL, ARCH):
            self.run_scheme(model, "direct-projection")
            self.run_case(merged(
                model, {"Time integration/scheme": "direct-projection"}),
                ranks=2, output="two")
            one, two = [(self.folder / folder / "history.csv").read_bytes()
                        for folder in ("out", "two")]
            self.assertEqual(one, two)

    def test_printed_summary(self):
        for scheme in ("moreau-jean", "direct-projection"):
            self.run_scheme(BALL, scheme)
            text = self.percuss("run", "case.prm", "--output", "out").stdout
            self.assertEqual("work of the projection" in text,
                             scheme == "direct-projection")
            self.assertIn("1 degree of freedom, 1 contact(s)", text)
            self.assertIn("error velocity_L2", text)
            self.assertNotIn("solution.pvd", text)
            self.assertNotIn("stopped", text)


class ErrorsTest(SmallModelsTest):
    """The norms of the errors against exact solutions written anew."""

    def check_norms(self, run, name, exact, until=math.inf):
        """exact(t): position and velocity at t > 0."""
        h, errors = run.history, run.summary["errors"]
        step = run.summary["time_step"]
        bracket = f"[{name}]"
        key = bracket if bracket in "".join(errors) else ""
        for i, quantity in enumerate(("position", "velocity")):
            pairs = [(value, exact(t)[i]) for t, value in
                     zip(h["time"][1:], h[quantity + bracket][1:])
                     if t <= until]
            differences = [abs(a - b) for a, b in pairs]
            expected = {
                "L1_relative": sum(differences) / sum(abs(b) for a, b in
                                                      pairs),
                "L2": math.sqrt(step * sum(d * d for d in differences)),
                "max": max(differences)}
            for norm, value in expected.items():
                self.assertAlmostEqual(
                    errors[f"{quantity}{key}_{norm}"], value,
                    delta=1e-9 * value, msg=f"{quantity} {norm}")

    def test_bouncing_ball(self):
        # falls 1 m, the impact at t_1 = 1 s between two steps; e = 1/2
        case = merged(BALL, {
            "Bouncing ball/gravity": -2, "Bouncing ball/initial height": 1.5,
            "Bouncing ball/radius": 0.5,
            "Contact/restitution coefficient": 0.5,
            "Time integration/time step": 0.03,
            "Time integration/end time": 1.95})

        def exact(t):
            if t < 1:
                return 1.5 - t * t, -2 * t
            return 0.5 + (t - 1) - (t - 1)**2, 1 - 2 * (t - 1)
        self.check_norms(self.run_case(case), "height", exact)

    def test_linear_oscillator(self):
        # e = 1 and no loads: |cos| of the frequency 2 about the obstacle
        case = merged(OSCILLATOR, {
            "Linear oscillator/stiffness": 12, "Linear oscillator/mass": 3,
            "Linear oscillator/rest position": 0.4,
            "Linear oscillator/obstacle position": 0.4,
            "Linear oscillator/initial position": 1.4,
            "Contact/restitution coefficient": 1})

        def exact(t):
            q = math.cos(2 * t)
            return 0.4 + abs(q), (-2 if q > 0 else 2) * math.sin(2 * t)
        self.check_norms(self.run_case(case), "mass", exact)

    def test_two_mass_oscillator(self):
        # before the impact they fall, then the spring presses the lower one
        # down: q_1 rests until the force of the spring is zero again
        case = merged(TWO_MASSES, {
            "Two-mass oscillator/stiffness": 100,
            "Two-mass oscillator/upper mass": 4,
            "Two-mass oscillator/spring length": 2,
            "Two-mass oscillator/initial height": 0.7,
            "Time integration/end time": 0.6})
        impact = math.sqrt(2 * 0.5 / 10)
        omega = 5.  # of the upper mass on the lower one at rest

        def exact(t):
            if t < impact:
                q, v = 0.7 - 5 * t * t, -10 * t
                return (q, v), (q + 2, v)
            s = omega * (t - impact)
            x = -0.4 + 0.4 * math.cos(s) - 10 * impact / omega * math.sin(s)
            w = -0.4 * omega * math.sin(s) - 10 * impact * math.cos(s)
            return (0.2, 0), (2.2 + x, w)
        run = self.run_case(case)
        for i, name in enumerate(("lower", "upper")):
            self.check_norms(run, name, lambda t, i=i: exact(t)[i])

    def test_no_errors_where_no_solution_is_known(self):
        for model, changes in (
                (BALL, {"Bouncing ball/gravity": 1}),
                (OSCILLATOR, {"Linear oscillator/load amplitude": 1}),
                (TWO_MASSES, {"Two-mass oscillator/damping": 1}),
                (VAN_DER_POL, {}), (ROTATING_SPRING, {}), (ARCH, {})):
            run = self.run_case(merged(model, changes))
            self.assertEqual(run.summary["errors"], {})

    def test_errors_vanish_with_the_step(self):
        for scheme in ("moreau-jean", "generalized-alpha", "schatzman-paoli",
                       "cd-lagrange", "combined-projection"):
            coarse, fine = [self.run_case(merged(OSCILLATOR, {
                "Time integration/scheme": scheme,
                "Time integration/time step": step,
                "Contact/restitution coefficient": 0.8})).summary["errors"]
                for step in (0.01, 0.001)]
            self.assertLess(fine["position_max"],
                            0.4 * coarse["position_max"], scheme)
            self.assertLess(fine["velocity_L1_relative"],
                            0.4 * coarse["velocity_L1_relative"], scheme)


class TerminationTest(SmallModelsTest):

    MASS, DAMPING = 2., 0.03
    CASE = merged(ARCH, {
        "Discrete arch/nodal mass": MASS, "Discrete arch/damping": DAMPING,
        "Discrete arch/load duration": 120, "Discrete arch/load": 8e-3,
        "Time integration/scheme": "cd-lagrange",
        "Time integration/end time": 500})

    def ratios(self, run):
        """viscous over contact impulse in each row."""
        h = run.history
        for k in range(run.n_rows):
            v = math.hypot(*(h[f"velocity[{axis}{i}]"][k]
                             for i in range(1, 11) for axis in "xy"))
            P = math.hypot(*(h[f"impulse[node {i}]"][k]
                             for i in range(1, 11)))
            yield 0.5 * self.DAMPING * self.MASS * v / P if P else math.inf

    def test_the_run_stops(self):
        everything = self.run_case(self.CASE)
        self.assertEqual(everything.summary["steps"], 1000)
        self.assertNotIn("stopped", everything.summary)
        ratios = list(self.ratios(everything))
        for ratio in (0.3, 0.06):
            first = next(k for k in range(1001)
                         if everything.history["time"][k] > 120
                         and ratios[k] < ratio)
            self.assertLess(first, 1000)
            # it would have stopped while the load acts
            self.assertLess(min(ratios[:241]), ratio)
            for interval in (1, 13):
                run = self.run_case(merged(self.CASE, {
                    "Discrete arch/termination ratio": ratio,
                    "Output/history interval": interval}))
                self.assertEqual(run.summary["steps"], first)
                self.assertEqual(run.summary["end_time"], first * 0.5)
                self.assertIn("termination ratio", run.summary["stopped"])
                self.assertEqual(run.history["step"][-1], first)
                for name in run.header:
                    self.assertEqual(run.history[name][-1],
                                     everything.history[name][first], name)

    def test_it_says_so(self):
        self.run_case(merged(self.CASE,
                             {"Discrete arch/termination ratio": 0.3}))
        run = self.percuss("run", "case.prm", "--output", "out")
        self.assertRegex(run.stdout, "\n  stopped +the viscous impulse")


class ShippedCasesTest(SmallModelsTest):

    def test_bouncing_balls(self):
        run = self.run_case(CASES / "small_systems/bouncing_ball_c13.prm")
        t_1 = math.sqrt(2 * 0.801 / 10)
        self.assertAlmostEqual(run.summary["contact"]["first_contact_time"],
                               t_1, delta=1e-3)
        rest = t_1 * 1.8 / 0.2  # t_inf
        for t, q in zip(run.history["time"],
                        run.history["position[height]"]):
            if t > rest + 0.05:
                self.assertAlmostEqual(q, 0.2, delta=2e-3)
        self.assertLess(run.summary["errors"]["position_L1_relative"], 0.005)

        run = self.run_case(CASES / "small_systems/bouncing_ball_a12.prm")
        self.assertEqual(run.summary["max_penetration"], 0)
        self.assertGreater(run.summary["energy"]["work_projection"], 0)

    def test_others(self):
        for name in ("linear_oscillator", "two_mass_oscillator",
                     "van_der_pol", "rotating_spring", "discrete_arch"):
            with self.subTest(name):
                run = self.run_case(CASES / f"small_systems/{name}.prm")
                self.assertGreater(run.summary["contact"]["total_impulse"], 0)
                self.assertEqual("stopped" in run.summary,
                                 name == "discrete_arch")
                for error, value in run.summary["errors"].items():
                    if error.endswith("L1_relative"):
                        self.assertLess(value, 0.05, error)

    def test_friction(self):
        run = self.run_case(
            CASES / "small_systems/rotating_spring_friction.prm")
        self.assertEqual([run.summary["contacts"],
                          run.summary["contact_rows"]], [1, 2])
        h = run.history
        pairs = list(zip(h["impulse[boundary]"],
                         h["impulse[boundary tangential]"]))
        for normal, tangential in pairs:
            self.assertLessEqual(abs(tangential), 0.2 * normal + 1e-12)
        self.assertGreater(max(abs(tangential) for _, tangential in pairs), 0)
        # friction takes angular momentum, and nothing gives any back
        moment = [x * w - y * v for x, y, v, w in
                  zip(h["position[x]"], h["position[y]"], h["velocity[x]"],
                      h["velocity[y]"])]
        self.assertLess(moment[-1], 0.95 * moment[0])

if __name__ == "__main__":
    unittest.main()
