// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_frequency_h
#define percuss_models_bar_bar_frequency_h

#include <percuss/models/bar/bar_description.h>
#include <percuss/models/bar/bar_mesh.h>

namespace percuss
{
  /**
   * An upper bound of omega_max of elastic bars: the largest frequency of an
   * element left to itself, since q^T K q <= max_e omega_e^2 q^T M q holds for
   * the sums over the elements if it does in each of them (clamped ends only
   * make it smaller). For free uniform bars of linear elements of length l it
   * is omega_max itself, attained when neighbouring nodes move oppositely:
   *
   *     omega = 2 c/l (lumped mass),   2 sqrt(3) c/l (consistent),
   *     c = sqrt(E/rho).
   *
   * The description must have passed check_bars().
   *
   * Equations: doc/theory/contact_methods.md (6), (7).
   */
  double
  bar_frequency_bound(const BarRowDescription &description,
                      const BarMesh           &mesh);
} // namespace percuss

#endif
