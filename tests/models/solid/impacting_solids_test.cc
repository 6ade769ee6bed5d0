// SPDX-License-Identifier: Apache-2.0

// Blocks that strike rigid obstacles: balances of momentum and energy, and the
// same motion however the Delassus operator is held and systems are solved.

#include "solid_run.h"
#include "striking_solid.h"

#include <gtest/gtest.h>

namespace percuss::test::impacting_solids_test
{
  template <int dim>
  struct ImpactSettings
  {
    SchemeParameters   scheme;
    double             restitution = 0.;
    double             friction    = 0.;
    double             damping     = 0.; // of M and of K
    std::string        obstacles;        // below the block
    DelassusForm       form   = DelassusForm::automatic;
    std::string        solver = "automatic";
    LinearSolverChoice linear_solver;
    ElasticLaw         law         = ElasticLaw::linear;
    bool               lumped_mass = true;
  };

  /** The box falls obliquely; its bottom may touch. */
  template <int dim, Algebra A>
  struct Impact : StrikingSolid<dim, A>
  {
    static constexpr double time_step = 0.04; // Courant number about 1

    explicit Impact(const ImpactSettings<dim> &settings)
      : StrikingSolid<dim, A>(description(settings),
                              {settings.scheme,
                               settings.obstacles,
                               {settings.restitution, settings.friction},
                               settings.solver,
                               settings.form},
                              [](const auto &) { return time_step; })
    {}

    static SolidDescription<dim>
    description(const ImpactSettings<dim> &settings)
    {
      SolidDescription<dim> result = box_of_degree<dim>(1);
      result.lumped_mass           = settings.lumped_mass;
      result.law                   = settings.law;
      result.mass_damping          = settings.damping;
      result.stiffness_damping     = settings.damping;
      result.linear_solver         = settings.linear_solver;
      result.initial_velocity      = oblique_fall<dim>();
      return result;
    }

    /** Total momentum along an axis. */
    double
    momentum(const unsigned int axis) const
    {
      const auto mode = this->solid.rigid_body_modes()[axis];
      return mode * this->stepper.state().momentum / mode.linfty_norm();
    }
  };

  template <int dim>
  const char *const floor_below =
    dim == 2 ? "plane: 0, -0.05 ; 0, 1" : "plane: 0, 0, -0.05 ; 0, 0, 1";
  template <int dim>
  const char *const ball_below =
    dim == 2 ? "sphere: 0.5, -1.05 ; 1" : "sphere: 0.5, 0.35, -1.05 ; 1";
  template <int dim>
  const char *const rising_ball =
    dim == 2 ? "sphere: 0.5, -1.05 ; 1 ; moved by: 0, 0.3*t" :
               "sphere: 0.5, 0.35, -1.05 ; 1 ; moved by: 0.1*t, 0, 0.3*t";

  /** The largest difference of q after steps with W assembled and matrix-free,
   * without a fallback and with energy identities that close. */
  template <int dim, class A>
  double
  difference_of_forms(ImpactSettings<dim> settings,
                      const unsigned int  n_steps,
                      const double        identity_tolerance)
  {
    const auto final_state = [&](const DelassusForm form) {
      settings.form = form;
      Impact<dim, A> impact(settings);
      impact.stepper.advance(n_steps);
      const StepRecord &record = impact.stepper.record();
      EXPECT_GT(record.contacts->total_impulse, 0.);
      EXPECT_EQ(record.contacts->n_fallbacks, 0u);
      EXPECT_LT(record.energy_record->max_relative_residual,
                identity_tolerance);
      return impact.stepper.state().q;
    };
    auto q = final_state(DelassusForm::matrix_free);
    q.add(-1., final_state(DelassusForm::assembled));
    return q.linfty_norm();
  }

  template <class S>
  class ImpactingSolids : public testing::Test
  {};
  TYPED_TEST_SUITE(ImpactingSolids, Spaces);

  // On a frictionless floor: the momentum along it is constant, the one across
  // it is the sum of the impulses; the energy identity closes.
  TYPED_TEST(ImpactingSolids, BalancesHold)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    for (const char *const scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      for (const double e : {0., 0.4})
        {
          ImpactSettings<dim> settings;
          settings.scheme.name = scheme;
          settings.restitution = e;
          settings.obstacles   = floor_below<dim>;
          Impact<dim, A> impact(settings);
          const double   along  = impact.momentum(0);
          const double   mass   = impact.solid.total_mass();
          double         across = impact.momentum(dim - 1);
          double         energy =
            impact.stepper.record().energy_record->energy.algorithmic;
          for (unsigned int step = 0; step < 60; ++step)
            {
              impact.stepper.advance(1);
              for (const double P : impact.stepper.record().impulse)
                across += P;
              if (std::string(scheme) != "cd-lagrange") // half steps
                {
                  ASSERT_NEAR(impact.momentum(dim - 1), across, 1e-12 * mass)
                    << scheme << ", step " << step;
                }
              ASSERT_NEAR(impact.momentum(0), along, 1e-12 * mass);
              const double next =
                impact.stepper.record().energy_record->energy.algorithmic;
              if (e == 0.)
                {
                  ASSERT_LE(next, energy * (1. + 1e-12)) << scheme;
                }
              energy = next;
            }
          EXPECT_LT(
            impact.stepper.record().energy_record->max_relative_residual, 1e-11)
            << scheme;
          EXPECT_GT(impact.stepper.record().contacts->total_impulse,
                    0.5 * mass);
        }
  }

  // Normals that change from step to step, and an obstacle that does work.
  TYPED_TEST(ImpactingSolids, IdentityClosesOnCurvedAndMovingObstacles)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    for (const char *const obstacle : {ball_below<dim>, rising_ball<dim>})
      for (const char *const scheme :
           {"moreau-jean", "generalized-alpha", "cd-lagrange"})
        {
          ImpactSettings<dim> settings;
          settings.scheme.name = scheme;
          settings.obstacles   = obstacle;
          Impact<dim, A> impact(settings);
          impact.stepper.advance(80);
          const EnergyRecord &energy_record =
            *impact.stepper.record().energy_record;
          EXPECT_LT(energy_record.max_relative_residual, 1e-11) << scheme;
          EXPECT_LT(energy_record.cumulative.contact, 0.) << scheme;
          EXPECT_EQ(energy_record.cumulative.external > 1e-3,
                    obstacle == rising_ball<dim>)
            << scheme << ' ' << energy_record.cumulative.external;
          EXPECT_GT(impact.stepper.record().contacts->total_impulse, 0.);
        }
  }

  TYPED_TEST(ImpactingSolids, MotionIsTheSameInEveryForm)
  {
    constexpr int dim    = TypeParam::dim;
    using A              = typename TypeParam::AlgebraType;
    using Method         = LinearSolverChoice::Method;
    using Preconditioner = LinearSolverChoice::Preconditioner;
    for (const char *const obstacle : {floor_below<dim>, ball_below<dim>})
      for (const char *const scheme :
           {"moreau-jean", "generalized-alpha", "cd-lagrange"})
        {
          ImpactSettings<dim> settings;
          settings.scheme.name          = scheme;
          settings.restitution          = 0.2;
          settings.obstacles            = obstacle;
          settings.form                 = DelassusForm::assembled;
          settings.linear_solver.method = Method::direct;
          const auto final_state        = [&] {
            Impact<dim, A> impact(settings);
            impact.stepper.advance(30);
            EXPECT_GT(impact.stepper.record().contacts->total_impulse, 0.);
            EXPECT_EQ(impact.stepper.record().contacts->n_fallbacks, 0u);
            return impact.stepper.state().q;
          };
          const auto reference = final_state();
          const auto check     = [&](const char *const what) {
            auto q = final_state();
            q.add(-1., reference);
            EXPECT_LT(q.linfty_norm(), 1e-9) << scheme << ", " << what;
          };
          settings.form = DelassusForm::matrix_free;
          check("matrix-free, direct");
          settings.linear_solver.method = Method::conjugate_gradients;
          for (const auto preconditioner : {Preconditioner::jacobi,
                                            Preconditioner::incomplete_factors,
                                            Preconditioner::multigrid})
            if (preconditioner == Preconditioner::jacobi ||
                std::string(scheme) == "moreau-jean")
              {
                settings.linear_solver.preconditioner = preconditioner;
                check("matrix-free, conjugate gradients");
              }
          if (std::string(scheme) == "cd-lagrange")
            {
              settings.form = DelassusForm::local;
              check("local");
            }
          else
            {
              settings.form = DelassusForm::local;
              EXPECT_THROW(final_state(), InputError);
            }
        }
  }

  // W of the alpha-family is a sum of G S^{-1} G^T and G M^{-1} G^T; the second
  // part is none for a spectral radius of 1. With damping, and with two obstacles
  // at a node, it is the one that is assembled from responses.
  TYPED_TEST(ImpactingSolids, AlphaFamilyIsTheSameInEveryForm)
  {
    constexpr int dim      = TypeParam::dim;
    using A                = typename TypeParam::AlgebraType;
    const std::string wall = dim == 2 ? " | plane: 1.05, 0 ; -1, 0" :
                                        " | plane: 1.05, 0, 0 ; -1, 0, 0";
    for (const double radius : {0., 0.5, 0.9, 1.})
      for (const double damping : {0., 0.02})
        for (const std::string &obstacles :
             {std::string(ball_below<dim>), floor_below<dim> + wall})
          {
            ImpactSettings<dim> settings;
            settings.scheme.name            = "generalized-alpha";
            settings.scheme.spectral_radius = radius;
            settings.damping                = damping;
            settings.restitution            = 0.3;
            settings.obstacles              = obstacles;
            settings.linear_solver.method =
              LinearSolverChoice::Method::conjugate_gradients;
            EXPECT_LT((difference_of_forms<dim, A>(settings, 40, 1e-12)), 1e-11)
              << radius << ", " << damping << ", " << obstacles;
          }
  }

  // With friction, matrix-free: Newton's method on sticking and slipping contacts
  // and one system with S in an iterate, no row of W.
  TYPED_TEST(ImpactingSolids, FrictionIsTheSameInEveryForm)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    for (const char *const obstacle :
         {floor_below<dim>, ball_below<dim>, rising_ball<dim>})
      for (const double friction : {0.1, 1.})
        for (const char *const scheme :
             {"moreau-jean", "moreau-jean-dissipative", "cd-lagrange"})
          {
            ImpactSettings<dim> settings;
            settings.scheme.name = scheme;
            settings.restitution = 0.2;
            settings.friction    = friction;
            settings.obstacles   = obstacle;
            EXPECT_LT((difference_of_forms<dim, A>(settings, 30, 1e-11)), 1e-9)
              << scheme << ", mu = " << friction << ", " << obstacle;
          }
  }

  // Where a contact slips at a node that has another one, W is assembled.
  TYPED_TEST(ImpactingSolids, FrictionInCornersAndOfLargeStrains)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    for (const bool is_corner : {true, false})
      {
        ImpactSettings<dim> settings;
        settings.friction  = 0.3;
        settings.obstacles = ball_below<dim>;
        settings.law       = ElasticLaw::neo_hookean;
        if (is_corner)
          {
            const std::string wall = dim == 2 ? "plane: 1.05, 0 ; -1, 0" :
                                                "plane: 1.05, 0, 0 ; -1, 0, 0";
            settings.obstacles     = floor_below<dim> + (" | " + wall);
            settings.law           = ElasticLaw::linear;
          }
        settings.form          = DelassusForm::assembled;
        const auto final_state = [&] {
          Impact<dim, A> impact(settings);
          impact.stepper.advance(60);
          const StepRecord &record = impact.stepper.record();
          EXPECT_GT(record.contacts->total_impulse, 0.);
          EXPECT_EQ(record.contacts->n_fallbacks > 0,
                    is_corner && settings.form == DelassusForm::matrix_free);
          return impact.stepper.state().q;
        };
        const auto reference = final_state();
        settings.form        = DelassusForm::matrix_free;
        auto q               = final_state();
        q.add(-1., reference);
        EXPECT_LT(q.linfty_norm(), 1e-8) << is_corner;
      }
  }

  // Two obstacles at the nodes of an edge, the same one twice in a row.
  TYPED_TEST(ImpactingSolids, CornersAndRedundantObstacles)
  {
    constexpr int dim       = TypeParam::dim;
    using A                 = typename TypeParam::AlgebraType;
    const std::string floor = floor_below<dim>;
    const std::string wall =
      dim == 2 ? "plane: 1.05, 0 ; -1, 0" : "plane: 1.05, 0, 0 ; -1, 0, 0";
    for (const DelassusForm form :
         {DelassusForm::assembled, DelassusForm::matrix_free})
      {
        ImpactSettings<dim> settings;
        settings.obstacles = floor + " | " + wall + " | " + floor;
        settings.form      = form;
        Impact<dim, A> impact(settings);
        impact.stepper.advance(60);
        const StepRecord &record = impact.stepper.record();
        EXPECT_LT(record.energy_record->max_relative_residual, 1e-11);
        EXPECT_LT(record.contacts->max_penetration, 1.5 * 0.04 * 1.3);
        EXPECT_GT(record.contacts->total_impulse, 0.);
      }
  }

  // Large strains: Newton's iteration around the contact problem.
  TYPED_TEST(ImpactingSolids, FiniteStrains)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    ImpactSettings<dim> settings;
    settings.law       = ElasticLaw::neo_hookean;
    settings.obstacles = ball_below<dim>;
    for (const char *const scheme : {"moreau-jean", "cd-lagrange"})
      {
        settings.scheme.name = scheme;
        Impact<dim, A> impact(settings);
        const double   start =
          impact.stepper.record().energy_record->energy.total();
        impact.stepper.advance(60);
        const StepRecord &record = impact.stepper.record();
        EXPECT_GT(record.contacts->total_impulse, 0.) << scheme;
        EXPECT_LT(record.energy_record->energy.total(), 1.02 * start) << scheme;
        EXPECT_GT(record.energy_record->energy.total(), 0.3 * start) << scheme;
      }
  }
} // namespace percuss::test::impacting_solids_test
