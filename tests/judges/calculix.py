# SPDX-License-Identifier: Apache-2.0
"""Blocks of hexahedra C3D8 in implicit dynamics by CalculiX, E = rho = 1."""

import itertools
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np

CCX = shutil.which("ccx")
FLOOR = 1000       # added to numbers of nodes and elements of the obstacle


def version():
    run = subprocess.run([CCX, "-v"], capture_output=True, text=True,
                         check=False)
    return run.stdout.split()[-1]


def brick(n, low, high, first=1):
    """Nodes {number: place} and elements of a block."""
    def number(i, j, k):
        return first + i + (n[0] + 1) * (j + (n[1] + 1) * k)

    place = {}
    for index in itertools.product(*(range(m + 1) for m in n)):
        place[number(*index)] = [
            a + (b - a) * i / m for a, b, i, m in zip(low, high, index, n)]
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    elements = [[number(i + a, j + b, k + c) for c in (0, 1)
                 for a, b in corners]
                for i, j, k in itertools.product(*map(range, n))]
    return place, elements


def lines(numbers):
    return [str(number) for number in numbers]


class Block:
    """A block with an initial velocity, a function of place.

    nu, damping (of mass, of stiffness), gravity (a vector), alpha of the method
    of Hilber, Hughes and Taylor, large: St. Venant and Kirchhoff's law, held:
    the side x = low, wall: stiffness per area of a fixed block below x = 0, that
    the side x = low may touch, plane: without motion along z.
    """

    def __init__(self, n, low, high, velocity, nu=0.3, damping=(0, 0),
                 gravity=None, alpha=0., large=False, held=False, wall=0.,
                 plane=False):
        self.n, self.low, self.high = n, low, high
        self.velocity, self.nu, self.damping = velocity, nu, damping
        self.gravity, self.alpha, self.large = gravity, alpha, large
        self.held, self.wall, self.plane = held, wall, plane
        self.nodes, self.elements = brick(n, low, high)
        self.left = [k for k, x in self.nodes.items() if x[0] == low[0]]

    def mesh(self):
        result = ["*NODE,NSET=ALL"]
        result += [f"{k}," + ",".join(map(repr, x))
                   for k, x in self.nodes.items()]
        result.append("*ELEMENT,TYPE=C3D8,ELSET=ALL")
        result += [",".join(map(str, [i + 1, *element]))
                   for i, element in enumerate(self.elements)]
        result += ["*MATERIAL,NAME=M", "*ELASTIC", f"1,{self.nu}", "*DENSITY",
                   "1"]
        if any(self.damping):
            result.append("*DAMPING,ALPHA={},BETA={}".format(*self.damping))
        result.append("*SOLID SECTION,ELSET=ALL,MATERIAL=M")
        result += ["*NSET,NSET=LEFT"] + lines(self.left)
        if self.held:
            result += ["*BOUNDARY", "LEFT,1,3"]
        if self.plane:
            result += ["*BOUNDARY", "ALL,3,3"]
        return result

    def contact(self):
        """The sides x = low of the elements, and a fixed block."""
        low = [-1.] + [a - 0.5 for a in self.low[1:]]
        high = [0.] + [b + 0.5 for b in self.high[1:]]
        nodes, elements = brick([1] * 3, low, high, FLOOR)
        first = [i + 1 for i, element in enumerate(self.elements)
                 if element[0] in self.left]
        result = ["*NODE,NSET=WALL"]
        result += [f"{k}," + ",".join(map(repr, x)) for k, x in nodes.items()]
        result += ["*ELEMENT,TYPE=C3D8,ELSET=WALL",
                   f"{FLOOR}," + ",".join(map(str, elements[0])),
                   "*SOLID SECTION,ELSET=WALL,MATERIAL=M",
                   "*BOUNDARY", "WALL,1,3",
                   "*ELSET,ELSET=FIRST", *lines(first),
                   "*SURFACE,NAME=SLAVE", "FIRST,S6",
                   "*SURFACE,NAME=MASTER", "WALL,S4",
                   "*SURFACE INTERACTION,NAME=I",
                   "*SURFACE BEHAVIOR,PRESSURE-OVERCLOSURE=LINEAR",
                   repr(self.wall),
                   "*CONTACT PAIR,INTERACTION=I,TYPE=SURFACE TO SURFACE",
                   "SLAVE,MASTER"]
        return result

    def deck(self, time_step, n_steps, watched):
        result = self.mesh() + (self.contact() if self.wall else [])
        result.append("*INITIAL CONDITIONS,TYPE=VELOCITY")
        for k, x in self.nodes.items():
            if not (self.held and k in self.left):
                result += [f"{k},{i + 1},{v!r}"
                           for i, v in enumerate(self.velocity(*x)) if v]
        result += [f"*STEP,INC={n_steps + 1}" + ",NLGEOM" * self.large,
                   f"*DYNAMIC,DIRECT,ALPHA={-self.alpha}",
                   f"{time_step!r},{n_steps * time_step!r}"]
        if self.gravity:
            size = np.linalg.norm(self.gravity)
            direction = [g / size for g in self.gravity]
            result += ["*DLOAD", f"ALL,GRAV,{size!r},"
                       + ",".join(map(repr, map(float, direction)))]
        result += ["*NSET,NSET=WATCHED", *lines(watched),
                   "*NODE PRINT,NSET=WATCHED", "U,V", "*END STEP"]
        return "\n".join(result) + "\n"

    def node(self, place):
        return min(self.nodes, key=lambda k: np.linalg.norm(
            np.subtract(self.nodes[k], place)))

    def run(self, time_step, n_steps, place):
        """Displacements and velocities at a place after each step."""
        node = self.node(place)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "case.inp").write_text(
                self.deck(time_step, n_steps, [node]), encoding="ascii")
            run = subprocess.run([CCX, "-i", "case"], cwd=folder,
                                 capture_output=True, text=True, check=False)
            assert "Job finished" in run.stdout, run.stdout[-2000:]
            rows = [[float(x) for x in line.split()[1:]]
                    for line in (folder / "case.dat").read_text().splitlines()
                    if line.split()[:1] == [str(node)]]
        assert len(rows) == 2 * n_steps
        return np.array(rows[::2]), np.array(rows[1::2])
