// SPDX-License-Identifier: Apache-2.0

// A solid whose surface may touch obstacles, and the rows of its nodes.

#ifndef percuss_test_nodal_rows_problem_h
#define percuss_test_nodal_rows_problem_h

#include "solid.h"

#include <percuss/models/solid/parse_obstacles.h>
#include <percuss/models/solid/rigid_nodal_rows.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace percuss::test::nodal_rows
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  /** Bodies, contacts and everything that the properties are stated with. */
  template <int dim, class A>
  struct Problem
  {
    using Vector = typename A::Vector;

    Problem(const Solid<dim>  &solid,
            const std::string &obstacles,
            const double       friction = 0.)
      : solid(solid)
      , contacts(solid.surface({0, 2}),
                 parse_obstacles<dim>(obstacles),
                 solid.held,
                 {0., friction})
      , m(contacts.n_constraints())
      , q(vector(0.01, 1.))
      , rows(contacts.nodal_rows())
    {
      rows->update(q, 0.);
    }

    Vector
    vector(const double size, const double seed) const
    {
      return solid.template irregular<A>(size, seed);
    }

    /** Rows in patterns that leave 0, 1, ... active ones at a node. */
    std::vector<unsigned char>
    active_set(const unsigned int pattern) const
    {
      std::vector<unsigned char> active(m);
      for (std::size_t i = 0; i < m; ++i)
        active[i] = pattern == 0 ? 1 : i * i % (pattern + 2) < 2;
      return active;
    }

    /** Numbers on A, and not a number off it: what must not be read. */
    std::vector<double>
    numbers_on(const std::vector<unsigned char> &active) const
    {
      std::vector<double> c(m, std::numeric_limits<double>::quiet_NaN());
      for (std::size_t i = 0; i < m; ++i)
        if (active[i])
          c[i] = std::sin(1. + 3. * static_cast<double>(i));
      return c;
    }

    std::vector<double>
    G(const Vector &x) const
    {
      std::vector<double> u(m);
      contacts.velocity(q, 0., x, u);
      return u;
    }

    Vector
    G_transposed(const std::vector<double> &p) const
    {
      Vector r = vector(0., 0.);
      contacts.add_impulse(q, 0., p, r);
      return r;
    }

    Vector
    projection(const std::vector<unsigned char> &active, Vector x) const
    {
      rows->project(active, x);
      return x;
    }

    Vector
    lift(const std::vector<unsigned char> &active,
         const std::vector<double>        &c) const
    {
      Vector x = vector(0., 0.);
      rows->add_lift(active, c, x);
      return x;
    }

    std::vector<double>
    multipliers(const std::vector<unsigned char> &active, const Vector &r) const
    {
      std::vector<double> p(m, 1e9);
      rows->multipliers(active, {}, r, p);
      return p;
    }

    const Solid<dim>                 &solid;
    const NodeToRigidContacts<dim, A> contacts;
    const std::size_t                 m;
    const Vector                      q;
    std::unique_ptr<NodalRows<A>>     rows;
  };

  template <class Vector>
  double
  distance(Vector x, const Vector &y)
  {
    x.add(-1., y);
    return std::sqrt(x * x);
  }
} // namespace percuss::test::nodal_rows

#endif
