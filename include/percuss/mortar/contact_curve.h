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
   */
  struct ContactCurve
  {
    std::vector<Eigen::Vector2d>             nodes; ///< positions [m]
    std::vector<std::array<unsigned int, 2>> faces; ///< numbers of nodes

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
} // namespace percuss

#endif
