// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/line_element.h>

#include <deal.II/base/polynomial.h>
#include <deal.II/base/quadrature_lib.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    using Basis = std::vector<Polynomials::Polynomial<double>>;

    Basis
    lagrange_basis(const std::vector<double> &points)
    {
      std::vector<Point<1>> support;
      for (const double x : points)
        support.emplace_back(x);
      return Polynomials::generate_complete_Lagrange_basis(support);
    }

    std::vector<double>
    coordinates(const Quadrature<1> &quadrature)
    {
      std::vector<double> x;
      for (const Point<1> &point : quadrature.get_points())
        x.push_back(point[0]);
      return x;
    }
  } // namespace

  LineElement::LineElement(const unsigned int degree, const double length)
    : degree(degree)
    , length(length)
    , nodes(coordinates(QGaussLobatto<1>(degree + 1)))
    , points(coordinates(QGauss<1>(degree)))
    , weights(QGauss<1>(degree).get_weights())
    , shapes(degree + 1, degree)
    , slopes(degree + 1, degree)
    , mass(Eigen::MatrixXd::Zero(degree + 1, degree + 1))
    , node_weights(QGaussLobatto<1>(degree + 1).get_weights())
  {
    const Basis         basis = lagrange_basis(nodes);
    std::vector<double> derivatives(2);
    for (unsigned int k = 0; k < degree; ++k)
      {
        weights[k] *= length;
        for (unsigned int a = 0; a <= degree; ++a)
          {
            basis[a].value(points[k], derivatives);
            shapes(a, k) = derivatives[0];
            slopes(a, k) = derivatives[1] / length;
          }
      }
    for (double &weight : node_weights) // exact for N_a, of degree p
      weight *= length;

    const QGauss<1> exact(degree + 1);
    for (unsigned int k = 0; k < exact.size(); ++k)
      {
        const std::vector<double> N = lagrange_values(nodes, exact.point(k)[0]);
        for (unsigned int a = 0; a <= degree; ++a)
          for (unsigned int b = 0; b <= degree; ++b)
            mass(a, b) += exact.weight(k) * length * N[a] * N[b];
      }
  }

  std::vector<double>
  LineElement::lagrange_values(const std::vector<double> &points,
                               const double               xi)
  {
    std::vector<double> values;
    for (const auto &polynomial : lagrange_basis(points))
      values.push_back(polynomial.value(xi));
    return values;
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
