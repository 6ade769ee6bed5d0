// SPDX-License-Identifier: Apache-2.0

// Pairs whose boundaries have no mass, on both sides: the largest force,
// balances of momentum, moment of momentum and energy, complementarity and
// Coulomb's law, and what the redistribution of the masses keeps.

#include "two_bricks.h"

namespace percuss::test::massless_pairs_test
{
  using A = PETScAlgebra;

  struct Settings
  {
    std::string                      scheme;
    std::vector<std::pair<Ids, Ids>> pairs;
    double                           friction = 0.;
    BoundaryMass                     mass     = BoundaryMass::weighted;
    std::optional<double>            place    = {}; // small sliding
    ElasticLaw                       law      = ElasticLaw::linear;
  };

  template <int dim>
  SolidDescription<dim>
  massless(SolidDescription<dim> solid, const Settings &settings)
  {
    solid.boundary_mass = settings.mass;
    solid.law           = settings.law;
    for (const auto &[slave, master] : settings.pairs)
      {
        solid.massless_boundaries.insert(slave.begin(), slave.end());
        solid.massless_boundaries.insert(master.begin(), master.end());
      }
    return solid;
  }

  /** two_blocks() with more cells across the height: no node near a boundary is
   * left without mass by what redistribution takes. */
  SolidDescription<2>
  tall_blocks(const double gap, const double distortion)
  {
    SolidDescription<2> solid = two_blocks(5, 7, gap, distortion);
    auto                mesh  = std::make_shared<Mesh>();
    add_block(*mesh, {{0., 1. + gap}, {1., 0.7}, {5, 8}, 1, 10}, distortion);
    add_block(*mesh, {{0., 0.}, {1., 1.}, {7, 8}, 2, 20}, distortion);
    solid.mesh = mesh;
    return solid;
  }

  /** The upper body falls on the lower one, both free, and turns. */
  template <int dim>
  SolidDescription<dim>
  falling(const Settings &settings)
  {
    SolidDescription<dim> solid;
    if constexpr (dim == 2)
      solid = tall_blocks(0.011, 0.1);
    else
      solid = two_bricks(2, 3, 0.011, 0.1, 10.);
    solid.initial_velocity = [](const dealii::Point<dim> &X,
                                const unsigned int        id) {
      dealii::Tensor<1, dim> v;
      v[0]       = id == 1 ? 0.04 - 0.05 * X[dim - 1] : 0.01;
      v[dim - 1] = id == 1 ? -0.1 + 0.05 * X[0] : 0.02;
      return v;
    };
    return massless(solid, settings);
  }

  template <int dim>
  struct Fall : SteppedPairs<dim>
  {
    explicit Fall(const Settings &settings, const double h = 0.02)
      : SteppedPairs<dim>(falling<dim>(settings),
                          settings.pairs,
                          {0., settings.friction},
                          settings.scheme,
                          h,
                          settings.place)
    {}

    /** Steps; calls check() after each. */
    template <class Check>
    void
    advance(const unsigned int n, const Check &check)
    {
      for (unsigned int step = 0; step < n; ++step)
        {
          this->stepper.advance(1);
          check();
        }
    }
  };

  /** Sum x x m v of plane bodies, of what they are now. */
  double
  moment_of_momentum(const SteppedPairs<2> &run)
  {
    double J = 0.;
    A::read_local(run.stepper.state().momentum, [&](const double *const p) {
      A::read_local(run.stepper.state().q, [&](const double *const u) {
        for_each_vertex(
          run.solid,
          [&](const dealii::Point<2> &X, unsigned int, const std::size_t i) {
            J += (X[0] + u[i]) * p[i + 1] - (X[1] + u[i + 1]) * p[i];
          });
      });
    });
    return dealii::Utilities::MPI::sum(J, MPI_COMM_WORLD);
  }

  /** The pairs of two_blocks() and two_bricks(), either one the slave. */
  template <int dim>
  std::vector<std::vector<std::pair<Ids, Ids>>>
  either()
  {
    if constexpr (dim == 2)
      return {upper_is_slave, lower_is_slave};
    else
      return {upper_brick_is_slave, lower_brick_is_slave};
  }

  const std::vector<std::string> schemes{"cd-lagrange",
                                         "moreau-jean",
                                         "generalized-alpha"};

  // Each impulse is P >= 0 on a closed gap and within Coulomb's cone; impulses
  // leave the momentum, and without friction what turns the bodies.
  template <int dim>
  void
  check_balances(const Settings &settings)
  {
    Fall<dim>           fall(settings);
    const std::string   text = settings.scheme + " " + std::to_string(dim);
    const double        mass = fall.solid.total_mass();
    std::vector<double> start;
    for (std::size_t k = 0; k < fall.modes.size(); ++k)
      start.push_back(fall.momentum(k));
    double sum = 0.;
    fall.advance(steps_for_ranks(dim == 2 ? 80 : 50), [&] {
      const StepRecord &record = fall.stepper.record();
      for (std::size_t k = 0; k < start.size(); ++k)
        if (k < dim || (settings.friction == 0. && !settings.place))
          {
            ASSERT_NEAR(fall.momentum(k), start[k], 2e-14 * mass) << text << k;
          }
      const std::size_t n = settings.friction > 0. ? dim : 1;
      for (std::size_t row = 0; row < record.impulse.size(); row += n)
        {
          const double P_N = record.impulse[row];
          double       P_T = 0.;
          for (std::size_t k = 1; k < n; ++k)
            P_T = std::hypot(P_T, record.impulse[row + k]);
          sum += P_N;
          ASSERT_GE(P_N, 0.);
          ASSERT_LE(P_T, settings.friction * P_N * (1. + 1e-9) + 1e-17);
          ASSERT_GE(record.gap[row], -1e-12) << text;
          ASSERT_LE(std::min(P_N, record.gap[row]), 1e-12) << text;
        }
    });
    EXPECT_GT(sum, 1e-3) << text;
    EXPECT_LT(fall.stepper.record().energy_record->max_relative_residual, 1e-13)
      << text;
  }

  TEST(MasslessPairs, BalancesHoldInThePlane)
  {
    for (const std::string &scheme : schemes)
      for (const auto &pairs : either<2>())
        for (const double friction : {0., 0.2})
          for (const auto mass : {BoundaryMass::weighted, BoundaryMass::none})
            check_balances<2>({scheme, pairs, friction, mass});
  }

  TEST(MasslessPairs, BalancesHoldInSpace)
  {
    for (const std::string &scheme : schemes)
      for (const auto &pairs : either<3>())
        for (const double friction : {0., 0.2})
          if (scheme != "generalized-alpha" || friction == 0.)
            check_balances<3>({scheme, pairs, friction, BoundaryMass::none});
  }

  TEST(MasslessPairs, BalancesHoldWithFiniteSliding)
  {
    for (const std::string &scheme : schemes)
      for (const double friction : {0., 0.2})
        {
          check_balances<2>(
            {scheme, lower_is_slave, friction, BoundaryMass::weighted, 1.});
          if (scheme == "cd-lagrange")
            check_balances<3>(
              {scheme, lower_brick_is_slave, friction, BoundaryMass::none, 1.});
        }
  }

  /** Bodies of length 10 m, one metre wide, with cells of 0.1 m along them, two
   * and three across, that are about to meet with -+1/2 m/s; E and the density
   * of the lower one are @p ratio. */
  SolidDescription<2>
  bars(const double ratio, const Settings &settings)
  {
    auto mesh = std::make_shared<Mesh>();
    add_block(*mesh, {{0., 0.0012}, {1., 10.}, {2, 100}, 1, 10}, 0.);
    add_block(*mesh, {{0., -10.}, {1., 10.}, {3, 100}, 2, 20}, 0.);
    SolidDescription<2> solid;
    solid.mesh             = mesh;
    solid.materials        = {{1, {1., 0., 1.}}, {2, {ratio, 0., ratio}}};
    solid.lumped_mass      = true;
    solid.initial_velocity = [](const dealii::Point<2> &,
                                const unsigned int id) {
      return vector(0., id == 1 ? -0.5 : 0.5);
    };
    return massless(solid, settings);
  }

  /** The largest force over that of the waves, Z_1 Z_2/(Z_1 + Z_2), with a
   * Courant number of 0.05. */
  double
  largest_force(const double ratio, const Settings &settings, const Ids &sides)
  {
    constexpr double    h     = 0.005;
    SolidDescription<2> solid = bars(ratio, settings);
    solid.massless_boundaries = sides;
    // rows that act on masses, too, have no row solver
    SteppedPairs<2> run(solid,
                        settings.pairs,
                        {},
                        settings.scheme,
                        h,
                        {},
                        DelassusForm::assembled);
    double          largest = 0.;
    for (unsigned int step = 0; step * h < 2.; ++step)
      {
        run.stepper.advance(1);
        double sum = 0.;
        for (const double P : run.stepper.record().impulse)
          sum += P;
        largest = std::max(largest, sum / h);
      }
    return largest * (1. + ratio) / ratio;
  }

  // A mass opposite to a massless contact node is a lump behind a spring: with one
  // massless side, forces are too large. Equal bodies, and of impedances 1 : 2.
  TEST(MasslessPairs, LargestForce)
  {
    using Mass = BoundaryMass;
    const Ids both{12, 23}, upper{12}, lower{23};
    const std::vector<std::tuple<double, Mass, Ids, double>> expected{
      {1., Mass::none, both, 1.0922},
      {1., Mass::weighted, both, 1.0922},
      {1., Mass::redistributed, both, 1.3309},
      {2., Mass::none, both, 1.0922},
      {1., Mass::none, upper, 1.3971},
      {1., Mass::redistributed, upper, 1.3530},
      {2., Mass::none, upper, 1.1811},
      {2., Mass::redistributed, upper, 1.2534},
      {2., Mass::none, lower, 1.7469},
      {2., Mass::redistributed, lower, 1.7257}};
    for (const auto &[ratio, mass, sides, largest] : expected)
      for (const auto &pairs : either<2>())
        if (sides == both || (pairs == upper_is_slave) == (sides == upper))
          {
            EXPECT_NEAR(largest_force(ratio,
                                      {"cd-lagrange", pairs, 0., mass},
                                      sides),
                        largest,
                        0.01)
              << ratio << ' ' << sides.size();
          }
  }

  // Of each body: the mass, the centre and the inertia.
  TEST(MasslessPairs, RedistributionKeepsMoments)
  {
    for (const BoundaryMass mass :
         {BoundaryMass::weighted, BoundaryMass::redistributed})
      {
        const Settings           settings{"", upper_is_slave, 0., mass};
        const auto               before = tall_blocks(0.011, 0.1);
        const ElasticSolid<2, A> with(before, MPI_COMM_WORLD);
        const ElasticSolid<2, A> without(massless(before, settings),
                                         MPI_COMM_WORLD);
        for (const unsigned int body : {1u, 2u})
          for (const unsigned int power : {0u, 1u, 2u, 3u})
            {
              A::Vector  x = with.initial_displacement(), y = x, p = x;
              const auto set = [&](A::Vector &field, const auto &f) {
                A::write_local(field, [&](double *const local) {
                  for_each_vertex(with,
                                  [&](const dealii::Point<2> &X,
                                      const unsigned int      id,
                                      const std::size_t       i) {
                                    local[i]     = id == body ? f(X) : 0.;
                                    local[i + 1] = 0.;
                                  });
                });
              };
              set(x, [&](const auto &X) { return power < 2 ? 1. : X[0]; });
              set(y, [&](const auto &X) {
                return power == 0 ? 1. : power == 3 ? X[1] : X[0];
              });
              with.momentum(x, x, p);
              const double expected = y * p;
              without.momentum(x, x, p);
              EXPECT_NEAR(y * p, expected, 1e-12) << body << power;
            }
      }
  }

  // Bodies of finite strains that spin, rows at q_k + h v_k: what is left of the
  // moment of momentum is of second order.
  TEST(MasslessPairs, MomentOfMomentumOfFiniteStrains)
  {
    const auto error = [&](const double h, const double place) {
      Fall<2>      fall({"cd-lagrange",
                         lower_is_slave,
                         0.,
                         BoundaryMass::none,
                         place,
                         ElasticLaw::neo_hookean},
                   h);
      const double start   = moment_of_momentum(fall);
      double       largest = 0.;
      fall.advance(static_cast<unsigned int>(std::lround(1.2 / h)), [&] {
        largest = std::max(largest, std::abs(moment_of_momentum(fall) - start));
      });
      return largest;
    };
    const double coarse = error(0.02, 1.), fine = error(0.01, 1.);
    EXPECT_LT(coarse, 1e-5);
    EXPECT_LT(fine, coarse);
    EXPECT_GT(error(0.02, 0.), 10. * coarse);
  }
} // namespace percuss::test::massless_pairs_test
