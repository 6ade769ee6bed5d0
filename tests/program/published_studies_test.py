# SPDX-License-Identifier: Apache-2.0
"""percuss study: studies of pages, and rates of beams. Those of papers are
reproductions."""

import math
import unittest

from program import CASES
from study_case import STUDIES, StudyTest, fitted


class PublishedStudiesTest(StudyTest):
    """Coarser than they are shipped; the rates are those of the pages."""

    def published(self, name, sweep, *words):
        """A shipped study with other values of the first axis."""
        settings = [part for word in words for part in ("--set", word)]
        return self.study(STUDIES / f"{name}.prm", "--set",
                          f"Study/sweep={sweep}", *settings)

    def test_forces_of_contacts_without_mass(self):
        """Of a chain of masses and springs, max int J_1(s)/s ds, and of the
        same with other mass matrices, by its eigenvectors."""
        rows = self.study(CASES / "scheme_comparison/boundary_mass.prm",
                          "--set", "Study/sweep=Elastic bar/number of "
                          "elements = 50")
        peaks = {row["curve"]: float(row["contact_peak_force"])
                 for row in rows}
        for curve, peak in (("lumped, none", 1.0922),
                            ("blended, none", 1.0205),
                            ("consistent, none", 1.0012),
                            ("blended, singular", 1.0116),
                            ("consistent, singular", 1.0017),
                            ("lumped, redistributed", 1.3309),
                            ("lumped, weighted", 1.0922 * 1.005)):
            self.assertAlmostEqual(peaks[curve], peak, delta=5e-4, msg=curve)

    def test_impacting_bar(self):
        rows = self.published("impacting_bar", "Elastic bar/number of "
                              "elements = 50, 100, 200, 400, 800",
                              "Study/quantities=gap_L2, contact_velocity_L2, "
                              "gap_hausdorff, velocity_field_L2")
        self.assertEqual(len(rows), 15)
        for curve, rates in enumerate(((0.66, 0.32), (0.5, 0.28),
                                       (0.66, 0.32))):
            for name, rate in zip(("gap_L2", "contact_velocity_L2"), rates):
                self.assertAlmostEqual(self.rate(curve, name), rate,
                                       delta=0.05, msg=f"{curve} {name}")
            self.assertGreater(self.rate(curve, "gap_hausdorff"), 0.45)
            self.assertAlmostEqual(self.rate(curve, "velocity_field_L2"), 0.3,
                                   delta=0.1)

    def test_peak_force(self):
        # the impulse of the last element's impact, rho A l/3 v_0, in one step
        rows = self.published("peak_force_time_step", "Time integration/time "
                              "step = 2e-7, 1e-7, 5e-8", "Time integration/"
                              "end time=6e-4")
        self.assertAlmostEqual(
            self.rate(0, "contact_max_impulse_over_step"), -1, delta=0.1)
        rows = self.published("peak_force_elements", "Elastic bar/number of "
                              "elements = 20, 50, 100, 200",
                              "Time integration/end time=6e-4")
        peaks = [float(row["contact_max_impulse_over_step"]) for row in rows]
        self.assertGreater(peaks[0], 1.4 * peaks[3])
        self.assertGreater(min(peaks[1:3]), peaks[3])


class BeamRefinementTest(StudyTest):
    """Shipped: beams of 2 to 256 elements against 512. Second order."""

    REFERENCE = 512

    def beams(self, name, numbers):
        case = STUDIES / f"{name}.prm"
        text = case.read_text()
        beam = text.split('reference settings = Mechanism/beams = "')[1]
        beam = beam.split('"')[0]

        def refined(n):
            return beam.replace("elements 512", f"elements {n}")
        sweep = ", ".join(f'"{refined(n)}"' for n in numbers)
        return self.study(
            case, "--set", f"Study/sweep=Mechanism/beams = {sweep}", "--set",
            "Study/reference settings=Mechanism/beams = "
            f'"{refined(self.REFERENCE)}"')

    def check(self, name, numbers, columns):
        rows = self.beams(name, numbers)
        self.assertEqual([row["status"] for row in rows],
                         ["done"] * len(numbers))
        for column in columns:
            rate = -fitted(rows, column, "dofs")
            self.assertAlmostEqual(rate, 2, delta=0.25, msg=column)


class CoarseBeamsTest(BeamRefinementTest):
    REFERENCE = 256

    def test_clamped_beam(self):
        self.check("clamped_beam", [8, 32, 64], ["position[leaf.end y]_L2"])

    def test_rotating_beam(self):
        self.check("rotating_beam", [16, 32, 64],
                   ["position[beam.end x]_L2", "position[beam.end y]_L2"])


class FineBeamsTest(BeamRefinementTest):
    def test_all_of_both(self):
        numbers = [2 ** k for k in range(1, 9)]
        for name, column in [("clamped_beam", "position[leaf.end y]_L2"),
                             ("rotating_beam", "position[beam.end y]_L2")]:
            rows = self.beams(name, numbers)
            self.assertEqual([row["status"] for row in rows],
                             ["done"] * len(numbers))
            rate = -fitted(rows[3:7], column, "dofs")
            self.assertAlmostEqual(rate, 2, delta=0.1, msg=name)
            errors = [float(row[column]) for row in rows]
            self.assertEqual(errors[2:], sorted(errors[2:], reverse=True))

if __name__ == "__main__":
    unittest.main()
