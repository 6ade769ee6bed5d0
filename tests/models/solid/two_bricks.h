// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_two_bricks_h
#define percuss_tests_solid_two_bricks_h

#include "two_blocks.h"

namespace percuss::test
{
  /** A block in space of n cells, turned about the vertical axis through (1/2,
   * 1/2), with material and boundary ids of its own: the sides across x, y and z
   * have id, id + 1, ..., id + 5. */
  struct Brick
  {
    std::array<double, 3>       corner, size; // [m]
    std::array<unsigned int, 3> n;
    unsigned int                material, id;
    double                      degrees    = 0.;
    double                      distortion = 0.; // of inner nodes, of a cell
  };

  inline void
  add_brick(Mesh &mesh, const Brick &brick)
  {
    const auto   n     = brick.n;
    const auto   first = static_cast<std::uint32_t>(mesh.points.size());
    const double c     = std::cos(brick.degrees * M_PI / 180.),
                 s     = std::sin(brick.degrees * M_PI / 180.);
    const auto node =
      [&](const unsigned int i, const unsigned int j, const unsigned int k) {
        return first + (k * (n[1] + 1) + j) * (n[0] + 1) + i;
      };
    for (unsigned int k = 0; k <= n[2]; ++k)
      for (unsigned int j = 0; j <= n[1]; ++j)
        for (unsigned int i = 0; i <= n[0]; ++i)
          {
            const bool is_inside =
              i > 0 && i < n[0] && j > 0 && j < n[1] && k > 0 && k < n[2];
            const double d  = is_inside ? brick.distortion : 0.;
            const auto   at = [&](const unsigned int e, const double number) {
              return brick.corner[e] + brick.size[e] * number / n[e];
            };
            const double x = at(0, i + d * std::sin(3. * i + 5. * j)) - 0.5;
            const double y = at(1, j + d * std::cos(7. * i + 2. * k)) - 0.5;
            mesh.points.push_back({0.5 + c * x - s * y,
                                   0.5 + s * x + c * y,
                                   at(2, k + d * std::sin(4. * j + i))});
          }
    for (unsigned int k = 0; k < n[2]; ++k)
      for (unsigned int j = 0; j < n[1]; ++j)
        for (unsigned int i = 0; i < n[0]; ++i)
          {
            const auto corner = [&](const unsigned int a,
                                    const unsigned int b,
                                    const unsigned int e) {
              return node(i + a, j + b, k + e);
            };
            mesh.cells.push_back({{corner(0, 0, 0),
                                   corner(1, 0, 0),
                                   corner(1, 1, 0),
                                   corner(0, 1, 0),
                                   corner(0, 0, 1),
                                   corner(1, 0, 1),
                                   corner(1, 1, 1),
                                   corner(0, 1, 1)},
                                  brick.material});
            const unsigned int of[3]   = {i, j, k};
            const unsigned int round[] = {0, 1, 3, 2}; // of two bits
            for (unsigned int d = 0; d < 3; ++d)
              for (const unsigned int end : {0u, 1u})
                if (of[d] == (end == 0 ? 0 : n[d] - 1))
                  {
                    Mesh::Element<4> face{{}, brick.id + 2 * d + end};
                    for (unsigned int v = 0; v < 4; ++v)
                      {
                        unsigned int at[3];
                        at[d]           = end;
                        at[(d + 1) % 3] = round[v] & 1u;
                        at[(d + 2) % 3] = round[v] >> 1u;
                        face.nodes[v]   = corner(at[0], at[1], at[2]);
                      }
                    mesh.faces.push_back(face);
                  }
          }
  }

  /** The upper brick [0, 1]^2 x [1 + gap, 1.5 + gap], n_upper cells wide and one
   * more deep, material 1, ids 10 to 15, on the unit cube, material 2, ids 20 to
   * 25. */
  inline SolidDescription<3>
  two_bricks(const unsigned int n_upper,
             const unsigned int n_lower,
             const double       gap        = 0.,
             const double       distortion = 0.,
             const double       degrees    = 0.)
  {
    auto mesh = std::make_shared<Mesh>();
    add_brick(*mesh,
              {{0., 0., 1. + gap},
               {1., 1., 0.5},
               {n_upper, n_upper + 1, 2},
               1,
               10,
               degrees,
               distortion});
    add_brick(*mesh,
              {{0., 0., 0.},
               {1., 1., 1.},
               {n_lower, n_lower, 2},
               2,
               20,
               0.,
               distortion});
    SolidDescription<3> solid;
    solid.mesh        = mesh;
    solid.materials   = {{1, {1., 0.3, 1.}}, {2, {3., 0.25, 2.}}};
    solid.lumped_mass = true;
    return solid;
  }

  inline const std::vector<std::pair<Ids, Ids>> upper_brick_is_slave{
    {{14}, {25}}};
  inline const std::vector<std::pair<Ids, Ids>> lower_brick_is_slave{
    {{25}, {14}}};
} // namespace percuss::test

#endif
