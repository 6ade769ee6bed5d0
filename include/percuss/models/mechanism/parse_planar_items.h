// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_planar_items_h
#define percuss_models_mechanism_parse_planar_items_h

#include <percuss/models/mechanism/mechanism_item.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

namespace percuss
{
  // One item of a mechanism's text each, in the form that parse_planar_mechanism.h
  // says. q_0: the positions of the bodies at the start, from which angles and
  // lengths are taken that are not given.

  /** Adds its name to @p frames. */
  std::vector<PlanarBody>
  parse_planar_body(MechanismItem &item, std::vector<std::string> &frames);

  MechanismBeam<2>
  parse_planar_beam(MechanismItem &item);

  PlanarJoint
  parse_planar_joint(MechanismItem         &item,
                     const Eigen::VectorXd &q_0,
                     double                 time_scale);

  /** A beam by its name; half the thickness and which side is left open. */
  struct NamedBeam
  {
    std::string name;
    BeamSide    line;
  };

  /** One contact, the four of a rectangle in a guide, or one for each node of a
   * beam. */
  std::vector<PlanarContact>
  parse_planar_contact(MechanismItem                &item,
                       const std::vector<NamedBeam> &beams,
                       const ContactCoefficients    &defaults);

  PlanarTorsionalSpring
  parse_torsional_spring(MechanismItem &item, const Eigen::VectorXd &q_0);
} // namespace percuss

#endif
