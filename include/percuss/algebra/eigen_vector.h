// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_eigen_vector_h
#define percuss_algebra_eigen_vector_h

#include <percuss/algebra/algebra.h>

#include <Eigen/Core>

namespace percuss
{
  /** A vector of Eigen with the names of VectorSpaceVector: of @p n entries,
   * zero at first, or of a size known at run time (Eigen::Dynamic). */
  template <int n>
  class EigenVector
  {
  public:
    using Entries = Eigen::Matrix<double, n, 1>;

    EigenVector()
    {
      entries.setZero();
    }

    EigenVector(const Entries &entries)
      : entries(entries)
    {}

    EigenVector &
    operator=(const double a)
    {
      entries.setConstant(a);
      return *this;
    }

    double
    operator[](const Eigen::Index i) const
    {
      return entries[i];
    }

    double &
    operator[](const Eigen::Index i)
    {
      return entries[i];
    }

    Eigen::Index
    size() const
    {
      return entries.size();
    }

    double
    operator*(const EigenVector &y) const
    {
      return entries.dot(y.entries);
    }

    void
    equ(const double a, const EigenVector &y)
    {
      entries = a * y.entries;
    }

    void
    add(const double a, const EigenVector &y)
    {
      entries += a * y.entries;
    }

    void
    add(const double       a,
        const EigenVector &y,
        const double       b,
        const EigenVector &z)
    {
      entries += a * y.entries + b * z.entries;
    }

    void
    sadd(const double s, const double a, const EigenVector &y)
    {
      entries = s * entries + a * y.entries;
    }

    Entries entries;
  };
} // namespace percuss

#endif
