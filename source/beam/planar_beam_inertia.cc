// SPDX-License-Identifier: Apache-2.0

// Mass, weight, and what is reported of a planar beam.

#include <percuss/algebra/quadrature.h>
#include <percuss/beam/planar_beam.h>

#include <algorithm>
#include <cassert>

namespace percuss
{
  void
  PlanarBeam::add_momentum(std::span<const double> v, std::span<double> p) const
  {
    assert(v.size() == n_coordinates() && p.size() == n_coordinates());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        for (unsigned int b = 0; b <= element.degree; ++b)
          {
            const unsigned int i = 3 * (element.degree * cell + a);
            const unsigned int j = 3 * (element.degree * cell + b);
            p[i] += section.mass * mass(cell, a, b) * v[j];
            p[i + 1] += section.mass * mass(cell, a, b) * v[j + 1];
            p[i + 2] +=
              section.rotational_inertia * mass(cell, a, b) * v[j + 2];
          }
  }

  void
  PlanarBeam::add_couples(
    const std::size_t                                 first,
    std::vector<std::pair<std::size_t, std::size_t>> &couples) const
  {
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        for (unsigned int b = 0; b < a; ++b)
          couples.emplace_back(first + cell * element.degree + a,
                               first + cell * element.degree + b);
  }

  void
  PlanarBeam::add_mass(const double factor, const BandedMatrix::Block &S) const
  {
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        for (unsigned int b = 0; b <= element.degree; ++b)
          {
            const unsigned int i = 3 * (element.degree * cell + a);
            const unsigned int j = 3 * (element.degree * cell + b);
            S(i, j) += factor * section.mass * mass(cell, a, b);
            S(i + 1, j + 1) += factor * section.mass * mass(cell, a, b);
            S(i + 2, j + 2) +=
              factor * section.rotational_inertia * mass(cell, a, b);
          }
  }

  void
  PlanarBeam::add_gravity(const std::array<double, 2> &g,
                          std::span<double>            F) const
  {
    assert(F.size() == n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      for (unsigned int i = 0; i < 2; ++i)
        F[3 * node + i] += section.mass * mass.of_node(node) * g[i];
  }

  Eigen::VectorXd
  PlanarBeam::kept_masses() const
  {
    Eigen::VectorXd masses(n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      masses.segment<3>(3 * node) =
        mass.kept_diagonal(node) *
        Eigen::Vector3d(section.mass, section.mass, section.rotational_inertia);
    return masses;
  }

  std::pair<unsigned int, double>
  PlanarBeam::locate(const double s) const
  {
    assert(s >= 0. && s <= length() * (1. + 1e-14));
    const double       x = s / element.length;
    const unsigned int cell =
      std::min(static_cast<unsigned int>(x), n_elements - 1);
    return {cell, x - cell};
  }

  std::array<double, 3>
  PlanarBeam::frame(std::span<const double> q, const double s) const
  {
    assert(q.size() == n_coordinates());
    const auto [cell, xi]   = locate(s);
    const auto            N = lagrange_values(element.nodes, xi);
    std::array<double, 3> x{};
    for (unsigned int a = 0; a <= element.degree; ++a)
      for (unsigned int i = 0; i < 3; ++i)
        x[i] += N[a] * q[3 * (element.degree * cell + a) + i];
    return x;
  }

  BeamResultants
  PlanarBeam::resultants(std::span<const double> q, const double s) const
  {
    assert(q.size() == n_coordinates());
    const auto [cell, xi] = locate(s);
    const auto     N      = lagrange_values(element.points, xi);
    BeamResultants r{};
    for (unsigned int k = 0; k < element.degree; ++k)
      {
        const Strain e = strain(q, cell, k);
        r.normal_force += N[k] * section.axial_stiffness * e.eps;
        r.shear_force += N[k] * section.shear_stiffness * e.gamma;
        r.bending_moment += N[k] * section.bending_stiffness * e.kappa;
      }
    return r;
  }
} // namespace percuss
