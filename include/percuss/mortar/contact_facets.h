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
   *
   * Of cells of degree 2 the faces 4 i to 4 i + 3 are the quarters of one face of
   * a cell, with the biquadratic functions of its nine nodes: each begins with
   * its corner of the whole face, and these are round it counterclockwise.
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
    unsigned int                 degree = 1; ///< of cells, 1 or 2

    /** How many faces a face of a cell has. */
    unsigned int
    n_parts() const
    {
      return degree == 2 ? 4 : 1;
    }

    /** The corners of the face of a cell that a face is a part of. */
    Face
    cell_face(std::size_t face) const;

    /** The nodes of the face of a cell of degree 2 that a face is a quarter of,
     * which begin with the corner of this quarter: corners round it, the nodes
     * after each of them, that in the middle. */
    std::array<unsigned int, 9>
    quadratic_nodes(std::size_t face) const;

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

  /** Biquadratic functions at xi, of corners round the unit square, the nodes after
   * each of them, that in the middle. */
  std::array<double, 9>
  quadratic_values(const Eigen::Vector2d &xi);

  /** Their derivatives by xi and eta. */
  std::array<Eigen::Vector2d, 9>
  quadratic_slopes(const Eigen::Vector2d &xi);

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
