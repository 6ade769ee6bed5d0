# SPDX-License-Identifier: Apache-2.0
"""Writes doc/judges.md: runs the comparisons with all other programs, which must
be installed, and prints their results. The build folder must be there.

    python3 tests/judges/write_page.py [BUILD_FOLDER]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
PAGE = FOLDER.parents[1] / "doc/judges.md"

from judge import row_of  # noqa: E402

HEAD = """# Cross-code verification

What other programs compute of the same problems, compared with percuss by the tests
`tests/judges`, which are skipped where a program is missing (`.ci/run` installs
them) and fail where a difference is beyond its tolerance or this page
says something else. Differences are the largest over all variants, steps and columns,
over the largest value. Written by `tests/judges/write_page.py`.

{n_problems} problems, {n_rows} comparisons.
"""

TABLE = """
| problem | quantity | worst difference | tolerance | why |
|---|---|---|---|---|
"""


def version_of(package):
    run = subprocess.run(["dpkg-query", "--show",
                          "--showformat=${Version}", package],
                         capture_output=True, text=True, check=True)
    return run.stdout.split("-")[0].split("+")[0]


PROGRAMS = {
    "GetFEM": ("python3-getfem", "Its matrices of a bar of twenty elements, "
               "with contact enforcement and steps of some lines of Python."),
    "Siconos": ("libsiconos-kernel-dev", """Its time-stepping schemes, \
relations, laws and solvers; bars with matrices
from their printed formulas, planar bodies and the slider-crank with relations of
our own.

What differs, and who is right:

- The results that Siconos' slider-crank tutorials are tested against stop
  Newton's iteration at a residual of 1e-6: before the first impact they are 8e-3
  rad/s off. With 1e-13 both programs agree to 3e-14 rad/s there.
- The criterion of that iteration does not see normals and directions of joints: a
  system with a constant mass matrix stops after one iteration, with those of the
  beginning of the step. Here it iterates on.
- The solver by enumeration (`SICONOS_FRICTION_2D_ENUM`) leaves the rocking block
  without an impulse in the step in which its second edge strikes; with
  Gauss-Seidel (`NSGS`) it agrees with percuss.
- Direct projection is, in terms of percuss, `projection coupling = one pass`.
- Combined projection places contacts on the obstacle to rounding, and rounding
  decides whether the impact comes in that step (in percuss a tie is an impact): no
  comparison.
"""),
    "Siconos in space": ("libsiconos-kernel-dev", """Newton's and Euler's \
equations with quaternions, and contacts with friction in space.

- When a box lands on its face, impulses of its corners are not unique, and with
  friction nor are its velocities: they differ by 2e-4 m/s then. Compared are the
  steps before.
"""),
    "Siconos' solvers": ("libsiconos-kernel-dev", """Contact problems by \
`percuss lcp` and by Lemke's method and Gauss-Seidel iterations of
Siconos: random ones, and those that runs leave.

- Coulomb's law can have several solutions: of those that falling_bodies.prm leaves at
  0.55 s and 0.6 s the two programs find different ones, each exact to 1e-9, with
  velocities 2e-5 and 6e-5 m/s apart. Compared are the steps before.
- Where stacks and arches are at rest, a hundred thousand and more iterations of
  Gauss-Seidel are needed for 1e-13.
"""),
    "CalculiX": ("calculix-ccx", """Bricks of eight nodes, C3D8, in the same \
implicit steps, linear and with finite strains, and
impacts on a wall by its face-to-face contact with a linear pressure, percuss' method
`penalty`.

What differs, and who is right:

- CalculiX leaves the damping force out of the acceleration at the start: a body with
  mass-proportional damping 0.1 1/s that moves freely has 0.997506 of its velocity
  after a step of 0.05 s, with percuss 0.995012; exact is exp(-0.005) = 0.995012.
- `*DYNAMIC, EXPLICIT` is another scheme, of predictor and corrector, and its contact
  `TYPE=MASSLESS` allows no fixed wall. Two bars of 1 x 1 x 10 m that meet with 0.2 m/s
  (Wolff and Bucher, E = rho = 1), twenty elements along each, steps of a fifth of an
  element: its stress beside the contact reaches 1.42 of the plateau (1.47 with forty
  elements), percuss' contact force 1.09; energies end at 1.0001 and 1.00002. A step
  takes 28 ms and 0.3 ms with 3 x 3 elements on 2 x 2. With one slave face on 2 x 2
  CalculiX' bars pass through each other. In our deck, a bar on a stiff and heavy block
  (E = rho = 1e6, 40 elements), which exactly leaves at 2.2 s, compressed by 0.12 m at
  most, leaves at 2.66 s and is compressed by 0.127 m; with 20 elements it is unstable.
  percuss, contact nodes without mass: 2.25 s, 0.118 m. No comparison.
- Stiff penalties with Poisson's ratio 0.3, and longer steps, end with CalculiX' rules
  for the energy of impacts, which want automatic steps.
"""),
    "MuJoCo": ("libmujoco-dev", """Mechanisms without contacts in joint \
coordinates, by the method of Runge and Kutta with
steps of 2.5e-4 s; percuss has joints as constraints, by `generalized-alpha` with
spectral radius 1. MuJoCo's contacts are compliant, and not compared.
"""),
}


def measured(build):
    """Rows [program, problem, quantity, worst, tolerance, why]."""
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "rows"
        subprocess.run(["ctest", "--test-dir", str(build), "-R", "^judges\\.",
                        "--output-on-failure"], check=True,
                       env={**os.environ, "PERCUSS_JUDGES_ROWS": str(rows)})
        return [json.loads(line) for line in rows.read_text().splitlines()]


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else FOLDER.parents[1] / \
        "build/release"
    rows = measured(build)
    parts = [HEAD.format(n_rows=len(rows),
                         n_problems=len({tuple(row[:2]) for row in rows}))]
    for program, (package, text) in PROGRAMS.items():
        own = [row for row in rows if row[0] == program]
        if not own:
            raise SystemExit(f"{program} has not been compared: install it")
        parts.append(f"\n## {program} {version_of(package)}\n\n{text.strip()}\n"
                     + TABLE)
        parts += [row_of(*row[1:]) + "\n" for row in own]
    PAGE.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
