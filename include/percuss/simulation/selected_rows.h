// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_selected_rows_h
#define percuss_simulation_selected_rows_h

#include <percuss/base/archive.h>
#include <percuss/complementarity/cone.h>

#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The contacts and joints of a problem that take part in it, and the problem
   * of their rows alone. With E (m x k), the columns of the identity of the k
   * rows that are selected,
   *
   *     W_S = E^T W E,    b_S = E^T b,    p = E p_S:
   *
   * the same solution, as p = 0 in the rows that are left out.
   */
  class SelectedRows
  {
  public:
    /** None of @p m rows. */
    explicit SelectedRows(std::size_t m);

    /** Adds the @p cones that are not inactive; returns whether that changed
     * something. @pre the cones are the same in all calls, but for their kind */
    bool
    add(std::span<const Cone> cones);

    /** Takes out the @p cones that are inactive. */
    void
    remove_inactive(std::span<const Cone> cones);

    /** Rows of the whole problem, in their order. */
    std::span<const std::size_t>
    rows() const
    {
      return selected;
    }

    /** The cones of the selected rows, with their numbers among these. */
    void
    gather(std::span<const Cone> all, std::vector<Cone> &part) const;

    /** E^T all. */
    void
    gather(std::span<const double> all, std::vector<double> &part) const;

    /** E part. */
    void
    scatter(std::span<const double> part, std::span<double> all) const;

    void
    serialize(Archive &archive);

  private:
    void
    list_rows();

    std::vector<char>        is_selected; // by row
    std::vector<std::size_t> selected;
  };
} // namespace percuss

#endif
