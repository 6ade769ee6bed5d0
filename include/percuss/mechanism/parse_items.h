// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanism_parse_items_h
#define percuss_mechanism_parse_items_h

#include <percuss/mechanism/mechanism_item.h>

namespace percuss
{
  // One item of a mechanism's text each, in the form that parse_mechanism.h
  // says. q_0: the positions of the bodies at the start, from which angles and
  // lengths are taken that are not given.

  PlanarBody
  parse_body(MechanismItem &item);

  MechanismBeam
  parse_beam(MechanismItem &item);

  Joint
  parse_joint(MechanismItem         &item,
              const Eigen::VectorXd &q_0,
              double                 time_scale);

  /** One contact, or the four of a rectangle in a guide. */
  std::vector<Contact>
  parse_contact(MechanismItem &item, const ContactCoefficients &defaults);

  TranslationalSpring
  parse_spring(MechanismItem &item, const Eigen::VectorXd &q_0);

  TorsionalSpring
  parse_torsional_spring(MechanismItem &item, const Eigen::VectorXd &q_0);

  std::vector<CoordinateLoad>
  parse_load(MechanismItem &item);
} // namespace percuss

#endif
