// SPDX-License-Identifier: Apache-2.0

// Products with S that contacts of bodies take, beside those of the motion
// without contact, whatever the mesh and the contrast of the moduli.

#include "pair_scale.h"

namespace percuss::test::pair_iterations_test
{
  /** Of a system of contacts, with the motion, over one of the motion without
   * contact, in some steps. */
  template <int dim>
  double
  ratio_of_products(const PairScale &of)
  {
    constexpr unsigned int n_steps = 4;
    const auto             work    = [&](const double distance) {
      const auto run = of.run<dim>(distance);
      run->stepper.advance(2);
      const auto before = run->stepper.record().iterations;
      run->stepper.advance(n_steps);
      if (distance == 0.)
        {
          EXPECT_GT(run->stepper.record().active_contacts, 4u);
        }
      return LinearWork(before, run->stepper.record().iterations, n_steps);
    };
    const LinearWork apart = work(1.), closed = work(0.);
    EXPECT_EQ(apart.systems, 1.);
    EXPECT_GE(closed.systems, 1.); // with the motion
    EXPECT_LE(closed.systems, 3.);
    return closed.products / closed.systems / apart.products;
  }

  // Where few unknowns end the iteration by themselves, contacts add more.
  double
  limit(const PairScale &of)
  {
    return of.contrast > 1. && of.n < 8 ? 1.6 : 1.3;
  }

  void
  expect_few_products(const std::string &scheme)
  {
    for (const double contrast : {1., 1e3})
      for (const bool slides : {false, true})
        {
          for (const unsigned int n : {2u, 4u, 8u, 16u})
            {
              const PairScale of{scheme, contrast, slides, n};
              EXPECT_LT(ratio_of_products<2>(of), limit(of))
                << contrast << ' ' << slides << ' ' << n;
            }
          for (const unsigned int n : {1u, 2u})
            {
              const PairScale of{scheme, contrast, slides, n};
              EXPECT_LT(ratio_of_products<3>(of), limit(of))
                << contrast << ' ' << slides << ' ' << n;
            }
        }
  }

  TEST(PairIterations, MoreauJean)
  {
    expect_few_products("moreau-jean");
  }

  TEST(PairIterations, GeneralizedAlpha)
  {
    expect_few_products("generalized-alpha");
  }
} // namespace percuss::test::pair_iterations_test
