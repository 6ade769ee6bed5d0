// SPDX-License-Identifier: Apache-2.0
#include <percuss/mesh/mesh_contents.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Point    = std::array<double, 3>;
    using Contents = MeshContents;

    Point
    difference(const Point &a, const Point &b)
    {
      return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    double
    length(const Point &a)
    {
      return std::hypot(a[0], a[1], a[2]);
    }

    double
    determinant(const Point &a, const Point &b, const Point &c)
    {
      return a[0] * (b[1] * c[2] - b[2] * c[1]) +
             a[1] * (b[2] * c[0] - b[0] * c[2]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]);
    }

    /** The smallest and the largest length, area or volume that the edges of a
     * corner span, negative if they turn the wrong way. */
    std::pair<double, double>
    corner_volumes(const Contents::Element  &cell,
                   const std::vector<Point> &points,
                   const unsigned int        dim)
    {
      const auto x = [&](const unsigned int i) -> const Point & {
        return points[cell.nodes[i]];
      };
      double smallest = std::numeric_limits<double>::max(), largest = -smallest;
      for (unsigned int i = 0; i < 1u << dim; ++i)
        {
          double volume = std::abs(x(1)[0] - x(0)[0]);
          if (dim > 1)
            {
              const unsigned int layer = i / 4 * 4, next = layer + (i + 1) % 4,
                                 last = layer + (i + 3) % 4;
              const Point up          = dim == 2 ? Point{0., 0., 1.} :
                                        i < 4    ? difference(x(i + 4), x(i)) :
                                                   difference(x(i), x(i - 4));
              volume                  = determinant(difference(x(next), x(i)),
                                   difference(x(last), x(i)),
                                   up);
            }
          smallest = std::min(smallest, volume);
          largest  = std::max(largest, volume);
        }
      return {smallest, largest};
    }

    /** Whether a cell turns one way at all corners, of whatever turn. */
    bool
    is_right(const Contents::Element  &cell,
             const std::vector<Point> &points,
             const unsigned int        dim)
    {
      const auto [smallest, largest] = corner_volumes(cell, points, dim);
      const double size = std::max(std::abs(smallest), std::abs(largest));
      return std::isfinite(size) &&
             (smallest > 1e-10 * size || largest < -1e-10 * size);
    }

    /** Whether a triangle or a tetrahedron has an area or a volume, of whatever
     * turn. */
    bool
    has_volume(const Contents::Element  &cell,
               const std::vector<Point> &points,
               const unsigned int        dim)
    {
      std::array<Point, 3> edges{Point{}, Point{}, Point{0., 0., 1.}};
      double               scale = 1.;
      for (unsigned int i = 0; i < dim; ++i)
        {
          edges[i] =
            difference(points[cell.nodes[i + 1]], points[cell.nodes[0]]);
          scale *= length(edges[i]);
        }
      const double volume = std::abs(determinant(edges[0], edges[1], edges[2]));
      return std::isfinite(volume) && volume > 1e-10 * scale;
    }

    void
    check_shape(const Contents          &contents,
                const Contents::Element &cell,
                const MeshText          &text)
    {
      const Contents::Element &first = contents.cells.front();
      if (cell.n_nodes == first.n_nodes)
        return;
      const auto name = [&](const Contents::Element &of) {
        return std::string(name_of_shape(contents.dim, of.n_nodes));
      };
      text.fail("The cell is " + name(cell) + ", that in line " +
                  std::to_string(first.line) + ' ' + name(first) +
                  ", and a mesh has cells of one shape. " +
                  (contents.dim == 2 ?
                     "In Gmsh, 'Recombine Surface {...};' or "
                     "Mesh.RecombineAll = 1 with Mesh.SubdivisionAlgorithm = 1 "
                     "gives quadrilaterals only, without them it gives "
                     "triangles." :
                     "In Gmsh, Mesh.SubdivisionAlgorithm = 2 gives hexahedra "
                     "only, without it and without 'Recombine' it gives "
                     "tetrahedra."),
                cell.line);
    }

    void
    check_place(const Contents          &contents,
                const Contents::Element &cell,
                const MeshText          &text)
    {
      const unsigned int dim = contents.dim;
      if (dim == 2)
        for (unsigned int i = 1; i < cell.n_nodes; ++i)
          {
            const Point &a = contents.points[cell.nodes[0]],
                        &b = contents.points[cell.nodes[i]];
            const double z = contents.points[contents.cells[0].nodes[0]][2];
            if (std::abs(b[2] - z) > 1e-6 * length(difference(b, a)))
              text.fail(
                std::string("The ") + (name_of_shape(dim, cell.n_nodes) + 2) +
                  " is not in the plane of constant z of the first one: "
                  "give a mesh in the plane of x and y.",
                cell.line);
          }
      if (dim == 1)
        for (unsigned int i = 0; i < 2; ++i)
          if (const Point &a = contents.points[cell.nodes[i]];
              a[1] != 0. || a[2] != 0.)
            text.fail("The line is not on the x-axis: its nodes must have "
                      "y = z = 0.",
                      cell.line);
    }
  } // namespace

  void
  check_cells(const MeshContents &contents, const MeshText &text)
  {
    const unsigned int dim = contents.dim;
    if (contents.cells.empty())
      text.fail(std::string("Up to here there are no ") +
                cells_of_dimension(dim) + ", as a mesh of dimension " +
                std::to_string(dim) +
                " has. Save them with the mesh, or change the dimension.");
    for (const auto &cell : contents.cells)
      {
        check_shape(contents, cell, text);
        check_place(contents, cell, text);
        if (contents.has_simplices())
          {
            if (!has_volume(cell, contents.points, dim))
              text.fail(std::string("The ") +
                          (dim == 2 ? "triangle has no area" :
                                      "tetrahedron has no volume") +
                          ": its nodes are in a wrong place.",
                        cell.line);
          }
        else if (!is_right(cell, contents.points, dim))
          text.fail("The cell is turned inside out or flat at a corner: its "
                    "nodes are in a wrong order or place.",
                    cell.line);
      }
  }
} // namespace percuss
