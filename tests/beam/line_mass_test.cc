// SPDX-License-Identifier: Apache-2.0

// Mass matrices of lines whose contact nodes have no mass.

#include <percuss/base/exceptions.h>
#include <percuss/beam/line_mass.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace percuss::test::line_mass_test
{
  namespace
  {
    struct Line
    {
      Line(const unsigned int         degree,
           const unsigned int         n_elements,
           const LineMassDescription &description)
        : element(degree, 0.3)
        , n_elements(n_elements)
        , mass(element, n_elements, description, "rod")
      {}

      /** Sums of m_ab, m_ab s_b and s_a m_ab s_b. */
      Eigen::Vector3d
      moments() const
      {
        Eigen::Vector3d sums = Eigen::Vector3d::Zero();
        for (unsigned int cell = 0; cell < n_elements; ++cell)
          for (unsigned int a = 0; a <= element.degree; ++a)
            for (unsigned int b = 0; b <= element.degree; ++b)
              {
                const double s_a = cell + element.nodes[a],
                             s_b = cell + element.nodes[b];
                sums += mass(cell, a, b) * Eigen::Vector3d(1., s_b, s_a * s_b);
              }
        return sums;
      }

      LineElement  element;
      unsigned int n_elements;
      LineMass     mass;
    };

    const std::vector<unsigned int>
    contact_nodes(const unsigned int which, const unsigned int last)
    {
      if (which == 0)
        return {0};
      if (which == 1)
        return {last, 0, last};
      return {last / 2};
    }
  } // namespace

  TEST(LineMass, ContactNodesHaveNoneAndTheLineHasItsOwn)
  {
    for (const unsigned int degree : {1u, 2u, 3u})
      for (const double lumping : {0., 0.5, 1.})
        for (const unsigned int n_elements : {8u, 21u})
          for (const unsigned int which : {0u, 1u, 2u})
            for (const BoundaryMass boundary_mass :
                 {BoundaryMass::redistributed,
                  BoundaryMass::weighted,
                  BoundaryMass::singular,
                  BoundaryMass::none})
              {
                const Line kept(degree, n_elements, {lumping});
                const auto nodes = contact_nodes(which, n_elements * degree);
                const Line line(degree,
                                n_elements,
                                {lumping, nodes, boundary_mass});
                for (const unsigned int node : nodes)
                  EXPECT_EQ(line.mass.of_node(node), 0.);
                double sum = 0.;
                for (unsigned int node = 0; node <= n_elements * degree; ++node)
                  {
                    EXPECT_GE(line.mass.of_node(node), 0.);
                    EXPECT_EQ(line.mass.kept_of_node(node),
                              kept.mass.of_node(node));
                    sum += line.mass.of_node(node);
                  }
                const Eigen::Vector3d all = kept.moments();
                const Eigen::Vector3d mu  = line.moments();
                EXPECT_NEAR(sum, mu[0], 1e-13);
                EXPECT_NEAR(all[0], 0.3 * n_elements, 1e-12);
                if (boundary_mass == BoundaryMass::weighted)
                  EXPECT_LT((mu - all).norm(), 1e-12 * all.norm());
                else if (boundary_mass == BoundaryMass::redistributed)
                  EXPECT_NEAR(mu[0], all[0], 1e-12);
                else
                  EXPECT_LT(mu[0], all[0] - 0.3 / (2. * degree * degree + 2.));
              }
  }

  TEST(LineMass, SingularHasNoPartAlongTheContactNodes)
  {
    const Line   line(1, 4, {0., {0}, BoundaryMass::singular});
    const Line   kept(1, 4, {});
    const double l = kept.mass.of_node(1);
    EXPECT_NEAR(line.mass(0, 1, 1), l / 4., 1e-15);
    EXPECT_EQ(line.mass(0, 0, 1), 0.);
    const Line lumped(2, 4, {1., {0}, BoundaryMass::singular}),
      none(2, 4, {1., {0}, BoundaryMass::none});
    for (unsigned int node = 0; node <= 8; ++node)
      EXPECT_EQ(lumped.mass.of_node(node), none.mass.of_node(node));
  }

  TEST(LineMass, LeavesTheMassNextToTheContactAlmostAsItWas)
  {
    const Line kept(1, 50, {1.});
    const Line line(1, 50, {1., {0}, BoundaryMass::weighted});
    EXPECT_NEAR(line.mass.of_node(1) / kept.mass.of_node(1), 1., 0.02);
    double largest = 0.;
    for (unsigned int node = 1; node <= 50; ++node)
      largest =
        std::max(largest,
                 std::abs(line.mass.of_node(node) / kept.mass.of_node(node) -
                          1.));
    EXPECT_LT(largest, 0.12);
  }

  TEST(LineMass, RefusesElementsWithoutMassAndMeshesTooCoarse)
  {
    EXPECT_THROW(Line(1, 1, {1., {0, 1}, BoundaryMass::none}), InputError);
    EXPECT_THROW(Line(1, 4, {1., {0, 1, 2, 3, 4}, BoundaryMass::weighted}),
                 InputError);
    EXPECT_THROW(Line(1, 1, {1., {0}, BoundaryMass::weighted}), InputError);
    EXPECT_NO_THROW(Line(1, 1, {1., {0, 1}, BoundaryMass::kept}));
    EXPECT_NO_THROW(Line(2, 4, {1., {0, 2, 4, 6, 8}, BoundaryMass::none}));
  }
} // namespace percuss::test::line_mass_test
