// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_corner_rows_h
#define percuss_mortar_corner_rows_h

#include <percuss/mortar/mortar_rows.h>

#include <span>
#include <type_traits>
#include <vector>

namespace percuss
{
  /**
   * A corner that goes into a face: the point x_c of one boundary has the foot
   * sum_b w_b x_b on a face of another one, with the outer normal n_f there,
   *
   *     g_c = n_f . (x_c - sum_b w_b x_b) + delta,    sum_b w_b = 1,
   *
   * delta = margin of the face's length: bodies that lie flat on each other
   * have corners with g_c = delta > 0, which mortar rows take care of.
   */
  template <int dim>
  struct CornerRow
  {
    /** The part of delta in the length of a face, in space in the square root
     * of its area. */
    static constexpr double margin = 0.05;

    unsigned int                  node;   ///< c
    Eigen::Matrix<double, dim, 1> normal; ///< - n_f, out of the corner's body

    /** b and w_b, the shape functions of the face at the foot, in [0, 1]. */
    std::vector<std::pair<unsigned int, double>> masters;

    double distance; ///< g_c - delta, negative behind the face [m]
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
     * Rows of the corners, of each at most one, in the order of nodes(): those
     * that have their foot within a face of the @p other boundary, at most
     * @p reach [m] in front of it and depths[face] [m] behind it, and that
     * are the deepest point of their body there. Of several faces it is the
     * nearest one.
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
