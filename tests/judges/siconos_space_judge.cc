// SPDX-License-Identifier: Apache-2.0
//
// usage: siconos_space_judge < case.json > history.csv
//
// Steps a rigid body in space, whose balls of a radius about points fixed to it
// strike the plane z = 0 with friction, by the scheme of Moreau and Jean:
//
//   position    x, y, z and a quaternion, the real part first
//   twist       velocity, angular velocity in the body's axes
//   mass, inertia (its three principal values), gravity (along z)
//   points, radius, restitution, friction, theta, step, steps
//
// A row of the history is the position, the twist, the normal impulses.

#include "siconos_json.h"

#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <vector>

using Json = nlohmann::json;

namespace
{
  class BallOnPlane : public NewtonEuler3DR
  {
  public:
    BallOnPlane(const Json &p, const double radius)
      : p(p.get<std::array<double, 3>>())
      , radius(radius)
    {}

    void
    computeh(double, const BlockVector &q, SiconosVector &y) override
    {
      const std::array<double, 3> r = turned(q);
      for (int i = 0; i < 3; ++i)
        {
          const double x = q(i) + r[i] - (i == 2 ? radius : 0.);
          _Pc1->setValue(i, x);
          _Pc2->setValue(i, i == 2 ? 0. : x);
          _Nc->setValue(i, i == 2 ? 1. : 0.);
        }
      y.setValue(0, q(2) + r[2] - radius);
    }

  private:
    /** p + 2 b x (b x p + a p) with the quaternion (a, b). */
    std::array<double, 3>
    turned(const BlockVector &q) const
    {
      const double                a = q(3);
      const std::array<double, 3> b{q(4), q(5), q(6)};
      const auto                  cross = [](const auto &x, const auto &y) {
        return std::array<double, 3>{x[1] * y[2] - x[2] * y[1],
                                     x[2] * y[0] - x[0] * y[2],
                                     x[0] * y[1] - x[1] * y[0]};
      };
      auto s = cross(b, p);
      for (int i = 0; i < 3; ++i)
        s[i] += a * p[i];
      s = cross(b, s);
      return {p[0] + 2. * s[0], p[1] + 2. * s[1], p[2] + 2. * s[2]};
    }

    const std::array<double, 3> p;
    const double                radius;
  };

  void
  print(const SiconosVector &x)
  {
    for (unsigned int i = 0; i < x.size(); ++i)
      std::printf("%.17g,", x(i));
  }
} // namespace

int
main()
{
  const Json   input = Json::parse(std::cin);
  const double step = input["step"], mass = input["mass"];
  const int    n = input["steps"];
  const auto   I = std::make_shared<SimpleMatrix>(3, 3);
  I->zero();
  for (int i = 0; i < 3; ++i)
    I->setValue(i, i, input["inertia"][i].get<double>());
  const auto body = std::make_shared<NewtonEulerDS>(
    vector_of(input["position"]), vector_of(input["twist"]), mass, I);
  body->setFExtPtr(vector_of({0., 0., -mass * input["gravity"].get<double>()}));

  const auto system =
    std::make_shared<NonSmoothDynamicalSystem>(0., (n + 1) * step);
  system->insertDynamicalSystem(body);
  const auto law = std::make_shared<NewtonImpactFrictionNSL>(
    input["restitution"].get<double>(), 0., input["friction"].get<double>(), 3);
  std::vector<SP::Interaction> contacts;
  for (const Json &p : input["points"])
    {
      contacts.push_back(std::make_shared<Interaction>(
        law, std::make_shared<BallOnPlane>(p, input["radius"].get<double>())));
      system->link(contacts.back(), body);
    }

  const auto impact =
    std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
  impact->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL]      = 1e-14;
  impact->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  const auto scheme =
    std::make_shared<MoreauJeanOSI>(input["theta"].get<double>());
  scheme->setConstraintActivationThreshold(1e-12);
  const auto simulation = std::make_shared<TimeStepping>(
    system, std::make_shared<TimeDiscretisation>(0., step), scheme, impact);
  simulation->setNewtonTolerance(-1.);
  simulation->setNewtonMaxIteration(12);
  simulation->setWarnOnNonConvergence(false);
  for (int k = 0; k < n; ++k)
    {
      simulation->advanceToEvent();
      print(*body->q());
      print(*body->twist());
      for (const auto &contact : contacts)
        std::printf("%.17g,", (*contact->lambda(1))(0));
      std::printf("\n");
      simulation->nextStep();
    }
}
