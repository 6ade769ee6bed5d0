// SPDX-License-Identifier: Apache-2.0

// percuss lcp: a complementarity problem from files, without friction or with,
//   0 <= u = W z + b  ⊥  z >= 0,     u = W r + q,  K* ∋ û ⊥ r ∈ K.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/complementarity/first_guess.h>
#include <percuss/output/fclib_file.h>
#include <percuss/output/matrix_market.h>
#include <percuss/program/commands.h>
#include <percuss/program/named_solver.h>
#include <percuss/run/loaded_library.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace percuss
{
  namespace
  {
    const char *const lcp_help =
      R"(usage: percuss lcp --matrix W.mtx --vector b.mtx [OPTIONS]
       percuss lcp PROBLEM.hdf5 [OPTIONS]

Solves the linear complementarity problem  0 <= W z + b  perp  z >= 0  from
Matrix Market files: coordinate or array, real or integer, general or symmetric;
or a frictional contact problem, local or global, from a file of FCLIB in HDF5.

  --matrix FILE   W, square
  --vector FILE   b, one column
  --solver NAME   one of 'percuss list solvers'; without it, automatic
  --tolerance T   bound of the residual; without it, 1e-10
  --output FILE   writes the solution, if it is found: z in array format with 17
                  digits, or a copy of PROBLEM.hdf5 with it
  --json          the report as one JSON object

Exit status: 0 solved, 1 not solved, with the reason, 2 the input is wrong.
)";

    struct LcpArguments
    {
      std::string problem, matrix, vector, output, solver = "automatic";
      double      tolerance = 1e-10;
      bool        json      = false;

      std::vector<OwnSolver> own_solvers = {};
    };

    double
    tolerance_of(const std::string &word)
    {
      double      value = 0.;
      const char *end   = word.data() + word.size();
      const auto  read  = std::from_chars(word.data(), end, value);
      if (read.ec != std::errc() || read.ptr != end || !(value > 0.) ||
          !(value < 1.))
        throw InputError("--tolerance is '" + word +
                         "'; allowed is a number between 0 and 1.");
      return value;
    }

    /** Whether a word is an option with a value, which may follow. */
    bool
    takes_value(const Arguments   &words,
                std::size_t       &i,
                const std::string &option,
                std::string       &value)
    {
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
    }

    InputError
    unknown_option(const std::string &word)
    {
      const std::vector<std::string> options{"--matrix",
                                             "--vector",
                                             "--output",
                                             "--solver",
                                             "--tolerance",
                                             "--json",
                                             "--help"};
      const std::string              meant =
        nearest(word.substr(0, word.find('=')), options);
      return InputError("percuss lcp has no option '" + word + "'. " +
                        (meant.empty() ? "See percuss lcp --help." :
                                         "Did you mean '" + meant + "'?"));
    }

    /** That the files are those of one problem, and stay. */
    void
    check(const LcpArguments &arguments)
    {
      if (!arguments.problem.empty())
        {
          if (!arguments.matrix.empty() || !arguments.vector.empty())
            throw InputError("percuss lcp takes --matrix and --vector, or '" +
                             arguments.problem + "', not both.");
        }
      else
        for (const auto &[option, file] :
             {std::pair("--matrix", &arguments.matrix),
              std::pair("--vector", &arguments.vector)})
          if (file->empty())
            throw InputError(std::string("percuss lcp needs ") + option +
                             " FILE, or PROBLEM.hdf5. See percuss lcp --help.");
      std::error_code ignored;
      for (const std::string &input :
           {arguments.problem, arguments.matrix, arguments.vector})
        if (std::filesystem::equivalent(input, arguments.output, ignored))
          throw InputError("--output '" + arguments.output +
                           "' would overwrite the input '" + input + "'.");
      const std::string &output = arguments.output;
      if (std::filesystem::is_regular_file(output, ignored) &&
          std::filesystem::file_size(output, ignored) > 0 &&
          !(arguments.problem.empty() ? is_market_solution(output) :
                                        is_fclib_solution(output)))
        throw InputError("--output: '" + output +
                         "' is there, and no solution of percuss lcp: it would "
                         "be overwritten. Choose another path.");
    }

    LcpArguments
    parse(const Arguments &words)
    {
      LcpArguments result;
      std::string  tolerance;
      for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == "--json")
          result.json = true;
        else if (!takes_value(words, i, "--matrix", result.matrix) &&
                 !takes_value(words, i, "--vector", result.vector) &&
                 !takes_value(words, i, "--output", result.output) &&
                 !takes_value(words, i, "--tolerance", tolerance) &&
                 !takes_value(words, i, "--solver", result.solver))
          {
            if (words[i].starts_with("-") || !result.problem.empty())
              throw unknown_option(words[i]);
            result.problem = words[i];
          }
      if (!tolerance.empty())
        result.tolerance = tolerance_of(tolerance);
      check(result);
      return result;
    }

    /** Methods for friction, with null for a residual that is not known. */
    nlohmann::ordered_json
    stages_of(const SolverReport &report)
    {
      const auto number = [](const double x) -> nlohmann::ordered_json {
        return std::isfinite(x) ? nlohmann::ordered_json(x) : nullptr;
      };
      nlohmann::ordered_json stages = nlohmann::ordered_json::array();
      for (const StageRecord &stage : report.stages.all())
        stages.push_back({{"method", stage.method()},
                          {"attempts", stage.attempts},
                          {"linear_solves", stage.linear_solves},
                          {"residual_before", number(stage.residual_before)},
                          {"residual_after", number(stage.residual_after)}});
      return stages;
    }

    /** "semismooth-newton 30, to 0.012; proximal-point 44, to 3e-12" */
    std::string
    text_of_stages(const nlohmann::ordered_json &stages)
    {
      std::ostringstream text;
      text << std::setprecision(2);
      for (const auto &stage : stages)
        {
          text << (text.tellp() > 0 ? "; " : "")
               << stage["method"].get<std::string>() << ' '
               << stage["linear_solves"];
          if (stage["residual_after"].is_number())
            text << ", to " << stage["residual_after"].get<double>();
        }
      return text.str();
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
                    << (key == "stages"   ? text_of_stages(value) :
                        value.is_string() ? value.get<std::string>() :
                        value.is_boolean() ?
                                            (value.get<bool>() ? "yes" : "no") :
                                            value.dump())
                    << '\n';
        }
    }

    /** Solves a problem from the impulses @p p, says what has come of it, and
     * writes it; returns the exit status. @param values what the report begins
     * and ends with */
    int
    solve(const LcpArguments                            &arguments,
          const ConeComplementarityProblem              &problem,
          nlohmann::ordered_json                         values,
          Eigen::VectorXd                               &p,
          const std::function<nlohmann::ordered_json()> &last_values,
          const std::function<void()>                   &write_solution)
    {
      const SolverReport report =
        make_named_solver({arguments.solver, "--solver"},
                          problem.size(),
                          arguments.tolerance,
                          arguments.own_solvers)
          ->solve(problem, {p.data(), problem.size()});
      const bool is_solved = report.is_solution_usable();
      if (is_solved && !arguments.output.empty() && processes().is_first())
        write_solution();
      values["size"]       = problem.size();
      values["nonzeros"]   = problem.W.explicit_matrix()->nonZeros();
      values["symmetric"]  = is_symmetric(problem.W);
      values["solver"]     = arguments.solver;
      values["solved_by"]  = report.solved_by;
      values["status"]     = to_string(report.status);
      values["iterations"] = report.iterations;
      values["residual"]   = report.residual;
      if (!report.stages.all().empty())
        values["stages"] = stages_of(report);
      values.update(last_values());
      if (arguments.json)
        std::cout << values.dump() << std::endl;
      else
        print(values);
      if (!is_solved && processes().is_first())
        std::cerr << "percuss: not solved: "
                  << reason_of_failure(problem, report, arguments.tolerance)
                  << std::endl;
      return is_solved ? 0 : 1;
    }

    int
    solve_market_files(const LcpArguments &arguments)
    {
      const auto matrix = read_market_matrix(arguments.matrix);
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
      const auto             n = static_cast<unsigned int>(b.size());
      const ExplicitDelassus W(matrix);
      const Cone             cone = Cone::unilateral(0, n);
      Eigen::VectorXd        z    = Eigen::VectorXd::Zero(n);
      return solve(
        arguments,
        {W, {b.data(), n}, {&cone, 1}},
        {},
        z,
        [&]() -> nlohmann::ordered_json {
          const Eigen::VectorXd u = *W.explicit_matrix() * z + b;
          return {{"smallest_z", z.minCoeff()}, {"smallest_u", u.minCoeff()}};
        },
        [&] { write_market_solution(z, arguments.output); });
    }

    /** The local form of the problem of a file, itself or what follows from the
     * global one. */
    LocalFrictionProblem
    local_form_of_file(const FclibProblem &problem,
                       const std::string  &file_name)
    {
      if (const auto *const local = std::get_if<LocalFrictionProblem>(&problem))
        return *local;
      try
        {
          return local_form(std::get<GlobalFrictionProblem>(problem));
        }
      catch (const std::domain_error &)
        {
          throw InputError(file_name + ", /fclib_global/M: It is singular.");
        }
    }

    FclibSolution
    solution_of(const FclibProblem    &problem,
                const Eigen::VectorXd &u,
                const Eigen::VectorXd &p)
    {
      const Eigen::Index m = std::visit(
        [](const auto &any) { return any.mu.size() * any.dimension; }, problem);
      FclibSolution solution{{}, u.head(m), p.head(m), p.tail(p.size() - m)};
      if (const auto *global = std::get_if<GlobalFrictionProblem>(&problem))
        solution.v = global_velocity(*global, solution.r, solution.l);
      return solution;
    }

    /** Warns of a guess that is worse than none. */
    void
    warn_of_guess(const std::string &file_name, const GuessResiduals &residuals)
    {
      if (!residuals.is_guess_better() && processes().is_first())
        std::cerr << "percuss: warning: " << file_name
                  << ", /guesses/1: its residual is "
                  << short_text(residuals.guess)
                  << ", that of zero impulses is " << short_text(residuals.zero)
                  << ": the solver begins with those.\n";
    }

    int
    solve_fclib_file(const LcpArguments &arguments)
    {
      const FclibContent         content = read_fclib(arguments.problem);
      const LocalFrictionProblem local =
        local_form_of_file(content.problem, arguments.problem);
      const ConeProblemData data = cone_problem(local);
      Eigen::VectorXd       p    = Eigen::VectorXd::Zero(data.b.size());
      if (content.first_guess)
        {
          p << content.first_guess->r, content.first_guess->l;
          warn_of_guess(arguments.problem,
                        take_better_guess(data.view(),
                                          {p.data(), data.W.size()}));
        }
      const auto write = [&] {
        Eigen::VectorXd u(p.size());
        gap_velocity(data.view(),
                     {p.data(), data.W.size()},
                     {u.data(), data.W.size()});
        try
          {
            write_fclib_solution(arguments.problem,
                                 arguments.output,
                                 solution_of(content.problem, u, p));
          }
        catch (const std::runtime_error &)
          {
            throw InputError("'" + arguments.output +
                             "' cannot be written. Choose another path.");
          }
      };
      return solve(
        arguments,
        data.view(),
        {{"form", content.problem.index() == 0 ? "local" : "global"},
         {"dimension", local.dimension},
         {"contacts", local.mu.size()},
         {"joint_rows", local.s.size()},
         {"guess", content.first_guess.has_value()}},
        p,
        [] { return nlohmann::ordered_json::object(); },
        write);
    }

    int
    lcp(const Arguments &words, const Catalogue &catalogue)
    {
      LcpArguments arguments = parse(words);
      arguments.own_solvers  = catalogue.own_solvers;
      return arguments.problem.empty() ? solve_market_files(arguments) :
                                         solve_fclib_file(arguments);
    }
  } // namespace

  extern const Command lcp_command{"lcp", lcp_help, lcp};
} // namespace percuss
