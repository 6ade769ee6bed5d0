// SPDX-License-Identifier: Apache-2.0

// What is called in every step allocates nothing.

#include "../../count_allocations.h"
#include "solid.h"

#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <gtest/gtest.h>


#ifdef PERCUSS_COUNTS_ALLOCATIONS

namespace percuss::test::allocation_test
{
  template <class A>
  class ContactAllocationTest : public testing::Test
  {};
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;
  TYPED_TEST_SUITE(ContactAllocationTest, Algebras);

  TYPED_TEST(ContactAllocationTest, NoneInAStep)
  {
    using A = TypeParam;
    EXPECT_GT(n_allocations_of([] { std::vector<double> x(100, 1.); }), 0u);

    const Solid<3>                  block(cube<3>(3), 1);
    const NodeToRigidContacts<3, A> contacts(
      block.surface({0, 2}),
      parse_obstacles<3>("plane: 0,0,0 ; 1,0,0 | cavity: 0,0,0 ; 2 |"
                         "cylinder: 0,-2,0 ; 0,0,1 ; 1"),
      block.held,
      {});
    const auto                 rows = contacts.nodal_rows();
    const std::size_t          m    = contacts.n_constraints();
    std::vector<double>        p(m, 1.), u(m);
    std::vector<unsigned char> active(m);
    const auto                 q = block.template irregular<A>(0.1, 1.);
    auto                       x = block.template irregular<A>(1., 2.);
    for (const unsigned int modulus : {1u, 2u, 3u})
      {
        for (std::size_t i = 0; i < m; ++i)
          active[i] = i % modulus == 0;
        EXPECT_EQ(n_allocations_of([&] {
                    contacts.add_impulse(q, 0., p, x);
                    rows->update(q, 0.);
                    rows->project(active, x);
                    rows->add_lift(active, p, x);
                  }),
                  0u);
        // MPI may have memory of its own
        const auto collective = [&] {
          contacts.gap(q, 0., u);
          contacts.gap_rate(q, 0., u);
          contacts.velocity(q, 0., x, u);
          rows->multipliers(active, {}, x, p);
        };
        if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1)
          {
            EXPECT_EQ(n_allocations_of(collective), 0u);
          }
        else
          collective();
      }
  }
} // namespace percuss::test::allocation_test

#endif
