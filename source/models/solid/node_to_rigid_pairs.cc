// SPDX-License-Identifier: Apache-2.0

// Which nodes may touch which obstacles, and their rows that stay: once.

#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

#include <string>

namespace percuss
{
  using namespace dealii;

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::make_pairs(const AffineConstraints<double> &held)
  {
    // what is held is known to the owner of a node; all ranks have all pairs
    std::vector<unsigned char> is_free(dim * nodes().size(), 0);
    for (const unsigned int node : surface.local_nodes())
      for (unsigned int d = 0; d < dim; ++d)
        {
          const auto dof = nodes()[node].first_dof + d;
          AssertThrow(!held.is_constrained(dof) ||
                        held.get_constraint_entries(dof)->empty(),
                      ExcMessage("Hanging nodes cannot touch obstacles."));
          is_free[dim * node + d] = !held.is_constrained(dof);
        }
    MPI_Allreduce(MPI_IN_PLACE,
                  is_free.data(),
                  static_cast<int>(is_free.size()),
                  MPI_UNSIGNED_CHAR,
                  MPI_MAX,
                  surface.communicator);

    for (unsigned int node = 0; node < nodes().size(); ++node)
      for (unsigned int j = 0; j < obstacles.size(); ++j)
        {
          Tensor<1, dim> free;
          for (unsigned int d = 0; d < dim; ++d)
            free[d] = is_free[dim * node + d];
          Tensor<1, dim> row = free;
          if (obstacles[j]->is_flat())
            for (unsigned int d = 0; d < dim; ++d)
              row[d] *= obstacles[j]->normal(Point<dim>(), 0.)[d];
          if (row.norm() < 1e-12)
            continue;

          const Pair pair{node, j};
          if (surface.locally_owned_dofs.is_element(nodes()[node].first_dof))
            add_local_pair(pair, free);
          pairs.push_back(pair);
          std::string name = "node " + std::to_string(node + 1);
          if (obstacles.size() > 1)
            name += ", obstacle " + std::to_string(j + 1);
          names.push_back(name);
          for (unsigned int k = 1; k < n_rows_per_pair; ++k)
            names.push_back(name + " tangential" +
                            (dim == 3 ? ' ' + std::to_string(k) : ""));
        }
  }

  template <int dim, Algebra A>
  void
  NodeToRigidContacts<dim, A>::add_local_pair(const Pair           &pair,
                                              const Tensor<1, dim> &is_free)
  {
    const auto &node = nodes()[pair.node];
    owned_pairs.push_back(
      {node.position,
       is_free,
       names.size(),
       static_cast<unsigned int>(
         surface.locally_owned_dofs.index_within_set(node.first_dof)),
       pair.obstacle});
    constant_rows.push_back(obstacles[pair.obstacle]->is_flat() ?
                              rows(owned_pairs.back(), node.position, 0.) :
                              Rows());
  }

#define PERCUSS_INSTANTIATE(dim, A)                          \
  template void NodeToRigidContacts<dim, A>::make_pairs(     \
    const AffineConstraints<double> &);                      \
  template void NodeToRigidContacts<dim, A>::add_local_pair( \
    const Pair &, const Tensor<1, dim> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
