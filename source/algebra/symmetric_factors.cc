// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/blas_threads.h>
#include <percuss/algebra/symmetric_factors.h>

#include <Eigen/CholmodSupport>

#include <algorithm>
#include <vector>

namespace percuss
{
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
    factors->analyze(A);
    factors->cholesky.factorize(A);
    return factors->cholesky.info() == Eigen::Success;
  }

  void
  SymmetricFactors::solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const
  {
    x = factors->cholesky.solve(f);
  }
} // namespace percuss
