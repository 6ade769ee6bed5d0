# SPDX-License-Identifier: Apache-2.0
"""The methods of contact on a bar, compared with the same ones stepped with
matrices of GetFEM (getfem_bar.py): what schemes and methods have in common is the
same algebra, equal to rounding. Skipped where python3-getfem is not installed.

GetFEM's demo_dynamic_contact_1D.py has five ways to write contact and three
matrices of mass, each with beta = 0, explicit, and beta = 1/4, implicit:

                     standard          redistributed      singular
                   expl.   impl.     expl.   impl.      expl.   impl.
    Signorini        -     newmark-    x       x          x       x
                           position-
                           level
    Paoli-Schatzman  x       x       Signor.  unstable   Signor.  unstable
    penalty          x       x         x       x          x       x
    Nitsche          x       x         x       x          x       x
    Taylor-Flanagan  x       -       Signor.   -        Signor.   -

A bar is refused, "Signor." the same motion as Signorini's. The redistributed mass
is the lumped one. Implicit, Paoli and Schatzman's scheme without mass at the
contact lets the open contact node oscillate, y_next + 2 y + y_old = 0 of its
force y: the demo's energy trebles in one period. Here such contacts have
forces with the weights of the loads, newmark's."""

import unittest

from judge import JudgeTest, merged

try:
    import getfem_bar as judge
except ImportError as error:
    judge, MISSING = None, str(error)
else:
    MISSING = ""

N, TIME_STEP, N_STEPS = 20, 0.002, 1500
GAMMA, KAPPA = 5, 1
SAME = "the same equations with matrices of GetFEM: rounding"

NEWMARK = {"Time integration/scheme": "newmark",
           "Time integration/beta": 0.25, "Time integration/gamma": 0.5}
EXPLICIT = {"Time integration/scheme": "cd-lagrange"}


def masses(mass="consistent", boundary_mass="kept"):
    return {"Elastic bar/mass matrix": mass,
            "Contact/boundary mass": boundary_mass}


PENALTY = {"Contact/method": "penalty", "Contact/penalty parameter": KAPPA}


def paoli_schatzman(**weight):
    return {"Time integration/scheme": "schatzman-paoli",
            **{f"Time integration/{name}": value
               for name, value in weight.items()}}


def nitsche(theta):
    return {"Contact/method": "nitsche", "Contact/Nitsche theta": theta,
            "Contact/Nitsche parameter": GAMMA}


def case(*entries):
    """The bar of getfem_bar.py."""
    result = merged({}, {
        "Model/name": "elastic bar", "Elastic bar/length": 1,
        "Elastic bar/cross section": 1, "Elastic bar/Young's modulus": 1,
        "Elastic bar/density": 1, "Elastic bar/initial gap": 0.5,
        "Elastic bar/mass matrix": "consistent",
        "Elastic bar/initial displacement": "0.5 - 0.5*x",
        "Elastic bar/number of elements": N, "Elastic bar/far end": "clamped",
        "Time integration/time step": TIME_STEP,
        "Time integration/end time": (N_STEPS - 0.5) * TIME_STEP,
        "Output/output directory": "out"})
    for some in entries:
        result = merged(result, some)
    return result


@unittest.skipIf(judge is None, "there is no GetFEM: " + MISSING)
class GetfemBarTest(JudgeTest):
    PROGRAM = "GetFEM"

    def pairs(self, entries, steps, energy="energy_total", n_shifted=0,
              last=N_STEPS):
        """Distance, force and energy after each step up to the last one, by
        percuss and by the judge, in relation to the largest."""
        history = self.history_of(case(*entries))
        n_rows = len(history["step"])
        self.assertEqual(n_rows, N_STEPS + 1)
        total = history[energy] + history.get("energy_contact", 0)
        columns = list(zip(*steps))
        theirs = [[u[0] for u in columns[0]], *columns[1:]]
        result = []
        for mine, other in zip((history["gap[left]"], history["force[left]"],
                                total), theirs):
            scale = max(map(abs, other))
            result.append(([x / scale for x in mine[1:last + 1]],
                           [x / scale
                            for x in other[n_shifted:n_shifted + last]]))
        return result

    def compare(self, problem, all_pairs, tolerance=1e-8, why=SAME):
        for k, quantity in enumerate(("gap", "contact force", "energy")):
            mine, other = ([x for pairs in all_pairs for x in pairs[k][i]]
                           for i in (0, 1))
            self.agree(problem, quantity, mine, other, tolerance, why)

    def each(self, problem, variants, stepping):
        self.compare(problem, [
            self.pairs(entries, stepping(bar, law, TIME_STEP, N_STEPS))
            for entries, bar, law in variants.values()])

    def test_explicit_forces(self):
        variants = {}
        for mass in ("consistent", "lumped"):
            bar = judge.Bar(N, mass)
            variants["penalty " + mass] = (
                (EXPLICIT, PENALTY, masses(mass)), bar,
                judge.Law(bar, "penalty", KAPPA))
            for theta in (-1, 0, 1):
                variants[f"nitsche {theta} {mass}"] = (
                    (EXPLICIT, nitsche(theta), masses(mass)), bar,
                    judge.Law(bar, "nitsche", GAMMA, theta))
        self.each("bar, central differences, penalty and Nitsche",
                  variants, judge.explicit)

    def test_explicit_without_mass(self):
        variants = {}
        for mass, boundary_mass in (("lumped", "redistributed"),
                                    ("consistent", "singular"),
                                    ("consistent", "none")):
            bar = judge.Bar(N, mass, boundary_mass)
            entries = masses(mass, boundary_mass)
            variants["signorini " + boundary_mass] = (
                (EXPLICIT, entries), bar, judge.Law(bar, "signorini"))
            variants["penalty " + boundary_mass] = (
                (EXPLICIT, PENALTY, entries), bar,
                judge.Law(bar, "penalty", KAPPA))
            for theta in (-1, 0, 1):
                variants[f"nitsche {theta} {boundary_mass}"] = (
                    (EXPLICIT, nitsche(theta), entries), bar,
                    judge.Law(bar, "nitsche", GAMMA, theta))
        self.each("bar, central differences, contact nodes without mass",
                  variants, judge.explicit)

    def test_implicit(self):
        variants = {}
        for mass, boundary_mass in (("consistent", "kept"),
                                    ("lumped", "redistributed"),
                                    ("consistent", "singular"),
                                    ("consistent", "none")):
            bar = judge.Bar(N, mass, boundary_mass)
            entries = masses(mass, boundary_mass)
            variants["penalty " + boundary_mass] = (
                (NEWMARK, PENALTY, entries), bar,
                judge.Law(bar, "penalty", KAPPA))
            for theta in (-1, 0, 1):
                variants[f"nitsche {theta} {boundary_mass}"] = (
                    (NEWMARK, nitsche(theta), entries), bar,
                    judge.Law(bar, "nitsche", GAMMA, theta))
            if bar.massless:
                variants["signorini " + boundary_mass] = (
                    (NEWMARK, entries), bar, judge.Law(bar, "signorini"))
        self.each("bar, trapezoidal rule, penalty, Nitsche, nodes without mass",
                  variants, judge.newmark)

    def test_inconsistent_newmark(self):
        bar = judge.Bar(N)
        self.compare(
            "bar, trapezoidal rule, contact on positions, until 1.12 s",
            [self.pairs(({**NEWMARK, "Time integration/scheme":
                          "newmark-position-level"},),
                        judge.newmark(bar, judge.Law(bar, "signorini"),
                                      TIME_STEP, N_STEPS), last=560)],
            1e-6, "from the impact on, 1 s, its forces alternate and rounding "
            "grows tenfold every ten steps")

    def test_impulses(self):
        bar = judge.Bar(N)
        grows = SAME + " grows in repeated impacts"
        for name, tolerance, entries, impulse, beta in (
                ("Paoli and Schatzman, e = 0", 1e-8, paoli_schatzman(theta=0),
                 judge.paoli_schatzman(0), 0),
                ("Paoli and Schatzman, e = 1", 1e-5,
                 {**paoli_schatzman(theta=0),
                  "Contact/restitution coefficient": 1},
                 judge.paoli_schatzman(1), 0),
                ("Paoli and Schatzman, beta = 1/4, e = 0", 1e-8,
                 paoli_schatzman(beta=0.25), judge.paoli_schatzman(0), 0.25),
                ("Paoli and Schatzman, beta = 1/4, e = 1/2", 1e-5,
                 {**paoli_schatzman(beta=0.25),
                  "Contact/restitution coefficient": 0.5},
                 judge.paoli_schatzman(0.5), 0.25),
                ("Taylor and Flanagan", 1e-8,
                 {**EXPLICIT, "Contact/method": "forward increment"},
                 judge.taylor_flanagan, 0)):
            self.compare(
                "bar, impulses of " + name,
                [self.pairs((entries,),
                            judge.with_impulses(bar, impulse, TIME_STEP,
                                                N_STEPS, beta),
                            "energy_algorithmic", 1, N_STEPS - 1)],
                tolerance, SAME if tolerance < 1e-6 else grows)

    def test_impulses_without_mass(self):
        """The demo's other variants that are Signorini's, e = 0."""
        pairs = []
        for mass, boundary_mass in (("lumped", "redistributed"),
                                    ("consistent", "singular")):
            bar = judge.Bar(N, mass, boundary_mass)
            law = judge.Law(bar, "signorini")
            entries = masses(mass, boundary_mass)
            for scheme, stepping in (
                    (paoli_schatzman(theta=0), judge.explicit),
                    (paoli_schatzman(beta=0), judge.explicit),
                    (paoli_schatzman(beta=0.25), judge.newmark)):
                pairs.append(self.pairs(
                    (scheme, entries),
                    stepping(bar, law, TIME_STEP, N_STEPS)))
        self.compare("bar, Paoli and Schatzman, nodes without mass", pairs)


if __name__ == "__main__":
    unittest.main()
