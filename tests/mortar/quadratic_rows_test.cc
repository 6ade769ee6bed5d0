// SPDX-License-Identifier: Apache-2.0

// Rows of curves and surfaces of degree 2: partition of unity, reproduction of
// quadratic functions, constant pressure, faces that are covered in part.

#include "opposite_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace percuss::test::quadratic_rows_test
{
  using Point = Eigen::Vector2d;

  /** n faces of cells from a to b, of lengths at random, the lower or upper
   * side of a body. @param skew of the nodes in the middle, of a face */
  ContactCurve
  side(std::mt19937      &random,
       const unsigned int n,
       const double       a,
       const double       b,
       const bool         is_lower,
       const double       skew = 0.)
  {
    std::uniform_real_distribution<> part(0.2, 1.), either(-1., 1.);
    std::vector<double>              x{0.};
    for (unsigned int i = 0; i < n; ++i)
      x.push_back(x.back() + part(random));
    ContactCurve curve;
    curve.degree = 2;
    for (unsigned int i = 0; i <= 2 * n; ++i)
      {
        const double place =
          i % 2 == 0 ? x[i / 2] :
                       0.5 * (x[i / 2] + x[i / 2 + 1]) +
                         skew * either(random) * (x[i / 2 + 1] - x[i / 2]);
        curve.nodes.emplace_back(a + (b - a) * place / x.back(), 0.);
        if (i < 2 * n)
          curve.faces.push_back({i, i + 1});
      }
    if (!is_lower)
      {
        std::ranges::reverse(curve.faces);
        for (auto &face : curve.faces)
          std::swap(face[0], face[1]);
      }
    return curve;
  }

  /** f of the nodes, as a row has it opposite, less that of its own node. */
  template <int dim, class Faces, class Function>
  double
  difference(const MortarRow<dim> &row,
             const Faces          &slave,
             const Faces          &master,
             const Function       &f)
  {
    double result = -f(slave.nodes[row.node]);
    for (const auto &[b, P] : row.masters)
      result += P * f(master.nodes[b]);
    return result;
  }

  constexpr unsigned int counts[][2] = {{5, 7},
                                        {7, 5},
                                        {3, 11},
                                        {8, 8},
                                        {1, 1}};

  // Quadratic functions where nodes are in the middle of their faces, linear
  // ones wherever they are; both where the master ends within a face.
  TEST(QuadraticRows, FunctionsAreReproduced)
  {
    std::mt19937 random(5);
    const auto   linear = [](const Point &x) { return 0.3 - 2. * x[0]; };
    const auto   square = [](const Point &x) { return x[0] * x[0]; };
    for (const auto &[n, m] : counts)
      for (const double end : {1., 1.4, 0.93, 0.52, 0.31})
        for (const bool is_lower : {true, false})
          for (const double skew : {0., 0.1})
            {
              const auto slave = side(random, n, 0., 1., is_lower, skew);
              const auto master =
                side(random, m, 1. - end, 1.2, !is_lower, skew);
              const auto rows = mortar_rows(slave, master);
              ASSERT_FALSE(rows.empty());
              if (end >= 1.)
                {
                  EXPECT_EQ(rows.size(), slave.nodes.size());
                }
              for (const MortarRow<2> &row : rows)
                {
                  const double exact = 1e-13 / row.covered;
                  EXPECT_NEAR(sum(row), 1., exact);
                  EXPECT_NEAR(difference(row, slave, master, linear),
                              0.,
                              exact);
                  if (skew == 0. && end >= 1.)
                    {
                      EXPECT_NEAR(difference(row, slave, master, square),
                                  0.,
                                  exact);
                    }
                }
            }
  }

  /** int N_b of a curve between 0 and 1, nodes in the middle of their faces. */
  std::vector<double>
  tributaries(const ContactCurve &curve)
  {
    std::vector<double> result(curve.nodes.size(), 0.);
    for (std::size_t f = 0; f < curve.faces.size(); f += 2)
      {
        const auto [nodes, N] = curve.values(f, 0.);
        const double a = curve.nodes[nodes[0]][0], c = curve.nodes[nodes[2]][0];
        const double from = (std::clamp(a, 0., 1.) - a) / (c - a);
        const double to   = (std::clamp(c, 0., 1.) - a) / (c - a);
        const auto   add  = [&](const unsigned int j, const auto &integral) {
          result[nodes[j]] += std::abs(c - a) * (integral(to) - integral(from));
        };
        add(0, [](const double x) {
          return x - 1.5 * x * x + 2. / 3. * x * x * x;
        });
        add(1, [](const double x) { return 2. * x * x - 4. / 3. * x * x * x; });
        add(2,
            [](const double x) { return 2. / 3. * x * x * x - 0.5 * x * x; });
      }
    return result;
  }

  // sum_j D_j P_jb = int N_b, and D_j = int N_j: (1, 4, 1)/6 on a face.
  TEST(QuadraticRows, UniformPressureIsPassedOn)
  {
    std::mt19937 random(3);
    for (const auto &[n, m] : counts)
      for (const bool is_lower : {true, false})
        {
          const auto slave  = side(random, n, 0., 1., is_lower);
          const auto master = side(random, m, -0.1, 1.3, !is_lower);
          const auto own = tributaries(slave), expected = tributaries(master);
          std::vector<double> of_master(master.nodes.size());
          for (const MortarRow<2> &row : mortar_rows(slave, master))
            {
              EXPECT_NEAR(row.area, own[row.node], 1e-14);
              EXPECT_NEAR(row.covered, 1., 1e-12);
              for (const auto &[b, P] : row.masters)
                of_master[b] += row.area * P;
            }
          for (unsigned int b = 0; b < of_master.size(); ++b)
            EXPECT_NEAR(of_master[b], expected[b], 1e-14);
        }
  }

  // psi_1 = 3 - 12 x + 10 x^2 times 1 = D_1 times three: N_1 of the same nodes
  // alone is not 0 with it.
  TEST(QuadraticRows, EqualMeshesMeetNodeByNode)
  {
    std::mt19937 random(2);
    const auto   slave  = side(random, 4, 0., 1., true, 0.1);
    ContactCurve master = slave;
    std::ranges::reverse(master.faces);
    for (auto &face : master.faces)
      std::swap(face[0], face[1]);
    for (const MortarRow<2> &row : mortar_rows(slave, master))
      for (const auto &[b, P] : row.masters)
        EXPECT_NEAR(P, b == row.node ? 1. : 0., 1e-13);
  }

  // Half of a face is covered: int N_3 < 0 there, and its rows are those of its
  // halves, with weights of one sign.
  TEST(QuadraticRows, FacesThatAreCoveredInPart)
  {
    std::mt19937 random(1);
    const auto   slave = side(random, 1, 0., 1., true);
    for (const double end : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99})
      {
        const auto rows = mortar_rows(slave, side(random, 3, -0.5, end, false));
        EXPECT_EQ(rows.size(), end <= 0.5 ? 2u : 3u) << end;
        double covered = 0.;
        for (const MortarRow<2> &row : rows)
          {
            EXPECT_GT(row.area, 0.);
            EXPECT_NEAR(sum(row), 1., 1e-13);
            covered += row.area;
          }
        EXPECT_NEAR(covered, end, 1e-14);
      }
  }

  TEST(QuadraticRows, LengthsOfNodes)
  {
    ContactCurve curve;
    curve.degree = 2;
    curve.nodes  = {{0., 0.}, {1., 0.}, {2., 0.}, {2., 3.}, {2., 6.}};
    curve.faces  = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
    const auto                lengths = nodal_lengths(curve);
    const std::vector<double> expected{1. / 3., 4. / 3., 4. / 3., 4., 1.};
    for (unsigned int j = 0; j < 5; ++j)
      EXPECT_NEAR(lengths[j], expected[j], 1e-14);
    EXPECT_EQ(curve.cell_face(1), (std::array<unsigned int, 2>{0, 2}));
    EXPECT_EQ(curve.cell_face(2), (std::array<unsigned int, 2>{2, 4}));
  }
} // namespace percuss::test::quadratic_rows_test
