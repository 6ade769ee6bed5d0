// SPDX-License-Identifier: Apache-2.0

// Equilibria against exact solutions: roll-up, the elastica, linear beams that
// are straight and slender, or curved and thick; orders of convergence.

#include "beams.h"

namespace percuss::test::planar_beam_statics_test
{
  namespace
  {
    PlanarBeamDescription
    slender(const unsigned int degree, const unsigned int n_elements)
    {
      PlanarBeamDescription d;
      d.section    = {1e4, 5e3, 1., 1., 1e-4};
      d.degree     = degree;
      d.n_elements = n_elements;
      return d;
    }

    double
    order(const double coarse, const double fine)
    {
      return std::log2(coarse / fine);
    }
  } // namespace

  // M = 2 pi EI/L: a circle. Nodes are at integrals of (cos, sin) by p Gauss
  // points, which close the circle exactly and are of order 2 p on the way.
  TEST(PlanarBeam, RollsUpToACircle)
  {
    for (const unsigned int degree : {1, 2, 3})
      {
        std::vector<double> errors;
        for (const unsigned int n : {4, 8})
          {
            const PlanarBeam beam(slender(degree, n));
            const Vector     F   = end_load(beam, 0., 0., 2. * pi);
            const Vector     q   = cantilever(beam, F, 8);
            const Vector     tip = q.tail(3);
            EXPECT_NEAR(tip[0], 0., 1e-11) << "degree " << degree;
            EXPECT_NEAR(tip[1], 0., 1e-11);
            EXPECT_NEAR(tip[2], 2. * pi, 1e-11);
            EXPECT_NEAR(energy(beam, q), 2. * pi * pi, 1e-10);
            const auto middle = beam.frame(span(q), 0.5);
            EXPECT_NEAR(middle[0], 0., 1e-11);
            EXPECT_NEAR(middle[2], pi, 1e-11);
            errors.push_back(std::abs(middle[1] - 1. / pi));
            for (const double s : {0., 0.37, 1.})
              {
                const auto r = beam.resultants(span(q), s);
                EXPECT_NEAR(r.bending_moment, 2. * pi, 1e-9);
                EXPECT_NEAR(r.normal_force, 0., 1e-8);
                EXPECT_NEAR(r.shear_force, 0., 1e-8);
              }
          }
        EXPECT_NEAR(order(errors[0], errors[1]), 2. * degree, 0.25)
          << "degree " << degree << ": " << errors[0] << ", " << errors[1];
      }
  }

  // an arc that is straightened: its moment is -EI kappa_0
  TEST(PlanarBeam, IsStraightenedByAMoment)
  {
    PlanarBeamDescription d = slender(2, 16);
    d.curve                 = circular_arc(2.);
    const PlanarBeam beam(d);
    const Vector     q = cantilever(beam, end_load(beam, 0., 0., -2.), 4);
    EXPECT_NEAR(q.tail(3)[0], 1., 1e-5);
    EXPECT_NEAR(q.tail(3)[1], 0., 1e-5);
    EXPECT_NEAR(q.tail(3)[2], 0., 1e-10);
  }

  // K u = F: w = F L^3/(3 EI) + F L/(k G A), theta = F L^2/(2 EI). For p = 1
  // the trapezoidal rule for int theta adds -F L l^2/(12 EI); nothing grows
  // with the slenderness L/h = 1e4.
  TEST(PlanarBeam, HasTheTipDeflectionOfTimoshenkosBeam)
  {
    for (const double slenderness : {5., 100., 1e4})
      for (const unsigned int degree : {1, 2, 3})
        for (const unsigned int n : {1, 2, 10})
          {
            const double EA = 12. * slenderness * slenderness, GA = EA / 3.;
            PlanarBeamDescription d;
            d.section    = {EA, GA, 1., 1., 1. / EA};
            d.degree     = degree;
            d.n_elements = n;
            const PlanarBeam       beam(d);
            const std::vector<int> free = free_coordinates(beam, {0, 1, 2});
            const Matrix K       = stiffness(beam, reference(beam))(free, free);
            const Vector F       = end_load(beam, 0.3, 1., 0.)(free);
            const Vector u       = K.partialPivLu().solve(F).tail(3);
            const double locking = degree == 1 ? 1. / (12. * n * n) : 0.;
            EXPECT_NEAR(u[0], 0.3 / EA, 1e-11 * 0.3 / EA);
            const double rounding = 1e-10 + 1e-14 * EA; // cond(K) ~ EA/EI
            EXPECT_NEAR(u[1], 1. / 3. + 1. / GA - locking, rounding);
            EXPECT_NEAR(u[2], 0.5, rounding);
          }
  }

  TEST(PlanarBeam, BendsAsLinearTheorySaysUnderSmallLoads)
  {
    const PlanarBeam beam(slender(2, 4));
    const double     F = 1e-5;
    const Vector     q = cantilever(beam, end_load(beam, 0., F, 0.));
    EXPECT_NEAR(q.tail(3)[1] / (F * (1. / 3. + 1. / 5e3)), 1., 1e-7);
    for (const double s : {0., 0.2, 0.77, 1.}) // linear in each element
      {
        const auto r = beam.resultants(span(q), s);
        EXPECT_NEAR(r.shear_force, F, 1e-6 * F);
        EXPECT_NEAR(r.bending_moment, F * (1. - s), 1e-6 * F);
      }
  }

  /**
   * Cantilever of length 1 and EI = 1, inextensible and rigid in shear, under
   * a transverse end force (Bisshopp and Drucker, Quart. Appl. Math. 3, 1945):
   * with the angle phi at the tip, k^2 = (1 + sin phi)/2, sin a = 1/(k sqrt 2),
   *
   *     sqrt(P) = K(k) - F(a, k),  1 - y = 2 (E(k) - E(a, k))/sqrt(P),
   *     x = sqrt(2 sin phi)/sqrt(P).
   */
  struct Elastica
  {
    explicit Elastica(const double phi)
      : angle(phi)
    {
      const double k      = std::sqrt(0.5 * (1. + std::sin(phi)));
      const double a      = std::asin(std::min(1., 1. / (k * std::sqrt(2.))));
      const double root_P = std::comp_ellint_1(k) - std::ellint_1(k, a);
      P                   = root_P * root_P;
      y = 1. - 2. * (std::comp_ellint_2(k) - std::ellint_2(k, a)) / root_P;
      x = std::sqrt(2. * std::sin(phi)) / root_P;
    }

    double angle, P, x, y;
  };

  TEST(PlanarBeam, TipOfTheElasticaConvergesWithOrderTwoP)
  {
    const Elastica exact(1.2);
    for (const unsigned int degree : {1, 2, 3})
      {
        std::vector<double> errors;
        const unsigned int  coarse = degree == 3 ? 2 : 4;
        for (const unsigned int n : {coarse, 2 * coarse})
          {
            PlanarBeamDescription d   = slender(degree, n);
            d.section.axial_stiffness = d.section.shear_stiffness = 1e9;
            const PlanarBeam beam(d);
            const Vector     q =
              cantilever(beam, end_load(beam, 0., exact.P, 0.), 20);
            errors.push_back(
              (q.tail(3) - Eigen::Vector3d(exact.x, exact.y, exact.angle))
                .norm());
          }
        EXPECT_NEAR(order(errors[0], errors[1]), 2. * degree, 0.4)
          << "degree " << degree << ": " << errors[0] << ", " << errors[1];
      }
  }

  // displacements along the beam, between the nodes, in the L2 norm
  TEST(PlanarBeam, DisplacementsConvergeWithOrderPPlusOne)
  {
    const auto solve = [](const unsigned int degree, const unsigned int n) {
      PlanarBeamDescription d = slender(degree, n);
      d.section               = {50., 20., 1., 1., 1.};
      d.curve                 = circular_arc(1.);
      PlanarBeam   beam(d);
      const Vector q = cantilever(beam, end_load(beam, -3., 5., 0.5), 4);
      return std::pair(beam, q);
    };
    const auto [fine_beam, fine] = solve(6, 12);
    for (const unsigned int degree : {1, 2, 3})
      {
        std::vector<double> errors;
        for (const unsigned int n : {8, 16})
          {
            const auto [beam, q] = solve(degree, n);
            double    square     = 0.;
            const int n_points   = 500;
            for (int i = 0; i < n_points; ++i)
              {
                const double s = (i + 0.5) / n_points;
                const auto   x = beam.frame(span(q), s);
                const auto   y = fine_beam.frame(span(fine), s);
                for (int j = 0; j < 3; ++j)
                  square += (x[j] - y[j]) * (x[j] - y[j]) / n_points;
              }
            errors.push_back(std::sqrt(square));
          }
        EXPECT_NEAR(order(errors[0], errors[1]), degree + 1., 0.2)
          << "degree " << degree << ": " << errors[0] << ", " << errors[1];
      }
  }

  // Quarter circle of radius R, clamped where it begins along x, loaded at the
  // end (R, R). By Castigliano, with the angle a from 0 to pi/2: under P along
  // y, M = R P (1 - sin a), N = P sin a, Q = P cos a; under P along x,
  // M = -R P cos a, N = P cos a, Q = -P sin a.
  TEST(PlanarBeam, ThickQuarterCircleBendsAsCastiglianoSays)
  {
    const double R = 2., EA = 30., GA = 10., EI = 5.;
    for (const unsigned int degree : {1, 2, 3})
      {
        std::vector<double> errors;
        const unsigned int  coarse = degree == 3 ? 2 : 4;
        for (const unsigned int n : {coarse, 2 * coarse})
          {
            PlanarBeamDescription d;
            d.section    = {EA, GA, EI, 1., 1.};
            d.length     = 0.5 * pi * R;
            d.curve      = circular_arc(1. / R);
            d.degree     = degree;
            d.n_elements = n;
            const PlanarBeam       beam(d);
            const std::vector<int> free = free_coordinates(beam, {0, 1, 2});
            const auto             K =
              stiffness(beam, reference(beam))(free, free).eval().ldlt();
            const auto tip = [&](const Vector &F) -> Vector {
              return K.solve(Vector(F(free))).tail(3);
            };
            const Vector    x      = tip(end_load(beam, 1., 0., 0.));
            const Vector    y      = tip(end_load(beam, 0., 1., 0.));
            const Vector    m      = tip(end_load(beam, 0., 0., 1.));
            const double    direct = R * 0.25 * pi * (1. / EA + 1. / GA);
            const double    bend   = R * R * R / EI;
            Eigen::Matrix3d expected;
            expected(0, 0) = bend * 0.25 * pi + direct;
            expected(1, 1) = bend * (0.75 * pi - 2.) + direct;
            expected(0, 1) = expected(1, 0) =
              -0.5 * bend + 0.5 * R * (1. / EA - 1. / GA);
            expected(2, 2) = 0.5 * pi * R / EI;
            expected(0, 2) = expected(2, 0) = -R * R / EI;
            expected(1, 2) = expected(2, 1) = R * R / EI * (0.5 * pi - 1.);
            Eigen::Matrix3d compliance;
            compliance << x, y, m;
            errors.push_back((compliance - expected).norm() / expected.norm());
          }
        EXPECT_NEAR(order(errors[0], errors[1]), 2. * degree, 0.3)
          << "degree " << degree << ": " << errors[0] << ", " << errors[1];
      }
  }

  // its own weight: w = rho A g L^4/(8 EI) + rho A g L^2/(2 k G A)
  TEST(PlanarBeam, SagsUnderItsWeight)
  {
    const PlanarBeam       beam(slender(2, 4));
    const std::vector<int> free = free_coordinates(beam, {0, 1, 2});
    Vector                 F    = Vector::Zero(beam.n_coordinates());
    beam.add_gravity({0.5, -9.81}, span(F));
    double x = 0., y = 0.;
    for (Eigen::Index i = 0; i < F.size(); i += 3)
      {
        x += F[i];
        y += F[i + 1];
        EXPECT_EQ(F[i + 2], 0.);
      }
    EXPECT_NEAR(x, 0.5 * beam.total_mass(), 1e-13);
    EXPECT_NEAR(y, -9.81 * beam.total_mass(), 1e-13);
    // the same as M (g, 0) of a consistent mass
    Vector g = Vector::Zero(F.size()), product = g;
    for (Eigen::Index i = 0; i < F.size(); i += 3)
      g.segment<2>(i) = Eigen::Vector2d(0.5, -9.81);
    beam.add_momentum(span(g), span(product));
    EXPECT_LT((product - F).norm(), 1e-14 * F.norm());

    const Matrix K   = stiffness(beam, reference(beam))(free, free);
    const Vector u   = K.partialPivLu().solve(Vector(F(free)));
    const double sag = -9.81 * (1. / 8. + 1. / 1e4);
    EXPECT_NEAR(u.tail(3)[1] / sag, 1., 1e-4);
  }
} // namespace percuss::test::planar_beam_statics_test
