// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/bar/make_bar.h>
#include <percuss/models/bar/set_bar_materials.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace percuss
{
  namespace
  {
    const std::string &section = BarLists::section;

    /** A function of time; none if it is zero. */
    std::function<double(double)>
    end_force(const std::string    &text,
              const std::string    &path,
              const TimeParameters &time,
              const CaseFile       &case_file)
    {
      if (const auto value = number(text))
        {
          if (*value == 0.)
            return {};
          return [force = *value](double) { return force; };
        }
      const Expression function =
        case_file.at(path, [&] { return Expression(text, {"t"}); });
      constexpr int n_samples = 1000;
      for (int i = 0; i <= n_samples; ++i)
        {
          const double t =
            time.start_time + (time.end_time - time.start_time) * i / n_samples;
          if (!std::isfinite(function({t})))
            throw case_file.error(
              path, "It is no finite number at t = " + short_text(t) + " s.");
        }
      return [function](const double t) { return function({t}); };
    }

    /** The mass matrix whose waves have the speed that the scheme asks for
     * (doc/which_scheme.md). */
    BarMassMatrix
    mass_matrix_of(const ElasticBarParameters &p, const RunParameters &run)
    {
      if (p.mass_matrix != BarMassMatrix::automatic)
        return p.mass_matrix;
      return run.scheme_information().family ==
                 SchemeFamily::central_difference ?
               BarMassMatrix::lumped :
               BarMassMatrix::blended;
    }

    double
    positive_number(const std::string &text,
                    const std::string &path,
                    const CaseFile    &case_file)
    {
      const auto value = number(text);
      if (!value || *value <= 0.)
        throw case_file.error(path, "It must be a positive number.");
      return *value;
    }

    /** Before anything is made of so many. A degree of freedom takes 144 bytes or
     * more (applications/bar_scaling), with matrices 400; libraries count
     * them with an int. */
    void
    check_number_of_elements(const ElasticBarParameters &p,
                             const std::size_t           n_bars,
                             const CaseFile             &case_file,
                             const RunParameters        &run)
    {
      const double bars   = static_cast<double>(n_bars);
      const auto   refuse = [&](const double n_elements,
                              const double degree,
                              const char  *entry) {
        const double n_dofs = n_elements * degree + bars;
        std::string  problem =
          problem_of_memory(400. * n_dofs + 16. * n_elements * degree * degree);
        if (problem.empty() && n_dofs >= 0x7fffffff)
          problem = "It makes more than 2147483647 degrees of freedom";
        if (!problem.empty())
          throw case_file.error(section + entry, problem + ". Take less.");
      };
      refuse(bars, 1., "number of bars");
      if (!run.discretization.mesh_file.empty())
        return;
      const std::vector<std::string> items = split(p.number_of_elements, ';');
      double                         n_elements = 0.;
      for (const std::string &text : items)
        n_elements += number(text).value_or(0.);
      if (items.size() == 1)
        n_elements *= bars;
      refuse(n_elements, 1., "number of elements");
      refuse(n_elements, p.polynomial_degree, "polynomial degree");
    }

    /** What every bar has. */
    void
    read_bars(const ElasticBarParameters  &p,
              const BarLists              &lists,
              std::vector<BarDescription> &bars)
    {
      bars.resize(p.number_of_bars);
      lists.read(bars,
                 p.length,
                 "length",
                 [&](auto &bar, const auto &text, const auto &path) {
                   bar.length = positive_number(text, path, lists.case_file);
                 });
      lists.read(bars,
                 p.number_of_elements,
                 "number of elements",
                 [&](auto &bar, const auto &text, const auto &path) {
                   bar.n_elements = static_cast<unsigned int>(
                     positive_number(text, path, lists.case_file));
                 });
      lists.read_property(bars,
                          p.cross_section,
                          "cross section",
                          &BarDescription::cross_section,
                          true);
      lists.read_property(bars,
                          p.youngs_modulus,
                          "Young's modulus",
                          &BarDescription::youngs_modulus,
                          true);
      lists.read_property(
        bars, p.density, "density", &BarDescription::density, true);
      lists.read_property(bars,
                          p.initial_displacement,
                          "initial displacement",
                          &BarDescription::initial_displacement,
                          false);
      lists.read_property(bars,
                          p.initial_velocity,
                          "initial velocity",
                          &BarDescription::initial_velocity,
                          false);
    }

    void
    read_gaps(const ElasticBarParameters &p,
              const BarLists             &lists,
              std::vector<double>        &gaps)
    {
      const std::string path = section + "gaps between bars";
      lists.errors.in_turn([&] {
        for (std::size_t b = 0; b + 1 < p.number_of_bars; ++b)
          gaps.push_back(*number(
            lists.item(p.gaps_between_bars, b, p.number_of_bars - 1, path)));
      });
    }
  } // namespace

  BarRowDescription
  make_bars(const ElasticBarParameters &p,
            const RunParameters        &run,
            const CaseFile             &case_file)
  {
    const std::size_t n = p.number_of_bars;
    check_number_of_elements(p, n, case_file, run);

    BarRowDescription row;
    row.mesh_file            = run.discretization.mesh_file;
    const auto [left, right] = p.obstacle;
    row.left_obstacle        = left;
    row.right_obstacle       = right;
    row.left_gap             = p.initial_gap;
    row.right_gap = left && right ? p.initial_right_gap : p.initial_gap;
    row.degree    = p.polynomial_degree;
    const double        degree = static_cast<double>(p.polynomial_degree);
    const BarMassMatrix mass   = mass_matrix_of(p, run);
    row.lumping                = mass == BarMassMatrix::lumped ? 1. :
                                 mass == BarMassMatrix::blended ? degree / (degree + 1.) :
                                                                  0.;
    row.boundary_mass          = run.contact.boundary_mass;
    row.contact                = run.contact.method;
    row.gravity                = p.gravity;
    row.mass_damping           = p.mass_damping;
    row.stiffness_damping      = p.stiffness_damping;

    ErrorCollector errors;
    errors.in_turn([&] {
      row.left_force = end_force(p.left_end_force,
                                 section + "left end force",
                                 run.time,
                                 case_file);
    });
    errors.in_turn([&] {
      row.right_force = end_force(p.right_end_force,
                                  section + "right end force",
                                  run.time,
                                  case_file);
    });
    if (p.far_end_is_clamped)
      {
        if (left && right)
          errors.add(case_file.error(section + "far end",
                                     "With obstacles on both sides there is no "
                                     "far end: 'obstacle' must be left, right "
                                     "or none."));
        (right ? row.clamped_left : row.clamped_right) = true;
      }
    const BarLists lists{case_file, errors};
    read_bars(p, lists, row.bars);
    read_gaps(p, lists, row.gaps_between_bars);
    set_bar_materials(p, lists, row.bars);
    errors.in_turn([&] { check_bar_materials(row, case_file); });
    if (!errors.is_empty()) // all that is wrong is told at once
      errors.in_turn(
        [&] { make_monitored_points(run.output, row, case_file); });
    errors.throw_all();
    return row;
  }

  std::vector<MonitoredPoint>
  make_monitored_points(const OutputParameters  &output,
                        const BarRowDescription &bars,
                        const CaseFile          &case_file)
  {
    const std::string           path = "Output/monitored points";
    std::vector<MonitoredPoint> points;
    std::set<std::string>       names;
    if (trim(output.monitored_points).empty())
      return points;
    for (const std::string &text : split(output.monitored_points, ';'))
      {
        const std::size_t colon = text.find(':');
        const std::size_t at    = text.find('@');
        const std::string name  = trim(text.substr(0, colon));
        const auto        x     = colon == std::string::npos ?
                                    std::nullopt :
                                    number(trim(text.substr(colon + 1, at - colon - 1)));
        const auto        bar =
          at == std::string::npos ? 1. : number(trim(text.substr(at + 1)));
        if (name.empty() || !x || !bar)
          throw case_file.error(path,
                                "'" + text +
                                  "' must be 'NAME: x' or 'NAME: x @ bar'.");
        if (*bar != std::floor(*bar) || *bar < 1. ||
            *bar > static_cast<double>(bars.bars.size()))
          throw case_file.error(path,
                                "There is no bar number " +
                                  trim(text.substr(at + 1)) + ".");
        if (!names.insert(name).second)
          throw case_file.error(path, "The name '" + name + "' occurs twice.");
        points.push_back({name, *x, static_cast<unsigned int>(*bar) - 1});
      }
    return points;
  }

  namespace
  {
    /**
     * The coefficients of the polynomial of degree n - 1 in x that a property
     * is on a bar of the length L; nothing if it is none, up to rounding.
     */
    template <std::size_t n>
    std::optional<std::array<double, n>>
    polynomial(const BarProperty &property, const double L)
    {
      std::array<double, n> coefficients{};
      if (property.constant())
        {
          coefficients[0] = *property.constant();
          return coefficients;
        }
      const auto   f   = [&](const double s) { return property(s * L, 0); };
      const double f_0 = f(0.), f_1 = f(1.);
      coefficients[0] = f_0;
      if constexpr (n == 2)
        coefficients[1] = (f_1 - f_0) / L;
      else
        {
          const double bend = 2. * (f_0 + f_1 - 2. * f(0.5));
          coefficients[1]   = (f_1 - f_0 - bend) / L;
          coefficients[2]   = bend / (L * L);
        }
      double           error = 0., scale = 0.;
      constexpr double n_samples = 37.; // none of the points above
      for (double i = 1.; i < n_samples; ++i)
        {
          const double x     = i / n_samples * L;
          double       value = 0.;
          for (std::size_t k = n; k-- > 0;)
            value = value * x + coefficients[k];
          error = std::max(error, std::abs(property(x, 0) - value));
          scale = std::max(scale, std::abs(value));
        }
      if (!(error <= 1e-12 * scale))
        return {};
      return coefficients;
    }
  } // namespace

  std::optional<ExactBarRow>
  exact_bar_row(const BarRowDescription &bars)
  {
    if (!bars.mesh_file.empty() || bars.mass_damping != 0. ||
        bars.stiffness_damping != 0. || bars.left_force || bars.right_force ||
        bars.relaxes() || bars.yields())
      return {};
    ExactBarRow row;
    row.left_obstacle  = bars.left_obstacle;
    row.right_obstacle = bars.right_obstacle;
    row.clamped_left   = bars.clamped_left;
    row.clamped_right  = bars.clamped_right;
    row.gravity        = bars.gravity;
    if (bars.left_obstacle)
      row.gaps.push_back(bars.left_gap);
    row.gaps.insert(row.gaps.end(),
                    bars.gaps_between_bars.begin(),
                    bars.gaps_between_bars.end());
    if (bars.right_obstacle)
      row.gaps.push_back(bars.right_gap);
    for (const BarDescription &bar : bars.bars)
      {
        const auto displacement =
          polynomial<3>(bar.initial_displacement, bar.length);
        const auto velocity = polynomial<2>(bar.initial_velocity, bar.length);
        if (!bar.cross_section.constant() || !bar.youngs_modulus.constant() ||
            !bar.density.constant() || !displacement || !velocity)
          return {};
        row.bars.push_back({bar.length,
                            *bar.cross_section.constant(),
                            *bar.youngs_modulus.constant(),
                            *bar.density.constant(),
                            *displacement,
                            *velocity});
      }
    return row;
  }
} // namespace percuss
