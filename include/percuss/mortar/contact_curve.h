// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_contact_curve_h
#define percuss_mortar_contact_curve_h

#include <Eigen/Core>

#include <array>
#include <vector>

namespace percuss
{
  /**
   * A part of the boundary of bodies in the plane: nodes and the straight faces
   * between them. Along a face, from its first node to its second one, the
   * body is on the left, so that its outer normal points to the right.
   *
   * Of cells of degree 2 the faces 2 i and 2 i + 1 are the two halves of one
   * face of a cell, with the quadratic functions of its three nodes.
   */
  struct ContactCurve
  {
    std::vector<Eigen::Vector2d>             nodes;      ///< positions [m]
    std::vector<std::array<unsigned int, 2>> faces;      ///< numbers of nodes
    unsigned int                             degree = 1; ///< of cells, 1 or 2

    /** x_2 - x_1 of a face [m]. */
    Eigen::Vector2d
    edge(const std::size_t face) const
    {
      return nodes[faces[face][1]] - nodes[faces[face][0]];
    }

    /** [m] */
    double
    length(const std::size_t face) const
    {
      return edge(face).norm();
    }

    /** The outer unit normal of a face. @pre its length is not 0 */
    Eigen::Vector2d
    normal(const std::size_t face) const
    {
      const Eigen::Vector2d e = edge(face).normalized();
      return {e[1], -e[0]};
    }

    /** The mean of a face's nodes [m]. */
    Eigen::Vector2d
    middle(const std::size_t face) const
    {
      return 0.5 * (nodes[faces[face][0]] + nodes[faces[face][1]]);
    }

    /** How many faces a face of a cell has. */
    unsigned int
    n_parts() const
    {
      return degree;
    }

    /** The ends of the face of a cell that a face is a part of. */
    std::array<unsigned int, 2>
    cell_face(const std::size_t face) const
    {
      const std::size_t first = face - face % degree;
      return {faces[first][0], faces[first + degree - 1][1]};
    }

    /** Shape functions of the face of a cell at a point, nodes along it; of
     * degree 1 the third one is 0, with a node that is also another one. */
    struct Values
    {
      std::array<unsigned int, 3> nodes; ///< numbers
      std::array<double, 3>       N;
    };

    /**
     * At x_1 + s (x_2 - x_1) of a face, s in [0, 1]. Of degree 2 those of the
     * point of the quadratic face that is at a right angle to the half above
     * it, wherever the node in the middle has gone to along the face: sum_j N_j
     * x_j is the point itself where the face is straight.
     *
     * Equations: doc/theory/mortar_contact.md (13), (14).
     */
    Values
    values(std::size_t face, double s) const;
  };

  /**
   * n_j of the nodes: the sum of the unit normals of their faces over its norm.
   * Faces that are not of the curve do not count; nodes without a face, and
   * those whose faces turn back on themselves, have the normal 0.
   *
   * Equations: doc/theory/mortar_contact.md (1).
   */
  std::vector<Eigen::Vector2d>
  nodal_normals(const ContactCurve &curve);

  /** int N_j w ds of the nodes of a curve, over all their faces; w as
   * mortar_rows() has it. */
  std::vector<double>
  nodal_lengths(const ContactCurve &curve, bool is_axisymmetric = false);
} // namespace percuss

#endif
