// SPDX-License-Identifier: Apache-2.0

// Rows of G in space against differences of gaps along increments of the
// tangent space, impulses against velocities, and what impulses must not
// change.

#include "all_spatial_rows.h"

#include <gtest/gtest.h>

namespace percuss::test::spatial_row_test
{
  using all_spatial_rows::a_point, all_spatial_rows::b_point,
    all_spatial_rows::all_kinds;
  using Eigen::Vector3d;

  TEST(SpatialRow, RowsAreDerivativesOfTheGaps)
  {
    const SpatialConstraints constraints = all_kinds();
    const std::size_t        m           = constraints.n_constraints();
    std::vector<double>      above(m), below(m), u(m), unit(m, 0.);
    const double             eps = 1e-5;
    for (unsigned int seed = 1; seed <= 4; ++seed)
      {
        const DenseVector q = random_frames(3, seed, 1.5);
        Eigen::MatrixXd   G_T(18, m);
        for (std::size_t row = 0; row < m; ++row)
          {
            DenseVector r(Eigen::VectorXd::Constant(18, 2.)); // is added to
            unit[row] = 1.5;
            constraints.add_impulse(q, 0., unit, r);
            unit[row] = 0.;
            G_T.col(static_cast<Eigen::Index>(row)) =
              (r.entries.array() - 2.) / 1.5;
          }
        for (int i = 0; i < 18; ++i)
          {
            const DenseVector v(Eigen::VectorXd::Unit(18, i));
            constraints.velocity(q, 0., v, u);
            constraints.gap(moved(q, eps, v), 0.3, above);
            constraints.gap(moved(q, -eps, v), 0.3, below);
            for (std::size_t row = 0; row < m; ++row)
              {
                EXPECT_NEAR(u[row],
                            G_T(i, static_cast<Eigen::Index>(row)),
                            1e-14);
                if (constraints.law(row).kind != ContactLaw::Kind::tangential)
                  {
                    EXPECT_NEAR(u[row],
                                (above[row] - below[row]) / (2. * eps),
                                1e-7)
                      << constraints.name(row) << ", coordinate " << i;
                  }
                else
                  EXPECT_EQ(above[row], 0.);
              }
          }
      }
  }

  // along a motion q(t): d/dt g(q(t), t) = G v + dg/dt
  TEST(SpatialRow, VelocitiesAreRatesAlongAMotion)
  {
    const SpatialConstraints constraints = all_kinds();
    const std::size_t        m           = constraints.n_constraints();
    const DenseVector        q = random_frames(3, 8), v = random_vector(18, 9);
    const double             t = 0.4, eps = 1e-5;
    std::vector<double>      above(m), below(m), u(m), rate(m);
    constraints.gap(moved(q, eps, v), t + eps, above);
    constraints.gap(moved(q, -eps, v), t - eps, below);
    constraints.velocity(q, 0., v, u);
    constraints.gap_rate(q, t, rate);
    for (std::size_t row = 0; row < m; ++row)
      {
        if (constraints.law(row).kind != ContactLaw::Kind::tangential)
          {
            EXPECT_NEAR(u[row] + rate[row],
                        (above[row] - below[row]) / (2. * eps),
                        1e-7)
              << constraints.name(row);
          }
        const bool is_drive =
          row < constraints.n_joint_rows() && row % 25 == 24;
        EXPECT_NEAR(rate[row], is_drive ? -3. * std::cos(1.2) : 0., 1e-14);
      }
  }

  // action and reaction: rows between bodies do not change the momentum, nor
  // the angular momentum where they have one line of action
  TEST(SpatialRow, ImpulsesBetweenBodiesAreBalanced)
  {
    const SpatialConstraints constraints = all_kinds();
    DenseVector              q           = random_frames(3, 11, 1.5);
    for (const bool is_closed : {false, true})
      {
        if (is_closed) // the points a and b in one place
          q.entries.head<3>() +=
            position(q.entries, b_point) - position(q.entries, a_point);
        std::vector<double> p(constraints.n_constraints(), 0.);
        for (std::size_t row = 0; row < p.size(); ++row)
          {
            const auto &of = std::get<SpatialRow>(constraints.row(row));
            if (of.x.frame == SpatialPoint::ground ||
                of.p.frame == SpatialPoint::ground)
              continue;
            DenseVector r(Eigen::VectorXd::Zero(18));
            p[row] = 1.;
            constraints.add_impulse(q, 0., p, r);
            p[row]            = 0.;
            Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero();
            for (int i = 0; i < 3; ++i)
              {
                const Vector3d P = r.entries.segment<3>(6 * i),
                               L = r.entries.segment<3>(6 * i + 3);
                momentum += P;
                angular += frame_origin<3>(q.entries, i).cross(P) +
                           frame_rotation<3>(q.entries, i) * L;
              }
            EXPECT_LT(momentum.norm(), 1e-14) << constraints.name(row);
            const bool is_a_b = of.x.frame + of.p.frame == 1;
            if (of.kind != SpatialRow::Kind::component || (is_closed && is_a_b))
              {
                EXPECT_LT(angular.norm(), 1e-13) << constraints.name(row);
              }
          }
      }
  }

  // with y = x - r n the contact point of both bodies, their relative velocity
  // there has the components u_T1, u_T2, u_N along t_1, t_2, n
  TEST(SpatialRow, SlipIsThatOfTheContactPoint)
  {
    const SpatialConstraints constraints = all_kinds();
    const std::size_t        m           = constraints.n_constraints();
    const DenseVector q = random_frames(3, 21, 1.5), v = random_vector(18, 22);
    std::vector<double> u(m), p(m, 0.);
    constraints.velocity(q, 0., v, u);
    const auto velocity_at = [&](const int frame, const Vector3d &y) {
      const Eigen::Matrix<double, 6, 1> of = of_frame<3>(v.entries, frame);
      const Vector3d omega = frame_rotation<3>(q.entries, frame) * of.tail<3>();
      return Vector3d(of.head<3>() +
                      omega.cross(y - frame_origin<3>(q.entries, frame)));
    };
    for (std::size_t row = constraints.n_joint_rows(); row < m; row += 3)
      {
        const auto &of    = std::get<SpatialRow>(constraints.row(row));
        const bool  is_x  = of.x.frame != SpatialPoint::ground;
        const int   frame = is_x ? of.x.frame : of.p.frame;
        Vector3d    e[3]; // n, t_1, t_2
        for (std::size_t k = 0; k < 3; ++k)
          {
            DenseVector r(Eigen::VectorXd::Zero(18));
            p[row + k] = is_x ? 1. : -1.;
            constraints.add_impulse(q, 0., p, r);
            p[row + k] = 0.;
            e[k]       = r.entries.segment<3>(6 * frame);
          }
        EXPECT_NEAR(e[0].norm(), 1., 1e-14);
        EXPECT_LT((e[1].cross(e[2]) - e[0]).norm(), 1e-14);
        EXPECT_LT((e[2].cross(e[0]) - e[1]).norm(), 1e-14);
        const Vector3d y = position(q.entries, of.x) - of.ball_radius * e[0];
        const Vector3d w =
          velocity_at(of.x.frame, y) - velocity_at(of.p.frame, y);
        for (std::size_t k = 0; k < 3; ++k)
          EXPECT_NEAR(u[row + k], e[k].dot(w), 1e-13)
            << constraints.name(row + k);
      }
  }
} // namespace percuss::test::spatial_row_test
