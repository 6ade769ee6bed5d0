// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_contact_rows_h
#define percuss_models_bar_bar_contact_rows_h

#include <percuss/models/bar/elastic_bar.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * A contact of bars in a row. Of contacts that are forces of the motion
   * (ContactMethod) it has the compliance c and the normal force N = B q between
   * the surfaces, with lambda = max(0, -g/c - N) in Nitsche's method,
   *
   *     1/c = f k,   1/k = sum 1/k_i,   B q = sum (k/k_i) E A u',
   *
   * the sum over the one or two ends that meet, k_i = E A/l of the last element,
   * f ContactMethodParameters::stiffness_factor(): with these weights f > theta
   * p^2 makes K - theta c B^T B of elements of degree p positive semidefinite,
   * whatever the ratio of the stiffnesses (C. Annavarapu, M. Hautefeuille, J. E.
   * Dolbow, Int. J. Numer. Methods Eng. 92 (2012) 206-228).
   *
   * Equations: doc/theory/contact_methods.md (1), (2).
   */
  template <Algebra A>
  struct BarContactRow
  {
    using Row = typename ElasticBar<A>::Row;

    std::string name;
    double      initial_gap; ///< [m]
    Row         gap;         ///< G
    Row         force;       ///< B, if the method is Nitsche's
    double      compliance;  ///< c, if contacts have them [m/N]
    double      area;        ///< the smaller one of the ends that meet [m^2]
  };

  /** From left to right; Collective. */
  template <Algebra A>
  std::vector<BarContactRow<A>>
  bar_contact_rows(const ElasticBar<A> &bars);
} // namespace percuss

#endif
