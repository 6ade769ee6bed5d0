// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_piece_points_h
#define percuss_mortar_piece_points_h

#include <percuss/mortar/facet_pieces.h>
#include <percuss/mortar/triangle_quadrature.h>

#include <array>

namespace percuss
{
  /** Points on triangles, and whether integrals by them are exact. */
  struct PointRule
  {
    const TriangleQuadrature *points;
    bool                      is_exact;
  };

  /** The points for the product of a shape function of each side, exact where
   * these are polynomials: of degree 1 on triangles, of degree 2 on
   * parallelograms, of cells of degree 2 there of degree 4. */
  PointRule
  quadrature_for(const SlaveFacet    &slave,
                 const ContactFacets &of_master,
                 const MasterFacet   &master);

  using Triangles =
    boost::container::small_vector<std::array<Eigen::Vector2d, 3>, 8>;

  /** Those that a polygon is cut into. They have a corner of it in common: of a
   * rule that is not exact its farthest one, or its middle, so that it does not
   * matter which corner is the first one. */
  Triangles
  triangles_of(const Polygon &polygon, bool is_exact);
} // namespace percuss

#endif
