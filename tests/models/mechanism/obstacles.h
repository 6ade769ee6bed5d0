// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_obstacles_h
#define percuss_tests_mechanism_obstacles_h

#include <percuss/models/mechanism/mechanism_description.h>

#include <algorithm>
#include <string>

namespace percuss::test
{
  /** An obstacle by its name in contacts, with this direction and this radius
   * where it has them. */
  template <int dim>
  ContactObstacle<dim>
  obstacle(const std::string                &name,
           const Eigen::Vector<double, dim> &direction,
           const double                      radius)
  {
    ContactObstacle<dim> result;
    result.kind = &*std::ranges::find(rigid_shapes<dim>(),
                                      name,
                                      &ShapeKind<dim>::contact_name);
    for (const ShapeField &field : result.kind->fields)
      if (field.kind == ShapeField::Kind::direction)
        result.values.emplace_back(direction);
      else
        result.values.emplace_back(Eigen::VectorXd::Constant(1, radius));
    return result;
  }
} // namespace percuss::test

#endif
