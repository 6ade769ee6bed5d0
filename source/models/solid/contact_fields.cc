// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/contact_fields.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/fe/fe_tools.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace percuss
{
  using namespace dealii;

  template <int dim, Algebra A>
  std::vector<NodalContact>
  nodal_contacts(const NodeToRigidContacts<dim, A> &contacts,
                 const StepRecord                  &record)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<NodalContact> result(contacts.nodes().size(),
                                     {infinity, 0., 0., ContactStatus::open});
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      if (contacts.law(row).kind == ContactLaw::Kind::unilateral)
        {
          NodalContact &node = result[contacts.node(row)];
          node.gap           = std::min(node.gap, record.gap[row]);
          node.impulse += record.impulse[row];
        }

    double largest_gap = -infinity, largest_area = 0.;
    for (std::size_t i = 0; i < result.size(); ++i)
      {
        if (result[i].gap < infinity)
          largest_gap = std::max(largest_gap, result[i].gap);
        largest_area = std::max(largest_area, contacts.nodes()[i].area);
      }
    for (std::size_t i = 0; i < result.size(); ++i)
      {
        NodalContact &node = result[i];
        const double  area = contacts.nodes()[i].area;
        node.pressure      = area > 1e-10 * largest_area ?
                               node.impulse / (record.time_step * area) :
                               std::numeric_limits<double>::quiet_NaN();
        node.status        = node.impulse > 0. ? ContactStatus::active :
                             node.gap <= 0.    ? ContactStatus::closed :
                                                 ContactStatus::open;
        if (node.gap == infinity)
          node.gap = std::isfinite(largest_gap) ? largest_gap : 0.;
      }
    return result;
  }

  namespace
  {
    /** Of each node of a face, its place among those of a patch. */
    template <int dim>
    std::vector<unsigned int>
    order_of_nodes(const FiniteElement<dim> &element)
    {
      if (element.reference_cell().is_hyper_cube())
        return FETools::hierarchic_to_lexicographic_numbering<dim - 1>(
          element.degree);
      std::vector<unsigned int> same(dim);
      std::iota(same.begin(), same.end(), 0u);
      return same;
    }

    using NumberOfDof =
      std::unordered_map<types::global_dof_index, std::size_t>;

    /** By the first degree of freedom of each node. */
    template <class Nodes>
    NumberOfDof
    numbers_of(const Nodes &nodes)
    {
      NumberOfDof result;
      for (std::size_t i = 0; i < nodes.size(); ++i)
        result[nodes[i].first_dof] = i;
      return result;
    }
  } // namespace

  template <int dim, Algebra A>
  std::vector<NodalContact>
  nodal_contacts(const ContactSurface<dim>         &surface,
                 const NodeToRigidContacts<dim, A> &contacts,
                 const PairContacts<dim, A>        &pairs,
                 const StepRecord                  &record)
  {
    constexpr double  infinity = std::numeric_limits<double>::infinity();
    const NumberOfDof number   = numbers_of(surface.nodes());
    std::vector<NodalContact> result(surface.nodes().size(),
                                     {infinity, 0., 0., ContactStatus::open});
    const auto                of_obstacles = nodal_contacts(contacts, record);
    if (contacts.n_constraints() > 0)
      for (std::size_t i = 0; i < of_obstacles.size(); ++i)
        result[number.at(contacts.nodes()[i].first_dof)] = of_obstacles[i];

    double largest_gap = 0.;
    for (std::size_t row = 0; row < pairs.n_constraints(); ++row)
      if (pairs.law(row).is_contact())
        {
          const double gap = record.gap[contacts.n_constraints() + row];
          const double P   = record.impulse[contacts.n_constraints() + row];
          if (pairs.is_corner(row) && !pairs.is_in_use(row))
            continue;
          NodalContact &node =
            result[number.at(pairs.side(row).first_dof(pairs.node(row)))];
          node.gap = std::min(node.gap, gap);
          node.impulse += P;
          node.pressure += P / (record.time_step * pairs.area(row));
          node.status = node.impulse > 0. ? ContactStatus::active :
                        node.gap <= 0.    ? ContactStatus::closed :
                                            ContactStatus::open;
          largest_gap = std::max(largest_gap, gap);
        }
    for (NodalContact &node : result)
      if (node.gap == infinity)
        node.gap = largest_gap;
    return result;
  }

  template <int dim>
  template <class Vector>
  ContactFields<dim>::ContactFields(
    const DoFHandler<dim>                                 &dof_handler,
    const std::set<types::boundary_id>                    &boundary_ids,
    const std::vector<typename ContactSurface<dim>::Node> &nodes,
    const std::vector<NodalContact>                       &contacts,
    const Vector                                          &displacement,
    const Vector                                          &velocity,
    const Vector                                          &impulse)
  {
    const NumberOfDof node_of_dof = numbers_of(nodes);

    const FiniteElement<dim>       &element       = dof_handler.get_fe();
    const std::vector<unsigned int> lexicographic = order_of_nodes(element);
    const unsigned int              n_nodes       = lexicographic.size();
    const unsigned int              n_fields      = 3 * dim + 3;
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_face());
    std::vector<std::size_t>             node(n_nodes);

    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const auto &face : cell->face_iterators())
          if (face->at_boundary() &&
              boundary_ids.count(face->boundary_id()) > 0)
            {
              face->get_dof_indices(dofs);
              for (unsigned int i = 0; i < dofs.size(); ++i)
                {
                  const auto [component, a] =
                    element.face_system_to_component_index(i);
                  if (component == 0)
                    node[lexicographic[a]] = node_of_dof.at(dofs[i]);
                }

              Patch patch;
              patch.patch_index = static_cast<unsigned int>(patches.size());
              patch.reference_cell =
                element.reference_cell().face_reference_cell(0);
              patch.n_subdivisions       = element.degree;
              patch.points_are_available = true;
              patch.data.reinit(n_fields + dim, n_nodes);
              const double middle = contacts[node[n_nodes / 2]].pressure;
              for (unsigned int k = 0; k < n_nodes; ++k)
                {
                  const NodalContact &value  = contacts[node[k]];
                  const auto         &place  = nodes[node[k]];
                  unsigned int        field  = 0;
                  const auto          append = [&](const double x) {
                    patch.data(field++, k) = static_cast<float>(x);
                  };
                  for (const auto *x : {&displacement, &velocity, &impulse})
                    for (unsigned int d = 0; d < dim; ++d)
                      append((*x)(place.first_dof + d));
                  append(value.gap);
                  append(std::isnan(value.pressure) ? middle : value.pressure);
                  append(static_cast<double>(value.status));
                  for (unsigned int d = 0; d < dim; ++d)
                    append(place.position[d]);
                }
              patches.push_back(patch);
            }
  }

  template <int dim>
  std::vector<std::string>
  ContactFields<dim>::get_dataset_names() const
  {
    std::vector<std::string> names;
    for (const char *vector : {"displacement", "velocity", "impulse"})
      names.insert(names.end(), dim, vector);
    names.insert(names.end(), {"gap", "contact_pressure", "contact_status"});
    return names;
  }

  template <int dim>
  std::vector<typename ContactFields<dim>::Range>
  ContactFields<dim>::get_nonscalar_data_ranges() const
  {
    std::vector<Range> ranges;
    for (const char *vector : {"displacement", "velocity", "impulse"})
      {
        const auto first = static_cast<unsigned int>(dim * ranges.size());
        ranges.emplace_back(
          first,
          first + dim - 1,
          vector,
          DataComponentInterpretation::component_is_part_of_vector);
      }
    return ranges;
  }

#define PERCUSS_INSTANTIATE(dim, A)                           \
  template std::vector<NodalContact> nodal_contacts(          \
    const NodeToRigidContacts<dim, A> &, const StepRecord &); \
  template std::vector<NodalContact> nodal_contacts(          \
    const ContactSurface<dim> &,                              \
    const NodeToRigidContacts<dim, A> &,                      \
    const PairContacts<dim, A> &,                             \
    const StepRecord &);                                      \
  template ContactFields<dim>::ContactFields(                 \
    const DoFHandler<dim> &,                                  \
    const std::set<types::boundary_id> &,                     \
    const std::vector<ContactSurface<dim>::Node> &,           \
    const std::vector<NodalContact> &,                        \
    const A::Vector &,                                        \
    const A::Vector &,                                        \
    const A::Vector &);

  template class ContactFields<2>;
  template class ContactFields<3>;
  PERCUSS_INSTANTIATE(2, PETScAlgebra)
  PERCUSS_INSTANTIATE(2, TrilinosAlgebra)
  PERCUSS_INSTANTIATE(3, PETScAlgebra)
  PERCUSS_INSTANTIATE(3, TrilinosAlgebra)

#undef PERCUSS_INSTANTIATE
} // namespace percuss
