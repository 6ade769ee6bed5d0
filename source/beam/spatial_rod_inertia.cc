// SPDX-License-Identifier: Apache-2.0

// Mass, gyroscopic forces and weight of a rod in space.

#include <percuss/beam/rotation.h>
#include <percuss/beam/spatial_rod.h>

#include <cassert>

namespace percuss
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;

  void
  SpatialRod::add_momentum(std::span<const double> v, std::span<double> p) const
  {
    assert(v.size() == n_coordinates() && p.size() == n_coordinates());
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        for (unsigned int b = 0; b <= element.degree; ++b)
          for (unsigned int i = 0; i < 3; ++i)
            p[6 * (element.degree * cell + a) + i] +=
              mass_per_length * mass(cell, a, b) *
              v[6 * (element.degree * cell + b) + i];
    for (unsigned int node = 0; node < n_nodes(); ++node)
      for (unsigned int i = 0; i < 3; ++i)
        p[6 * node + 3 + i] +=
          mass.of_node(node) * rotational_inertia[i] * v[6 * node + 3 + i];
  }

  void
  SpatialRod::add_couples(
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
  SpatialRod::add_mass(const double factor, const BandedMatrix::Block &S) const
  {
    for (unsigned int cell = 0; cell < n_elements; ++cell)
      for (unsigned int a = 0; a <= element.degree; ++a)
        for (unsigned int b = 0; b <= element.degree; ++b)
          for (unsigned int i = 0; i < 3; ++i)
            S(6 * (element.degree * cell + a) + i,
              6 * (element.degree * cell + b) + i) +=
              factor * mass_per_length * mass(cell, a, b);
    for (unsigned int node = 0; node < n_nodes(); ++node)
      for (unsigned int i = 0; i < 3; ++i)
        S(6 * node + 3 + i, 6 * node + 3 + i) +=
          factor * mass.of_node(node) * rotational_inertia[i];
  }

  void
  SpatialRod::add_gyroscopic_force(std::span<const double> v,
                                   std::span<double>       c) const
  {
    assert(v.size() == n_coordinates() && c.size() == n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const Matrix3d J =
          (mass.of_node(node) * rotational_inertia).asDiagonal();
        const Eigen::Map<const Vector3d> Omega(&v[6 * node + 3]);
        Eigen::Map<Vector3d>(&c[6 * node + 3]) += gyroscopic_moment(J, Omega);
      }
  }

  void
  SpatialRod::add_gyroscopic_tangent(std::span<const double>    v,
                                     const double               factor,
                                     const BandedMatrix::Block &S) const
  {
    assert(v.size() == n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const Matrix3d J =
          (factor * mass.of_node(node) * rotational_inertia).asDiagonal();
        const Eigen::Map<const Vector3d> Omega(&v[6 * node + 3]);
        S.add(6 * node + 3, 6 * node + 3, gyroscopic_tangent(J, Omega));
      }
  }

  void
  SpatialRod::add_gyroscopic_product(std::span<const double> v,
                                     std::span<const double> y,
                                     std::span<double>       z) const
  {
    assert(v.size() == n_coordinates() && y.size() == n_coordinates() &&
           z.size() == n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        const Matrix3d J =
          (mass.of_node(node) * rotational_inertia).asDiagonal();
        const Eigen::Map<const Vector3d> Omega(&v[6 * node + 3]);
        Eigen::Map<Vector3d>(&z[6 * node + 3]) +=
          gyroscopic_tangent(J, Omega) *
          Eigen::Map<const Vector3d>(&y[6 * node + 3]);
      }
  }

  Eigen::VectorXd
  SpatialRod::kept_masses() const
  {
    Eigen::VectorXd masses(n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      {
        masses.segment<3>(6 * node).setConstant(mass_per_length *
                                                mass.kept_diagonal(node));
        masses.segment<3>(6 * node + 3) =
          mass.kept_of_node(node) * rotational_inertia;
      }
    return masses;
  }

  void
  SpatialRod::add_gravity(const Vector3d &g, std::span<double> F) const
  {
    assert(F.size() == n_coordinates());
    for (unsigned int node = 0; node < n_nodes(); ++node)
      Eigen::Map<Vector3d>(&F[6 * node]) +=
        mass_per_length * mass.of_node(node) * g;
  }
} // namespace percuss
