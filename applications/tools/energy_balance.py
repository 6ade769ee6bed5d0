# SPDX-License-Identifier: Apache-2.0
"""The energy balance of a run, as doc/read_the_ledger.md explains it."""

from units import scaled_unit

# by what it was taken, column, sign of what is taken
CAUSES = (("normal contact", "work_normal", -1),
          ("friction", "work_friction", -1),
          ("joints", "work_joints", -1),
          ("damping", "work_damping", -1),
          ("projection", "work_projection", -1),
          ("the scheme", "dissipation_numerical", 1))
# the right side of the balance, with their signs
WORKS = (("work_external", 1), ("work_damping", 1), ("work_contact", 1),
         ("work_projection", 1), ("dissipation_numerical", -1))
PARTS = ("work_normal", "work_friction", "work_joints")


# what is said where a run has no identity
NONLINEAR = ("the system is nonlinear: dissipation_numerical is what the "
             "others leave")


def energy_balance(run):
    """(text, value [J]) of each line, those of parts of another one with
    spaces before; the last is what is not accounted for."""
    def last(name):
        return run[name][-1]

    change = last("energy_algorithmic") - run["energy_algorithmic"][0]
    lines = [("energy_total, start", run["energy_total"][0]),
             ("energy_total, end", last("energy_total")),
             ("change of energy_algorithmic", change)]
    explained = 0.
    for name, sign in WORKS:
        if name in run.columns:
            explained += sign * last(name)
            lines.append((("+ " if sign > 0 else "- ") + name, last(name)))
            if name == "work_contact":
                lines += [("    of it " + part, last(part)) for part in PARTS
                          if part in run.columns]
    return [*lines, ("not accounted for", change - explained)]


def print_energy_balance(run):
    """The energy balance at the last row, and how well it closes."""
    factor, unit = scaled_unit(run.energy_scale(), "J")
    print(f"{run.title}, to {run['time'][-1]:.6g} s")
    for text, value in energy_balance(run):
        print(f"  {text:42} {value * factor:16.8g} {unit}")
    if not run.has_identity():
        print("  " + NONLINEAR)
