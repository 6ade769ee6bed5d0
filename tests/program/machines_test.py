# SPDX-License-Identifier: Apache-2.0
"""Machines with play: rest, clearance, a circuit breaker, beams that touch."""

import math
import unittest

from mechanism import MECHANISMS, MechanismTest


class SliderAndRollerTest(MechanismTest):
    """[A12] Figure 8: rest, and what chattering makes of it."""

    def test_rest(self):
        for scheme in ("moreau-jean", "combined-projection"):
            run = self.run_mechanism("slider_and_roller", scheme, 1e-3)
            self.check_ledger(run)
            for velocity in ("roller angle", "slider y"):
                self.assertLess(max(map(abs, run.history[
                    f"velocity[{velocity}]"][-1500:])), 1e-11)
            self.assertTrue(all(p > 0 for p in
                                run.history["impulse[face]"][-1500:]))

    def test_direct_projection_rests_with_the_free_position(self):
        run = self.run_mechanism("slider_and_roller", "direct-projection", 1e-3,
                                 "Contact/activation=free-position forecast")
        self.check_ledger(run)
        for velocity in ("roller angle", "slider y"):
            self.assertLess(max(map(abs, run.history[
                f"velocity[{velocity}]"][-1000:])), 1e-11)
        self.assertTrue(all(p > 0 for p in
                            run.history["impulse[face]"][-1000:]))

    def test_explicit_forecast_never_rests(self):
        h, torque, inertia = 1e-3, 1, 0.5 * 2 * 0.1**2
        run = self.run_mechanism("slider_and_roller", "direct-projection", h)
        # open in every second step, in which the torque turns the roller
        closed = [p > 0 for p in run.history["impulse[face]"][-1000:]]
        self.assertEqual(sum(closed), 500)
        self.assertAlmostEqual(
            max(run.history["velocity[roller angle]"][-1000:]),
            torque * h / inertia, delta=1e-12)
        angle = run.history["position[roller angle]"]
        self.assertAlmostEqual((angle[-1] - angle[-1001]) / (1000 * h),
                               0.5 * torque * h / inertia, delta=1e-3)


class ClearanceTest(MechanismTest):
    """[A12] 6.4.2 in the plane."""

    # of the journal: crank l_1 omega_1^2, and the rod about the centre of
    # mass of rod and slider
    ACCELERATION = 0.153 * 150**2 + 75**2 * (0.153 + 2 * 0.306) / 3

    def first_impact(self, run, h, play):
        impulse = run.history["impulse[journal]"]
        first = next(i for i, p in enumerate(impulse) if p > 0)
        self.assertAlmostEqual(run.history["time"][first],
                               math.sqrt(2 * play / self.ACCELERATION),
                               delta=h + 0.02e-3)
        # until then nothing but gravity acts
        for body, speed in (("crank", 150), ("rod", -75)):
            for w in run.history[f"velocity[{body} angle]"][:first]:
                self.assertAlmostEqual(w, speed, delta=0.2)
        # from then on the journal is on its bearing
        self.assertTrue(all(p > 0 for p in impulse[-500:]))

    def test_projection(self):
        h = 1e-5
        run = self.run_mechanism("slider_crank_clearance",
                                 "combined-projection", h,
                                 "Time integration/end time=0.02",
                                 "Output/history interval=1")
        self.check_ledger(run)
        self.assertLess(run.summary["max_penetration"], 1e-12)
        self.first_impact(run, h, 5e-4)
        # the higher frequency: without the play there are three extrema
        w = run.history["velocity[crank angle]"]
        extrema = sum((b - a) * (c - b) < 0 for a, b, c in zip(w, w[1:], w[2:]))
        self.assertGreater(extrema, 8)

    def test_larger_play(self):
        h = 1e-5
        case = (MECHANISMS / "slider_crank_clearance.prm").read_text()
        self.assertIn("disc radius 0.0095", case)
        run = self.run_case(
            self.write("case.prm", case.replace("disc radius 0.0095",
                                                "disc radius 0.005")),
            "--set", "Time integration/end time=0.01",
            "--set", "Output/history interval=1")
        self.first_impact(run, h, 5e-3)

    def test_violation_may_exceed_the_play(self):
        run = self.run_mechanism("slider_crank_clearance", "moreau-jean", 1.5e-4,
                                 "Output/history interval=1")
        self.assertGreater(-min(run.history["gap[journal]"]), 5e-4)
        run = self.run_mechanism("slider_crank_clearance", "moreau-jean", 1e-5,
                                 "Time integration/end time=0.01",
                                 "Output/history interval=1")
        self.first_impact(run, 1e-5, 5e-4)
        self.assertLess(-min(run.history["gap[journal]"]), 1e-5)
        self.assertGreater(-min(run.history["gap[journal]"]), 1e-6)


class CircuitBreakerTest(MechanismTest):

    CONTACTS = ["current", "open", "hook", "catch", "raised", "rest", "blow",
                "pushed", "guide 1", "guide 2", "guide 3", "guide 4"]

    @staticmethod
    def first(run, column, holds):
        return next((t for t, x in zip(run.history["time"],
                                       run.history[column]) if holds(x)), None)

    def opening(self, run):
        return self.first(run, "impulse[open]", lambda p: p > 0)

    def test_opens(self):
        run = self.run_mechanism("circuit_breaker", "combined-projection", 1e-5)
        self.assertLess(run.summary["max_penetration"], 1e-10)
        before = sum(t < 1e-3 for t in run.history["time"]) - 1
        # the closed state: rest, forces of statics, friction at the catch
        for name, values in run.history.items():
            if name.startswith("velocity["):
                self.assertLess(max(map(abs, values[:before])), 1e-9, name)
        force = {name: run.history[f"force[{name}]"][before]
                 for name in self.CONTACTS}
        self.assertAlmostEqual(force["current"], 5, delta=1e-3)
        self.assertAlmostEqual(
            force["hook"] * 0.012, 20 * 0.02 + 5 * 0.03
            + 0.003 * run.history["force[current tangential]"][before],
            delta=1e-3)
        friction = abs(run.history["force[catch tangential]"][before])
        # of all the forces of statics the least: the lever does not lean on its
        # rest, and friction takes what its spring leaves of the catch
        self.assertEqual(force["rest"], 0)
        self.assertAlmostEqual(
            friction * (0.02 * math.cos(0.14) + 0.002),
            force["catch"] * 0.02 * math.sin(0.14) - 0.02 * 0.2, delta=1e-9)
        self.assertLessEqual(friction, 0.2 * force["catch"] * (1 + 1e-9))
        # it opens and stays
        opening = self.opening(run)
        self.assertAlmostEqual(opening, 4.985e-3, delta=3e-5)
        angle = [a for t, a in zip(run.history["time"],
                                   run.history["position[arm angle]"])
                 if t >= opening]
        self.assertLess(max(angle) - min(angle), 1e-3)
        self.assertGreater(run.history["gap[current]"][-1], 9e-3)
        # every contact has been closed, and those of the trigger one by one
        for name in self.CONTACTS:
            if name != "rest":
                self.assertGreater(max(run.history[f"impulse[{name}]"]), 0,
                                   name)
        self.assertLess(min(run.history["gap[rest]"]), 1e-12)
        times = [self.first(run, "impulse[blow]", lambda p: p > 0),
                 self.first(run, "gap[current]", lambda g: g > 1e-6),
                 self.first(run, "impulse[pushed]", lambda p: p > 0), opening]
        self.assertEqual(times, sorted(times))

        half = self.run_mechanism("circuit_breaker", "combined-projection",
                                  5e-6, "Time integration/end time=5.1e-3")
        self.assertAlmostEqual(self.opening(half), opening, delta=1e-5)

    def test_opens_with_restitution(self):
        for e, h in ((0.1, 1e-5), (0.3, 1e-5), (0.3, 5e-6)):
            run = self.run_mechanism("circuit_breaker", "combined-projection",
                                     h, f"Contact/restitution coefficient={e}")
            before = sum(t < 1e-3 for t in run.history["time"]) - 1
            for name, values in run.history.items():
                if name.startswith("velocity["):
                    self.assertLess(max(map(abs, values[:before])), 1e-9, name)
            self.assertAlmostEqual(self.opening(run), 4.99e-3, delta=5e-5)
            self.assertGreater(run.history["gap[current]"][-1], 9e-3)
            self.assertLess(run.summary["energy"]["work_contact"], -0.1)

    def test_friction_takes_energy(self):
        # impulses times velocities at the end of steps; e = 0: no warning
        run = self.run_mechanism("circuit_breaker", "combined-projection",
                                 1e-5, "Time integration/theta=1.0",
                                 "Time integration/end time=6e-3")
        work = run.history["work_contact"]
        self.assertLess(max(b - a for a, b in zip(work, work[1:])), 1e-14)
        self.assertLess(work[-1], -5e-3)

    def test_friction_holds_it(self):
        def opening(friction):
            return self.opening(self.run_mechanism(
                "circuit_breaker", "combined-projection", 1e-5,
                "Mechanism/loads=", "Time integration/end time=6e-3",
                f"Contact/friction coefficient={friction}"))

        self.assertIsNone(opening(0.2))
        self.assertIsNotNone(opening(0.05))


class BeamOnBeamTest(MechanismTest):
    """Discs at nodes of one beam against the centre line of another."""

    SECTION = ("section rectangle 0.02, 0.004 ; Young's modulus 3e9 ; "
               "density 1100")

    def run_beams(self, beams, contacts, time, e, mu, output):
        return self.run_case(
            {"Model": {"name": "mechanism"},
             # along x: the scale of forces of what would fly freely
             "Mechanism": {"gravity": "-10, 0", "beams": " | ".join(beams),
                           "contacts": " | ".join(contacts)},
             "Contact": {"restitution coefficient": e,
                         "friction coefficient": mu},
             "Time integration": {"scheme": "moreau-jean", "time step": 1e-5,
                                  "end time": time}}, output=output)

    def test_leaves_share_the_load(self):
        # small deflections downwards of linear elements of the length l: they
        # bend by M l/(E I) of their middles, and have the mean of both angles
        h, l, EI, play = 0.01, 0.05, 2.1e11 * 0.02 * 0.002**3 / 12, 0.002
        gravity = 2
        element = gravity * 7800 * 0.02 * 0.002 * l # its weight

        def deflection(forces):
            """Of node 4, clamped at node 0."""
            w = angle = 0
            for i in range(4):
                bend = l / EI * sum(force * (node - i - 0.5) * l
                                    for node, force in forces if node > i)
                w += l * (angle + bend / 2)
                angle += bend
            return w

        def weight(n):
            return [(i, element) for i in range(1, n)] + [(n, element / 2)]

        run = self.run_mechanism(
            "two_beams", "moreau-jean", h, f"Mechanism/gravity=0, -{gravity}",
            "Contact/friction coefficient=0",
            "Time integration/theta=1.0", # it damps
            "Time integration/end time=5")
        self.assertLess(abs(run.history["velocity[weight y]"][-1]), 1e-5)
        # what it has penetrated at its impacts stays
        gap = run.history["gap[tip]"][-1]
        self.assertLess(abs(gap), 1e-5)
        reaction = (deflection([*weight(8), (8, 0.5 * gravity)])
                    - deflection(weight(4)) - play + gap) / (
                        2 * deflection([(4, 1)]))
        self.assertAlmostEqual(run.history["force[tip]"][-1] / reaction, 1,
                               delta=5e-4)

    def test_equal_beams_are_each_others_wall(self):
        # two arcs, mirror images: the line between them stays where it is
        def arc(name, sign):
            return (f"{name}: from -0.1, {sign * 0.009} ; "
                    f"angle {-sign * 0.1} ; length 0.2 ; curvature {sign} ; "
                    f"elements 8 ; {self.SECTION} ; velocity 0, {-sign}, 0")

        nodes = [f"upper.{i} 0, 0 ; disc radius 0.002" for i in (2, 3, 4, 5, 6)]
        pair = self.run_beams(
            [arc("upper", 1), arc("lower", -1)],
            [f"c{i}: disc ; {node} ; beam lower ; side left ; "
             "half thickness 0.002" for i, node in enumerate(nodes)],
            8e-3, 0.5, 0, "pair")
        wall = self.run_beams(
            [arc("upper", 1)],
            [f"c{i}: disc ; {node} ; line ground 0, 0 ; normal 0, 1"
             for i, node in enumerate(nodes)], 8e-3, 0.5, 0, "wall")
        self.assertGreater(sum(wall.history["impulse[c2]"]), 1e-3)
        for i in range(5):
            for a, b in zip(pair.history[f"impulse[c{i}]"],
                            wall.history[f"impulse[c{i}]"]):
                self.assertAlmostEqual(a, b, delta=1e-9)
        for axis in "xy":
            for a, b in zip(pair.history[f"position[upper.4 {axis}]"],
                            wall.history[f"position[upper.4 {axis}]"]):
                self.assertAlmostEqual(a, b, delta=1e-9)

    @staticmethod
    def momenta(run, row, beams):
        """Of beams of 8 linear elements: linear, and angular about the centre
        of mass."""
        n, A, I = 8, 0.02 * 0.004, 0.02 * 0.004**3 / 12
        rho, l = 1100, 0.4 / n
        mass, first, P, L = 0, [0, 0], [0, 0], 0
        names = ["start", *map(str, range(1, n)), "end"]
        for beam in beams:
            x, v = ([[run.history[f"{what}[{beam}.{node} {axis}]"][row]
                      for axis in ("x", "y", "angle")] for node in names]
                    for what in ("position", "velocity"))
            for i in range(n):
                for a in (i, i + 1):
                    for b in (i, i + 1):
                        m = rho * A * l * (1 / 3 if a == b else 1 / 6)
                        mass += m
                        first = [first[k] + m * x[a][k] for k in (0, 1)]
                        P = [P[k] + m * v[a][k] for k in (0, 1)]
                        L += m * (x[a][0] * v[b][1] - x[a][1] * v[b][0])
                        L += m * I / A * v[a][2]
        return P, L - (first[0] * P[1] - first[1] * P[0]) / mass, mass

    def test_momenta(self):
        beams = [f"lower: from 0, 0 ; length 0.4 ; elements 8 ; {self.SECTION}",
                 "upper: from 0.15, 0.008 ; length 0.4 ; elements 8 ; "
                 f"{self.SECTION} ; velocity 0.3, -2, 3"]
        contacts = [
            f"{beam}{i}: disc ; {beam}.{i} 0, 0 ; disc radius 0.002 ; beam "
            f"{other} ; side {side} ; half thickness 0.002"
            for beam, other, side, nodes in [
                ("upper", "lower", "left", ("start", 1, 2, 3, 4, 5)),
                ("lower", "upper", "right", (5, 6, 7, "end"))]
            for i in nodes]
        time = 5e-3
        run = self.run_beams(beams, contacts, time, 0, 0.2, "out")
        self.assertGreater(run.summary["contact"]["total_impulse"], 0.02)
        P, L, mass = self.momenta(run, 0, ("lower", "upper"))
        P_end, L_end, _ = self.momenta(run, -1, ("lower", "upper"))
        self.assertAlmostEqual(P_end[0], P[0] - 10 * mass * time, delta=1e-13)
        self.assertAlmostEqual(P_end[1], P[1], delta=1e-13)
        # of the scheme, not of the contact
        self.assertAlmostEqual(L_end, L, delta=1e-4 * abs(L))
        self.assertLess(run.summary["energy"]["work_contact"], -5e-3)


if __name__ == "__main__":
    unittest.main()
