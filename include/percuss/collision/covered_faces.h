// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_covered_faces_h
#define percuss_collision_covered_faces_h

#include <percuss/collision/manifold.h>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * Bodies that lie flush beside each other cover each other's faces, and what
   * slides over both must not feel the faces between them: of the union of the
   * bodies they are no boundary.
   *
   * A face is covered about a point where the face there, and beside it by a
   * hundredth of the smaller body's size, is inside of others: steps and grooves
   * of less than 5e-5 of that size count as none. A point of contact is felt
   * unless
   *
   *     it is on a face, and that face is covered about all of its points with
   *     the other body, or the face of the other body that lies on it is, or
   *     it is on an edge or a corner, and one of the faces there whose normal m
   *     has m.n > 0 is covered about it.
   *
   * Takes from the @p points of the bodies @p a and @p b, numbers in @p bodies,
   * those that are not felt; @p near_a and @p near_b are the bodies near the one
   * and the other.
   */
  template <int dim>
  void
  remove_covered(std::vector<ManifoldPoint<dim>>     &points,
                 const std::vector<PlacedShape<dim>> &bodies,
                 unsigned int                         a,
                 unsigned int                         b,
                 std::span<const unsigned int>        near_a,
                 std::span<const unsigned int>        near_b);
} // namespace percuss

#endif
