// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/parse_body_contact.h>
#include <percuss/models/mechanism/parse_spatial_items.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace percuss
{
  using Shapes = std::vector<std::pair<std::string, Eigen::Index>>;

  namespace
  {
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

    // Corners may be on an edge. One that turns the other way is in the polygon,
    // and where the turns are more than a whole one, it goes round twice.
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

  const Shapes &
  planar_shapes()
  {
    static const Shapes shapes{{"shape rectangle", 2},
                               {"shape disc", 1},
                               {"shape rod", 1},
                               {"shape capsule", 2},
                               {"shape polygon", any_number}};
    return shapes;
  }

  const Shapes &
  spatial_shapes()
  {
    static const Shapes shapes{{"shape box", 3},
                               {"shape ball", 1},
                               {"shape cylinder", 2},
                               {"shape rod", 1},
                               {"shape capsule", 2},
                               {"shape hull", any_number}};
    return shapes;
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

  bool
  is_fixed_body(const MechanismItem &item)
  {
    return item.has_part("fixed");
  }

  template <int dim>
  CollisionBody<dim>
  parse_fixed_body(MechanismItem &item)
  {
    const Shapes &shapes = dim == 2 ? planar_shapes() : spatial_shapes();
    std::vector<std::string> words{"fixed", "at"};
    if (dim == 3)
      words.emplace_back("rotation");
    for (const auto &[word, n] : shapes)
      if (word != "shape rod")
        words.push_back(word);
    item.classify(words);
    item.refuse_parts_without_word();
    if (!item.text("fixed").empty())
      throw InputError("'fixed' stands alone.");

    CollisionBody<dim> body;
    body.name        = item.name();
    const auto found = std::ranges::find_if(shapes, [&](const auto &shape) {
      return item.has(shape.first);
    });
    if (found == shapes.end())
      throw InputError("A fixed body needs a shape.");
    body.shape = make_convex_shape<dim>(
      body.name, lengths_of_shape(item, found->first, found->second));
    if constexpr (dim == 2)
      {
        const Eigen::VectorXd place = item.numbers("at", 3);
        body.origin                 = place.head<2>();
        body.rotation               = {std::cos(place[2]), std::sin(place[2])};
        body.turn                   = place[2];
      }
    else
      {
        body.origin   = item.vector<3>("at");
        body.rotation = parse_rotation(item);
        body.turn     = vector_or_zero(item, "rotation").norm();
      }
    return body;
  }

  bool
  is_body_contact(const MechanismItem &item)
  {
    return item.has_part("bodies");
  }

  template <int dim>
  BodyContactDescription<dim>
  parse_body_contact(MechanismItem                         &item,
                     const std::vector<CollisionBody<dim>> &bodies,
                     const ContactCoefficients             &defaults)
  {
    item.classify(contact_words<dim>(false, {"bodies"}));
    item.refuse_parts_without_word();
    BodyContactDescription<dim> contact;
    contact.name       = item.name();
    contact.parameters = parse_coefficients(item, defaults);
    for (const std::string &obstacle : obstacle_names<dim>())
      if (item.has(obstacle))
        {
          if (contact.obstacle)
            throw InputError("It has two obstacles; write two contacts.");
          MechanismContact<dim> other;
          parse_obstacle<dim>(item, obstacle, other);
          contact.obstacle = other.obstacle;
          contact.base     = other.base;
        }

    const std::string        text = item.text("bodies");
    std::vector<std::string> candidates;
    for (const auto &body : bodies)
      if (body.shape)
        candidates.push_back(body.name);
    const auto add = [&](const std::string &name) {
      const auto body =
        std::ranges::find(bodies, name, &CollisionBody<dim>::name);
      if (body == bodies.end() || !body->shape)
        throw InputError(
          (body == bodies.end() ? "There is no body '" + name + "'" :
                                  "Body '" + name + "' has no shape") +
          "; with shapes there are: " + mechanism_text::list(candidates) + '.' +
          mechanism_text::did_you_mean(name, candidates));
      if (std::ranges::find(contact.bodies, name, &CollisionBody<dim>::name) !=
          contact.bodies.end())
        throw InputError("It names body '" + name + "' twice.");
      contact.bodies.push_back(*body);
    };
    if (text == "all")
      for (const std::string &name : candidates)
        add(name);
    else
      for (const std::string &name : mechanism_text::pieces(text))
        add(name);
    if (contact.bodies.size() < (contact.obstacle ? 1 : 2))
      throw InputError(contact.obstacle ?
                         "It needs a body with a shape." :
                         "It needs two bodies with shapes, or an obstacle.");
    return contact;
  }

  template std::shared_ptr<const ConvexShape<2>>
  make_convex_shape<2>(const std::string &, const BodyShape &);
  template std::shared_ptr<const ConvexShape<3>>
  make_convex_shape<3>(const std::string &, const BodyShape &);
  template CollisionBody<2>
  parse_fixed_body<2>(MechanismItem &);
  template CollisionBody<3>
  parse_fixed_body<3>(MechanismItem &);
  template BodyContactDescription<2>
  parse_body_contact<2>(MechanismItem &,
                        const std::vector<CollisionBody<2>> &,
                        const ContactCoefficients &);
  template BodyContactDescription<3>
  parse_body_contact<3>(MechanismItem &,
                        const std::vector<CollisionBody<3>> &,
                        const ContactCoefficients &);
} // namespace percuss
