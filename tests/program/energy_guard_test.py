# SPDX-License-Identifier: Apache-2.0
"""The energy ledger guards the runs of the program."""

import json
import math
import unittest

from program import ProgramTest, merged, prm

# a rod strikes a floor without gravity, with friction: Newton's law in its
# algebraic form can bring energy in (Kane, Levinson 1985)
ROD = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "gravity": "0, 0",
        "bodies": "rod: mass 1 ; inertia 1/3 ; at 0, 0.7081067811865475, "
                  "pi/4 ; velocity 0.6, -1, 0",
        "contacts": "end: point ; rod -1, 0 ; line ground 0, 0 ; normal 0, 1"},
    "Contact": {"restitution coefficient": 1, "friction coefficient": 0.5,
                "law": "newton"},
    "Time integration": {"time step": 1e-4, "end time": 2e-3},
}
# a bar far above the critical step of a scheme that only warns of theta
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 10, "initial velocity": -1,
                    "mass matrix": "lumped"},
    "Time integration": {"scheme": "moreau-jean", "theta": 0,
                         "time step": 1e-3, "end time": 1},
}


class EnergyGuardTest(ProgramTest):

    def test_newtons_law_with_friction_is_warned_of(self):
        run = self.run_case(ROD, warnings=[
            ["scheme 'moreau-jean' has gained energy", "since time step 11",
             "friction brought in"]])
        energy = run.summary["energy"]
        self.assertGreater(energy["final"], 1.1 * energy["initial"])
        self.assertEqual(run.summary["status"], "done")
        self.assertEqual(len(run.summary["warnings"]), 1)
        for place in (energy, {key: run.history[key][-1] for key in
                               ("work_contact", "work_normal",
                                "work_friction", "work_joints")}):
            self.assertAlmostEqual(
                place["work_contact"], place["work_normal"] +
                place["work_friction"] + place["work_joints"], delta=1e-15)
            self.assertEqual(place["work_joints"], 0)
            self.assertGreater(place["work_friction"], 0.1)
        # Moreau's law brings none in, and none is warned of
        run = self.run_case(merged(ROD, {"Contact/law": "moreau"}))
        self.assertLess(run.summary["energy"]["final"],
                        (1 + 1e-6) * run.summary["energy"]["initial"])
        # without friction it keeps the energy
        run = self.run_case(merged(ROD, {"Contact/friction coefficient": 0}))
        self.assertAlmostEqual(run.summary["energy"]["final"],
                               run.summary["energy"]["initial"], delta=1e-6)

    def test_rounding_of_bodies_at_rest_is_no_work_of_joints(self):
        """A rope of links over half a drum is held by friction. Its energies,
        its joints' works, 1e-14 J, too, are what rounding makes."""
        n, radius = 12, 0.25
        angles = [math.pi * (1 - k / n) for k in range(n + 1)]
        bodies = [f"p{k}: mass 1e-3 ; inertia 1e-6 ; at "
                  f"{radius * math.cos(a)}, {radius * math.sin(a)}, 0"
                  for k, a in enumerate(angles)]
        bodies += [f"left: mass 1 ; inertia 1e-3 ; at {-radius}, -0.5, 0",
                   f"right: mass 2.5 ; inertia 1e-3 ; at {radius}, -0.5, 0"]
        ends = ["left", *(f"p{k}" for k in range(n + 1)), "right"]
        run = self.run_case({
            "Model": {"name": "mechanism"},
            "Mechanism": {
                "bodies": " | ".join(bodies),
                "joints": " | ".join(
                    f"l{k}: distance ; {a} 0, 0 ; {b} 0, 0"
                    for k, (a, b) in enumerate(zip(ends, ends[1:]))),
                "contacts": " | ".join(
                    f"c{k}: point ; p{k} 0, 0 ; circle ground 0, 0 ; radius "
                    f"{radius}" for k in range(n + 1))},
            "Contact": {"friction coefficient": 0.3},
            "Time integration": {"scheme": "combined-projection",
                                 "time step": 1e-3, "end time": 0.2}})
        self.assertEqual(run.summary["warnings"], [])
        self.assertLess(abs(run.summary["energy"]["work_joints"]), 1e-10)

    def test_a_motion_that_blows_up_fails(self):
        case = self.write("case.prm", prm(BAR))
        run = self.percuss("run", case, "--quiet", "--output", "out")
        self.assertEqual((run.returncode, run.stdout), (1, ""), run)
        for part in ("more than 1000 times", "in time step ", "residual "):
            self.assertIn(part, run.stderr.splitlines()[-1])
        summary = json.loads((self.folder / "out/summary.json").read_text())
        self.assertEqual(summary["status"], "failed")
        self.assertLess(summary["steps"], 20)

    def test_schemes_with_memory_do_not_halve_steps(self):
        for scheme in ("generalized-alpha", "cd-lagrange", "schatzman-paoli"):
            case = self.write("case.prm", prm(merged(
                BAR, {"Time integration/scheme": scheme,
                      "Time integration/on failure": "halve step"})))
            run = self.percuss("run", case, "--output", "out")
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("Time integration/on failure", run.stderr)
            self.assertIn(f"'{scheme}' keeps more", run.stderr)


if __name__ == "__main__":
    unittest.main()
