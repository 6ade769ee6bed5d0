// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_planar_mechanism_h
#define percuss_models_mechanism_parse_planar_mechanism_h

#include <percuss/models/mechanism/mechanism_texts.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

namespace percuss
{
  /**
   * A mechanism from text. Items are separated by '|' and begin with their name
   * and ':'; parts of an item are separated by ';', each begins with a word.
   * POINT is the name of a body or of a beam's node (NAME.start, NAME.1, ...,
   * NAME.end), or ground, and two local coordinates [m];
   * FRAME a name alone. Brackets mark what may be left out.
   *
   *     bodies    NAME: mass m ; inertia J ; at x, y, angle ; velocity
   *               vx, vy, omega
   *               instead of the inertia, or of both:  shape rectangle w, h
   *               (shape disc R, shape rod l) with a mass, or with a density
   *               and a thickness (of a rod its cross section)
   *               [velocity: 0, 0, 0; thickness: 1]; shape capsule R, l,
   *               shape polygon x, y, ...; or NAME: fixed ; shape ... ; at ...
   *     beams     NAME: from x, y ; length l ; section rectangle w, h (circle
   *               r, pipe r_o, r_i) ; Young's modulus E ; density rho
   *               [; Poisson's ratio: 0.3; angle: 0; curvature: 0; elements: 4;
   *               degree: 1; velocity vx, vy, omega of the first node: 0, 0, 0]
   *     joints    NAME: revolute ; POINT ; POINT
   *               NAME: prismatic ; POINT ; direction a, b ; POINT [; angle]
   *               NAME: fixed ; POINT ; POINT [; angle]
   *               NAME: distance ; POINT ; POINT [; length]
   *               NAME: drive ; FRAME ; FRAME ; angle f(t) [; rate f(t)]
   *               [angle, length: those of the bodies' first positions]
   *     contacts  NAME: point ; POINT ; OBSTACLE
   *               NAME: disc ; POINT ; disc radius r ; OBSTACLE
   *               NAME: beam BEAM ; disc radius r ; OBSTACLE, at all its nodes
   *               NAME: rectangle ; POINT ; half lengths a, b ; guide POINT ;
   *               direction a, b ; clearance c
   *               NAME: bodies A, B, ... (all) [; OBSTACLE]
   *               OBSTACLE: line POINT ; normal a, b, or another one of
   *                         rigid_shapes(), as contact_form() says
   *                         beam NAME ; side left (right) [; half thickness t]
   *               [; restitution e ; friction mu ; tangential restitution e]
   *     springs   NAME: POINT ; POINT [; stiffness ; free length ; damping ;
   *               preload]     [free length: that of the first positions]
   *               NAME: torsional ; FRAME ; FRAME [; stiffness ; free angle ;
   *               damping]     [free angle: that of the first positions]
   *     loads     BODY: force fx, fy [; moment m], numbers or functions of t
   *
   * A function of t that does not name it is a number, and may be written for
   * one: `at 0, 0, pi/2`. A rectangle in a guide makes the four contacts of
   * slider_in_guide(), a beam one at each of its nodes, "NAME 1", ... Joints
   * and relative angles are of the second frame relative to the first. A rate
   * that is not given is a difference of the angle over times of about 1e-3 @p
   * time_scale [s], with about eleven digits.
   *
   * @param contact_defaults of contacts that do not name them
   *
   * Throws InputError, which says what was found, where, and what is allowed.
   */
  PlanarMechanismDescription
  parse_planar_mechanism(const MechanismTexts      &texts,
                         const ParseFunctionOfTime &parse_function,
                         const ContactCoefficients &contact_defaults = {},
                         double                     time_scale       = 1.);
} // namespace percuss

#endif
