// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/blas_threads.h>
#include <percuss/algebra/symmetric_factors.h>

#include <Eigen/CholmodSupport>

#include <algorithm>
#include <vector>

// Of OpenMP, which CHOLMOD is built with, or not.
extern "C" {
int
omp_get_max_active_levels() __attribute__((weak));
void
omp_set_max_active_levels(int) __attribute__((weak));
}

namespace percuss
{
  namespace
  {
    /** No threads as long as this lives: CHOLMOD starts four for each supernode,
     * however many cores are free, which takes longer than what they do. */
    class WithoutThreads
    {
    public:
      WithoutThreads()
      {
        if (!omp_get_max_active_levels || !omp_set_max_active_levels)
          return;
        levels = omp_get_max_active_levels();
        omp_set_max_active_levels(0);
      }

      ~WithoutThreads()
      {
        if (levels >= 0)
          omp_set_max_active_levels(levels);
      }

      WithoutThreads(const WithoutThreads &) = delete;
      WithoutThreads &
      operator=(const WithoutThreads &) = delete;

    private:
      int levels = -1;
    };
  } // namespace

  struct SymmetricFactors::Factors
  {
    Factors()
    {
      use_one_blas_thread();
      cholesky.cholmod().print = 0; // what fails is the caller's to say
    }

    bool
    has_pattern_of(const Matrix &A) const
    {
      return outer.size() == static_cast<std::size_t>(A.rows()) + 1 &&
             std::equal(outer.begin(), outer.end(), A.outerIndexPtr()) &&
             std::equal(inner.begin(), inner.end(), A.innerIndexPtr());
    }

    void
    analyze(const Matrix &A)
    {
      if (has_pattern_of(A))
        return;
      outer.assign(A.outerIndexPtr(), A.outerIndexPtr() + A.rows() + 1);
      inner.assign(A.innerIndexPtr(), A.innerIndexPtr() + outer.back());
      cholesky.analyzePattern(A);
    }

    Eigen::CholmodSupernodalLLT<Matrix, Eigen::Lower> cholesky;

  private:
    std::vector<int> outer, inner; // the pattern that has been analyzed
  };

  SymmetricFactors::SymmetricFactors()
    : factors(std::make_unique<Factors>())
  {}
  SymmetricFactors::~SymmetricFactors()                            = default;
  SymmetricFactors::SymmetricFactors(SymmetricFactors &&) noexcept = default;
  SymmetricFactors &
  SymmetricFactors::operator=(SymmetricFactors &&) noexcept = default;

  bool
  SymmetricFactors::compute(const Matrix &A)
  {
    const WithoutThreads here;
    factors->analyze(A);
    factors->cholesky.factorize(A);
    return factors->cholesky.info() == Eigen::Success;
  }

  void
  SymmetricFactors::solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const
  {
    const WithoutThreads here;
    x = factors->cholesky.solve(f);
  }
} // namespace percuss
