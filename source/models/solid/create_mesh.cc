// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/solid/create_mesh.h>

#include <deal.II/grid/grid_tools.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <sstream>
#include <utility>
#include <vector>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    std::vector<Point<dim>>
    points_of(const Mesh &mesh)
    {
      std::vector<Point<dim>> vertices(mesh.points.size());
      for (std::size_t i = 0; i < vertices.size(); ++i)
        for (unsigned int d = 0; d < dim; ++d)
          vertices[i][d] = mesh.points[i][d];
      return vertices;
    }

    /** Of all faces, in the form that deal.II wants. */
    template <int dim, class Vertex>
    SubCellData
    faces_of(const Mesh        &mesh,
             const unsigned int n_vertices,
             const Vertex      &vertex)
    {
      SubCellData faces;
      for (const auto &face : mesh.faces)
        {
          CellData<dim - 1> data(n_vertices);
          for (unsigned int i = 0; i < n_vertices; ++i)
            data.vertices[i] = face.nodes[vertex(i)];
          data.boundary_id = face.id;
          if constexpr (dim == 2)
            faces.boundary_lines.push_back(data);
          else
            faces.boundary_quads.push_back(data);
        }
      return faces;
    }

    template <int dim>
    void
    create_of_cubes(const Mesh &mesh, Triangulation<dim> &triangulation)
    {
      std::vector<Point<dim>>    vertices = points_of<dim>(mesh);
      std::vector<CellData<dim>> cells(mesh.cells.size());
      for (std::size_t c = 0; c < cells.size(); ++c)
        {
          for (const unsigned int i : GeometryInfo<dim>::vertex_indices())
            cells[c].vertices[GeometryInfo<dim>::ucd_to_deal[i]] =
              mesh.cells[c].nodes[i];
          cells[c].material_id = mesh.cells[c].id;
        }
      SubCellData faces =
        faces_of<dim>(mesh, 1u << (dim - 1), [](const unsigned int i) {
          return GeometryInfo<dim - 1>::ucd_to_deal[i]; // its own inverse
        });
      GridTools::delete_unused_vertices(vertices, cells, faces);
      GridTools::invert_cells_with_negative_measure(vertices, cells);
      GridTools::consistently_order_cells(cells);
      triangulation.create_triangulation(vertices, cells, faces);
    }

    /** The place of a point of a box on a curve of Morton. */
    template <int dim>
    std::uint64_t
    place_on_curve(const Point<dim> &x,
                   const Point<dim> &lower,
                   const double      size)
    {
      constexpr unsigned int n_bits = 63 / dim;
      std::uint64_t          place  = 0;
      for (unsigned int d = 0; d < dim; ++d)
        {
          const auto digits = static_cast<std::uint64_t>(
            std::clamp((x[d] - lower[d]) / size, 0., 1.) *
            static_cast<double>((std::uint64_t(1) << n_bits) - 1));
          for (unsigned int bit = 0; bit < n_bits; ++bit)
            place |= (digits >> bit & 1) << (bit * dim + d);
        }
      return place;
    }

    /** Numbers of the cells along the curve. */
    template <int dim>
    std::vector<std::size_t>
    order_along_curve(const Mesh &mesh, const std::vector<Point<dim>> &x)
    {
      constexpr double infinity = std::numeric_limits<double>::infinity();
      Point<dim>       lower;
      double           size = 0.;
      for (unsigned int d = 0; d < dim; ++d)
        {
          double least = infinity, most = -infinity;
          for (const Point<dim> &point : x)
            {
              least = std::min(least, point[d]);
              most  = std::max(most, point[d]);
            }
          lower[d] = least;
          size     = std::max(size, most - least);
        }
      std::vector<std::pair<std::uint64_t, std::size_t>> places;
      for (std::size_t c = 0; c < mesh.cells.size(); ++c)
        {
          Point<dim> center;
          for (unsigned int i = 0; i <= dim; ++i)
            center += x[mesh.cells[c].nodes[i]] / (dim + 1.);
          places.emplace_back(place_on_curve(center, lower, size), c);
        }
      std::ranges::sort(places);
      std::vector<std::size_t> order;
      for (const auto &[place, c] : places)
        order.push_back(c);
      return order;
    }

    template <int dim>
    bool
    is_turned(const std::vector<Point<dim>> &x, const CellData<dim> &cell)
    {
      Tensor<2, dim> edges;
      for (unsigned int i = 0; i < dim; ++i)
        edges[i] = x[cell.vertices[i + 1]] - x[cell.vertices[0]];
      return determinant(edges) < 0.;
    }

    template <int dim>
    void
    create_of_simplices(const Mesh &mesh, Triangulation<dim> &triangulation)
    {
      // without nodes that no cell has
      const std::vector<Point<dim>> all  = points_of<dim>(mesh);
      constexpr auto                none = numbers::invalid_unsigned_int;
      std::vector<unsigned int>     number(all.size(), none);
      std::vector<Point<dim>>       vertices;
      std::vector<CellData<dim>>    cells;
      cells.reserve(mesh.cells.size());
      for (const std::size_t c : order_along_curve(mesh, all))
        {
          CellData<dim> cell(dim + 1);
          for (unsigned int i = 0; i <= dim; ++i)
            {
              const auto node = mesh.cells[c].nodes[i];
              if (number[node] == none)
                {
                  number[node] = static_cast<unsigned int>(vertices.size());
                  vertices.push_back(all[node]);
                }
              cell.vertices[i] = number[node];
            }
          if (is_turned(vertices, cell))
            std::swap(cell.vertices[dim - 1], cell.vertices[dim]);
          cell.material_id = mesh.cells[c].id;
          cells.push_back(cell);
        }
      SubCellData faces =
        faces_of<dim>(mesh, dim, [](const unsigned int i) { return i; });
      for (auto &line : faces.boundary_lines)
        for (unsigned int &vertex : line.vertices)
          vertex = number[vertex];
      for (auto &triangle : faces.boundary_quads)
        for (unsigned int &vertex : triangle.vertices)
          vertex = number[vertex];
      triangulation.create_triangulation(vertices, cells, faces);
    }
  } // namespace

  std::string
  reason_of(const std::exception &error)
  {
    std::ostringstream message;
    if (const auto *own = dynamic_cast<const ExceptionBase *>(&error))
      own->print_info(message);
    else
      message << (dynamic_cast<const std::bad_alloc *>(&error) ?
                    "there is not enough memory" :
                    error.what());
    std::istringstream words(message.str());
    std::string        text;
    for (std::string word; words >> word;)
      text += (text.empty() ? "" : " ") + word;
    return text;
  }

  template <int dim>
  void
  create_mesh(const Mesh &mesh, Triangulation<dim> &triangulation)
  {
    try
      {
        if (mesh.has_simplices)
          create_of_simplices(mesh, triangulation);
        else
          create_of_cubes(mesh, triangulation);
      }
    catch (const std::exception &error)
      {
        throw InputError("The mesh file '" + mesh.file_name +
                         "' has cells that do not fit together. "
                         "deal.II says: " +
                         reason_of(error));
      }
  }

  template void
  create_mesh(const Mesh &, Triangulation<2> &);
  template void
  create_mesh(const Mesh &, Triangulation<3> &);
} // namespace percuss
