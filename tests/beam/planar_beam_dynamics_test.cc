// SPDX-License-Identifier: Apache-2.0

// Masses, momenta and natural frequencies.

#include "beams.h"

#include <percuss/algebra/eigenvalues.h>

#include <unsupported/Eigen/MatrixFunctions>

namespace percuss::test::planar_beam_dynamics_test
{
  namespace
  {
    /** Steel, 10 mm x 10 mm x 100 mm: a beam with visible shear and rotational
     * inertia. */
    PlanarBeamDescription
    stout(const unsigned int degree, const unsigned int n_elements)
    {
      PlanarBeamDescription d;
      d.section    = rectangle({2.1e11, 0.3, 7850.}, 0.01, 0.01);
      d.length     = 0.1;
      d.degree     = degree;
      d.n_elements = n_elements;
      return d;
    }

    /** Angular frequencies of small motions, in ascending order. */
    std::vector<double>
    frequencies(const PlanarBeam &beam, const std::vector<int> &held)
    {
      const std::vector<int> free = free_coordinates(beam, held);
      const Matrix           K = stiffness(beam, reference(beam))(free, free);
      const Matrix           M = mass(beam)(free, free);
      std::vector<double>    omega;
      for (const double square : symmetric_generalized_eigenvalues(K, M))
        omega.push_back(std::sqrt(std::max(0., square)));
      return omega;
    }

    /** All x held: bending only. */
    std::vector<int>
    held_along_x(const PlanarBeam &beam, std::vector<int> held = {})
    {
      for (unsigned int i = 0; i < beam.n_coordinates(); i += 3)
        held.push_back(static_cast<int>(i));
      return held;
    }

    /**
     * Zero at the natural frequencies of Timoshenko's beam: the exact solution
     * of Q' = -rho A w^2 y, M' = -rho I w^2 theta - Q, theta' = M/EI,
     * y' = theta + Q/(k G A) from one end to the other, for a free end and one
     * that is clamped or free.
     */
    double
    determinant(const PlanarBeamDescription &d,
                const double                 omega,
                const bool                   clamped)
    {
      const BeamSection &s = d.section;
      Eigen::Matrix4d    A = Eigen::Matrix4d::Zero(); // of (y, theta, M, Q)
      A(0, 1)              = 1.;
      A(0, 3)              = 1. / s.shear_stiffness;
      A(1, 2)              = 1. / s.bending_stiffness;
      A(2, 1)              = -s.rotational_inertia * omega * omega;
      A(2, 3)              = -1.;
      A(3, 0)              = -s.mass * omega * omega;
      // scaled so that the entries have the same magnitude
      const double          L = d.length;
      const Eigen::Vector4d scale(L,
                                  1.,
                                  s.bending_stiffness / L,
                                  s.bending_stiffness / (L * L));
      A = scale.cwiseInverse().asDiagonal() * A * scale.asDiagonal();
      const Eigen::Matrix4d transfer = (A * L).exp();
      return (clamped ? transfer.block<2, 2>(2, 2) : transfer.block<2, 2>(2, 0))
        .determinant();
    }

    /** Whether the n-th frequency above zero is @p omega to four digits. */
    void
    expect_frequency(const PlanarBeamDescription &d,
                     const unsigned int           n,
                     const double                 omega,
                     const bool                   clamped)
    {
      const double below = (1. - 5e-5) * omega, above = (1. + 5e-5) * omega;
      EXPECT_LT(determinant(d, below, clamped) * determinant(d, above, clamped),
                0.)
        << n << "-th, omega = " << omega;
      unsigned int n_roots  = 0; // none is missed, none is spurious
      const int    n_steps  = 400;
      double       previous = determinant(d, above / n_steps, clamped);
      for (int i = 2; i <= n_steps; ++i)
        {
          const double next = determinant(d, above * i / n_steps, clamped);
          n_roots += previous * next < 0. ? 1 : 0;
          previous = next;
        }
      EXPECT_EQ(n_roots, n);
    }
  } // namespace

  TEST(PlanarBeam, HasTheMassAndInertiaOfTheBar)
  {
    for (const bool lumped : {false, true})
      for (const unsigned int degree : {1, 2, 3})
        {
          PlanarBeamDescription d = soft_beam(degree, 4);
          d.mass_matrix.lumping   = lumped ? 1. : 0.;
          d.start                 = {0.4, -0.6};
          d.start_angle           = 0.5;
          const PlanarBeam beam(d);
          EXPECT_NEAR(beam.total_mass(), 2.2, 1e-15);
          const Matrix M = mass(beam);
          EXPECT_LT((M - M.transpose()).norm(), 1e-15);
          EXPECT_TRUE(is_positive_definite(M));
          if (lumped)
            {
              EXPECT_EQ((M - Matrix(M.diagonal().asDiagonal())).norm(), 0.);
            }

          // velocity (2, 3) + omega x r
          const double omega = 0.7;
          const Vector q     = reference(beam);
          Vector       v(q.size()), p = Vector::Zero(q.size());
          for (Eigen::Index i = 0; i < q.size(); i += 3)
            v.segment<3>(i) << 2. - omega * q[i + 1], 3. + omega * q[i], omega;
          beam.add_momentum(span(v), span(p));
          double px = 0., py = 0., spin = 0.;
          for (Eigen::Index i = 0; i < q.size(); i += 3)
            {
              px += p[i];
              py += p[i + 1];
              spin += q[i] * p[i + 1] - q[i + 1] * p[i] + p[i + 2];
            }
          const double x = 0.4 + std::cos(0.5), y = -0.6 + std::sin(0.5);
          EXPECT_NEAR(px, 2.2 * (2. - omega * y), 1e-13);
          EXPECT_NEAR(py, 2.2 * (3. + omega * x), 1e-13);
          // masses at the ends of linear elements: 1 + 2/n^2
          const double about_center =
            2.2 * 4. / 12. * (lumped && degree == 1 ? 1. + 2. / 16. : 1.) +
            0.13 * 2.;
          EXPECT_NEAR(spin,
                      about_center * omega +
                        2.2 * (x * (3. + omega * x) - y * (2. - omega * y)),
                      1e-13);
        }
  }

  // -rho A w^2 Y = -k G A (k^2 Y - k T), -rho I w^2 T = -EI k^2 T + k G A (k Y
  // - T) of y = Y sin(k s), theta = T cos(k s), k = n pi/L: two spectra.
  TEST(PlanarBeam, HasTheFrequenciesOfASimplySupportedTimoshenkoBeam)
  {
    const PlanarBeamDescription d = stout(3, 12);
    const BeamSection          &s = d.section;
    const PlanarBeam            beam(d);
    const int                   last = static_cast<int>(beam.n_coordinates());
    const auto omega = frequencies(beam, held_along_x(beam, {1, last - 2}));
    for (unsigned int n = 1; n <= 4; ++n)
      {
        const double    k = n * pi / d.length;
        Eigen::Matrix2d K;
        K << s.shear_stiffness * k * k, -s.shear_stiffness * k,
          -s.shear_stiffness * k,
          s.bending_stiffness * k * k + s.shear_stiffness;
        const Eigen::Vector2d scale(1. / std::sqrt(s.mass),
                                    1. / std::sqrt(s.rotational_inertia));
        K                  = scale.asDiagonal() * K * scale.asDiagonal();
        const double exact = std::sqrt(symmetric_eigenvalues(K)[0]);
        EXPECT_NEAR(omega[n - 1] / exact, 1., 5e-5) << n;
        // the polynomial of both: w^4 - (a + b + c) w^2 + a b = 0
        const double a = s.shear_stiffness / s.mass * k * k;
        const double b = s.bending_stiffness / s.rotational_inertia * k * k;
        const double c = s.shear_stiffness / s.rotational_inertia;
        const double w = exact * exact;
        EXPECT_NEAR((w * w - (a + b + c) * w) / (a * b), -1., 1e-9);
      }
  }

  TEST(PlanarBeam, HasTheFrequenciesOfCantileversAndOfFreeTimoshenkoBeams)
  {
    for (const unsigned int degree : {2, 3})
      {
        const PlanarBeamDescription d = stout(degree, degree == 2 ? 48 : 16);
        const PlanarBeam            beam(d);
        const auto clamped = frequencies(beam, held_along_x(beam, {1, 2}));
        const auto free    = frequencies(beam, held_along_x(beam));
        for (unsigned int n = 1; n <= 4; ++n)
          {
            expect_frequency(d, n, clamped[n - 1], true);
            EXPECT_LT(free[0] + free[1], 1e-3 * free[2]);
            expect_frequency(d, n, free[n + 1], false);
          }
        // stout as it is, it is close to Bernoulli's beam
        const double bernoulli =
          3.5160 * std::sqrt(d.section.bending_stiffness / d.section.mass) /
          (d.length * d.length);
        EXPECT_NEAR(clamped[0] / bernoulli, 1., 0.02);
      }
  }

  TEST(PlanarBeam, HasTheLongitudinalFrequenciesOfABarLumpedOrNot)
  {
    for (const bool lumped : {false, true})
      {
        PlanarBeamDescription d = stout(2, 16);
        d.mass_matrix.lumping   = lumped ? 1. : 0.;
        const PlanarBeam beam(d);
        std::vector<int> held = {0};
        for (int i = 0; i < static_cast<int>(beam.n_coordinates()); ++i)
          if (i % 3 != 0)
            held.push_back(i);
        const auto   omega = frequencies(beam, held);
        const double c     = std::sqrt(2.1e11 / 7850.);
        for (unsigned int n = 0; n < 3; ++n)
          EXPECT_NEAR(omega[n] / ((n + 0.5) * pi * c / d.length), 1., 5e-5);
      }
  }

  // a lumped mass keeps the order of the frequencies
  TEST(PlanarBeam, LumpedMassesHaveCloseFrequencies)
  {
    PlanarBeamDescription d = stout(2, 16);
    const PlanarBeam      consistent(d);
    d.mass_matrix.lumping = 1.;
    const PlanarBeam lumped(d);
    const auto a = frequencies(consistent, held_along_x(consistent, {1, 2}));
    const auto b = frequencies(lumped, held_along_x(lumped, {1, 2}));
    for (unsigned int n = 0; n < 4; ++n)
      EXPECT_NEAR(b[n] / a[n], 1., 1e-3) << n;
  }
} // namespace percuss::test::planar_beam_dynamics_test
