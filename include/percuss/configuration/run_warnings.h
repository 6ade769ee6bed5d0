// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_run_warnings_h
#define percuss_configuration_run_warnings_h

#include <percuss/configuration/run_parameters.h>
#include <percuss/finite_element/bar_description.h>
#include <percuss/time_integration/contact_treatment.h>

#include <Eigen/Core>
#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * omega_max [1/s], the largest frequency of M q'' + K q = 0: the root of the
   * largest eigenvalue of M^{-1} K, zero if none is positive.
   * @pre M is symmetric and positive definite.
   */
  double
  largest_frequency(const Eigen::MatrixXd &M, const Eigen::MatrixXd &K);

  /**
   * An upper bound of omega_max of elastic bars: the largest frequency of an
   * element left to itself, since q^T K q <= max_e omega_e^2 q^T M q holds for
   * the sums over the elements if it does in each of them (clamped ends only
   * make it smaller). For free uniform bars of linear elements of length l it
   * is omega_max itself, attained when neighbouring nodes move oppositely:
   *
   *     omega = 2 c/l (lumped mass),   2 sqrt(3) c/l (consistent),
   *     c = sqrt(E/rho).
   *
   * Collective; the description must have passed check_bars().
   */
  double
  bar_frequency_bound(const BarRowDescription &description,
                      MPI_Comm                 communicator);

  /** What a warning about the time step reads. */
  struct FrequencyOfModel
  {
    std::function<double()> largest; ///< omega_max, or a bound of it [1/s]
    std::string             source;  ///< where it comes from
  };

  /**
   * In which respect the parameters are outside the range in which the scheme
   * is known to dissipate, to be stable, or to do what they say; a sentence
   * each, with the bound and the value found. Empty inside that range.
   *
   * moreau-jean and the projections: 1/2 <= theta <= 1/(1 + e) ([A14] (45)),
   * moreau-jean-dissipative: 1/2 <= theta; alpha-family (the energy identity of
   * GeneralizedAlpha, [A14] 6): 2 beta >= gamma >= 1/2 + eta, eta = alpha_f -
   * alpha_m >= 0, and where eta > 0, alpha_m <= 1/2 and gamma <= 1 - alpha_m.
   *
   * Central differences, for the undamped motion: with Omega = h omega, the
   * free motion of a mode by CentralDifference is
   *
   *     (1 + theta Omega^2) q_{k+2} - (2 - (1 - theta) Omega^2) q_{k+1} + q_k
   *                                                                  = 0,
   *
   * whose characteristic polynomial p has roots of modulus one at most if and
   * only if p(-1) = 4 - (1 - 2 theta) Omega^2 >= 0: for theta < 1/2
   *
   *     h <= 2/(omega_max sqrt(1 - 2 theta)),
   *
   * theta = 0 in the explicit schemes.
   *
   * @param treatment of the scheme
   */
  std::vector<std::string>
  range_warnings(const RunParameters    &parameters,
                 const ContactTreatment &treatment,
                 const FrequencyOfModel &frequency);
} // namespace percuss

#endif
