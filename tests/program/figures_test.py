# SPDX-License-Identifier: Apache-2.0
"""The figures of the page of the impacting bar, and equivalent schemes."""

import unittest

from program import CASES, ProgramTest


class FiguresTest(ProgramTest):

    def run_published(self, name, warnings=(), **changes):
        """A case of the applications; changes: time integration and bar."""
        words = []
        for entry, value in changes.items():
            entry = entry.replace("_", " ").replace("alpha ", "alpha_")
            section = ("Elastic bar" if entry == "number of elements" else
                       "Contact" if entry in ("restitution coefficient",
                                              "activation") else
                       "Time integration")
            words += ["--set", f"{section}/{entry}={value}"]
        return self.run_case(CASES / f"impacting_bar/{name}.prm", *words,
                             "--set", "Output/field interval=0",
                             warnings=warnings)


class DoyenTest(FiguresTest):
    """[C13] 5.3: a bouncing bar."""

    def check(self, last_contact_time, energy, impulse, error, **changes):
        summary = self.run_published("doyen", **changes).summary
        found = (f"{summary['contact']['last_contact_time']:.3f}",
                 f"{summary['energy']['final']:.2f}",
                 f"{summary['contact']['total_impulse']:.2f}",
                 f"{summary['errors']['contact_velocity_L1_relative']:.4f}")
        self.assertEqual(found, (last_contact_time, energy, impulse, error))

    def test_moreau_jean(self):
        self.check("1.170", "498.34", "198.96", "0.0659",
                   scheme="moreau-jean", theta=0.5)

    def test_moreau_jean_implicit(self):
        self.check("1.166", "426.89", "191.26", "0.0676",
                   scheme="moreau-jean", theta=1)

    def test_generalized_alpha(self):
        self.check("1.170", "497.21", "198.94", "0.0528",
                   scheme="generalized-alpha", spectral_radius=0.8)


class SchemesTest(FiguresTest):
    """Schemes that are the same with certain parameters."""

    def run_small(self, **changes):
        return self.run_published("doyen", number_of_elements=50, **changes)

    def check_same_motion(self, first, second):
        first, second = self.run_small(**first), self.run_small(**second)
        names = [name for name in first.header if "[" in name] + [
            "time", "energy_kinetic", "energy_strain", "energy_total",
            "active_contacts", "max_penetration"]
        self.assertGreater(first.summary["contact"]["total_impulse"], 190)
        for name in names:
            a, b = first.history[name], second.history[name]
            scale = max(map(abs, a))
            self.assertLess(max(abs(x - y) for x, y in zip(a, b)),
                            1e-9 * scale, name)

    def test_generalized_alpha_is_hht(self):
        self.check_same_motion(
            {"scheme": "generalized-alpha", "spectral_radius": 0.5},
            {"scheme": "hht", "alpha_f": 1 / 3})

    def test_dissipative_moreau_jean_is_newmark(self):
        self.check_same_motion(
            {"scheme": "moreau-jean-dissipative", "theta": 1},
            {"scheme": "newmark", "gamma": 1, "beta": 0.5})

    def test_moreau_jean_is_newmark(self):
        self.check_same_motion(
            {"scheme": "moreau-jean", "theta": 0.5},
            {"scheme": "newmark", "gamma": 0.5, "beta": 0.25})

    def check_energy(self, restitution, activation):
        run = self.run_small(scheme="moreau-jean", theta=0.5,
                             restitution_coefficient=restitution,
                             activation=activation,
                             warnings=[["penetration is not bounded"]] if
                             0 < restitution < 1 else ())
        energy = run.history["energy_total"]
        for before, after in zip(energy, energy[1:]):
            self.assertLessEqual(after, before + 1e-12 * energy[0])
        self.assertGreater(run.summary["contact"]["total_impulse"], 190)
        return energy[-1] / energy[0]

    def test_energy_never_increases(self):
        self.assertLess(self.check_energy(0, "explicit forecast"), 0.999)
        self.assertLess(self.check_energy(0.95, "acary 2014"), 0.999)

    def test_energy_stays_the_same_without_loss_at_impacts(self):
        self.assertAlmostEqual(self.check_energy(1, "explicit forecast"), 1,
                               places=11)


if __name__ == "__main__":
    unittest.main()
