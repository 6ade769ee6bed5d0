// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_refined_boxes_h
#define percuss_tests_solid_refined_boxes_h

#include "solids.h"

#include <cmath>
#include <numbers>
#include <set>

namespace percuss::test
{
  /** Moves what is inside of the box of solids.h. */
  template <int dim>
  dealii::Point<dim>
  distorted_inside(const dealii::Point<dim> &X)
  {
    dealii::Point<dim> x      = X;
    double             bubble = 0.1;
    for (unsigned int d = 0; d < dim; ++d)
      bubble *= std::sin(std::numbers::pi * X[d] / (d == 0 ? 2. : 1.));
    for (unsigned int d = 0; d < dim; ++d)
      x[d] += bubble * std::cos(3. * X[d] + d);
    return x;
  }

  /** The box with small cells at x = 2 and, smaller, at the upper end of the
   * last direction; distorted. */
  template <int dim>
  SolidDescription<dim>
  graded_box(const unsigned int n_levels = 2)
  {
    SolidDescription<dim> solid = box<dim>(2);
    solid.local_refinements = {{{1}, 1, 0.3}, {{2 * dim - 1}, n_levels, 0.2}};
    solid.map               = distorted_inside<dim>;
    return solid;
  }

  /** Calls visit(X, i, whether the vertex hangs, whether it is of the boundary)
   * of the vertices of this rank, i the first of dim entries. */
  template <class S, class Visit>
  void
  for_each_node(const S &solid, const Visit &visit)
  {
    const auto &owned = solid.dof_handler.locally_owned_dofs();
    for_each_vertex(solid, [&](const auto &X, const auto, const auto i) {
      bool is_inside = true;
      for (unsigned int d = 0; d < X.dimension; ++d)
        is_inside =
          is_inside && X[d] > 1e-10 && X[d] < (d == 0 ? 2. : 1.) - 1e-10;
      visit(X,
            i,
            solid.constraints.is_constrained(owned.nth_index_in_set(i)),
            !is_inside);
    });
  }
} // namespace percuss::test

#endif
