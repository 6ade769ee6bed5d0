// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/infeasibility_certificate.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace percuss
{
  namespace
  {
    // Rows of the problem by which a certificate is sought.
    constexpr Eigen::Index largest_search = 1024;

    constexpr double farkas_accuracy = 1e-8;

    void
    apply_transposed(const DelassusOperator       &W,
                     const std::span<const double> d,
                     const std::span<double>       image)
    {
      const auto *const matrix = W.explicit_matrix();
      if (matrix == nullptr)
        return W.apply(d, image);
      std::ranges::fill(image, 0.);
      for (Eigen::Index i = 0; i < matrix->rows(); ++i)
        for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
          image[w.col()] += w.value() * d[i];
    }

    /** Whether w·p > 0 for some impulses p of a cone. */
    bool
    can_rise(const Cone &cone, const std::span<const double> w)
    {
      double tangential = 0.;
      switch (cone.kind)
        {
          case Cone::Kind::unilateral:
            return std::ranges::any_of(w,
                                       [](const double x) { return x > 0.; });
          case Cone::Kind::bilateral:
            return std::ranges::any_of(w,
                                       [](const double x) { return x != 0.; });
          case Cone::Kind::second_order:
            for (const double x : w.subspan(1))
              tangential = std::hypot(tangential, x);
            return w[0] + cone.friction_coefficient * tangential > 0.;
          default:
            return false;
        }
    }
  } // namespace

  bool
  is_infeasibility_certificate(const ConeComplementarityProblem &problem,
                               const std::span<const double>     d,
                               const std::span<double>           work)
  {
    assert(d.size() == problem.size() && work.size() == problem.size());
    assert(!has_friction(problem));
    double power = 0.;
    for (std::size_t i = 0; i < d.size(); ++i)
      power += problem.b[i] * d[i];
    const double slope = -power / data_scale(problem);
    if (!(slope > 0.) || !std::isfinite(slope))
      return false;

    apply_transposed(problem.W, d, work);
    const auto s         = problem.W.row_scale();
    double     violation = 0.;
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          const double impulse = s[i] * d[i], velocity = work[i] / s[i];
          if (!std::isfinite(impulse) || !std::isfinite(velocity))
            return false;
          switch (cone.kind)
            {
              case Cone::Kind::unilateral:
                violation += std::max({0., -impulse, velocity});
                break;
              case Cone::Kind::bilateral:
                violation += std::abs(velocity);
                break;
              default: // p = 0 and u free
                violation += std::abs(impulse);
            }
        }
    return violation <= farkas_accuracy * slope;
  }

  std::optional<unsigned int>
  infeasible_row(const ConeComplementarityProblem &problem,
                 const double                      least_defect)
  {
    const auto *const matrix = problem.W.explicit_matrix();
    if (matrix == nullptr)
      return {};
    const auto          s       = problem.W.row_scale();
    const double        largest = least_defect * data_scale(problem);
    std::vector<double> row(problem.size());
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          const double b = problem.b[i];
          if (cone.kind == Cone::Kind::inactive ||
              (cone.kind == Cone::Kind::second_order && i > cone.first_row) ||
              (cone.kind != Cone::Kind::bilateral && !(b < 0.)) ||
              !(std::abs(b) > s[i] * largest))
            continue;
          std::ranges::fill(row, 0.);
          for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
            row[w.col()] = b < 0. ? w.value() : -w.value();
          if (!std::ranges::any_of(problem.cones, [&](const Cone &other) {
                return can_rise(other, {&row[other.first_row], other.n_rows});
              }))
            return i;
        }
    return {};
  }
  // The gap velocities u_N >= 0 of a solution, and u = 0 of its joints, solve
  // the problem without friction, if W is symmetric.
  bool
  has_no_motion(const ConeComplementarityProblem &problem,
                ComplementaritySolver            &solver)
  {
    std::vector<Cone> normal_cones;
    for (const Cone &cone : problem.cones)
      if (cone.kind != Cone::Kind::second_order)
        normal_cones.push_back(cone);
      else
        {
          normal_cones.push_back(Cone::unilateral(cone.first_row));
          if (cone.n_rows > 1)
            normal_cones.push_back(
              Cone::inactive(cone.first_row + 1, cone.n_rows - 1));
        }
    std::vector<double> p(problem.size(), 0.);
    return solver
             .solve({problem.W, problem.b, normal_cones, problem.least_scale},
                    p)
             .status == SolverStatus::infeasible;
  }

  // A certificate d for a W that is not symmetric, by a problem with a symmetric
  // matrix that always has a solution, in the scaled unknowns
  //   min 1/2 |W^T d + z|^2 + 1/2 (b·d + 1)^2,   d ∈ K,  z ∈ K*,
  // whose minimum is zero exactly if there is one. With friction d = z = 0 in
  // the tangential rows: then W^T d = 0 there, and u_N >= 0 cannot be.
  bool
  proves_infeasibility(const ConeComplementarityProblem &problem,
                       ComplementaritySolver            &solver)
  {
    const auto *const matrix = problem.W.explicit_matrix();
    const auto        m      = static_cast<Eigen::Index>(problem.size());
    if (matrix == nullptr || 2 * m > largest_search || is_symmetric(problem.W))
      return false;
    std::vector<Cone> cones(2 * problem.size());
    Eigen::VectorXd   s(m), b(m);
    const double      largest = data_scale(problem);
    for_each_block(problem.cones, [&](const Cone &cone) {
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          const unsigned int i = cone.first_row + k;
          const bool         is_tangential =
            cone.kind == Cone::Kind::second_order && k > 0;
          const auto kind = cone.kind != Cone::Kind::second_order ? cone.kind :
                            is_tangential ? Cone::Kind::inactive :
                                            Cone::Kind::unilateral;
          const auto dual =
            is_tangential                 ? Cone::Kind::inactive :
            kind == Cone::Kind::bilateral ? Cone::Kind::inactive :
            kind == Cone::Kind::inactive  ? Cone::Kind::bilateral :
                                            kind;
          cones[i]                  = {kind, i, 1, 0.};
          cones[problem.size() + i] = {dual, problem.size() + i, 1, 0.};
          s[i]                      = problem.W.row_scale()[i];
          b[i]                      = problem.b[i] / (s[i] * largest);
        }
    });
    const Eigen::VectorXd inverse = s.cwiseInverse();
    const Eigen::MatrixXd W =
      inverse.asDiagonal() * Eigen::MatrixXd(*matrix) * inverse.asDiagonal();
    Eigen::MatrixXd M(2 * m, 2 * m);
    M << W * W.transpose() + b * b.transpose(), W, W.transpose(),
      Eigen::MatrixXd::Identity(m, m);
    Eigen::VectorXd rhs = Eigen::VectorXd::Zero(2 * m);
    rhs.head(m)         = b;
    const ExplicitDelassus op(M);
    std::vector<double>    d(2 * problem.size(), 0.);
    solver.solve({op, {rhs.data(), d.size()}, cones}, d);
    d.resize(problem.size());
    double tangential = 0., slope = 0.;
    for (unsigned int i = 0; i < problem.size(); ++i)
      {
        slope -= b[i] * d[i];
        d[i] /= s[i];
      }
    std::vector<double> column(problem.size());
    cones.resize(problem.size());
    if (!is_infeasibility_certificate({problem.W, problem.b, cones}, d, column))
      return false;
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        for (unsigned int k = 1; k < cone.n_rows; ++k)
          tangential +=
            std::abs(column[cone.first_row + k]) / s[cone.first_row + k];
    return tangential <= 1e-8 * slope;
  }
} // namespace percuss
