// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/configuration/make_bar.h>
#include <percuss/finite_element/bar_mesh.h>

#include <deal.II/base/quadrature_lib.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    std::string
    short_text(const double value)
    {
      std::ostringstream text;
      text << value;
      return text.str();
    }

    /** The number of a text that is "automatic" or one. */
    std::optional<double>
    number(const std::string &text)
    {
      const std::string trimmed = trim(text);
      if (trimmed == "automatic")
        return {};
      char        *end   = nullptr;
      const double value = std::strtod(trimmed.c_str(), &end);
      if (trimmed.empty() || *end != '\0' || !std::isfinite(value))
        throw InputError("Allowed is a number or 'automatic'.");
      return value;
    }

    void
    check_property(const BarProperty &property,
                   const char        *entry,
                   const bool         is_positive,
                   const double       x,
                   const unsigned int bar,
                   const unsigned int material,
                   const CaseFile    &case_file)
    {
      const double value = property(x, material);
      if (std::isfinite(value) && (value > 0. || !is_positive))
        return;
      throw case_file.error(std::string("Elastic bar/") + entry,
                            "It is " + short_text(value) +
                              " at x = " + short_text(x) + " m of bar " +
                              std::to_string(bar + 1) + "; it must be a " +
                              (is_positive ? "positive" : "finite") +
                              " number along the whole bar.");
    }
  } // namespace

  void
  check_bars(const BarRowDescription           &description,
             const std::vector<MonitoredPoint> &points,
             const CaseFile                    &case_file,
             const MPI_Comm                     communicator)
  {
    std::unique_ptr<BarMesh> mesh; // all ranks know all of its cells
    try
      {
        mesh = std::make_unique<BarMesh>(description, communicator);
      }
    catch (const InputError &error)
      {
        throw case_file.error("Discretization/mesh file", error.what());
      }

    const QGauss<1>        gauss(description.degree + 1);
    const QGaussLobatto<1> nodes(description.degree + 1);
    for (const auto &cell : mesh->triangulation.active_cell_iterators())
      {
        const unsigned int    bar      = mesh->bar(cell->active_cell_index());
        const BarDescription &data     = description.bars[bar];
        const unsigned int    material = cell->material_id();
        const double          left     = mesh->extents[bar].left;
        const auto            check    = [&](const BarProperty &property,
                               const char        *entry,
                               const bool         is_positive,
                               const double       x) {
          check_property(
            property, entry, is_positive, x, bar, material, case_file);
        };
        const double length         = cell->measure();
        const auto   check_positive = [&](const double unit) {
          // seen from inside the cell, as ElasticBar does
          const double x =
            cell->vertex(0)[0] - left + length * (unit + 1e-10 * (0.5 - unit));
          check(data.cross_section, "cross section", true, x);
          check(data.youngs_modulus, "Young's modulus", true, x);
          check(data.density, "density", true, x);
        };
        for (const Point<1> &point : gauss.get_points())
          check_positive(point[0]);
        for (const Point<1> &point : nodes.get_points())
          {
            check_positive(point[0]);
            const double x = cell->vertex(0)[0] - left + length * point[0];
            check(data.initial_displacement, "initial displacement", false, x);
            check(data.initial_velocity, "initial velocity", false, x);
          }
      }

    for (const MonitoredPoint &point : points)
      {
        const auto  &extent = mesh->extents[point.bar];
        const double length = extent.right - extent.left;
        if (point.x < -1e-10 * length || point.x > (1. + 1e-10) * length)
          throw case_file.error("Output/monitored points",
                                "'" + point.name + "' is off bar " +
                                  std::to_string(point.bar + 1) +
                                  ": x must be between 0 and " +
                                  short_text(length) + " m.");
      }
  }

  void
  check_run(const RunParameters &p, const CaseFile &case_file)
  {
    if (!(p.time.time_step > 0.))
      throw case_file.error("Time integration/time step",
                            "It must be positive.");
    if (!(p.time.end_time > p.time.start_time))
      throw case_file.error("Time integration/end time",
                            "It must be after the start time, " +
                              short_text(p.time.start_time) + " s.");
    const double n_steps =
      (p.time.end_time - p.time.start_time) / p.time.time_step;
    if (!(n_steps < 1e15))
      throw case_file.error("Time integration/time step",
                            "The end time would be reached after " +
                              short_text(n_steps) +
                              " steps; at most 1e15 are allowed.");
    if (p.contact.friction_coefficient != 0.)
      throw case_file.error("Contact/friction coefficient",
                            "Bars have no tangential motion: set it to 0.");
    if (p.output.checkpoint_interval != 0)
      throw case_file.error("Output/checkpoint interval",
                            "This version writes no checkpoints: set it to "
                            "0.");
    if (p.output.directory.empty())
      throw case_file.error("Output/output directory",
                            "It must name a directory.");

    for (const auto &[entry, text] :
         {std::pair<const char *, const std::string &>("alpha_m",
                                                       p.time.alpha_m),
          {"alpha_f", p.time.alpha_f},
          {"beta", p.time.beta},
          {"gamma", p.time.gamma}})
      try
        {
          number(text);
        }
      catch (const InputError &error)
        {
          throw case_file.error(std::string("Time integration/") + entry,
                                error.what());
        }
    if (!p.time.scheme.starts_with("moreau-jean"))
      try
        {
          alpha_coefficients(p.scheme());
        }
      catch (const InputError &error)
        {
          // begins with the entry in quotes
          const std::string text = error.what();
          throw case_file.error(text.substr(1, text.find('\'', 1) - 1),
                                "With scheme '" + p.time.scheme + "', " + text +
                                  ".");
        }
  }

  SchemeParameters
  RunParameters::scheme() const
  {
    SchemeParameters scheme;
    scheme.name            = time.scheme;
    scheme.theta           = time.theta;
    scheme.spectral_radius = time.spectral_radius;
    scheme.alpha_m         = number(time.alpha_m);
    scheme.alpha_f         = number(time.alpha_f);
    scheme.beta            = number(time.beta);
    scheme.gamma           = number(time.gamma);
    return scheme;
  }
} // namespace percuss
