// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_spatial_items_h
#define percuss_models_mechanism_parse_spatial_items_h

#include <percuss/models/mechanism/mechanism_item.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  // One item each of the text of a mechanism in space, in the form that
  // parse_spatial_mechanism.h says. q_0: the configuration at the start, from
  // which relative rotations and lengths are taken.

  /** Adds its name to @p frames. */
  std::vector<SpatialBody>
  parse_spatial_body(MechanismItem &item, std::vector<std::string> &frames);

  MechanismBeam<3>
  parse_rod(MechanismItem &item);

  SpatialJoint
  parse_spatial_joint(MechanismItem         &item,
                      const Eigen::VectorXd &q_0,
                      double                 time_scale);

  /** One contact, or one for each node of a rod. */
  std::vector<SpatialContact>
  parse_spatial_contact(MechanismItem             &item,
                        const ContactCoefficients &defaults);

  /** The turn about the vector behind "rotation" by its length [rad]. */
  Eigen::Quaterniond
  parse_rotation(MechanismItem &item);

  /** A vector that need not be there. */
  Eigen::Vector3d
  vector_or_zero(MechanismItem &item, const std::string &word);
} // namespace percuss

#endif
