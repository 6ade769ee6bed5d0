# SPDX-License-Identifier: Apache-2.0
"""Orders of all schemes in smooth motion are those that the page says."""

import csv
import math
import unittest

from program import CASES, ProgramTest, merged, prm

PAGE = CASES.parent / "doc/theory/time_integration.md"

BODY = {
    "Model": {"name": "mechanism"},
    "Mechanism": {"bodies": "a: mass 1 ; inertia 0.1 ; at 0.3, 0, 0.2 ; "
                            "velocity 0.5, 1, 2",
                  "springs": "s: ground 0, 0 ; a 0.1, 0 ; stiffness 40 ; "
                             "free length 0.2"},
    "Time integration": {"end time": 0.5},
}
CASES_OF_COLUMNS = {
    "body on a spring": BODY,
    "with damping": merged(BODY, {
        "Mechanism/springs": BODY["Mechanism"]["springs"] + " ; damping 3"}),
    "on a hinge": merged(BODY, {
        "Mechanism/bodies": "a: mass 1 ; inertia 0.1 ; at 1, 0, 0",
        "Mechanism/springs": "",
        "Mechanism/joints": "j: revolute ; ground 0, 0 ; a -1, 0"}),
    "turns in space": {
        "Model": {"name": "spatial mechanism"},
        "Spatial mechanism": {"bodies": "a: mass 1 ; inertia 1, 2, 3 ; at "
                                        "0, 0, 0 ; angular velocity 1, 2, 3"},
        "Time integration": {"end time": 0.5},
    },
}


def table_of_page():
    """{scheme: {column: order}}"""
    lines = PAGE.read_text().splitlines()
    start = next(i for i, line in enumerate(lines)
                 if line.startswith("| scheme | body on a spring"))
    columns = [cell.strip() for cell in lines[start].strip("|").split("|")][1:]
    orders = {}
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        schemes, *cells = line.strip("|").split("|")
        for scheme in schemes.split(","):
            orders[scheme.strip()] = dict(zip(columns, map(int, cells),
                                              strict=True))
    return orders


class OrdersTest(ProgramTest):

    def end(self, case, n_steps):
        """Positions and velocities at the end."""
        self.write("case.prm", prm(merged(case, {
            "Time integration/time step": 0.5 / n_steps})))
        run = self.percuss("run", "case.prm", "--output", "out", "--quiet")
        self.assertEqual(run.returncode, 0, run) # some warn of impacts
        with open(self.folder / "out/history.csv", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        return [[float(value) for name, value in last.items()
                 if name.startswith(kind)] for kind in ("position[",
                                                        "velocity[")]

    def orders(self, case):
        """From the differences of 100, 200 and 400 steps."""
        ends = [self.end(case, n) for n in (100, 200, 400)]
        return [math.log2(math.dist(a, b) / math.dist(b, c))
                for a, b, c in zip(*ends)]

    def check(self, case, order):
        for found in self.orders(case):
            self.assertAlmostEqual(found, order, delta=0.25, msg=case)

    def test_page_has_all_schemes(self):
        run = self.percuss("list", "schemes")
        self.assertEqual(sorted(table_of_page()),
                         sorted(line.split()[0]
                                for line in run.stdout.splitlines()))

    def test_orders_of_the_page(self):
        for scheme, orders in table_of_page().items():
            self.assertEqual(list(orders), list(CASES_OF_COLUMNS))
            for column, order in orders.items():
                with self.subTest(scheme=scheme, case=column):
                    self.check(merged(CASES_OF_COLUMNS[column], {
                        "Time integration/scheme": scheme}), order)

    def test_parameters_that_change_the_order(self):
        for scheme, entries, orders in (
                ("schatzman-paoli", {"theta": 0}, (2, 1, 1, 1)),
                ("schatzman-paoli", {"beta": 0.25}, (2, 2, 1, 2)),
                ("moreau-jean", {"theta": 0.7}, (1, 1, 1, 1)),
                ("direct-projection", {"theta": 0.7}, (1, 1, 1, 1))):
            for case, order in zip(CASES_OF_COLUMNS.values(), orders,
                                   strict=True):
                with self.subTest(scheme=scheme, entries=entries):
                    self.check(merged(case, {
                        "Time integration/scheme": scheme,
                        **{f"Time integration/{name}": value
                           for name, value in entries.items()}}), order)


if __name__ == "__main__":
    unittest.main()
