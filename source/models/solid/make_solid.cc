// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/solid/contact_pairs.h>
#include <percuss/models/solid/group_items.h>
#include <percuss/models/solid/local_refinement.h>
#include <percuss/models/solid/make_solid.h>
#include <percuss/models/solid/parse_adaptation.h>
#include <percuss/models/solid/parse_local_refinements.h>
#include <percuss/models/solid/parse_obstacles.h>
#include <percuss/models/solid/set_materials.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const std::string section = "Solid/";

    /** The cells that the first argument of a 'subdivided_' generator asks
     * for: their numbers in the directions, or one for all. */
    template <int dim>
    double
    n_subdivisions(const std::string &arguments)
    {
      const auto numbers = split(arguments.substr(0, arguments.find(':')), ',');
      double     n       = 1.;
      for (const std::string &text : numbers)
        n *= number(trim(text)).value_or(1.);
      return numbers.size() == 1 ? std::pow(n, dim) : n;
    }

    /** Before anything is made of so many, at least. A degree of freedom takes
     * more than half a kilobyte, and more where there are matrices; libraries
     * count them with an int. */
    template <int dim>
    void
    check_number_of_cells(const SolidParameters &p,
                          const Mesh *const      mesh,
                          const CaseFile        &case_file)
    {
      double n_cells = 1.;
      if (mesh)
        n_cells = static_cast<double>(mesh->cells.size());
      else if (p.settings.generator.starts_with("subdivided_"))
        n_cells = n_subdivisions<dim>(p.settings.generator_arguments);
      const auto refuse = [&](const double factor, const char *entry) {
        n_cells *= factor;
        const double n_dofs  = dim * n_cells;
        std::string  problem = problem_of_memory(bytes_per_dof * n_dofs);
        if (problem.empty() && n_dofs >= 0x7fffffff)
          problem = "There would be more than 2147483647 degrees of freedom";
        if (!problem.empty())
          throw case_file.error(entry, problem + ". Take less.");
      };
      refuse(1.,
             mesh ? "Discretization/mesh file" :
                    "Solid/mesh generator arguments");
      refuse(std::pow(2., static_cast<double>(dim) * p.settings.refinements),
             "Solid/refinements");
      refuse(std::pow(static_cast<double>(p.settings.degree), dim),
             "Solid/polynomial degree");
    }

    /** The value of an expression at a point, and perhaps at a time. */
    template <int dim>
    double
    value(const Expression &f, const Point<dim> &X, const double t = 0.)
    {
      std::array<double, dim + 1> x;
      for (unsigned int d = 0; d < dim; ++d)
        x[d] = X[d];
      x[dim] = t;
      return f(x);
    }

    /** Of x, y, z, and always of t: where time means nothing it is 0. */
    template <int dim>
    Expression
    expression(const std::string &text,
               const std::string &path,
               const CaseFile    &case_file,
               const bool         of_time)
    {
      return case_file.at(path, [&] {
        const Expression f = dim == 2 ? Expression(text, {"x", "y", "t"}) :
                                        Expression(text, {"x", "y", "z", "t"});
        if (!of_time && f.uses("t"))
          throw InputError("'" + text + "' must not depend on the time t.");
        return f;
      });
    }

    /** One expression per direction, of the position and perhaps of time. */
    template <int dim>
    std::vector<Expression>
    components(const std::string &text,
               const std::string &path,
               const CaseFile    &case_file,
               const bool         of_time)
    {
      const auto pieces = split_outside(text, ',');
      if (pieces.size() != dim)
        throw case_file.error(path,
                              "'" + text + "' has " +
                                std::to_string(pieces.size()) +
                                " component(s); it must have " +
                                std::to_string(dim) + ", separated by ','.");
      std::vector<Expression> result;
      for (const std::string &piece : pieces)
        result.push_back(expression<dim>(piece, path, case_file, of_time));
      return result;
    }

    template <int dim>
    Tensor<1, dim>
    values(const std::vector<Expression> &parts,
           const Point<dim>              &X,
           const double                   t = 0.)
    {
      Tensor<1, dim> result;
      for (unsigned int d = 0; d < dim; ++d)
        result[d] = value(parts[d], X, t);
      return result;
    }

    /** The values; throws InputError where the @p quantity is not finite. */
    template <int dim>
    Tensor<1, dim>
    finite_values(const std::vector<Expression> &parts,
                  const char                    *quantity,
                  const Point<dim>              &X,
                  const std::optional<double>    t = {})
    {
      const Tensor<1, dim> result = values(parts, X, t.value_or(0.));
      if (std::isfinite(result.norm()))
        return result;
      std::ostringstream text;
      text << "The " << quantity << " is (";
      for (unsigned int d = 0; d < dim; ++d)
        text << (d == 0 ? "" : " ") // no "-nan"
             << (std::isnan(result[d]) ? std::abs(result[d]) : result[d]);
      text << ") at X = (" << X << ") m";
      if (t)
        text << " and t = " << *t << " s";
      throw InputError(text.str() + ", which is not finite.");
    }

    template <int dim>
    Tensor<1, dim>
    vector_of_numbers(const std::string &text,
                      const std::string &path,
                      const CaseFile    &case_file)
    {
      Tensor<1, dim> result;
      const auto     pieces = split_outside(text, ',');
      for (unsigned int d = 0; d < pieces.size() && d < dim; ++d)
        result[d] = number(pieces[d]).value_or(std::nan(""));
      if (pieces.size() != dim || !std::isfinite(result.norm()))
        throw case_file.error(path,
                              "'" + text + "' must be " + std::to_string(dim) +
                                " numbers separated by ','.");
      return result;
    }

    std::set<unsigned int>
    contact_boundaries(const SolidParameters &p,
                       const GroupIds        &names,
                       const CaseFile        &case_file)
    {
      std::set<unsigned int> ids;
      for (const std::string &label : split_outside(p.contact_boundaries, ','))
        ids.merge(
          group(trim(label), names, section + "contact boundaries", case_file));
      return ids;
    }

    /** Gives the names of 'boundary markers' ids that nothing else has; those
     * of a mesh file get one more. */
    template <int dim>
    void
    set_markers(const SolidParameters &p,
                const CaseFile        &case_file,
                SolidDescription<dim> &solid)
    {
      const std::string path = section + "boundary markers";
      unsigned int      next = 1000; // generators have few
      for (const auto &[name, ids] : solid.boundary_names)
        if (!ids.empty())
          next = std::max(next, *ids.rbegin() + 1);
      std::map<std::string, unsigned int> new_ids;
      for (const auto &[label, text] :
           labelled(p.boundary_markers, path, case_file))
        {
          unsigned int id = 0;
          if (const auto number = ids_of(label, {}); !number.empty())
            {
              id = *number.begin();
              if (const auto known = solid.boundary_names.find(label);
                  known != solid.boundary_names.end())
                known->second.insert(id);
            }
          else if (label.empty())
            throw case_file.error(path, "A boundary has no id and no name.");
          else if (percuss::number(label))
            throw case_file.error(path,
                                  "'" + label +
                                    "' is no id, a whole number from 0, and no "
                                    "name, which is no number.");
          else
            {
              const auto [known, is_new] = new_ids.try_emplace(label, next);
              next += is_new;
              id = known->second;
              solid.boundary_names[label].insert(id);
            }
          const Expression condition =
            expression<dim>(text, path, case_file, false);
          solid.boundary_markers.emplace_back(
            id, [condition, text](const Point<dim> &X) {
              const double holds = value(condition, X);
              if (std::isnan(holds))
                {
                  std::ostringstream message;
                  message << "The condition '" << text
                          << "' is no number at the centre of a face, (" << X
                          << ") m.";
                  throw InputError(message.str());
                }
              return holds > 0.5;
            });
        }
    }

    template <int dim>
    typename SolidDescription<dim>::Field
    field(const std::string &text, const char *entry, const CaseFile &case_file)
    {
      if (trim(text).empty())
        return {};
      const auto parts =
        components<dim>(text, section + entry, case_file, false);
      return [parts, entry](const Point<dim> &X, unsigned int) {
        return finite_values(parts, entry, X);
      };
    }

    template <int dim>
    void
    set_boundary_mass(const SolidParameters &p,
                      const RunParameters   &run,
                      const CaseFile        &case_file,
                      SolidDescription<dim> &solid)
    {
      solid.boundary_mass = run.contact.boundary_mass;
      if (solid.boundary_mass == BoundaryMass::kept)
        return;
      solid.massless_boundaries =
        contact_boundaries(p, solid.boundary_names, case_file);
      solid.massless_boundaries.merge(
        boundaries_of_pairs(p, case_file, solid.boundary_names));
      if (solid.massless_boundaries.empty())
        throw case_file.error("Contact/boundary mass",
                              "There are no contact boundaries.");
      if (solid.boundary_mass == BoundaryMass::singular)
        throw case_file.error("Contact/boundary mass",
                              "With the lumped mass matrix that solids need "
                              "here it is the same as 'none': choose that, "
                              "or 'weighted'.");
      if (!solid.lumped_mass)
        throw case_file.error(section + "mass matrix",
                              "It must be lumped where 'boundary mass' is "
                              "not 'kept'.");
    }

    template <int dim>
    void
    set_fixed_displacements(const SolidParameters &p,
                            const CaseFile        &case_file,
                            SolidDescription<dim> &solid)
    {
      const std::string path = section + "fixed displacements";
      for (const auto &[label, ids, text] : by_group(
             p.fixed_displacements, solid.boundary_names, path, case_file))
        for (const std::string &direction : split(text, ','))
          {
            if (direction.empty() && !text.empty())
              throw case_file.error(path,
                                    "'" + text +
                                      "' has nothing on one side of a comma.");
            const std::size_t d =
              std::string("xyz").substr(0, dim).find(direction);
            if (direction.size() != 1 || d == std::string::npos)
              throw case_file.error(path,
                                    "'" + direction +
                                      "' is no direction: x, y" +
                                      (dim == 3 ? ", z." : "."));
            for (const unsigned int id : ids)
              solid.fixed_displacements.try_emplace(id).first->second[d] = true;
          }
    }

    template <int dim>
    void
    set_tractions(const SolidParameters &p,
                  const CaseFile        &case_file,
                  SolidDescription<dim> &solid)
    {
      const std::string path = section + "tractions";
      for (const auto &[label, ids, text] :
           by_groups_apart(p.tractions, solid.boundary_names, path, case_file))
        {
          const auto parts = components<dim>(text, path, case_file, true);
          const Traction<dim> traction{
            [parts](const Point<dim> &X, const double t) {
              return finite_values<dim>(parts, "traction", X, t);
            },
            std::ranges::any_of(parts, [](const auto &part) {
              return part.uses("t");
            })};
          for (const unsigned int id : ids)
            solid.tractions[id] = traction;
        }
    }
  } // namespace

  namespace
  {
    /** Throws InputError where an obstacle jumps in the box of the bodies and,
     * around it, as far as they are long. */
    template <int dim>
    void
    check_continuity(
      const std::vector<std::unique_ptr<RigidObstacle<dim>>> &obstacles,
      const dealii::BoundingBox<dim>                         &box,
      const TimeParameters                                   &time,
      const CaseFile                                         &case_file)
    {
      auto [lower, upper] = box.get_boundary_points();
      double length       = 0.;
      for (unsigned int d = 0; d < dim; ++d)
        length = std::max(length, upper[d] - lower[d]);
      for (unsigned int d = 0; d < dim; ++d)
        {
          lower[d] -= length;
          upper[d] += length;
        }
      const ObstacleRegion<dim> region{lower,
                                       upper,
                                       time.start_time,
                                       time.end_time};
      for (std::size_t i = 0; i < obstacles.size(); ++i)
        if (const std::string jump = obstacles[i]->discontinuity(region);
            !jump.empty())
          throw case_file.error(section + "obstacles",
                                "Obstacle " + std::to_string(i + 1) +
                                  " is not continuous: " + jump +
                                  ". A distance changes by no more than one "
                                  "moves: write corners with min and max, not "
                                  "with if.");
    }

    /** @param size of an element [m] */
    template <int dim>
    std::vector<std::unique_ptr<RigidObstacle<dim>>>
    read_obstacles(const SolidParameters &p,
                   const TimeParameters  &time,
                   const double           size,
                   const CaseFile        &case_file)
    {
      try
        {
          return parse_obstacles<dim>(p.obstacles,
                                      {size, time.end_time - time.start_time});
        }
      catch (const InputError &error)
        {
          throw_changed(error, [&](const InputError &one) {
            return case_file.error(section + "obstacles", one.what());
          });
        }
    }
  } // namespace

  template <int dim>
  SolidContactDescription<dim>
  make_solid_contact(const SolidParameters          &p,
                     const TimeParameters           &time,
                     const CaseFile                 &case_file,
                     const GroupIds                 &boundary_names,
                     const double                    size,
                     const dealii::BoundingBox<dim> &box)
  {
    SolidContactDescription<dim> result;
    ErrorCollector               errors;
    errors.in_turn([&] {
      result.boundaries = contact_boundaries(p, boundary_names, case_file);
    });
    errors.in_turn([&] {
      result.obstacles = read_obstacles<dim>(p, time, size, case_file);
    });
    errors.throw_all();
    const std::size_t n = result.obstacles.size();
    check_continuity<dim>(result.obstacles, box, time, case_file);
    if (n > 0 && result.boundaries.empty())
      throw case_file.error(section + "contact boundaries",
                            "There are obstacles, but no boundary that could "
                            "touch them.");
    for (std::size_t i = 1; i <= n; ++i)
      result.names.push_back(n == 1 ? "obstacle" :
                                      "obstacle " + std::to_string(i));
    return result;
  }

  template <int dim>
  SolidDescription<dim>
  make_solid(const SolidParameters &p,
             const RunParameters   &run,
             const CaseFile        &case_file)
  {
    SolidDescription<dim> solid(p.settings);
    if (const std::string &file = run.discretization.mesh_file; !file.empty())
      {
        solid.mesh = case_file.at("Discretization/mesh file", [&] {
          return std::make_shared<const Mesh>(read_mesh(file, dim));
        });
        solid.generator.clear();
        solid.material_names = solid.mesh->materials;
        solid.boundary_names = solid.mesh->boundaries;
      }
    check_number_of_cells<dim>(p, solid.mesh.get(), case_file);

    ErrorCollector errors;
    errors.in_turn([&] { set_materials(p, case_file, solid); });
    errors.in_turn([&] {
      if (trim(p.map).empty())
        return;
      const auto parts =
        components<dim>(p.map, section + "mesh map", case_file, false);
      solid.map = [parts](const Point<dim> &X) {
        return Point<dim>(values(parts, X));
      };
    });
    if (!errors.in_turn([&] { set_markers(p, case_file, solid); }))
      errors.throw_all(); // the others may have names of them
    errors.in_turn([&] {
      solid.local_refinements =
        parse_local_refinements(p.refine_near, solid.boundary_names, case_file);
    });
    errors.in_turn([&] {
      solid.adaptation = parse_adaptation(p.adapt, case_file);
      if (solid.adaptation.levels > 0)
        check_adaptation(p, run, case_file);
    });
    errors.in_turn([&] { set_boundary_mass(p, run, case_file, solid); });
    errors.in_turn([&] { set_fixed_displacements(p, case_file, solid); });
    errors.in_turn([&] { set_tractions(p, case_file, solid); });
    errors.in_turn([&] {
      if (!trim(p.gravity).empty())
        solid.gravity =
          vector_of_numbers<dim>(p.gravity, section + "gravity", case_file);
    });
    solid.linear_solver = run.discretization.linear_solver;
    errors.in_turn([&] {
      solid.initial_displacement =
        field<dim>(p.initial_displacement, "initial displacement", case_file);
    });
    errors.in_turn([&] {
      solid.initial_velocity =
        field<dim>(p.initial_velocity, "initial velocity", case_file);
    });
    if (!errors.is_empty()) // all that is wrong is told at once
      {
        errors.in_turn(
          [&] { contact_boundaries(p, solid.boundary_names, case_file); });
        errors.in_turn(
          [&] { read_obstacles<dim>(p, run.time, 1., case_file); });
      }
    errors.throw_all();
    return solid;
  }

  template <int dim>
  std::vector<SolidPoint<dim>>
  make_solid_points(const OutputParameters &output, const CaseFile &case_file)
  {
    const std::string            path = "Output/monitored points";
    std::vector<SolidPoint<dim>> points;
    std::set<std::string>        names;
    for (const std::string &text : split_outside(output.monitored_points, ';'))
      {
        if (text.empty())
          throw case_file.error(path, "There is nothing on one side of a ';'.");
        const std::size_t colon = text.find(':');
        const std::string name  = trim(text.substr(0, colon));
        if (colon == std::string::npos || name.empty())
          throw case_file.error(path,
                                "'" + text + "' must be 'NAME: x, y" +
                                  (dim == 3 ? ", z'." : "'."));
        if (!names.insert(name).second)
          throw case_file.error(path, "The name '" + name + "' occurs twice.");
        points.push_back(
          {name,
           Point<dim>(
             vector_of_numbers<dim>(text.substr(colon + 1), path, case_file))});
      }
    return points;
  }

  template SolidDescription<2>
  make_solid(const SolidParameters &, const RunParameters &, const CaseFile &);
  template SolidDescription<3>
  make_solid(const SolidParameters &, const RunParameters &, const CaseFile &);
  template SolidContactDescription<2>
  make_solid_contact(const SolidParameters &,
                     const TimeParameters &,
                     const CaseFile &,
                     const GroupIds &,
                     double,
                     const dealii::BoundingBox<2> &);
  template SolidContactDescription<3>
  make_solid_contact(const SolidParameters &,
                     const TimeParameters &,
                     const CaseFile &,
                     const GroupIds &,
                     double,
                     const dealii::BoundingBox<3> &);
  template std::vector<SolidPoint<2>>
  make_solid_points(const OutputParameters &, const CaseFile &);
  template std::vector<SolidPoint<3>>
  make_solid_points(const OutputParameters &, const CaseFile &);
} // namespace percuss
