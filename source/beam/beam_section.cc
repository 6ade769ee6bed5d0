// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/beam_section.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace percuss
{
  namespace
  {
    constexpr double pi = std::numbers::pi;

    void
    require(const bool         condition,
            const std::string &quantity,
            const std::string &owner,
            const double       value,
            const char        *rule)
    {
      if (condition && std::isfinite(value))
        return;
      std::ostringstream message;
      message << "The " << quantity << " of " << owner << " is " << value
              << "; it must " << rule << '.';
      throw InputError(message.str());
    }

    void
    require_length(const char *quantity, const char *shape, const double value)
    {
      require(value > 0.,
              quantity,
              std::string("the beam section '") + shape + "'",
              value,
              "be a positive number [m]");
    }

    void
    check(const BeamMaterial &material)
    {
      require(material.youngs_modulus > 0.,
              "Young's modulus",
              "the beam",
              material.youngs_modulus,
              "be a positive number [Pa]");
      require(material.poissons_ratio > -1. && material.poissons_ratio <= 0.5,
              "Poisson's ratio",
              "the beam",
              material.poissons_ratio,
              "be above -1 and at most 1/2");
      require(material.density > 0.,
              "density",
              "the beam",
              material.density,
              "be a positive number [kg/m^3]");
    }

    /** J of a rectangle with sides a <= b [m^4]. */
    double
    torsion_constant(const double a, const double b)
    {
      // tanh is one but for a part that vanishes as exp(-n pi b/a): the sum of
      // the ones, 31/32 zeta(5), and six terms are exact to rounding
      double sum = 31. / 32. * 1.03692775514336992633;
      for (int n = 1; n <= 11; n += 2)
        sum -= 2. / (1. + std::exp(n * pi * b / a)) / std::pow(n, 5);
      return a * a * a * b * (1. / 3. - 64. * a / (std::pow(pi, 5) * b) * sum);
    }

    BeamSection
    section_of(const BeamMaterial &material,
               const double        A,
               const double        shear_correction,
               const double        I_y,
               const double        I_z,
               const double        J)
    {
      const double E   = material.youngs_modulus;
      const double G   = material.shear_modulus();
      const double rho = material.density;
      const double kGA = shear_correction * G * A;
      return {E * A,
              kGA,
              E * I_z,
              rho * A,
              rho * I_z,
              kGA,
              E * I_y,
              G * J,
              rho * I_y};
    }
  } // namespace

  BeamSection
  rectangle(const BeamMaterial &material,
            const double        width,
            const double        height)
  {
    check(material);
    require_length("width", "rectangle", width);
    require_length("height", "rectangle", height);
    return section_of(material,
                      width * height,
                      5. / 6.,
                      height * width * width * width / 12.,
                      width * height * height * height / 12.,
                      torsion_constant(std::min(width, height),
                                       std::max(width, height)));
  }

  BeamSection
  circle(const BeamMaterial &material, const double radius)
  {
    check(material);
    require_length("radius", "circle", radius);
    return pipe(material, radius, 0.);
  }

  BeamSection
  pipe(const BeamMaterial &material,
       const double        outer_radius,
       const double        inner_radius)
  {
    check(material);
    require_length("outer radius", "pipe", outer_radius);
    require(inner_radius >= 0. && inner_radius < outer_radius,
            "inner radius",
            "the beam section 'pipe'",
            inner_radius,
            "be at least zero and smaller than the outer one [m]");
    const double outer = outer_radius * outer_radius;
    const double inner = inner_radius * inner_radius;
    const double A     = pi * (outer - inner);
    const double I     = A * (outer + inner) / 4.;
    const double k =
      6. * (outer + inner) * (outer + inner) /
      (7. * (outer * outer + inner * inner) + 34. * outer * inner);
    return section_of(material, A, k, I, I, 2. * I);
  }

  void
  check(const BeamSection &section,
        const std::string &beam,
        const bool         in_space)
  {
    const auto positive =
      [&](const char *quantity, const double value, const char *rule) {
        require(value > 0., quantity, "the beam '" + beam + "'", value, rule);
      };
    constexpr const char *force   = "be a positive number [N]";
    constexpr const char *moment  = "be a positive number [N m^2]";
    constexpr const char *inertia = "be a positive number [kg m]";
    positive("axial stiffness E A", section.axial_stiffness, force);
    positive("shear stiffness k G A", section.shear_stiffness, force);
    positive("bending stiffness E I", section.bending_stiffness, moment);
    positive("mass per length rho A",
             section.mass,
             "be a positive number [kg/m]");
    positive("rotational inertia per length rho I",
             section.rotational_inertia,
             inertia);
    if (!in_space)
      return;
    positive("shear stiffness k G A along z", section.shear_stiffness_z, force);
    positive("bending stiffness E I about y",
             section.bending_stiffness_y,
             moment);
    positive("torsional stiffness G J", section.torsional_stiffness, moment);
    positive("rotational inertia per length rho I about y",
             section.rotational_inertia_y,
             inertia);
  }
} // namespace percuss
