// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/refine_simplices.h>

#include <algorithm>
#include <unordered_map>

namespace percuss
{
  namespace
  {
    using Node = std::uint32_t;

    /** The middles of edges, each a node once. */
    class Middles
    {
    public:
      explicit Middles(std::vector<std::array<double, 3>> &points)
        : points(points)
      {}

      Node
      operator()(const Node a, const Node b)
      {
        const std::uint64_t key =
          (static_cast<std::uint64_t>(std::max(a, b)) << 32) | std::min(a, b);
        const auto [known, is_new] =
          numbers.try_emplace(key, static_cast<Node>(points.size()));
        if (is_new)
          {
            std::array<double, 3> middle;
            for (unsigned int d = 0; d < 3; ++d)
              middle[d] = 0.5 * (points[a][d] + points[b][d]);
            points.push_back(middle);
          }
        return known->second;
      }

    private:
      std::vector<std::array<double, 3>>     &points;
      std::unordered_map<std::uint64_t, Node> numbers;
    };

    double
    squared_distance(const std::array<double, 3> &a,
                     const std::array<double, 3> &b)
    {
      double sum = 0.;
      for (unsigned int d = 0; d < 3; ++d)
        sum += (a[d] - b[d]) * (a[d] - b[d]);
      return sum;
    }

    /** An element of the first of these nodes. */
    template <std::size_t n>
    Mesh::Element<n>
    element(const std::initializer_list<Node> nodes, const unsigned int id)
    {
      Mesh::Element<n> result{{}, id};
      std::ranges::copy(nodes, result.nodes.begin());
      return result;
    }

    template <std::size_t n>
    void
    cut_line(const Mesh::Element<n>        &line,
             Middles                       &middle,
             std::vector<Mesh::Element<n>> &parts)
    {
      const auto [a, b] = std::pair(line.nodes[0], line.nodes[1]);
      const Node ab     = middle(a, b);
      parts.push_back(element<n>({a, ab}, line.id));
      parts.push_back(element<n>({ab, b}, line.id));
    }

    template <std::size_t n>
    void
    cut_triangle(const Mesh::Element<n>        &triangle,
                 Middles                       &middle,
                 std::vector<Mesh::Element<n>> &parts)
    {
      const Node a = triangle.nodes[0], b = triangle.nodes[1],
                 c  = triangle.nodes[2];
      const Node ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      for (const auto &nodes : {std::initializer_list<Node>{a, ab, ca},
                                {ab, b, bc},
                                {ca, bc, c},
                                {ab, bc, ca}})
        parts.push_back(element<n>(nodes, triangle.id));
    }

    void
    cut_tetrahedron(const Mesh::Element<8>                   &cell,
                    const std::vector<std::array<double, 3>> &points,
                    Middles                                  &middle,
                    std::vector<Mesh::Element<8>>            &parts)
    {
      const Node a = cell.nodes[0], b = cell.nodes[1], c = cell.nodes[2],
                 d  = cell.nodes[3];
      const Node ab = middle(a, b), ac = middle(a, c), ad = middle(a, d),
                 bc = middle(b, c), bd = middle(b, d), cd = middle(c, d);
      for (const auto &nodes : {std::initializer_list<Node>{a, ab, ac, ad},
                                {ab, b, bc, bd},
                                {ac, bc, c, cd},
                                {ad, bd, cd, d}})
        parts.push_back(element<8>(nodes, cell.id));
      // a diagonal, and the other nodes of the octahedron around it
      using Diagonal = std::array<Node, 6>;
      const Diagonal diagonals[]{{ab, cd, ac, bc, bd, ad},
                                 {ac, bd, ab, bc, cd, ad},
                                 {ad, bc, ab, ac, cd, bd}};
      const auto     length = [&](const Diagonal &nodes) {
        return squared_distance(points[nodes[0]], points[nodes[1]]);
      };
      const Diagonal *shortest = &diagonals[0];
      for (const Diagonal &other : diagonals) // by more than rounding
        if (length(other) < (1. - 1e-10) * length(*shortest))
          shortest = &other;
      for (unsigned int i = 0; i < 4; ++i)
        parts.push_back(element<8>({(*shortest)[0],
                                    (*shortest)[1],
                                    (*shortest)[2 + i],
                                    (*shortest)[2 + (i + 1) % 4]},
                                   cell.id));
    }
  } // namespace

  void
  refine_simplices(Mesh &mesh, const unsigned int dim)
  {
    Middles                       middle(mesh.points);
    std::vector<Mesh::Element<8>> cells;
    cells.reserve(mesh.cells.size() << dim);
    for (const auto &cell : mesh.cells)
      if (dim == 2)
        cut_triangle(cell, middle, cells);
      else
        cut_tetrahedron(cell, mesh.points, middle, cells);
    std::vector<Mesh::Element<4>> faces;
    faces.reserve(mesh.faces.size() << (dim - 1));
    for (const auto &face : mesh.faces)
      if (dim == 2)
        cut_line(face, middle, faces);
      else
        cut_triangle(face, middle, faces);
    mesh.cells = std::move(cells);
    mesh.faces = std::move(faces);
  }
} // namespace percuss
