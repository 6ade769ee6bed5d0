// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_row_compliance_h
#define percuss_simulation_row_compliance_h

#include <percuss/algebra/algebra.h>

#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The compliance C = ratio G_A M^{-1} G_A^T of active rows with a diagonal M,
   * by products with G_A, and the diagonal Y of a preconditioner, in each row
   *
   *     Y_i = (G_A D^{-1} G_A^T)_ii + ratio (|G_A| M^{-1} |G_A|^T 1)_i,
   *
   * with which Y - C is positive definite (Gershgorin); D^{-1} = B, the
   * preconditioner of S, of each degree of freedom. Reduced arrays have an entry
   * per row, off A zero, and are known to all ranks. Functions that are not
   * const, and products, are collective.
   *
   * Equations: doc/theory/solids.md (2b), (2d).
   */
  template <Algebra A>
  class RowCompliance
  {
  public:
    using Vector = typename A::Vector;
    using Rows   = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /** @param responses B M 1 with the preconditioner B of S, which gives
     *   D = M/(B M 1) in each component */
    RowCompliance(const double  ratio,
                  const Vector &mass,
                  const Vector &responses)
      : ratio(ratio)
      , mass(mass)
      , inverse(responses)
    {
      for_entries(
        [](double &response, const double &m) {
          response = std::max(std::abs(response), least_response) / m;
        },
        inverse,
        mass);
    }

    /** Sets G_A, compressed, the columns those of this rank, rows off A empty. */
    void
    set_rows(const Rows &G)
    {
      starts.assign(G.outerIndexPtr(), G.outerIndexPtr() + G.rows() + 1);
      values.assign(G.valuePtr(), G.valuePtr() + G.nonZeros());
      number_columns(G);
      const auto                       m = static_cast<std::size_t>(G.rows());
      const LocalEntries<const Vector> of_mass(mass), of_inverse(inverse);
      inverse_mass.clear();
      for (const int dof : dofs)
        inverse_mass.push_back(ratio / of_mass.data[dof]);
      sums.assign(dofs.size(), 0.);
      for (std::size_t k = 0; k < values.size(); ++k)
        sums[column(k)] += std::abs(values[k]);
      diagonal.assign(m, 0.);
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t k = begin(i); k < begin(i + 1); ++k)
          {
            const std::size_t j = column(k);
            diagonal[i] += values[k] * values[k] * of_inverse.data[dofs[j]] +
                           std::abs(values[k]) * inverse_mass[j] * sums[j];
          }
      LocalEntries<const Vector>::add_over_ranks(mass, diagonal);
    }

    /** t = C p. */
    void
    multiply(const std::span<const double> p, const std::span<double> t)
    {
      sum_columns(p);
      for (std::size_t j = 0; j < sums.size(); ++j)
        sums[j] *= inverse_mass[j];
      for (std::size_t i = 0; i < t.size(); ++i)
        {
          t[i] = 0.;
          for (std::size_t k = begin(i); k < begin(i + 1); ++k)
            t[i] += values[k] * sums[column(k)];
        }
      LocalEntries<const Vector>::add_over_ranks(mass, t);
    }

    /** r <- r + sign G_A^T p. */
    void
    add_forces(const double sign, const std::span<const double> p, Vector &r)
    {
      sum_columns(p);
      const LocalEntries<Vector> local(r);
      for (std::size_t j = 0; j < sums.size(); ++j)
        local.data[dofs[j]] += sign * sums[j];
    }

    /** v <- -rho + Y^{-1} C rho. */
    void
    precondition(const std::span<const double> rho, const std::span<double> v)
    {
      multiply(rho, v);
      for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = diagonal[i] > 0. ? v[i] / diagonal[i] - rho[i] : 0.;
    }

  private:
    static constexpr double least_response = 1e-12; // of that of the mass alone

    std::size_t
    begin(const std::size_t row) const
    {
      return static_cast<std::size_t>(starts[row]);
    }

    std::size_t
    column(const std::size_t k) const
    {
      return static_cast<std::size_t>(columns[k]);
    }

    /** Of the degrees of freedom that rows act on, the numbers 0, 1, ... */
    void
    number_columns(const Rows &G)
    {
      number_of.resize(static_cast<std::size_t>(G.cols()), -1);
      dofs.clear();
      columns.clear();
      for (Eigen::Index k = 0; k < G.nonZeros(); ++k)
        {
          const int dof    = G.innerIndexPtr()[k];
          int      &number = number_of[static_cast<std::size_t>(dof)];
          if (number < 0)
            {
              number = static_cast<int>(dofs.size());
              dofs.push_back(dof);
            }
          columns.push_back(number);
        }
      for (const int dof : dofs)
        number_of[static_cast<std::size_t>(dof)] = -1;
    }

    /** sums = G_A^T p. */
    void
    sum_columns(const std::span<const double> p)
    {
      std::ranges::fill(sums, 0.);
      for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] != 0.)
          for (std::size_t k = begin(i); k < begin(i + 1); ++k)
            sums[column(k)] += p[i] * values[k];
    }

    double              ratio;
    const Vector       &mass;
    Vector              inverse;         // D^{-1}
    std::vector<int>    starts, columns; // of G_A, columns as in dofs
    std::vector<double> values;
    std::vector<int>    dofs, number_of; // number_of: -1, between two calls
    std::vector<double> inverse_mass;    // ratio M^{-1} of dofs
    std::vector<double> diagonal;        // Y
    std::vector<double> sums;
  };
} // namespace percuss

#endif
