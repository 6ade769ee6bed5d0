// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/solid/solid_description.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    void
    require(const bool         condition,
            const std::string &quantity,
            const double       value,
            const char        *rule,
            const char        *entry = "")
    {
      if (condition && std::isfinite(value))
        return;
      std::ostringstream message;
      message << "The " << quantity << " of the solid is " << value << "; "
              << rule << '.';
      throw InputError(message.str(), entry);
    }

    void
    check(const PronySeries &series, const std::string &where)
    {
      const char *const entry = "Prony series";
      double            shear = 0., bulk = 0.;
      const char *const in_range = "it must lie between 0 and 1";
      for (const RelaxationTerm &term : series)
        {
          require(term.shear >= 0. && term.shear <= 1.,
                  "relative shear modulus of a Prony series" + where,
                  term.shear,
                  in_range,
                  entry);
          require(term.bulk >= 0. && term.bulk <= 1.,
                  "relative bulk modulus of a Prony series" + where,
                  term.bulk,
                  in_range,
                  entry);
          require(term.time > 0.,
                  "relaxation time of a Prony series" + where,
                  term.time,
                  "it must be a positive number [s]",
                  entry);
          shear += term.shear;
          bulk += term.bulk;
        }
      const char *const sum_in_range =
        "it may be up to 1, where nothing is left in the end";
      constexpr double rounding = 1e-14;
      require(shear <= 1. + rounding,
              "sum of the relative shear moduli" + where,
              shear,
              sum_in_range,
              entry);
      require(bulk <= 1. + rounding,
              "sum of the relative bulk moduli" + where,
              bulk,
              sum_in_range,
              entry);
    }

    void
    check(const Hardening &hardening, const std::string &where)
    {
      require(hardening.yield_stress >= 0.,
              "yield stress" + where,
              hardening.yield_stress,
              "it must be a positive number [Pa]",
              "yield stress");
      const char *const rule = "it must be zero or a positive number";
      require(hardening.modulus >= 0.,
              "hardening modulus" + where,
              hardening.modulus,
              rule,
              "hardening modulus");
      require(hardening.saturation >= 0.,
              "hardening saturation" + where,
              hardening.saturation,
              rule,
              "hardening saturation");
      require(hardening.exponent >= 0.,
              "hardening exponent" + where,
              hardening.exponent,
              rule,
              "hardening exponent");
      require(hardening.exponent > 0. || hardening.saturation == 0.,
              "hardening exponent" + where,
              hardening.exponent,
              "it must be positive where there is a hardening saturation",
              "hardening exponent");
    }

    void
    check(const SolidMaterial &material, const std::string &where)
    {
      require(material.youngs_modulus > 0.,
              "Young's modulus" + where,
              material.youngs_modulus,
              "it must be a positive number [Pa]",
              "Young's modulus");
      require(material.poissons_ratio > -1. && material.poissons_ratio < 0.5,
              "Poisson's ratio" + where,
              material.poissons_ratio,
              "it must lie between -1 and 1/2, both excluded; "
              "incompressible materials (1/2) need another formulation, "
              "nearly incompressible ones lock: 0.49 is a practical limit",
              "Poisson's ratio");
      require(material.density > 0.,
              "density" + where,
              material.density,
              "it must be a positive number [kg/m^3]",
              "density");
      check(material.relaxation, where);
      check(material.hardening, where);
    }

    const char *
    name(const Kinematics kinematics)
    {
      switch (kinematics)
        {
          case Kinematics::plane_strain:
            return "plane strain";
          case Kinematics::plane_stress:
            return "plane stress";
          case Kinematics::axisymmetric:
            return "axisymmetric";
          case Kinematics::three_dimensional:
            break;
        }
      return "three-dimensional";
    }

    /** Of what J2 plasticity is not available for, and needs. */
    template <int dim>
    void
    check_plasticity(const SolidDescription<dim> &description)
    {
      const char *const law = "elastic law";
      for (const auto &[id, material] : materials_of(description))
        if ((material.hardening.yield_stress > 0.) !=
            (description.law == ElasticLaw::j2_plasticity))
          throw InputError(
            description.law == ElasticLaw::j2_plasticity ?
              "J2 plasticity needs a positive yield stress [Pa] in all "
              "materials; one that stays elastic may have a large one." :
              "Only 'elastic law = J2 plasticity' has a yield stress: set it, "
              "or leave the yield stress out.",
            "yield stress");
      if (description.law != ElasticLaw::j2_plasticity)
        return;
      if (description.kinematics == Kinematics::plane_stress)
        throw InputError("J2 plasticity is not available in plane stress: take "
                         "plane strain or a three-dimensional mesh.",
                         law);
      if (description.mesh && description.mesh->has_simplices)
        throw InputError("J2 plasticity is available for quadrilaterals and "
                         "hexahedra only: triangles and tetrahedra of degree 1 "
                         "lock where plastic flow keeps the volume. Mesh with "
                         "others.",
                         law);
      if (description.boundary_mass != BoundaryMass::kept)
        throw InputError("J2 plasticity is not available where contact nodes "
                         "have no mass: set 'Contact/boundary mass' to "
                         "'kept'.",
                         law);
      if (!description.lumped_mass)
        throw InputError(
          "J2 plasticity is available with explicit schemes: set "
          "'mass matrix' to 'lumped'.",
          law);
    }

    /** Of what a Prony series is not available for. */
    template <int dim>
    void
    check_relaxation(const SolidDescription<dim> &description)
    {
      const char *const entry = "Prony series";
      if (description.law != ElasticLaw::linear)
        throw InputError("A Prony series is available for small strains only: "
                         "set 'elastic law' to 'linear', or leave it out.",
                         entry);
      if (description.boundary_mass != BoundaryMass::kept)
        throw InputError("A Prony series is not available where contact nodes "
                         "have no mass: set 'Contact/boundary mass' to "
                         "'kept'.",
                         entry);
      for (const auto &[id, material] : materials_of(description))
        for (const RelaxationTerm &term : material.relaxation)
          if (description.kinematics == Kinematics::plane_stress &&
              term.shear != term.bulk)
            throw InputError("In plane stress, where the thickness follows, "
                             "both relative moduli of a term of a Prony series "
                             "must be the same: take g = k, or plane strain.",
                             entry);
    }
  } // namespace

  namespace
  {
    /** Of what has no hanging nodes. */
    template <int dim>
    void
    check_local_refinements(const SolidDescription<dim> &description)
    {
      const char *const entry = "refine near";
      for (const LocalRefinement &refinement : description.local_refinements)
        {
          require(refinement.distance > 0.,
                  "distance within which cells are divided",
                  refinement.distance,
                  "it must be a positive number [m]",
                  entry);
          require(refinement.levels >= 1 && refinement.levels <= 8,
                  "number of levels of cells that are divided",
                  refinement.levels,
                  "there may be 1 to 8",
                  entry);
        }
      if (description.adaptation.levels > 0 && description.mesh &&
          description.mesh->has_simplices)
        throw InputError("Only meshes of quadrilaterals and hexahedra adapt: "
                         "take one, or leave the entry empty.",
                         "adapt");
      if (description.local_refinements.empty())
        return;
      if (description.mesh && description.mesh->has_simplices)
        throw InputError("Cells near a boundary are divided of quadrilaterals "
                         "and hexahedra only: grade a mesh of triangles or "
                         "tetrahedra in the mesh generator.",
                         entry);
      if (description.degree > 1)
        throw InputError("Cells near a boundary are divided where the "
                         "'polynomial degree' is 1 only: set it to 1, or grade "
                         "the mesh by 'mesh map'.",
                         entry);
    }
  } // namespace

  template <int dim>
  void
  check(const SolidDescription<dim> &description)
  {
    const Kinematics kinematics = description.kinematics;
    if ((dim == 3) != (kinematics == Kinematics::three_dimensional))
      throw InputError(std::string("The kinematics of the solid are ") +
                       name(kinematics) + ", but its mesh is " +
                       std::to_string(dim) +
                       "-dimensional. A 2-D mesh is for plane strain, plane "
                       "stress or axisymmetric solids, a 3-D mesh for "
                       "three-dimensional ones.");
    const bool is_finite = description.law != ElasticLaw::linear;
    if (is_finite && description.law != ElasticLaw::j2_plasticity &&
        (kinematics == Kinematics::plane_stress ||
         kinematics == Kinematics::axisymmetric))
      throw InputError(std::string("Finite strains are not available for ") +
                       name(kinematics) +
                       " solids: take the linear law, or plane strain, or a "
                       "three-dimensional mesh.");

    check_plasticity(description);
    if (relaxes(description))
      check_relaxation(description);
    check_local_refinements(description);

    if (kinematics == Kinematics::plane_strain ||
        kinematics == Kinematics::plane_stress)
      require(description.thickness > 0.,
              "thickness",
              description.thickness,
              "it must be a positive number [m]",
              "thickness");
    if (description.materials.empty())
      check(description.material, "");
    for (const auto &[id, material] : description.materials)
      check(material, " of material " + std::to_string(id));

    require(description.degree == 1 || description.degree == 2,
            "degree",
            description.degree,
            "the polynomials may have degree 1 or 2",
            "polynomial degree");
    if (description.mesh && description.mesh->has_simplices &&
        description.degree > 1)
      throw InputError(std::string("The mesh has ") +
                         (dim == 2 ? "triangles" : "tetrahedra") +
                         ", which have polynomials of degree 1: set it to 1, "
                         "or mesh with " +
                         (dim == 2 ? "quadrilaterals." : "hexahedra."),
                       "polynomial degree");
    if (description.boundary_mass != BoundaryMass::kept &&
        !description.lumped_mass)
      throw InputError("'boundary mass' needs nodes with masses of their own: "
                       "'mass matrix' = lumped.");
    require(description.mass_damping >= 0.,
            "mass damping",
            description.mass_damping,
            "it must be zero or a positive number [1/s]");
    require(description.stiffness_damping >= 0.,
            "stiffness damping",
            description.stiffness_damping,
            "it must be zero or a positive number [s]");
    if (is_finite)
      require(description.stiffness_damping == 0.,
              "stiffness damping",
              description.stiffness_damping,
              "it must be zero for finite strains, where it would damp rigid "
              "rotations; take mass damping or the linear law");

    if (!description.mesh == description.generator.empty())
      throw InputError("The solid has " +
                         std::string(!description.mesh ?
                                       "neither a mesh file nor a generator" :
                                       "a mesh file and a generator") +
                         " for its mesh; give one of both.",
                       "mesh generator");
  }

  template void
  check(const SolidDescription<2> &);
  template void
  check(const SolidDescription<3> &);
} // namespace percuss
