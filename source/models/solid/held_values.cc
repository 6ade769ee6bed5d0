// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/hanging_nodes.h>
#include <percuss/models/solid/held_values.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/fe/fe_values.h>

#include <cmath>
#include <sstream>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Of this rank's cells. */
    template <int dim>
    HeldValue<dim>
    largest_here(const Mapping<dim>              &mapping,
                 const DoFHandler<dim>           &dof_handler,
                 const AffineConstraints<double> &held,
                 const SolidFields::Field<dim>   &field)
    {
      const FiniteElement<dim>            &element = dof_handler.get_fe();
      const FiniteElement<dim>            &scalar  = element.base_element(0);
      FEValues<dim>                        nodes(mapping,
                          scalar,
                          Quadrature<dim>(scalar.get_unit_support_points()),
                          update_quadrature_points);
      std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
      HeldValue<dim>                       largest;
      for (const auto &cell : dof_handler.active_cell_iterators())
        if (cell->is_locally_owned() && cell->at_boundary())
          {
            nodes.reinit(
              static_cast<typename Triangulation<dim>::active_cell_iterator>(
                cell));
            cell->get_dof_indices(dofs);
            for (unsigned int k = 0; k < dofs.size(); ++k)
              if (is_held(held, dofs[k]))
                {
                  const auto [i, a]      = element.system_to_component_index(k);
                  const Point<dim> X     = nodes.quadrature_point(a);
                  const double     value = field(X, cell->material_id())[i];
                  if (std::abs(value) > std::abs(largest.value))
                    largest = {value, X, i};
                }
          }
      return largest;
    }
  } // namespace

  template <int dim>
  std::optional<HeldValue<dim>>
  largest_held_value(const Mapping<dim>              &mapping,
                     const DoFHandler<dim>           &dof_handler,
                     const AffineConstraints<double> &held,
                     const SolidFields::Field<dim>   &field,
                     const double                     scale)
  {
    const HeldValue<dim> here = largest_here(mapping, dof_handler, held, field);
    std::vector<double>  numbers{here.value, double(here.component)};
    for (unsigned int d = 0; d < dim; ++d)
      numbers.push_back(here.X[d]);
    HeldValue<dim> largest;
    for (const auto &of_rank :
         all_gather(dof_handler.get_communicator(), numbers))
      if (std::abs(of_rank[0]) > std::abs(largest.value))
        {
          largest.value     = of_rank[0];
          largest.component = static_cast<unsigned int>(of_rank[1]);
          for (unsigned int d = 0; d < dim; ++d)
            largest.X[d] = of_rank[2 + d];
        }
    if (std::abs(largest.value) <= 1e-6 * scale)
      return {};
    return largest;
  }

  template <int dim>
  std::string
  in_words(const HeldValue<dim> &held, const std::string &unit)
  {
    std::ostringstream text;
    text << "At (" << held.X[0];
    for (unsigned int d = 1; d < dim; ++d)
      text << ", " << held.X[d];
    text << ") m its "
         << "xyz"[held.component] << " component is " << held.value << ' '
         << unit << ", where 'Solid/fixed displacements' keeps it zero";
    return text.str();
  }

#define PERCUSS_INSTANTIATE(dim)                             \
  template std::optional<HeldValue<dim>> largest_held_value( \
    const Mapping<dim> &,                                    \
    const DoFHandler<dim> &,                                 \
    const AffineConstraints<double> &,                       \
    const SolidFields::Field<dim> &,                         \
    double);                                                 \
  template std::string in_words(const HeldValue<dim> &, const std::string &);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
