// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/mechanism_parameters.h>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const std::string items =
      " Items 'NAME: ...' are separated by '|', their parts by ';'; a POINT is "
      "the name of a body, or ground, and two local coordinates [m].";
  } // namespace

  void
  MechanismParameters::add_parameters(ParameterHandler &prm)
  {
    prm.enter_subsection("Mechanism");
    prm.add_parameter("bodies",
                      bodies,
                      "Rigid bodies in the plane: 'NAME: mass m ; inertia J ; "
                      "at x, y, angle ; velocity vx, vy, omega', of the centre "
                      "of mass [kg, kg m^2, m, rad, m/s, rad/s]; instead of "
                      "the inertia, or with a density and a thickness of both: "
                      "'shape rectangle w, h', 'shape disc R', 'shape rod l'." +
                        items);
    prm.add_parameter("beams",
                      beams,
                      "Elastic beams that may turn through any angle: 'NAME: "
                      "from x, y ; angle a ; length l ; elements n ; degree p "
                      "; section rectangle w, h ; Young's modulus E ; "
                      "Poisson's ratio nu ; density rho ; velocity vx, vy, "
                      "omega' (of the first node, with which it moves as a "
                      "rigid body at first), also 'section circle r', 'section "
                      "pipe r_o, r_i' and 'curvature k'. Their nodes "
                      "NAME.start, NAME.1, ..., NAME.end are as good as "
                      "bodies in joints, contacts, springs and loads." +
                        items);
    prm.add_parameter("joints",
                      joints,
                      "'NAME: revolute ; POINT ; POINT', 'NAME: prismatic ; "
                      "POINT ; direction a, b ; POINT', 'NAME: fixed ; POINT ; "
                      "POINT', 'NAME: distance ; POINT ; POINT', 'NAME: drive "
                      "; BODY ; BODY ; angle f(t)': the motion of the second "
                      "relative to the first." +
                        items);
    prm.add_parameter("contacts",
                      contacts,
                      "'NAME: point ; POINT ; OBSTACLE', 'NAME: disc ; POINT ; "
                      "disc radius r ; OBSTACLE' with 'line POINT ; normal a, "
                      "b', 'circle POINT ; radius R' or 'inside circle POINT ; "
                      "radius R'; 'NAME: rectangle ; POINT ; half lengths a, b "
                      "; guide POINT ; direction a, b ; clearance c'. With "
                      "'restitution e ; friction mu' unless those of section "
                      "'Contact' hold." +
                        items);
    prm.add_parameter("springs",
                      springs,
                      "'NAME: POINT ; POINT ; stiffness k ; free length l ; "
                      "damping c ; preload T', 'NAME: torsional ; BODY ; BODY "
                      "; stiffness k ; free angle a ; damping c'." +
                        items);
    prm.add_parameter("loads",
                      loads,
                      "'BODY: force fx, fy ; moment m' at centres of mass "
                      "[N, N m], numbers or expressions of t.");
    prm.add_parameter("gravity",
                      gravity,
                      "Acceleration [m/s^2], components separated by ','.");
    prm.leave_subsection();
  }
} // namespace percuss
