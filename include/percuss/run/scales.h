// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_scales_h
#define percuss_run_scales_h

namespace percuss
{
  /** Sizes of a model in which a wrong unit shows; 0 where it has none. */
  struct Scales
  {
    double mass       = 0.; ///< of all bodies [kg]
    double inertia    = 0.; ///< largest of a coordinate [kg], [kg m^2]
    double wave_speed = 0.; ///< of the fastest wave [m/s]

    /** In which a wave runs through the longest body and back [s]. */
    double return_time = 0.;

    double period = 0.; ///< the longest natural one [s]

    /** Penetrations and gaps below it are never too large [m]. */
    double small_gap = 0.;

    /** How far from zero anything is at the start: its rounding is that of
     * gaps [m]. */
    double extent = 0.;
  };
} // namespace percuss

#endif
