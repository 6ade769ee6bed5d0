// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_solid_simplex_box_h
#define percuss_tests_models_solid_simplex_box_h

#include <percuss/models/solid/solid_description.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace percuss::test
{
  /** Unit squares in two triangles, unit cubes in six tetrahedra around a
   * diagonal, n[i] in direction i, then scaled; half of them have a negative volume.
   * Boundary ids 2 i and 2 i + 1 at the lower and upper end of direction i,
   * material 0. */
  template <int dim>
  std::shared_ptr<Mesh>
  simplex_box(const std::array<unsigned int, dim> &n, const double size)
  {
    const auto mesh     = std::make_shared<Mesh>();
    mesh->file_name     = "simplices";
    mesh->has_simplices = true;
    std::array<unsigned int, 3> m{n[0], n[1], 0};
    if (dim == 3)
      m[2] = n[dim - 1];
    for (unsigned int k = 0; k <= m[2]; ++k)
      for (unsigned int j = 0; j <= m[1]; ++j)
        for (unsigned int i = 0; i <= m[0]; ++i)
          mesh->points.push_back({size * i, size * j, size * k});

    const auto node = [&](const std::array<unsigned int, 3> &at) {
      return at[0] + (m[0] + 1) * (at[1] + (m[1] + 1) * at[2]);
    };
    const auto add_faces = [&](const auto &cell) {
      for (unsigned int left_out = 0; left_out <= dim; ++left_out)
        for (unsigned int d = 0; d < dim; ++d)
          for (const double end : {0., size * m[d]})
            {
              Mesh::Element<4> face{{}, 2 * d + (end > 0.)};
              unsigned int     n_nodes = 0;
              for (unsigned int i = 0; i <= dim; ++i)
                if (i != left_out && mesh->points[cell.nodes[i]][d] == end)
                  face.nodes[n_nodes++] = cell.nodes[i];
              if (n_nodes == dim)
                mesh->faces.push_back(face);
            }
    };
    std::array<unsigned int, dim> order;
    for (unsigned int d = 0; d < dim; ++d)
      order[d] = d;
    std::array<unsigned int, 3> at{};
    for (at[2] = 0; at[2] < std::max(m[2], 1u); ++at[2])
      for (at[1] = 0; at[1] < m[1]; ++at[1])
        for (at[0] = 0; at[0] < m[0]; ++at[0])
          do // from corner to corner, along the edges in this order
            {
              Mesh::Element<8> cell{{}, 0};
              auto             corner = at;
              cell.nodes[0]           = node(corner);
              for (unsigned int d = 0; d < dim; ++d)
                {
                  ++corner[order[d]];
                  cell.nodes[d + 1] = node(corner);
                }
              mesh->cells.push_back(cell);
              add_faces(cell);
          } while (std::next_permutation(order.begin(), order.end()));
    return mesh;
  }

  /** The box [0, 2] x [0, 1] (x [0, 1]) of box<dim>(n), of triangles or
   * tetrahedra. */
  template <int dim>
  SolidDescription<dim>
  box_of_simplices(const unsigned int n = 1)
  {
    SolidDescription<dim> solid;
    solid.material = {200., 0.3, 4.};
    std::array<unsigned int, dim> cells;
    cells.fill(n);
    cells[0] *= 2;
    solid.mesh = simplex_box<dim>(cells, 1. / n);
    return solid;
  }
} // namespace percuss::test

#endif
