// SPDX-License-Identifier: Apache-2.0

// Every scheme on random systems: masses over six decades, one to eight rows,
// joints, redundant rows, any e. The energy identity closes, and no energy is
// gained where the scheme's page says so.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"
#include "scheme_family.h"

#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <limits>

namespace percuss::test::random_impacts_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;

  /** A system in motion and its rows, joints first. */
  struct RandomImpacts
  {
    RandomImpacts(const unsigned int seed, const unsigned int n_rows)
      : system(seed, false, false)
      , contacts(seed, n_rows)
      , generator(seed)
    {
      std::uniform_real_distribution<double> decades(-1.5, 1.5);
      std::normal_distribution<double>       normal;
      Eigen::Matrix<double, 6, 1>            scale;
      for (double &s : scale)
        s = std::pow(10., decades(generator));
      const auto D = scale.asDiagonal();
      system.M     = D * system.M * D;
      system.K     = D * system.K * D;
      for (int i = 0; i < 6; ++i)
        v_0.entries[i] = normal(generator) / scale[i];

      const unsigned int n_joints = n_rows > 2 ? generator() % 3 : 0;
      for (unsigned int i = 0; i < n_rows; ++i)
        if (i < n_joints)
          contacts.laws[i] = {ContactLaw::Kind::bilateral, 0.};
        else
          {
            const double e[]             = {0., 0.3, 0.5, 0.9, 1.};
            contacts.laws[i].restitution = e[generator() % 5];
          }
      if (generator() % 2 == 1 && n_rows > 1) // redundant: the same row twice
        {
          const auto last      = static_cast<Eigen::Index>(n_rows) - 1;
          contacts.G.row(last) = 2. * contacts.G.row(last - 1);
          if (n_rows == n_joints + 1)
            contacts.laws.back() = contacts.laws[n_rows - 2];
        }
      if (n_joints > 0) // a velocity that the joints allow
        {
          const Eigen::MatrixXd J = contacts.G.topRows(n_joints);
          v_0.entries -=
            J.transpose() * (J * J.transpose()).ldlt().solve(J * v_0.entries);
        }
      for (unsigned int i = 0; i < n_rows; ++i)
        contacts.g_0[i] =
          i < n_joints ? 0. : 0.02 * contacts.G.row(i).norm() / scale[0];
    }

    /** A tenth of the critical step. */
    double
    time_step() const
    {
      return 0.2 /
             std::sqrt(largest_generalized_eigenvalue(system.K, system.M));
    }

    RandomSystem   system;
    RandomContacts contacts;
    SmallVector<6> q_0, v_0;

  private:
    std::mt19937 generator;
  };

  // Contact problems are solved up to this, in relation to the data.
  constexpr double solver_tolerance = 1e-10;

  /** The most that a step adds to the algorithmic energy, over the energy. */
  double
  largest_gain(
    const SchemeParameters  &parameters,
    const RandomImpacts     &impacts,
    const SeparatingContacts opening = SeparatingContacts::automatic,
    const Activation activation = {Activation::Rule::explicit_forecast, 0.5})
  {
    const auto     scheme = make_scheme<System>(parameters);
    const auto     m      = impacts.contacts.n_constraints();
    const auto     solver = make_solver("automatic", static_cast<unsigned>(m));
    ContactOptions options;
    options.separating = opening;
    TimeStepper<System> stepper(impacts.system,
                                *scheme,
                                impacts.contacts,
                                *solver,
                                activation,
                                {0., impacts.time_step(), 1e3},
                                impacts.q_0,
                                impacts.v_0,
                                options);
    const EnergyRecord &energy_record = *stepper.record().energy_record;
    const double        scale         = energy_record.initial_energy.total();
    double              gain          = 0.;
    for (int k = 0; k < 400; ++k)
      {
        const double before = energy_record.energy.algorithmic;
        try
          {
            stepper.advance(1);
          }
        catch (const NumericalFailure &failure)
          { // schemes without a bound of the energy
            EXPECT_NE(std::string(failure.what()).find("1000 times"),
                      std::string::npos)
              << failure.what();
            return std::numeric_limits<double>::infinity();
          }
        gain =
          std::max(gain, (energy_record.energy.algorithmic - before) / scale);
      }
    EXPECT_LT(energy_record.max_relative_residual, 1e-11);
    return gain;
  }

  class RandomImpactsOfScheme : public testing::TestWithParam<SchemeInformation>
  {
  public:
    static SchemeParameters
    parameters()
    {
      SchemeParameters result = scheme_named(std::string(GetParam().name));
      if (result.name == "moreau-jean-dissipative")
        result.theta = 0.7;
      return result;
    }
  };

  TEST_P(RandomImpactsOfScheme, IdentityClosesAndNoEnergyIsGained)
  {
    const auto scheme = make_scheme<System>(parameters());
    const bool never_gains =
      scheme->contact_treatment().impulses_work_at_mean_velocity;
    double gain_of_some = 0.;
    for (unsigned int n_rows = 1; n_rows <= 8; ++n_rows)
      for (unsigned int seed = 1; seed <= 6; ++seed)
        {
          const RandomImpacts impacts(100 * n_rows + seed, n_rows);
          const double        gain = largest_gain(parameters(), impacts);
          if (never_gains)
            {
              EXPECT_LT(gain, solver_tolerance)
                << n_rows << " rows, seed " << seed;
              gain_of_some = std::max(gain_of_some,
                                      largest_gain(parameters(),
                                                   impacts,
                                                   SeparatingContacts::newton));
            }
        }
    if (never_gains)
      { // Newton's e on contacts that open does
        EXPECT_GT(gain_of_some, 1e-4);
      }
  }

  INSTANTIATE_TEST_SUITE_P(Schemes,
                           RandomImpactsOfScheme,
                           testing::ValuesIn(schemes().begin(),
                                             schemes().end()),
                           [](const auto &test) {
                             std::string name(test.param.name);
                             std::erase(name, '-');
                             return name;
                           });

  // Moreau-Jean's scheme dissipates up to theta = 1/(1 + e), whatever forecast.
  TEST(RandomImpacts, MoreauJeanDissipatesUpToItsBound)
  {
    for (const Activation &activation :
         {Activation(Activation::Rule::explicit_forecast, 0.),
          Activation(Activation::Rule::explicit_forecast, 1.),
          Activation(Activation::Rule::free_position_forecast, 0.),
          Activation(Activation::Rule::acary_2014, 0.)})
      for (unsigned int seed = 1; seed <= 10; ++seed)
        {
          RandomImpacts impacts(seed, 1 + seed % 8);
          double        e_max = 0.;
          for (const ContactLaw &law : impacts.contacts.laws)
            e_max = std::max(e_max, law.restitution);
          EXPECT_LT(largest_gain(scheme_named("moreau-jean", 1. / (1. + e_max)),
                                 impacts,
                                 SeparatingContacts::automatic,
                                 activation),
                    solver_tolerance)
            << seed;
        }
  }
} // namespace percuss::test::random_impacts_test
