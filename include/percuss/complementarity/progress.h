// SPDX-License-Identifier: Apache-2.0

#ifndef percuss_complementarity_progress_h
#define percuss_complementarity_progress_h

#include <limits>

namespace percuss
{
  /** Steps of an iteration since what it is to reduce has last fallen far enough
   *  below the least that it was then. */
  struct Progress
  {
    double       least              = std::numeric_limits<double>::infinity();
    unsigned int n_without_decrease = 0;

    /** One step more. @param value what is to fall, @param factor in (0, 1), of
     *  the least. NaN is no progress. */
    void
    count(const double value, const double factor)
    {
      ++n_without_decrease;
      if (value < factor * least)
        *this = {value, 0};
    }
  };
} // namespace percuss

#endif
