// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/impacting_bar.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    // An instant that time steps meet up to rounding counts as met.
    bool
    reached(const double t, const double instant)
    {
      return t >= instant * (1. - 1e-12);
    }
  } // namespace

  double
  ExactImpactingBar::wave_speed() const
  {
    return std::sqrt(youngs_modulus / density);
  }

  double
  ExactImpactingBar::impact_time() const
  {
    return initial_gap / impact_speed;
  }

  double
  ExactImpactingBar::release_time() const
  {
    return impact_time() + 2. * length / wave_speed();
  }

  double
  ExactImpactingBar::gap(const double t) const
  {
    if (t < impact_time())
      return initial_gap - impact_speed * t;
    return t < release_time() ? 0. : impact_speed * (t - release_time());
  }

  double
  ExactImpactingBar::contact_velocity(const double t) const
  {
    if (!reached(t, impact_time()))
      return -impact_speed;
    return reached(t, release_time()) ? impact_speed : 0.;
  }

  double
  ExactImpactingBar::contact_force(const double t) const
  {
    const bool in_contact =
      reached(t, impact_time()) && !reached(t, release_time());
    return in_contact ?
             youngs_modulus * cross_section * impact_speed / wave_speed() :
             0.;
  }
} // namespace percuss
