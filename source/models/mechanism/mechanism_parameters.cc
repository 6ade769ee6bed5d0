// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/input/item_text.h>
#include <percuss/models/mechanism/mechanism_parameters.h>

namespace percuss
{
  namespace
  {
    /** What the entries of a section mean. */
    struct Meanings
    {
      const char *items;
      const char *bodies, *beams, *joints, *contacts, *springs, *loads;
    };

    /** "'line POINT ; normal a, b', ... or 'beam NAME ; ...'" */
    template <int dim>
    std::string
    obstacle_forms()
    {
      std::vector<std::string> forms;
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        forms.push_back(contact_form(kind));
      if (dim == 2)
        forms.emplace_back("beam NAME ; side left (right) ; half thickness t");
      return item_text::one_of(forms);
    }

    const Meanings in_the_plane{
      " Items 'NAME: ...' are separated by '|', their parts by ';'; a POINT is "
      "the name of a body, or ground, and two local coordinates [m].",

      "Rigid bodies in the plane: 'NAME: mass m ; inertia J ; at x, y, angle ; "
      "velocity vx, vy, omega', of the centre of mass [kg, kg m^2, m, rad, "
      "m/s, rad/s]; instead of the inertia, or with a density and a thickness "
      "of both: 'shape rectangle w, h', 'shape disc R', 'shape rod l', 'shape "
      "capsule R, l' (along x), 'shape polygon x_1, y_1, x_2, y_2, ...' "
      "(convex, corners in order; moved so that its centroid is the origin). "
      "'NAME: fixed ; shape ... ; at x, y, angle' is an obstacle of contacts of "
      "bodies. 'copies n_x, n_y ; spacing dx, dy ; scatter s' makes a lattice of "
      "bodies, NAME1, NAME2, ..., from that place on, each moved by up to s along "
      "the axes.",

      "Elastic beams that may turn through any angle: 'NAME: from x, y ; angle "
      "a ; length l ; elements n ; degree p ; mass matrix consistent (lumped, "
      "blended) ; section rectangle w, h ; Young's "
      "modulus E ; Poisson's ratio nu ; density rho ; velocity vx, vy, omega' "
      "(of the first node, with which it moves as a rigid body at first), also "
      "'section circle r', 'section pipe r_o, r_i' and 'curvature k'. Their "
      "nodes NAME.start, NAME.1, ..., NAME.end are as good as bodies in "
      "joints, contacts, springs and loads.",

      "'NAME: revolute ; POINT ; POINT', 'NAME: prismatic ; POINT ; direction "
      "a, b ; POINT', 'NAME: fixed ; POINT ; POINT', 'NAME: distance ; POINT ; "
      "POINT', 'NAME: drive ; BODY ; BODY ; angle f(t)': the motion of the "
      "second relative to the first.",

      "'NAME: point ; POINT ; OBSTACLE', 'NAME: disc ; POINT ; disc radius r ; "
      "OBSTACLE' or, at all nodes of a beam, 'NAME: beam BEAM ; disc radius r "
      "; OBSTACLE'; 'NAME: rectangle ; POINT ; half lengths a, b ; guide POINT "
      "; direction a, b ; clearance c'. 'NAME: bodies A, B, ...' are the "
      "contacts of all pairs of bodies with shapes, fixed ones too, 'bodies "
      "all' of all of them, and 'NAME: bodies A, B, ... ; OBSTACLE' of each "
      "with a line or the inside of a circle; discs with any obstacle.",

      "'NAME: POINT ; POINT ; stiffness k ; free length l ; damping c ; "
      "preload T', 'NAME: bumper ; POINT ; POINT ; stiffness k ; free length l "
      "; exponent n ; dissipation chi' (compliant contact of balls, l the sum of "
      "their radii, n = 1.5 of Hertz), 'NAME: torsional ; BODY ; BODY ; "
      "stiffness k ; free angle a ; damping c'.",

      "'BODY: force fx, fy ; moment m' at centres of mass [N, N m], numbers or "
      "expressions of t."};

    const Meanings in_space{
      " Items 'NAME: ...' are separated by '|', their parts by ';'; a POINT is "
      "the name of a body, or ground, and three local coordinates [m].",

      "Rigid bodies: 'NAME: mass m ; inertia Jx, Jy, Jz ; at x, y, z ; "
      "rotation rx, ry, rz ; velocity vx, vy, vz ; angular velocity wx, wy, "
      "wz' [kg, kg m^2, m, rad, m/s, rad/s]: the inertia about the centre of "
      "mass in the body's own axes, also 'products Jxy, Jxz, Jyz' (-int x y "
      "dm), all others in the fixed axes; the rotation by its length about its "
      "direction. Instead of the inertia 'shape box a, b, c', 'shape ball R', "
      "'shape cylinder R, l' (axis z), 'shape rod l ; cross section A' (along "
      "x), with a mass or a density, also 'shape "
      "capsule R, l' (axis z) and 'shape hull x_1, y_1, z_1, x_2, ...' (convex "
      "hull; moved so that its centroid is the origin). 'NAME: fixed ; shape "
      "... ; at x, y, z ; rotation rx, ry, rz' is an obstacle of contacts of "
      "bodies. 'copies n_x, n_y, n_z ; spacing dx, dy, dz ; scatter s' makes a "
      "lattice of bodies, NAME1, NAME2, ..., from that place on, each moved by "
      "up to s along the axes.",

      "Elastic rods that may turn through any angle: 'NAME: from x, y, z ; "
      "rotation rx, ry, rz ; length l ; elements n ; degree p ; mass matrix "
      "consistent (lumped, blended) ; section "
      "rectangle w, h ; Young's modulus E ; Poisson's ratio nu ; density rho ; "
      "velocity vx, vy, vz ; angular velocity wx, wy, wz' (velocity of the "
      "first node, rotation of the first section, whose x-axis is the rod's, y "
      "along h; it moves as a rigid body at first), also 'section circle r', "
      "'section pipe r_o, r_i' and 'curvature k_y, k_z'. Their nodes "
      "NAME.start, NAME.1, ..., NAME.end are as good as bodies in joints, "
      "contacts, springs and loads.",

      "'NAME: spherical ; POINT ; POINT', 'NAME: revolute ; POINT ; axis a, b, "
      "c ; POINT', also cylindrical or prismatic, 'NAME: fixed ; POINT ; "
      "POINT', 'NAME: distance ; POINT ; POINT ; length l', 'NAME: drive ; "
      "BODY ; BODY ; axis a, b, c ; angle f(t)': the motion of the second "
      "relative to the first, since the start. Axes are in the first body's.",

      "'NAME: point ; POINT ; OBSTACLE', 'NAME: ball ; POINT ; ball radius r ; "
      "OBSTACLE' or, at all nodes of a rod, 'NAME: rod ROD ; ball radius r ; "
      "OBSTACLE'. 'NAME: bodies A, B, ...' are the contacts of all pairs of "
      "bodies with shapes, fixed ones too, 'bodies all' of all of them, and "
      "'NAME: bodies A, B, ... ; OBSTACLE' of each with a plane or from "
      "inside; balls with any obstacle.",

      "'NAME: POINT ; POINT ; stiffness k ; free length l ; damping c ; "
      "preload T', 'NAME: bumper ; POINT ; POINT ; stiffness k ; free length l "
      "; exponent n ; dissipation chi' (compliant contact of balls, l the sum of "
      "their radii, n = 1.5 of Hertz).",

      "'BODY: force fx, fy, fz ; moment mx, my, mz' at centres of mass [N, "
      "N m], forces along the fixed axes and moments about the body's own, "
      "numbers or expressions of t."};
  } // namespace

  MechanismParameters::MechanismParameters(const unsigned int dim)
    : dim(dim)
    , section(dim == 2 ? "Mechanism" : "Spatial mechanism")
    , gravity(dim == 2 ? "0, -9.81" : "0, 0, -9.81")
  {}

  void
  MechanismParameters::add_to(Parameters &prm)
  {
    const Meanings &m   = dim == 2 ? in_the_plane : in_space;
    const auto      add = [&](const char *entry, ItemList &list, auto mean) {
      prm.add(entry, list, std::string(mean) + m.items);
    };
    prm.section(section);
    add("bodies", texts.bodies, m.bodies);
    add(dim == 2 ? "beams" : "rods", texts.beams, m.beams);
    add("joints", texts.joints, m.joints);
    add("contacts",
        texts.contacts,
        std::string(m.contacts) + " An OBSTACLE is " +
          (dim == 2 ? obstacle_forms<2>() : obstacle_forms<3>()) +
          ". With 'restitution e ; friction mu' unless those of section "
          "'Contact' hold.");
    add("springs", texts.springs, m.springs);
    prm.add("loads", texts.loads, m.loads);
    prm.add("gravity",
            gravity,
            "Acceleration [m/s^2], components separated by ','.");
  }
} // namespace percuss
