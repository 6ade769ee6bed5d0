// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/body_overlap.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/mpi.h>
#include <deal.II/dofs/dof_tools.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    constexpr double shallow = 1e-3; // a depth of any overlap

    /** Vertices of simplices that fill a quadrilateral or hexahedron, numbered
     * as deal.II does; those of a triangle or tetrahedron are its own. */
    constexpr unsigned int own[4]           = {0, 1, 2, 3};
    constexpr unsigned int triangles[2][3]  = {{0, 1, 3}, {0, 3, 2}};
    constexpr unsigned int tetrahedra[6][4] = {{0, 1, 3, 7},
                                               {0, 1, 5, 7},
                                               {0, 2, 3, 7},
                                               {0, 2, 6, 7},
                                               {0, 4, 5, 7},
                                               {0, 4, 6, 7}};

    /** The barycentric coordinates of a point in the simplex of dim + 1 of the
     * vertices, the boundary included up to rounding; none outside. */
    template <int dim>
    std::optional<std::array<double, dim + 1>>
    coordinates_in_simplex(const std::vector<Point<dim>> &vertices,
                           const unsigned int            *numbers,
                           const Point<dim>              &x)
    {
      Tensor<2, dim> edges; // columns
      for (unsigned int j = 0; j < dim; ++j)
        for (unsigned int i = 0; i < dim; ++i)
          edges[i][j] = vertices[numbers[j + 1]][i] - vertices[numbers[0]][i];
      if (!(std::abs(determinant(edges)) > 0.))
        return {};
      const Tensor<1, dim> s = invert(edges) * (x - vertices[numbers[0]]);
      std::array<double, dim + 1> lambda;
      lambda[0] = 1.;
      for (unsigned int i = 0; i < dim; ++i)
        {
          lambda[i + 1] = s[i];
          lambda[0] -= s[i];
        }
      if (std::ranges::min(lambda) < -1e-10)
        return {};
      return lambda;
    }

    template <int dim>
    bool
    is_in_simplex(const std::vector<Point<dim>> &vertices,
                  const unsigned int            *numbers,
                  const Point<dim>              &x)
    {
      return coordinates_in_simplex(vertices, numbers, x).has_value();
    }

    /** The unit normal of a face with these displaced vertices. */
    Tensor<1, 2>
    normal(const std::vector<Point<2>> &face)
    {
      const Tensor<1, 2> n = cross_product_2d(face[1] - face[0]);
      return n / n.norm();
    }

    Tensor<1, 3>
    normal(const std::vector<Point<3>> &face)
    {
      const bool         is_triangle = face.size() == 3;
      const Tensor<1, 3> n =
        cross_product_3d(face[is_triangle ? 1 : 3] - face[0],
                         face[2] - face[is_triangle ? 0 : 1]);
      return n / n.norm();
    }

    /** The vertices of a face of a cell whose vertices are @p x. */
    template <class Cell, int dim>
    std::vector<Point<dim>>
    face_of(const Cell                    &cell,
            const unsigned int             f,
            const std::vector<Point<dim>> &x)
    {
      std::vector<Point<dim>> result;
      for (const unsigned int v : cell.face(f)->vertex_indices())
        result.push_back(
          x[cell.reference_cell().face_to_cell_vertices(f, v, 1)]);
      return result;
    }

    /** Numbers of their ends among the vertices of the face. */
    std::vector<std::pair<std::size_t, std::size_t>>
    edges_of_face(const std::size_t n_vertices)
    {
      if (n_vertices == 3)
        return {{0, 1}, {1, 2}, {2, 0}};
      return {{0, 1}, {1, 3}, {3, 2}, {2, 0}};
    }

    template <int dim>
    Point<dim>
    mean(const std::vector<Point<dim>> &points)
    {
      Point<dim> sum;
      for (const Point<dim> &x : points)
        sum += x;
      return sum / static_cast<double>(points.size());
    }

    template <int dim>
    bool
    is_within(const Point<dim> &x,
              const Point<dim> &lower,
              const Point<dim> &upper)
    {
      for (unsigned int d = 0; d < dim; ++d)
        if (!(lower[d] <= x[d] && x[d] <= upper[d]))
          return false;
      return true;
    }
  } // namespace

  template <int dim, Algebra A>
  BodyOverlap<dim, A>::BodyOverlap(const DoFHandler<dim> &dof_handler,
                                   const double           depth,
                                   Complete               complete)
    : dof_handler(dof_handler)
    , depth(depth)
    , complete(std::move(complete))
  {
    find_bodies();
    if (n > 1)
      find_vertices();
  }

  // All ranks know the cells of level 0.
  template <int dim, Algebra A>
  void
  BodyOverlap<dim, A>::find_bodies()
  {
    const auto               &mesh = dof_handler.get_triangulation();
    std::vector<unsigned int> above(mesh.n_vertices()); // of a union-find tree
    std::iota(above.begin(), above.end(), 0u);
    const auto top = [&](unsigned int vertex) {
      while (above[vertex] != vertex)
        vertex = above[vertex] = above[above[vertex]];
      return vertex;
    };
    for (const auto &cell : mesh.cell_iterators_on_level(0))
      for (const unsigned int v : cell->vertex_indices())
        above[top(cell->vertex_index(v))] = top(cell->vertex_index(0));

    std::vector<unsigned int> number(mesh.n_vertices(),
                                     numbers::invalid_unsigned_int);
    body_of_coarse_cell.resize(mesh.n_cells(0));
    for (const auto &cell : mesh.cell_iterators_on_level(0))
      {
        unsigned int &body = number[top(cell->vertex_index(0))];
        if (body == numbers::invalid_unsigned_int)
          body = n++;
        body_of_coarse_cell[static_cast<unsigned int>(cell->index())] = body;
      }
  }

  namespace
  {
    template <class Cell>
    unsigned int
    coarse_index(const Cell &cell)
    {
      auto ancestor =
        typename Triangulation<Cell::AccessorType::dimension>::cell_iterator(
          cell);
      while (ancestor->level() > 0)
        ancestor = ancestor->parent();
      return static_cast<unsigned int>(ancestor->index());
    }
  } // namespace

  template <int dim, Algebra A>
  std::set<unsigned int>
  BodyOverlap<dim, A>::bodies_with(
    const std::set<types::boundary_id> &ids) const
  {
    std::vector<unsigned int> here;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const auto &face : cell->face_iterators())
          if (face->at_boundary() && ids.contains(face->boundary_id()))
            here.push_back(body_of_coarse_cell[coarse_index(cell)]);
    std::set<unsigned int> result;
    for (const auto &of_rank : all_gather(dof_handler.get_communicator(), here))
      result.insert(of_rank.begin(), of_rank.end());
    return result;
  }

  template <int dim, Algebra A>
  void
  BodyOverlap<dim, A>::let_touch(const std::set<types::boundary_id> &a,
                                 const std::set<types::boundary_id> &b)
  {
    const auto others = bodies_with(b);
    for (const unsigned int body : bodies_with(a))
      for (const unsigned int other : others)
        touching.emplace(std::min(body, other), std::max(body, other));
  }

  template <int dim, Algebra A>
  bool
  BodyOverlap<dim, A>::may_touch(const unsigned int body,
                                 const unsigned int other) const
  {
    return touching.contains({std::min(body, other), std::max(body, other)});
  }

  template <int dim, Algebra A>
  bool
  BodyOverlap<dim, A>::is_needed() const
  {
    for (unsigned int i = 0; i < n; ++i)
      for (unsigned int j = 0; j < i; ++j)
        if (!may_touch(i, j))
          return true;
    return false;
  }

  template <int dim, Algebra A>
  void
  BodyOverlap<dim, A>::find_vertices()
  {
    const IndexSet                   &owned = dof_handler.locally_owned_dofs();
    std::set<types::global_dof_index> known;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int v : cell->vertex_indices())
          {
            const auto dof = cell->vertex_dof_index(v, 0);
            if (owned.is_element(dof) && known.insert(dof).second)
              owned_vertices.push_back(
                {cell->vertex(v),
                 static_cast<unsigned int>(owned.index_within_set(dof)),
                 body_of_coarse_cell[coarse_index(cell)]});
          }
    on_boundary.resize(dof_handler.get_triangulation().n_vertices());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (!cell->is_artificial())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            for (const unsigned int v : cell->face(f)->vertex_indices())
              on_boundary[cell->face(f)->vertex_index(v)] = true;
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    ghosted.reinit(owned, relevant, dof_handler.get_communicator());
  }

  template <int dim, Algebra A>
  auto
  BodyOverlap<dim, A>::boxes(const Vector &q) const -> std::vector<Box>
  {
    // -lower, upper
    std::vector<double> extremes(2 * dim * n,
                                 -std::numeric_limits<double>::infinity());
    A::read_local(q, [&](const double *const displacement) {
      for (const OwnedVertex &vertex : owned_vertices)
        for (unsigned int d = 0; d < dim; ++d)
          {
            const double x = vertex.X[d] + displacement[vertex.first_dof + d];
            double      *extreme = &extremes[2 * (dim * vertex.body + d)];
            extreme[0]           = std::max(extreme[0], -x);
            extreme[1]           = std::max(extreme[1], x);
          }
    });
    MPI_Allreduce(MPI_IN_PLACE,
                  extremes.data(),
                  static_cast<int>(extremes.size()),
                  MPI_DOUBLE,
                  MPI_MAX,
                  dof_handler.get_communicator());
    std::vector<Box> result(n);
    for (unsigned int body = 0; body < n; ++body)
      for (unsigned int d = 0; d < dim; ++d)
        {
          result[body].lower[d] = -extremes[2 * (dim * body + d)];
          result[body].upper[d] = extremes[2 * (dim * body + d) + 1];
        }
    return result;
  }

  template <int dim, Algebra A>
  std::vector<Point<dim>>
  BodyOverlap<dim, A>::displaced_vertices(const Cell   &cell,
                                          const Vector &ghosted_q) const
  {
    std::vector<Point<dim>> result;
    for (const unsigned int v : cell->vertex_indices())
      {
        Point<dim> x = cell->vertex(v);
        for (unsigned int d = 0; d < dim; ++d)
          x[d] += ghosted_q(cell->vertex_dof_index(v, d));
        result.push_back(x);
      }
    return result;
  }

  // Of this rank's cells, within the boxes.
  template <int dim, Algebra A>
  auto
  BodyOverlap<dim, A>::candidates(const Vector           &ghosted_q,
                                  const std::vector<Box> &common) const
    -> std::vector<Candidate>
  {
    std::vector<Candidate> result;
    const auto add = [&](const Point<dim> &x, const unsigned int body) {
      if (std::ranges::any_of(common, [&](const Box &box) {
            return is_within(x, box.lower, box.upper);
          }))
        result.push_back({x, body});
    };
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() && cell->at_boundary())
        {
          const unsigned int body = body_of_coarse_cell[coarse_index(cell)];
          const std::vector<Point<dim>> x = displaced_vertices(cell, ghosted_q);
          add(mean(x), body);
          for (const unsigned int f : cell->face_indices())
            if (cell->face(f)->at_boundary())
              {
                const std::vector<Point<dim>> face = face_of(*cell, f, x);
                add(mean(face), body);
                for (const Point<dim> &vertex : face)
                  add(vertex, body);
                if (dim == 3)
                  for (const auto &[a, b] : edges_of_face(face.size()))
                    add(face[a] + 0.5 * (face[b] - face[a]), body);
              }
        }
    return result;
  }

  template <int dim, Algebra A>
  bool
  BodyOverlap<dim, A>::is_inside(const Cell                    &cell,
                                 const std::vector<Point<dim>> &vertices,
                                 const Point<dim>              &x) const
  {
    bool is_in = false;
    if (vertices.size() == dim + 1)
      {
        const auto lambda = coordinates_in_simplex(vertices, own, x);
        if (!lambda)
          return false;
        // a cell may touch the boundary without a face there: what counts is the
        // part of the vertices within
        double part = 0., n_within = 0.;
        for (const unsigned int v : cell->vertex_indices())
          if (!on_boundary[cell->vertex_index(v)])
            {
              part += (*lambda)[v];
              ++n_within;
            }
        if (n_within > 0.)
          return part * (dim + 1.) / n_within > depth || n_within == dim + 1.;
        if (depth > shallow) // which such a thin body does not tell
          return false;
        is_in = true;
      }
    else if constexpr (dim == 2)
      for (const auto &numbers : triangles)
        is_in = is_in || is_in_simplex(vertices, numbers, x);
    else
      for (const auto &numbers : tetrahedra)
        is_in = is_in || is_in_simplex(vertices, numbers, x);
    if (!is_in)
      return false;
    const Point<dim> center = mean(vertices);
    for (const unsigned int f : cell->face_indices())
      if (cell->face(f)->at_boundary())
        {
          const std::vector<Point<dim>> face   = face_of(*cell, f, vertices);
          const Tensor<1, dim>          n      = normal(face);
          const Point<dim>              middle = mean(face);
          const double                  size   = n * (center - middle);
          if (!((n * (x - middle)) / size > depth))
            return false;
        }
    return true;
  }

  template <int dim, Algebra A>
  auto
  BodyOverlap<dim, A>::find(const Vector &q) const -> std::optional<Overlap>
  {
    if (n < 2)
      return {};
    return complete ? find_in(complete(q)) : find_in(q);
  }

  template <int dim, Algebra A>
  auto
  BodyOverlap<dim, A>::find_in(const Vector &q) const -> std::optional<Overlap>
  {
    const std::vector<Box> of_bodies = boxes(q);
    std::vector<Box>       common;
    for (unsigned int i = 0; i < n; ++i)
      for (unsigned int j = 0; j < i; ++j)
        {
          Box  box;
          bool overlap = !may_touch(i, j);
          for (unsigned int d = 0; d < dim; ++d)
            {
              box.lower[d] =
                std::max(of_bodies[i].lower[d], of_bodies[j].lower[d]);
              box.upper[d] =
                std::min(of_bodies[i].upper[d], of_bodies[j].upper[d]);
              overlap = overlap && box.lower[d] < box.upper[d];
            }
          if (overlap)
            common.push_back(box);
        }
    if (common.empty())
      return {};

    const MPI_Comm communicator = dof_handler.get_communicator();
    ghosted                     = q;
    std::vector<double> coordinates; // of all ranks' candidates
    std::vector<double> own;
    for (const Candidate &candidate : candidates(ghosted, common))
      {
        for (unsigned int d = 0; d < dim; ++d)
          own.push_back(candidate.x[d]);
        own.push_back(candidate.body);
      }
    for (const auto &part : all_gather(communicator, own))
      coordinates.insert(coordinates.end(), part.begin(), part.end());
    std::vector<Candidate> points;
    for (std::size_t i = 0; i < coordinates.size(); i += dim + 1)
      {
        Candidate point;
        for (unsigned int d = 0; d < dim; ++d)
          point.x[d] = coordinates[i + d];
        point.body = static_cast<unsigned int>(coordinates[i + dim]);
        points.push_back(point);
      }
    std::ranges::sort(points, {}, [](const Candidate &c) { return c.x[0]; });

    std::vector<double> found; // x, then both bodies
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() && found.empty())
        {
          const unsigned int body = body_of_coarse_cell[coarse_index(cell)];
          const std::vector<Point<dim>> x = displaced_vertices(cell, ghosted);
          Box                           box{x[0], x[0]};
          for (const Point<dim> &vertex : x)
            for (unsigned int d = 0; d < dim; ++d)
              {
                box.lower[d] = std::min(box.lower[d], vertex[d]);
                box.upper[d] = std::max(box.upper[d], vertex[d]);
              }
          for (auto point = std::ranges::lower_bound(points,
                                                     box.lower[0],
                                                     {},
                                                     [](const Candidate &c) {
                                                       return c.x[0];
                                                     });
               point != points.end() && point->x[0] <= box.upper[0];
               ++point)
            if (point->body != body && !may_touch(point->body, body) &&
                is_within(point->x, box.lower, box.upper) &&
                is_inside(cell, x, point->x))
              {
                for (unsigned int d = 0; d < dim; ++d)
                  found.push_back(point->x[d]);
                found.push_back(point->body);
                found.push_back(body);
                break;
              }
        }
    for (const auto &of_rank : all_gather(communicator, found))
      if (!of_rank.empty())
        {
          Overlap overlap;
          for (unsigned int d = 0; d < dim; ++d)
            overlap.point[d] = of_rank[d];
          overlap.bodies = {static_cast<unsigned int>(of_rank[dim]),
                            static_cast<unsigned int>(of_rank[dim + 1])};
          return overlap;
        }
    return {};
  }

  template class BodyOverlap<2, PETScAlgebra>;
  template class BodyOverlap<3, PETScAlgebra>;
  template class BodyOverlap<2, TrilinosAlgebra>;
  template class BodyOverlap<3, TrilinosAlgebra>;
} // namespace percuss
