// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_edge_rows_h
#define percuss_mortar_edge_rows_h

#include <percuss/mortar/corner_rows.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /** Two edges that cross, and their row: CornerRow::place is that of edge a,
   * whose nodes are own; the normal points out of its body. */
  struct EdgeRow
  {
    CornerRow<3> row;
    std::size_t  other; ///< place of edge b
  };

  /**
   * The edges of a boundary in space: those between two faces the normals of
   * which differ by more than 50 degrees.
   *
   * Equations: doc/theory/mortar_contact.md (12).
   */
  class Edges
  {
  public:
    /** @param boundary undeformed, its faces are not of size 0 */
    explicit Edges(const ContactFacets &boundary);

    struct Edge
    {
      std::array<unsigned int, 2> nodes; ///< the smaller number first
      std::array<std::size_t, 2>  faces; ///< on both sides

      auto
      operator<=>(const Edge &) const = default;
    };

    /** In the order of their nodes. */
    const std::vector<Edge> &
    edges() const
    {
      return all;
    }

    /** The edges at one configuration. */
    struct Placed
    {
      const Edges            &of;
      const ContactFacets    &boundary;
      std::span<const double> depths; ///< of faces [m]
    };

    /**
     * Rows of edges x_a(s), x_b(t) that cross, in the order of their depth, the
     * deepest first: with n_b = +- e_a x e_b / |e_a x e_b| out of the body of b,
     *
     *     g = n_b . (x_a(s) - x_b(t)) + delta
     *
     * at the s and t in [0, 1) where x_a - x_b is along n_b. The bodies of both
     * edges end there in this direction, and g - delta is at most @p reach
     * and at least the depth of none of their four faces behind [m]. Edges
     * with an angle whose sine is less than 0.1 have no row, nor have those of
     * which one has come in by the face at an end of the other one: they are
     * more than other_way times, and delta, farther behind each other than
     * behind this face.
     *
     * @param is_of_itself whether b is a: each pair has one row then, and edges
     *        whose faces share a node have none
     */
    static std::vector<EdgeRow>
    rows(const Placed &a, const Placed &b, double reach, bool is_of_itself);

    /** The faces beyond both ends of an edge where the body has its corners. */
    const std::vector<std::size_t> &
    at_ends(const std::size_t edge) const
    {
      return ends[edge];
    }

  private:
    void
    find_ends(const ContactFacets &boundary);

    std::vector<Edge>                     all;
    std::vector<std::vector<std::size_t>> ends;
  };
} // namespace percuss

#endif
