// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_spectral_analysis_h
#define percuss_study_spectral_analysis_h

#include <percuss/time_integration/scheme_parameters.h>

#include <Eigen/Core>

#include <optional>

namespace percuss
{
  /**
   * The matrix A of a free step of a scheme on the test problem,
   *
   *     q'' + 2 xi omega q' + omega^2 q = 0,      x_{k+1} = A x_k,
   *     x = (q, h v, h^2 a),
   *
   * a function of omega h and xi (T.J.R. Hughes, The Finite Element Method,
   * 9.1; J. Chung and G.M. Hulbert, J. Appl. Mech. 60, 1993). Its columns are
   * steps of the scheme's own code from the unit states.
   *
   * x is all that a step without contact takes over from the one before: the
   * filters of the alpha-family serve its energies, not its motion, and the
   * contact force that the schemes with impulses as forces keep is zero, so
   * that these have the motion of the scheme that they are made of. Schemes
   * without an acceleration have a zero last row and column. The central
   * differences move with q_k and V_k = v_k + h/2 a_k alone, and the third
   * eigenvalue of A is zero; but schatzman-paoli with damping and theta < 1
   * reads v_k, too.
   *
   * @param omega_h omega h, in (0, 1e6] [-]
   * @param damping_ratio xi, in [0, 1) [-]
   * @throws InputError for values outside their range, and as make_scheme().
   */
  Eigen::Matrix3d
  amplification_matrix(const SchemeParameters &scheme,
                       double                  omega_h,
                       double                  damping_ratio = 0.);

  /** What a scheme makes of the test problem at one omega h. */
  struct SpectralProperties
  {
    double omega_h; ///< omega h [-]

    /** max |lambda| over all eigenvalues of A, the spurious one included. At
     * most 1 where the scheme is stable (a multiple eigenvalue of modulus 1
     * can still grow, linearly) [-]. */
    double spectral_radius;

    /** (T_bar - T)/T of the period T = 2 pi/omega_d of the motion and T_bar =
     * 2 pi h/Omega_bar of the scheme's [-]. */
    std::optional<double> period_elongation;

    /** xi_bar, in the damped problem the damping of the motion included [-]. */
    std::optional<double> algorithmic_damping;
  };

  /**
   * Spectral radius, period elongation and algorithmic damping ratio of a
   * scheme. With the principal eigenvalues of A in the form (H.M. Hilber,
   * T.J.R. Hughes and R.L. Taylor, Earthq. Eng. Struct. Dyn. 5, 1977)
   *
   *     lambda = exp(Omega_bar (-xi_bar +- i)),
   *     Omega_bar = arg lambda,      xi_bar = -ln|lambda|/Omega_bar,
   *     (T_bar - T)/T = omega_d h/Omega_bar - 1,
   *     omega_d = omega sqrt(1 - xi^2).
   *
   * xi_bar so is decay per radian: of the exact motion xi/sqrt(1 - xi^2).
   *
   * The principal pair is the one that continues exp(omega h (-xi +- i sqrt(1 -
   * xi^2))) from small omega h; the third eigenvalue is spurious. The pair may
   * become real at some omega h: where it is, both properties are undefined.
   * They stay so where the spurious eigenvalue has met one of the pair, from
   * when on there is no telling them apart. It is followed in steps of 1 % of
   * omega h, a millisecond per call; shorter intervals may be passed over.
   *
   * The error of rounding is some 1e-15/(omega h) of both properties in small
   * steps. In large ones it grows where eigenvalues come together, most where
   * all three do: in generalized-alpha to 1e-7 at omega h = 1e4 and 3e-5 at
   * 1e6.
   *
   * @param omega_h omega h, in (0, 1e6] [-]
   * @param damping_ratio xi, in [0, 1) [-]
   * @throws InputError for values outside their range, and as make_scheme().
   */
  SpectralProperties
  spectral_properties(const SchemeParameters &scheme,
                      double                  omega_h,
                      double                  damping_ratio = 0.);
} // namespace percuss

#endif
