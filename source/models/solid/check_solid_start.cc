// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/case_file.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/solid/check_solid_start.h>
#include <percuss/models/solid/instances.h>

#include <sstream>
#include <vector>

namespace percuss
{
  template <int dim, Algebra A>
  std::optional<HeldValue<dim>>
  held_value(const ElasticSolid<dim, A>                  &solid,
             const typename SolidDescription<dim>::Field &field,
             const typename A::Vector                    &x)
  {
    if (!field)
      return {};
    return largest_held_value<dim>(solid.mapping,
                                   solid.dof_handler,
                                   solid.constraints,
                                   field,
                                   x.linfty_norm());
  }

  template <int dim, Algebra A>
  void
  check_initial_displacement(const ElasticSolid<dim, A> &solid,
                             const typename A::Vector   &q_0,
                             const CaseFile             &case_file)
  {
    if (const auto held =
          held_value(solid, solid.description.initial_displacement, q_0))
      throw case_file.error(
        "Solid/initial displacement",
        in_words(*held, "m") +
          ". Bodies are held where their mesh has them: write an initial "
          "displacement that is zero there, or move the mesh by 'Solid/mesh "
          "map'.");
  }

  template <int dim, Algebra A>
  void
  check_loads(const ElasticSolid<dim, A> &solid,
              const double                start_time,
              const CaseFile             &case_file)
  {
    typename A::Vector F;
    solid.reinit(F);
    try
      {
        solid.load(start_time, F);
      }
    catch (const StepError &error)
      {
        throw case_file.with_place(InputError(error.advice), "Solid/tractions");
      }
  }

  template <int dim, Algebra A>
  void
  check_gaps(const NodeToRigidContacts<dim, A> &contacts,
             const typename A::Vector          &q_0,
             const double                       start_time,
             const double                       element_length,
             const CaseFile                    &case_file)
  {
    constexpr double   rounding = 1e-6;
    std::ostringstream message;
    try
      {
        const auto penetration = contacts.largest_penetration(q_0, start_time);
        std::vector<double> rates(contacts.n_constraints());
        contacts.gap_rate(q_0, start_time, rates);
        if (penetration.depth > rounding * element_length)
          message << "At the start, the node at "
                  << contacts.nodes()[contacts.node(penetration.row)].position
                  << " is " << penetration.depth
                  << " m inside an obstacle. Move the obstacle or the body.";
      }
    catch (const StepError &error)
      {
        message << "At the start: " << error.what() << ". " << error.advice;
      }
    if (!message.str().empty())
      throw case_file.error("Solid/obstacles", message.str());
  }

#define PERCUSS_INSTANTIATE(dim, A)                                      \
  template std::optional<HeldValue<dim>> held_value(                     \
    const ElasticSolid<dim, A> &,                                        \
    const typename SolidDescription<dim>::Field &,                       \
    const typename A::Vector &);                                         \
  template void check_initial_displacement(const ElasticSolid<dim, A> &, \
                                           const typename A::Vector &,   \
                                           const CaseFile &);            \
  template void check_loads(const ElasticSolid<dim, A> &,                \
                            double,                                      \
                            const CaseFile &);                           \
  template void check_gaps(const NodeToRigidContacts<dim, A> &,          \
                           const typename A::Vector &,                   \
                           double,                                       \
                           double,                                       \
                           const CaseFile &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
