# SPDX-License-Identifier: Apache-2.0
"""A row of bars, and what runs and lists have: columns, entries."""

# two damped bars between obstacles, with gravity and forces on both ends
ROW_OF_BARS = {
    "Model": {"name": "elastic bar"},
    "Elastic bar": {
        "number of bars": 2, "length": "10; 5", "cross section": "1 + 0.05*x",
        "Young's modulus": "900; 400", "density": 1, "obstacle": "both",
        "initial gap": 0.5, "initial right gap": 0.1, "gaps between bars": 0.2,
        "initial velocity": "-10; 4", "gravity": -9.81,
        "left end force": "20*sin(30*t)", "right end force": "-10*t",
        "number of elements": "20; 10", "Rayleigh damping mass": 0.1,
        "Rayleigh damping stiffness": 1e-4},
    "Contact": {"restitution coefficient": 0.3},
    "Time integration": {"time step": 2e-3, "end time": 0.9},
    "Output": {"monitored points": 'middle: 5; a, "b": 1 @ 2'},
}
SCHEMES = ["moreau-jean", "moreau-jean-dissipative", "generalized-alpha",
           "hht", "newmark", "cd-lagrange"]
COLUMNS = ["step", "time", "energy_kinetic", "energy_strain",
           "energy_potential", "energy_total", "energy_algorithmic",
           "work_external", "work_damping", "work_contact",
           "dissipation_numerical", "identity_residual", "active_contacts",
           "max_penetration", "solver_iterations"]
LAST_COLUMNS = ["work_normal", "work_friction", "work_joints", "halved_steps"]
CONTACT_COLUMNS = ["gap", "contact_velocity", "impulse", "force"]
ENTRIES = {
    "Model": ["name"],
    "Elastic bar": [
        "length", "cross section", "Young's modulus", "density", "initial gap",
        "initial velocity", "gravity", "number of elements",
        "polynomial degree", "mass matrix", "far end", "Rayleigh damping mass",
        "Rayleigh damping stiffness"],
    "Contact": ["restitution coefficient", "friction coefficient",
                "tangential restitution coefficient", "activation", "forecast coefficient", "solver"],
    "Time integration": ["scheme", "time step", "start time", "end time",
                         "theta", "projection coupling", "projection metric",
                         "spectral radius", "alpha_m", "alpha_f", "beta",
                         "gamma"],
    "Bouncing ball": ["mass", "radius", "initial height", "initial velocity",
                      "gravity"],
    "Linear oscillator": ["stiffness", "load amplitude"],
    "Two-mass oscillator": ["lower mass", "spring length"],
    "Van der Pol oscillator": ["damping ratio", "obstacle position"],
    "Rotating spring": ["boundary radius", "initial x velocity"],
    "Discrete arch": ["hinge stiffness", "termination ratio"],
    "Slider crank": ["rod inertia", "crank velocity"],
    "Output": ["output directory", "history interval", "field interval",
               "checkpoint interval", "monitored points"],
}
