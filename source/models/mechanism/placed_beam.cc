// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/placed_beam.h>

namespace percuss
{
  template <int dim>
  void
  PlacedBeam<dim>::add_mass(const double factor, BandedMatrix &S) const
  {
    beam.add_mass(factor, {S, first_coordinate<dim>(first)});
  }

  template <int dim>
  void
  PlacedBeam<dim>::add_weight(const Eigen::Vector<double, dim> &g,
                              Vector                           &F) const
  {
    if constexpr (dim == 2)
      beam.add_gravity({g[0], g[1]}, part(F));
    else
      beam.add_gravity(g, part(F));
  }

  template <int dim>
  void
  PlacedBeam<dim>::add_damping_force(const Vector &,
                                     [[maybe_unused]] const Vector &v,
                                     [[maybe_unused]] Vector       &d) const
  {
    if constexpr (dim == 3)
      beam.add_gyroscopic_force(part(v), part(d));
  }

  template <int dim>
  void
  PlacedBeam<dim>::add_tangents(const double                   stiffness,
                                [[maybe_unused]] const double  damping,
                                const Vector                  &q,
                                [[maybe_unused]] const Vector &v,
                                BandedMatrix                  &S) const
  {
    const BandedMatrix::Block block(S, first_coordinate<dim>(first));
    if (stiffness != 0.)
      beam.add_stiffness(configuration(q), stiffness, block);
    if constexpr (dim == 3)
      if (damping != 0.)
        beam.add_gyroscopic_tangent(part(v), damping, block);
  }

  template <int dim>
  void
  PlacedBeam<dim>::add_product(const Tangent                  tangent,
                               const Vector                  &q,
                               [[maybe_unused]] const Vector &v,
                               const Vector                  &y,
                               Vector                        &z) const
  {
    if (tangent == Tangent::stiffness)
      beam.add_stiffness_product(configuration(q), part(y), part(z));
    else if constexpr (dim == 3)
      beam.add_gyroscopic_product(part(v), part(y), part(z));
  }

  template class PlacedBeam<2>;
  template class PlacedBeam<3>;
} // namespace percuss
