// SPDX-License-Identifier: Apache-2.0
//
// usage: mujoco_judge MODEL.xml STEPS EVERY [VELOCITY]...
//
// Steps a model of MuJoCo from the velocities of its coordinates; every so many
// steps a row of the places of all sites.

#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstdlib>

int
main(int argc, char **argv)
{
  char           error[1000] = "there are arguments missing";
  mjModel *const m =
    argc < 4 ? nullptr : mj_loadXML(argv[1], nullptr, error, sizeof error);
  if (m == nullptr)
    {
      std::fprintf(stderr, "%s\n", error);
      return 1;
    }
  const int     n_steps = std::atoi(argv[2]), every = std::atoi(argv[3]);
  mjData *const d = mj_makeData(m);
  for (int i = 0; i < m->nv && i + 4 < argc; ++i)
    d->qvel[i] = std::atof(argv[i + 4]);
  for (int k = 1; k <= n_steps; ++k)
    {
      mj_step(m, d);
      if (k % every != 0)
        continue;
      mj_kinematics(m, d);
      for (int i = 0; i < 3 * m->nsite; ++i)
        std::printf("%s%.17g", i == 0 ? "" : ",", d->site_xpos[i]);
      std::printf("\n");
    }
  mj_deleteData(d);
  mj_deleteModel(m);
}
