# SPDX-License-Identifier: Apache-2.0
"""Where the energy of a run went: the ledger of doc/read_the_ledger.md."""

from units import scaled_unit

# by what it was taken, column, sign of what is taken
CAUSES = (("normal contact", "work_normal", -1),
          ("friction", "work_friction", -1),
          ("joints", "work_joints", -1),
          ("damping", "work_damping", -1),
          ("projection", "work_projection", -1),
          ("the scheme", "dissipation_numerical", 1))
# of the account, with their signs
WORKS = (("work_external", 1), ("work_damping", 1), ("work_contact", 1),
         ("work_projection", 1), ("dissipation_numerical", -1))
PARTS = ("work_normal", "work_friction", "work_joints")


def print_account(run):
    """The account at the last row, and how well it closes."""
    scale = run.energy_scale()
    factor, unit = scaled_unit(scale, "J")

    def line(text, value):
        print(f"  {text:42} {value * factor:16.8g} {unit}")

    def last(name):
        return run[name][-1]

    change = last("energy_algorithmic") - run["energy_algorithmic"][0]
    print(f"{run.title}, to {run['time'][-1]:.6g} s")
    line("energy_total, start", run["energy_total"][0])
    line("energy_total, end", last("energy_total"))
    line("change of energy_algorithmic", change)
    booked = 0.
    for name, sign in WORKS:
        if name in run.columns:
            booked += sign * last(name)
            line(("+ " if sign > 0 else "- ") + name, last(name))
            if name == "work_contact":
                for part in PARTS:
                    if part in run.columns:
                        line("    of it " + part, last(part))
    line("not accounted for", change - booked)
    if not run.has_identity():
        print("  the system is nonlinear: dissipation_numerical is what the "
              "others leave")
