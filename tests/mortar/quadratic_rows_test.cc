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

  // int psi_j N_k = 0 of two different nodes.
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

  using Place = Eigen::Vector3d;

  /** Faces of cells of degree 2 on the unit square, seen from below or above. */
  struct Sheet
  {
    unsigned int n_x, n_y;
    bool         is_lower;
    double       corners = 0.; ///< how far they are moved, of a face
    double       middles = 0.; ///< the others, against the middle of corners
  };

  ContactFacets
  sheet(const Sheet &of, std::mt19937 &random)
  {
    const unsigned int               n = 2 * of.n_x, m = 2 * of.n_y;
    std::uniform_real_distribution<> either(-1., 1.);
    ContactFacets                    facets;
    facets.degree = 2;
    facets.nodes.resize((n + 1) * (m + 1));
    const auto number = [&](const unsigned int i, const unsigned int j) {
      return j * (n + 1) + i;
    };
    const auto at = [&](const unsigned int i, const unsigned int j) -> Place & {
      return facets.nodes[number(i, j)];
    };
    const auto moved = [&](const bool is_inside, const double by) {
      return is_inside ?
               by *
                 Place(either(random) / of.n_x, either(random) / of.n_y, 0.) :
               Place(0., 0., 0.);
    };
    for (unsigned int j = 0; j <= m; j += 2)
      for (unsigned int i = 0; i <= n; i += 2)
        at(i, j) = Place(i / double(n), j / double(m), 0.) +
                   moved(i > 0 && i < n && j > 0 && j < m, of.corners);
    for (unsigned int j = 0; j <= m; ++j)
      for (unsigned int i = 0; i <= n; ++i)
        if (i % 2 == 1 || j % 2 == 1)
          at(i, j) =
            0.25 * (at(i - i % 2, j - j % 2) + at(i + i % 2, j - j % 2) +
                    at(i - i % 2, j + j % 2) + at(i + i % 2, j + j % 2)) +
            moved(i > 0 && i < n && j > 0 && j < m, of.middles);
    for (unsigned int j = 0; j < m; j += 2)
      for (unsigned int i = 0; i < n; i += 2)
        {
          // round the face, which begins at any of its corners
          std::vector<unsigned int> round{number(i, j),
                                          number(i + 1, j),
                                          number(i + 2, j),
                                          number(i + 2, j + 1),
                                          number(i + 2, j + 2),
                                          number(i + 1, j + 2),
                                          number(i, j + 2),
                                          number(i, j + 1)};
          if (of.is_lower)
            std::ranges::reverse(round.begin() + 1, round.end());
          std::ranges::rotate(round, round.begin() + 2 * (random() % 4));
          for (unsigned int k = 0; k < 8; k += 2)
            facets.faces.push_back({{round[k],
                                     round[k + 1],
                                     number(i + 1, j + 1),
                                     round[(k + 7) % 8]},
                                    4});
        }
    return facets;
  }

  /** Turned about the middle of the square, scaled and moved. */
  ContactFacets
  placed(ContactFacets facets,
         const double  size,
         const double  degrees,
         const Place  &to)
  {
    const Eigen::AngleAxisd turned(degrees * M_PI / 180., Place::UnitZ());
    for (Place &x : facets.nodes)
      x = to + size * (turned * (x - Place(0.5, 0.5, 0.)));
    return facets;
  }

  constexpr double angles[] = {0., 10., 37., 45., 90., -160.};

  TEST(QuadraticRowsInSpace, FunctionsAreReproduced)
  {
    std::mt19937 random(7);
    const auto   linear = [](const Place &x) { return 0.3 - 2. * x[0] + x[1]; };
    const auto   square = [](const Place &x) {
      return x[0] * x[0] - 0.7 * x[0] * x[1] + 0.2 * x[1] * x[1];
    };
    std::size_t n_partly = 0;
    for (const auto &[n, m] : {std::pair(2u, 3u), {3u, 2u}, {1u, 1u}})
      for (const double angle : angles)
        for (const auto &[size, at] : {std::pair(1.5, Place(0.5, 0.5, 0.)),
                                       {1.02, Place(0.93, 0.3, 0.)}})
          for (const double moved : {0., 0.15})
            for (const bool is_lower : {true, false})
              {
                const auto slave =
                  sheet({n, n + 1, is_lower, moved, moved / 3.}, random);
                const auto master =
                  placed(sheet({m, m, !is_lower, moved, moved / 3.}, random),
                         size,
                         angle,
                         at);
                const auto rows = mortar_rows(slave, master);
                ASSERT_FALSE(rows.empty());
                for (const MortarRow<3> &row : rows)
                  {
                    const double exact = 2e-13 / std::pow(row.covered, 2);
                    EXPECT_NEAR(sum(row), 1., 1e-13);
                    EXPECT_NEAR(difference(row, slave, master, linear),
                                0.,
                                exact);
                    EXPECT_NEAR(row.normal[2], is_lower ? -1. : 1., 1e-14);
                    if (size > 1.4 && moved == 0.)
                      {
                        EXPECT_NEAR(difference(row, slave, master, square),
                                    0.,
                                    exact);
                      }
                    n_partly += row.covered < 0.9;
                  }
              }
    EXPECT_GT(n_partly, 100u);
  }

  /** The largest error of sum_j D_j P_jb = int N_b of a master within its
   * slave, and of D_j. */
  double
  error_of_pressure(const ContactFacets &slave, const ContactFacets &master)
  {
    const auto own = nodal_areas(slave), expected = nodal_areas(master);
    std::vector<double> of_master(master.nodes.size());
    double              largest = 0.;
    for (const MortarRow<3> &row : mortar_rows(slave, master))
      {
        largest = std::max(largest, std::abs(row.area - own[row.node]));
        for (const auto &[b, P] : row.masters)
          of_master[b] += row.area * P;
      }
    for (unsigned int b = 0; b < of_master.size(); ++b)
      largest = std::max(largest, std::abs(of_master[b] - expected[b]));
    return largest;
  }

  // Master and slave are both the unit square, turned by right angles: all of
  // each is covered.
  TEST(QuadraticRowsInSpace, UniformPressureIsPassedOn)
  {
    std::mt19937 random(9);
    for (const auto &[n, m] :
         {std::pair(5u, 7u), {7u, 5u}, {3u, 11u}, {4u, 4u}})
      for (const double angle : {0., 90.})
        for (const bool is_lower : {true, false})
          for (const auto &[moved, exact] :
               {std::pair(0., 1e-14), {0.1, 1e-8}, {0.2, 1e-6}})
            {
              const auto slave = sheet({n, n + 1, is_lower, moved}, random);
              const auto master =
                placed(sheet({m, m, !is_lower, moved}, random),
                       1.,
                       angle,
                       Place(0.5, 0.5, 0.));
              EXPECT_LT(error_of_pressure(slave, master), exact)
                << n << ' ' << m << ' ' << moved;
            }
  }

  TEST(QuadraticRowsInSpace, AreasOfNodes)
  {
    std::mt19937 random(1);
    const auto   areas = nodal_areas(sheet({1, 1, true}, random));
    for (unsigned int j = 0; j < 9; ++j)
      EXPECT_NEAR(areas[j],
                  j == 4     ? 4. / 9. :
                  j % 2 == 1 ? 1. / 9. :
                               1. / 36.,
                  1e-15);
  }

  // A face of two sheets that meet node by node, moved as they are.
  TEST(QuadraticRowsInSpace, EqualMeshesMeetNodeByNode)
  {
    std::mt19937 one(4), other(4);
    const auto   slave  = sheet({3, 2, true, 0.1, 0.05}, one);
    const auto   master = sheet({3, 2, false, 0.1, 0.05}, other);
    for (const MortarRow<3> &row : mortar_rows(slave, master))
      for (const auto &[b, P] : row.masters)
        EXPECT_NEAR(P, b == row.node ? 1. : 0., 1e-12);
  }
} // namespace percuss::test::quadratic_rows_test
