// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_constraints_h
#define percuss_models_mechanism_mechanism_constraints_h

#include <percuss/models/mechanism/mechanism_rows.h>
#include <percuss/models/mechanism/planar_beam_row.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /**
   * The joints and contacts of a mechanism. In the plane, dim = 2, rows are
   * named
   *
   *     revolute   "NAME x", "NAME y"          distance, drive   "NAME"
   *     prismatic  "NAME normal", "NAME angle"
   *     fixed      "NAME x", "NAME y", "NAME angle"
   *     contact    "NAME", "NAME tangential"
   *
   * and in space
   *
   *     spherical    "NAME x", "NAME y", "NAME z"
   *     revolute     "NAME x", "NAME y", "NAME z", "NAME axis 1", "NAME axis 2"
   *     cylindrical  "NAME normal 1", "NAME normal 2",
   *                  "NAME axis 1", "NAME axis 2"
   *     prismatic    those of cylindrical, "NAME angle"
   *     fixed        those of revolute, "NAME angle"
   *     distance, drive   "NAME"
   *     contact      "NAME", "NAME tangential 1", "NAME tangential 2"
   *
   * With c_1, c_2, a in the first frame, c_k the tangents() of a, for the
   * default axis all three of the frame: x, y, z are components of x_2 - x_1 in
   * space, normals n_k.(x_2 - x_1), n_k = c_k. With D = R_12 relative^T, the
   * turn since the start,
   *
   *     axis 1 = -(D a).c_2,    axis 2 = (D a).c_1,    angle = twist of D about
   *                                                    a,
   *
   * for a small turn its components along c_1, c_2 and a [rad]; impulses are
   * the moments about them on the second frame [N m s]. The axis rows vanish
   * also where D turns a upside down.
   *
   * The coordinates are those of the frames that the points name, of bodies or
   * others: in the plane three for each, in space six in vectors and seven in
   * configurations.
   */
  template <int dim>
  class MechanismConstraints final
    : public std::conditional_t<dim == 2,
                                MechanismRowsOf<2, PlanarBeamRow>,
                                MechanismRowsOf<3>>
  {
  public:
    using Joint   = std::conditional_t<dim == 2, PlanarJoint, SpatialJoint>;
    using Contact = std::conditional_t<dim == 2, PlanarContact, SpatialContact>;

    /** Throws InputError for values out of range, joints or contacts within one
     * frame, and names that are not unique. */
    MechanismConstraints(
      const std::vector<Joint>                       &joints,
      const std::vector<Contact>                     &contacts,
      const std::vector<BodyContactDescription<dim>> &body_contacts = {});

  private:
    void
    add_joint(const Joint &joint);
  };

  using PlanarConstraints  = MechanismConstraints<2>;
  using SpatialConstraints = MechanismConstraints<3>;
} // namespace percuss

#endif
