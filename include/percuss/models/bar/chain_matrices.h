// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_chain_matrices_h
#define percuss_models_bar_chain_matrices_h

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /** Something of the left and the right end of a bar. */
  using EndsOfChain = std::array<double, 2>;

  /** A bar of n nodes with tridiagonal M and K: nodes from left to right. */
  struct ChainMatrices
  {
    std::vector<double> mass;      ///< M_ii (n) [kg]
    std::vector<double> coupling;  ///< M_i(i+1) (n - 1) [kg]
    std::vector<double> stiffness; ///< of elements, -K_i(i+1) (n - 1) [N/m]
    std::vector<double> load;      ///< constant loads (n), or none [N]

    /** Whether the left and the right end are held: they do not move. */
    std::array<bool, 2> is_held{};

    std::size_t
    size() const
    {
      return mass.size();
    }

    /** Diagonal and off-diagonal of m M + k K, those of held nodes decoupled
     * with 1 on the diagonal. */
    std::array<std::vector<double>, 2>
    combination(double m, double k) const;

    /** y = K x and M x, zero at held nodes. */
    std::vector<double>
    stiffness_product(std::span<const double> x) const;
    std::vector<double>
    mass_product(std::span<const double> x) const;

    /** Zeros at held nodes. */
    void
    set_held(std::span<double> x) const;
  };

  /** What is nothing beside the largest entry of a spike or a column. */
  inline constexpr double negligible_share = 1e-20;

  /** What backward() adds to a and v of the alpha-family for an impulse of 1 N s
   * at an end of the bar (n numbers each): d and w of ChainScheme. They are
   * passed over where they are zero. */
  struct ChainColumn
  {
    std::vector<double> d, w;
  };
} // namespace percuss

#endif
