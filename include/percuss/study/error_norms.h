// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_error_norms_h
#define percuss_study_error_norms_h

#include <percuss/base/archive.h>

namespace percuss
{
  /**
   * Discrete norms of an error e_i = f_i - f(t_i) over steps of the size h:
   *
   *     L1           h sum |e_i|                   ([L18] (62)),
   *     relative L1  sum |e_i| / sum |f(t_i)|      ([C13] (42), [D19] (35)),
   *     L2           sqrt(h sum e_i^2)             ([L18] (63)),
   *     max          max |e_i|.
   */
  class ErrorNorms
  {
  public:
    void
    add(double computed, double exact);

    double
    l1(double time_step) const;
    /** Not a number where the exact values are all zero. */
    double
    relative_l1() const;
    double
    l2(double time_step) const;
    double
    max() const;

    /** max |f(t_i)| */
    double
    largest_exact() const;

    void
    serialize(Archive &archive)
    {
      archive(sum_error, sum_exact, sum_squares, largest, exact_scale);
    }

  private:
    double sum_error = 0., sum_exact = 0., sum_squares = 0., largest = 0.;
    double exact_scale = 0.;
  };
} // namespace percuss

#endif
