// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/text.h>
#include <percuss/run/critical_step.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

namespace percuss
{
  namespace
  {
    bool
    is_symmetric(const Eigen::MatrixXd &B)
    {
      return (B - B.transpose()).norm() <= 1e-12 * B.norm();
    }

    /** The smallest positive root of a polynomial a[0] + ... + a[3] x^3, or
     * infinity. */
    double
    smallest_positive_root(const Eigen::Vector4d &a)
    {
      int degree = 3;
      while (degree > 0 &&
             std::abs(a[degree]) <= 1e-14 * a.cwiseAbs().maxCoeff())
        --degree;
      double smallest = std::numeric_limits<double>::infinity();
      if (degree == 0)
        return smallest;
      Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(degree, degree);
      companion.diagonal(-1).setOnes();
      companion.rightCols(1) = -a.head(degree) / a[degree];
      for (const std::complex<double> root : eigenvalues(companion))
        if (root.real() > 0. &&
            std::abs(root.imag()) <= 1e-7 * std::abs(root.real()))
          smallest = std::min(smallest, root.real());
      return smallest;
    }

    double
    critical_step_of_schatzman_paoli(const double theta, const Mode &mode)
    {
      const double omega = mode.frequency, c = mode.damping;
      if (theta >= 0.5)
        return std::numeric_limits<double>::infinity();
      if (omega == 0.)
        return 2. / ((1. - 2. * theta) * c); // infinite without damping
      const double undamped = 2. / (omega * std::sqrt(1. - 2. * theta));
      if (c == 0.)
        return undamped;
      const double zeta = c / (2. * omega);
      return std::min(undamped,
                      smallest_positive_root(
                        {2. * zeta,
                         theta - 2. * (1. - 2. * theta) * zeta * zeta,
                         2. * zeta * (theta * theta + theta - 0.5),
                         theta * theta}) /
                        omega);
    }

    double
    critical_step_of_schatzman_paoli_with_beta(const double beta,
                                               const Mode  &mode)
    {
      return beta >= 0.25 ? std::numeric_limits<double>::infinity() :
                            2. / (mode.frequency * std::sqrt(1. - 4. * beta));
    }

    /** What critical_step() computes, for people. */
    std::string
    formula(const SchemeParameters &scheme, const Mode &mode)
    {
      if (scheme.name == "schatzman-paoli" && scheme.beta)
        return "= 2/(omega_max sqrt(1 - 4 beta))";
      if (scheme.name == "schatzman-paoli" && mode.damping > 0.)
        return "of the damped motion";
      if (scheme.name == "schatzman-paoli" && scheme.theta > 0.)
        return "= 2/(omega_max sqrt(1 - 2 theta))";
      return mode.damping > 0. && scheme.name != "cd-lagrange-implicit" ?
               "= (2/omega_max)(sqrt(1 + zeta^2) - zeta)" :
               "= 2/omega_max";
    }

    /** The critical step of the scheme, and what it comes from. */
    std::string
    critical_step_in_words(const RunParameters    &p,
                           const Mode             &mode,
                           const FrequencyOfModel &frequency)
    {
      std::ostringstream text;
      text << "the critical step " << critical_step(p.scheme, mode) << " s "
           << formula(p.scheme, mode) << " of scheme '" << p.scheme.name
           << "' (omega_max = " << mode.frequency << " 1/s, ";
      if (mode.damping > 0. && mode.frequency > 0.)
        text << "zeta = " << mode.damping / (2. * mode.frequency) << ", ";
      text << frequency.source << ")";
      return text.str();
    }

    InputError
    too_large_step(const RunParameters    &p,
                   const Mode             &mode,
                   const FrequencyOfModel &frequency,
                   const CaseFile         &case_file)
    {
      std::ostringstream message;
      message << "It must be below "
              << critical_step_in_words(p, mode, frequency)
              << ", else the motion grows without bound; the time step is "
              << p.time.time_step << " s.";
      return case_file.error(p.time.courant_number != 0. ?
                               "Time integration/Courant number" :
                               "Time integration/time step",
                             message.str());
    }
  } // namespace

  Mode
  fastest_mode(const Eigen::MatrixXd &M,
               const Eigen::MatrixXd &C,
               const Eigen::MatrixXd &K)
  {
    if (M.size() == 0)
      return {};
    if (!is_symmetric(K) || !is_symmetric(C))
      {
        const Eigen::VectorXcd squares = generalized_eigenvalues(K, M);
        return {std::sqrt(std::max(0., squares.real().maxCoeff())), 0.};
      }
    const LargestMode mode = largest_mode(K, M);
    return {std::sqrt(std::max(0., mode.eigenvalue)),
            std::max(0., mode.vector.dot(C * mode.vector))};
  }

  double
  longest_period(const Eigen::MatrixXd &M, const Eigen::MatrixXd &K)
  {
    if (M.size() == 0 || !is_symmetric(K))
      return 0.;
    const Eigen::VectorXd squares  = generalized_eigenvalues(K, M).real();
    const double          least    = 1e-12 * squares.maxCoeff();
    double                smallest = 0.;
    for (const double square : squares)
      if (square > least && (smallest == 0. || square < smallest))
        smallest = square;
    return smallest > 0. ? 2. * std::numbers::pi / std::sqrt(smallest) : 0.;
  }

  bool
  is_explicit(const RunParameters &p)
  {
    if (p.scheme_information().family != SchemeFamily::central_difference)
      return false;
    const SchemeParameters &scheme = p.scheme;
    return scheme.name != "schatzman-paoli" ||
           (scheme.beta ? *scheme.beta == 0. : scheme.theta == 0.);
  }

  double
  critical_step(const SchemeParameters &scheme, const Mode &mode)
  {
    const double omega = mode.frequency, c = mode.damping;
    if (scheme.name == "schatzman-paoli")
      return scheme.beta ?
               critical_step_of_schatzman_paoli_with_beta(*scheme.beta, mode) :
               critical_step_of_schatzman_paoli(scheme.theta, mode);
    if (scheme.name == "cd-lagrange-implicit")
      return 2. / omega;
    return 4. / (c + std::sqrt(c * c + 4. * omega * omega));
  }

  std::vector<std::string>
  check_critical_step(const RunParameters    &p,
                      const FrequencyOfModel &frequency,
                      const CaseFile         &case_file)
  {
    if (p.scheme_information().family != SchemeFamily::central_difference)
      return {};
    const auto critical = [&](const Mode &mode) {
      return critical_step(p.scheme, mode);
    };
    const Mode   bound = frequency.largest();
    const double step  = p.time.time_step;
    if (!(step > 0.99 * critical(bound)))
      return {};

    const Mode attained = frequency.attained();
    if (attained.frequency > 0. && step >= (1. - 1e-9) * critical(attained))
      throw too_large_step(p, attained, frequency, case_file);
    std::ostringstream warning;
    warning << "the time step " << step << " s is ";
    if (step > critical(bound) * (1. + 1e-9))
      warning << "above " << critical_step_in_words(p, bound, frequency)
              << ": its motion may grow without bound.";
    else
      warning << "in the last hundredth below "
              << critical_step_in_words(p, bound, frequency)
              << ": the energy of the fastest oscillations, from one element "
                 "to the next, is far from constant there.";
    return {warning.str()};
  }
} // namespace percuss
