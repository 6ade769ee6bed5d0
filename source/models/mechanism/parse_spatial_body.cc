// SPDX-License-Identifier: Apache-2.0
#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/parse_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>
#include <percuss/models/mechanism/solid_shapes.h>

namespace percuss
{
  namespace
  {
    SolidShape
    solid(MechanismItem &item, const BodyShape &shape)
    {
      const Eigen::VectorXd &l = shape.lengths;
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
      const auto      shape    = parse_shape(item,
                                     {{"shape box", 3},
                                              {"shape ball", 1},
                                              {"shape cylinder", 2},
                                              {"shape rod", 1}});
      Eigen::Vector3d diagonal = Eigen::Vector3d::Zero();
      if (shape)
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

  SpatialBody
  parse_spatial_body(MechanismItem &item, std::vector<std::string> &frames)
  {
    add_body_name(item.name(), contact_words<3>(true, {}), frames);
    item.classify({"mass",
                   "inertia",
                   "products",
                   "density",
                   "cross section",
                   "at",
                   "rotation",
                   "velocity",
                   "angular velocity",
                   "shape box",
                   "shape ball",
                   "shape cylinder",
                   "shape rod"});
    item.refuse_parts_without_word();

    SpatialBody body;
    body.name = item.name();
    parse_inertia(item, body);
    body.position    = item.vector<3>("at");
    body.orientation = parse_rotation(item);
    body.velocity    = vector_or_zero(item, "velocity");
    body.angular_velocity =
      body.orientation.conjugate() * vector_or_zero(item, "angular velocity");
    return body;
  }
} // namespace percuss
