// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_touching_nodes_h
#define percuss_tests_solid_touching_nodes_h

#include "solid.h"

#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace percuss::test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  inline const std::string curved_2d =
    "plane: 0, -0.1 ; 0.3, 1 | sphere: 0.4, -1 ; 0.9 | cavity: 0.5, 0.5 ; 2 |"
    "expression: y + 0.2*sin(3*x) + 0.3";
  inline const std::string curved_3d =
    "plane: 0, 0, -0.1 ; 0.3, 0.2, 1 | sphere: 0.4, 0.3, -1 ; 0.9 |"
    "cylinder: 0, 0.5, -2 ; 1, 0.1, 0 ; 1 |"
    "cylindrical cavity: 0.6, 0.4, 0 ; 0, 0.2, 1 ; 3";

  template <int dim>
  std::string
  curved()
  {
    return dim == 2 ? curved_2d : curved_3d;
  }

  template <int dim, class A>
  using Contacts = NodeToRigidContacts<dim, A>;

  template <int dim, class A>
  Contacts<dim, A>
  touch(const Solid<dim>                           &solid,
        const std::set<dealii::types::boundary_id> &ids,
        const std::string                          &obstacles,
        const ContactCoefficients                  &law = {})
  {
    return {solid.surface(ids),
            parse_obstacles<dim>(obstacles),
            solid.held,
            law};
  }

  /** Numbers of either sign for all rows, the same on all ranks. */
  inline std::vector<double>
  irregular_numbers(const std::size_t m)
  {
    std::vector<double> p(m);
    for (std::size_t i = 0; i < m; ++i)
      p[i] = std::sin(1. + 3. * static_cast<double>(i));
    return p;
  }

  inline double
  dot(const std::vector<double> &a, const std::vector<double> &b)
  {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.);
  }
} // namespace percuss::test

#endif
