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

    void
    declare_section(Item &item, BeamMaterial &material)
    {
      item.needs("Young's modulus [Pa]",
                 material.youngs_modulus,
                 "Young's modulus E.");
      item.may("Poisson's ratio [-]",
               material.poissons_ratio,
               "Poisson's ratio nu, unless given 0.3.");
      item.needs("density [kg/m^3]", material.density, "Mass density.");
      item.know("section rectangle [m]",
                "Width and height of the section.",
                Eigen::Vector2d(Eigen::Vector2d::Zero()));
      item.know("section circle [m]", "Radius of the section.", double());
      item.know("section pipe [m]",
                "Outer and inner radius of the section.",
                Eigen::Vector2d(Eigen::Vector2d::Zero()));
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
    item.describe(dim == 2 ? "An elastic beam that may turn by any angle." :
                             "An elastic rod that may turn by any angle.");
    item.needs("from [m]", from, "Place of the first node.");
    declare_section(item, material);
    item.needs("length [m]", beam.length, "Length along the centre line.");
    item.may("elements [-]",
             beam.n_elements,
             "Number of elements, unless given 4.");
    item.may("degree [-]",
             beam.degree,
             "Degree of the polynomials in an element, unless given 1.");
    item.may("mass matrix",
             masses,
             {{"consistent", Masses::consistent},
              {"lumped", Masses::lumped},
              {"blended", Masses::blended}},
             "Consistent unless given, lumped, or both with the weights 1 : p, "
             "p the degree.");
    item.may("curvature [1/m | rad/m]",
             curvature,
             dim == 2 ? "Curvature of an arc without strain." :
                        "Curvatures without strain about the section's own y "
                        "and z.");
    item.may(dim == 2 ? "velocity [m/s, m/s, rad/s]" : "velocity [m/s]",
             velocity,
             dim == 2 ? "Velocity of the first node and angular velocity, with "
                        "which the beam moves as a rigid body at first." :
                        "Velocity of the first node, with which the rod moves "
                        "as a rigid body at first.");
    if constexpr (dim == 2)
      item.may("angle [rad]",
               beam.start_angle,
               "Angle of the beam at its first node.");
    else
      {
        item.may("rotation [rad]",
                 rotation,
                 "Rotation vector of the first section, whose x-axis is the "
                 "rod's.");
        item.may("angular velocity [rad/s]",
                 angular,
                 "Angular velocity in the fixed axes.");
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
