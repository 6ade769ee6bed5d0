// SPDX-License-Identifier: Apache-2.0

// Schatzman-Paoli's scheme as it is printed, [A12] (20), from the positions of
// neighbouring steps alone:
//   M (q_{j+1} - 2 q_j + q_{j-1}) = h^2 (F(t_j + theta h) - s(q_{j+theta})
//                                   - C ((1 - theta) v_{j-1} + theta v_j)),
//   v_j = (q_{j+1} - q_{j-1})/(2 h),
// and with Newmark's weights beta, 1 - 2 beta, beta in s and C v_j.

#include "model_run.h"
#include "steppers.h"

#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>

#include <gtest/gtest.h>

#include <vector>

namespace percuss::test::schatzman_paoli_test
{
  template <class Model, class Contacts>
  void
  expect_printed_equation(const Model    &model,
                          const Contacts &contacts,
                          const double    h)
  {
    using Vector = typename Model::Vector;
    for (const auto &[is_beta, weight] : {std::pair(false, 0.),
                                          {false, 0.3},
                                          {false, 0.5},
                                          {false, 1.},
                                          {true, 0.},
                                          {true, 0.25},
                                          {true, 0.6}})
      {
        SchemeParameters parameters =
          scheme_named("schatzman-paoli", is_beta ? 0.5 : weight);
        if (is_beta)
          parameters.beta = weight;
        const double              theta = is_beta ? 0. : weight;
        ModelRun<Model, Contacts> run(
          model, contacts, parameters, explicit_forecast(0.5), h);
        std::vector<Vector> q{run.stepper.state().q};
        for (int j = 1; j <= 200; ++j)
          {
            run.stepper.advance(1);
            q.push_back(run.stepper.state().q);
          }
        ASSERT_EQ(run.stepper.record().contacts->n_problems, 0u);

        const auto velocity = [&](const std::size_t j) {
          Vector v;
          v.add(0.5 / h, q[j + 1], -0.5 / h, q[j - 1]);
          return v;
        };
        for (std::size_t j = 2; j < 200; ++j)
          {
            Vector change, inertia, F, point, s, v, d;
            change.add(1., q[j + 1], -2., q[j]);
            change.add(1., q[j - 1]);
            model.momentum(change, change, inertia);
            model.load((static_cast<double>(j) + theta) * h, F);
            if (is_beta)
              {
                point.add(1. - 2. * weight, q[j], weight, q[j + 1]);
                point.add(weight, q[j - 1]);
                v = velocity(j);
              }
            else
              {
                point.add(1. - theta, q[j], theta, q[j + 1]);
                v.add(1. - theta, velocity(j - 1), theta, velocity(j));
              }
            model.elastic_force(point, s);
            model.damping_force(q[j], v, d);
            const auto force =
              (F.entries - s.entries - d.entries - inertia.entries / (h * h))
                .eval();
            EXPECT_LT(force.norm(), 1e-9 * (s.entries.norm() + 1.));
          }
      }
  }

  TEST(SchatzmanPaoli, IsThePrintedScheme)
  {
    LinearOscillatorDescription d;
    d.damping                = 2.;
    d.stiffness              = 40.;
    d.load_amplitude         = 5.;
    d.load_angular_frequency = 4.;
    d.obstacle_position      = -100.;
    expect_printed_equation(LinearOscillator(d), floor_at<1>(-100., 0.), 1e-2);
    RotatingSpringDescription spring;
    spring.boundary_radius = 100.;
    expect_printed_equation(RotatingSpring(spring),
                            CircularBoundary<1>(100., {0.}),
                            1e-2);
  }
} // namespace percuss::test::schatzman_paoli_test
