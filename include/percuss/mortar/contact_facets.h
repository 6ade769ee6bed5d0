// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_contact_facets_h
#define percuss_mortar_contact_facets_h

#include <Eigen/Geometry>

#include <array>
#include <compare>
#include <vector>

namespace percuss
{
  /**
   * A part of the boundary of bodies in space: nodes, and the triangles and
   * bilinear quadrilaterals between them. Seen from outside, the nodes of a face
   * are round it counterclockwise.
   */
  struct ContactFacets
  {
    struct Face
    {
      std::array<unsigned int, 4> nodes; ///< numbers; of triangles the first 3
      unsigned int                n_nodes = 4; ///< 3 or 4

      auto
      operator<=>(const Face &) const = default;
    };

    std::vector<Eigen::Vector3d> nodes; ///< positions [m]
    std::vector<Face>            faces;

    /** Position of a node of a face [m]. */
    const Eigen::Vector3d &
    corner(const std::size_t face, const unsigned int i) const
    {
      return nodes[faces[face].nodes[i]];
    }

    /** The outer unit normal of a face, of quadrilaterals that in the middle.
     * @pre its area is not 0 */
    Eigen::Vector3d
    normal(std::size_t face) const;

    /** The mean of a face's corners [m]. */
    Eigen::Vector3d
    middle(std::size_t face) const;

    /** The shortest edge of a face [m]. */
    double
    length(std::size_t face) const;
  };

  /**
   * n_j of the nodes: the sum of the unit normals of their faces over its norm.
   * Faces that are not among these do not count; nodes without a face, and
   * those whose faces turn back on themselves, have the normal 0.
   *
   * Equations: doc/theory/mortar_contact.md (1).
   */
  std::vector<Eigen::Vector3d>
  nodal_normals(const ContactFacets &facets);

  /** Values of the functions of a face's nodes; of triangles the last one is
   * 0. */
  using FacetValues = std::array<double, 4>;

  /**
   * Shape functions: of triangles 1 - xi - eta, xi, eta, of quadrilaterals the
   * products of 1 - xi, xi and 1 - eta, eta, nodes round the unit square.
   */
  FacetValues
  facet_values(unsigned int n_nodes, const Eigen::Vector2d &xi);

  /** (dx/dxi) x (dx/deta) of a face, of triangles twice their area, of
   * quadrilaterals linear in xi [m^2]; its direction is that of normal(). */
  Eigen::Vector3d
  area_vector(const ContactFacets   &facets,
              std::size_t            face,
              const Eigen::Vector2d &xi);

  /** Corners of a face in a plane, as many as it has nodes. */
  struct PlaneFacet
  {
    std::array<Eigen::Vector2d, 4> corners; // [m]
    unsigned int                   n_nodes;

    /** xi with sum_a N_a(xi) y_a = y, of a quadrilateral the root of a quadratic
     * equation that is nearer to its middle. Points outside have parameters
     * beyond those of the face. @pre y is in the face or near it, and the
     * face is convex */
    Eigen::Vector2d
    parameters(const Eigen::Vector2d &y) const;
  };
} // namespace percuss

#endif
