// SPDX-License-Identifier: Apache-2.0

// percuss lcp: a linear complementarity problem from files,
//   0 <= u = W z + b  ⊥  z >= 0.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/program/commands.h>
#include <percuss/program/matrix_market.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/make_complementarity_solver.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>

namespace percuss
{
  namespace
  {
    const char *const lcp_help =
      R"(usage: percuss lcp --matrix W.mtx --vector b.mtx [OPTIONS]

Solves the linear complementarity problem  0 <= W z + b  perp  z >= 0  from
Matrix Market files: coordinate or array, real or integer, general or symmetric.

  --matrix FILE   W, square
  --vector FILE   b, one column
  --solver NAME   one of 'percuss list solvers'; without it, automatic
  --output FILE   writes z in array format with 17 digits, if it is found
  --json          the report as one JSON object

Exit status: 0 solved, 1 not solved, with the reason, 2 the input is wrong.
)";

    struct LcpArguments
    {
      std::string matrix, vector, output, solver = "automatic";
      bool        json = false;
    };

    LcpArguments
    parse(const Arguments &words)
    {
      LcpArguments result;
      for (std::size_t i = 0; i < words.size(); ++i)
        {
          const auto takes_value = [&](const std::string &option,
                                       std::string       &value) {
            if (words[i].starts_with(option + "="))
              value = words[i].substr(option.size() + 1);
            else if (words[i] == option && i + 1 < words.size())
              value = words[++i];
            else if (words[i] != option)
              return false;
            else
              throw InputError(option + " needs a value.");
            if (value.empty())
              throw InputError(option + " needs a value.");
            return true;
          };
          if (words[i] == "--json")
            result.json = true;
          else if (!takes_value("--matrix", result.matrix) &&
                   !takes_value("--vector", result.vector) &&
                   !takes_value("--output", result.output) &&
                   !takes_value("--solver", result.solver))
            {
              const std::vector<std::string> options{"--matrix",
                                                     "--vector",
                                                     "--output",
                                                     "--solver",
                                                     "--json",
                                                     "--help"};
              const std::string              meant =
                nearest(words[i].substr(0, words[i].find('=')), options);
              throw InputError(
                "percuss lcp has no option '" + words[i] + "'. " +
                (meant.empty() ? "See percuss lcp --help." :
                                 "Did you mean '" + meant + "'?"));
            }
        }
      for (const auto &[option, file] : {std::pair("--matrix", &result.matrix),
                                         std::pair("--vector", &result.vector)})
        if (file->empty())
          throw InputError(std::string("percuss lcp needs ") + option +
                           " FILE. See percuss lcp --help.");
      std::error_code ignored;
      for (const std::string &input : {result.matrix, result.vector})
        if (std::filesystem::equivalent(input, result.output, ignored))
          throw InputError("--output '" + result.output +
                           "' would overwrite the input '" + input + "'.");
      return result;
    }

    std::unique_ptr<ComplementaritySolver>
    make_solver_of(const std::string &name, const unsigned int n_rows)
    {
      std::vector<std::string> names;
      for (const SolverDescription &solver : complementarity_solver_names())
        names.emplace_back(solver.name);
      if (std::ranges::find(names, name) != names.end())
        return make_complementarity_solver(name, n_rows);
      std::string message =
        "--solver: there is no solver '" + name + "'. Allowed is one of:";
      for (const std::string &known : names)
        message += (&known == &names.front() ? " " : ", ") + known;
      const std::string meant = nearest(name, names);
      throw InputError(message + "." +
                       (meant.empty() ? "" : " Did you mean '" + meant + "'?"));
    }

    std::string
    reason(const SolverReport &report, const bool is_symmetric)
    {
      switch (report.status)
        {
          case SolverStatus::infeasible:
            return "no z >= 0 makes W z + b >= 0.";
          case SolverStatus::iteration_limit:
            return "the solver has reached its limit of iterations; try "
                   "another one.";
          case SolverStatus::unsupported:
            return is_symmetric ?
                     "the solver does not treat it; try another one." :
                     "the solver wants a symmetric W; try another one.";
          case SolverStatus::singular:
            return "the solver has broken down; try another one.";
          default:
            return "the numbers have left the range of the arithmetic; scale "
                   "W and b.";
        }
    }

    nlohmann::ordered_json
    summary(const std::string                &solver,
            const ConeComplementarityProblem &problem,
            const SolverReport               &report,
            const Eigen::VectorXd            &z)
    {
      const auto           &W = *problem.W.explicit_matrix();
      const Eigen::VectorXd u =
        W * z + Eigen::Map<const Eigen::VectorXd>(problem.b.data(), z.size());
      return {{"size", W.rows()},
              {"nonzeros", W.nonZeros()},
              {"symmetric", is_symmetric(problem.W)},
              {"solver", solver},
              {"solved_by", report.solved_by},
              {"status", to_string(report.status)},
              {"iterations", report.iterations},
              {"residual", report.residual},
              {"smallest_z", z.minCoeff()},
              {"smallest_u", u.minCoeff()}};
    }

    /** One line each, "smallest z   0". */
    void
    print(const nlohmann::ordered_json &values)
    {
      for (const auto &[key, value] : values.items())
        {
          std::string name = key;
          std::ranges::replace(name, '_', ' ');
          name.resize(12, ' ');
          std::cout << name
                    << (value.is_string() ? value.get<std::string>() :
                        value.is_boolean() ?
                                            (value.get<bool>() ? "yes" : "no") :
                                            value.dump())
                    << '\n';
        }
    }

    int
    lcp(const Arguments &words, const Catalogue &)
    {
      const LcpArguments arguments = parse(words);
      const auto         matrix    = read_market_matrix(arguments.matrix);
      if (matrix.rows() != matrix.cols())
        throw InputError(arguments.matrix + ": W must be square, this is " +
                         std::to_string(matrix.rows()) + " x " +
                         std::to_string(matrix.cols()) + ".");
      const Eigen::VectorXd b = read_market_vector(arguments.vector);
      if (b.size() != matrix.rows())
        throw InputError(arguments.vector + ": b must have the " +
                         std::to_string(matrix.rows()) +
                         " rows of W, this has " + std::to_string(b.size()) +
                         ".");

      const auto             n      = static_cast<unsigned int>(b.size());
      const auto             solver = make_solver_of(arguments.solver, n);
      const ExplicitDelassus W(matrix);
      const Cone             cone = Cone::unilateral(0, n);
      const ConeComplementarityProblem problem{W, {b.data(), n}, {&cone, 1}};
      Eigen::VectorXd                  z = Eigen::VectorXd::Zero(n);
      const SolverReport report = solver->solve(problem, {z.data(), n});

      const bool is_solved = report.is_solution_usable();
      if (is_solved && !arguments.output.empty() && processes().is_first())
        write_market_vector(z, arguments.output);
      const auto values = summary(arguments.solver, problem, report, z);
      if (arguments.json)
        std::cout << values.dump() << std::endl;
      else
        print(values);
      if (!is_solved && processes().is_first())
        std::cerr << "percuss: not solved: "
                  << reason(report, values["symmetric"].get<bool>())
                  << std::endl;
      return is_solved ? 0 : 1;
    }
  } // namespace

  extern const Command lcp_command{"lcp", lcp_help, lcp};
} // namespace percuss
