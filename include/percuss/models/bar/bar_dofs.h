// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_dofs_h
#define percuss_models_bar_bar_dofs_h

#include <percuss/models/bar/bar_mesh.h>

#include <deal.II/base/index_set.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace percuss
{
  /**
   * The degrees of freedom of elements of degree p, in the order of FE_Q<1>:
   * left node, right node, those between them. They have their numbers element
   * by element from left to right, whatever the number of ranks,
   *
   *     n_e = p e + b + 1    of the right node of element e in bar b, after it
   *                          the nodes between; n_e - 1 of the bar's left end.
   *
   * A rank owns those that its elements are the first ones to have.
   */
  class BarDofs
  {
  public:
    using Index = dealii::types::global_dof_index;

    BarDofs(const BarMesh &mesh, unsigned int degree);

    std::size_t
    size() const
    {
      return owned.size();
    }

    /** Those of an element (p + 1). */
    void
    of_element(const BarElement &element, std::vector<Index> &dofs) const;

    /** That of the left or right end of a bar. */
    Index
    end(std::size_t bar, bool is_right) const;

    /** Numbers of the entries of this rank for checkpoints, which do not depend
     * on the number of ranks. */
    std::vector<std::uint64_t>
    entry_numbers() const;

    const BarMesh     &mesh;
    const unsigned int degree;
    dealii::IndexSet   owned;    ///< by this rank
    dealii::IndexSet   relevant; ///< those of its elements

  private:
    /** Of the right node. */
    Index
    first_of(const std::size_t element, const std::size_t bar) const
    {
      return degree * element + bar + 1;
    }
  };
} // namespace percuss

#endif
