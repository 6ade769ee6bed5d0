// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_check_mechanism_h
#define percuss_models_mechanism_check_mechanism_h

#include <percuss/models/mechanism/mechanism_rows.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  // What can be wrong with the start of a mechanism, in the plane or in space.
  // Nothing is corrected.

  /** A row that does not fit the start. */
  struct RowViolation
  {
    std::size_t row;
    double      value;
    double      tolerance; ///< |value| is larger
  };

  /** Tolerances, relative to the largest arm or length of a row [m]: of gaps
   * in m; of angles in rad as they are; of velocities, to the largest
   * |G_ij v_j| of all rows. */
  struct StartTolerances
  {
    double position = 1e-6, velocity = 1e-6;
    double rate = 0.; ///< of dg/dt of angles, beside the velocity's [rad/s]
  };

  /** Joints open at (q, t), |g| too large. */
  std::vector<RowViolation>
  joint_violations(const MechanismRows &constraints,
                   const DenseVector   &q,
                   double               t,
                   double               tolerance);

  /** Joints whose rows of u = G v + dg/dt are not zero; of angles
   * |u| > @p tolerance max |G_ij v_j| + @p rate, the error of dg/dt [rad/s]. */
  std::vector<RowViolation>
  joint_velocity_violations(const MechanismRows &constraints,
                            const DenseVector   &q,
                            const DenseVector   &v,
                            double               t,
                            double               tolerance,
                            double               rate = 0.);

  /** Throws InputError where the angle of a joint is not finite, or jumps, in
   * one of 1000 parts of the time from @p start to @p end: halving a part 25
   * times leaves more than a tenth of its change. */
  void
  check_motion(const std::string                   &joint,
               const std::function<double(double)> &angle,
               double                               start,
               double                               end);

  /** Throws InputError where the rate of a joint's motion is not finite at the
   * start, at @p start or at one of 20 times shortly after it (in the scale of
   * the motion) and 200 up to the time @p end, or differs from a difference
   * quotient of the angle by more than 1 %, and shortly later, too: at kinks
   * alone it may. */
  void
  check_rate(const std::string  &joint,
             const TimeFunction &motion,
             double              start,
             double              end);

  /** Contacts with g < 0. */
  std::vector<RowViolation>
  penetrations(const MechanismRows &constraints,
               const DenseVector   &q,
               double               t,
               double               tolerance);

  /** Throws InputError with all rows of the three lists above, their names and
   * figures, unless they are empty. */
  void
  check_start(const MechanismRows   &constraints,
              const DenseVector     &q,
              const DenseVector     &v,
              double                 t,
              const StartTolerances &tolerances = {});

  /**
   * The rank of the joints, that of W = G M^{-1} G^T, G their rows: by QR with
   * pivoting of the columns M^{-1/2} G_i^T over their lengths, which leaves
   * neither units nor W's squared condition. Each row beyond the rank is a
   * combination of others; the joints with a coefficient in it (above 1e-6 of
   * the largest) are a dependency.
   */
  struct JointRank
  {
    std::size_t n_rows = 0, rank = 0;
    /** Names of the joints, one list per row beyond the rank. */
    std::vector<std::vector<std::string>> dependencies;
    /** The smallest pivot of the rank, and the largest beyond it, over the
     * largest; 1 and 0 where there is none. */
    double smallest_pivot = 1., largest_remainder = 0.;
  };

  /**
   * @param masses    diagonal of M; it scales only, the rank is that of any
   * @param tolerance pivots up to this times the largest count as zero
   *
   * Throws InputError with the name of a joint whose row is not finite.
   */
  JointRank
  joint_rank(const MechanismRows   &constraints,
             const Eigen::VectorXd &masses,
             const DenseVector     &q,
             double                 tolerance = 1e-8);

  /** Throws InputError with the names of joints that say the same, or do so at
   * this singular position. */
  void
  check_joints_are_independent(const MechanismRows   &constraints,
                               const Eigen::VectorXd &masses,
                               const DenseVector     &q,
                               double                 tolerance = 1e-8);
} // namespace percuss

#endif
