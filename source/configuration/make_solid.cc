// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/configuration/expression.h>
#include <percuss/configuration/make_solid.h>
#include <percuss/contact/parse_obstacles.h>

#include <array>
#include <cmath>
#include <map>
#include <regex>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const std::string section = "Solid/";

    template <int dim>
    const char *
    variables(const bool of_time)
    {
      if constexpr (dim == 2)
        return of_time ? "x,y,t" : "x,y";
      else
        return of_time ? "x,y,z,t" : "x,y,z";
    }

    /** One expression per direction, of the position and perhaps of time. */
    template <int dim>
    std::array<std::shared_ptr<FunctionParser<dim>>, dim>
    components(const std::string &text,
               const std::string &path,
               const CaseFile    &case_file,
               const bool         of_time)
    {
      const auto pieces = split_expressions(text, ',');
      if (pieces.size() != dim)
        throw case_file.error(path,
                              "'" + text + "' has " +
                                std::to_string(pieces.size()) +
                                " component(s); it must have " +
                                std::to_string(dim) + ", separated by ','.");
      std::array<std::shared_ptr<FunctionParser<dim>>, dim> result;
      for (unsigned int d = 0; d < dim; ++d)
        result[d] = expression<dim>(
          pieces[d], variables<dim>(of_time), path, case_file, of_time);
      return result;
    }

    template <int dim>
    Tensor<1, dim>
    vector_of_numbers(const std::string &text,
                      const std::string &path,
                      const CaseFile    &case_file)
    {
      Tensor<1, dim> result;
      const auto     pieces = split_expressions(text, ',');
      for (unsigned int d = 0; d < pieces.size() && d < dim; ++d)
        result[d] = number(pieces[d]).value_or(std::nan(""));
      if (pieces.size() != dim || !std::isfinite(result.norm()))
        throw case_file.error(path,
                              "'" + text + "' must be " + std::to_string(dim) +
                                " numbers separated by ','.");
      return result;
    }

    unsigned int
    whole_number(const std::string &text,
                 const std::string &path,
                 const CaseFile    &case_file)
    {
      const auto value = number(trim(text));
      if (!value || *value != std::floor(*value) || *value < 0. || *value > 1e9)
        throw case_file.error(path,
                              "'" + text + "' must be a whole number, an id.");
      return static_cast<unsigned int>(*value);
    }

    /** 'ID: text | ID: text' in the order given. */
    std::vector<std::pair<unsigned int, std::string>>
    by_id(const std::string &text,
          const std::string &path,
          const CaseFile    &case_file)
    {
      std::vector<std::pair<unsigned int, std::string>> result;
      for (const std::string &item : split_expressions(text, '|'))
        {
          const std::size_t colon = item.find(':');
          if (colon == std::string::npos)
            throw case_file.error(path,
                                  "'" + item +
                                    "' must be 'ID: ...', several "
                                    "separated by '|'.");
          result.emplace_back(whole_number(item.substr(0, colon),
                                           path,
                                           case_file),
                              trim(item.substr(colon + 1)));
        }
      return result;
    }

    std::set<unsigned int>
    contact_boundaries(const SolidParameters &p, const CaseFile &case_file)
    {
      std::set<unsigned int> ids;
      for (const std::string &id : split_expressions(p.contact_boundaries, ','))
        ids.insert(whole_number(id, section + "contact boundaries", case_file));
      return ids;
    }

    template <int dim>
    typename SolidDescription<dim>::Field
    field(const std::string &text, const char *entry, const CaseFile &case_file)
    {
      if (trim(text).empty())
        return {};
      const auto parts =
        components<dim>(text, section + entry, case_file, false);
      return [parts](const Point<dim> &X, unsigned int) {
        Tensor<1, dim> result;
        for (unsigned int d = 0; d < dim; ++d)
          result[d] = parts[d]->value(X);
        return result;
      };
    }

    template <int dim>
    void
    set_materials(const SolidParameters &p,
                  const CaseFile        &case_file,
                  SolidDescription<dim> &solid)
    {
      const auto set = [&](const std::string &text,
                           const char        *entry,
                           double SolidMaterial::*property) {
        const std::string path = section + entry;
        if (const auto value = number(trim(text)))
          {
            solid.material.*property = *value;
            for (auto &[id, material] : solid.materials)
              material.*property = *value;
            return;
          }
        for (const auto &[id, item] : by_id(text, path, case_file))
          {
            const auto value = number(item);
            if (!value)
              throw case_file.error(path, "'" + item + "' is not a number.");
            solid.materials.try_emplace(id, solid.material).first->second.*
              property = *value;
          }
        if (solid.materials.empty())
          throw case_file.error(path, "It must be a number.");
      };
      // materials first, so that single numbers reach all of them
      const std::array<
        std::tuple<const std::string *, const char *, double SolidMaterial::*>,
        3>
        properties{{{&p.youngs_modulus,
                     "Young's modulus",
                     &SolidMaterial::youngs_modulus},
                    {&p.poissons_ratio,
                     "Poisson's ratio",
                     &SolidMaterial::poissons_ratio},
                    {&p.density, "density", &SolidMaterial::density}}};
      for (const bool of_single_numbers : {true, false})
        for (const auto &[text, entry, property] : properties)
          if (number(trim(*text)).has_value() == of_single_numbers)
            set(*text, entry, property);
    }
  } // namespace

  template <int dim>
  SolidDescription<dim>
  make_solid(const RunParameters &parameters, const CaseFile &case_file)
  {
    const SolidParameters &p = parameters.solid;
    SolidDescription<dim>  solid;
    if (dim == 3)
      solid.kinematics = Kinematics::three_dimensional;
    else
      solid.kinematics =
        p.kinematics == "plane stress" ? Kinematics::plane_stress :
        p.kinematics == "axisymmetric" ? Kinematics::axisymmetric :
                                         Kinematics::plane_strain;
    solid.law       = p.elastic_law == "linear" ? ElasticLaw::linear :
                      p.elastic_law == "neo-Hookean" ?
                                                  ElasticLaw::neo_hookean :
                                                  ElasticLaw::st_venant_kirchhoff;
    solid.thickness = p.thickness;
    set_materials(p, case_file, solid);

    solid.mesh_file = parameters.mesh_file;
    if (solid.mesh_file.empty())
      {
        solid.generator           = p.generator;
        solid.generator_arguments = p.generator_arguments;
      }
    solid.refinements = p.refinements;
    if (!trim(p.map).empty())
      {
        const auto parts =
          components<dim>(p.map, section + "mesh map", case_file, false);
        solid.map = [parts](const Point<dim> &X) {
          Point<dim> result;
          for (unsigned int d = 0; d < dim; ++d)
            result[d] = parts[d]->value(X);
          return result;
        };
      }
    for (const auto &[id, text] :
         by_id(p.boundary_markers, section + "boundary markers", case_file))
      {
        const auto condition = expression<dim>(text,
                                               variables<dim>(false),
                                               section + "boundary markers",
                                               case_file);
        solid.boundary_markers.emplace_back(id,
                                            [condition](const Point<dim> &X) {
                                              return condition->value(X) > 0.5;
                                            });
      }
    solid.degree      = p.polynomial_degree;
    solid.lumped_mass = p.mass_matrix == "lumped";
    if (p.mass_redistribution)
      {
        solid.massless_boundaries = contact_boundaries(p, case_file);
        if (solid.massless_boundaries.empty())
          throw case_file.error(section + "mass redistribution",
                                "There are no contact boundaries.");
        if (!solid.lumped_mass)
          throw case_file.error(section + "mass redistribution",
                                "It takes 'mass matrix' = lumped.");
      }

    for (const auto &[id, text] : by_id(p.held, section + "held", case_file))
      for (const std::string &direction : split(text, ','))
        {
          const std::size_t d =
            std::string("xyz").substr(0, dim).find(direction);
          if (direction.size() != 1 || d == std::string::npos)
            throw case_file.error(section + "held",
                                  "'" + direction + "' is no direction: x, y" +
                                    (dim == 3 ? ", z." : "."));
          auto &held = solid.held.try_emplace(id).first->second;
          held[d]    = true;
        }
    for (const auto &[id, text] :
         by_id(p.tractions, section + "tractions", case_file))
      {
        const auto parts =
          components<dim>(text, section + "tractions", case_file, true);
        solid.tractions[id] = {[parts](const Point<dim> &X, const double t) {
                                 Tensor<1, dim> result;
                                 for (unsigned int d = 0; d < dim; ++d)
                                   {
                                     parts[d]->set_time(t);
                                     result[d] = parts[d]->value(X);
                                   }
                                 return result;
                               },
                               std::regex_search(text, std::regex(R"(\bt\b)"))};
      }
    if (!trim(p.gravity).empty())
      solid.gravity =
        vector_of_numbers<dim>(p.gravity, section + "gravity", case_file);
    solid.mass_damping                   = p.mass_damping;
    solid.stiffness_damping              = p.stiffness_damping;
    const LinearSolverParameters &linear = parameters.linear_solver;
    using Method                         = SolidLinearSolver::Method;
    using Preconditioner                 = SolidLinearSolver::Preconditioner;
    solid.linear_solver                  = {
                       linear.method == "direct"              ? Method::direct :
                       linear.method == "conjugate gradients" ? Method::conjugate_gradients :
                                                                Method::automatic,
      linear.preconditioner == "jacobi" ? Preconditioner::jacobi :
      linear.preconditioner == "incomplete factors" ?
                                          Preconditioner::incomplete_factors :
      linear.preconditioner == "multigrid" ? Preconditioner::multigrid :
                                             Preconditioner::automatic,
      linear.tolerance};
    solid.initial_displacement =
      field<dim>(p.initial_displacement, "initial displacement", case_file);
    solid.initial_velocity =
      field<dim>(p.initial_velocity, "initial velocity", case_file);
    return solid;
  }

  template <int dim>
  SolidContactDescription<dim>
  make_solid_contact(const RunParameters &parameters,
                     const CaseFile      &case_file,
                     const double         size)
  {
    const SolidParameters       &p = parameters.solid;
    SolidContactDescription<dim> result;
    result.boundaries = contact_boundaries(p, case_file);
    try
      {
        const TimeParameters &time = parameters.time;
        result.obstacles =
          parse_obstacles<dim>(p.obstacles,
                               {size, time.end_time - time.start_time});
      }
    catch (const InputError &error)
      {
        throw case_file.error(section + "obstacles", error.what());
      }
    const std::size_t n = result.obstacles.size();
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
  std::vector<SolidPoint<dim>>
  make_solid_points(const RunParameters &parameters, const CaseFile &case_file)
  {
    const std::string            path = "Output/monitored points";
    std::vector<SolidPoint<dim>> points;
    std::set<std::string>        names;
    for (const std::string &text :
         split_expressions(parameters.output.monitored_points, ';'))
      {
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
  make_solid(const RunParameters &, const CaseFile &);
  template SolidDescription<3>
  make_solid(const RunParameters &, const CaseFile &);
  template SolidContactDescription<2>
  make_solid_contact(const RunParameters &, const CaseFile &, double);
  template SolidContactDescription<3>
  make_solid_contact(const RunParameters &, const CaseFile &, double);
  template std::vector<SolidPoint<2>>
  make_solid_points(const RunParameters &, const CaseFile &);
  template std::vector<SolidPoint<3>>
  make_solid_points(const RunParameters &, const CaseFile &);
} // namespace percuss
