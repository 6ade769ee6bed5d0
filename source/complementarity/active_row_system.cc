// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/active_row_system.h>

#include <cassert>
#include <cmath>
#include <vector>

namespace percuss
{
  namespace
  {
    // Pivots smaller than this, relative to the largest, are zero.
    constexpr double smallest_pivot = 1e-12;

    // Of a sparse system: the largest sum of the entries beside the diagonal
    // over the diagonal for which it is iterated upon, its condition is at most
    // 19 then; how many right-hand sides of one system, before it is worth its
    // factors; and the limit of the iteration, which reaches rounding in 80.
    constexpr double       largest_row_sum   = 0.9;
    constexpr unsigned int n_iterated_sides  = 2;
    constexpr unsigned int largest_iteration = 150;
    constexpr double       rounding          = 1e-16;
  } // namespace

  void
  ActiveRowSystem::reserve(const unsigned int n_rows)
  {
    if (static_cast<Eigen::Index>(n_rows) == solution.size())
      return;
    for (auto *vector : {&right_hand_side,
                         &solution,
                         &iteration.defect,
                         &iteration.direction,
                         &iteration.image,
                         &iteration.scaled_input})
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
    archive(factorized_identity, factorized_shift, n_iterated);
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
      {
        solve_sparse();
        status = factorized_status;
      }

    for (unsigned int i = 0; i < W.size(); ++i)
      p[i] = active[i] ? solution[i] / s[i] : 0.;
    return status;
  }

  SolverStatus
  ActiveRowSystem::factorize(const DelassusOperator &W,
                             const RowSet           &active,
                             const double            shift)
  {
    const bool is_same = W.identity() == factorized_identity &&
                         shift == factorized_shift && active == factorized_set;
    if (has_factors && is_same)
      return factorized_status;
    if (!is_same)
      n_iterated = 0;
    has_factors         = true;
    factorized_identity = W.identity();
    factorized_set      = active;
    factorized_shift    = shift;
    factorized_status   = SolverStatus::converged;
    if (W.explicit_matrix() == nullptr)
      return factorized_status;
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
    ++factorization_count;
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
    if (W.identity() != examined_identity)
      {
        is_symmetric_matrix = is_symmetric(W);
        examined_identity   = W.identity();
      }
    const auto  s      = W.row_scale();
    const auto &matrix = *W.explicit_matrix();
    int         k      = 0;
    number_of_row.assign(active.size(), -1);
    for (std::size_t i = 0; i < active.size(); ++i)
      if (active[i])
        number_of_row[i] = k++;
    is_semidefinite = shift == 0.; // if W_ii > 0
    sparse_matrix.resize(k, k);
    sparse_matrix.reserve(matrix.nonZeros() + k);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      if (const int row = number_of_row[i]; row >= 0)
        {
          double     diagonal     = 0.;
          bool       has_diagonal = false;
          const auto set_diagonal = [&] {
            sparse_matrix.insertBack(row, row) = diagonal + shift;
            has_diagonal                       = true;
          };
          sparse_matrix.startVec(row);
          for (DelassusOperator::Matrix::InnerIterator w(matrix, i); w; ++w)
            if (const int column = number_of_row[w.col()]; column >= 0)
              {
                const double value = w.value() / (s[i] * s[w.col()]);
                if (column == row)
                  diagonal = value;
                if (column >= row && !has_diagonal)
                  set_diagonal();
                if (column != row)
                  sparse_matrix.insertBack(row, column) = value;
              }
          if (!has_diagonal)
            set_diagonal();
          is_semidefinite = is_semidefinite && diagonal > 0.;
        }
    sparse_matrix.finalize();
    of_active.resize(k);
    has_sparse_factors = false;
    if (k > 0 && !(is_symmetric_matrix && is_dominated_by_diagonal()))
      factorize_sparse_matrix();
  }

  bool
  ActiveRowSystem::is_dominated_by_diagonal() const
  {
    for (Eigen::Index i = 0; i < sparse_matrix.rows(); ++i)
      {
        double diagonal = 0., others = 0.;
        for (Sparse::InnerIterator a(sparse_matrix, i); a; ++a)
          if (a.col() == i)
            diagonal = a.value();
          else
            others += std::abs(a.value());
        if (!(others <= largest_row_sum * diagonal))
          return false;
      }
    return true;
  }

  void
  ActiveRowSystem::factorize_sparse_matrix()
  {
    ++factorization_count;
    has_sparse_factors = true;
    has_ldlt           = is_symmetric_matrix;
    if (has_ldlt)
      {
        factorized_status = factorize_symmetric();
        has_ldlt          = factorized_status != SolverStatus::unsupported;
      }
    if (has_ldlt)
      return;
    sparse_factors.compute(sparse_matrix);
    factorized_status = sparse_factors.is_singular() ? SolverStatus::singular :
                                                       SolverStatus::converged;
  }

  // unsupported: not positive definite. A matrix that is semidefinite, if it
  // may be, is singular for L U, too.
  SolverStatus
  ActiveRowSystem::factorize_symmetric()
  {
    sparse_ldlt.compute(sparse_matrix);
    bool is_singular = sparse_ldlt.info() != Eigen::Success;
    if (!is_singular)
      {
        const auto pivots = sparse_ldlt.vectorD();
        if (pivots.minCoeff() > smallest_pivot * pivots.maxCoeff())
          return SolverStatus::converged;
        is_singular = !(pivots.cwiseAbs().minCoeff() >
                        smallest_pivot * pivots.cwiseAbs().maxCoeff());
      }
    return is_singular && is_semidefinite ? SolverStatus::singular :
                                            SolverStatus::unsupported;
  }

  void
  ActiveRowSystem::solve_sparse()
  {
    for (std::size_t i = 0; i < number_of_row.size(); ++i)
      if (number_of_row[i] >= 0)
        of_active[number_of_row[i]] =
          right_hand_side[static_cast<Eigen::Index>(i)];
    if (of_active.size() == 0)
      solution_of_active.resize(0);
    else if (iterates_on_sparse_matrix())
      {}
    else if (has_ldlt)
      solution_of_active = sparse_ldlt.solve(of_active);
    else
      sparse_factors.solve(of_active, solution_of_active);
    for (std::size_t i = 0; i < number_of_row.size(); ++i)
      solution[static_cast<Eigen::Index>(i)] =
        number_of_row[i] >= 0 ? solution_of_active[number_of_row[i]] : 0.;
  }

  // Whether it has solved the system; if not, this has factors now. From zero,
  // so that what was solved before does not matter.
  bool
  ActiveRowSystem::iterates_on_sparse_matrix()
  {
    if (has_sparse_factors)
      return false;
    if (n_iterated++ < n_iterated_sides)
      {
        const auto   n       = of_active.size();
        auto         rest    = iteration.defect.head(n);
        auto         along   = iteration.direction.head(n);
        auto         product = iteration.image.head(n);
        const double least   = rounding * of_active.norm();
        solution_of_active.setZero(n);
        rest         = of_active;
        along        = of_active;
        double delta = rest.squaredNorm();
        for (unsigned int k = 0; k < largest_iteration; ++k)
          {
            if (std::sqrt(delta) <= least)
              return true;
            product.noalias() = sparse_matrix * along;
            const double step = delta / along.dot(product);
            solution_of_active += step * along;
            rest -= step * product;
            const double old_delta = delta;
            delta                  = rest.squaredNorm();
            along                  = rest + (delta / old_delta) * along;
          }
      }
    factorize_sparse_matrix();
    return false;
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
      iteration.scaled_input[i] = x[i] / s[i];
    W.apply({iteration.scaled_input.data(), n}, {y.data(), n});
    for (unsigned int i = 0; i < n; ++i)
      y[i] = active[i] ? y[i] / s[i] + shift * x[i] : 0.;
  }

  SolverStatus
  ActiveRowSystem::conjugate_gradients(const DelassusOperator &W,
                                       const RowSet           &active,
                                       const double            shift,
                                       const double            tolerance)
  {
    apply_scaled(W, active, shift, solution, iteration.image);
    iteration.defect    = right_hand_side - iteration.image;
    iteration.direction = iteration.defect;
    double     delta    = iteration.defect.squaredNorm();
    const auto limit    = 10 * solution.size() + 100;
    for (Eigen::Index k = 0; k < limit; ++k)
      {
        if (iteration.defect.lpNorm<Eigen::Infinity>() <= tolerance)
          return SolverStatus::converged;
        apply_scaled(W, active, shift, iteration.direction, iteration.image);
        const double curvature = iteration.direction.dot(iteration.image);
        if (!(curvature > 1e-15 * iteration.direction.squaredNorm()))
          return SolverStatus::singular;
        const double step = delta / curvature;
        solution += step * iteration.direction;
        iteration.defect -= step * iteration.image;
        const double old_delta = delta;
        delta                  = iteration.defect.squaredNorm();
        iteration.direction =
          iteration.defect + (delta / old_delta) * iteration.direction;
      }
    return SolverStatus::iteration_limit;
  }
} // namespace percuss
