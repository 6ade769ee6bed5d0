// SPDX-License-Identifier: Apache-2.0

// Simo and Reissner's rod: derivatives along the rotations, objectivity, the
// planar beam in any plane, roll-up, torsion, Bathe's bend.

#include "beams.h"

#include <percuss/base/exceptions.h>
#include <percuss/beam/spatial_rod.h>

namespace percuss::test
{
  namespace
  {
    using Eigen::Matrix3d;
    using Eigen::Quaterniond;
    using Eigen::Vector3d;
    using Frames = std::vector<RodFrame>;

    SpatialRodDescription
    soft_rod(const unsigned int degree, const unsigned int n_elements)
    {
      SpatialRodDescription d;
      d.section    = {5., 3., 0.7, 1.1, 0.13, 2.5, 0.4, 0.5, 0.1};
      d.length     = 2.;
      d.degree     = degree;
      d.n_elements = n_elements;
      return d;
    }

    /** A helix with its principal normal as the axis y, turned by twist s. */
    SpatialRodDescription::Curve
    helix(const double radius, const double pitch, const double twist)
    {
      return [=](const double s) {
        const double   c = std::hypot(radius, pitch), a = s / c;
        const Vector3d t(-radius * std::sin(a) / c,
                         radius * std::cos(a) / c,
                         pitch / c);
        const Vector3d n(-std::cos(a), -std::sin(a), 0.);
        Matrix3d       R;
        R << t, n, t.cross(n);
        return RodFrame{{radius * std::cos(a), radius * std::sin(a), pitch * a},
                        Quaterniond(R) *
                          Quaterniond(
                            Eigen::AngleAxisd(twist * s, Vector3d::UnitX()))};
      };
    }

    std::vector<SpatialRodDescription>
    rods()
    {
      std::vector<SpatialRodDescription> all;
      for (const unsigned int degree : {1, 2, 3})
        {
          all.push_back(soft_rod(degree, 2));
          all.push_back(soft_rod(degree, 3));
          all.back().curve = helix(0.7, 0.3, 0.2);
        }
      return all;
    }

    Frames
    advanced(Frames q, const Vector &increment)
    {
      SpatialRod::advance(span(increment), q);
      return q;
    }

    Frames
    arbitrary_state(const SpatialRod &rod, const double seed)
    {
      Vector u(rod.n_coordinates());
      for (Eigen::Index i = 0; i < u.size(); ++i)
        u[i] = 0.4 * std::sin(7.3 * i * i + seed);
      Frames q = advanced(rod.reference(), u);
      q.back().rotation.coeffs() *= -1.; // the same rotation
      return q;
    }

    Frames
    moved(Frames q, const Quaterniond &R, const Vector3d &x)
    {
      for (RodFrame &f : q)
        f = {R * f.position + x, R * f.rotation};
      return q;
    }

    Vector
    elastic_force(const SpatialRod &rod, const Frames &q)
    {
      Vector s = Vector::Zero(rod.n_coordinates());
      rod.add_elastic_force(q, span(s));
      return s;
    }

    Matrix
    stiffness(const SpatialRod &rod, const Frames &q)
    {
      const unsigned int n = rod.n_coordinates();
      Matrix             K = Matrix::Zero(n, n);
      rod.add_stiffness(q, 1., K);
      return K;
    }

    /** Derivative of the components of the force, whose moments turn with the
     * sections: d^2V + [m]x/2. */
    Matrix
    force_gradient(const SpatialRod &rod, const Frames &q)
    {
      Matrix       K = stiffness(rod, q);
      const Vector s = elastic_force(rod, q);
      for (Eigen::Index i = 3; i < s.size(); i += 6)
        {
          const Vector3d m = 0.5 * s.segment<3>(i);
          K.block<3, 3>(i, i) +=
            Matrix3d{{0., -m[2], m[1]}, {m[2], 0., -m[0]}, {-m[1], m[0], 0.}};
        }
      return K;
    }

    /** Clamped at its first node, under a force and a moment in the section's
     * axes at the last one. */
    Frames
    cantilever(const SpatialRod                  &rod,
               const Eigen::Matrix<double, 6, 1> &load,
               const int                          n_load_steps)
    {
      Frames             q = rod.reference();
      const unsigned int n = rod.n_coordinates() - 6;
      for (int step = 1; step <= n_load_steps; ++step)
        for (int iteration = 0;; ++iteration)
          {
            Vector residual = -elastic_force(rod, q);
            residual.tail<6>() += load * (1. * step / n_load_steps);
            Vector dq  = Vector::Zero(n + 6);
            dq.tail(n) = force_gradient(rod, q)
                           .bottomRightCorner(n, n)
                           .partialPivLu()
                           .solve(residual.tail(n));
            q = advanced(q, dq);
            if (dq.norm() < 1e-10 * rod.reference().back().position.norm())
              break;
            if (iteration == 50)
              {
                ADD_FAILURE() << "Newton's method: |dq| = " << dq.norm();
                return q;
              }
          }
      return q;
    }
  } // namespace

  TEST(SpatialRod, ForcesAndTangentsAreDerivativesAlongTheRotations)
  {
    for (const auto &description : rods())
      for (const double seed : {0., 1.})
        {
          const SpatialRod rod(description);
          const Frames     q        = arbitrary_state(rod, seed);
          const Vector     s        = elastic_force(rod, q);
          const Matrix     K        = stiffness(rod, q);
          const Matrix     gradient = force_gradient(rod, q);
          EXPECT_LT((K - K.transpose()).norm(), 1e-13 * K.norm());
          const double d = 1e-4;
          const auto   V = [&](const Vector &u) {
            return rod.strain_energy(advanced(q, u));
          };
          for (int i = 0; i < s.size(); ++i)
            {
              const Vector e = d * Vector::Unit(s.size(), i);
              EXPECT_NEAR((V(e) - V(-e)) / (2. * d), s[i], 1e-7 * s.norm());
              EXPECT_LT(((elastic_force(rod, advanced(q, e)) -
                          elastic_force(rod, advanced(q, -e))) /
                           (2. * d) -
                         gradient.col(i))
                          .norm(),
                        1e-7 * K.norm())
                << i;
              for (int j = 0; j <= i; ++j)
                {
                  const Vector f = d * Vector::Unit(s.size(), j);
                  EXPECT_NEAR((V(e + f) - V(e - f) - V(f - e) + V(-e - f)) /
                                (4. * d * d),
                              K(i, j),
                              2e-6 * K.norm())
                    << i << ", " << j;
                }
            }
        }
  }

  TEST(SpatialRod, AdvancesByTheExponentialInTheSectionsAxes)
  {
    const Vector3d axis = Vector3d(1., 2., -0.5).normalized();
    for (const double angle : {0., 1e-9, 0.15, 3.})
      {
        Frames q(1);
        q[0].rotation = Eigen::AngleAxisd(0.8, Vector3d::UnitX());
        Vector increment(6);
        increment << 1., 2., 3., angle * axis;
        const Quaterniond expected =
          q[0].rotation * Quaterniond(Eigen::AngleAxisd(angle, axis));
        q = advanced(q, increment);
        EXPECT_LT((q[0].rotation.coeffs() - expected.coeffs()).norm(), 1e-15);
        EXPECT_EQ(q[0].position, Vector3d(1., 2., 3.));
      }
  }

  TEST(SpatialRod, IsObjectiveAndStressFreeInItsReference)
  {
    const Quaterniond R(
      Eigen::AngleAxisd(2.5, Vector3d(1., -2., 0.5).normalized()));
    for (const auto &description : rods())
      {
        const SpatialRod rod(description);
        const Frames     q      = arbitrary_state(rod, 2.);
        const Frames     turned = moved(q, R, {3., -1., 2.});
        const double     V      = rod.strain_energy(q);
        EXPECT_NEAR(rod.strain_energy(turned), V, 1e-13 * V);
        const Vector s     = elastic_force(rod, q);
        const Vector t     = elastic_force(rod, turned);
        Vector3d     force = Vector3d::Zero(), moment = force;
        for (unsigned int a = 0; a < rod.n_nodes(); ++a)
          {
            const Vector3d f = s.segment<3>(6 * a);
            EXPECT_LT((R * f - t.segment<3>(6 * a)).norm(), 1e-12);
            EXPECT_LT((s - t).segment<3>(6 * a + 3).norm(), 1e-12);
            force += f;
            moment +=
              q[a].position.cross(f) + q[a].rotation * s.segment<3>(6 * a + 3);
          }
        EXPECT_LT(force.norm(), 1e-13 * s.norm());
        EXPECT_LT(moment.norm(), 1e-13 * s.norm());

        const Frames rest = moved(rod.reference(), R, {3., -1., 2.});
        EXPECT_LT(rod.strain_energy(rest), 1e-28);
        EXPECT_LT(elastic_force(rod, rest).norm(), 1e-13);
        EXPECT_EQ(rod.strain_energy(rod.reference()), 0.);
      }
  }

  // bent into a circle about any axis of a round section
  TEST(SpatialRod, RollsUpInAnyDirection)
  {
    for (const unsigned int degree : {1, 2, 3})
      for (const double direction : {0., 0.5 * pi, 1., 4.})
        {
          SpatialRodDescription d;
          d.section = {1e3, 1e3, 1., 1., 1., 1e3, 1., 0.7, 1.};
          d.degree  = degree;
          std::vector<double> errors;
          for (const unsigned int n : {8, 16})
            {
              d.n_elements = n;
              const SpatialRod            rod(d);
              Eigen::Matrix<double, 6, 1> load;
              load << Vector3d::Zero(), 0., std::cos(direction),
                std::sin(direction);
              load.tail<3>() *= 2. * pi;
              const Frames q = cantilever(rod, load, 8);
              errors.push_back(q.back().position.norm());
              EXPECT_NEAR(std::abs(q.back().position.dot(load.tail<3>())),
                          0.,
                          1e-10); // in the plane
            }
          EXPECT_LT(errors[1], degree == 1 ? 2e-2 : 1e-4) << degree;
          EXPECT_GT(std::log2(errors[0] / errors[1]), 2. * degree - 0.5)
            << degree << ": " << errors[0] << ", " << errors[1];
        }
  }

  // the same tip as that of the planar beam, which is tested by itself
  TEST(SpatialRod, BendsInItsPlanesAsThePlanarBeam)
  {
    PlanarBeamDescription planar;
    planar.section    = {50., 20., 1., 1., 1.};
    planar.degree     = 5;
    planar.n_elements = 6;
    const PlanarBeam beam(planar);
    const Vector     tip =
      cantilever(beam, end_load(beam, -1., 2., 0.3), 4).tail(3);

    SpatialRodDescription d;
    d.degree     = 5;
    d.n_elements = 6;
    d.section    = {50., 20., 1., 1., 1., 33., 7., 0.7, 1.};
    Eigen::Matrix<double, 6, 1> load;
    load << -1., 2., 0., 0., 0., 0.3;
    const RodFrame y = cantilever(SpatialRod(d), load, 4).back();
    EXPECT_LT((y.position - Vector3d(tip[0], tip[1], 0.)).norm(), 1e-8);
    EXPECT_NEAR(2. * std::atan2(y.rotation.z(), y.rotation.w()), tip[2], 1e-8);

    d.section = {50., 33., 7., 1., 1., 20., 1., 0.7, 1.};
    load << -1., 0., 2., 0., -0.3, 0.;
    const RodFrame z = cantilever(SpatialRod(d), load, 4).back();
    EXPECT_LT((z.position - Vector3d(tip[0], 0., tip[1])).norm(), 1e-8);

    // torsion: the angle M L/(G J)
    load << 0., 0., 0., 0.9, 0., 0.;
    const RodFrame x = cantilever(SpatialRod(d), load, 1).back();
    EXPECT_NEAR(2. * std::atan2(x.rotation.x(), x.rotation.w()),
                0.9 / 0.7,
                1e-8);
    EXPECT_LT((x.position - Vector3d::UnitX()).norm(), 1e-12);
  }

  /**
   * End of a rod that leaves its clamp at @p start and carries the force F at
   * @p tip: r' = R (e_1 + C_n^-1 R^T F), m = (tip - r) x F and
   * K = K_0 + C_m^-1 R^T m by Runge and Kutta's method. It is the tip where
   * this is an equilibrium.
   */
  Vector3d
  end_of_rod(const BeamSection &section,
             const RodFrame    &start,
             const double       curvature,
             const double       length,
             const Vector3d    &F,
             const Vector3d    &tip)
  {
    using State = Eigen::Matrix<double, 7, 1>; // r, coefficients of R
    const Vector3d C_n(section.axial_stiffness,
                       section.shear_stiffness,
                       section.shear_stiffness_z);
    const Vector3d C_m(section.torsional_stiffness,
                       section.bending_stiffness_y,
                       section.bending_stiffness);
    const auto     slope = [&](const State &x) {
      const Quaterniond p = Quaterniond(x.tail<4>()).normalized();
      const Vector3d    r = x.head<3>();
      const Vector3d    N = p.conjugate() * F;
      const Vector3d    M = p.conjugate() * (tip - r).cross(F);
      const Vector3d K = M.cwiseQuotient(C_m) + curvature * Vector3d::UnitZ();
      State          d;
      d << p * (Vector3d::UnitX() + N.cwiseQuotient(C_n)),
        0.5 * (p * Quaterniond(0., K[0], K[1], K[2])).coeffs();
      return d;
    };
    State x;
    x << start.position, start.rotation.coeffs();
    const int    n = 2000;
    const double h = length / n;
    for (int i = 0; i < n; ++i)
      {
        const State a = slope(x), b = slope(x + 0.5 * h * a),
                    c = slope(x + 0.5 * h * b), d = slope(x + h * c);
        x += h / 6. * (a + 2. * b + 2. * c + d);
      }
    return x.head<3>();
  }

  // Bathe and Bolourchi, IJNME 14, 1979: an eighth of a circle of radius 100,
  // 1 x 1, E = 1e7, nu = 0, force 600 out of its plane: tip (15.9, 47.2, 53.4);
  // Simo and Vu-Quoc, 1986, eight linear elements: (15.79, 47.23, 53.37).
  TEST(SpatialRod, SolvesBathesBend)
  {
    SpatialRodDescription d;
    d.section = rectangle({1e7, 0., 1.}, 1., 1.);
    d.length  = 25. * pi;
    d.curve   = [](const double s) {
      const double a = s / 100.;
      return RodFrame{{100. * (1. - std::cos(a)), 100. * std::sin(a), 0.},
                      Quaterniond(
                        Eigen::AngleAxisd(0.5 * pi - a, Vector3d::UnitZ()))};
    };
    Eigen::Matrix<double, 6, 1> load;
    load << 0., 0., 600., 0., 0., 0.;
    d.n_elements          = 8;
    const Vector3d linear = cantilever(SpatialRod(d), load, 12).back().position;
    EXPECT_LT((linear - Vector3d(15.79, 47.23, 53.37)).norm(), 0.25);
    EXPECT_LT((linear - Vector3d(15.9, 47.2, 53.4)).norm(), 0.35);

    d.degree           = 4;
    const Vector3d tip = cantilever(SpatialRod(d), load, 15).back().position;
    const Vector3d end =
      end_of_rod(d.section, d.curve(0.), -0.01, d.length, load.head<3>(), tip);
    EXPECT_LT((tip - end).norm(), 1e-6) << tip.transpose();
    // the load steps do not matter
    const Vector3d other = cantilever(SpatialRod(d), load, 20).back().position;
    EXPECT_LT((tip - other).norm(), 1e-8);
  }

  TEST(SpatialRod, RefusesWrongDescriptions)
  {
    const auto refused = [](const auto &change) {
      SpatialRodDescription d = soft_rod(1, 2);
      change(d);
      try
        {
          SpatialRod rod(d);
        }
      catch (const InputError &error)
        {
          return std::string(error.what()).find("'rod'") != std::string::npos;
        }
      return false;
    };
    EXPECT_TRUE(refused([](auto &d) { d.section.torsional_stiffness = 0.; }));
    EXPECT_TRUE(refused([](auto &d) { d.length = -1.; }));
    EXPECT_TRUE(refused([](auto &d) { d.n_elements = 0; }));
    EXPECT_TRUE(refused([](auto &d) { d.degree = 0; }));
    EXPECT_TRUE(refused([](auto &d) {
      d.curve = [](const double s) {
        return RodFrame{{s, 0., 0.}, Quaterniond(0.9999, 0., 0., 0.)};
      };
    }));
    EXPECT_TRUE(refused([](auto &d) {
      d.curve = [](const double s) {
        return RodFrame{{0., s, 0.}, Quaterniond::Identity()};
      };
    }));
  }
} // namespace percuss::test
