// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_delassus_form_h
#define percuss_simulation_delassus_form_h

namespace percuss
{
  /** How the Delassus operator W of a run is held. */
  enum class DelassusForm
  {
    automatic,  ///< local where it can be, else by size
    assembled,  ///< all m^2 numbers, by m responses
    local,      ///< a sparse product: S is diagonal
    matrix_free ///< the scheme's map
  };
} // namespace percuss

#endif
