// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/nodal_stress.h>
#include <percuss/models/solid/solid_elements.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

#include <map>
#include <tuple>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    using StressEntry = std::tuple<std::size_t, types::global_dof_index>;

    /** n.sigma n of the displacement N e_c. */
    template <int dim>
    double
    normal_stress(const LameConstants  &lame,
                  const Tensor<1, dim> &n,
                  const Tensor<1, dim> &gradient,
                  const unsigned int    component)
    {
      return lame.lambda * gradient[component] +
             2. * lame.mu * n[component] * (n * gradient);
    }
  } // namespace

  template <int dim, Algebra A>
  SparseRows<A>
  nodal_stress(const ElasticSolid<dim, A>         &solid,
               const std::set<types::boundary_id> &boundaries,
               const NodeToRigidContacts<dim, A>  &contacts)
  {
    const auto               &d  = solid.description;
    const FiniteElement<dim> &fe = solid.dof_handler.get_fe();
    const bool is_axisymmetric   = d.kinematics == Kinematics::axisymmetric;

    std::multimap<types::global_dof_index, std::size_t> rows_of_node;
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      rows_of_node.emplace(contacts.nodes()[contacts.node(row)].first_dof, row);

    FEFaceValues<dim>                    values(solid.mapping,
                             fe,
                             QGauss<dim - 1>(fe.degree + 2),
                             update_values | update_gradients |
                               update_quadrature_points | update_JxW_values);
    std::vector<types::global_dof_index> dofs(fe.n_dofs_per_cell());
    std::map<StressEntry, double>        entries;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary() &&
              boundaries.contains(cell->face(f)->boundary_id()))
            {
              values.reinit(cell, f);
              cell->get_dof_indices(dofs);
              const LameConstants lame(material_of(d, cell->material_id()),
                                       d.kinematics);
              for (unsigned int a = 0; a < dofs.size(); ++a)
                {
                  if (fe.system_to_component_index(a).first != 0 ||
                      !fe.has_support_on_face(a, f))
                    continue;
                  const auto [first, last] = rows_of_node.equal_range(dofs[a]);
                  for (auto it = first; it != last; ++it)
                    {
                      const std::size_t    row = it->second;
                      const Tensor<1, dim> n =
                        contacts.flat_normal(contacts.obstacle(row));
                      for (const unsigned int k :
                           values.quadrature_point_indices())
                        {
                          const Point<dim> &X      = values.quadrature_point(k);
                          const double      weight = values.shape_value(a, k) *
                                                values.JxW(k) *
                                                volume_factor(d, X);
                          for (unsigned int i = 0; i < dofs.size(); ++i)
                            {
                              if (solid.constraints.is_constrained(dofs[i]))
                                continue;
                              const unsigned int c =
                                fe.system_to_component_index(i).first;
                              double stress = normal_stress<dim>(
                                lame, n, values.shape_grad(i, k), c);
                              if (is_axisymmetric && c == 0)
                                stress +=
                                  lame.lambda * values.shape_value(i, k) / X[0];
                              entries[{row, dofs[i]}] += weight * stress;
                            }
                        }
                    }
                }
            }

    using Item = std::tuple<std::size_t, types::global_dof_index, double>;
    std::vector<Item> here;
    for (const auto &[place, value] : entries)
      here.emplace_back(std::get<0>(place), std::get<1>(place), value);
    std::vector<typename SparseRows<A>::Row> rows(contacts.n_constraints());
    for (const auto &of_rank :
         Utilities::MPI::all_gather(solid.communicator, here))
      for (const auto &[row, dof, value] : of_rank)
        rows[row].emplace_back(dof, value);
    return SparseRows<A>(rows,
                         solid.dof_handler.locally_owned_dofs(),
                         solid.communicator);
  }

#define PERCUSS_INSTANTIATE(dim, A)                                         \
  template SparseRows<A> nodal_stress(const ElasticSolid<dim, A> &,         \
                                      const std::set<types::boundary_id> &, \
                                      const NodeToRigidContacts<dim, A> &);
  PERCUSS_INSTANTIATE(2, PETScAlgebra)
  PERCUSS_INSTANTIATE(3, PETScAlgebra)
  PERCUSS_INSTANTIATE(2, TrilinosAlgebra)
  PERCUSS_INSTANTIATE(3, TrilinosAlgebra)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
