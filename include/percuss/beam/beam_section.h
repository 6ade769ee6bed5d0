// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_beam_section_h
#define percuss_beam_beam_section_h

#include <string>

namespace percuss
{
  /** An isotropic elastic material of beams. */
  struct BeamMaterial
  {
    double youngs_modulus; ///< E [Pa] > 0
    double poissons_ratio; ///< nu in (-1, 1/2]
    double density;        ///< rho [kg/m^3] > 0

    /** G = E/(2 (1 + nu)) [Pa]. */
    double
    shear_modulus() const
    {
      return youngs_modulus / (2. * (1. + poissons_ratio));
    }
  };

  /**
   * Stiffness and inertia of a beam's cross section about its centroid and its
   * principal axes y and z; x is the beam's axis. Planar beams lie in the plane
   * (x, y): they bend about z and need the first five constants only.
   */
  struct BeamSection
  {
    double axial_stiffness    = 0.; ///< E A [N]
    double shear_stiffness    = 0.; ///< k G A along y [N]
    double bending_stiffness  = 0.; ///< E I_z [N m^2]
    double mass               = 0.; ///< rho A per length [kg/m]
    double rotational_inertia = 0.; ///< rho I_z per length [kg m]

    double shear_stiffness_z    = 0.; ///< k G A along z [N]
    double bending_stiffness_y  = 0.; ///< E I_y [N m^2]
    double torsional_stiffness  = 0.; ///< G J [N m^2]
    double rotational_inertia_y = 0.; ///< rho I_y per length [kg m]
  };

  /**
   * A rectangle, @p height along y and @p width along z [m]: A = w h,
   * I_z = w h^3/12, k = 5/6 and, with the sides a <= b,
   *
   *     J = a^3 b (1/3 - 64 a/(pi^5 b) sum_{n odd} tanh(n pi b/(2 a))/n^5)
   *
   * (Saint-Venant; Timoshenko and Goodier, Theory of Elasticity, art. 109) to
   * rounding. The shear correction factors here are those of Saint-Venant's
   * flexure for nu = 0, where the energy of the shear stresses and Cowper (J.
   * Appl. Mech. 33, 1966) agree; theories differ in what nu adds, a few
   * percent. Throws InputError, as do the others, for values out of their
   * ranges.
   */
  BeamSection
  rectangle(const BeamMaterial &material,
            const double        width,
            const double        height);

  /** A disc: A = pi r^2, I_y = I_z = pi r^4/4, k = 6/7, J = pi r^4/2. */
  BeamSection
  circle(const BeamMaterial &material, const double radius);

  /**
   * A ring: I_y = I_z = pi (r_o^4 - r_i^4)/4, J = 2 I_z and, with m = r_i/r_o,
   *
   *     k = 6 (1 + m^2)^2/(7 + 34 m^2 + 7 m^4),
   *
   * 1/2 for thin walls. 0 <= r_i < r_o.
   */
  BeamSection
  pipe(const BeamMaterial &material,
       const double        outer_radius,
       const double        inner_radius);

  /**
   * Throws InputError that names the constant and @p beam unless the constants
   * of a planar beam are positive; those of a rod in space, where
   * @p in_space.
   */
  void
  check(const BeamSection &section,
        const std::string &beam,
        const bool         in_space = false);
} // namespace percuss

#endif
