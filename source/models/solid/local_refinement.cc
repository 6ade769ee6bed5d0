// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/memory.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/local_refinement.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/mpi.h>
#include <deal.II/numerics/rtree.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const char *const refinement_entry = "refine near";

    /** Vertices of a face, numbered as deal.II does. */
    template <int dim>
    using FaceVertices = std::array<Point<dim>, (dim == 2 ? 2 : 4)>;

    template <int dim>
    double
    distance_from_segment(const Point<dim> &x,
                          const Point<dim> &a,
                          const Point<dim> &b)
    {
      const Tensor<1, dim> edge = b - a;
      const double         s =
        edge.norm_square() > 0. ? (x - a) * edge / edge.norm_square() : 0.;
      return x.distance(a + std::clamp(s, 0., 1.) * edge);
    }

    /** From the plane where the foot is inside, else from an edge. */
    double
    distance_from_triangle(const Point<3> &x,
                           const Point<3> &a,
                           const Point<3> &b,
                           const Point<3> &c)
    {
      const Tensor<1, 3> n     = cross_product_3d(b - a, c - a);
      bool               above = n.norm_square() > 0.;
      for (const auto &[p, q] : {std::pair(a, b), {b, c}, {c, a}})
        above = above && cross_product_3d(n, q - p) * (x - p) >= 0.;
      if (above)
        return std::abs(n * (x - a)) / n.norm();
      return std::min({distance_from_segment<3>(x, a, b),
                       distance_from_segment<3>(x, b, c),
                       distance_from_segment<3>(x, c, a)});
    }

    double
    distance_from(const FaceVertices<2> &face, const Point<2> &x)
    {
      return distance_from_segment<2>(x, face[0], face[1]);
    }

    double
    distance_from(const FaceVertices<3> &face, const Point<3> &x)
    {
      return std::min(distance_from_triangle(x, face[0], face[1], face[3]),
                      distance_from_triangle(x, face[0], face[3], face[2]));
    }

    template <int dim>
    Point<dim>
    mapped(const SolidDescription<dim> &description, const Point<dim> &X)
    {
      return description.map ? description.map(X) : X;
    }

    template <class Points, int dim>
    BoundingBox<dim>
    box_around(const Points &points, const Point<dim> &first)
    {
      std::pair<Point<dim>, Point<dim>> corners(first, first);
      for (const Point<dim> &x : points)
        for (unsigned int d = 0; d < dim; ++d)
          {
            corners.first[d]  = std::min(corners.first[d], x[d]);
            corners.second[d] = std::max(corners.second[d], x[d]);
          }
      return BoundingBox<dim>(corners);
    }

    /** The faces of some boundaries, of all ranks. */
    template <int dim>
    class BoundaryFaces
    {
    public:
      BoundaryFaces(const SolidDescription<dim>  &description,
                    const Triangulation<dim>     &mesh,
                    const std::set<unsigned int> &ids)
      {
        std::vector<FaceVertices<dim>> here;
        on_all_ranks([&] { find(description, mesh, ids, here); },
                     "boundary markers",
                     mesh.get_communicator());
        for (const auto &of_rank : all_gather(mesh.get_communicator(), here))
          faces.insert(faces.end(), of_rank.begin(), of_rank.end());
        std::vector<std::pair<BoundingBox<dim>, std::size_t>> boxes;
        for (std::size_t i = 0; i < faces.size(); ++i)
          boxes.emplace_back(box_around(faces[i], faces[i][0]), i);
        tree = pack_rtree(boxes);
      }

      bool
      is_empty() const
      {
        return faces.empty();
      }

      /** Whether one of the points is nearer than a distance. */
      bool
      are_near(const std::vector<Point<dim>> &points,
               const double                   distance) const
      {
        namespace geometry    = boost::geometry::index;
        BoundingBox<dim> zone = box_around(points, points.front());
        zone.extend(distance);
        const double limit   = distance * (1. - 1e-9);
        const auto   is_near = [&](const auto &item) {
          return std::ranges::any_of(points, [&](const Point<dim> &x) {
            return distance_from(faces[item.second], x) < limit;
          });
        };
        return tree.qbegin(geometry::intersects(zone) &&
                           geometry::satisfies(is_near)) != tree.qend();
      }

    private:
      static void
      find(const SolidDescription<dim>    &description,
           const Triangulation<dim>       &mesh,
           const std::set<unsigned int>   &ids,
           std::vector<FaceVertices<dim>> &found)
      {
        for (const auto &cell : mesh.active_cell_iterators())
          if (cell->is_locally_owned())
            for (const auto &face : cell->face_iterators())
              if (face->at_boundary())
                {
                  FaceVertices<dim> x;
                  Point<dim>        center;
                  for (unsigned int v = 0; v < x.size(); ++v)
                    {
                      x[v] = mapped(description, face->vertex(v));
                      center += x[v] / static_cast<double>(x.size());
                    }
                  if (ids.contains(boundary_id_at(description,
                                                  center,
                                                  face->boundary_id())))
                    found.push_back(x);
                }
      }

      std::vector<FaceVertices<dim>>                  faces;
      RTree<std::pair<BoundingBox<dim>, std::size_t>> tree;
    };

    /** Sets the flags of this rank's cells; their number on all ranks. */
    template <int dim>
    double
    flag_cells(const SolidDescription<dim> &description,
               const unsigned int           level,
               Triangulation<dim>          &mesh)
    {
      for (const LocalRefinement &refinement : description.local_refinements)
        if (level < refinement.levels)
          {
            const BoundaryFaces<dim> faces(description,
                                           mesh,
                                           refinement.boundaries);
            if (faces.is_empty())
              throw InputError(
                "The mesh has no face on boundary " +
                  std::to_string(*refinement.boundaries.begin()) +
                  " before it is refined near it. Give an id of the mesh, or "
                  "conditions in 'boundary markers' that hold at the centre of "
                  "a face; 'refinements' makes faces smaller.",
                refinement_entry);
            std::vector<Point<dim>> points;
            for (const auto &cell : mesh.active_cell_iterators())
              if (cell->is_locally_owned() && !cell->refine_flag_set())
                {
                  points.assign(1, Point<dim>());
                  for (const unsigned int v : cell->vertex_indices())
                    {
                      points.push_back(mapped(description, cell->vertex(v)));
                      points.front() +=
                        points.back() / double(cell->n_vertices());
                    }
                  if (faces.are_near(points, refinement.distance))
                    cell->set_refine_flag();
                }
          }
      double n = 0.;
      for (const auto &cell : mesh.active_cell_iterators())
        if (cell->is_locally_owned() && cell->refine_flag_set())
          ++n;
      return Utilities::MPI::sum(n, mesh.get_communicator());
    }
  } // namespace

  template <int dim>
  void
  refine_locally(const SolidDescription<dim> &description,
                 Triangulation<dim>          &triangulation)
  {
    unsigned int n_levels = 0;
    for (const LocalRefinement &refinement : description.local_refinements)
      n_levels = std::max(n_levels, refinement.levels);
    for (unsigned int level = 0; level < n_levels; ++level)
      {
        const double n_flagged = flag_cells(description, level, triangulation);
        const double n_cells =
          static_cast<double>(triangulation.n_global_active_cells()) +
          (GeometryInfo<dim>::max_children_per_cell - 1.) * n_flagged;
        const std::string problem =
          problem_of_memory(bytes_per_dof * dim * n_cells);
        if (!problem.empty())
          throw InputError(problem + ". Take fewer levels, or a smaller "
                                     "distance.",
                           refinement_entry);
        triangulation.execute_coarsening_and_refinement();
      }
  }

  template <int dim>
  void
  place_hanging_nodes(Triangulation<dim> &triangulation)
  {
    for (const auto &cell : triangulation.active_cell_iterators())
      {
        if (cell->is_artificial())
          continue;
        for (const unsigned int l : cell->line_indices())
          if (const auto line = cell->line(l); line->has_children())
            line->child(0)->vertex(1) =
              0.5 * (line->vertex(0) + line->vertex(1));
        if constexpr (dim == 3)
          for (const auto &face : cell->face_iterators())
            if (face->has_children())
              face->child(0)->vertex(3) =
                0.25 * (face->vertex(0) + face->vertex(1) + face->vertex(2) +
                        face->vertex(3));
      }
  }

#define PERCUSS_INSTANTIATE(dim)                              \
  template void refine_locally(const SolidDescription<dim> &, \
                               Triangulation<dim> &);         \
  template void place_hanging_nodes(Triangulation<dim> &);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
