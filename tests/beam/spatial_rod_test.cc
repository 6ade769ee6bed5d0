// SPDX-License-Identifier: Apache-2.0

// Simo and Reissner's rod: derivatives along the rotations, objectivity, the
// planar beam in any plane, roll-up, torsion, Bathe's bend.

#include "rods.h"

#include <percuss/base/exceptions.h>

namespace percuss::test::spatial_rod_test
{
  namespace
  {
    using Eigen::Matrix3d;
    using Eigen::Quaterniond;
    using Eigen::Vector3d;

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

    Vector
    moved(Vector q, const Quaterniond &R, const Vector3d &x)
    {
      for (Eigen::Index i = 0; i < q.size(); i += 7)
        {
          const Quaterniond p =
            R * Quaterniond(q[i + 3], q[i + 4], q[i + 5], q[i + 6]);
          q.segment<3>(i)     = R * q.segment<3>(i) + x;
          q.segment<4>(i + 3) = Eigen::Vector4d(p.w(), p.x(), p.y(), p.z());
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
          const Vector     q        = arbitrary_state(rod, seed);
          const Vector     s        = elastic_force(rod, q);
          const Matrix     gradient = stiffness(rod, q);
          const Matrix     K        = 0.5 * (gradient + gradient.transpose());
          const double     d        = 1e-4;
          const auto       V        = [&](const Vector &u) {
            return rod.strain_energy(span(advanced(q, u)));
          };
          const Vector y = arbitrary_state(rod, seed + 3.).head(s.size());
          Vector       z = s;
          rod.add_stiffness_product(span(q), span(y), span(z));
          EXPECT_LT((z - s - gradient * y).norm(), 1e-13 * K.norm());
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
        const Quaterniond start(Eigen::AngleAxisd(0.8, Vector3d::UnitX()));
        Vector            q(7);
        q << Vector3d::Zero(), start.w(), start.vec();
        Vector increment(6);
        increment << 1., 2., 3., angle * axis;
        const Quaterniond expected =
          start * Quaterniond(Eigen::AngleAxisd(angle, axis));
        const RodFrame end = node(advanced(q, increment), 0);
        EXPECT_LT((end.rotation.coeffs() - expected.coeffs()).norm(), 1e-15);
        EXPECT_EQ(end.position, Vector3d(1., 2., 3.));
      }
  }

  TEST(SpatialRod, IsObjectiveAndStressFreeInItsReference)
  {
    const Quaterniond R(
      Eigen::AngleAxisd(2.5, Vector3d(1., -2., 0.5).normalized()));
    for (const auto &description : rods())
      {
        const SpatialRod rod(description);
        const Vector     q      = arbitrary_state(rod, 2.);
        const Vector     turned = moved(q, R, {3., -1., 2.});
        const double     V      = rod.strain_energy(span(q));
        EXPECT_NEAR(rod.strain_energy(span(turned)), V, 1e-13 * V);
        const Vector s     = elastic_force(rod, q);
        const Vector t     = elastic_force(rod, turned);
        Vector3d     force = Vector3d::Zero(), moment = force;
        for (unsigned int a = 0; a < rod.n_nodes(); ++a)
          {
            const Vector3d f = s.segment<3>(6 * a);
            EXPECT_LT((R * f - t.segment<3>(6 * a)).norm(), 1e-12);
            EXPECT_LT((s - t).segment<3>(6 * a + 3).norm(), 1e-12);
            force += f;
            moment += node(q, a).position.cross(f) +
                      node(q, a).rotation * s.segment<3>(6 * a + 3);
          }
        EXPECT_LT(force.norm(), 1e-13 * s.norm());
        EXPECT_LT(moment.norm(), 1e-13 * s.norm());

        const Vector rest = moved(reference(rod), R, {3., -1., 2.});
        EXPECT_LT(rod.strain_energy(span(rest)), 1e-28);
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
              const SpatialRod rod(d);
              Vector6          load;
              load << Vector3d::Zero(), 0., std::cos(direction),
                std::sin(direction);
              load.tail<3>() *= 2. * pi;
              const RodFrame end = node(cantilever(rod, load, 8), -1);
              errors.push_back(end.position.norm());
              EXPECT_NEAR(std::abs(end.position.dot(load.tail<3>())),
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
    Vector6 load;
    load << -1., 2., 0., 0., 0., 0.3;
    const RodFrame y = node(cantilever(SpatialRod(d), load, 4), -1);
    EXPECT_LT((y.position - Vector3d(tip[0], tip[1], 0.)).norm(), 1e-8);
    EXPECT_NEAR(2. * std::atan2(y.rotation.z(), y.rotation.w()), tip[2], 1e-8);

    d.section = {50., 33., 7., 1., 1., 20., 1., 0.7, 1.};
    load << -1., 0., 2., 0., -0.3, 0.;
    const RodFrame z = node(cantilever(SpatialRod(d), load, 4), -1);
    EXPECT_LT((z.position - Vector3d(tip[0], 0., tip[1])).norm(), 1e-8);

    // torsion: the angle M L/(G J)
    load << 0., 0., 0., 0.9, 0., 0.;
    const RodFrame x = node(cantilever(SpatialRod(d), load, 1), -1);
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
    Vector6 load;
    load << 0., 0., 600., 0., 0., 0.;
    d.n_elements = 8;
    const Vector3d linear =
      node(cantilever(SpatialRod(d), load, 12), -1).position;
    EXPECT_LT((linear - Vector3d(15.79, 47.23, 53.37)).norm(), 0.25);
    EXPECT_LT((linear - Vector3d(15.9, 47.2, 53.4)).norm(), 0.35);

    d.degree           = 4;
    const Vector3d tip = node(cantilever(SpatialRod(d), load, 15), -1).position;
    const Vector3d end =
      end_of_rod(d.section, d.curve(0.), -0.01, d.length, load.head<3>(), tip);
    EXPECT_LT((tip - end).norm(), 1e-6) << tip.transpose();
    // the load steps do not matter
    const Vector3d other =
      node(cantilever(SpatialRod(d), load, 20), -1).position;
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
} // namespace percuss::test::spatial_rod_test
