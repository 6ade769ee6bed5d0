// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/base/exceptions.h>
#include <percuss/beam/line_element.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  LineElement::LineElement(const unsigned int degree, const double length)
    : degree(degree)
    , length(length)
    , nodes(gauss_lobatto_quadrature(degree + 1).points)
    , points(gauss_quadrature(degree).points)
    , weights(gauss_quadrature(degree).weights)
    , shapes(degree + 1, degree)
    , slopes(degree + 1, degree)
    , mass(Eigen::MatrixXd::Zero(degree + 1, degree + 1))
    , node_weights(gauss_lobatto_quadrature(degree + 1).weights)
  {
    for (unsigned int k = 0; k < degree; ++k)
      {
        weights[k] *= length;
        const std::vector<double> N  = lagrange_values(nodes, points[k]),
                                  dN = lagrange_slopes(nodes, points[k]);
        for (unsigned int a = 0; a <= degree; ++a)
          {
            shapes(a, k) = N[a];
            slopes(a, k) = dN[a] / length;
          }
      }
    for (double &weight : node_weights) // exact for N_a, of degree p
      weight *= length;

    const LineQuadrature exact = gauss_quadrature(degree + 1);
    for (unsigned int k = 0; k <= degree; ++k)
      {
        const std::vector<double> N = lagrange_values(nodes, exact.points[k]);
        for (unsigned int a = 0; a <= degree; ++a)
          for (unsigned int b = 0; b <= degree; ++b)
            mass(a, b) += exact.weights[k] * length * N[a] * N[b];
      }
  }

  void
  check_line_mesh(const std::string &beam,
                  const double       length,
                  const unsigned int n_elements,
                  const unsigned int degree)
  {
    const auto refuse =
      [&beam](const char *quantity, const auto value, const char *rule) {
        std::ostringstream message;
        message << "The " << quantity << " of the beam '" << beam << "' is "
                << value << "; it must be " << rule << '.';
        throw InputError(message.str());
      };
    if (!(length > 0. && std::isfinite(length)))
      refuse("length", length, "a positive number [m]");
    if (n_elements < 1)
      refuse("number of elements", n_elements, "at least 1");
    if (degree < 1 || degree > 10)
      refuse("polynomial degree", degree, "between 1 and 10");
  }
} // namespace percuss
