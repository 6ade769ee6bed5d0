// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mesh/mesh.h>
#include <percuss/models/bar/bar_mesh.h>

#include <deal.II/grid/grid_tools.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** Bars of equal elements; the left obstacle, if any, is at x = 0. */
    void
    generate(const BarRowDescription &description, Triangulation<1> &mesh)
    {
      std::vector<Point<1>>    vertices;
      std::vector<CellData<1>> cells;
      double left = description.left_obstacle ? description.left_gap : 0.;
      for (std::size_t b = 0; b < description.bars.size(); ++b)
        {
          const BarDescription &bar = description.bars[b];
          vertices.emplace_back(left);
          for (unsigned int i = 1; i <= bar.n_elements; ++i)
            {
              vertices.emplace_back(left + bar.length * i / bar.n_elements);
              CellData<1> cell;
              cell.vertices = {static_cast<unsigned int>(vertices.size() - 2),
                               static_cast<unsigned int>(vertices.size() - 1)};
              cell.material_id = static_cast<types::material_id>(b);
              cells.push_back(cell);
            }
          left += bar.length;
          if (b + 1 < description.bars.size())
            left += description.gaps_between_bars[b];
        }
      mesh.create_triangulation(vertices, cells, SubCellData());
    }

    std::vector<std::string>
    read(const std::string &file_name, Triangulation<1> &triangulation)
    {
      const Mesh               mesh = read_mesh(file_name, 1);
      std::vector<Point<1>>    vertices;
      std::vector<CellData<1>> cells;
      SubCellData              none;
      for (const auto &point : mesh.points)
        vertices.emplace_back(point[0]);
      for (const auto &line : mesh.cells)
        {
          // from left to right, whichever way the elements were drawn
          auto [left, right] = std::pair(line.nodes[0], line.nodes[1]);
          if (vertices[left][0] > vertices[right][0])
            std::swap(left, right);
          CellData<1> cell;
          cell.vertices    = {left, right};
          cell.material_id = line.id;
          cells.push_back(cell);
        }
      GridTools::delete_unused_vertices(vertices, cells, none);
      triangulation.create_triangulation(vertices, cells, none);
      return warnings_of(mesh);
    }

    InputError
    overlapping(const std::string &mesh_file, const double x)
    {
      return InputError(
        "The mesh file '" + mesh_file +
        "' has elements that overlap near x = " + std::to_string(x) +
        " m. The elements of a bar follow each other along "
        "the x-axis.");
    }
  } // namespace

  BarMesh::BarMesh(const BarRowDescription &description,
                   const MPI_Comm           communicator)
    : triangulation(communicator,
                    Triangulation<1>::none,
                    false,
                    parallel::shared::Triangulation<1>::partition_zorder)
  {
    if (description.mesh_file.empty())
      generate(description, triangulation);
    else
      warnings = read(description.mesh_file, triangulation);
    find_bars(description.mesh_file);
    if (extents.size() != description.bars.size())
      throw InputError("The mesh file '" + description.mesh_file + "' has " +
                       std::to_string(extents.size()) +
                       " separate bar(s), but 'number of bars' is " +
                       std::to_string(description.bars.size()) + ".");
  }

  void
  BarMesh::find_bars(const std::string &mesh_file)
  {
    struct Found
    {
      Extent                    extent;
      std::vector<unsigned int> cells;
    };
    std::vector<Found> bars;
    std::size_t        n_cells = 0;
    for (const auto &first : triangulation.active_cell_iterators())
      if (first->at_boundary(0))
        {
          Found bar;
          auto  cell = first;
          bar.cells.push_back(cell->active_cell_index());
          while (!cell->at_boundary(1))
            {
              const double end = cell->vertex(1)[0];
              cell = typename Triangulation<1>::active_cell_iterator(
                cell->neighbor(1));
              if (cell->vertex(0)[0] != end)
                throw overlapping(mesh_file, end);
              bar.cells.push_back(cell->active_cell_index());
            }
          bar.extent = {first->vertex(0)[0], cell->vertex(1)[0]};
          bars.push_back(bar);
          n_cells += bar.cells.size();
        }
    if (n_cells != triangulation.n_active_cells())
      throw overlapping(mesh_file, triangulation.begin_active()->vertex(0)[0]);
    std::sort(bars.begin(), bars.end(), [](const Found &a, const Found &b) {
      return a.extent.left < b.extent.left;
    });

    bar_of_cell.resize(triangulation.n_active_cells());
    for (unsigned int b = 0; b < bars.size(); ++b)
      {
        extents.push_back(bars[b].extent);
        for (const unsigned int cell : bars[b].cells)
          bar_of_cell[cell] = b;
      }
  }
} // namespace percuss
