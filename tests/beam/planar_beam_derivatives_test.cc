// SPDX-License-Identifier: Apache-2.0

// Forces and tangents as derivatives of the energy, objectivity, balance of
// the forces and stress-free references.

#include "beams.h"

namespace percuss::test::planar_beam_derivatives_test
{
  namespace
  {
    std::vector<PlanarBeamDescription>
    beams()
    {
      std::vector<PlanarBeamDescription> all;
      for (const unsigned int degree : {1, 2, 3, 4})
        for (const double curvature : {0., 0.8})
          {
            PlanarBeamDescription d = soft_beam(degree, 3);
            if (curvature != 0.)
              d.curve = circular_arc(curvature);
            d.start       = {0.3, -0.2};
            d.start_angle = 0.9;
            all.push_back(d);
          }
      return all;
    }
  } // namespace

  TEST(PlanarBeam, ForceIsTheGradientOfTheEnergy)
  {
    for (const auto &description : beams())
      for (const double seed : {0., 1., 2.})
        {
          const PlanarBeam beam(description);
          const Vector     q = arbitrary_state(beam, seed);
          const Vector     s = elastic_force(beam, q);
          const double     d = 1e-5;
          for (int i = 0; i < q.size(); ++i)
            {
              const Vector e = d * Vector::Unit(q.size(), i);
              EXPECT_NEAR((energy(beam, q + e) - energy(beam, q - e)) /
                            (2. * d),
                          s[i],
                          1e-7 * s.norm())
                << "degree " << description.degree << ", coordinate " << i;
            }
        }
  }

  TEST(PlanarBeam, TangentIsTheSymmetricGradientOfTheForce)
  {
    for (const auto &description : beams())
      for (const double seed : {0., 1., 2.})
        {
          const PlanarBeam beam(description);
          const Vector     q = arbitrary_state(beam, seed);
          const Matrix     K = stiffness(beam, q);
          EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
          const double d = 1e-5;
          for (int i = 0; i < q.size(); ++i)
            {
              const Vector e = d * Vector::Unit(q.size(), i);
              const Vector difference =
                (elastic_force(beam, q + e) - elastic_force(beam, q - e)) /
                (2. * d);
              EXPECT_LT((difference - K.col(i)).norm(), 1e-8 * K.norm())
                << "degree " << description.degree << ", coordinate " << i;
            }
        }
  }

  TEST(PlanarBeam, ProductsAndMatricesAgreeAndAreAdded)
  {
    for (const auto &description : beams())
      {
        const PlanarBeam beam(description);
        const Vector     q = arbitrary_state(beam, 4.);
        const Vector     y = arbitrary_state(beam, 5.);
        const Matrix     K = stiffness(beam, q), M = mass(beam);
        Vector           z = y;
        beam.add_stiffness_product(span(q), span(y), span(z));
        EXPECT_LT((z - y - K * y).norm(), 1e-13 * z.norm());
        z = y;
        beam.add_momentum(span(y), span(z));
        EXPECT_LT((z - y - M * y).norm(), 1e-13 * z.norm());
        z = y;
        beam.add_elastic_force(span(q), span(z));
        EXPECT_LT((z - y - elastic_force(beam, q)).norm(), 1e-13 * z.norm());

        const Eigen::Index n = q.size();
        // behind three other coordinates
        std::vector<std::pair<std::size_t, std::size_t>> couples;
        beam.add_couples(1, couples);
        const BandLayout layout(1 + beam.n_nodes(), 3, couples);
        BandedMatrix     S_banded;
        S_banded.reinit(layout);
        const BandedMatrix::Block block(S_banded, 3);
        beam.add_stiffness(span(q), 0.3, block);
        beam.add_mass(-2., block);
        const Matrix S        = S_banded.full();
        Matrix       expected = Matrix::Zero(n + 3, n + 3);
        expected.block(3, 3, n, n) += 0.3 * K - 2. * M;
        EXPECT_LT((S - expected).norm(), 1e-13 * S.norm());
      }
  }

  TEST(PlanarBeam, IsObjective)
  {
    for (const auto &description : beams())
      for (const double angle : {0.7, -2.6, 9.})
        {
          const PlanarBeam beam(description);
          const Vector     q      = arbitrary_state(beam, 6.);
          const Vector     turned = moved(q, angle, -3., 2.);
          const double     V      = energy(beam, q);
          EXPECT_NEAR(energy(beam, turned), V, 1e-13 * V);
          const Vector s        = moved(elastic_force(beam, q), angle, 0., 0.);
          Vector       s_turned = elastic_force(beam, turned);
          for (Eigen::Index i = 2; i < q.size(); i += 3)
            s_turned[i] += angle; // `moved` turned moments, too
          EXPECT_LT((s - s_turned).norm(), 1e-13 * s.norm() + 1e-12);
        }
  }

  TEST(PlanarBeam, IsStressFreeInItsReferenceWhereverThatIs)
  {
    for (const auto &description : beams())
      {
        const PlanarBeam beam(description);
        const Vector     q = reference(beam);
        EXPECT_EQ(energy(beam, q), 0.);
        EXPECT_EQ(elastic_force(beam, q).norm(), 0.);
        const Vector turned = moved(q, 2., 5., -4.);
        EXPECT_LT(energy(beam, turned), 1e-26); // rounding of q
        EXPECT_LT(elastic_force(beam, turned).norm(), 1e-12);
      }
  }

  // at any state, also of forces that K gives to first order
  TEST(PlanarBeam, ForcesOfAFreeBeamAreInBalance)
  {
    for (const auto &description : beams())
      {
        const PlanarBeam beam(description);
        const Vector     q = arbitrary_state(beam, 7.);
        const Vector     s = elastic_force(beam, q);
        double           x = 0., y = 0., moment = 0.;
        for (Eigen::Index i = 0; i < q.size(); i += 3)
          {
            x += s[i];
            y += s[i + 1];
            moment += q[i] * s[i + 1] - q[i + 1] * s[i] + s[i + 2];
          }
        EXPECT_NEAR(x, 0., 1e-13 * s.norm());
        EXPECT_NEAR(y, 0., 1e-13 * s.norm());
        EXPECT_NEAR(moment, 0., 1e-13 * s.norm());
      }
  }

  // strains of 1e-9 in a beam far from its reference angle zero
  TEST(PlanarBeam, EnergyOfSmallStrainsKeepsItsDigits)
  {
    PlanarBeamDescription d = soft_beam(2, 4);
    d.curve                 = circular_arc(0.5);
    const PlanarBeam beam(d);
    const Vector     q = reference(beam);
    const Matrix     K = stiffness(beam, q);
    Vector           u = arbitrary_state(beam, 3.) - q;
    u *= 1e-9;
    EXPECT_NEAR(energy(beam, q + u) / (0.5 * u.dot(K * u)), 1., 1e-6);

    // a bar bent without strain of its axis: 1 - cos is second order
    PlanarBeamDescription straight = soft_beam(1, 1);
    const PlanarBeam      bar(straight);
    Vector                turned = reference(bar);
    const double          angle  = 1e-6;
    turned[2] = turned[5] = angle;
    const auto r          = bar.resultants(span(turned), 1.);
    EXPECT_NEAR(r.normal_force / (-5. * 0.5 * angle * angle), 1., 1e-10);
  }

  TEST(PlanarBeam, FindsFramesAndResultants)
  {
    for (const unsigned int degree : {1, 2, 3})
      {
        PlanarBeamDescription d = soft_beam(degree, 5);
        d.start                 = {1., 2.};
        d.start_angle           = 0.4;
        const PlanarBeam beam(d);
        EXPECT_EQ(beam.n_nodes(), 5 * degree + 1);
        EXPECT_NEAR(beam.arc_length(beam.n_nodes() - 1), 2., 1e-15);
        // uniform strains eps, gamma and curvature about the reference
        const double eps = 1e-3, gamma = 2e-3, c = std::cos(0.4),
                     sine = std::sin(0.4);
        Vector q          = reference(beam);
        for (unsigned int a = 0; a < beam.n_nodes(); ++a)
          {
            const double s = beam.arc_length(a);
            q[3 * a] += s * (eps * c - gamma * sine);
            q[3 * a + 1] += s * (eps * sine + gamma * c);
          }
        for (const double s : {0., 0.3, 0.4, 1.234, 2.})
          {
            const auto x = beam.frame(span(q), s);
            EXPECT_NEAR(x[0], 1. + s * ((1. + eps) * c - gamma * sine), 1e-14);
            EXPECT_NEAR(x[1], 2. + s * ((1. + eps) * sine + gamma * c), 1e-14);
            EXPECT_NEAR(x[2], 0.4, 1e-15);
            const auto r = beam.resultants(span(q), s);
            EXPECT_NEAR(r.normal_force, 5. * eps, 1e-13);
            EXPECT_NEAR(r.shear_force, 3. * gamma, 1e-13);
            EXPECT_NEAR(r.bending_moment, 0., 1e-13);
          }
      }
  }
} // namespace percuss::test::planar_beam_derivatives_test
