// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/contact_facets.h>
#include <percuss/mortar/polygon.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  Eigen::Vector3d
  ContactFacets::normal(const std::size_t face) const
  {
    const bool            is_triangle = faces[face].n_nodes == 3;
    const Eigen::Vector3d a           = corner(face, 2) - corner(face, 0);
    const Eigen::Vector3d b =
      is_triangle ? Eigen::Vector3d(corner(face, 1) - corner(face, 0)) :
                    Eigen::Vector3d(corner(face, 1) - corner(face, 3));
    return b.cross(a).normalized();
  }

  Eigen::Vector3d
  ContactFacets::middle(const std::size_t face) const
  {
    const unsigned int n   = faces[face].n_nodes;
    Eigen::Vector3d    sum = corner(face, 0);
    for (unsigned int i = 1; i < n; ++i)
      sum += corner(face, i);
    return sum / n;
  }

  double
  ContactFacets::length(const std::size_t face) const
  {
    const unsigned int n = faces[face].n_nodes;
    double shortest      = (corner(face, 0) - corner(face, n - 1)).norm();
    for (unsigned int i = 1; i < n; ++i)
      shortest =
        std::min(shortest, (corner(face, i) - corner(face, i - 1)).norm());
    return shortest;
  }

  ContactFacets::Face
  ContactFacets::cell_face(const std::size_t face) const
  {
    if (degree == 1)
      return faces[face];
    const std::size_t first = face - face % 4;
    Face              result;
    for (std::size_t i = 0; i < 4; ++i)
      result.nodes[i] = faces[first + i].nodes[0];
    return result;
  }

  std::array<unsigned int, 9>
  ContactFacets::quadratic_nodes(const std::size_t face) const
  {
    std::array<unsigned int, 9> result;
    for (std::size_t i = 0; i < 4; ++i)
      {
        const Face &quarter = faces[face - face % 4 + (face + i) % 4];
        result[i]           = quarter.nodes[0];
        result[4 + i]       = quarter.nodes[1];
      }
    result[8] = faces[face].nodes[2];
    return result;
  }

  std::vector<Eigen::Vector3d>
  nodal_normals(const ContactFacets &facets)
  {
    std::vector<Eigen::Vector3d> normals(facets.nodes.size(),
                                         Eigen::Vector3d::Zero());
    for (std::size_t f = 0; f < facets.faces.size(); ++f)
      for (unsigned int i = 0; i < facets.faces[f].n_nodes; ++i)
        normals[facets.faces[f].nodes[i]] += facets.normal(f);
    for (Eigen::Vector3d &n : normals)
      if (n.norm() > 1e-6)
        n.normalize();
      else
        n.setZero();
    return normals;
  }

  FacetValues
  facet_values(const unsigned int n_nodes, const Eigen::Vector2d &xi)
  {
    const double s = xi[0], t = xi[1];
    if (n_nodes == 3)
      return {1. - s - t, s, t, 0.};
    return {(1. - s) * (1. - t), s * (1. - t), s * t, (1. - s) * t};
  }

  namespace
  {
    /** Of the nodes at 0, 1/2 and 1. */
    std::array<double, 3>
    quadratic_values_of_line(const double x)
    {
      return {(1. - x) * (1. - 2. * x), 4. * x * (1. - x), x * (2. * x - 1.)};
    }

    /** Products of functions of a line along xi and along eta. */
    std::array<double, 9>
    products(const std::array<double, 3> &along_xi,
             const std::array<double, 3> &along_eta)
    {
      const auto &[a, b, c] = along_xi;
      const auto &[d, e, f] = along_eta;
      return {a * d, c * d, c * f, a * f, b * d, c * e, b * f, a * e, b * e};
    }
  } // namespace

  std::array<double, 9>
  quadratic_values(const Eigen::Vector2d &xi)
  {
    return products(quadratic_values_of_line(xi[0]),
                    quadratic_values_of_line(xi[1]));
  }

  std::array<Eigen::Vector2d, 9>
  quadratic_slopes(const Eigen::Vector2d &xi)
  {
    const auto slopes = [](const double x) {
      return std::array{4. * x - 3., 4. - 8. * x, 4. * x - 1.};
    };
    const auto by_xi = products(slopes(xi[0]), quadratic_values_of_line(xi[1]));
    const auto by_eta =
      products(quadratic_values_of_line(xi[0]), slopes(xi[1]));
    std::array<Eigen::Vector2d, 9> result;
    for (std::size_t i = 0; i < 9; ++i)
      result[i] = {by_xi[i], by_eta[i]};
    return result;
  }

  Eigen::Vector3d
  area_vector(const ContactFacets   &facets,
              const std::size_t      f,
              const Eigen::Vector2d &xi)
  {
    const auto edge = [&](const unsigned int from, const unsigned int to) {
      return Eigen::Vector3d(facets.corner(f, to) - facets.corner(f, from));
    };
    if (facets.faces[f].n_nodes == 3)
      return edge(0, 1).cross(edge(0, 2));
    const Eigen::Vector3d s = (1. - xi[1]) * edge(0, 1) + xi[1] * edge(3, 2);
    const Eigen::Vector3d t = (1. - xi[0]) * edge(0, 3) + xi[0] * edge(1, 2);
    return s.cross(t);
  }

  // y - y_0 = s e + t f + s t d, so that (y - y_0 - s e) x (f + s d) = 0.
  Eigen::Vector2d
  PlaneFacet::parameters(const Eigen::Vector2d &y) const
  {
    const Eigen::Vector2d q = y - corners[0];
    const Eigen::Vector2d e = corners[1] - corners[0];
    if (n_nodes == 3)
      {
        const Eigen::Vector2d f = corners[2] - corners[0];
        return Eigen::Vector2d(cross(q, f), cross(e, q)) / cross(e, f);
      }
    const Eigen::Vector2d f = corners[3] - corners[0];
    const Eigen::Vector2d d = corners[2] - corners[3] - e;

    const double a = -cross(e, d);
    const double b = cross(q, d) - cross(e, f);
    const double c = cross(q, f);
    const double D = std::max(b * b - 4. * a * c, 0.);
    const double r = -0.5 * (b + std::copysign(std::sqrt(D), b));
    double       s = c / r;
    if (std::abs(r / a - 0.5) < std::abs(s - 0.5)) // infinite where a = 0
      s = r / a;
    const Eigen::Vector2d m = f + s * d;
    return {s, m.dot(q - s * e) / m.squaredNorm()};
  }
} // namespace percuss
