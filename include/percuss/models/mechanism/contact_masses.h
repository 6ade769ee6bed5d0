// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_contact_masses_h
#define percuss_models_mechanism_contact_masses_h

#include <percuss/mechanics/boundary_mass.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /**
   * Takes the mass away from the nodes of beams that contacts are at: of a
   * contact the frame of its point, and that of its obstacle, where these are
   * nodes. One of both is enough: the force is then that of the elements behind
   * it. Nothing is done where masses are kept. The nodes of a beam whose side is
   * an obstacle keep theirs.
   *
   * Throws InputError with its entry for a contact between bodies, whose mass is
   * not the mesh's, for one with a restitution coefficient, and for joints and,
   * unless the scheme is implicit, dampers at nodes without mass.
   */
  template <class Description>
  void
  take_contact_masses(BoundaryMass boundary_mass,
                      bool         is_explicit,
                      Description &description);

  extern template void
  take_contact_masses(BoundaryMass, bool, PlanarMechanismDescription &);
  extern template void
  take_contact_masses(BoundaryMass, bool, SpatialMechanismDescription &);
} // namespace percuss

#endif
