// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_chain_h
#define percuss_models_bar_chain_h

#include <percuss/models/bar/lanes_of_chain.h>
#include <percuss/models/bar/tridiagonal.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * A bar that a linear one-step scheme moves (ChainScheme), in two passes over
   * memory per step. Its nodes are dealt to the lanes of the processor
   * (ChainPart), with what is left over in a part of one lane behind; the
   * separators are condensed to a small tridiagonal system,
   *
   *     S_c x_c = r_c,   S_c = S_cc - S_ci S_ii^{-1} S_ic,
   *
   * whose first and last unknowns are the ends of the bar, where contacts act:
   * they are known after the first pass (G. Guyan, AIAA J. 3, 1965; of lanes H.
   * H. Wang, ACM Trans. Math. Softw. 7, 1981).
   */
  class Chain
  {
  public:
    using Ends  = EndsOfChain;
    using Field = ChainField;

    /**
     * @param weights  S = weights[0] M + weights[1] K
     * @param columns  of both ends, of the alpha-family; none of others
     * @param max_lanes of the kernel, 0: as many as the processor has
     * Throws LinearSolverError where S is not positive definite.
     */
    Chain(const ChainMatrices         &matrices,
          const ChainScheme           &scheme,
          const std::array<double, 2> &weights,
          std::span<const ChainColumn> columns   = {},
          unsigned int                 max_lanes = 0);

    std::size_t
    size() const
    {
      return n_nodes;
    }

    /** First pass: x at both ends, with forces @p r [N] on them. */
    Ends
    forward(const Ends &r);

    /** x at both ends by forces @p r on them alone. */
    Ends
    response(const Ends &r) const;

    /** Second pass, to the next state: with other forces @p r on the ends in
     * place of those of forward(), and impulses @p p [N s] by the columns. */
    void
    backward(const Ends &r, const Ends &p);

    /** Takes the last step back, to rounding. */
    void
    undo();

    /** Of ChainSum, of the last backward(). */
    const std::array<double, n_chain_sums> &
    products() const
    {
      return sums;
    }

    /** v^T M v, q^T K q, a^T M a and q^T F_c of the state. */
    struct StateProducts
    {
      double v_M_v = 0., q_K_q = 0., a_M_a = 0., load_q = 0.;
    };
    StateProducts
    state_products() const;

    /** An entry at an end. */
    Ends
    ends(Field field) const;

    /** All entries, from left to right (n). */
    void
    read(Field field, std::span<double> x) const;
    void
    write(Field field, std::span<const double> x);

  private:
    using Part = LanesOfChain;

    void
    deal(unsigned int max_lanes);
    void
    factorize(const ChainMatrices         &matrices,
              const std::array<double, 2> &weights);
    /** @p x of the separators by the right-hand side @p x and @p r. */
    void
    solve_condensed(const Ends &r, std::span<double> x) const;
    void
    match_separators();

    const ChainScheme scheme;
    const bool        is_alpha;   // whether of the alpha-family
    const bool        is_general; // whether with loads or damping
    const std::size_t n_nodes;
    std::vector<Part> parts;

    const std::array<bool, 2>        is_held;
    TridiagonalFactors               condensed;
    std::vector<double>              right_hand_side; // of the separators,
    std::vector<double>              x;               // and their solution
    std::array<double, n_chain_sums> sums{};
    Ends                             force{}; // of forward()
    Ends                             last_impulse{};
  };
} // namespace percuss

#endif
