// SPDX-License-Identifier: Apache-2.0

#include <percuss/algebra/sparse_factors.h>

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

namespace percuss
{
  namespace
  {
    // 1 or -1 of a permutation of 0 to n - 1.
    int
    sign_of_permutation(const int *const permutation, const int n)
    {
      std::vector<bool> is_visited(static_cast<std::size_t>(n), false);
      int               sign = 1;
      for (int start = 0; start < n; ++start)
        for (int i = permutation[start];
             i != start && !is_visited[static_cast<std::size_t>(start)];
             i = permutation[i])
          {
            is_visited[static_cast<std::size_t>(i)] = true;
            sign                                    = -sign;
          }
      return sign;
    }
  } // namespace

  // KLU takes columns: those of A^T are the rows of A.
  struct SparseFactors::Factors
  {
    explicit Factors(const double pivot_tolerance)
    {
      klu_defaults(&common);
      common.tol = pivot_tolerance;
    }

    ~Factors()
    {
      klu_free_numeric(&numeric, &common);
      klu_free_symbolic(&symbolic, &common);
    }

    Factors(const Factors &) = delete;
    Factors &
    operator=(const Factors &) = delete;

    void
    analyze(const Matrix &A)
    {
      const auto *const starts = A.outerIndexPtr();
      const auto *const rows   = A.innerIndexPtr();
      const auto        n      = A.outerSize();
      if (symbolic != nullptr &&
          outer.size() == static_cast<std::size_t>(n) + 1 &&
          std::equal(outer.begin(), outer.end(), starts) &&
          std::equal(inner.begin(), inner.end(), rows))
        return;
      outer.assign(starts, starts + n + 1);
      inner.assign(rows, rows + outer.back());
      klu_free_symbolic(&symbolic, &common);
      symbolic =
        klu_analyze(static_cast<int>(n), outer.data(), inner.data(), &common);
    }

    mutable klu_common common;
    klu_symbolic      *symbolic = nullptr;
    klu_numeric       *numeric  = nullptr;
    std::vector<int>   outer, inner; // the pattern that has been analyzed
  };

  SparseFactors::SparseFactors(const double pivot_tolerance)
    : factors(std::make_unique<Factors>(pivot_tolerance))
  {}

  SparseFactors::~SparseFactors()                         = default;
  SparseFactors::SparseFactors(SparseFactors &&) noexcept = default;
  SparseFactors &
  SparseFactors::operator=(SparseFactors &&) noexcept = default;

  void
  SparseFactors::compute(const Matrix &A)
  {
    assert(A.rows() == A.cols() && A.rows() > 0 && A.isCompressed());
    klu_free_numeric(&factors->numeric, &factors->common);
    factors->analyze(A);
    if (factors->symbolic != nullptr)
      factors->numeric = klu_factor(factors->outer.data(),
                                    factors->inner.data(),
                                    const_cast<double *>(A.valuePtr()),
                                    factors->symbolic,
                                    &factors->common);
  }

  void
  SparseFactors::solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const
  {
    assert(&f != &x);
    x = f;
    if (factors->numeric == nullptr || klu_tsolve(factors->symbolic,
                                                  factors->numeric,
                                                  static_cast<int>(x.size()),
                                                  1,
                                                  x.data(),
                                                  &factors->common) == 0)
      x.setConstant(f.size(), std::numeric_limits<double>::quiet_NaN());
  }

  int
  SparseFactors::sign_of_determinant() const
  {
    if (factors->numeric == nullptr)
      return 0;
    const klu_symbolic &symbolic = *factors->symbolic;
    const klu_numeric  &numeric  = *factors->numeric;
    int                 sign = sign_of_permutation(numeric.Pnum, symbolic.n) *
               sign_of_permutation(symbolic.Q, symbolic.n);
    const auto *const pivots = static_cast<const double *>(numeric.Udiag);
    for (int i = 0; i < symbolic.n; ++i)
      sign *= pivots[i] > 0. ? 1 : pivots[i] < 0. ? -1 : 0;
    return sign;
  }
} // namespace percuss
