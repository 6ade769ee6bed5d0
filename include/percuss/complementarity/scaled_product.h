// SPDX-License-Identifier: Apache-2.0

#ifndef percuss_complementarity_scaled_product_h
#define percuss_complementarity_scaled_product_h

#include <percuss/complementarity/delassus_operator.h>

#include <Eigen/Core>

#include <vector>

namespace percuss
{
  /** Products with W in scaled unknowns, U_i = Σ_j W_ij / (s_i s_j) P_j. */
  class ScaledProduct
  {
  public:
    void
    reserve(const std::size_t n_rows)
    {
      impulse.resize(n_rows);
      velocity.resize(n_rows);
    }

    /** @param s scales [of W^1/2], @param P scaled impulses, @param U takes the
     *  gap velocities. @pre s and P have the size of W. Allocates for the first
     *  product of a size only. */
    void
    apply(const DelassusOperator &W,
          const Eigen::VectorXd  &s,
          const Eigen::VectorXd  &P,
          Eigen::VectorXd        &U)
    {
      const auto n = static_cast<std::size_t>(P.size());
      reserve(n);
      U.resize(P.size());
      for (std::size_t i = 0; i < n; ++i)
        impulse[i] =
          P[static_cast<Eigen::Index>(i)] / s[static_cast<Eigen::Index>(i)];
      W.apply(impulse, velocity);
      for (std::size_t i = 0; i < n; ++i)
        U[static_cast<Eigen::Index>(i)] =
          velocity[i] / s[static_cast<Eigen::Index>(i)];
    }

  private:
    std::vector<double> impulse, velocity; // in the units of W
  };
} // namespace percuss

#endif
