// SPDX-License-Identifier: Apache-2.0

// The kernels of all vectors that this processor has beside the equations, point
// by point.

#include <percuss/mortar/contact_facets.h>
#include <percuss/mortar/point_kernels.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace percuss::test::point_kernels_test
{
  using Eigen::Matrix4d;
  using Eigen::Vector2d;
  using Eigen::Vector4d;

  /** Points of a face, five of them of weight 0. */
  struct Face
  {
    PlaneFacet            plane;
    std::vector<Vector2d> y, xi;
    std::vector<double>   weights;

    PointRange
    range() const
    {
      return {0, y.size()};
    }

    PlaneCorners
    corners() const
    {
      return {plane.corners[0].data(), plane.n_nodes};
    }
  };

  /** @param part the part of the face that points are on, 1 or a small one
   * @param skew how far corners are from those of a parallelogram */
  Face
  random_face(const unsigned int n_nodes,
              const double       part,
              const double       skew,
              std::mt19937      &random)
  {
    std::uniform_real_distribution<double> number(-1., 1.);
    Face                                   face;
    face.plane.n_nodes = n_nodes;
    const std::array<Vector2d, 4> square{Vector2d(0., 0.),
                                         Vector2d(1., 0.),
                                         Vector2d(1., 1.),
                                         Vector2d(0., 1.)};
    for (unsigned int i = 0; i < 4; ++i)
      face.plane.corners[i] = 3. * square[n_nodes == 3 && i == 2 ? 3 : i] +
                              skew * Vector2d(number(random), number(random));
    for (unsigned int k = 0; k < 48; ++k)
      {
        const double u = 0.5 + 0.5 * number(random),
                     v = 0.5 + 0.5 * number(random);
        // a strip along the diagonal, or within the triangle
        face.xi.emplace_back(0.1 + 0.4 * u, 0.1 + 0.4 * (u + part * (v - u)));
        const FacetValues N = facet_values(n_nodes, face.xi.back());
        Vector2d          y = Vector2d::Zero();
        for (unsigned int i = 0; i < n_nodes; ++i)
          y += N[i] * face.plane.corners[i];
        face.y.push_back(y);
        face.weights.push_back(k >= 43 ? 0. : 1. + 0.5 * number(random));
      }
    return face;
  }

  PointRows
  rows_of(const Face &face, PointRoom &room)
  {
    const PointRows rows = room.rows(face.y.size());
    for (std::size_t k = 0; k < face.y.size(); ++k)
      {
        rows(PointRows::y_0)[k]    = face.y[k][0];
        rows(PointRows::y_1)[k]    = face.y[k][1];
        rows(PointRows::weight)[k] = face.weights[k];
      }
    return rows;
  }

  template <class Check>
  void
  for_faces_and_kernels(const Check &check)
  {
    std::mt19937 random(3);
    for (const PointKernels &kernels : all_point_kernels())
      for (const unsigned int n_nodes : {3u, 4u})
        for (const double part : {1., 1e-3})
          for (const double skew : {0., 1e-6, 0.3})
            {
              SCOPED_TRACE(testing::Message()
                           << kernels.n_lanes << " lanes, " << n_nodes
                           << " nodes, part " << part << ", skew " << skew);
              check(kernels, random_face(n_nodes, part, skew, random));
            }
  }

  TEST(PointKernels, FindParametersAndFunctions)
  {
    for_faces_and_kernels([](const PointKernels &kernels, const Face &face) {
      PointRoom       room;
      const PointRows rows = rows_of(face, room);
      kernels.place(rows, face.range(), face.corners(), PointRows::master);
      for (std::size_t k = 0; k < face.y.size(); ++k)
        {
          const Vector2d xi = face.plane.parameters(face.y[k]);
          EXPECT_NEAR(rows(PointRows::xi)[k], face.xi[k][0], 1e-13);
          EXPECT_NEAR(rows(PointRows::eta)[k], face.xi[k][1], 1e-13);
          EXPECT_NEAR(rows(PointRows::xi)[k], xi[0], 1e-14);
          const FacetValues N = facet_values(face.plane.n_nodes, xi);
          for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(rows(PointRows::master + i)[k],
                        N[static_cast<std::size_t>(i)],
                        1e-14);
        }
    });
  }

  TEST(PointKernels, WeighByTheAreaAboveThePlane)
  {
    const AreaVector area{{0.1, -0.2, 2.}, {0.3, 0.1, -0.2}, {-0.1, 0.2, 0.1}};
    for_faces_and_kernels([&](const PointKernels &kernels, const Face &face) {
      PointRoom       room;
      const PointRows rows = rows_of(face, room);
      kernels.place(rows, face.range(), face.corners(), PointRows::N);
      kernels.weigh(rows, face.range(), area);
      for (std::size_t k = 0; k < face.y.size(); ++k)
        {
          double n[3];
          for (int i = 0; i < 3; ++i)
            n[i] =
              area.a[i] + face.xi[k][0] * area.b[i] + face.xi[k][1] * area.c[i];
          EXPECT_NEAR(rows(PointRows::weight)[k],
                      face.weights[k] * std::hypot(n[0], n[1], n[2]) /
                        std::abs(n[2]),
                      1e-13);
        }
    });
  }

  // psi = D_e (int N N^T)^{-1} N, (2) of the page, as exactly as that has it.
  TEST(PointKernels, MakeTheDualFunctions)
  {
    for_faces_and_kernels([](const PointKernels &kernels, const Face &face) {
      PointRoom       room;
      const PointRows rows = rows_of(face, room);
      const int       n    = static_cast<int>(face.plane.n_nodes);
      kernels.place(rows, face.range(), face.corners(), PointRows::N);
      DualSums sums;
      ASSERT_TRUE(kernels.dual(rows, face.range(), n, sums));

      Matrix4d mass = Matrix4d::Zero(), B = Matrix4d::Identity();
      Vector4d D = Vector4d::Zero();
      for (std::size_t k = 0; k < face.y.size(); ++k)
        {
          const FacetValues N = facet_values(face.plane.n_nodes, face.xi[k]);
          const Vector4d    at(N.data());
          mass += face.weights[k] * at * at.transpose();
          D += face.weights[k] * at;
        }
      if (n == 3)
        mass(3, 3) = D[3] = 1.;
      for (int j = 0; j < n; ++j)
        {
          EXPECT_NEAR(sums.area * sums.mean[j], D[j], 1e-12);
          for (int i = 0; i < n; ++i)
            B(j, i) = sums.B[j][i];
        }
      const Matrix4d dual     = B.inverse().transpose(); // of phi
      const Matrix4d expected = D.asDiagonal() * mass.inverse();
      const double   rounding =
        1e-14 * mass.norm() * mass.inverse().norm() * expected.norm();
      for (std::size_t k = 0; k < face.y.size(); ++k)
        if (face.weights[k] > 0.)
          {
            Vector4d phi;
            for (int i = 0; i < 4; ++i)
              phi[i] = rows(PointRows::phi + i)[k] / rows(PointRows::weight)[k];
            const FacetValues N = facet_values(face.plane.n_nodes, face.xi[k]);
            const Vector4d    psi     = dual * phi;
            const Vector4d    of_face = expected * Vector4d(N.data());
            for (int j = 0; j < n; ++j)
              EXPECT_NEAR(psi[j], of_face[j], rounding) << k;
          }
      // to the last digits, whatever the condition number
      PieceSums of_piece;
      for (int i = 0; i < 4; ++i)
        std::copy_n(rows(PointRows::N + i),
                    face.y.size(),
                    rows(PointRows::master + i));
      kernels.sum(rows, face.range(), 4, of_piece);
      for (int j = 0; j < n; ++j)
        for (int b = 0; b < n; ++b)
          EXPECT_NEAR(sums.area *
                        dual.row(j).dot(Vector4d(of_piece.product[b])),
                      j == b ? D[j] : 0.,
                      1e-11 * D.maxCoeff());
    });
  }

  TEST(PointKernels, AddNineFunctionsOfAPiece)
  {
    std::mt19937                           random(5);
    std::uniform_real_distribution<double> number(-1., 1.);
    for (const PointKernels &kernels : all_point_kernels())
      {
        PointRoom         room;
        const std::size_t n    = 40;
        const PointRows   rows = room.rows(n);
        for (int row = PointRows::phi; row < PointRows::master + 9; ++row)
          for (std::size_t k = 0; k < n; ++k)
            rows(row)[k] = number(random);
        const PointRange range{8, 32};
        PieceSums        sums;
        kernels.sum(rows, range, 9, sums);
        for (int i = 0; i < 4; ++i)
          {
            double of_phi = 0., product[9] = {};
            for (std::size_t k = range.begin; k < range.end; ++k)
              {
                const double phi = rows(PointRows::phi + i)[k];
                of_phi += phi;
                for (int b = 0; b < 9; ++b)
                  product[b] += phi * rows(PointRows::master + b)[k];
              }
            EXPECT_NEAR(sums.phi[i], of_phi, 1e-13);
            for (int b = 0; b < 9; ++b)
              EXPECT_NEAR(sums.product[b][i], product[b], 1e-13);
          }
      }
  }

  TEST(PointKernels, RefuseALine)
  {
    std::mt19937 random(7);
    Face         face = random_face(4, 0., 0.1, random);
    for (const PointKernels &kernels : all_point_kernels())
      {
        PointRoom       room;
        const PointRows rows = rows_of(face, room);
        kernels.place(rows, face.range(), face.corners(), PointRows::N);
        DualSums sums;
        EXPECT_FALSE(kernels.dual(rows, face.range(), 4, sums));
      }
  }
} // namespace percuss::test::point_kernels_test
