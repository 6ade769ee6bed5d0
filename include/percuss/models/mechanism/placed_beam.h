// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_placed_beam_h
#define percuss_models_mechanism_placed_beam_h

#include <percuss/beam/planar_beam.h>
#include <percuss/beam/spatial_rod.h>
#include <percuss/models/mechanism/force_element.h>
#include <percuss/models/mechanism/frame.h>

#include <span>
#include <type_traits>

namespace percuss
{
  /** An elastic beam, in space a rod, whose nodes are frames of a mechanism,
   * one after the other. Rods have gyroscopic forces in c, and no dampers. */
  template <int dim>
  class PlacedBeam final : public ForceElement
  {
  public:
    using Beam        = std::conditional_t<dim == 2, PlanarBeam, SpatialRod>;
    using Description = std::
      conditional_t<dim == 2, PlanarBeamDescription, SpatialRodDescription>;
    using Vector = Eigen::VectorXd;

    /** @param first frame of the first node. Throws InputError as the beam
     * does. */
    PlacedBeam(const Description &description, const int first)
      : beam(description)
      , first(first)
    {}

    /** p += M v. */
    void
    add_momentum(const Vector &v, Vector &p) const
    {
      beam.add_momentum(part(v), part(p));
    }

    /** S += factor M. */
    void
    add_mass(double factor, BandedMatrix &S) const;


    /** F += weight in the gravity @p g [m/s^2]. */
    void
    add_weight(const Eigen::Vector<double, dim> &g, Vector &F) const;

    void
    add_couples(FrameCouples &couples) const override
    {
      beam.add_couples(static_cast<std::size_t>(first), couples);
    }

    double
    energy(const Vector &q) const override
    {
      return beam.strain_energy(configuration(q));
    }

    double
    damping_power(const Vector &, const Vector &, const Vector &) const override
    {
      return 0.;
    }

    void
    add_elastic_force(const Vector &q, Vector &s) const override
    {
      beam.add_elastic_force(configuration(q), part(s));
    }

    void
    add_damping_force(const Vector &,
                      const Vector &v,
                      Vector       &d) const override;

    void
    add_tangents(double        stiffness,
                 double        damping,
                 const Vector &q,
                 const Vector &v,
                 BandedMatrix &S) const override;

    void
    add_product(Tangent       tangent,
                const Vector &q,
                const Vector &v,
                const Vector &y,
                Vector       &z) const override;

    const Beam beam;
    const int  first;

  private:
    std::span<const double>
    configuration(const Vector &q) const
    {
      constexpr int n = FramePoint<dim>::n_entries;
      return {q.data() + n * first, n * beam.n_nodes()};
    }

    std::span<const double>
    part(const Vector &x) const
    {
      return {x.data() + first_coordinate<dim>(first), beam.n_coordinates()};
    }

    std::span<double>
    part(Vector &x) const
    {
      return {x.data() + first_coordinate<dim>(first), beam.n_coordinates()};
    }
  };
} // namespace percuss

#endif
