// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_selected_entries_h
#define percuss_parallel_algebra_selected_entries_h

#include <span>

namespace percuss
{
  /** selected = the entries of @p x with the given numbers among those of this
   * rank, zero elsewhere. @pre @p selected is not @p x. */
  template <class A>
  void
  select_entries(const std::span<const unsigned int> numbers,
                 const typename A::Vector           &x,
                 typename A::Vector                 &selected)
  {
    selected = 0.;
    A::read_local(x, [&](const double *const in) {
      A::write_local(selected, [&](double *const out) {
        for (const unsigned int number : numbers)
          out[number] = in[number];
      });
    });
  }
} // namespace percuss

#endif
