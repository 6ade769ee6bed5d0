// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/contact_side.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace percuss
{
  using namespace dealii;

  ContactSide::ContactSide(const DoFHandler<2>                &dof_handler,
                           const Mapping<2>                   &mapping,
                           const std::set<types::boundary_id> &boundary_ids,
                           const AffineConstraints<double>    &held)
    : ids(boundary_ids)
    , surface(dof_handler, mapping, ids)
    , free(2 * surface.nodes().size(), 0)
  {
    Assert(dof_handler.get_fe().degree == 1, ExcInternalError());
    for (const auto &node : surface.nodes())
      curve.nodes.emplace_back(node.position[0], node.position[1]);
    find_faces(dof_handler);
    find_held(held);
  }

  // From node to node of a face the cell is on the left.
  void
  ContactSide::find_faces(const DoFHandler<2> &dof_handler)
  {
    using Dofs = std::array<types::global_dof_index, 2>;
    std::vector<Dofs> here;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary() &&
              ids.contains(cell->face(f)->boundary_id()))
            {
              const auto face = cell->face(f);
              Dofs       dofs{face->vertex_dof_index(0, 0),
                        face->vertex_dof_index(1, 0)};
              const auto along  = face->vertex(1) - face->vertex(0);
              const auto inside = cell->center() - face->vertex(0);
              if (along[0] * inside[1] - along[1] * inside[0] < 0.)
                std::swap(dofs[0], dofs[1]);
              here.push_back(dofs);
            }

    std::unordered_map<types::global_dof_index, unsigned int> node_of_dof;
    for (unsigned int i = 0; i < surface.nodes().size(); ++i)
      node_of_dof[first_dof(i)] = i;
    for (const auto &of_rank : all_gather(surface.communicator, here))
      for (const Dofs &dofs : of_rank)
        curve.faces.push_back(
          {node_of_dof.at(dofs[0]), node_of_dof.at(dofs[1])});
    std::ranges::sort(curve.faces);

    shortest = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < curve.faces.size(); ++f)
      {
        const double length = curve.edge(f).norm();
        shortest            = std::min(shortest, length);
        mean += length / static_cast<double>(curve.faces.size());
      }
  }

  void
  ContactSide::find_held(const AffineConstraints<double> &held)
  {
    for (const unsigned int node : surface.local_nodes())
      for (unsigned int d = 0; d < 2; ++d)
        free[2 * node + d] = !held.is_constrained(first_dof(node) + d);
    MPI_Allreduce(MPI_IN_PLACE,
                  free.data(),
                  static_cast<int>(free.size()),
                  MPI_UNSIGNED_CHAR,
                  MPI_MAX,
                  surface.communicator);
  }

  template <Algebra A>
  ContactCurve
  ContactSide::displaced(const typename A::Vector &q) const
  {
    std::vector<double> u(2 * curve.nodes.size(), 0.);
    A::read_local(q, [&](const double *const local) {
      for (const unsigned int node : surface.local_nodes())
        for (unsigned int d = 0; d < 2; ++d)
          u[2 * node + d] = local[surface.locally_owned_dofs.index_within_set(
            first_dof(node) + d)];
    });
    MPI_Allreduce(MPI_IN_PLACE,
                  u.data(),
                  static_cast<int>(u.size()),
                  MPI_DOUBLE,
                  MPI_SUM,
                  surface.communicator);
    ContactCurve result = curve;
    for (std::size_t i = 0; i < result.nodes.size(); ++i)
      result.nodes[i] += Eigen::Vector2d(u[2 * i], u[2 * i + 1]);
    return result;
  }

  template ContactCurve
  ContactSide::displaced<PETScAlgebra>(const PETScAlgebra::Vector &) const;
  template ContactCurve
  ContactSide::displaced<TrilinosAlgebra>(
    const TrilinosAlgebra::Vector &) const;
} // namespace percuss
