// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_block_response_h
#define percuss_simulation_block_response_h

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace percuss
{
  /**
   * The response z = D r of a scheme to impulses r, where M, C and K are block
   * diagonal: so is D (n x n). The responses of two blocks do not meet, and one
   * to unit impulses on the j-th degree of freedom of every block gives column
   * j of all: as many responses as the largest block is wide, six for bodies in
   * space, whatever their number.
   */
  class BlockResponse
  {
  public:
    using Matrix = Eigen::SparseMatrix<double>;

    /** @param blocks of each degree of freedom, 0, 1, ...; not empty */
    explicit BlockResponse(const std::vector<unsigned int> &blocks)
      : members(1 + std::ranges::max(blocks))
      , D(static_cast<Eigen::Index>(blocks.size()),
          static_cast<Eigen::Index>(blocks.size()))
    {
      for (std::size_t i = 0; i < blocks.size(); ++i)
        members[blocks[i]].push_back(static_cast<Eigen::Index>(i));
      for (const auto &block : members)
        width = std::max(width, block.size());
    }

    /** Degrees of freedom of the largest block: responses of assemble(). */
    std::size_t
    n_responses() const
    {
      return width;
    }

    /** Computes D. Allocates nothing but D, the first time: a system that never
     * asks, as a beam of many elements, one block, does not pay for it.
     * @param respond respond(r, z), which overwrites z; neither is changed
     *   otherwise. @param r, z vectors of n entries to work in */
    template <class Vector, class Respond>
    void
    assemble(Vector &r, Vector &z, const Respond &respond)
    {
      if (D.nonZeros() == 0)
        allocate();
      for (std::size_t k = 0; k < width; ++k)
        {
          r = 0.;
          for (const auto &block : members)
            if (k < block.size())
              r[block[k]] = 1.;
          respond(r, z);
          for (const auto &block : members)
            if (k < block.size())
              {
                double *column = D.valuePtr() + D.outerIndexPtr()[block[k]];
                for (const Eigen::Index i : block)
                  *column++ = z[i];
              }
        }
    }

    const Matrix &
    matrix() const
    {
      return D;
    }

  private:
    void
    allocate()
    {
      std::vector<Eigen::Triplet<double>> entries;
      for (const auto &block : members)
        for (const Eigen::Index j : block)
          for (const Eigen::Index i : block)
            entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 0.);
      D.setFromTriplets(entries.begin(), entries.end());
    }

    std::vector<std::vector<Eigen::Index>> members; // of each block, in order
    std::size_t                            width = 0;
    Matrix                                 D;
  };
} // namespace percuss

#endif
