# SPDX-License-Identifier: Apache-2.0
"""The packages of Debian that cpack makes of what is built."""

import os
import pathlib
import shutil
import subprocess
import unittest

from program import LOCAL, PROGRAM, SMALL_CASE, ProgramTest, prm

BUILD = pathlib.Path(PROGRAM).resolve().parent


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
        """The unpacked module runs, with the library of the program."""
        self.call("dpkg-deb", "--extract", package, "root")
        folder = self.folder / "root/usr/lib/python3/dist-packages"
        for part in folder.glob("percuss/_percuss*.so"):
            self.assertNotIn(str(BUILD), self.call("readelf", "-d", part))
        said = self.call(
            "env", f"PYTHONPATH={folder}", "/usr/bin/python3", "-W", "ignore",
            "-c", "import percuss; print(percuss.__file__); "
            "print(percuss.Case('case.prm').run())")
        self.assertIn(str(folder), said)
        self.assertIn("total impulse", said)


if __name__ == "__main__":
    unittest.main()
