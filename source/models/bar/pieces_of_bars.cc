// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/models/bar/pieces_of_bars.h>

#include <deal.II/base/mpi.h>

#include <algorithm>

namespace percuss
{
  PiecesOfBars::PiecesOfBars(const BarMesh             &mesh,
                             const std::array<bool, 2> &is_clamped)
    : communicator(mesh.communicator)
    , rank(dealii::Utilities::MPI::this_mpi_process(communicator))
    , n_ranks(dealii::Utilities::MPI::n_mpi_processes(communicator))
    , ends(mesh.extents.size())
  {
    std::size_t n_pieces = 0;
    for (std::size_t owner = 0; owner < n_ranks; ++owner)
      {
        const std::size_t end = mesh.begin_of_rank(owner + 1);
        for (std::size_t e = mesh.begin_of_rank(owner); e < end;)
          {
            const std::size_t bar   = mesh.bar_of(e);
            const std::size_t begin = mesh.first_element(bar),
                              stop  = mesh.first_element(bar + 1);
            const PieceOfBar piece{bar,
                                   e,
                                   std::min(end, stop),
                                   n_pieces + bar,
                                   {e == begin, end >= stop}};
            if (piece.is_at_end[0])
              ends[bar][0] = piece.left;
            if (piece.is_at_end[1])
              ends[bar][1] = piece.right();
            if (owner == rank)
              own_pieces.push_back(piece);
            ++n_pieces;
            e = piece.end;
          }
      }
    is_held.assign(n_pieces + n_bars(), false);
    is_held.front() = is_clamped[0];
    is_held.back()  = is_clamped[1];
  }

  void
  PiecesOfBars::set_held(const std::span<double> of_separators) const
  {
    if (is_held.front())
      of_separators.front() = 0.;
    if (is_held.back())
      of_separators.back() = 0.;
  }

  void
  PiecesOfBars::sum(const std::span<double> x) const
  {
    reduce(x, MPI_SUM);
  }

  void
  PiecesOfBars::maximum(const std::span<double> x) const
  {
    reduce(x, MPI_MAX);
  }

  void
  PiecesOfBars::reduce(const std::span<double> x, const MPI_Op operation) const
  {
    if (n_ranks > 1)
      MPI_Allreduce(MPI_IN_PLACE,
                    x.data(),
                    static_cast<int>(x.size()),
                    MPI_DOUBLE,
                    operation,
                    communicator);
  }

  TridiagonalFactors
  PiecesOfBars::assemble(const std::span<const MatrixOfEnds> of_pieces) const
  {
    std::vector<double> S(2 * n_separators(), 0.);
    const std::span     diagonal(S.data(), n_separators()),
      beside(S.data() + n_separators(), n_separators());
    for (std::size_t k = 0; k < own_pieces.size(); ++k)
      {
        const MatrixOfEnds &S_c = of_pieces[k];
        add(own_pieces[k], {S_c.left, S_c.right}, diagonal);
        beside[own_pieces[k].left] = S_c.both;
      }
    sum(S);
    return TridiagonalFactors(diagonal, beside);
  }

  SystemOfPieces::SystemOfPieces(const PiecesOfBars                  &pieces,
                                 const std::span<const ChainMatrices> matrices,
                                 const double                         m,
                                 const double                         k)
    : pieces(pieces)
  {
    std::vector<MatrixOfEnds> of_ends;
    pieces.on_all_ranks([&] {
      for (const ChainMatrices &of_piece : matrices)
        {
          const auto [diagonal, beside] = of_piece.combination(m, k);
          const MatrixOfEnds &change =
            factors.emplace_back(diagonal, beside).change;
          of_ends.push_back({diagonal.front() + change.left,
                             change.both,
                             diagonal.back() + change.right});
        }
    });
    separators = pieces.assemble(of_ends);
  }

  void
  SystemOfPieces::solve(const std::span<std::vector<double>> x) const
  {
    std::vector<double> x_c(pieces.n_separators(), 0.);
    for (std::size_t k = 0; k < x.size(); ++k)
      {
        factors[k].forward(x[k]);
        pieces.add(pieces.own()[k], {x[k].front(), x[k].back()}, x_c);
      }
    pieces.sum(x_c);
    pieces.set_held(x_c);
    separators.solve(x_c);
    for (std::size_t k = 0; k < x.size(); ++k)
      {
        x[k].front() = x_c[pieces.own()[k].left];
        x[k].back()  = x_c[pieces.own()[k].right()];
        factors[k].backward(x[k]);
      }
  }
} // namespace percuss
