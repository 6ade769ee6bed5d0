// SPDX-License-Identifier: Apache-2.0

// Free motion in space by the schemes' time steps: tops, rods in flight, and
// the account of their energy.

#include "spatial_run.h"

#include <percuss/beam/rotation.h>

namespace percuss::test::spatial_motion_test
{
  namespace
  {
    using Eigen::Quaterniond;
    using Eigen::Vector3d;
    using Eigen::VectorXd;
    using MakeScheme = std::function<std::unique_ptr<Scheme>()>;
    using SpatialRun = FreeMotion<SpatialMechanism>;

    std::vector<MakeScheme>
    schemes()
    {
      return {moreau_jean,
              [] { return generalized_alpha(1.); },
              [] { return generalized_alpha(0.8); }};
    }

    SpatialMechanismDescription
    top(const Vector3d &J, const Vector3d &Omega)
    {
      SpatialMechanismDescription d;
      d.bodies  = {{"top",
                    2.,
                    J.asDiagonal(),
                    {1., 2., 3.},
                    exponential({0.3, -0.5, 0.2}),
                    {0., 0., 0.},
                    Omega}};
      d.gravity = Vector3d::Zero();
      return d;
    }

    /** A soft bow of length 2 that flies and spins. */
    SpatialMechanismDescription
    bow(const unsigned int degree)
    {
      MechanismBeam<3> rod;
      rod.beam.section    = {5e4, 3e4, 7., 1.1, 0.013, 2.5e4, 4., 5., 0.01};
      rod.beam.length     = 2.;
      rod.beam.degree     = degree;
      rod.beam.n_elements = 6 / degree;
      rod.beam.curve      = [](const double s) {
        const double a = s / 3.;
        return RodFrame{{3. * std::sin(a), 3. * (1. - std::cos(a)), 0.},
                        Quaterniond(Eigen::AngleAxisd(a, Vector3d::UnitZ()))};
      };
      rod.velocity << 1., 2., 3., 0.5, 1., 4.;
      SpatialMechanismDescription d;
      d.beams   = {rod};
      d.gravity = Vector3d::Zero();
      return d;
    }

    Vector3d
    linear_momentum(const SpatialRun &run)
    {
      Vector3d sum = Vector3d::Zero();
      for (std::size_t i = 0; i < run.mechanism.n_frames(); ++i)
        sum += run.state().momentum.entries.segment<3>(6 * i);
      return sum;
    }

    Vector3d
    angular_momentum(const SpatialRun &run)
    {
      const VectorXd &q = run.state().q.entries,
                     &p = run.state().momentum.entries;
      Vector3d sum      = Vector3d::Zero();
      for (int i = 0; i < static_cast<int>(run.mechanism.n_frames()); ++i)
        sum += frame_origin<3>(q, i).cross(Vector3d(p.segment<3>(6 * i))) +
               frame_rotation<3>(q, i) * Vector3d(p.segment<3>(6 * i + 3));
      return sum;
    }

    const EnergyRecord &
    ledger(const SpatialRun &run)
    {
      return *run.stepper.record().energy_record;
    }

    /** Largest relative changes in a run. */
    struct Drift
    {
      double momentum = 0., angular = 0., energy = 0., slowest = 0.;
    };

    Drift
    drift(const SpatialMechanism &mechanism,
          const MakeScheme       &make_scheme,
          const double            h,
          const double            duration)
    {
      SpatialRun     run(mechanism, make_scheme(), h);
      const Vector3d p_0 = linear_momentum(run), L_0 = angular_momentum(run);
      Drift          result;
      for (double t = 0.; t < duration - 0.5 * h; t += h)
        {
          run.stepper.advance(1);
          result.momentum =
            std::max(result.momentum, (linear_momentum(run) - p_0).norm());
          result.angular =
            std::max(result.angular,
                     (angular_momentum(run) - L_0).norm() / L_0.norm());
          result.energy =
            std::max(result.energy,
                     std::abs(ledger(run).energy.total() /
                                ledger(run).initial_energy.total() -
                              1.));
          result.slowest = std::min(result.slowest, run.state().v[4]);
        }
      result.momentum /= p_0.norm() + 1.;
      return result;
    }
  } // namespace

  // J = diag(A, A, C): R(t) = exp([L/A]x t) R_0 exp([(1 - C/A) Omega_3 e_3]x t)
  TEST(SpatialMotion, FreeSymmetricTopPrecesses)
  {
    const double           A = 0.5, C = 0.8, duration = 4.;
    const Vector3d         Omega(1., 0.5, 3.);
    const SpatialMechanism mechanism(top({A, A, C}, Omega));
    const Quaterniond      R_0 =
      frame_rotation<3>(mechanism.initial_position().entries, 0);
    const Vector3d L = R_0 * Vector3d(A * Omega[0], A * Omega[1], C * Omega[2]);
    const Quaterniond R =
      exponential(duration / A * L) * R_0 *
      exponential(duration * (1. - C / A) * Omega[2] * Vector3d::UnitZ());
    for (const MakeScheme &make_scheme : schemes())
      {
        double error[2];
        for (const int i : {0, 1})
          {
            SpatialRun run(mechanism, make_scheme(), 0.02 / (1 + i));
            run.stepper.advance(200 * (1 + i));
            error[i] =
              R.angularDistance(frame_rotation<3>(run.state().q.entries, 0));
            EXPECT_LT(
              (run.state().q.entries.head<3>() - Vector3d(1., 2., 3.)).norm(),
              1e-14);
          }
        EXPECT_LT(error[1], 1e-4); // of 20 rad
        EXPECT_NEAR(error[0] / error[1], 4., 0.02);
      }
  }

  // about its middle axis a body turns over again and again; neither scheme
  // conserves R J Omega or the energy
  TEST(SpatialMotion, DriftOfAnAsymmetricTopIsOfSecondOrder)
  {
    const SpatialMechanism mechanism(top({1., 2., 3.}, {0.01, 5., 0.02}));
    for (const MakeScheme &make_scheme : schemes())
      {
        const Drift coarse = drift(mechanism, make_scheme, 0.02, 10.),
                    fine   = drift(mechanism, make_scheme, 0.01, 10.);
        EXPECT_LT(fine.slowest, -4.99); // it has turned over
        EXPECT_LT(fine.angular, 5e-4);
        EXPECT_LT(fine.energy, 3e-4);
        EXPECT_NEAR(coarse.angular / fine.angular, 4., 0.1);
        EXPECT_NEAR(coarse.energy / fine.energy, 4., 0.1);
        EXPECT_EQ(fine.momentum, 0.);
      }
  }

  // linear momentum to rounding, angular momentum with the scheme's order:
  // moments about axes that turn are averaged by their components
  TEST(SpatialMotion, RodInFlightKeepsItsMomenta)
  {
    for (const unsigned int degree : {1, 3})
      {
        const SpatialMechanism mechanism(bow(degree));
        for (const MakeScheme &make_scheme :
             {MakeScheme(moreau_jean), schemes()[2]})
          {
            const Drift coarse = drift(mechanism, make_scheme, 0.02, 1.),
                        fine   = drift(mechanism, make_scheme, 0.01, 1.);
            EXPECT_LT(fine.momentum, 1e-14);
            EXPECT_LT(coarse.momentum, 1e-14);
            EXPECT_LT(fine.angular, 2e-4);
            EXPECT_NEAR(coarse.angular / fine.angular, 4., 0.6);
            EXPECT_LT(fine.energy, 3e-4);
            EXPECT_NEAR(coarse.energy / fine.energy, 4., 0.6);
          }
      }
  }

  // the same time steps as a planar beam: what differs is the interpolation of
  // rotations and the rotary inertia, which vanishes with the mesh
  TEST(SpatialMotion, RodInAPlaneMovesAsThePlanarBeam)
  {
    const BeamSection section = {5e4, 3e4, 7., 1.1, 0.013, 2.5e4, 4., 5., 0.01};
    const double      h = 0.01, spin = 4.;
    double            difference[2];
    const auto        push = [](const double t) {
      return 20. * (1. - std::cos(6.28 * t));
    };
    for (const int i : {0, 1})
      {
        const unsigned int         n_elements = 4 << i, degree = 2;
        PlanarMechanismDescription planar;
        MechanismBeam<2>           beam;
        beam.beam.section    = section;
        beam.beam.length     = 2.;
        beam.beam.degree     = degree;
        beam.beam.n_elements = n_elements;
        beam.velocity        = {1., 2., spin};
        planar.beams         = {beam};
        const int last       = static_cast<int>(degree * n_elements);
        planar.loads         = {{last, 1, 0., push}};

        SpatialMechanismDescription spatial;
        MechanismBeam<3>            rod;
        rod.beam.section    = section;
        rod.beam.length     = 2.;
        rod.beam.degree     = degree;
        rod.beam.n_elements = n_elements;
        rod.velocity << 1., 2., 0., 0., 0., spin;
        spatial.beams   = {rod};
        spatial.loads   = {{last, 1, 0., push}};
        spatial.gravity = {0., -9.81, 0.};

        const PlanarMechanism       in_plane(planar);
        const SpatialMechanism      in_space(spatial);
        FreeMotion<PlanarMechanism> a(in_plane, moreau_jean(), h);
        SpatialRun                  b(in_space, moreau_jean(), h);
        a.stepper.advance(60);
        b.stepper.advance(60);
        EXPECT_NEAR(a.stepper.record().energy_record->energy.total() /
                      ledger(b).energy.total(),
                    1.,
                    1e-3);
        EXPECT_GT(ledger(b).energy.strain, 0.1);
        difference[i] = 0.;
        for (int k = 0; k <= last; ++k)
          {
            const VectorXd &q = b.state().q.entries;
            difference[i]     = std::max(difference[i],
                                     (a.state().q.entries.segment<2>(3 * k) -
                                      q.segment<2>(7 * k))
                                       .norm());
            EXPECT_EQ(q[7 * k + 2], 0.);
            EXPECT_EQ(q.segment<2>(7 * k + 4).norm(), 0.);
          }
      }
    EXPECT_LT(difference[0], 2e-3);
    EXPECT_LT(difference[1], difference[0] / 8.);
  }

  // a moment about the body's axis and a force that depends on time
  TEST(SpatialMotion, ExternalWorkIsThatOfMomentsAndVaryingForces)
  {
    SpatialMechanismDescription d = top({0.5, 0.6, 0.7}, {0., 0., 0.});
    d.loads                       = {{0, 5, 2.}};
    SpatialMechanism spun(d);
    SpatialRun       spin(spun, moreau_jean(), 0.01);
    spin.stepper.advance(100);
    EXPECT_NEAR(spin.state().v[5], 2. / 0.7, 1e-13);
    EXPECT_NEAR(ledger(spin).cumulative.external, 0.5 * 4. / 0.7, 1e-13);
    EXPECT_NEAR(ledger(spin).cumulative.dissipation, 0., 1e-13);

    // in general motion the account closes to second order
    d.bodies[0].angular_velocity = {1., 2., 3.};
    d.gravity                    = {0., 0., -9.81};
    d.loads = {{0, 4, 2.}, {0, 0, 3.}, {0, 1, 0.5, [](const double t) {
                                          return std::sin(3. * t);
                                        }}};
    const SpatialMechanism mechanism(d);
    double                 lost[2];
    for (const int i : {0, 1})
      {
        SpatialRun run(mechanism, moreau_jean(), 0.02 / (1 + i));
        run.stepper.advance(100 * (1 + i));
        lost[i] = std::abs(ledger(run).cumulative.dissipation);
        EXPECT_GT(std::abs(ledger(run).cumulative.external), 1.);
        EXPECT_EQ(ledger(run).cumulative.damping, 0.); // of gyroscopic forces
      }
    EXPECT_LT(lost[1], 1e-3);
    EXPECT_NEAR(lost[0] / lost[1], 4., 0.3);
  }

  // what a damper takes from two bodies that spin
  TEST(SpatialMotion, DampersTakeTheEnergyTheyAreSaidTo)
  {
    SpatialMechanismDescription d = top({0.5, 0.6, 0.7}, {3., -1., 2.});
    d.bodies.push_back(d.bodies[0]);
    d.bodies[1].name     = "other";
    d.bodies[1].position = {2., 2., 3.};
    d.springs            = {
                 {"s", {0, {0.3, 0.1, 0.2}}, {1, {-0.2, 0.3, 0.}}, 20., 0.5, 3., 1.}};
    const SpatialMechanism mechanism(d);
    double                 lost[2];
    for (const int i : {0, 1})
      {
        SpatialRun     run(mechanism, moreau_jean(), 0.02 / (1 + i));
        const Vector3d p = linear_momentum(run), L = angular_momentum(run);
        run.stepper.advance(50 * (1 + i));
        const EnergyRecord &account = ledger(run);
        EXPECT_LT(account.cumulative.damping,
                  -0.04 * account.initial_energy.total());
        lost[i] = std::abs(account.cumulative.dissipation);
        EXPECT_LT((linear_momentum(run) - p).norm(), 1e-13);
        EXPECT_LT((angular_momentum(run) - L).norm(), 1e-2 * L.norm());
      }
    EXPECT_LT(lost[1], 1e-2);
    EXPECT_NEAR(lost[0] / lost[1], 4., 0.5);
  }
} // namespace percuss::test::spatial_motion_test
