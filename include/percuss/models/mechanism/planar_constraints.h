// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_constraints_h
#define percuss_models_mechanism_planar_constraints_h

#include <percuss/models/mechanism/mechanism_rows.h>
#include <percuss/models/mechanism/planar_beam_row.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

namespace percuss
{
  /**
   * The joints and contacts of a mechanism in the plane. Rows are named
   *
   *     revolute   "NAME x", "NAME y"          distance, drive   "NAME"
   *     prismatic  "NAME normal", "NAME angle"
   *     fixed      "NAME x", "NAME y", "NAME angle"
   *     contact    "NAME", "NAME tangential"
   *
   * The coordinates are those of the frames that the points name, of bodies or
   * others.
   */
  class PlanarConstraints final : public MechanismRowsOf<2, PlanarBeamRow>
  {
  public:
    /** Throws InputError for values out of range, joints or contacts within one
     * frame, and names that are not unique. */
    PlanarConstraints(
      const std::vector<PlanarJoint>               &joints,
      const std::vector<PlanarContact>             &contacts,
      const std::vector<BodyContactDescription<2>> &body_contacts = {});

  private:
    void
    add_joint(const PlanarJoint &joint);

    void
    add_contact_with_beam(const PlanarContact &contact);
  };
} // namespace percuss

#endif
