// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_impacting_bar_h
#define percuss_study_impacting_bar_h

namespace percuss
{
  /**
   * A free uniform elastic bar at constant speed v_0 > 0 that strikes a rigid
   * obstacle at the distance g_0 ([A12] 6.2, [C13] 5.3), by d'Alembert: contact
   * from t_1 = g_0/v_0 to t_2 = t_1 + 2 L/c, c = sqrt(E/rho), with the constant
   * force E A v_0/c; then the bar leaves undeformed with the speed v_0.
   *
   * All times count from the start of the motion.
   */
  struct ExactImpactingBar
  {
    double length;         ///< L [m]
    double cross_section;  ///< A [m^2]
    double youngs_modulus; ///< E [Pa]
    double density;        ///< rho [kg/m^3]
    double initial_gap;    ///< g_0 >= 0 [m]
    double impact_speed;   ///< v_0 > 0 [m/s]

    /** c [m/s] */
    double
    wave_speed() const;

    /** t_1 [s] */
    double
    impact_time() const;

    /** t_2 [s] */
    double
    release_time() const;

    /** Distance of the striking end from the obstacle [m]. */
    double
    gap(double t) const;

    /** Its velocity away from the obstacle, right-continuous [m/s]. */
    double
    contact_velocity(double t) const;

    /** Contact force, right-continuous [N]. */
    double
    contact_force(double t) const;
  };
} // namespace percuss

#endif
