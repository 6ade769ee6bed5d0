// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/parse_body_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>
#include <percuss/models/mechanism/solid_shapes.h>

namespace percuss
{
  namespace
  {
    /** The volume, and J/m. */
    std::pair<double, Eigen::Matrix3d>
    of_hull(const ConvexShape<3> &hull)
    {
      const auto            moments = volume_moments(hull);
      const Eigen::Matrix3d S       = moments.second / moments.volume;
      return {moments.volume, S.trace() * Eigen::Matrix3d::Identity() - S};
    }

    SolidShape
    solid(MechanismItem &item, const BodyShape &shape)
    {
      const Eigen::VectorXd &l = shape.lengths;
      if (shape.word == "shape capsule")
        return capsule(l[0], l[1]);
      if (shape.word == "shape rod")
        return rod(l[0], item.number("cross section"));
      return shape.word == "shape box"  ? box(l) :
             shape.word == "shape ball" ? ball(l[0]) :
                                          cylinder(l[0], l[1]);
    }

    /** Sets the mass and the inertia. */
    void
    parse_inertia(MechanismItem &item, SpatialBody &body)
    {
      const auto      shape    = parse_shape(item, spatial_shapes());
      Eigen::Vector3d diagonal = Eigen::Vector3d::Zero();
      if (shape)
        body.shape = make_convex_shape<3>(body.name, *shape);
      if (shape && shape->word == "shape hull")
        {
          const auto [volume, J] = of_hull(*body.shape);
          body.mass = shape->mass ? *shape->mass : shape->density * volume;
          if (!item.has("inertia"))
            {
              body.inertia = body.mass * J;
              if (item.has("products"))
                throw InputError("The products of inertia of a hull are known; "
                                 "with others write all of its inertia.");
              return;
            }
        }
      else if (shape)
        {
          const SolidShape s = solid(item, *shape);
          body.mass = shape->mass ? *shape->mass : shape->density * s.volume;
          diagonal  = body.mass * s.squared_gyration;
        }
      else
        body.mass = item.number("mass");
      if (!shape || item.has("inertia"))
        diagonal = item.vector<3>("inertia");
      const Eigen::Vector3d products = vector_or_zero(item, "products");
      body.inertia << diagonal[0], products[0], products[1], //
        products[0], diagonal[1], products[2],               //
        products[1], products[2], diagonal[2];
    }
  } // namespace

  Eigen::Quaterniond
  parse_rotation(MechanismItem &item)
  {
    return exponential(vector_or_zero(item, "rotation"));
  }

  Eigen::Vector3d
  vector_or_zero(MechanismItem &item, const std::string &word)
  {
    if (item.has(word))
      return item.vector<3>(word);
    return Eigen::Vector3d::Zero();
  }

  std::vector<SpatialBody>
  parse_spatial_body(MechanismItem &item, std::vector<std::string> &frames)
  {
    item.classify({"mass",
                   "inertia",
                   "products",
                   "density",
                   "cross section",
                   "at",
                   "rotation",
                   "velocity",
                   "angular velocity",
                   "copies",
                   "spacing",
                   "scatter",
                   "shape box",
                   "shape ball",
                   "shape cylinder",
                   "shape rod",
                   "shape capsule",
                   "shape hull"});
    item.refuse_parts_without_word();

    SpatialBody body;
    body.name = item.name();
    parse_inertia(item, body);
    body.position    = item.vector<3>("at");
    body.orientation = parse_rotation(item);
    body.turn        = vector_or_zero(item, "rotation").norm();
    body.velocity    = vector_or_zero(item, "velocity");
    body.angular_velocity =
      body.orientation.conjugate() * vector_or_zero(item, "angular velocity");
    return copies_of(body, parse_copies<3>(item), [&](const std::string &name) {
      add_body_name(name, contact_words<3>(true, {}), frames);
    });
  }
} // namespace percuss
