// SPDX-License-Identifier: Apache-2.0

// Where impulses stay at their nodes, a step changes the motion there alone, and
// so it does with the two sides of an impact. In each step they are those of an
// assembled W, whose responses are vectors.

#include "solid_run.h"
#include "striking_solid.h"

#include <gtest/gtest.h>

namespace percuss::test::local_response_test
{
  template <int dim>
  SolidDescription<dim>
  falling_box(const ElasticLaw law)
  {
    SolidDescription<dim> box = box_of_degree<dim>(1);
    box.lumped_mass           = true;
    box.law                   = law;
    box.gravity[dim - 1]      = -0.5;
    box.initial_velocity      = oblique_fall<dim>();
    return box;
  }

  template <int dim>
  const char *const floor_below =
    dim == 2 ? "plane: 0, -0.05 ; 0, 1" : "plane: 0, 0, -0.05 ; 0, 0, 1";
  template <int dim>
  const char *const rising_ball =
    dim == 2 ? "sphere: 0.5, -1.05 ; 1 ; moved by: 0, 0.3*t" :
               "sphere: 0.5, 0.35, -1.05 ; 1 ; moved by: 0.1*t, 0, 0.3*t";

  template <class A>
  void
  expect_equal(const Stepper<A> &one, const Stepper<A> &other)
  {
    const State<A> &y = other.state(); // right limits
    State<A>        x = one.state();
    x.v.add(-1., y.v);
    x.a.add(-1., y.a);
    x.momentum.add(-1., y.momentum);
    EXPECT_LT(x.v.linfty_norm(), 1e-10);
    EXPECT_LT(x.a.linfty_norm(), 1e-8);
    EXPECT_LT(x.momentum.linfty_norm(), 1e-10);
    const Energy &energy = one.record().energy, of = other.record().energy;
    EXPECT_NEAR(energy.kinetic, of.kinetic, 1e-11);
    EXPECT_NEAR(energy.strain, of.strain, 1e-11);
    EXPECT_NEAR(energy.potential, of.potential, 1e-11);
    EXPECT_NEAR(energy.algorithmic, of.algorithmic, 1e-11);
  }

  template <class S>
  class LocalResponses : public testing::Test
  {};
  TYPED_TEST_SUITE(LocalResponses, Spaces);

  TYPED_TEST(LocalResponses, AreThoseOfAnAssembledOperator)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::AlgebraType;
    using Block       = StrikingSolid<dim, A>;
    const auto h      = [](const auto &) { return 0.03; };
    for (const char *const obstacle : {floor_below<dim>, rising_ball<dim>})
      for (const ElasticLaw law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
        for (const double e : {0., 0.3, 1.})
          for (const double mu : {0., 0.3, 1.})
            {
              const auto block = [&](const DelassusForm form) {
                SchemeParameters scheme;
                scheme.name = "cd-lagrange";
                return std::make_unique<Block>(
                  falling_box<dim>(law),
                  StrikeSettings{scheme, obstacle, {e, mu}, "automatic", form},
                  h);
              };
              const auto   local     = block(DelassusForm::local);
              const auto   assembled = block(DelassusForm::assembled);
              unsigned int n_impacts = 0;
              double       impulse   = 0.;
              for (unsigned int k = 0; k < 15; ++k)
                {
                  local->stepper.advance(1);
                  assembled->stepper.advance(1);
                  const double total =
                    local->stepper.record().contacts->total_impulse;
                  n_impacts += total > impulse;
                  impulse = total;
                  SCOPED_TRACE(std::string(obstacle) + ", law " +
                               std::to_string(static_cast<int>(law)) +
                               ", e = " + std::to_string(e) +
                               ", mu = " + std::to_string(mu) + ", step " +
                               std::to_string(k));
                  expect_equal<A>(local->stepper, assembled->stepper);
                }
              EXPECT_GT(n_impacts, 1u) << obstacle << ", e = " << e;
              EXPECT_LT(
                local->stepper.record().energy_record->max_relative_residual,
                1e-12);
            }
  }
} // namespace percuss::test::local_response_test
