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
    /** Numbers of the nodes of a face of a cell of degree 2, or first degrees of
     * freedom of them: corners round it, those between each of them and the next
     * one, that in the middle. Of degree 1 the corners alone. */
    using CellFace = std::array<types::global_dof_index, 9>;

    /** The first degrees of freedom of the nodes of a face. */
    struct FaceDofs
    {
      CellFace           first{};
      unsigned int       n_corners   = 0;
      double             half_height = 0.; // of the cell
      types::material_id material    = 0;  // of it
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

    // deal.II's quadrilaterals are numbered by rows, their edges across and along
    // them.
    template <int dim, class Face>
    FaceDofs
    dofs_of_face(const Face        &face,
                 const Point<dim>  &inside,
                 const unsigned int degree)
    {
      FaceDofs result;
      result.n_corners = face->n_vertices();
      const std::array<unsigned int, 4> round{0,
                                              1,
                                              result.n_corners == 4 ? 3u : 2u,
                                              2};
      for (unsigned int i = 0; i < result.n_corners; ++i)
        result.first[i] = face->vertex_dof_index(round[i], 0);
      if (degree == 2)
        {
          result.first[8] = face->dof_index(0);
          if constexpr (dim == 3)
            for (const auto &[i, line] :
                 {std::pair(4, 2u), {5, 1u}, {6, 3u}, {7, 0u}})
              result.first[i] = face->line(line)->dof_index(0);
        }
      const Tensor<1, dim> inwards = inside - face->center();
      const Tensor<1, dim> a       = face->vertex(round[1]) - face->vertex(0);
      double               height;
      if constexpr (dim == 2)
        height = cross_product_2d(a) * inwards; // to the right
      else
        height = cross_product_3d(a, face->vertex(round[2]) - face->vertex(0)) *
                 inwards;
      if (height > 0.)
        {
          const auto corners = result.first.begin();
          std::reverse(corners, corners + result.n_corners);
          std::reverse(corners + 4, corners + 7);
        }
      return result;
    }

    /** In space the first node has the smallest number, wherever the cell's
     * numbering begins. */
    CellFace
    in_order(CellFace nodes, const unsigned int n_corners)
    {
      const auto n     = static_cast<std::ptrdiff_t>(n_corners);
      const auto first = nodes.begin();
      const auto shift = std::min_element(first, first + n) - first;
      std::rotate(first, first + shift, first + n);
      if (n == 4)
        std::rotate(first + 4, first + 4 + shift, first + 8);
      return nodes;
    }

    /** The faces that a face of a cell is made of. */
    template <int dim>
    auto
    parts_of(const CellFace    &of_cell,
             const unsigned int n_corners,
             const unsigned int degree)
    {
      std::array<unsigned int, 9> nodes;
      std::ranges::transform(of_cell, nodes.begin(), [](const auto node) {
        return static_cast<unsigned int>(node);
      });
      if constexpr (dim == 2)
        {
          using Face = std::array<unsigned int, 2>;
          return degree == 1 ? std::vector<Face>{{nodes[0], nodes[1]}} :
                               std::vector<Face>{{nodes[0], nodes[8]},
                                                 {nodes[8], nodes[1]}};
        }
      else
        {
          std::vector<ContactFacets::Face> faces;
          if (degree == 1)
            faces.push_back(
              {{nodes[0], nodes[1], nodes[2], nodes[3]}, n_corners});
          else
            for (unsigned int i = 0; i < 4; ++i)
              faces.push_back(
                {{nodes[i], nodes[4 + i], nodes[8], nodes[4 + (i + 3) % 4]},
                 4});
          return faces;
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
    faces.degree = dof_handler.get_fe().degree;
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
              here.push_back(
                dofs_of_face<dim>(cell->face(f), cell->center(), faces.degree));
              here.back().half_height = half_height_of<dim>(cell, f);
              here.back().material    = cell->material_id();
            }

    std::unordered_map<types::global_dof_index, unsigned int> node_of_dof;
    for (unsigned int i = 0; i < surface.nodes().size(); ++i)
      node_of_dof[first_dof(i)] = i;
    std::vector<std::tuple<CellFace, unsigned int, double, types::material_id>>
      found;
    for (const auto &of_rank : all_gather(surface.communicator, here))
      for (const FaceDofs &dofs : of_rank)
        {
          CellFace nodes{};
          for (unsigned int i = 0; i < nodes.size(); ++i)
            if (i < dofs.n_corners ||
                (faces.degree == 2 && (i == 8 || dim == 3)))
              nodes[i] = node_of_dof.at(dofs.first[i]);
          found.emplace_back(dim == 2 ? nodes : in_order(nodes, dofs.n_corners),
                             dofs.n_corners,
                             dofs.half_height,
                             dofs.material);
        }
    std::ranges::sort(found);
    heights_at.resize(faces.nodes.size(),
                      std::numeric_limits<double>::infinity());
    for (const auto &[nodes, n_corners, half_height, material] : found)
      for (const auto &face : parts_of<dim>(nodes, n_corners, faces.degree))
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
        const double length = faces.degree * faces.length(f); // of the cell's
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
