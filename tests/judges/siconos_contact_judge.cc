// SPDX-License-Identifier: Apache-2.0
//
// usage: siconos_contact_judge < problem.json > solution.csv
//
// Solves u = W r + q, by Siconos: with the list mu contacts in space or in the
// plane (dimension), each |r_T| <= mu r_N, by Gauss-Seidel iterations; without
// mu a linear complementarity problem, by Lemke's method. Prints rows of r, u.

#include <Friction_cst.h>
#include <FrictionContactProblem.h>
#include <lcp_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <nlohmann/json.hpp>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include <cstdio>
#include <iostream>
#include <vector>

int
main()
{
  const auto input = nlohmann::json::parse(std::cin);
  auto       W     = input["W"].get<std::vector<double>>(); // column by column
  auto       q     = input["q"].get<std::vector<double>>();
  const int  n     = static_cast<int>(q.size());
  std::vector<double>   r(q.size()), u(q.size());
  NumericsMatrix *const matrix = NM_create_from_data(NM_DENSE, n, n, W.data());
  int                   status = 1;
  if (input.contains("mu"))
    {
      auto        mu        = input["mu"].get<std::vector<double>>();
      const int   dimension = input["dimension"];
      const bool  is_3d     = dimension == 3;
      auto *const problem   = frictionContactProblem_new_with_data(
        dimension, n / dimension, matrix, q.data(), mu.data());
      auto *const options = solver_options_create(
        is_3d ? SICONOS_FRICTION_3D_NSGS : SICONOS_FRICTION_2D_NSGS);
      options->dparam[SICONOS_DPARAM_TOL]      = 1e-13;
      options->iparam[SICONOS_IPARAM_MAX_ITER] = 1000000;
      const auto driver = is_3d ? fc3d_driver : fc2d_driver;
      status            = driver(problem, r.data(), u.data(), options);
    }
  else
    {
      LinearComplementarityProblem problem{n, matrix, q.data()};
      auto *const options = solver_options_create(SICONOS_LCP_LEMKE);
      status =
        linearComplementarity_driver(&problem, r.data(), u.data(), options);
    }
  for (int i = 0; i < n; ++i)
    std::printf("%.17g,%.17g\n", r[i], u[i]);
  return status;
}
