// SPDX-License-Identifier: Apache-2.0

// How deep a point of one body may be in another one of triangles or tetrahedra,
// some of which touch the boundary with an edge or a vertex only.

#include "simplex_box.h"
#include "solids.h"

#include <percuss/models/solid/body_overlap.h>

#include <random>

namespace percuss::test::body_overlap_test
{
  using A = PETScAlgebra;

  /** Two boxes: a large one, [0, 1] in each direction, of n cells, and a small
   * one of size 0.3 that begins at 10 in each direction. */
  template <int dim>
  SolidDescription<dim>
  two_boxes(const unsigned int n)
  {
    std::array<unsigned int, dim> cells;
    cells.fill(n);
    auto mesh = simplex_box<dim>(cells, 1. / n);
    cells.fill(2);
    const auto small = simplex_box<dim>(cells, 0.15);
    const auto first = static_cast<std::uint32_t>(mesh->points.size());
    for (auto x : small->points)
      {
        for (int d = 0; d < dim; ++d)
          x[static_cast<std::size_t>(d)] += 10.;
        mesh->points.push_back(x);
      }
    for (auto cell : small->cells)
      {
        for (int v = 0; v <= dim; ++v)
          cell.nodes[static_cast<std::size_t>(v)] += first;
        mesh->cells.push_back(cell);
      }
    for (auto face : small->faces)
      {
        for (int v = 0; v < dim; ++v)
          face.nodes[static_cast<std::size_t>(v)] += first;
        mesh->faces.push_back(face);
      }
    SolidDescription<dim> solid;
    solid.mesh        = mesh;
    solid.lumped_mass = true;
    return solid;
  }

  /** The small box moved so that its first corner is at @p x. */
  template <int dim>
  A::Vector
  moved_to(const ElasticSolid<dim, A> &solid, const dealii::Point<dim> &x)
  {
    A::Vector   q     = solid.initial_displacement();
    const auto &owned = solid.dof_handler.locally_owned_dofs();
    A::write_local(q, [&](double *const local) {
      for (const auto &cell : solid.dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          for (const unsigned int v : cell->vertex_indices())
            if (cell->vertex(v)[0] > 5.)
              for (unsigned int d = 0; d < dim; ++d)
                if (const auto dof = cell->vertex_dof_index(v, d);
                    owned.is_element(dof))
                  local[owned.index_within_set(dof)] = x[d] - 10.;
    });
    return q;
  }

  /** With the small box on top but for @p depth of it, anywhere. */
  template <int dim>
  void
  check_depths()
  {
    constexpr unsigned int     n = 5;
    const ElasticSolid<dim, A> solid(two_boxes<dim>(n), MPI_COMM_WORLD);
    const BodyOverlap<dim, A>  any(solid.dof_handler);
    const BodyOverlap<dim, A>  deep(solid.dof_handler, 1.);
    EXPECT_EQ(deep.n_bodies(), 2u);
    std::mt19937                     random(3);
    std::uniform_real_distribution<> place(0.25, 0.45);
    unsigned int                     n_deep = 0;
    for (unsigned int trial = 0; trial < 40; ++trial)
      {
        dealii::Point<dim> x;
        for (unsigned int d = 0; d + 1 < dim; ++d)
          x[d] = place(random);
        const auto q_at = [&](const double depth) {
          x[dim - 1] = 1. - depth;
          return moved_to(solid, x);
        };
        EXPECT_FALSE(any.find(q_at(-1e-3)));
        EXPECT_TRUE(any.find(q_at(1e-3)));
        EXPECT_FALSE(deep.find(q_at(1e-3))) << x;
        EXPECT_FALSE(deep.find(q_at(0.1 / n))) << x;
        EXPECT_TRUE(deep.find(q_at(1.3 / n))) << "behind the first cells";
        n_deep += deep.find(q_at(0.9 / n)) ? 1 : 0;
      }
    EXPECT_GT(n_deep, 20u);
  }

  TEST(BodyOverlap, DepthsInTriangles)
  {
    check_depths<2>();
  }

  TEST(BodyOverlap, DepthsInTetrahedra)
  {
    check_depths<3>();
  }
} // namespace percuss::test::body_overlap_test
