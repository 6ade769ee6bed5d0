// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_pieces_of_bars_h
#define percuss_models_bar_pieces_of_bars_h

#include <percuss/models/bar/chain_matrices.h>
#include <percuss/models/bar/tridiagonal.h>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  class BarMesh;

  /** The elements begin, ..., end - 1 of one bar, which one rank owns. */
  struct PieceOfBar
  {
    std::size_t         bar;
    std::size_t         begin, end;
    std::size_t         left;      ///< the separator at its left end
    std::array<bool, 2> is_at_end; ///< whether the bar ends on the left, right

    std::size_t
    right() const
    {
      return left + 1;
    }

    std::size_t
    n_nodes() const
    {
      return end - begin + 1;
    }
  };

  /**
   * Bars in a row cut where the elements of another rank begin. Separators are
   * the ends of bars and the nodes between two pieces, which both ranks hold:
   * number k + b on the left of piece k of all ranks, in bar b. Sums over them
   * have one or two terms, and therefore no order.
   */
  class PiecesOfBars
  {
  public:
    /** @param is_clamped the left end of the first, the right one of the last
     * bar */
    PiecesOfBars(const BarMesh &mesh, const std::array<bool, 2> &is_clamped);

    std::size_t
    n_bars() const
    {
      return ends.size();
    }

    std::size_t
    n_separators() const
    {
      return is_held.size();
    }

    /** Those of this rank: none, or some that follow each other. */
    std::span<const PieceOfBar>
    own() const
    {
      return own_pieces;
    }

    /** The separators at the ends of a bar. */
    const std::array<std::size_t, 2> &
    ends_of(const std::size_t bar) const
    {
      return ends[bar];
    }

    /** Zeros at clamped separators. */
    void
    set_held(std::span<double> of_separators) const;

    /** Whether the ends of a piece are clamped. */
    std::array<bool, 2>
    held_ends(const PieceOfBar &piece) const
    {
      return {is_held[piece.left], is_held[piece.right()]};
    }

    /** Enters what a piece has at its ends: that of a separator between two
     * pieces is what the left one has. To be followed by sum(). */
    void
    enter(const PieceOfBar  &piece,
          const EndsOfChain &values,
          std::span<double>  of_separators) const
    {
      if (piece.is_at_end[0])
        of_separators[piece.left] = values[0];
      of_separators[piece.right()] = values[1];
    }

    /** Adds what a piece has at its ends. To be followed by sum(). */
    void
    add(const PieceOfBar  &piece,
        const EndsOfChain &values,
        std::span<double>  of_separators) const
    {
      of_separators[piece.left] += values[0];
      of_separators[piece.right()] += values[1];
    }

    /** x <- the sum of x over the ranks. Collective. */
    void
    sum(std::span<double> x) const;

    /** Adds up what the ranks have, in their order. @param table after sum(): a
     * row of @p result.size() numbers per rank */
    void
    add_up_ranks(std::span<const double> table, std::span<double> result) const
    {
      std::ranges::fill(result, 0.);
      for (; !table.empty(); table = table.subspan(result.size()))
        for (std::size_t i = 0; i < result.size(); ++i)
          result[i] += table[i];
    }

    /** x <- the largest of x of the ranks. Collective. */
    void
    maximum(std::span<double> x) const;

    /** The system of the separators by the S_c of own pieces. Collective; throws
     * LinearSolverError on all ranks where it is not positive definite. */
    TridiagonalFactors
    assemble(std::span<const MatrixOfEnds> of_pieces) const;

    /** Does this rank's part of a work, which communicates nothing. Collective;
     * throws LinearSolverError on all ranks where one does. */
    template <class Work>
    void
    on_all_ranks(const Work &work) const
    {
      double has_failed = 0.;
      try
        {
          work();
        }
      catch (const LinearSolverError &)
        {
          has_failed = 1.;
        }
      maximum({&has_failed, 1});
      if (has_failed > 0.)
        throw LinearSolverError("The iteration matrix is singular", 0.);
    }

    const MPI_Comm    communicator;
    const std::size_t rank, n_ranks;

  private:
    void
    reduce(std::span<double> x, MPI_Op operation) const;

    std::vector<PieceOfBar>                 own_pieces;
    std::vector<std::array<std::size_t, 2>> ends;
    std::vector<bool>                       is_held;
  };

  /** (m M + k K) x = r of bars in pieces: what a run needs at its start. */
  class SystemOfPieces
  {
  public:
    /** @param matrices of own pieces. Collective; throws as assemble() does. */
    SystemOfPieces(const PiecesOfBars            &pieces,
                   std::span<const ChainMatrices> matrices,
                   double                         m,
                   double                         k);

    /** @p x of own pieces: from what their elements have of r, zero at clamped
     * ends, to the solution. Collective. */
    void
    solve(std::span<std::vector<double>> x) const;

  private:
    const PiecesOfBars               &pieces;
    std::vector<CondensedTridiagonal> factors;
    TridiagonalFactors                separators;
  };
} // namespace percuss

#endif
