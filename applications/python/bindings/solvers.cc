// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"
#include "bindings.h"

#include <percuss/base/exceptions.h>
#include <percuss/complementarity/friction_contact_problem.h>
#include <percuss/program/named_solver.h>

#include <pybind11/stl.h>

#include <cmath>

namespace percuss::python
{
  namespace py = pybind11;

  namespace
  {
    using Numbers =
      py::array_t<double, py::array::c_style | py::array::forcecast>;
    using Indices = py::array_t<int, py::array::c_style | py::array::forcecast>;
    using Sparse  = LocalFrictionProblem::Sparse;

    /** The arrays of a matrix with compressed rows, as scipy has them. */
    struct Rows
    {
      Indices starts, columns;
      Numbers values;

      Sparse
      matrix() const
      {
        const Eigen::Index n = starts.size() - 1;
        return Eigen::Map<const Sparse>(
          n, n, values.size(), starts.data(), columns.data(), values.data());
      }
    };

    Eigen::VectorXd
    vector_of(const Numbers &numbers)
    {
      return Eigen::Map<const Eigen::VectorXd>(numbers.data(), numbers.size());
    }

    /** What has come of a problem. */
    struct Solution
    {
      std::vector<double> p, u; ///< impulses, gap velocities
    };

    py::dict
    solve(const ConeComplementarityProblem &problem,
          const std::string                &solver_name,
          const double                      tolerance)
    {
      const auto   solution = std::make_shared<Solution>();
      const auto   m        = problem.size();
      SolverReport report;
      std::string  reason;
      solution->p.resize(m);
      solution->u.resize(m);
      {
        const py::gil_scoped_release without_gil;
        const OneThread              alone(solver_name.starts_with("petsc"));
        if (solver_name.starts_with("petsc"))
          check_one_process();
        const auto solver =
          make_named_solver({solver_name, "solver"}, m, tolerance);
        report = solver->solve(problem, solution->p);
        gap_velocity(problem, solution->p, solution->u);
        if (!report.is_solution_usable())
          reason = reason_of_failure(problem, report, tolerance);
      }
      const std::shared_ptr<const Solution> owner = solution;

      py::dict result;
      result["p"]          = read_only_view(owner->p, owner);
      result["u"]          = read_only_view(owner->u, owner);
      result["status"]     = std::string(to_string(report.status));
      result["solved_by"]  = std::string(report.solved_by);
      result["iterations"] = report.iterations;
      result["residual"]   = report.residual;
      result["reason"]     = reason;
      return result;
    }

    py::dict
    solve_lcp(const Indices     &starts,
              const Indices     &columns,
              const Numbers     &values,
              const Numbers     &b,
              const std::string &solver,
              const double       tolerance)
    {
      const ExplicitDelassus W(Rows{starts, columns, values}.matrix());
      const Eigen::VectorXd  q    = vector_of(b);
      const Cone             cone = Cone::unilateral(0, W.size());
      return solve({W, {q.data(), W.size()}, {&cone, 1}}, solver, tolerance);
    }

    py::dict
    solve_friction(const Indices     &starts,
                   const Indices     &columns,
                   const Numbers     &values,
                   const Numbers     &b,
                   const Numbers     &mu,
                   const std::string &solver,
                   const double       tolerance)
    {
      LocalFrictionProblem local;
      local.dimension = static_cast<unsigned int>(b.size() / mu.size());
      local.W         = Rows{starts, columns, values}.matrix();
      local.q         = vector_of(b);
      local.mu        = vector_of(mu);
      local.V.resize(b.size(), 0);
      local.R.resize(0, 0);
      local.s.resize(0);
      const ConeProblemData data = cone_problem(local);
      return solve(data.view(), solver, tolerance);
    }
  } // namespace

  void
  bind_solvers(py::module_ &module)
  {
    module.def("solve_lcp", solve_lcp);
    module.def("solve_friction", solve_friction);
  }
} // namespace percuss::python
