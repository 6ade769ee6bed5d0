// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_make_rows_h
#define percuss_models_mechanism_make_rows_h

#include <percuss/models/mechanism/mechanism_row.h>

namespace percuss
{
  // Rows of joints and contacts. They throw InputError for values out of range
  // and for items within one frame.

  /** The shape of an obstacle of an item such as "contact 'tip'". */
  template <int dim>
  std::shared_ptr<const RigidShape<dim>>
  make_obstacle(const std::string &item, const ContactObstacle<dim> &obstacle);

  /** A row of a joint, x = x_2, p = x_1; its kind and axis are left open. */
  template <int dim>
  MechanismRow<dim>
  joint_row(const MechanismJoint<dim> &joint);

  /** n.(x_2 - x_1), n fixed in the first frame. */
  template <int dim>
  MechanismRow<dim>
  normal_row(const MechanismJoint<dim>        &joint,
             const Eigen::Vector<double, dim> &n);

  /** |x_2 - x_1| - length */
  template <int dim>
  MechanismRow<dim>
  distance_row(const MechanismJoint<dim> &joint);

  /** The angle of a drive. @pre there is a motion */
  template <int dim>
  MechanismRow<dim>
  drive_row(const MechanismJoint<dim> &joint);

  /** The first row of a contact with a rigid obstacle. */
  template <int dim>
  MechanismRow<dim>
  contact_row(const MechanismContact<dim> &contact);
} // namespace percuss

#endif
