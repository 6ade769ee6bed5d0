// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/mortar/contact_curve.h>

#include <cmath>

namespace percuss
{
  // With s' the place between the nodes of a half, of length l and direction t,
  // and D = x_1 - 2 x_2 + x_3 of the whole face, the quadratic face is at
  // s + s' (s' - 1) (t . D)/(2 l) along the half.
  ContactCurve::Values
  ContactCurve::values(const std::size_t face, const double s) const
  {
    if (degree == 1)
      return {{faces[face][0], faces[face][1], faces[face][1]},
              {1. - s, s, 0.}};
    const std::size_t first = face - face % 2;
    const auto &[a, b]      = faces[first];
    const unsigned int    c = faces[first + 1][1];
    const Eigen::Vector2d e = edge(face);
    const double          skew =
      0.5 * e.dot(nodes[a] - 2. * nodes[b] + nodes[c]) / e.squaredNorm();
    const double m = 1. - skew;
    const double of_half =
      2. * s / (m + std::sqrt(std::max(m * m + 4. * skew * s, 0.)));
    const double xi = 0.5 * (static_cast<double>(face % 2) + of_half);
    return {{a, b, c},
            {(1. - xi) * (1. - 2. * xi),
             4. * xi * (1. - xi),
             xi * (2. * xi - 1.)}};
  }

  std::vector<Eigen::Vector2d>
  nodal_normals(const ContactCurve &curve)
  {
    using Point = Eigen::Vector2d;
    std::vector<Point> normals(curve.nodes.size(), Point::Zero());
    for (std::size_t f = 0; f < curve.faces.size(); ++f)
      for (const unsigned int node : curve.faces[f])
        normals[node] += curve.normal(f);
    for (Point &n : normals)
      n = n.norm() > 1e-6 ? Point(n / n.norm()) : Point(Point::Zero());
    return normals;
  }

  // Exact but where the node in the middle has moved along its face.
  std::vector<double>
  nodal_lengths(const ContactCurve &curve, const bool is_axisymmetric)
  {
    static const LineQuadrature gauss = gauss_quadrature(2);
    std::vector<double>         lengths(curve.nodes.size(), 0.);
    for (std::size_t f = 0; f < curve.faces.size(); ++f)
      for (std::size_t k = 0; k < gauss.points.size(); ++k)
        {
          const double x = curve.nodes[curve.faces[f][0]][0] +
                           gauss.points[k] * curve.edge(f)[0];
          const double w =
            curve.length(f) * gauss.weights[k] * (is_axisymmetric ? x : 1.);
          const auto [nodes, N] = curve.values(f, gauss.points[k]);
          for (std::size_t j = 0; j <= curve.degree; ++j)
            lengths[nodes[j]] += w * N[j];
        }
    return lengths;
  }
} // namespace percuss
