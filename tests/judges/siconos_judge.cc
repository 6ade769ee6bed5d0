// SPDX-License-Identifier: Apache-2.0
//
// usage: siconos_judge < case.json > history.csv
//
// Steps a system with unilateral contacts by a scheme of Siconos:
//
//   position, velocity          of the start
//   mass, stiffness, damping    matrices; force, a constant vector; or
//   slider crank                true
//   contacts   rows of g = normal q + offset (and tangential), discs of planar
//              bodies on lines or discs, corners of the slider
//   joints     pairs of points [body, x, y]
//   restitution, friction, scheme, theta, step, steps,
//   Newton's tolerance and iterations
//
// A row of the history is the position, the velocity, the impulses of a step.

#include "siconos_json.h"
#include "siconos_mechanics.h"

#include <SolverOptions.h>

#include <cstdio>
#include <iostream>
#include <vector>

using Json = nlohmann::json;

namespace
{
  SP::SimpleMatrix
  matrix_of(const Json &rows)
  {
    auto result =
      std::make_shared<SimpleMatrix>(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < rows[i].size(); ++j)
        result->setValue(i, j, rows[i][j].get<double>());
    return result;
  }

  SP::LagrangianDS
  system_of(const Json &input)
  {
    const auto q = vector_of(input["position"]),
               v = vector_of(input["velocity"]);
    if (input.contains("slider crank"))
      return std::make_shared<SliderCrankDS>(q, v);
    if (input.contains("joints")) // planar: iterated, as relations are curved
      {
        const auto ds =
          std::make_shared<LagrangianDS>(q, v, matrix_of(input["mass"]));
        ds->setFExtPtr(vector_of(input["force"]));
        return ds;
      }
    const auto ds =
      std::make_shared<LagrangianLinearTIDS>(q, v, matrix_of(input["mass"]));
    if (input.contains("stiffness"))
      ds->setKPtr(matrix_of(input["stiffness"]));
    if (input.contains("damping"))
      ds->setCPtr(matrix_of(input["damping"]));
    if (input.contains("force"))
      ds->setFExtPtr(vector_of(input["force"]));
    return ds;
  }

  Pair
  pair_of(const Json &list, const std::size_t first = 0)
  {
    return {list[first].get<double>(), list[first + 1].get<double>()};
  }

  BodyPoint
  point_of(const Json &list)
  {
    return {list[0].get<int>(), pair_of(list, 1)};
  }

  SP::Relation
  relation_of(const Json &contact)
  {
    if (contact.contains("normal"))
      {
        Json rows = {contact["normal"]}, offset = {contact["offset"]};
        if (contact.contains("tangential"))
          {
            rows.push_back(contact["tangential"]);
            offset.push_back(0.);
          }
        return std::make_shared<LagrangianLinearTIR>(matrix_of(rows),
                                                     vector_of(offset));
      }
    if (contact.contains("corner"))
      {
        const Pair signs = pair_of(contact["corner"]);
        return std::make_shared<SliderCorner>(signs[0], signs[1]);
      }
    const BodyPoint point  = point_of(contact["point"]);
    const double    radius = contact["radius"].get<double>();
    if (contact.contains("other"))
      return std::make_shared<DiscOnDisc>(point,
                                          point_of(contact["other"]),
                                          radius);
    const Json &line = contact["line"];
    return std::make_shared<DiscOnLine>(point,
                                        pair_of(line),
                                        pair_of(line, 2),
                                        radius);
  }

  /** Of velocities and impulses. */
  SP::OneStepNSProblem
  impact_problem(const bool friction, const bool joints)
  {
    SP::OneStepNSProblem problem;
    if (friction)
      problem = std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS);
    else if (joints)
      problem = std::make_shared<MLCP>(SICONOS_MLCP_ENUM);
    else
      problem = std::make_shared<LCP>(SICONOS_LCP_LEMKE);
    problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-14;
    return problem;
  }

  SP::TimeStepping
  simulation_of(const Json                  &input,
                SP::NonSmoothDynamicalSystem system,
                const SP::OneStepNSProblem  &impact)
  {
    const auto time =
      std::make_shared<TimeDiscretisation>(0., input["step"].get<double>());
    const std::string scheme = input["scheme"];
    const double      theta  = input["theta"];
    // a tie is an impact, as in percuss
    const auto tied = [](const auto &osi) {
      osi->setConstraintActivationThreshold(1e-12);
      return osi;
    };
    // twelve iterations: Siconos' criterion does not see that normals and
    // directions of joints still turn
    const auto set = [&](const auto &s) {
      s->setNewtonTolerance(input.value("tolerance", -1.));
      s->setNewtonMaxIteration(input.value("iterations", 12));
      s->setWarnOnNonConvergence(false);
      return s;
    };
    const auto project = [&](const auto &s) {
      s->setProjectionMaxIteration(500);
      s->setConstraintTolUnilateral(1e-12);
      s->setConstraintTol(1e-12);
      return s;
    };
    if (scheme == "moreau-jean")
      {
        const auto osi = tied(std::make_shared<MoreauJeanOSI>(theta));
        return set(std::make_shared<TimeStepping>(system, time, osi, impact));
      }
    const auto position = std::make_shared<MLCPProjectOnConstraints>();
    if (scheme == "direct-projection")
      {
        const auto osi =
          tied(std::make_shared<MoreauJeanDirectProjectionOSI>(theta));
        return set(project(std::make_shared<TimeSteppingDirectProjection>(
          system, time, osi, impact, position, 0)));
      }
    if (scheme == "combined-projection")
      {
        const auto osi =
          tied(std::make_shared<MoreauJeanCombinedProjectionOSI>(theta));
        return set(project(std::make_shared<TimeSteppingCombinedProjection>(
          system, time, osi, impact, position, 2)));
      }
    throw std::invalid_argument("unknown scheme " + scheme);
  }

  void
  print(const SiconosVector &x)
  {
    for (unsigned int i = 0; i < x.size(); ++i)
      std::printf("%.17g,", x(i));
  }

  void
  run(const Json &input)
  {
    const double step     = input["step"];
    const int    n        = input["steps"];
    const bool   friction = input.value("friction", 0.) > 0.;
    const double e        = input.value("restitution", 0.);
    const auto   system =
      std::make_shared<NonSmoothDynamicalSystem>(0., (n + 1) * step);
    const auto ds = system_of(input);
    system->insertDynamicalSystem(ds);
    std::vector<SP::Interaction> interactions;
    const auto add = [&](const SP::NonSmoothLaw &law, const SP::Relation &r) {
      interactions.push_back(std::make_shared<Interaction>(law, r));
      system->link(interactions.back(), ds);
    };
    const Json joints = input.value("joints", Json::array());
    for (const Json &joint : joints)
      add(std::make_shared<EqualityConditionNSL>(2),
          std::make_shared<Hinge>(point_of(joint[0]), point_of(joint[1])));

    for (const Json &contact : input.value("contacts", Json::array()))
      {
        SP::NonSmoothLaw law;
        if (friction)
          law = std::make_shared<NewtonImpactFrictionNSL>(
            e, 0., input["friction"].get<double>(), 2);
        else
          law =
            std::make_shared<NewtonImpactNSL>(contact.value("restitution", e));
        add(law, relation_of(contact));
      }

    const auto simulation =
      simulation_of(input, system, impact_problem(friction, !joints.empty()));
    for (int k = 0; k < n; ++k)
      {
        simulation->advanceToEvent();
        print(*ds->q());
        print(*ds->velocity());
        for (const auto &interaction : interactions)
          print(*interaction->lambda(1));
        std::printf("\n");
        simulation->nextStep();
      }
  }
} // namespace

int
main()
{
  try
    {
      run(Json::parse(std::cin));
    }
  catch (const std::exception &error)
    {
      std::cerr << error.what() << '\n';
      return 1;
    }
  catch (...)
    {
      Siconos::exception::process();
      return 1;
    }
}
