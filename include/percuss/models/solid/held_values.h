// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_held_values_h
#define percuss_models_solid_held_values_h

#include <percuss/models/solid/solid_fields.h>

#include <deal.II/base/point.h>

#include <optional>
#include <string>

namespace percuss
{
  /** A component of a field at a node where it is held at zero. */
  template <int dim>
  struct HeldValue
  {
    double             value = 0.;
    dealii::Point<dim> X; ///< of the undeformed body [m]
    unsigned int       component = 0;
  };

  /**
   * The largest value, in size, that a field has in held components, which are
   * zero whatever it says; none where it is at most 1e-6 of @p scale, the
   * largest value of the field elsewhere. The same on all ranks. Collective.
   *
   * @param held components, by their degrees of freedom
   */
  template <int dim>
  std::optional<HeldValue<dim>>
  largest_held_value(const dealii::Mapping<dim>              &mapping,
                     const dealii::DoFHandler<dim>           &dof_handler,
                     const dealii::AffineConstraints<double> &held,
                     const SolidFields::Field<dim>           &field,
                     double                                   scale);

  /** "At (0, 0.1) m its y component is -2 m/s, where 'Solid/fixed
   * displacements' keeps it zero", without a full stop. */
  template <int dim>
  std::string
  in_words(const HeldValue<dim> &value, const std::string &unit);
} // namespace percuss

#endif
