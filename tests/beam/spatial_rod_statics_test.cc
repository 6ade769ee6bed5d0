// SPDX-License-Identifier: Apache-2.0

// Orders of displacements, and the Princeton beam experiment.

#include "rods.h"

#include <percuss/algebra/quadrature.h>

namespace percuss::test::spatial_rod_statics_test
{
  namespace
  {
    using Eigen::Vector3d;

    /** Largest distance to the circle that an end moment bends a rod to. */
    double
    error_of_bent_rod(const unsigned int degree, const unsigned int n_elements)
    {
      SpatialRodDescription d;
      d.section    = {1e3, 1e3, 1., 1., 1., 1e3, 1., 0.7, 1.};
      d.degree     = degree;
      d.n_elements = n_elements;
      const SpatialRod rod(d);
      const double     curvature = 2.5;
      Vector6          load;
      load << Vector3d::Zero(), 0., curvature * std::cos(1.),
        curvature * std::sin(1.);
      const Vector      q = cantilever(rod, load, 2);
      const Vector3d    normal(0., std::sin(1.), -std::cos(1.)); // axis x e_1
      const LineElement element(degree, 1. / n_elements);

      double error = 0.;
      for (unsigned int cell = 0; cell < n_elements; ++cell)
        for (const double xi : {0., 0.1, 0.25, 0.4, 0.6, 0.7, 0.85, 1.})
          {
            const auto N  = lagrange_values(element.nodes, xi);
            Vector3d   x  = Vector3d::Zero();
            const int  at = static_cast<int>(cell * degree);
            for (unsigned int a = 0; a <= degree; ++a)
              x += N[a] * node(q, at + static_cast<int>(a)).position;
            const double   angle = curvature * (cell + xi) / n_elements;
            const Vector3d exact = (std::sin(angle) * Vector3d::UnitX() +
                                    (1. - std::cos(angle)) * normal) /
                                   curvature;
            error = std::max(error, (x - exact).norm());
          }
      return error;
    }

    /** A tip and the twist atan2(R_zy, R_yy) of its section. */
    struct Tip
    {
      double angle; // of the load, from the section's height [deg]
      double x, chordwise, flapwise; // [m]
      double twist;                  // [deg]
    };

    SpatialRodDescription
    princeton_beam(const double       height,
                   const unsigned int degree,
                   const unsigned int n_elements)
    {
      SpatialRodDescription d;
      d.section    = rectangle({71.7e9, 0.31, 2700.}, 3.2024e-3, height);
      d.length     = 0.508;
      d.degree     = degree;
      d.n_elements = n_elements;
      return d;
    }

    Tip
    princeton_tip(const SpatialRodDescription &d,
                  const double                 force,
                  const double                 angle)
    {
      const double a = angle / 180. * pi;
      Vector6      load;
      load << 0., force * std::cos(a), force * std::sin(a), Vector3d::Zero();
      const RodFrame tip = node(cantilever(SpatialRod(d), load, 4), -1);
      const Vector3d y   = tip.rotation * Vector3d::UnitY();
      return {angle,
              tip.position[0],
              tip.position[1],
              tip.position[2],
              std::atan2(y[2], y[1]) * 180. / pi};
    }

    double
    distance(const Tip &a, const Tip &b)
    {
      return std::hypot(a.x - b.x,
                        a.chordwise - b.chordwise,
                        a.flapwise - b.flapwise);
    }
  } // namespace

  // between the nodes, which converge faster
  TEST(SpatialRodStatics, DisplacementsConvergeWithTheOrderOfThePolynomials)
  {
    for (const unsigned int degree : {1, 2, 3, 4})
      {
        const unsigned int n      = degree == 1 ? 16 : 4;
        const double       coarse = error_of_bent_rod(degree, n),
                     fine         = error_of_bent_rod(degree, 2 * n);
        EXPECT_NEAR(std::log2(coarse / fine), degree + 1., 0.3)
          << degree << ": " << coarse << ", " << fine;
      }
  }

  /**
   * Dowell and Traybar, 1975; the data as in Bauchau et al., Multibody Syst.
   * Dyn. 37, 2016: a strip of aluminium under 13.345 N at its tip, turned
   * against the section. The figures solve the rod's equations
   *
   *     r' = R (e_1 + C_n^-1 R^T F), p' = p (0, C_m^-1 R^T m)/2, m' = F x r'
   *
   * with r = 0, R = I at the clamp and m = 0 at the tip: shooting with the
   * Runge-Kutta method of order 8 (relative tolerance 1e-13) and Newton's
   * method for m at the clamp, and collocation (scipy.integrate.solve_bvp),
   * which agree to 2e-13 m.
   */
  TEST(SpatialRodStatics, ConvergesToTheSolutionOfThePrincetonBeam)
  {
    const Tip exact[] = {
      {0., 0.507738772228, 0.014872852215, 0., 0.},
      {30., 0.491701827302, 0.015568027385, 0.115070522759, -3.147163},
      {45., 0.479004674089, 0.014280252082, 0.153224908946, -3.308136},
      {60., 0.468494872289, 0.010936793170, 0.178342037097, -2.644065},
      {90., 0.459534587520, 0., 0.197016022079, 0.}};
    for (const Tip &tip : exact)
      {
        const auto error = [&](const unsigned int degree,
                               const unsigned int n_elements) {
          return distance(
            tip,
            princeton_tip(princeton_beam(12.7e-3, degree, n_elements),
                          13.345,
                          tip.angle));
        };
        EXPECT_LT(error(3, 8), 2e-9) << tip.angle;
        EXPECT_NEAR(error(1, 8) / error(1, 16), 4., 0.1) << tip.angle;
        EXPECT_NEAR(error(2, 3) / error(2, 6), 16., 3.) << tip.angle;
        EXPECT_NEAR(
          princeton_tip(princeton_beam(12.7e-3, 3, 8), 13.345, tip.angle).twist,
          tip.twist,
          1e-5);
      }
  }

  // Beam elements of Ansys for a height of 12.3777 mm in Obrezkov et al.,
  // Nonlinear Dyn. 109, 2022, with stiffnesses of their own
  TEST(SpatialRodStatics, IsCloseToPublishedFiguresOfThePrincetonBeam)
  {
    const struct
    {
      double force, angle, chordwise, flapwise;
    } published[] = {{8.896, 0., 0.010714, 0.},
                     {8.896, 30., 0.010112, 0.079395},
                     {8.896, 60., 0.006605, 0.129888},
                     {13.345, 0., 0.016064, 0.},
                     {13.345, 30., 0.016659, 0.117736},
                     {13.345, 45., 0.015186, 0.156467},
                     {13.345, 60., 0.011578, 0.181862},
                     {13.345, 90., 0., 0.200678}};
    for (const auto &p : published)
      {
        const Tip tip =
          princeton_tip(princeton_beam(12.3777e-3, 3, 4), p.force, p.angle);
        EXPECT_NEAR(tip.chordwise, p.chordwise, 0.012 * p.chordwise + 1e-12);
        EXPECT_NEAR(tip.flapwise, p.flapwise, 2e-3 * p.flapwise + 1e-12);
      }
  }
} // namespace percuss::test::spatial_rod_statics_test
