// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/text.h>
#include <percuss/run/critical_step.h>

#include <algorithm>
#include <cmath>
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

    /** The critical step of the scheme, and what it comes from. */
    std::string
    critical_step_in_words(const RunParameters    &p,
                           const Mode             &mode,
                           const FrequencyOfModel &frequency)
    {
      std::ostringstream text;
      const auto [step, formula] =
        p.scheme_information().critical_step(p.scheme, mode);
      text << "the critical step " << step << " s " << formula << " of scheme '"
           << p.scheme.name << "' (omega_max = " << mode.frequency << " 1/s, ";
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
    return !p.scheme_information().has_theta_or_beta ||
           (scheme.beta ? *scheme.beta == 0. : scheme.theta == 0.);
  }

  std::vector<std::string>
  check_critical_step(const RunParameters    &p,
                      const FrequencyOfModel &frequency,
                      const CaseFile         &case_file)
  {
    if (p.scheme_information().family != SchemeFamily::central_difference)
      return {};
    const auto critical = [&](const Mode &mode) {
      return p.scheme_information().critical_step(p.scheme, mode).step;
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
