// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/parse_items.h>

namespace percuss
{
  namespace
  {
    /** Throws InputError for more than there is memory for. */
    void
    check_size(const double n_elements, const double degree)
    {
      // at the start, five matrices with all their entries
      const double n_dofs = 3. * n_elements * degree;
      if (const std::string problem =
            problem_of_memory(5. * 8. * n_dofs * n_dofs);
          !problem.empty())
        throw InputError("It has " + short_text(n_elements) +
                         " elements of degree " + short_text(degree) + ". " +
                         problem + ". Take fewer.");
    }

    BeamSection
    parse_section(Item &item, const BeamMaterial &material)
    {
      if (item.has("section circle"))
        return circle(material, item.get<double>("section circle"));
      if (item.has("section pipe"))
        {
          const auto radii = item.get<Eigen::Vector2d>("section pipe");
          return pipe(material, radii[0], radii[1]);
        }
      const auto sides = item.get<Eigen::Vector2d>("section rectangle");
      return rectangle(material, sides[0], sides[1]);
    }
  } // namespace

  template <int dim>
  MechanismBeam<dim>
  parse_beam(Item &item)
  {
    enum class Masses
    {
      consistent,
      lumped,
      blended
    };

    MechanismBeam<dim>             result;
    auto                          &beam = result.beam;
    BeamMaterial                   material{0., 0.3, 0.};
    Masses                         masses = Masses::consistent;
    Eigen::Vector<double, dim>     from;
    Eigen::Vector<double, dim - 1> curvature; // k, or k_y, k_z
    curvature.setZero();
    Eigen::Vector3d rotation = Eigen::Vector3d::Zero(),
                    velocity = Eigen::Vector3d::Zero(),
                    angular  = Eigen::Vector3d::Zero();
    beam.name                = item.name();
    beam.n_elements          = 4;
    item.needs("from [m]", from);
    item.needs("Young's modulus [Pa]", material.youngs_modulus);
    item.may("Poisson's ratio [-]", material.poissons_ratio);
    item.needs("density [kg/m^3]", material.density);
    item.know({"section rectangle", "section circle", "section pipe"}, "m");
    item.needs("length [m]", beam.length);
    item.may("elements [-]", beam.n_elements);
    item.may("degree [-]", beam.degree);
    item.may("mass matrix",
             masses,
             {{"consistent", Masses::consistent},
              {"lumped", Masses::lumped},
              {"blended", Masses::blended}});
    item.may("curvature [1/m | rad/m]", curvature);
    item.may(dim == 2 ? "velocity [m/s, m/s, rad/s]" : "velocity [m/s]",
             velocity);
    if constexpr (dim == 2)
      item.may("angle [rad]", beam.start_angle);
    else
      {
        item.may("rotation [rad]", rotation);
        item.may("angular velocity [rad/s]", angular);
      }
    item.read();

    beam.section = parse_section(item, material);
    check_size(beam.n_elements, beam.degree);
    const double p           = beam.degree;
    beam.mass_matrix.lumping = masses == Masses::blended ? p / (p + 1.) :
                               masses == Masses::lumped  ? 1. :
                                                           0.;
    if constexpr (dim == 2)
      {
        beam.start = {from[0], from[1]};
        if (item.has("curvature"))
          beam.curve = circular_arc(curvature[0]);
        result.velocity = velocity;
      }
    else
      {
        beam.curve = circular_arc({from, exponential(rotation)}, curvature);
        result.velocity << velocity, angular;
      }
    check(beam);
    return result;
  }

  template MechanismBeam<2>
  parse_beam(Item &);
  template MechanismBeam<3>
  parse_beam(Item &);
} // namespace percuss
