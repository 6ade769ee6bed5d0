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

  /** @tparam Number double or const double */
  template <int n, class Vector, class Number>
  struct EntriesOfEigen
  {
    explicit EntriesOfEigen(Vector &x)
      : data(x.entries.data())
      , n_entries(x.size())
    {}

    std::size_t
    size() const
    {
      return static_cast<std::size_t>(n == Eigen::Dynamic ? n_entries : n);
    }

    static void
    add_over_ranks(const Vector &, std::span<double>)
    {}

    Number *const      data;
    const Eigen::Index n_entries;
  };

  template <int n>
  struct LocalEntries<EigenVector<n>>
    : EntriesOfEigen<n, EigenVector<n>, double>
  {
    using EntriesOfEigen<n, EigenVector<n>, double>::EntriesOfEigen;
  };

  template <int n>
  struct LocalEntries<const EigenVector<n>>
    : EntriesOfEigen<n, const EigenVector<n>, const double>
  {
    using EntriesOfEigen<n, const EigenVector<n>, const double>::EntriesOfEigen;
  };
} // namespace percuss

#endif
