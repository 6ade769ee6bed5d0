// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_beam_row_h
#define percuss_models_mechanism_planar_beam_row_h

#include <percuss/models/mechanism/planar_centre_line.h>

#include <algorithm>

namespace percuss
{
  /**
   * One row of a contact of a disc with the radius r about a point y with a
   * beam of the thickness 2 t, which it touches from one side, s = 1 from the
   * left of its centre line and -1 from the right:
   *
   *     normal      g = s d - (r + t)       d, n: PlanarCentreLine, the foot of y
   *     tangential  g = 0; slip at c = y - r s n, along k x s n
   *
   * (beyond the ends d = |y - x| and s n = (y - x)/d, whatever s). With the
   * velocities of the two material points at c, for w = s n or k x s n,
   *
   *     u = w.(v_y(c) - v_section(c)).
   *
   * Of the normal this is dg/dt: the foot slides along the line, where the
   * distance is stationary. The force P w at c on the frame of y and the
   * opposite one on the section at the foot have one line of action, and the
   * nodes get forces of the same power as the latter: both momenta are kept to
   * rounding.
   *
   * @pre the disc has not gone round an end of the beam to the other side.
   */
  struct PlanarBeamRow
  {
    /** Rows that follow a contact with friction. */
    static constexpr unsigned int n_tangential = 1;

    PlanarPoint      y;
    PlanarCentreLine line;
    double           side           = 1.; ///< s
    double           disc_radius    = 0.; ///< r [m]
    double           half_thickness = 0.; ///< t [m]
    bool             is_tangential  = false;

    /** g(q) [m]. */
    double
    gap(const Eigen::VectorXd &q, double t = 0.) const;

    double
    gap_rate(double) const
    {
      return 0.;
    }

    /** u = G v. */
    double
    velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const;

    /** r += G^T P. */
    void
    add_impulse(const Eigen::VectorXd &q, double P, Eigen::VectorXd &r) const;

    /** The tangential row of this contact. */
    PlanarBeamRow
    tangential(unsigned int) const
    {
      PlanarBeamRow row = *this;
      row.is_tangential = true;
      return row;
    }

    bool
    is_angle() const
    {
      return false;
    }

    /** The larger of arm and reach [m]. */
    double
    length() const
    {
      return std::max(y.local.norm(), disc_radius + half_thickness);
    }

  private:
    struct Gradient
    {
      PlanarCentreLine::Foot foot;
      Eigen::Vector3d        y, section;
    };

    Gradient
    gradient(const Eigen::VectorXd &q) const;
  };
} // namespace percuss

#endif
