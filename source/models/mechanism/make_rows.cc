// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/ball.h>
#include <percuss/constraints/geometry/plane.h>
#include <percuss/models/mechanism/make_rows.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <cassert>

namespace percuss
{
  namespace
  {
    template <int dim>
    std::string
    name_of_joint(const MechanismJoint<dim> &joint)
    {
      return "joint '" + joint.name + "'";
    }
  } // namespace

  template <int dim>
  std::shared_ptr<const RigidShape<dim>>
  make_obstacle(const std::string &item, const ContactObstacle<dim> &obstacle)
  {
    assert(obstacle.kind);
    const auto &fields = obstacle.kind->fields;
    assert(obstacle.values.size() == fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
      {
        const char *const      name  = fields[i].name.c_str();
        const Eigen::VectorXd &value = obstacle.values[i];
        assert(value.size() == fields[i].n_values(dim));
        if (fields[i].kind == ShapeField::Kind::direction)
          require_positive(item, name, value.norm());
        else
          for (const double length : value)
            require_positive(item, name, length);
      }
    return obstacle.kind->make(obstacle.values);
  }

  template <int dim>
  MechanismRow<dim>
  joint_row(const MechanismJoint<dim> &joint)
  {
    const std::string item = name_of_joint(joint);
    require_two_frames(item, joint.first.frame, joint.second.frame);
    MechanismRow<dim> row;
    row.x        = joint.second;
    row.p        = joint.first;
    row.relative = joint.relative;
    if constexpr (dim == 2)
      require_finite(item, "angle", joint.relative);
    else
      {
        require_positive(item,
                         "norm of the relative rotation",
                         joint.relative.norm());
        row.relative.normalize();
      }
    return row;
  }

  template <int dim>
  MechanismRow<dim>
  normal_row(const MechanismJoint<dim>        &joint,
             const Eigen::Vector<double, dim> &n)
  {
    MechanismRow<dim> row = joint_row(joint);
    row.kind              = MechanismRow<dim>::Kind::shape;
    row.shape             = std::make_shared<Plane<dim>>(n);
    return row;
  }

  template <int dim>
  MechanismRow<dim>
  distance_row(const MechanismJoint<dim> &joint)
  {
    MechanismRow<dim> row = joint_row(joint);
    require_positive(name_of_joint(joint), "length", joint.length);
    row.kind  = MechanismRow<dim>::Kind::shape;
    row.shape = std::make_shared<Ball<dim>>(joint.length);
    return row;
  }

  template <int dim>
  MechanismRow<dim>
  drive_row(const MechanismJoint<dim> &joint)
  {
    assert(joint.motion.value && joint.motion.rate);
    MechanismRow<dim> row = joint_row(joint);
    row.kind              = MechanismRow<dim>::Kind::angle;
    row.motion            = joint.motion;
    return row;
  }

  template <int dim>
  MechanismRow<dim>
  contact_row(const MechanismContact<dim> &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_two_frames(item, contact.point.frame, contact.base.frame);
    require_not_negative(item,
                         dim == 2 ? "disc radius" : "ball radius",
                         contact.ball_radius);
    MechanismRow<dim> row;
    row.kind        = MechanismRow<dim>::Kind::shape;
    row.x           = contact.point;
    row.p           = contact.base;
    row.ball_radius = contact.ball_radius;
    row.shape       = make_obstacle(item, contact.obstacle);
    // where the base point is inside a cavity
    if (const double room =
          row.shape->signed_distance(Eigen::Vector<double, dim>::Zero());
        room > 0.)
      require_positive(item, "play R - r", room - contact.ball_radius);
    return row;
  }

  template std::shared_ptr<const RigidShape<2>>
  make_obstacle(const std::string &, const ContactObstacle<2> &);
  template std::shared_ptr<const RigidShape<3>>
  make_obstacle(const std::string &, const ContactObstacle<3> &);
  template MechanismRow<2>
  joint_row(const MechanismJoint<2> &);
  template MechanismRow<3>
  joint_row(const MechanismJoint<3> &);
  template MechanismRow<2>
  normal_row(const MechanismJoint<2> &, const Eigen::Vector2d &);
  template MechanismRow<3>
  normal_row(const MechanismJoint<3> &, const Eigen::Vector3d &);
  template MechanismRow<2>
  distance_row(const MechanismJoint<2> &);
  template MechanismRow<3>
  distance_row(const MechanismJoint<3> &);
  template MechanismRow<2>
  drive_row(const MechanismJoint<2> &);
  template MechanismRow<3>
  drive_row(const MechanismJoint<3> &);
  template MechanismRow<2>
  contact_row(const MechanismContact<2> &);
  template MechanismRow<3>
  contact_row(const MechanismContact<3> &);
} // namespace percuss
