// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/contact_side.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** The first degrees of freedom of the nodes of a face. */
    struct FaceDofs
    {
      std::array<types::global_dof_index, 4> first{};
      unsigned int                           n_nodes     = 0;
      double                                 half_height = 0.; // of the cell
      types::material_id                     material    = 0;  // of it
    };

    /** Half of the volume of a cell over the area of its face's prism. */
    template <int dim, class Cell>
    double
    half_height_of(const Cell &cell, const unsigned int f)
    {
      const double height = cell->measure() / cell->face(f)->measure();
      return 0.5 *
             (cell->reference_cell().is_simplex() ? dim * height : height);
    }

    template <int dim, class Face>
    FaceDofs
    dofs_of_face(const Face &face, const Point<dim> &inside)
    {
      FaceDofs result;
      result.n_nodes = face->n_vertices();
      // deal.II's quadrilaterals are numbered by rows
      const std::array<unsigned int, 4> round{0,
                                              1,
                                              result.n_nodes == 4 ? 3u : 2u,
                                              2};
      for (unsigned int i = 0; i < result.n_nodes; ++i)
        result.first[i] = face->vertex_dof_index(round[i], 0);
      const Tensor<1, dim> inwards = inside - face->center();
      const Tensor<1, dim> a       = face->vertex(round[1]) - face->vertex(0);
      double               height;
      if constexpr (dim == 2)
        height = cross_product_2d(a) * inwards; // to the right
      else
        height = cross_product_3d(a, face->vertex(round[2]) - face->vertex(0)) *
                 inwards;
      if (height > 0.)
        std::reverse(result.first.begin(),
                     result.first.begin() + result.n_nodes);
      return result;
    }

    /** In space its first node has the smallest number, wherever the cell's
     * numbering begins. */
    template <int dim>
    auto
    face_of(std::array<unsigned int, 4> nodes, const unsigned int n_nodes)
    {
      if constexpr (dim == 2)
        return std::array<unsigned int, 2>{nodes[0], nodes[1]};
      else
        {
          const auto end = nodes.begin() + n_nodes;
          std::rotate(nodes.begin(), std::min_element(nodes.begin(), end), end);
          return ContactFacets::Face{nodes, n_nodes};
        }
    }
  } // namespace

  template <int dim>
  ContactSide<dim>::ContactSide(
    const DoFHandler<dim>              &dof_handler,
    const Mapping<dim>                 &mapping,
    const std::set<types::boundary_id> &boundary_ids,
    const AffineConstraints<double>    &held)
    : ids(boundary_ids)
    , surface(dof_handler, mapping, ids)
    , free(dim * surface.nodes().size(), 0)
  {
    Assert(dof_handler.get_fe().degree == 1, ExcInternalError());
    for (const auto &node : surface.nodes())
      {
        auto &x = faces.nodes.emplace_back();
        for (unsigned int d = 0; d < dim; ++d)
          x[d] = node.position[d];
      }
    find_faces(dof_handler);
    find_held(held);
  }

  // In the plane the cell is on the left from node to node of a face, in space
  // the nodes of a face are round it counterclockwise, seen from outside.
  template <int dim>
  void
  ContactSide<dim>::find_faces(const DoFHandler<dim> &dof_handler)
  {
    std::vector<FaceDofs> here;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary() &&
              ids.contains(cell->face(f)->boundary_id()))
            {
              here.push_back(dofs_of_face<dim>(cell->face(f), cell->center()));
              here.back().half_height = half_height_of<dim>(cell, f);
              here.back().material    = cell->material_id();
            }

    std::unordered_map<types::global_dof_index, unsigned int> node_of_dof;
    for (unsigned int i = 0; i < surface.nodes().size(); ++i)
      node_of_dof[first_dof(i)] = i;
    using Face = typename decltype(faces.faces)::value_type;
    std::vector<std::tuple<Face, double, types::material_id>> found;
    for (const auto &of_rank : all_gather(surface.communicator, here))
      for (const FaceDofs &dofs : of_rank)
        {
          std::array<unsigned int, 4> nodes{};
          for (unsigned int i = 0; i < dofs.n_nodes; ++i)
            nodes[i] = node_of_dof.at(dofs.first[i]);
          found.emplace_back(face_of<dim>(nodes, dofs.n_nodes),
                             dofs.half_height,
                             dofs.material);
        }
    std::ranges::sort(found);
    heights_at.resize(faces.nodes.size(),
                      std::numeric_limits<double>::infinity());
    for (const auto &[face, half_height, material] : found)
      {
        for (const unsigned int node : nodes_of(face))
          heights_at[node] = std::min(heights_at[node], half_height);
        faces.faces.push_back(face);
        heights.push_back(half_height);
        of_cells.push_back(material);
      }

    shortest = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < faces.faces.size(); ++f)
      {
        const double length = faces.length(f);
        shortest            = std::min(shortest, length);
        mean += length / static_cast<double>(faces.faces.size());
      }
  }

  template <int dim>
  void
  ContactSide<dim>::find_held(const AffineConstraints<double> &held)
  {
    for (const unsigned int node : surface.local_nodes())
      for (unsigned int d = 0; d < dim; ++d)
        free[dim * node + d] = !held.is_constrained(first_dof(node) + d);
    MPI_Allreduce(MPI_IN_PLACE,
                  free.data(),
                  static_cast<int>(free.size()),
                  MPI_UNSIGNED_CHAR,
                  MPI_MAX,
                  surface.communicator);
  }

  template <int dim>
  template <Algebra A>
  ContactFaces<dim>
  ContactSide<dim>::displaced(const typename A::Vector &q) const
  {
    std::vector<double> u(dim * faces.nodes.size(), 0.);
    A::read_local(q, [&](const double *const local) {
      for (const unsigned int node : surface.local_nodes())
        for (unsigned int d = 0; d < dim; ++d)
          u[dim * node + d] = local[surface.locally_owned_dofs.index_within_set(
            first_dof(node) + d)];
    });
    MPI_Allreduce(MPI_IN_PLACE,
                  u.data(),
                  static_cast<int>(u.size()),
                  MPI_DOUBLE,
                  MPI_SUM,
                  surface.communicator);
    ContactFaces<dim> result = faces;
    for (std::size_t i = 0; i < result.nodes.size(); ++i)
      for (unsigned int d = 0; d < dim; ++d)
        result.nodes[i][d] += u[dim * i + d];
    return result;
  }

#define PERCUSS_INSTANTIATE(dim)                                           \
  template class ContactSide<dim>;                                         \
  template ContactFaces<dim> ContactSide<dim>::displaced<PETScAlgebra>(    \
    const PETScAlgebra::Vector &) const;                                   \
  template ContactFaces<dim> ContactSide<dim>::displaced<TrilinosAlgebra>( \
    const TrilinosAlgebra::Vector &) const;
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
