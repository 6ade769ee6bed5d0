// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/attained_frequency.h>
#include <percuss/finite_element/closed_contacts.h>
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_scales.h>

#include <deal.II/fe/fe_values.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int n_iterations = 60;

    /** All modes, zero where displacements are held. */
    template <int dim, Algebra A>
    typename A::Vector
    irregular(const ElasticSolid<dim, A> &solid)
    {
      typename A::Vector result;
      solid.reinit(result);
      for (const auto dof : solid.dof_handler.locally_owned_dofs())
        result(dof) = std::sin(1. + 1.7 * static_cast<double>(dof * dof));
      result.compress(dealii::VectorOperation::insert);
      solid.constraints.set_zero(result);
      return result;
    }

    template <int dim, Algebra A, class System>
    double
    frequency_at(const ElasticSolid<dim, A> &solid,
                 const System               &system,
                 const typename A::Vector   &q_0)
    {
      State<A> x;
      reinit(solid, x);
      x.q = q_0;
      return attained_frequency(system, x, irregular(solid), n_iterations);
    }
  } // namespace

  template <int dim, Algebra A>
  double
  mass_of(const ElasticSolid<dim, A> &solid)
  {
    dealii::FEValues<dim> values(
      solid.mapping,
      solid.element,
      SolidCells::quadrature<dim>(solid.element, solid.description.degree + 1),
      dealii::update_JxW_values | dealii::update_quadrature_points);
    double sum = 0.;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          values.reinit(cell);
          const double density =
            material_of(solid.description, cell->material_id()).density;
          for (const unsigned int k : values.quadrature_point_indices())
            sum +=
              density *
              volume_factor(solid.description, values.quadrature_point(k)) *
              values.JxW(k);
        }
    return dealii::Utilities::MPI::sum(sum, solid.communicator);
  }

  template <int dim, Algebra A>
  double
  open_frequency(const ElasticSolid<dim, A> &solid,
                 const typename A::Vector   &q_0)
  {
    return frequency_at(solid, solid, q_0);
  }

  template <int dim, Algebra A>
  double
  closed_frequency(const ElasticSolid<dim, A>        &solid,
                   const NodeToRigidContacts<dim, A> &contacts,
                   const typename A::Vector          &q_0,
                   const double                       t)
  {
    return frequency_at(solid, ClosedContacts<A>(solid, contacts, t), q_0);
  }

#define PERCUSS_INSTANTIATE(dim, A)                                     \
  template double mass_of(const ElasticSolid<dim, A> &);                \
  template double open_frequency(const ElasticSolid<dim, A> &,          \
                                 const typename A::Vector &);           \
  template double closed_frequency(const ElasticSolid<dim, A> &,        \
                                   const NodeToRigidContacts<dim, A> &, \
                                   const typename A::Vector &,          \
                                   double);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
