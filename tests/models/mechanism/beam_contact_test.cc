// SPDX-License-Identifier: Apache-2.0

// Contacts of discs with the centre lines of beams: feet that are known by
// hand, rows against differences of the gap, what impulses keep.

#include "obstacles.h"
#include "random_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/mechanism_constraints.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace percuss::test::beam_contact_test
{
  namespace
  {
    using Eigen::Vector2d;
    using Eigen::Vector3d;

    /** The nodes of a beam from a curve over [0, 1], sections across it. */
    template <class Curve>
    Eigen::VectorXd
    nodes_on(const unsigned int n, const Curve &curve)
    {
      Eigen::VectorXd q(3 * (n + 1));
      for (unsigned int i = 0; i <= n; ++i)
        q.segment<3>(3 * i) = curve(static_cast<double>(i) / n);
      return q;
    }

    /** An arc about (0, 0) from the angle 0 to @p to; its left is inside. */
    auto
    arc(const double R, const double to)
    {
      return [R, to](const double s) {
        const double phi = s * to;
        return Vector3d(R * std::cos(phi),
                        R * std::sin(phi),
                        phi + std::numbers::pi / 2.);
      };
    }

    const PlanarPoint ground_point{PlanarPoint::ground, {0.2, 0.35}};

    PlanarContact
    with_beam(const PlanarPoint &point,
              const double       radius,
              const int          first,
              const unsigned int n,
              const double       length,
              const bool         is_left = true)
    {
      PlanarContact c;
      c.name              = "c";
      c.point             = point;
      c.ball_radius       = radius;
      BeamSide &beam      = c.beam.emplace();
      beam.first          = first;
      beam.is_left        = is_left;
      beam.half_thickness = 0.05;
      for (unsigned int i = 0; i <= n; ++i)
        beam.arc_lengths.push_back(length * i / std::max(n, 1u));
      c.parameters = {0.3, 0.2, 0.1};
      return c;
    }

    const double r_t = 0.1 + 0.05;

    /** The gap of a point of the ground with the radius 0.1. */
    double
    gap(const Eigen::VectorXd &q,
        const double           length,
        const Vector2d        &y,
        const bool             is_left = true)
    {
      const auto              n = static_cast<unsigned int>(q.size() / 3 - 1);
      const PlanarConstraints constraints(
        {}, {with_beam({PlanarPoint::ground, y}, 0.1, 0, n, length, is_left)});
      std::array<double, 2> g;
      constraints.gap(q, 0., g);
      EXPECT_EQ(g[1], 0.);
      return g[0];
    }
  } // namespace

  TEST(BeamContact, OfAStraightBeam)
  {
    const double          angle = 0.3;
    const Eigen::VectorXd q     = nodes_on(3, [&](const double s) -> Vector3d {
      return {2. * s * std::cos(angle), 2. * s * std::sin(angle), angle};
    });
    const auto            at    = [&](const double s, const double d) {
      return rotated({s, d}, angle);
    };
    for (const double s : {1e-9, 0.1, 2. / 3., 1., 1.7, 2. - 1e-9})
      for (const double d : {0.3, 0.02, 1e-12})
        {
          EXPECT_NEAR(gap(q, 2., at(s, d)), d - r_t, 1e-15);
          EXPECT_NEAR(gap(q, 2., at(s, -d), false), d - r_t, 1e-15);
          // through the line
          EXPECT_NEAR(gap(q, 2., at(s, -d)), -d - r_t, 1e-15);
          EXPECT_NEAR(gap(q, 2., at(s, d), false), -d - r_t, 1e-15);
        }
    EXPECT_NEAR(gap(q, 2., at(0., 0.)), -r_t, 1e-15);
    EXPECT_NEAR(gap(q, 2., at(2., 0.), false), -r_t, 1e-15);
    // beyond the ends it is round, for either side
    for (const bool left : {true, false})
      {
        EXPECT_NEAR(gap(q, 2., at(-0.3, 0.4), left), 0.5 - r_t, 1e-15);
        EXPECT_NEAR(gap(q, 2., at(2.3, -0.4), left), 0.5 - r_t, 1e-15);
        EXPECT_NEAR(gap(q, 2., at(-1e-3, 0.), left), 1e-3 - r_t, 1e-15);
      }
  }

  // the distance from an arc: of the order of cubics
  TEST(BeamContact, OfAnArc)
  {
    const double          R = 2.;
    std::array<double, 3> error{};
    for (const std::size_t refined : {0, 1, 2})
      for (double phi = 0.01; phi < 1.49; phi += 0.01)
        for (const double distance : {-0.4, -0.01, 0.01, 0.4})
          {
            const Vector2d y =
              (R - distance) * Vector2d(std::cos(phi), std::sin(phi));
            const double found =
              gap(nodes_on(3u << refined, arc(R, 1.5)), R * 1.5, y);
            error[refined] =
              std::max(error[refined], std::abs(found - (distance - r_t)));
          }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_LT(error[1], error[0] / 15.);
    EXPECT_LT(error[2], error[1] / 15.);
  }

  // the normal is continuous from one element to the next, on both sides
  TEST(BeamContact, NormalsAreContinuous)
  {
    const Eigen::VectorXd beam = nodes_on(3, arc(2., 1.5));
    for (const bool is_left : {true, false})
      {
        const PlanarConstraints constraints(
          {}, {with_beam({4, {0., 0.}}, 0.1, 0, 3, 3., is_left)});
        Vector2d           before(0., 0.);
        const unsigned int n = 2000;
        for (unsigned int i = 0; i <= n; ++i)
          {
            const double    phi = 0.1 + 1.3 * i / n, R = is_left ? 1.85 : 2.15;
            const Vector2d  outward(std::cos(phi), std::sin(phi));
            Eigen::VectorXd q(15);
            q << beam, R * outward, 0.;
            DenseVector               r(Eigen::VectorXd::Zero(15));
            const std::vector<double> P{1., 0.};
            constraints.add_impulse(DenseVector(q), 0., P, r);
            const Vector2d normal = r.entries.segment<2>(12);
            EXPECT_NEAR(normal.norm(), 1., 1e-14);
            EXPECT_LT((normal - (is_left ? -1. : 1.) * outward).norm(), 5e-3);
            if (i > 0)
              {
                EXPECT_LT((normal - before).norm(), 1.1 * 1.3 / n);
              }
            before = normal;
          }
      }
  }

  // a hairpin, and points between and around its limbs: the nearer one, as
  // found by many small steps along the line
  TEST(BeamContact, FindsTheNearestLimb)
  {
    const unsigned int    n    = 12;
    const Eigen::VectorXd beam = nodes_on(n, [](const double s) -> Vector3d {
      const double x = 4. * (s - 0.5), w = 2. / std::pow(std::cosh(2. * x), 2);
      return {x * x, 0.5 * std::tanh(2. * x), std::atan2(0.5 * w, 2. * x)};
    });
    const double          l    = 0.4 * n; // only the tangents know it
    std::vector<Vector2d> line;
    for (unsigned int i = 0; i < n; ++i)
      for (double s = 0.; s < 1.; s += 1e-3)
        {
          const Vector3d a = beam.segment<3>(3 * i),
                         b = beam.segment<3>(3 * i + 3);
          const double t   = 1. - s;
          line.push_back(
            t * t * (1. + 2. * s) * a.head<2>() +
            s * s * (3. - 2. * s) * b.head<2>() +
            l / n * s * t *
              (t * rotated({1., 0.}, a[2]) - s * rotated({1., 0.}, b[2])));
        }
    line.push_back(beam.segment<2>(3 * n));
    const DenseVector places = random_vector(600, 1);
    for (std::size_t i = 0; i < 300; ++i)
      {
        const Vector2d y(1.5 + places[2 * i], 0.4 * places[2 * i + 1]);
        double         smallest = 1e10;
        for (const Vector2d &x : line)
          smallest = std::min(smallest, (y - x).norm());
        const double found = gap(beam, l, y) + r_t;
        EXPECT_LT(std::abs(found), smallest + 1e-14);
        EXPECT_NEAR(std::abs(found), // half a small step
                    smallest,
                    std::min(1e-3, 4e-7 / smallest))
          << y.transpose();
      }
  }

  namespace
  {
    /** A body at 0, an arc of four nodes from 3 on, a beam of three nodes
     * behind it, and discs of body, beam and ground, beyond an end, too. */
    struct Setting
    {
      Setting()
        : q(3 + 12 + 9)
      {
        q << 1.5, 0.9, 0.3, nodes_on(3, arc(2., 1.4)), 2.4, 0.3, 0.1, 2.2, 0.8,
          1.8, 2.1, 1.3, 1.7;
        contacts = {
          with_beam({0, {0.1, 0.05}}, 0.15, 1, 3, 2.8),
          with_beam({6, {0., 0.}}, 0.02, 1, 3, 2.8, false),
          with_beam({PlanarPoint::ground, {1.2, 1.2}}, 0.1, 1, 3, 2.8),
          with_beam({0, {0.5, 0.2}}, 0.1, 5, 2, 1.1),
          with_beam({0, {-0.1, -0.3}}, 0.1, 5, 2, 1.1, false),
          with_beam({0, {0.7, -1.1}}, 0.1, 1, 3, 2.8, false)};
        for (std::size_t i = 0; i < contacts.size(); ++i)
          contacts[i].name += std::to_string(i);
      }

      Eigen::VectorXd            q;
      std::vector<PlanarContact> contacts;
    };
  } // namespace

  TEST(BeamContact, RowsAreDerivativesOfTheGaps)
  {
    const Setting           setting;
    const PlanarConstraints constraints({}, setting.contacts);
    const Eigen::Index      n   = setting.q.size();
    const std::size_t       m   = constraints.n_constraints();
    const double            eps = 1e-6;
    std::vector<double>     above(m), below(m), u(m), unit(m, 0.);
    for (unsigned int seed = 1; seed < 6; ++seed)
      {
        const DenseVector q =
          sum(DenseVector(setting.q), 0.02, random_vector(n, seed));
        for (Eigen::Index i = 0; i < n; ++i)
          {
            const DenseVector v(Eigen::VectorXd::Unit(n, i));
            constraints.velocity(q, 0., v, u);
            constraints.gap(sum(q, eps, v), 0., above);
            constraints.gap(sum(q, -eps, v), 0., below);
            for (std::size_t row = 0; row < m; ++row)
              {
                if (row % 2 == 0)
                  {
                    EXPECT_NEAR(u[row],
                                (above[row] - below[row]) / (2. * eps),
                                2e-9)
                      << constraints.name(row) << ", " << i;
                  }
                DenseVector r(Eigen::VectorXd::Constant(n, 2.));
                unit[row] = 1.5;
                constraints.add_impulse(q, 0., unit, r);
                unit[row] = 0.;
                EXPECT_NEAR(u[row], (r.entries[i] - 2.) / 1.5, 1e-14);
              }
          }
      }
  }

  TEST(BeamContact, ImpulsesKeepBothMomenta)
  {
    const Setting           setting;
    const PlanarConstraints constraints({}, setting.contacts);
    std::vector<double>     P(constraints.n_constraints(), 0.);
    for (std::size_t row = 0; row < P.size(); ++row)
      {
        if (row == 4 || row == 5)
          continue; // of the ground
        DenseVector r(Eigen::VectorXd::Zero(setting.q.size()));
        P[row] = 1.;
        constraints.add_impulse(DenseVector(setting.q), 0., P, r);
        P[row]            = 0.;
        Vector2d momentum = Vector2d::Zero();
        double   angular  = 0.;
        for (Eigen::Index i = 0; i < setting.q.size(); i += 3)
          {
            const Vector2d p = r.entries.segment<2>(i);
            momentum += p;
            angular += r.entries[i + 2] + cross(setting.q.segment<2>(i), p);
          }
        EXPECT_GT(r.entries.norm(), 1.);
        EXPECT_LT(momentum.norm(), 1e-15);
        EXPECT_NEAR(angular, 0., 2e-15) << constraints.name(row);
      }
  }

  // a straight beam that moves as a rigid body is a line of a rigid body
  TEST(BeamContact, OfARigidBeamIsThatOfALine)
  {
    const Vector2d  start(0.3, -0.2);
    const double    angle = 0.4, length = 2., omega = 1.7;
    const Vector2d  along = rotated({1., 0.}, angle);
    Eigen::VectorXd q(3 + 3 + 3 * 5), v(q.size());
    q.head<6>() << 0.8, 0.5, 0.1, start, angle;
    v.head<6>() << 0.4, -0.3, 2.2, -0.6, 0.7, omega;
    q.tail(15) = nodes_on(4, [&](const double s) {
      return Vector3d(start[0] + s * length * along[0],
                      start[1] + s * length * along[1],
                      angle);
    });
    for (Eigen::Index i = 6; i < q.size(); i += 3)
      v.segment<3>(i) << v.segment<2>(3) +
                           omega * quarter_turn(q.segment<2>(i) - start),
        omega;
    for (const bool is_left : {true, false})
      {
        PlanarContact line =
                        with_beam({0, {0.05, 0.1}}, 0.1, 2, 4, length, is_left),
                      rigid = line;
        line.name           = "line";
        rigid.base          = {1, {0., is_left ? 0.05 : -0.05}};
        rigid.obstacle      = obstacle<2>("line", {0., is_left ? 1. : -1.}, 0.);
        rigid.beam.reset();
        const PlanarConstraints constraints({}, {line, rigid});
        std::array<double, 4>   g, u;
        constraints.gap(DenseVector(q), 0., g);
        constraints.velocity(DenseVector(q), 0., DenseVector(v), u);
        EXPECT_NEAR(g[2], g[0], 1e-15);
        EXPECT_NEAR(u[2], u[0], 1e-14);
        EXPECT_NEAR(u[3], u[1], 1e-14);
        EXPECT_GT(std::abs(u[3]), 0.1);
      }
  }

  TEST(BeamContact, WrongValuesAreNamed)
  {
    const auto expect = [](const PlanarContact &contact,
                           const std::string   &part) {
      try
        {
          const PlanarConstraints constraints({}, {contact});
          ADD_FAILURE() << part;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << error.what();
        }
    };
    expect(with_beam({2, {0., 0.}}, 0.1, 1, 4, 2.), "on the beam itself");
    expect(with_beam({5, {0., 0.}}, 0.1, 1, 4, 2.), "on the beam itself");
    EXPECT_NO_THROW(PlanarConstraints({}, {with_beam({6, {}}, 0.1, 1, 4, 2.)}));
    EXPECT_NO_THROW(PlanarConstraints({}, {with_beam({0, {}}, 0.1, 1, 4, 2.)}));
    expect(with_beam(ground_point, -0.1, 1, 4, 2.), "disc radius");
    expect(with_beam(ground_point, 0.1, 1, 0, 2.), "number of elements");
    expect(with_beam(ground_point, 0.1, 1, 4, -2.), "distance of nodes");
    PlanarContact c        = with_beam(ground_point, 0.1, 1, 4, 2.);
    c.beam->half_thickness = -1.;
    expect(c, "half thickness");
    c                     = with_beam(ground_point, 0.1, 1, 4, 2.);
    c.parameters.friction = -1.;
    expect(c, "friction");
  }
} // namespace percuss::test::beam_contact_test
