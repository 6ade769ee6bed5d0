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
   * A piece of a bar that a linear one-step scheme moves (ChainScheme), in two
   * passes over memory per step. Its nodes are dealt to the lanes of the
   * processor (ChainPart), with what is left over in a part of one lane behind;
   * the lanes are condensed to their separators, these to the ends of the piece,
   *
   *     S_c x_c = r_c,   S_c = S_cc - S_ci S_ii^{-1} S_ic,
   *
   * the sums of S_c and r_c over the pieces of a bar, and what acts on their
   * ends, being the system of these (G. Guyan, AIAA J. 3, 1965; of lanes H. H.
   * Wang, ACM Trans. Math. Softw. 7, 1981).
   */
  class Chain
  {
  public:
    using Ends  = EndsOfChain;
    using Field = ChainField;

    /**
     * @param weights  S = weights[0] M + weights[1] K
     * @param matrices of the elements of the piece
     * @param columns  of both ends of the bar, of the alpha-family; none of
     *                 others
     * @param max_lanes of the kernel, 0: as many as the processor has
     * Throws LinearSolverError where S_ii is not positive definite.
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

    /** S_c. */
    const MatrixOfEnds &
    condensed() const
    {
      return S_of_ends;
    }

    /** First pass: r_c [N]. */
    Ends
    forward();

    /** Second pass, to the next state: with x_c, and impulses @p p [N s] on the
     * ends of the bar by the columns. */
    void
    backward(const Ends &x_c, const Ends &p);

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

    /** Entries at the ends; zeros of a field that the scheme does not have. */
    Ends
    ends(Field field) const;
    void
    set_left_end(Field field, double value);

    /** All entries, from left to right (n), or all but the first one (n - 1). */
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
    void
    match_separators();

    const ChainScheme scheme;
    const bool        is_alpha;   // whether of the alpha-family
    const bool        is_general; // whether with loads or damping
    const std::size_t n_nodes;
    std::vector<Part> parts;

    CondensedTridiagonal             separators;
    MatrixOfEnds                     S_of_ends;
    std::vector<double>              x; // of the separators
    std::array<double, n_chain_sums> sums{};
    Ends                             last_impulse{};
  };
} // namespace percuss

#endif
