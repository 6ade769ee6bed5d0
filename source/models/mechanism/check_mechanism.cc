// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/check_mechanism.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    bool
    is_joint(const MechanismRows &constraints, const std::size_t row)
    {
      return row < constraints.n_joint_rows();
    }

    /** The largest arm or length of a row [m], or 1. */
    double
    characteristic_length(const MechanismRows &constraints)
    {
      double length = 0.;
      for (std::size_t row = 0; row < constraints.n_constraints(); ++row)
        length = std::max(length, constraints.length(row));
      return length > 0. ? length : 1.;
    }

    std::vector<RowViolation>
    violations(const MechanismRows &constraints,
               const DenseVector   &q,
               const double         t,
               const double         tolerance,
               const bool           of_joints)
    {
      const double        length = characteristic_length(constraints);
      std::vector<double> g(constraints.n_constraints());
      constraints.gap(q, t, g);
      std::vector<RowViolation> found;
      for (std::size_t row = 0; row < g.size(); ++row)
        {
          const double limit =
            constraints.is_angle(row) ? tolerance : tolerance * length;
          const double violation = of_joints ? std::abs(g[row]) : -g[row];
          if (is_joint(constraints, row) == of_joints && !(violation <= limit))
            found.push_back({row, g[row], limit});
        }
      return found;
    }

    void
    write(const std::vector<RowViolation> &violations,
          const MechanismRows             &constraints,
          const std::string               &what,
          const char                      *unit,
          const char                      *unit_of_angles,
          std::ostream                    &text)
    {
      for (const RowViolation &violation : violations)
        {
          const bool is_angle = constraints.is_angle(violation.row);
          text << "\n  " << what << ' '
               << constraints.description(violation.row) << ": "
               << violation.value << ' ' << (is_angle ? unit_of_angles : unit)
               << " (at most " << violation.tolerance << ')';
        }
    }

    /** G_i^T of the joints' rows, as columns. */
    Eigen::MatrixXd
    joint_gradients(const MechanismRows &constraints,
                    const DenseVector   &q,
                    const Eigen::Index   n)
    {
      const auto      m = static_cast<Eigen::Index>(constraints.n_joint_rows());
      Eigen::MatrixXd G(n, m);
      std::vector<double> unit(constraints.n_constraints(), 0.);
      for (Eigen::Index i = 0; i < m; ++i)
        {
          DenseVector r(Eigen::VectorXd::Zero(n));
          unit[static_cast<std::size_t>(i)] = 1.;
          constraints.add_impulse(q, 0., unit, r);
          unit[static_cast<std::size_t>(i)] = 0.;
          G.col(i)                          = r.entries;
        }
      return G;
    }

    std::string
    in_quotes(const std::vector<std::string> &names)
    {
      std::string text;
      for (const std::string &name : names)
        text += (text.empty() ? "'" : ", '") + name + "'";
      return text;
    }
  } // namespace

  std::vector<RowViolation>
  joint_violations(const MechanismRows &constraints,
                   const DenseVector   &q,
                   const double         t,
                   const double         tolerance)
  {
    return violations(constraints, q, t, tolerance, true);
  }

  std::vector<RowViolation>
  penetrations(const MechanismRows &constraints,
               const DenseVector   &q,
               const double         t,
               const double         tolerance)
  {
    return violations(constraints, q, t, tolerance, false);
  }

  std::vector<RowViolation>
  joint_velocity_violations(const MechanismRows &constraints,
                            const DenseVector   &q,
                            const DenseVector   &v,
                            const double         t,
                            const double         tolerance,
                            const double         rate)
  {
    std::vector<double> u(constraints.n_constraints());
    constraints.gap_rate(q, t, u);
    double scale            = 0.; // of all: a row alone may be rounding only
    const Eigen::MatrixXd G = joint_gradients(constraints, q, v.entries.size());
    for (Eigen::Index i = 0; i < G.cols(); ++i)
      {
        const Eigen::VectorXd terms = G.col(i).cwiseProduct(v.entries);
        u[static_cast<std::size_t>(i)] += terms.sum();
        scale = std::max(scale, terms.cwiseAbs().maxCoeff());
      }
    std::vector<RowViolation> found;
    for (std::size_t i = 0; i < constraints.n_joint_rows(); ++i)
      {
        const double limit =
          tolerance * scale + (constraints.is_angle(i) ? rate : 0.);
        if (!(std::abs(u[i]) <= limit))
          found.push_back({i, u[i], limit});
      }
    return found;
  }

  void
  check_motion(const std::string                   &joint,
               const std::function<double(double)> &angle,
               const double                         start,
               const double                         end)
  {
    constexpr int n_parts = 1000, n_halvings = 25;
    const auto    at = [&](const double t) {
      const double phi = angle(t);
      if (!std::isfinite(phi))
        throw InputError("The angle of the joint '" + joint +
                         "' is not finite at t = " + short_text(t) +
                         " s. Write an expression that is finite at all "
                            "times of the run.");
      return phi;
    };
    double phi_of_part = at(start);
    for (int i = 0; i < n_parts; ++i)
      {
        double left  = start + (end - start) * i / n_parts,
               right = start + (end - start) * (i + 1) / n_parts,
               phi_l = phi_of_part, phi_r = at(right);
        phi_of_part         = phi_r;
        const double change = std::abs(phi_r - phi_l);
        if (change < 1e-9) // rad: rounding
          continue;
        for (int k = 0; k < n_halvings; ++k)
          {
            const double middle = 0.5 * (left + right), phi = at(middle);
            if (std::abs(phi - phi_l) >= std::abs(phi_r - phi))
              {
                right = middle;
                phi_r = phi;
              }
            else
              {
                left  = middle;
                phi_l = phi;
              }
          }
        if (std::abs(phi_r - phi_l) > 0.1 * change)
          throw InputError("The angle of the joint '" + joint + "' jumps by " +
                           short_text(phi_r - phi_l) +
                           " rad at t = " + short_text(right) +
                           " s. A drive moves continuously: write a ramp.");
      }
  }

  void
  check_rate(const std::string  &joint,
             const TimeFunction &motion,
             const double        start,
             const double        end)
  {
    const auto at = [&](const double t) {
      const double rate = motion.rate(t);
      if (!std::isfinite(rate))
        throw InputError(
          "The rate of the joint '" + joint +
          "' is not finite at t = " + short_text(t) + " s. " +
          (motion.is_difference ?
             "It is a difference of the angle, whose expression must be "
             "defined shortly before and after, too: write one that is, or "
             "'rate', its derivative." :
             "Write the derivative of the angle, or no rate."));
      return rate;
    };
    at(start);
    if (motion.is_difference)
      return;
    const auto quotient = difference(motion.value, motion.scale);
    const auto is_wrong = [&](const double t) {
      const double given = at(t), found = quotient(t);
      return std::abs(given - found) >
             0.01 * (std::abs(given) + std::abs(found)) +
               100. * motion.rate_error(t);
    };
    const auto check = [&](const double length, const int n_times) {
      for (int i = 0; i < n_times; ++i)
        {
          const double t     = start + (i + 0.382) / n_times * length,
                       later = 0.01 * motion.scale; // beyond quotient(t)
          if (t + 2. * later <= end && is_wrong(t) && is_wrong(t + later) &&
              is_wrong(t + 2. * later))
            throw InputError(
              "The rate of the joint '" + joint + "' is " +
              short_text(motion.rate(t)) + " rad/s at t = " + short_text(t) +
              " s, where its angle changes by " + short_text(quotient(t)) +
              " rad/s. Write the derivative of the angle, or no "
              "rate.");
        }
    };
    check(std::min(motion.scale, end - start), 20);
    check(end - start, 200);
  }

  void
  check_start(const MechanismRows   &constraints,
              const DenseVector     &q,
              const DenseVector     &v,
              const double           t,
              const StartTolerances &tolerances)
  {
    std::ostringstream text;
    write(joint_violations(constraints, q, t, tolerances.position),
          constraints,
          "the gap of joint",
          "m",
          "rad",
          text);
    write(joint_velocity_violations(
            constraints, q, v, t, tolerances.velocity, tolerances.rate),
          constraints,
          "the velocity of joint",
          "m/s",
          "rad/s",
          text);
    write(penetrations(constraints, q, t, tolerances.position),
          constraints,
          "the gap of contact",
          "m",
          "rad",
          text);
    if (!text.str().empty())
      throw InputError(
        "The mechanism does not fit together at the start:" + text.str() +
        "\nCorrect the positions and velocities of the bodies "
        "('at', 'velocity'), or the points and lengths of the "
        "joints and contacts.");
  }

  JointRank
  joint_rank(const MechanismRows   &constraints,
             const Eigen::VectorXd &masses,
             const DenseVector     &q,
             const double           tolerance)
  {
    JointRank result;
    result.n_rows = constraints.n_joint_rows();
    if (result.n_rows == 0)
      return result;
    const auto            m     = static_cast<Eigen::Index>(result.n_rows);
    const Eigen::VectorXd scale = masses.cwiseSqrt();
    Eigen::MatrixXd       B = joint_gradients(constraints, q, masses.size());
    for (auto column : B.colwise())
      column = column.cwiseQuotient(scale).normalized().eval();
    for (Eigen::Index i = 0; i < m; ++i)
      if (!B.col(i).allFinite())
        throw InputError("The equations of the joint '" +
                         constraints.item(static_cast<std::size_t>(i)) +
                         "' are beyond all numbers: its points are too far "
                         "from the bodies, or masses too small.");

    PivotedQR factors;
    factors.compute(B);
    const Eigen::VectorXd pivots = factors.relative_pivots();
    Eigen::Index          rank   = 0;
    while (rank < pivots.size() && pivots[rank] > tolerance)
      ++rank;
    result.rank = static_cast<std::size_t>(rank);
    if (rank > 0)
      result.smallest_pivot = pivots[rank - 1];
    if (rank < pivots.size())
      result.largest_remainder = pivots[rank];
    if (rank == m)
      return result;

    const Eigen::MatrixXd  combinations = factors.combinations(rank);
    const Eigen::VectorXi &order        = factors.order();
    for (Eigen::Index k = 0; k < m - rank; ++k)
      {
        const auto   coefficients = combinations.col(k).cwiseAbs();
        const double limit        = 1e-6 * coefficients.maxCoeff();
        // in the order in which the joints were given
        std::vector<Eigen::Index> members{order[rank + k]};
        for (Eigen::Index i = 0; i < rank; ++i)
          if (coefficients[i] > limit)
            members.push_back(order[i]);
        std::ranges::sort(members);
        std::vector<std::string> joints;
        for (const Eigen::Index i : members)
          if (const auto &item = constraints.item(static_cast<std::size_t>(i));
              std::ranges::find(joints, item) == joints.end())
            joints.push_back(item);
        result.dependencies.push_back(joints);
      }
    return result;
  }

  void
  check_joints_are_independent(const MechanismRows   &constraints,
                               const Eigen::VectorXd &masses,
                               const DenseVector     &q,
                               const double           tolerance)
  {
    const JointRank result = joint_rank(constraints, masses, q, tolerance);
    if (result.rank == result.n_rows)
      return;
    std::ostringstream text;
    text << "The " << result.n_rows << " equations of the joints have the rank "
         << result.rank << " (pivots " << result.smallest_pivot << ", then "
         << result.largest_remainder << ')';
    for (const auto &joints : result.dependencies)
      text << (joints.size() == 1 ? "; the joint " : "; the joints ")
           << in_quotes(joints)
           << (joints.size() == 1 ? " holds the same motion twice" :
                                    " hold the same motion");
    text << ". Leave out or weaken one of them (a revolute joint instead of a "
            "fixed one, a distance instead of a revolute joint); if the "
            "mechanism starts in a singular position, start it in another.";
    throw InputError(text.str());
  }
} // namespace percuss
