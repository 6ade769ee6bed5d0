// SPDX-License-Identifier: Apache-2.0

// A collection of friction problems from scenes of rigid bodies, made by
// functions with fixed seeds: small, medium and large ones.

#ifndef percuss_complementarity_friction_collection_h
#define percuss_complementarity_friction_collection_h

#include "friction_scene_kinds.h"

/**
 * Why the problems have a solution. With e = 0 the vector b is in the range of
 * G, and v = 0 gives gap velocities in K*, though not in its interior. With
 * e > 0, in the towers, lifting body k by (k + 1) V, V large, makes u_N > mu
 * |u_T| in all the contacts, whatever b is.
 *
 * Source: V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, Z. Angew. Math. Mech.
 * 91 (2011) 155-175, of the criterion; the kinds of scenes are those of V.
 * Acary, M. Brémond, T. Koziara, F. Pérignon, FCLIB, 2014.
 */
namespace friction_collection
{
  /** 405 problems of 2 to 492 rows, up to ten times as many as degrees of
   *  freedom. */
  inline std::vector<Scene>
  small_scenes()
  {
    std::vector<Scene> scenes;
    unsigned int       seed = 1;
    for (const int dim : {2, 3})
      for (const double mu : {0.1, 0.5, 1.5})
        for (const double mass_ratio : {1., 1e4})
          {
            for (const int n : {1, 3, 10, 30})
              scenes.push_back(chain(dim, n, mu, mass_ratio));
            for (const int n : {1, 3, 10})
              for (const int n_side : {2, 4})
                for (const double e : {0., 0.5})
                  scenes.push_back(
                    tower(dim, n, n_side, mu, mass_ratio, e, seed++));
            const int n = dim == 2 ? 6 : 3;
            for (const double impact : {0., 1.})
              scenes.push_back(
                packing(dim, n, n, {0.2 * mu, mu}, mass_ratio, impact, seed++));
          }
    for (const double mu : {0.1, 0.5, 1.5})
      for (const double shake : {0., 0.1, 1.})
        scenes.push_back(masonry(4, 4, mu, shake, seed++));
    for (const double mu : {0.1, 0.5, 1.5})
      for (const double impact : {0., 0.1, 1.})
        scenes.push_back(capsules(4, 4, mu, impact, seed++));
    for (const int dim : {2, 3})
      for (const double mu : {0.1, 0.5, 1.5})
        for (const double lean : {0.3, 1., 1.5})
          for (const int n_rocks : {1, 2, 4})
            for (const int n_points : {5, 10, 20})
              scenes.push_back(
                rockfall(dim, n_rocks, n_points, {0.3 * mu, mu}, lean, seed++));
    for (const double mu : {0.1, 0.5, 1.5})
      for (const double angle : {0.1, 0.5, 1.})
        scenes.push_back(granular_flow(6, 3, 2, mu, angle, seed++));
    return scenes;
  }

  /** 39 problems of 160 to 1073 contacts. */
  inline std::vector<Scene>
  medium_scenes()
  {
    std::vector<Scene> scenes;
    unsigned int       seed = 1;
    for (const double mu : {0.1, 0.5, 1.5})
      {
        scenes.push_back(chain(3, 300, mu, 1e4));
        scenes.push_back(chain(2, 300, mu, 1.));
        scenes.push_back(tower(3, 40, 2, mu, 1e4, 0.5, seed++));
        scenes.push_back(tower(3, 20, 4, mu, 1e2, 0., seed++));
        for (const double shake : {0., 0.3})
          scenes.push_back(masonry(8, 8, mu, shake, seed++));
        scenes.push_back(packing(3, 6, 6, {0.2 * mu, mu}, 1e4, 0., seed++));
        scenes.push_back(packing(3, 6, 6, {0.2 * mu, mu}, 1., 1., seed++));
        for (const double impact : {1., 0.})
          scenes.push_back(
            packing(2, 20, 20, {0.2 * mu, mu}, 1., impact, seed++));
        for (const double impact : {0., 0.5})
          scenes.push_back(capsules(8, 8, mu, impact, seed++));
        scenes.push_back(granular_flow(15, 8, 3, mu, 0.5, seed++));
      }
    return scenes;
  }

  /** 12 problems of 3000 to 7000 contacts. */
  inline std::vector<Scene>
  large_scenes()
  {
    std::vector<Scene> scenes;
    unsigned int       seed = 1;
    for (const double mu : {0.3, 1.})
      {
        scenes.push_back(tower(3, 50, 8, mu, 1e2, 0., seed++));
        scenes.push_back(masonry(20, 20, mu, 0.3, seed++));
        scenes.push_back(packing(3, 11, 11, {0.2 * mu, mu}, 1e2, 1., seed++));
        scenes.push_back(packing(3, 11, 11, {0.2 * mu, mu}, 1., 0., seed++));
        scenes.push_back(capsules(25, 25, mu, 0.5, seed++));
        scenes.push_back(granular_flow(40, 15, 4, mu, 0.5, seed++));
      }
    return scenes;
  }
} // namespace friction_collection

#endif
