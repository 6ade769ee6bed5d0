# SPDX-License-Identifier: Apache-2.0
"""Numbers with units, and the units of columns of a history."""

import collections

from percuss import _percuss

Quantity = collections.namedtuple("Quantity", "value unit")

# of the columns whose names are these before their '[' or '_', in SI: of
# translations and rotations
UNITS_OF_COLUMNS = {
    "time": ["s"], "position": ["m", "rad"], "velocity": ["m/s", "rad/s"],
    "gap": ["m", "rad"], "max_penetration": ["m", "rad"],
    "contact_velocity": ["m/s", "rad/s"], "force": ["N", "N m"],
    "impulse": ["N s", "N m s"], "contact_area": ["m^2"],
    "peak_pressure": ["Pa"], "energy": ["J"], "work": ["J"],
    "dissipation_numerical": ["J"]}

# the last words of the names of coordinates
ANGLES = ("angle", "rx", "ry", "rz")
LENGTHS = ("x", "y", "z", "height")


def quantity_in_si(text):
    """The number of a text, "2 in", in SI and its unit there, "m", which is
    empty of a pure number; raises InputError."""
    return _percuss.quantity_in_si(text)


def unit_of_column(name):
    """The units that a column may have, as quantity_in_si() writes them, or None
    where they are not known: those of functions."""
    if not isinstance(name, str):
        return None
    kind, _, of = name.partition("[")
    units = UNITS_OF_COLUMNS.get(kind) or (
        UNITS_OF_COLUMNS.get(kind.partition("_")[0]))
    if units and len(units) == 2 and kind in ("position", "velocity"):
        component = of.rstrip("]").rpartition(" ")[2]
        if component in ANGLES:
            units = units[1:]
        elif component in LENGTHS:
            units = units[:1]
    return units and [quantity_in_si(f"1 {unit}" if unit else "1")[1]
                      for unit in units]


def in_words(unit):
    return f"in {unit}" if unit else "a pure number"
