// SPDX-License-Identifier: Apache-2.0

#include <percuss/algebra/blas_threads.h>
#include <percuss/algebra/sparse_factors.h>

#include <klu.h>
#include <umfpack.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <vector>

namespace percuss
{
  // Both codes take columns: those of A^T are the rows of A.
  struct SparseFactors::Factors
  {
    Factors(const double pivot_tolerance, const double many_operations)
      : many_operations(many_operations)
    {
      klu_defaults(&common);
      common.tol = pivot_tolerance;
      use_one_blas_thread();
      umfpack_di_defaults(control);
      control[UMFPACK_STRATEGY]            = UMFPACK_STRATEGY_SYMMETRIC;
      control[UMFPACK_SYM_PIVOT_TOLERANCE] = pivot_tolerance;
      control[UMFPACK_SCALE]               = UMFPACK_SCALE_NONE;
      control[UMFPACK_IRSTEP]              = 0;
    }

    ~Factors()
    {
      free_numeric();
      free_symbolic();
    }

    Factors(const Factors &) = delete;
    Factors &
    operator=(const Factors &) = delete;

    void
    free_numeric()
    {
      klu_free_numeric(&numeric, &common);
      umfpack_di_free_numeric(&frontal_numeric);
    }

    void
    free_symbolic()
    {
      klu_free_symbolic(&symbolic, &common);
      umfpack_di_free_symbolic(&frontal_symbolic);
    }

    void
    analyze(const Matrix &A)
    {
      const auto *const starts = A.outerIndexPtr();
      const auto *const rows   = A.innerIndexPtr();
      const auto        n      = A.outerSize();
      if ((symbolic != nullptr || frontal_symbolic != nullptr) &&
          outer.size() == static_cast<std::size_t>(n) + 1 &&
          std::equal(outer.begin(), outer.end(), starts) &&
          std::equal(inner.begin(), inner.end(), rows))
        return;
      outer.assign(starts, starts + n + 1);
      inner.assign(rows, rows + outer.back());
      free_symbolic();
      symbolic =
        klu_analyze(static_cast<int>(n), outer.data(), inner.data(), &common);
      if (symbolic != nullptr && symbolic->est_flops >= many_operations)
        {
          klu_free_symbolic(&symbolic, &common);
          analyze_fronts(n);
        }
    }

    // UMFPACK wants the entries of a column in the order of their rows.
    void
    analyze_fronts(const Eigen::Index n)
    {
      entry_of.resize(inner.size());
      std::iota(entry_of.begin(), entry_of.end(), 0);
      for (std::size_t i = 0; i + 1 < outer.size(); ++i)
        std::sort(entry_of.begin() + outer[i],
                  entry_of.begin() + outer[i + 1],
                  [this](const int a, const int b) {
                    return inner[static_cast<std::size_t>(a)] <
                           inner[static_cast<std::size_t>(b)];
                  });
      sorted_inner.resize(inner.size());
      for (std::size_t k = 0; k < inner.size(); ++k)
        sorted_inner[k] = inner[static_cast<std::size_t>(entry_of[k])];
      const int size = static_cast<int>(n);
      umfpack_di_symbolic(size,
                          size,
                          outer.data(),
                          sorted_inner.data(),
                          nullptr,
                          &frontal_symbolic,
                          control,
                          nullptr);
    }

    void
    factorize(const double *const values)
    {
      free_numeric();
      if (symbolic != nullptr)
        numeric = klu_factor(outer.data(),
                             inner.data(),
                             const_cast<double *>(values),
                             symbolic,
                             &common);
      if (frontal_symbolic == nullptr)
        return;
      sorted_values.resize(entry_of.size());
      for (std::size_t k = 0; k < entry_of.size(); ++k)
        sorted_values[k] = values[entry_of[k]];
      if (umfpack_di_numeric(outer.data(),
                             sorted_inner.data(),
                             sorted_values.data(),
                             frontal_symbolic,
                             &frontal_numeric,
                             control,
                             nullptr) != UMFPACK_OK)
        umfpack_di_free_numeric(&frontal_numeric);
    }

    bool
    solve(const Eigen::VectorXd &f, Eigen::VectorXd &x)
    {
      x = f;
      if (numeric != nullptr)
        return klu_tsolve(symbolic,
                          numeric,
                          static_cast<int>(x.size()),
                          1,
                          x.data(),
                          &common) != 0;
      return frontal_numeric != nullptr &&
             umfpack_di_solve(UMFPACK_At,
                              outer.data(),
                              sorted_inner.data(),
                              sorted_values.data(),
                              x.data(),
                              f.data(),
                              frontal_numeric,
                              control,
                              nullptr) == UMFPACK_OK;
    }

    bool
    is_singular() const
    {
      if (numeric != nullptr)
        {
          const auto *const pivots =
            static_cast<const double *>(numeric->Udiag);
          return !std::all_of(pivots, pivots + symbolic->n, [](const double x) {
            return x > 0. || x < 0.;
          });
        }
      double mantissa = 0., exponent = 0.; // of det A, to the base 10
      if (frontal_numeric != nullptr)
        umfpack_di_get_determinant(&mantissa,
                                   &exponent,
                                   frontal_numeric,
                                   nullptr);
      return !(mantissa > 0. || mantissa < 0.);
    }

  private:
    std::vector<int> outer, inner; // the pattern that has been analyzed

    // KLU
    klu_common    common;
    klu_symbolic *symbolic = nullptr;
    klu_numeric  *numeric  = nullptr;

    // UMFPACK, in the place of KLU's
    const double        many_operations;
    double              control[UMFPACK_CONTROL];
    void               *frontal_symbolic = nullptr;
    void               *frontal_numeric  = nullptr;
    std::vector<int>    entry_of, sorted_inner;
    std::vector<double> sorted_values;
  };

  SparseFactors::SparseFactors(const double pivot_tolerance,
                               const double many_operations)
    : factors(std::make_unique<Factors>(pivot_tolerance, many_operations))
  {}

  SparseFactors::~SparseFactors()                         = default;
  SparseFactors::SparseFactors(SparseFactors &&) noexcept = default;
  SparseFactors &
  SparseFactors::operator=(SparseFactors &&) noexcept = default;

  void
  SparseFactors::compute(const Matrix &A)
  {
    assert(A.rows() == A.cols() && A.rows() > 0 && A.isCompressed());
    factors->analyze(A);
    factors->factorize(A.valuePtr());
  }

  void
  SparseFactors::solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const
  {
    assert(&f != &x);
    if (!factors->solve(f, x))
      x.setConstant(f.size(), std::numeric_limits<double>::quiet_NaN());
  }

  bool
  SparseFactors::is_singular() const
  {
    return factors->is_singular();
  }
} // namespace percuss
