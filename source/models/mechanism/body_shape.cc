// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/body_shape.h>
#include <percuss/models/mechanism/frame.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace percuss
{
  namespace
  {
    struct ShapeWord
    {
      std::string  word;
      Eigen::Index n_lengths; ///< 0 of coordinates
      const char  *meaning;
    };

    template <int dim>
    const std::vector<ShapeWord> &
    all_shapes()
    {
      static const std::vector<ShapeWord> shapes =
        dim == 2 ?
          std::vector<ShapeWord>{
            {"shape rectangle", 2, "Width and height of a rectangle."},
            {"shape disc", 1, "Radius of a disc."},
            {"shape rod", 1, "Length of a rod, mass along a line."},
            {"shape capsule",
             2,
             "R and l of a capsule: all points within R of a line of the "
             "length l along x."},
            {"shape polygon",
             0,
             "Corners x_1, y_1, x_2, y_2, ... of a convex polygon in their "
             "order; moved so that its centroid is the origin."}} :
          std::vector<ShapeWord>{
            {"shape box", 3, "Edges of a box along its axes."},
            {"shape ball", 1, "Radius of a ball."},
            {"shape cylinder", 2, "Radius and length of a cylinder along z."},
            {"shape rod",
             1,
             "Length of a rod along x, mass along a line; with a cross "
             "section."},
            {"shape capsule",
             2,
             "R and l of a capsule: all points within R of a line of the "
             "length l along z."},
            {"shape hull",
             0,
             "Points x_1, y_1, z_1, x_2, ... with a convex hull; moved so that "
             "its centroid is the origin."}};
      return shapes;
    }

    /** Points from their coordinates in a row. */
    template <int dim>
    std::vector<Eigen::Vector<double, dim>>
    points_of(const Eigen::VectorXd &coordinates)
    {
      if (coordinates.size() % dim != 0)
        throw InputError("It has " + std::to_string(coordinates.size()) +
                         " coordinates; a point has " + std::to_string(dim) +
                         '.');
      std::vector<Eigen::Vector<double, dim>> points;
      for (Eigen::Index i = 0; i < coordinates.size(); i += dim)
        points.push_back(coordinates.segment<dim>(i));
      return points;
    }

    // Corners may be on an edge. One that turns the other way is in the
    // polygon, and where the turns are more than a whole one, it goes round
    // twice.
    void
    check_is_convex(const std::vector<Eigen::Vector2d> &corners)
    {
      std::vector<Eigen::Vector2d> edges;
      double                       size = 0., area = 0.;
      for (std::size_t i = 0; i < corners.size(); ++i)
        {
          const auto &x = corners[i], &next = corners[(i + 1) % corners.size()];
          edges.push_back(next - x);
          size = std::max(size, (x - corners[0]).norm());
          area += cross(x - corners[0], next - corners[0]);
        }
      const double    side     = area < 0. ? -1. : 1.;
      double          all      = 0.;
      Eigen::Vector2d incoming = Eigen::Vector2d::Zero();
      for (const auto &edge : edges)
        if (edge.norm() > 0.)
          incoming = edge;
      for (std::size_t i = 0; i < edges.size(); ++i)
        {
          if (edges[i].norm() == 0.)
            continue;
          const double inside = side * cross(incoming, edges[i]);
          all += std::atan2(inside, incoming.dot(edges[i]));
          if (inside < -1e-6 * size * (incoming + edges[i]).norm() ||
              all > 2. * std::numbers::pi + 0.1)
            throw InputError(
              "It is not convex at its corner " + std::to_string(i + 1) +
              ", (" + short_text(corners[i][0]) + ", " +
              short_text(corners[i][1]) +
              "), or its corners are not in their order around it. Write them "
              "in that order, and a body that is not convex as several convex "
              "ones with 'fixed' joints.");
          incoming = edges[i];
        }
    }

    template <int dim>
    ConvexShape<dim>
    shape_of(const BodyShape &shape)
    {
      const Eigen::VectorXd &l = shape.lengths;
      if (shape.word == "shape disc" || shape.word == "shape ball")
        return round_shape<dim>(0., l[0]);
      if (shape.word == "shape capsule")
        return round_shape<dim>(l[1], l[0]);
      if (shape.word == "shape rectangle" || shape.word == "shape box")
        return box_shape<dim>(l);
      if constexpr (dim == 3)
        if (shape.word == "shape cylinder")
          return cylinder_shape(l[0], l[1]);
      const auto             points = points_of<dim>(l);
      const ConvexShape<dim> hull   = convex_hull<dim>(points);
      if constexpr (dim == 2)
        check_is_convex(points);
      return moved<dim>(hull, -volume_moments(hull).centroid);
    }
  } // namespace

  template <int dim>
  void
  declare_shapes(Item &item, const bool have_mass)
  {
    for (const ShapeWord &shape : all_shapes<dim>())
      if (have_mass || shape.word != "shape rod")
        item.know(shape.word + " [m]",
                  shape.meaning,
                  Eigen::VectorXd(shape.n_lengths));
  }

  template <int dim>
  std::optional<BodyShape>
  parse_shape(Item &item)
  {
    for (const auto &[word, n, meaning] : all_shapes<dim>())
      if (item.has(word))
        {
          BodyShape shape{word, item.get(word, Eigen::VectorXd(n)), {}};
          if (n > 0)
            for (const double length : shape.lengths)
              require_positive("body '" + item.name() + "'", "length", length);
          return shape;
        }
    return {};
  }

  void
  parse_mass_of_shape(Item &item, BodyShape &shape)
  {
    const bool has_mass = item.has("mass");
    if (has_mass == item.has("density"))
      throw InputError(has_mass ?
                         "It has both a mass and a density; write one." :
                         "Its shape needs a mass or a density.");
    if (has_mass)
      shape.mass = item.get<double>("mass");
    else
      shape.density = item.get<double>("density");
  }

  template <int dim>
  std::shared_ptr<const ConvexShape<dim>>
  make_convex_shape(const std::string &body, const BodyShape &shape)
  {
    if (shape.word == "shape rod")
      return nullptr;
    try
      {
        return std::make_shared<ConvexShape<dim>>(shape_of<dim>(shape));
      }
    catch (const InputError &error)
      {
        throw InputError("The shape of body '" + body + "': " + error.what());
      }
  }

  template void
  declare_shapes<2>(Item &, bool);
  template void
  declare_shapes<3>(Item &, bool);
  template std::optional<BodyShape>
  parse_shape<2>(Item &);
  template std::optional<BodyShape>
  parse_shape<3>(Item &);
  template std::shared_ptr<const ConvexShape<2>>
  make_convex_shape(const std::string &, const BodyShape &);
  template std::shared_ptr<const ConvexShape<3>>
  make_convex_shape(const std::string &, const BodyShape &);
} // namespace percuss
