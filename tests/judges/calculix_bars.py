# SPDX-License-Identifier: Apache-2.0
"""Two bars of C3D8 that meet, E = rho = 1, nu = 0, 10 m long and square, by
CalculiX' explicit massless contact."""

import pathlib
import re
import subprocess
import tempfile

import numpy as np

from calculix import CCX, FLOOR, brick, lines


class Bars:
    """Along z, with n cells along them, others across the upper and the lower
    one, half of a gap away from z = 0, with -+ a speed."""

    def __init__(self, n, upper, lower, gap, speed):
        self.n, self.gap, self.speed = n, gap, speed
        self.upper = brick((upper, upper, n), (0, 0, gap / 2),
                           (1, 1, 10 + gap / 2))
        self.lower = brick((lower, lower, n), (0, 0, -10 - gap / 2),
                           (1, 1, -gap / 2), FLOOR)

    def deck(self, time_step, end):
        (above, up), (below, low) = self.upper, self.lower
        slave = [i + 1 for i, element in enumerate(up)
                 if abs(above[element[0]][2] - self.gap / 2) < 1e-9]
        master = [FLOOR + i for i, element in enumerate(low)
                  if abs(below[element[4]][2] + self.gap / 2) < 1e-9]
        result = ["*NODE,NSET=ALL"]
        result += [f"{k}," + ",".join(map(repr, x))
                   for k, x in {**above, **below}.items()]
        for name, first, elements in (("UP", 1, up), ("LOW", FLOOR, low)):
            result.append(f"*ELEMENT,TYPE=C3D8,ELSET={name}")
            result += [",".join(map(str, [first + i, *element]))
                       for i, element in enumerate(elements)]
        result += ["*ELSET,ELSET=ALL", "UP,LOW", "*MATERIAL,NAME=M",
                   "*ELASTIC", "1,0", "*DENSITY", "1",
                   "*SOLID SECTION,ELSET=ALL,MATERIAL=M",
                   "*ELSET,ELSET=FIRST", *lines(slave),
                   "*SURFACE,NAME=SLAVE", "FIRST,S1",
                   "*ELSET,ELSET=LAST", *lines(master),
                   "*SURFACE,NAME=MASTER", "LAST,S2",
                   "*SURFACE INTERACTION,NAME=I",
                   "*SURFACE BEHAVIOR,PRESSURE-OVERCLOSURE=LINEAR", "1000",
                   "*CONTACT PAIR,INTERACTION=I,TYPE=MASSLESS",
                   "SLAVE,MASTER",
                   "*NSET,NSET=ABOVE", *lines(above),
                   "*NSET,NSET=BELOW", *lines(below),
                   "*NSET,NSET=END", str(max(above)),
                   "*INITIAL CONDITIONS,TYPE=VELOCITY",
                   f"ABOVE,3,{-self.speed}", f"BELOW,3,{self.speed}",
                   # no DIRECT: with it, it ends at the start; no longer steps
                   f"*STEP,INC={round(end / time_step) + 9},NLGEOM=NO",
                   "*DYNAMIC,EXPLICIT", f"{time_step},{end},,{time_step}",
                   "*EL PRINT,ELSET=FIRST", "S",
                   "*EL PRINT,ELSET=ALL,TOTALS=ONLY", "ELSE,ELKE",
                   "*NODE PRINT,NSET=END", "U", "*END STEP"]
        return "\n".join(result) + "\n"

    def run(self, time_step, end):
        """After each step the displacement along z of the upper bar's far end,
        the mean stress beside the contact, and the energy."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "case.inp").write_text(self.deck(time_step, end),
                                             encoding="ascii")
            run = subprocess.run([CCX, "-i", "case"], cwd=folder,
                                 capture_output=True, text=True, check=False)
            assert "Job finished" in run.stdout, run.stdout[-2000:]
            text = (folder / "case.dat").read_text()
        rows = {"displacements": [], "stresses": [], "internal": [],
                "kinetic": []}
        for line in text.splitlines():
            found = re.match(r" (?:total )?(\w+) .*time ", line)
            if found:
                block = rows[found[1]]
                block.append([])
            elif line.strip():
                block[-1].append([float(x) for x in line.split()])
        energy = [sum(row[-1] for row in a + b)
                  for a, b in zip(rows["internal"], rows["kinetic"])]
        return (np.array([block[0][3] for block in rows["displacements"]]),
                np.array([np.mean([row[4] for row in block])
                          for block in rows["stresses"]]), np.array(energy))
