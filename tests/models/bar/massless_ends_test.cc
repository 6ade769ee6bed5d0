// SPDX-License-Identifier: Apache-2.0

// Bars whose ends have no mass: contact is a force, which converges.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::massless_ends_test
{
  constexpr BoundaryMass without_mass[] = {BoundaryMass::redistributed,
                                           BoundaryMass::weighted,
                                           BoundaryMass::singular,
                                           BoundaryMass::none};

  double
  total_mass(const BarRowDescription &row)
  {
    const ElasticBar<PETScAlgebra>   bars(row, MPI_COMM_WORLD);
    ElasticBar<PETScAlgebra>::Vector one, p;
    bars.reinit(one);
    bars.reinit(p);
    one = 1.;
    bars.momentum(one, one, p);
    return one * p;
  }

  TEST(MasslessEnds, HaveNoMassAndTheBarHasItsOwn)
  {
    constexpr double steel = 7800. * 1e-4;
    for (const unsigned int degree : {1u, 2u, 3u})
      for (const double lumping : {0., 0.5, 1.})
        for (const BoundaryMass boundary_mass : without_mass)
          {
            BarRowDescription row = steel_bar(4);
            row.degree            = degree;
            row.lumping           = lumping;
            row.boundary_mass     = boundary_mass;
            const bool is_whole =
              boundary_mass == BoundaryMass::weighted ||
              (lumping == 1. && boundary_mass == BoundaryMass::redistributed);
            const double mass = total_mass(row);
            if (is_whole)
              {
                EXPECT_NEAR(mass, steel, 1e-13 * steel);
              }
            else if (boundary_mass == BoundaryMass::none ||
                     boundary_mass == BoundaryMass::singular)
              {
                EXPECT_LT(mass, 0.99 * steel);
              }

            const ElasticBar<PETScAlgebra>   bars(row, MPI_COMM_WORLD);
            ElasticBar<PETScAlgebra>::Vector end, other, p;
            for (auto *vector : {&end, &other, &p})
              bars.reinit(*vector);
            end = 1.;
            bars.massless_part(end, other);
            EXPECT_DOUBLE_EQ(other * other, 1.); // the left one
            bars.momentum(other, other, p);
            EXPECT_EQ(p.linfty_norm(), 0.);
            // K_c is the stiffness of that node
            PETScAlgebra::Matrix S;
            bars.iteration_matrix({0., 0., 0., 1.}, S);
            S.vmult(p, other);
            bars.elastic_force(other, end);
            EXPECT_NEAR(other * p, other * end, 1e-12 * (other * end));
            EXPECT_NEAR(p * p, (other * p) * (other * p), 1e-12 * (p * p));
          }
  }

  TEST(MasslessEnds, SingularMassHasNoPartAlongTheContactNodes)
  {
    for (const unsigned int degree : {1u, 2u, 3u})
      for (const double lumping : {0., 0.5, 1.})
        {
          BarRowDescription row = steel_bar(4);
          row.degree            = degree;
          row.lumping           = lumping;
          const ElasticBar<PETScAlgebra> kept(row, MPI_COMM_WORLD);
          row.boundary_mass = BoundaryMass::singular;
          const ElasticBar<PETScAlgebra>   bars(row, MPI_COMM_WORLD);
          ElasticBar<PETScAlgebra>::Vector end, v, of_end, of_v, expected;
          for (auto *vector : {&end, &v, &of_end, &of_v, &expected})
            bars.reinit(*vector);
          v = 1.;
          bars.massless_part(v, end);
          for (unsigned int i = 0; i < v.size(); ++i)
            v(i) = std::sin(1. + i);
          kept.momentum(end, end, of_end);
          kept.momentum(v, v, expected);
          // M v - M e (e M v)/(e M e)
          expected.add(-(end * expected) / (end * of_end), of_end);
          bars.momentum(v, v, of_v);
          expected.add(-1., of_v);
          EXPECT_LT(expected.l2_norm(), 1e-14 * of_v.l2_norm());
          if (degree == 1 && lumping == 0.) // 1 - 1/3 - 2/6 - 1/12 = 1/4
            {
              EXPECT_NEAR(total_mass(row), 7800. * 1e-4 * 3.25 / 4., 1e-12);
            }
        }
  }

  template <Algebra A>
  void
  expect_identities()
  {
    for (const SchemeInformation &scheme : schemes())
      for (const double theta : {0.5, 0.8})
        for (const double lumping : {0., 0.5, 1.})
          {
            const bool has_theta =
              scheme.parameters.find("theta") != std::string::npos;
            const bool is_explicit =
              scheme.family == SchemeFamily::central_difference;
            if (theta != 0.5 && (!has_theta || is_explicit))
              continue;
            SchemeParameters parameters;
            parameters.name  = scheme.name;
            parameters.theta = scheme.name == "schatzman-paoli" ? 0. : theta;
            BarRowDescription row = driven_bars();
            row.boundary_mass     = BoundaryMass::weighted;
            row.lumping           = lumping;
            row.stiffness_damping = is_explicit ? 0. : 1e-8;
            SCOPED_TRACE(parameters.name + ' ' + std::to_string(lumping));
            BarRun<A> run(row, parameters, {0., 4e-6, 1.});
            run.stepper.advance(400);
            const StepRecord &record = run.stepper.record();
            EXPECT_LT(record.energy_record->max_relative_residual, 1e-13)
              << scheme.name;
            EXPECT_GT(record.contacts->total_impulse, 0.) << scheme.name;
            EXPECT_NE(record.energy_record->cumulative.damping, 0.)
              << scheme.name;
            EXPECT_LT(record.contacts->max_penetration, 1e-18) << scheme.name;
          }
  }

  TEST(MasslessEnds, EverySchemeClosesItsEnergyIdentityWithPETSc)
  {
    expect_identities<PETScAlgebra>();
  }

  TEST(MasslessEnds, EverySchemeClosesItsEnergyIdentityWithTrilinos)
  {
    expect_identities<TrilinosAlgebra>();
  }

  /** Of a steel bar on the obstacle with the Courant number @p C: the largest
   * force over rho c A v, or what the contact did over the energy. */
  struct Impact
  {
    double peak, work;
  };
  Impact
  impact(const unsigned int n,
         const double       C,
         const double       lumping,
         const char *const  scheme,
         const double       phase         = 1.37,
         const double       theta         = 0.5,
         const BoundaryMass boundary_mass = BoundaryMass::weighted)
  {
    const double      c = std::sqrt(210e9 / 7800.), h = C / (n * c);
    BarRowDescription row = steel_bar(n);
    row.left_gap          = 0.1 * phase * h;
    row.lumping           = lumping;
    row.boundary_mass     = boundary_mass;
    SchemeParameters parameters;
    parameters.name  = scheme;
    parameters.theta = theta;
    BarRun<PETScAlgebra> run(row, parameters, {0., h, 1.});
    double               peak = 0.;
    for (double t = 0.; t < 2.5 / c; t += h)
      {
        run.stepper.advance(1);
        peak = std::max(peak, run.stepper.record().impulse[0] / h);
      }
    return {peak / (7800. * c * 1e-4 * 0.1),
            run.stepper.record().energy_record->cumulative.contact /
              run.stepper.record().energy_record->initial_energy.total()};
  }

  // The force of a front in a lattice whose first mass is behind the contact:
  // int_0^x J_1(s)/s ds has its maximum 1.092 at the first zero of J_1.
  TEST(MasslessEnds, PeakForceIsThatOfTheBar)
  {
    for (const unsigned int n : {50u, 200u})
      for (const double C : {0.05, 0.25, 0.5, 0.75, 0.9, 1.})
        for (const double phase : {1.01, 1.37, 1.5, 1.99})
          {
            if (C < 0.25 && phase != 1.37)
              continue;
            const double of_explicit =
              impact(n, C, 1., "cd-lagrange", phase).peak;
            const double of_blended =
              impact(n, C, 0.5, "moreau-jean-dissipative", phase, 0.6).peak;
            const double of_lumped =
              impact(n, C, 1., "moreau-jean-dissipative", phase, 0.75).peak;
            EXPECT_GT(of_explicit, 0.999) << n << ' ' << C << ' ' << phase;
            EXPECT_LT(of_explicit, C == 1. ? 1.01 : 1.10)
              << n << ' ' << C << ' ' << phase;
            EXPECT_GT(of_blended, 0.999) << n << ' ' << C << ' ' << phase;
            EXPECT_LT(of_blended, 1.09) << n << ' ' << C << ' ' << phase;
            EXPECT_GT(of_lumped, 0.999) << n << ' ' << C << ' ' << phase;
            EXPECT_LT(of_lumped, 1.10) << n << ' ' << C << ' ' << phase;
          }
    EXPECT_NEAR(impact(200, 0.01, 1., "cd-lagrange").peak, 1.092, 2e-3);
    // more inertia behind the contact: what redistributed masses do
    EXPECT_NEAR(
      impact(
        200, 0.01, 1., "cd-lagrange", 1.37, 0.5, BoundaryMass::redistributed)
        .peak,
      1.331,
      2e-3);
  }

  // The work of contact is what the trapezoidal rule leaves in the steps where
  // it opens and closes: of second order, and no loss of the impact.
  TEST(MasslessEnds, AnImpactLosesNoEnergy)
  {
    for (const char *const scheme :
         {"cd-lagrange", "moreau-jean", "newmark", "generalized-alpha"})
      {
        double largest[2] = {0., 0.};
        for (const unsigned int fine : {0u, 1u})
          for (const double phase : {1.1, 1.4, 1.7})
            largest[fine] = std::max(
              largest[fine],
              std::abs(impact(20, fine ? 0.05 : 0.2, 1., scheme, phase).work));
        EXPECT_LT(largest[0], 1e-3) << scheme;
        EXPECT_LT(largest[1], largest[0] / 8.) << scheme; // 16
      }
  }

  // What an algebraic variable would do in a scheme of second order, alternate
  // between v and -v, the end does not: it rests while its contact is closed, and
  // flies with the bar before.
  TEST(MasslessEnds, RestInContact)
  {
    for (const char *const scheme :
         {"cd-lagrange", "moreau-jean", "newmark", "generalized-alpha"})
      {
        BarRowDescription row = steel_bar(20);
        row.lumping           = 1.;
        row.boundary_mass     = BoundaryMass::weighted;
        SchemeParameters parameters;
        parameters.name = scheme;
        BarRun<PETScAlgebra> run(row, parameters, {0., 5e-6, 1.});
        unsigned int         n_closed = 0;
        while (n_closed < 50)
          {
            run.stepper.advance(1);
            const StepRecord &record = run.stepper.record();
            n_closed = record.impulse[0] > 0. ? n_closed + 1 : 0;
            ASSERT_LT(record.step, 200u) << scheme;
            if (record.contacts->total_impulse == 0.)
              {
                EXPECT_NEAR(record.contact_velocity[0], -0.1, 1e-10) << scheme;
              }
            if (n_closed > 1)
              {
                EXPECT_NEAR(record.contact_velocity[0], 0., 1e-12) << scheme;
              }
          }
      }
  }

  // A compressed bar between a clamp and the obstacle stays as it is.
  TEST(MasslessEnds, RestIsAnEquilibriumOfEveryScheme)
  {
    constexpr double strain = 1e-6, force = 210e9 * 1e-4 * strain;
    for (const SchemeInformation &scheme : schemes())
      {
        BarRowDescription row            = steel_bar(7);
        row.left_gap                     = 0.;
        row.clamped_right                = true;
        row.lumping                      = 1.;
        row.boundary_mass                = BoundaryMass::weighted;
        row.bars[0].initial_velocity     = 0.;
        row.bars[0].initial_displacement = BarProperty(
          [](const double x, unsigned int) { return strain * (1. - x); });
        SchemeParameters parameters;
        parameters.name  = scheme.name;
        parameters.theta = scheme.name == "schatzman-paoli" ? 0. : 0.5;
        BarRun<PETScAlgebra> run(row, parameters, {0., 1e-5, 1.});
        run.stepper.advance(50);
        EXPECT_NEAR(run.stepper.record().impulse[0] / 1e-5, force, 1e-9 * force)
          << scheme.name;
        EXPECT_LT(run.stepper.state().v.linfty_norm(), 1e-12) << scheme.name;
      }
  }
} // namespace percuss::test::massless_ends_test
