// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/lemke.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    // Relative to scaled data of order one.
    constexpr double pivot_threshold = 1e-11;
    constexpr double tie_tolerance   = 1e-12;

    constexpr double certificate_accuracy = 1e-8;
  } // namespace

  Lemke::Lemke(const unsigned int n_rows, const SolverParameters &options)
    : ComplementaritySolver(options)
  {
    reserve(n_rows);
  }

  void
  Lemke::reserve(const unsigned int n_rows)
  {
    if (n_rows <= live_of.size())
      return;
    W.resize(n_rows, n_rows);
    inverse.resize(n_rows, n_rows);
    b.resize(n_rows);
    value.resize(n_rows);
    column.resize(n_rows);
    ray.resize(n_rows);
    row_of.resize(n_rows);
    live_of.resize(n_rows);
    basis.resize(n_rows);
    candidates.reserve(n_rows);
    ratio.resize(n_rows);
    u.resize(n_rows);
  }

  std::unique_ptr<ComplementaritySolver>
  Lemke::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<Lemke>(n_rows, parameters);
  }

  SolverReport
  Lemke::do_solve(const ConeComplementarityProblem &problem,
                  const std::span<double>           p)
  {
    if (problem.W.explicit_matrix() == nullptr || has_friction(problem))
      return unsupported_problem();
    reserve(problem.size());
    load(problem);
    eliminate_bilateral_rows();
    unsigned int       n_pivots = 0;
    const SolverStatus status   = pivot_until_complementary(n_pivots);
    if (status == SolverStatus::converged)
      refine();
    return finish(problem, p, status, n_pivots);
  }

  // Scaled live rows: W_ij / (s_i s_j), b_i / (s_i scale), basis u = b.
  void
  Lemke::load(const ConeComplementarityProblem &problem)
  {
    const auto s = problem.W.row_scale();
    scale        = data_scale(problem);
    n            = 0;
    std::fill(live_of.begin(), live_of.end(), -1);
    for (const auto kind : {Cone::Kind::unilateral, Cone::Kind::bilateral})
      {
        for (const Cone &cone : problem.cones)
          if (cone.kind == kind)
            for (unsigned int k = 0; k < cone.n_rows; ++k)
              {
                row_of[n]                   = cone.first_row + k;
                live_of[cone.first_row + k] = n++;
              }
        if (kind == Cone::Kind::unilateral)
          n_unilateral = n;
      }

    W.topLeftCorner(n, n).setZero();
    inverse.topLeftCorner(n, n).setIdentity();
    using Entry = DelassusOperator::Matrix::InnerIterator;
    for (int i = 0; i < n; ++i)
      {
        const unsigned int row = row_of[i];
        for (Entry entry(*problem.W.explicit_matrix(), row); entry; ++entry)
          if (const int j = live_of[entry.col()]; j >= 0)
            W(i, j) = entry.value() / (s[row] * s[entry.col()]);
        b[i]     = problem.b[row] / s[row] / scale;
        value[i] = b[i];
        basis[i] = i;
      }
  }

  // A bilateral row has u = 0 and p free: exchange the two. Where no pivot is
  // left the row depends on others and its u stays basic; a value other than
  // zero is a contradiction, which the residual of the result shows.
  void
  Lemke::eliminate_bilateral_rows()
  {
    for (int j = n_unilateral; j < n; ++j)
      {
        compute_column(n + j);
        int    row     = -1;
        double largest = pivot_threshold;
        for (int i = n_unilateral; i < n; ++i)
          if (!is_impulse(basis[i]) && std::abs(column[i]) > largest)
            {
              row     = i;
              largest = std::abs(column[i]);
            }
        if (row >= 0)
          exchange(row, n + j);
      }
  }

  SolverStatus
  Lemke::pivot_until_complementary(unsigned int &n_pivots)
  {
    const int artificial = 2 * n;
    int       row        = first_leaving_row();
    if (row < 0)
      return SolverStatus::converged;
    compute_column(artificial);
    int leaving = exchange(row, artificial);
    ++n_pivots;
    while (leaving != artificial)
      {
        if (n_pivots >= parameters.max_iterations)
          return SolverStatus::iteration_limit;
        const int entering = complement(leaving);
        compute_column(entering);
        row = leaving_row();
        if (row < 0)
          return is_certificate_of_infeasibility(entering) ?
                   SolverStatus::infeasible :
                   SolverStatus::singular;
        leaving = exchange(row, entering);
        ++n_pivots;
      }
    return SolverStatus::converged;
  }

  // Along the ray the entering variable grows and the basis changes by minus
  // the current column. Its impulses d: d in K, W^T d <= 0 (= 0 in bilateral
  // rows), b·d < 0.
  bool
  Lemke::is_certificate_of_infeasibility(const int entering)
  {
    auto d = ray.head(n);
    d.setZero();
    if (is_impulse(entering))
      d[entering - n] = 1.;
    for (int i = 0; i < n; ++i)
      if (is_impulse(basis[i]))
        d[basis[i] - n] = -column[i];
    const double slope       = -b.head(n).dot(d);
    column.head(n).noalias() = W.topLeftCorner(n, n).transpose() * d;

    double violation = 0.;
    for (int i = 0; i < n; ++i)
      violation = std::max(violation,
                           i < n_unilateral ? std::max(column[i], -d[i]) :
                                              std::abs(column[i]));
    return slope > 0. && violation <= certificate_accuracy * slope;
  }

  // The most negative value; the lexicographic order decides between equals.
  int
  Lemke::first_leaving_row()
  {
    double smallest = 0.;
    for (int i = 0; i < n_unilateral; ++i)
      smallest = std::min(smallest, value[i]);
    if (smallest == 0.)
      return -1;
    candidates.clear();
    for (int i = 0; i < n_unilateral; ++i)
      {
        column[i] = 1.;
        if (value[i] <= smallest + tie_tolerance)
          candidates.push_back(i);
      }
    keep_lexicographic_minimum();
    return candidates.front();
  }

  // The row that reaches zero first when the entering variable grows, or -1.
  int
  Lemke::leaving_row()
  {
    const double threshold =
      pivot_threshold * std::max(1., column.head(n).cwiseAbs().maxCoeff());
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n; ++i)
      if (may_leave(i) && column[i] > threshold)
        smallest = std::min(smallest, std::max(value[i], 0.) / column[i]);

    candidates.clear();
    const double bound = smallest + tie_tolerance * (1. + smallest);
    for (int i = 0; i < n; ++i)
      if (may_leave(i) && column[i] > threshold &&
          std::max(value[i], 0.) / column[i] <= bound)
        {
          if (basis[i] == 2 * n)
            return i;
          candidates.push_back(i);
        }
    if (candidates.empty())
      return -1;
    keep_lexicographic_minimum();
    return candidates.front();
  }

  // Among candidates of equal ratio, compare the rows of the inverse divided
  // by the pivot, entry after entry.
  void
  Lemke::keep_lexicographic_minimum()
  {
    for (int k = 0; k < n_unilateral && candidates.size() > 1; ++k)
      {
        double smallest = std::numeric_limits<double>::infinity();
        for (const int i : candidates)
          {
            ratio[i] = inverse(i, k) / column[i];
            smallest = std::min(smallest, ratio[i]);
          }
        const double bound =
          smallest + tie_tolerance * (1. + std::abs(smallest));
        std::erase_if(candidates,
                      [&](const int i) { return ratio[i] > bound; });
      }
  }

  // Bilateral variables are free: they never block. A bilateral u stays
  // basic only where its row is redundant.
  bool
  Lemke::may_leave(const int row) const
  {
    return basis[row] == 2 * n || basis[row] % n < n_unilateral;
  }

  bool
  Lemke::is_impulse(const int variable) const
  {
    return variable >= n && variable < 2 * n;
  }

  int
  Lemke::complement(const int variable) const
  {
    return variable < n ? variable + n : variable - n;
  }

  // The column of the variable in the current basis, B^{-1} a.
  void
  Lemke::compute_column(const int variable)
  {
    const auto B_inverse = inverse.topLeftCorner(n, n);
    if (variable < n)
      column.head(n) = B_inverse.col(variable);
    else
      {
        if (variable < 2 * n)
          column.head(n).noalias() = B_inverse * W.col(variable - n).head(n);
        else
          column.head(n) = B_inverse.leftCols(n_unilateral).rowwise().sum();
        column.head(n) *= -1.;
      }
  }

  // Gauss-Jordan step with the current column; returns what left the basis.
  int
  Lemke::exchange(const int row, const int entering)
  {
    auto B_inverse = inverse.topLeftCorner(n, n);
    B_inverse.row(row) /= column[row];
    value[row] /= column[row];
    for (int i = 0; i < n; ++i)
      if (i != row && column[i] != 0.)
        {
          B_inverse.row(i) -= column[i] * B_inverse.row(row);
          value[i] -= column[i] * value[row];
        }
    const int leaving = basis[row];
    basis[row]        = entering;
    return leaving;
  }

  // The inverse carries the rounding of all the pivots, the data do not.
  void
  Lemke::refine()
  {
    auto defect = column.head(n);
    for (int k = 0; k < 2; ++k)
      {
        defect = b.head(n);
        for (int i = 0; i < n; ++i)
          if (is_impulse(basis[i]))
            defect += value[i] * W.col(basis[i] - n).head(n);
          else
            defect[basis[i]] -= value[i];
        value.head(n).noalias() += inverse.topLeftCorner(n, n) * defect;
      }
  }

  SolverReport
  Lemke::finish(const ConeComplementarityProblem &problem,
                const std::span<double>           p,
                const SolverStatus                status,
                const unsigned int                n_pivots)
  {
    const auto s = problem.W.row_scale();
    std::fill(p.begin(), p.end(), 0.);
    if (status == SolverStatus::converged)
      for (int i = 0; i < n; ++i)
        if (is_impulse(basis[i]))
          {
            const int          live = basis[i] - n;
            const unsigned int row  = row_of[live];
            const double       x    = value[i] * scale / s[row];
            p[row]                  = live < n_unilateral ? std::max(x, 0.) : x;
          }

    const double residual =
      natural_map_residual(problem, p, std::span(u).first(p.size()));
    const bool inaccurate =
      status == SolverStatus::converged && !(residual <= parameters.tolerance);
    return {inaccurate ? SolverStatus::singular : status, n_pivots, residual};
  }
} // namespace percuss
