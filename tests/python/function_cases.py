# SPDX-License-Identifier: Apache-2.0
"""Cases whose expressions are functions of Python, for the tests beside this
file."""

import math

import numpy
import percuss

from python_module import ModuleTest

# a mass strikes a wall
MASS = {
    "Model": {"name": "mechanism"},
    "Mechanism": {
        "bodies": "b: mass 2 ; inertia 1 ; at 0.1, 0, 0 ; velocity -1, 0, 0",
        "contacts": "wall: point ; b 0, 0 ; line ground 0, 0 ; normal 1, 0",
        "gravity": "0, 0"},
    "Time integration": {"time step": 1e-3, "end time": 0.3},
    "Output": {"history interval": 1},
}
BAR = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {"number of elements": 20, "length": 1, "cross section": 2,
                    "Young's modulus": 1, "density": 1, "initial gap": 0.02,
                    "initial velocity": -0.5},
    "Time integration": {"time step": 5e-3, "end time": 1},
    "Output": {"history interval": 1},
}
BLOCK = {
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 1000, "Poisson's ratio": 0.3,
              "density": 1, "mesh generator arguments":
                  "4, 4 : 0, 0 : 1, 1 : true",
              "initial velocity": "0, -2", "contact boundaries": 2,
              "obstacles": "plane: 0, -0.05 ; 0, 1"},
    "Time integration": {"time step": 1e-3, "end time": 0.1},
    "Output": {"history interval": 1, "monitored points": "corner: 1, 1"},
}
HERTZ = "if(gap < 0, 1e4*pow(-gap, 1.5), 0) - 0.3*speed"


def hertz(gap, speed):
    return (1e4 * math.pow(-gap, 1.5) if gap < 0 else 0.) - 0.3 * speed


def changed(case, **entries):
    """A case with other entries of its last sections, 'Section__entry'."""
    case = {section: dict(of) for section, of in case.items()}
    for path, value in entries.items():
        section, entry = path.split("__")
        case[section.replace("_", " ")][entry.replace("_", " ")] = value
    return case


class FunctionsTest(ModuleTest):

    def assert_same(self, one, other):
        self.assertEqual(list(one.history), list(other.history))
        for name, column in one.history.items():
            numpy.testing.assert_array_equal(column, other.history[name], name)

    def both(self, description, path, text, function):
        """The run of a function, which is that of the text."""
        case = percuss.Case(description)
        case[path] = text
        of_text = case.run()
        case[path] = function
        of_function = case.run()
        self.assert_same(of_text, of_function)
        self.assertNotIn("python", of_text.summary)
        self.assertGreater(of_function.summary["python"]["calls"], 0)
        return of_function
