// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mesh/mesh.h>
#include <percuss/models/bar/bar_mesh.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace percuss
{
  namespace
  {
    InputError
    overlapping(const std::string &mesh_file, const double x)
    {
      return InputError(
        "The mesh file '" + mesh_file +
        "' has elements that overlap near x = " + std::to_string(x) +
        " m. The elements of a bar follow each other along "
        "the x-axis.");
    }

    constexpr std::size_t no_line = std::numeric_limits<std::size_t>::max();

    /** The lines of a mesh as they follow each other: nodes from left to right,
     * and which line begins and ends at a point. Throws InputError where two
     * do. */
    struct LinesInOrder
    {
      LinesInOrder(const Mesh &mesh, const std::string &mesh_file)
        : begins(mesh.points.size(), no_line)
        , ends(mesh.points.size(), no_line)
      {
        for (const auto &line : mesh.cells)
          {
            // from left to right, whichever way the elements were drawn
            std::pair<std::size_t, std::size_t> nodes{line.nodes[0],
                                                      line.nodes[1]};
            if (mesh.points[nodes.first][0] > mesh.points[nodes.second][0])
              std::swap(nodes.first, nodes.second);
            for (const auto &[array, node] : {std::pair(&begins, nodes.first),
                                              std::pair(&ends, nodes.second)})
              {
                if ((*array)[node] != no_line)
                  throw overlapping(mesh_file, mesh.points[node][0]);
                (*array)[node] = lines.size();
              }
            lines.push_back(nodes);
          }
      }

      std::vector<std::pair<std::size_t, std::size_t>> lines;
      std::vector<std::size_t>                         begins, ends;
    };
  } // namespace

  BarMesh::BarMesh(const BarRowDescription &description,
                   const MPI_Comm           communicator)
    : communicator(communicator)
  {
    if (description.mesh_file.empty())
      generate(description);
    else
      read(description.mesh_file);
    if (extents.size() != description.bars.size())
      throw InputError("The mesh file '" + description.mesh_file + "' has " +
                       std::to_string(extents.size()) +
                       " separate bar(s), but 'number of bars' is " +
                       std::to_string(description.bars.size()) + ".");

    const std::size_t rank =
      dealii::Utilities::MPI::this_mpi_process(communicator);
    own_begin = begin_of_rank(rank);
    own_end   = begin_of_rank(rank + 1);
  }

  std::size_t
  BarMesh::begin_of_rank(const std::size_t rank) const
  {
    return n_elements() * rank /
           dealii::Utilities::MPI::n_mpi_processes(communicator);
  }

  // The left obstacle, if any, is at x = 0.
  void
  BarMesh::generate(const BarRowDescription &description)
  {
    std::size_t n_nodes = 0;
    for (const BarDescription &bar : description.bars)
      n_nodes += bar.n_elements + 1;
    nodes.reserve(n_nodes);
    first_elements = {0};
    double left    = description.left_obstacle ? description.left_gap : 0.;
    for (std::size_t b = 0; b < description.bars.size(); ++b)
      {
        const BarDescription &bar = description.bars[b];
        nodes.push_back(left);
        for (unsigned int i = 1; i <= bar.n_elements; ++i)
          nodes.push_back(left + bar.length * i / bar.n_elements);
        extents.push_back({left, nodes.back()});
        lengths.push_back(bar.length / bar.n_elements);
        first_elements.push_back(first_elements.back() + bar.n_elements);
        left += bar.length;
        if (b + 1 < description.bars.size())
          left += description.gaps_between_bars[b];
      }
  }

  void
  BarMesh::read(const std::string &mesh_file)
  {
    const Mesh         mesh = read_mesh(mesh_file, 1);
    const LinesInOrder order(mesh, mesh_file);
    warnings     = warnings_of(mesh);
    const auto x = [&](const std::size_t point) {
      return mesh.points[point][0];
    };

    std::vector<std::size_t> first_lines; // of bars
    for (std::size_t line = 0; line < order.lines.size(); ++line)
      if (order.ends[order.lines[line].first] == no_line)
        first_lines.push_back(line);
    std::ranges::sort(first_lines, {}, [&](const std::size_t line) {
      return x(order.lines[line].first);
    });

    first_elements = {0};
    for (const std::size_t first : first_lines)
      {
        const double left = x(order.lines[first].first);
        nodes.push_back(left);
        for (std::size_t line = first; line != no_line;
             line             = order.begins[order.lines[line].second])
          {
                        nodes.push_back(x(order.lines[line].second));
                        materials.push_back(mesh.cells[line].id);
          }
        extents.push_back({left, nodes.back()});
        first_elements.push_back(materials.size());
      }
  }

  unsigned int
  BarMesh::bar_of(const std::size_t element) const
  {
    if (extents.size() == 1)
      return 0;
    const auto behind = std::ranges::upper_bound(first_elements, element);
    return static_cast<unsigned int>(behind - first_elements.begin() - 1);
  }

  BarElement
  BarMesh::element(const std::size_t number) const
  {
    const unsigned int bar  = bar_of(number);
    const std::size_t  node = number + bar;
    return {number,
            bar,
            materials.empty() ? bar : materials[number],
            nodes[node],
            nodes[node + 1],
            lengths.empty() ? nodes[node + 1] - nodes[node] : lengths[bar],
            {number == first_elements[bar],
             number + 1 == first_elements[bar + 1]}};
  }
} // namespace percuss
