// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_corner_rows_h
#define percuss_mortar_corner_rows_h

#include <percuss/mortar/mortar_rows.h>

#include <span>
#include <type_traits>
#include <vector>

namespace percuss
{
  /** Of the normals of two faces with an edge between them, at most: that of 50
   * degrees. */
  inline constexpr double cosine_of_edges = 0.6428;

  /** What is more than so many times as far behind a face as behind another
   * one has come in there. */
  inline constexpr double other_way = 2.;

  /**
   * A corner or an edge that goes into another body: with a point sum_a w_a x_a
   * of one boundary, the point sum_b w_b x_b of the other one and the outer
   * normal n of the latter there,
   *
   *     g = n . (sum_a w_a x_a - sum_b w_b x_b) + delta,
   *     sum_a w_a = sum_b w_b = 1,
   *
   * delta = margin of a face's length: bodies that lie flat on each other have
   * corners with g = delta > 0, which mortar rows take care of.
   */
  template <int dim>
  struct CornerRow
  {
    /** delta over the length of the face, in space over the square root of its
     * area, of edges over the shorter one of them. */
    static constexpr double margin = 0.05;

    std::size_t                   place;  ///< in Corners::nodes(), or edges
    Eigen::Matrix<double, dim, 1> normal; ///< - n, out of the corner's body

    /** a and w_a, b and w_b: of corners {c, 1} and the shape functions of the
     * face at the foot. */
    std::vector<std::pair<unsigned int, double>> own, masters;

    double distance; ///< g - delta, negative behind the face [m]
    double delta;    ///< [m]
  };

  /**
   * The corners of a boundary: nodes two faces of which have normals that differ
   * by more than 50 degrees. In space they are those of edges, too.
   *
   * Equations: doc/theory/mortar_contact.md (11).
   */
  template <int dim>
  class Corners
  {
  public:
    /** A boundary in the plane or in space. */
    using Faces = std::conditional_t<dim == 2, ContactCurve, ContactFacets>;

    /** @param boundary undeformed, its faces are not of size 0 */
    explicit Corners(const Faces &boundary);

    /** Their nodes, ascending. */
    const std::vector<unsigned int> &
    nodes() const
    {
      return all;
    }

    /**
     * Rows of the corners, of each at most one, in the order of nodes(), with
     * w_b the shape functions of a face at the foot of the corner: of those that
     * have their foot within a face of the @p other boundary, at most @p reach
     * [m] in front of it and depths[face] [m] behind it, and that are the
     * deepest point of their body there. Of several faces it is the nearest one.
     *
     * @param boundary that of this object, displaced
     * @param depths   of each face of @p other [m]
     * @param is_of_itself whether both boundaries are the same one: a corner
     *        does not see the faces that share a node with its own
     */
    std::vector<CornerRow<dim>>
    rows(const Faces            &boundary,
         const Faces            &other,
         std::span<const double> depths,
         double                  reach,
         bool                    is_of_itself) const;

  private:
    std::vector<unsigned int>              all;
    std::vector<std::vector<unsigned int>> around; // nodes of their faces
  };
} // namespace percuss

#endif
