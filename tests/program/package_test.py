# SPDX-License-Identifier: Apache-2.0
"""The packages of Debian that cpack makes of what is built."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, ProgramTest, prm

BUILD = pathlib.Path(PROGRAM).resolve().parent
MODULE_SCRIPT = """
import percuss
print(percuss.__file__)
print(percuss.Case("case.prm").run())
block = percuss.Case({
    "Model": {"name": "solid"},
    "Solid": {"dimension": 2, "Young's modulus": 400, "density": 1,
              "mesh generator arguments": "4, 4 : 0, 0 : 1, 1 : true"},
    "Time integration": {"time step": 2e-3, "end time": 0.02}})
print("solid", block.run().summary["status"])
for line in sorted({line.split()[-1] for line in open("/proc/self/maps")
                    if ".so" in line}):
    print("loaded", line)
"""


def needed_packages(call, depends):
    """The packages that are installed and that a list of dependencies asks for,
    with all that these ask for."""
    fields = r"${Package}\t${Provides}\t${Depends}, ${Pre-Depends}\n"
    of_package, providers = {}, {}
    for line in call("dpkg-query", "-W", "-f", fields).splitlines():
        name, provides, needs = line.split("\t")
        of_package[name] = needs
        for each in [name, *names_in(provides)]:
            providers.setdefault(each, set()).add(name)
    found, open_lists = set(), [depends]
    while open_lists:
        for name in names_in(open_lists.pop()):
            for package in providers.get(name, set()) - found:
                found.add(package)
                open_lists.append(of_package[package])
    return found


def names_in(text):
    """Of "a (>= 1), b | c:any" all three."""
    return {re.split(r"[ :(]", part.strip())[0]
            for part in re.split(r"[,|]", text)} - {""}


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "needs dpkg-dev")
class PackageTest(ProgramTest):

    def call(self, *words, cwd=None):
        return subprocess.run(list(map(str, words)), check=True, text=True,
                              cwd=cwd or self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              env={**os.environ, **LOCAL}
                              ).stdout

    def test_the_unpacked_program_runs(self):
        self.call("cpack", "-G", "DEB", "-B", self.folder, cwd=BUILD)
        program = next(self.folder.glob("percuss_*.deb"))
        development = next(self.folder.glob("libpercuss-dev_*.deb"))
        control = self.call("dpkg-deb", "--info", program)
        for library in ("libdeal.ii-9", "libpetsc-real", "libhdf5-103-1",
                        "libmuparser2v5", "zlib1g"):
            self.assertIn(library, control)
        self.assertIn("libeigen3-dev",
                      self.call("dpkg-deb", "--field", development, "Depends"))
        content = self.call("dpkg-deb", "--contents", development)
        for name in ("complementarity/make_solver.h", "output/fclib_file.h",
                     "models/all_models.h", "models/bar/kind.h",
                     "percuss-config.cmake", "libpercuss_mesh.a"):
            self.assertIn(name, content)

        self.call("dpkg-deb", "--extract", program, "root")
        installed = self.folder / "root/usr/bin/percuss"
        self.assertNotIn(str(BUILD), self.call("ldd", installed))
        self.write("case.prm", prm(SMALL_CASE))
        self.call(installed, "run", "case.prm")
        self.assertTrue((self.folder / "out/solution.pvd").exists())
        self.assertIn("c13_bouncing_ball",
                      self.call(installed, "reproduce", "--list"))
        for module in self.folder.glob("python3-percuss_*.deb"):
            self.check_module(module)

    def check_module(self, package):
        """The unpacked module runs, with the library of the program, whether it
        loads deal.II or not, and needs no package that it does not name."""
        depends = self.call("dpkg-deb", "--field", package, "Depends")
        for name in (r"percuss \(= ", "python3-numpy", r"python3 \(>= 3",
                     r"python3 \(<< 3", r"libc6 \(>= ", r"libstdc\+\+6 "):
            self.assertRegex(depends, rf"(^|, ){name}")
        self.assertRegex(
            self.call("dpkg-deb", "--field", package, "Recommends"),
            "python3-scipy, python3-pandas")
        self.call("dpkg-deb", "--extract", package, "root")
        folder = self.folder / "root/usr/lib/python3/dist-packages"
        for part in folder.glob("percuss/_percuss*.so"):
            self.assertNotIn(str(BUILD), self.call("readelf", "-d", part))
        said = self.call(
            "env", f"PYTHONPATH={folder}", "/usr/bin/python3", "-W", "ignore",
            "-c", MODULE_SCRIPT)
        self.assertIn(str(folder), said)
        self.assertIn("total impulse", said)
        self.assertIn("solid done", said)
        self.assertNotIn(str(BUILD), said)
        loaded = re.findall(r"^loaded (/usr/lib/\S+|/lib/\S+)$", said,
                            re.MULTILINE)
        self.assertTrue(any("libdeal.ii" in name for name in loaded), said)
        control = self.call("dpkg-deb", "--field",
                            next(self.folder.glob("percuss_*.deb")), "Depends")
        known = needed_packages(self.call, f"{depends}, {control}")
        owners = self.owners_of(loaded)
        self.assertTrue(any("libdeal.ii" in owner for owner in owners), owners)
        self.assertEqual(owners - known, set())

    @staticmethod
    def owners_of(files):
        """The packages of files, as dpkg knows them: with /usr or without it."""
        found = subprocess.run(
            ["dpkg-query", "--search", *files,
             *(name.removeprefix("/usr") for name in files)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            check=False).stdout
        return {line.split(":")[0] for line in found.splitlines()}


if __name__ == "__main__":
    unittest.main()
