// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_instances_h
#define percuss_simulation_instances_h

#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/time_integration/make_scheme.h>

/**
 * The schemes of a system and what makes them, compiled in one source file:
 *
 *     PERCUSS_SCHEMES(extern, System)    in a header: not compiled here
 *     PERCUSS_SCHEMES(, System)          in that source
 *
 * The stepper is named beside them: template class TimeStepper<System>. Both
 * take a compiler half a minute, which each source that uses them takes where
 * nothing is declared so. In namespace percuss. A scheme that is missing here
 * works, too: it is compiled with make_scheme().
 */
#define PERCUSS_SCHEMES(EXTERN, System)                          \
  EXTERN template class MoreauJean<System>;                      \
  EXTERN template class ProjectedMoreauJean<System>;             \
  EXTERN template class GeneralizedAlpha<System>;                \
  EXTERN template class GeneralizedAlphaGGL<System>;             \
  EXTERN template class CentralDifference<System>;               \
  EXTERN template std::unique_ptr<TimeIntegrationScheme<System>> \
  make_scheme<System>(const SchemeParameters &);

/** The same of contacts that are forces, of systems on the heap. */
#define PERCUSS_CONTACT_FORCE_SCHEMES(EXTERN, System)                \
  EXTERN template class MasslessCentralDifference<System>;           \
  EXTERN template std::unique_ptr<TimeIntegrationScheme<System>>     \
  make_contact_force_scheme<System>(const SchemeParameters &, bool); \
  EXTERN template std::unique_ptr<TimeIntegrationScheme<System>>     \
  make_forward_increment_scheme<System>(const SchemeParameters &);

#endif
