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

    /** "'line POINT ; normal a, b', ... or ..." */
    template <int dim>
    std::string
    obstacle_forms()
    {
      std::vector<std::string> forms;
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        forms.push_back(contact_form(kind));
      return item_text::one_of(forms);
    }

    // what the declared words do not say (`percuss explain Mechanism`)
    const Meanings in_the_plane{
      " Items 'NAME: part ; part ; ...' are separated by '|'; a POINT is the "
      "name of a body, or ground, and two local coordinates [m].",

      "Rigid bodies in the plane: with a mass and an inertia, or with a shape "
      "and a mass or a density, as in 'crank: mass 2 ; inertia 0.1 ; at 0, 0, "
      "0' or 'ball: shape disc 0.1 ; density 7800 ; at 0, 1, 0 ; velocity 0, "
      "-2, 0'. Fixed ones are obstacles of contacts of bodies.",

      "Elastic beams with one of the sections, as in 'b: from 0, 0 ; length 1 "
      "; section rectangle 0.01, 0.02 ; Young's modulus 210e9 ; density 7800'. "
      "Their nodes NAME.start, NAME.1, ..., NAME.end are as good as bodies in "
      "joints, contacts, springs and loads.",

      "Joints of two points, as in 'pin: revolute ; ground 0, 0 ; crank -0.1, "
      "0', and drives of two bodies.",

      "Contacts of a point or disc and an OBSTACLE, as in 'c: disc ; ball 0, 0 "
      "; disc radius 0.1 ; line ground 0, 0 ; normal 0, 1', and of bodies with "
      "shapes, as in 'c: bodies all'.",

      "Springs and dampers, as in 's: ground 0, 0 ; ball 0, 0 ; stiffness 100 "
      "; damping 1'; each has a stiffness, a damping or a preload.",

      "Forces and moments at centres of mass, called as their bodies, as in "
      "'ball: force 0, -10*sin(t)': numbers or expressions of t."};

    const Meanings in_space{
      " Items 'NAME: part ; part ; ...' are separated by '|'; a POINT is the "
      "name of a body, or ground, and three local coordinates [m].",

      "Rigid bodies: with a mass and an inertia, or with a shape and a mass or "
      "a density, as in 'top: mass 2 ; inertia 0.1, 0.1, 0.2 ; at 0, 0, 1' or "
      "'ball: shape ball 0.1 ; density 7800 ; at 0, 0, 1 ; velocity 0, 0, -2'. "
      "Inertias are in the body's own axes, all others in the fixed ones. "
      "Fixed ones are obstacles of contacts of bodies.",

      "Elastic rods with one of the sections, as in 'r: from 0, 0, 0 ; length "
      "1 ; section circle 0.01 ; Young's modulus 210e9 ; density 7800'; y is "
      "along the height of a rectangle. Their nodes NAME.start, NAME.1, ..., "
      "NAME.end are as good as bodies in joints, contacts, springs and loads.",

      "Joints of two points, as in 'pin: revolute ; ground 0, 0, 0 ; axis 0, "
      "0, 1 ; crank -0.1, 0, 0', and drives of two bodies.",

      "Contacts of a point or ball and an OBSTACLE, as in 'c: ball ; top 0, 0, "
      "0 ; ball radius 0.1 ; plane ground 0, 0, 0 ; normal 0, 0, 1', and of "
      "bodies with shapes, as in 'c: bodies all'.",

      "Springs and dampers, as in 's: ground 0, 0, 0 ; top 0, 0, 0 ; stiffness "
      "100 ; damping 1'; each has a stiffness, a damping or a preload.",

      "Forces along the fixed axes and moments about the body's own at centres "
      "of mass, called as their bodies, as in 'top: force 0, 0, -10*sin(t)': "
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
          (dim == 2 ? obstacle_forms<2>() + ", or a beam" :
                      obstacle_forms<3>()) +
          ". Coefficients that are not given are those of section 'Contact'.");
    add("springs", texts.springs, m.springs);
    prm.add("loads", texts.loads, m.loads);
    prm.add("gravity",
            gravity,
            "Acceleration [m/s^2], components separated by ','.");
  }
} // namespace percuss
