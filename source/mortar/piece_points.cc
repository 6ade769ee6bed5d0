// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/piece_points.h>
#include <percuss/mortar/quadratic_sums.h>

#include <algorithm>

namespace percuss
{
  using Eigen::Vector2d;

  namespace
  {
    /** Whether shape functions of a face of size @p size are polynomials of its
     * places: of triangles and of parallelograms, but for 1e-13. */
    template <class Corner>
    bool
    is_affine(const unsigned int n_nodes,
              const double       size,
              const Corner      &corner)
    {
      constexpr double nearly = 1e-4;
      return n_nodes == 3 ||
             (corner(0) - corner(1) + corner(2) - corner(3)).norm() <=
               nearly * size;
    }

    /** Whether the nodes of a face of a cell of degree 2 are those of a
     * parallelogram, but for 1e-13 in its functions. */
    bool
    is_affine(const QuadraticPlaces &places, const double size)
    {
      const auto is_between = [&](const int i, const int a, const int b) {
        return is_affine(4, size, [&](const unsigned int k) {
          return places[static_cast<std::size_t>(k % 2 == 1 ? i :
                                                 k == 0     ? a :
                                                              b)];
        });
      };
      return is_affine(4,
                       size,
                       [&](const unsigned int i) { return places[i]; }) &&
             is_between(4, 0, 1) && is_between(5, 1, 2) &&
             is_between(6, 2, 3) && is_between(7, 3, 0) && is_between(8, 0, 2);
    }

    /** The corner of a polygon that is farthest from its middle; its size where
     * another one is as far. */
    std::size_t
    farthest_corner(const Polygon &polygon, const Vector2d &middle)
    {
      constexpr double equal   = 1. - 1e-6;
      double           largest = 0.;
      std::size_t      result  = polygon.size();
      for (std::size_t i = 0; i < polygon.size(); ++i)
        {
          const double squared = (polygon[i] - middle).squaredNorm();
          if (squared * equal > largest)
            result = i;
          else if (squared > equal * largest)
            result = polygon.size();
          largest = std::max(largest, squared);
        }
      return result;
    }
  } // namespace

  PointRule
  quadrature_for(const SlaveFacet    &slave,
                 const ContactFacets &of_master,
                 const MasterFacet   &master)
  {
    if (of_master.degree == 2)
      return {&octic_rule(),
              is_affine(quadratic_places(slave, slave.facets, slave.number),
                        slave.size) &&
                is_affine(quadratic_places(slave, of_master, master.number),
                          slave.size)};
    const bool is_exact =
      is_affine(slave.nodes.n_nodes,
                slave.size,
                [&](const unsigned int i) {
                  return slave.facets.corner(slave.number, i);
                }) &&
      is_affine(master.plane.n_nodes, slave.size, [&](const unsigned int i) {
        return master.plane.corners[i];
      });
    if (!is_exact)
      return {&sextic_rule(), false};
    return {std::max(slave.nodes.n_nodes, master.plane.n_nodes) == 3 ?
              &quadratic_rule() :
              &quartic_rule(),
            true};
  }

  Triangles
  triangles_of(const Polygon &polygon, const bool is_exact)
  {
    const std::size_t n     = polygon.size();
    std::size_t       first = 0;
    Triangles         result;
    if (n > 3 && !is_exact)
      {
        const Vector2d a = middle(polygon);
        first            = farthest_corner(polygon, a);
        if (first == n)
          {
            for (std::size_t i = 0; i < n; ++i)
              result.push_back({a, polygon[i], polygon[(i + 1) % n]});
            return result;
          }
      }
    for (std::size_t i = 2; i < n; ++i)
      result.push_back({polygon[first],
                        polygon[(first + i - 1) % n],
                        polygon[(first + i) % n]});
    return result;
  }
} // namespace percuss
