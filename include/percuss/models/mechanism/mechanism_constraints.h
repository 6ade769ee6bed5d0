// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_constraints_h
#define percuss_models_mechanism_mechanism_constraints_h

#include <percuss/models/mechanism/beam_row.h>
#include <percuss/models/mechanism/mechanism_rows.h>
#include <percuss/models/mechanism/planar_row.h>

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
  class MechanismConstraints final : public MechanismRowsOf<PlanarRow, BeamRow>
  {
  public:
    /** Throws InputError for values out of range, joints or contacts within one
     * frame, and names that are not unique. */
    MechanismConstraints(const std::vector<Joint>   &joints,
                         const std::vector<Contact> &contacts);

  private:
    void
    add_joint(const Joint &joint);

    void
    add_contact(const Contact &contact);

    void
    add_contact_with_beam(const Contact &contact);
  };
} // namespace percuss

#endif
