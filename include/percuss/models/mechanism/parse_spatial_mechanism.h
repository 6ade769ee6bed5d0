// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_spatial_mechanism_h
#define percuss_models_mechanism_parse_spatial_mechanism_h

#include <percuss/models/mechanism/mechanism_texts.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /**
   * A mechanism in space from text, in the form of parse_planar_mechanism(): POINT is
   * the name of a body or of a rod's node (NAME.start, NAME.1, ..., NAME.end),
   * or ground, and three local coordinates [m]; FRAME a name alone. A rotation
   * is a vector r: about its direction, by its length [rad].
   *
   *     bodies    NAME: mass m ; inertia Jx, Jy, Jz [; products Jxy, Jxz, Jyz]
   *               ; at x, y, z [; rotation r ; velocity vx, vy, vz ; angular
   *               velocity wx, wy, wz]
   *               instead of the inertia:  shape box a, b, c  (edges along x,
   *               y, z), shape ball R, shape cylinder R, l (axis z), shape rod
   *               l ; cross section A (round, along x) with a mass or a density
   *               [; copies n_x, n_y, n_z ; spacing dx, dy, dz ; scatter]
   *     rods      NAME: from x, y, z ; length l ; section rectangle w, h
   *               (circle r, pipe r_o, r_i) ; Young's modulus E ; density rho
   *               [; Poisson's ratio: 0.3; rotation r of the first section,
   *               whose normal is its x-axis: 0; curvature k_y, k_z: 0;
   *               elements: 4; degree: 1; velocity of the first node and
   *               angular velocity of all: 0]
   *     joints    NAME: spherical ; POINT ; POINT
   *               NAME: revolute ; POINT ; axis a, b, c ; POINT
   *               NAME: cylindrical ; POINT ; axis a, b, c ; POINT
   *               NAME: prismatic ; POINT ; axis a, b, c ; POINT
   *               NAME: fixed ; POINT ; POINT
   *               NAME: distance ; POINT ; POINT [; length]
   *               NAME: drive ; FRAME ; FRAME ; axis a, b, c ; angle f(t)
   *               [; rate f(t)]
   *     contacts  NAME: point ; POINT ; OBSTACLE
   *               NAME: ball ; POINT ; ball radius r ; OBSTACLE
   *               NAME: rod ROD ; ball radius r ; OBSTACLE
   *               OBSTACLE: plane POINT ; normal a, b, c, or another one of
   *                         rigid_shapes(), as contact_form() says
   *               [; restitution e ; friction mu ; tangential restitution e]
   *     springs   NAME: POINT ; POINT [; stiffness ; free length ; damping ;
   *               preload]
   *     loads     BODY: force fx, fy, fz [; moment mx, my, mz], numbers or
   *               functions of t
   *
   * Positions, rotations, velocities, angular velocities, forces and gravity
   * are in the fixed axes. Inertias, the coordinates of POINTs and moments are
   * in the body's own axes, and the axes of joints and obstacles and normals in
   * those of the frame of the point before them, of a drive in those of the
   * first frame. Products of inertia are entries of the matrix,
   * J_xy = -int x y dm. Curvatures are the rates of the section's turning about
   * its own y and z: with k_z > 0 the rod leaves its x-axis towards y, with
   * k_y > 0 away from z. Joints keep what the second frame's rotation relative
   * to the first is at the start, and angles of drives count from it. A ROD in
   * contact has one with the name "NAME i" at each of its nodes i = 1, 2, ...
   *
   * @param texts            their beams are the rods
   * @param contact_defaults of contacts that do not name them
   * @param time_scale       see parse_planar_mechanism()
   *
   * Throws InputError, which says what was found, where, and what is allowed.
   */
  SpatialMechanismDescription
  parse_spatial_mechanism(const MechanismTexts      &texts,
                          const ParseFunctionOfTime &parse_function,
                          const ContactCoefficients &contact_defaults = {},
                          double                     time_scale       = 1.);
} // namespace percuss

#endif
