// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/active_row_system.h>

#include <cassert>
#include <vector>

namespace percuss
{
  namespace
  {
    // Pivots smaller than this, relative to the largest, are zero.
    constexpr double smallest_pivot = 1e-12;
  } // namespace

  void
  ActiveRowSystem::reserve(const unsigned int n_rows)
  {
    if (static_cast<Eigen::Index>(n_rows) == solution.size())
      return;
    for (auto *vector : {&right_hand_side,
                         &solution,
                         &defect,
                         &direction,
                         &image,
                         &scaled_input})
      vector->setZero(n_rows);
    factorized_set.assign(n_rows, 0);
    factorized_identity = 0;
  }

  bool
  ActiveRowSystem::was_shifted(const DelassusOperator &W,
                               const RowSet           &active) const
  {
    return factorized_shift > 0. && W.identity() == factorized_identity &&
           active == factorized_set;
  }

  void
  ActiveRowSystem::serialize(Archive &archive)
  {
    RowSet set = factorized_set;
    archive(set);
    reserve(static_cast<unsigned int>(set.size()));
    archive(factorized_identity, factorized_shift);
    if (!archive.is_reading())
      return;
    factorized_set = set;
    has_factors    = false;
  }

  SolverStatus
  ActiveRowSystem::solve(const DelassusOperator       &W,
                         const RowSet                 &active,
                         const double                  shift,
                         const std::span<const double> b,
                         const double                  tolerance,
                         const std::span<double>       p)
  {
    assert(active.size() == W.size() && factorized_set.size() == W.size());
    const auto s = W.row_scale();
    for (unsigned int i = 0; i < W.size(); ++i)
      {
        right_hand_side[i] = active[i] ? -b[i] / s[i] : 0.;
        solution[i]        = active[i] ? s[i] * p[i] : 0.;
      }
    SolverStatus status = factorize(W, active, shift);
    if (status != SolverStatus::converged)
      return status;

    if (W.explicit_matrix() == nullptr)
      status = conjugate_gradients(W, active, shift, tolerance);
    else if (is_dense_the_better_form(*W.explicit_matrix()))
      solution = dense_lu.solve(right_hand_side);
    else
      solution = sparse_lu.solve(right_hand_side);

    for (unsigned int i = 0; i < W.size(); ++i)
      p[i] = active[i] ? solution[i] / s[i] : 0.;
    return status;
  }

  SolverStatus
  ActiveRowSystem::factorize(const DelassusOperator &W,
                             const RowSet           &active,
                             const double            shift)
  {
    if (has_factors && W.identity() == factorized_identity &&
        shift == factorized_shift && active == factorized_set)
      return factorized_status;
    has_factors         = true;
    factorized_identity = W.identity();
    factorized_set      = active;
    factorized_shift    = shift;
    factorized_status   = SolverStatus::converged;
    if (W.explicit_matrix() == nullptr)
      return factorized_status;
    ++factorization_count;
    if (is_dense_the_better_form(*W.explicit_matrix()))
      factorize_dense(W, active, shift);
    else
      factorize_sparse(W, active, shift);
    return factorized_status;
  }

  void
  ActiveRowSystem::factorize_dense(const DelassusOperator &W,
                                   const RowSet           &active,
                                   const double            shift)
  {
    const auto  s      = W.row_scale();
    const auto &matrix = *W.explicit_matrix();
    dense_matrix.setIdentity(matrix.rows(), matrix.cols());
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      if (active[i])
        {
          dense_matrix(i, i) = 0.;
          for (DelassusOperator::Matrix::InnerIterator w(matrix, i); w; ++w)
            if (active[w.col()])
              dense_matrix(i, w.col()) = w.value() / (s[i] * s[w.col()]);
          dense_matrix(i, i) += shift;
        }
    dense_lu.compute(dense_matrix);
    const auto pivots = dense_lu.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > smallest_pivot * pivots.maxCoeff()))
      factorized_status = SolverStatus::singular;
  }

  void
  ActiveRowSystem::factorize_sparse(const DelassusOperator &W,
                                    const RowSet           &active,
                                    const double            shift)
  {
    const auto                          s      = W.row_scale();
    const auto                         &matrix = *W.explicit_matrix();
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(matrix.nonZeros() + matrix.rows());
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      {
        entries.emplace_back(i, i, active[i] ? shift : 1.);
        if (active[i])
          for (DelassusOperator::Matrix::InnerIterator w(matrix, i); w; ++w)
            if (active[w.col()])
              entries.emplace_back(i, w.col(), w.value() / (s[i] * s[w.col()]));
      }
    Eigen::SparseMatrix<double> system(matrix.rows(), matrix.cols());
    system.setFromTriplets(entries.begin(), entries.end());
    sparse_lu.compute(system);
    if (sparse_lu.info() != Eigen::Success)
      factorized_status = SolverStatus::singular;
  }

  // y = (W + shift D) x on the active rows, in scaled unknowns; x = 0 off A.
  void
  ActiveRowSystem::apply_scaled(const DelassusOperator &W,
                                const RowSet           &active,
                                const double            shift,
                                const Eigen::VectorXd  &x,
                                Eigen::VectorXd        &y)
  {
    const auto s = W.row_scale();
    const auto n = W.size();
    for (unsigned int i = 0; i < n; ++i)
      scaled_input[i] = x[i] / s[i];
    W.apply({scaled_input.data(), n}, {y.data(), n});
    for (unsigned int i = 0; i < n; ++i)
      y[i] = active[i] ? y[i] / s[i] + shift * x[i] : 0.;
  }

  SolverStatus
  ActiveRowSystem::conjugate_gradients(const DelassusOperator &W,
                                       const RowSet           &active,
                                       const double            shift,
                                       const double            tolerance)
  {
    apply_scaled(W, active, shift, solution, image);
    defect           = right_hand_side - image;
    direction        = defect;
    double     delta = defect.squaredNorm();
    const auto limit = 10 * solution.size() + 100;
    for (Eigen::Index k = 0; k < limit; ++k)
      {
        if (defect.lpNorm<Eigen::Infinity>() <= tolerance)
          return SolverStatus::converged;
        apply_scaled(W, active, shift, direction, image);
        const double curvature = direction.dot(image);
        if (!(curvature > 1e-15 * direction.squaredNorm()))
          return SolverStatus::singular;
        const double step = delta / curvature;
        solution += step * direction;
        defect -= step * image;
        const double old_delta = delta;
        delta                  = defect.squaredNorm();
        direction              = defect + (delta / old_delta) * direction;
      }
    return SolverStatus::iteration_limit;
  }
} // namespace percuss
