// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_performance_record_h
#define percuss_tests_performance_record_h

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <sstream>
#include <string>

namespace percuss::test
{
  /** The shortest time of the processor that f() has taken, of some [s]. */
  template <class Function>
  double
  shortest_time(const unsigned int repetitions, const Function &f)
  {
    const auto now = [] {
      timespec time;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return static_cast<double>(time.tv_sec) +
             1e-9 * static_cast<double>(time.tv_nsec);
    };
    double shortest = std::numeric_limits<double>::infinity();
    for (unsigned int k = 0; k < repetitions; ++k)
      {
        const double begin = now();
        f();
        shortest = std::min(shortest, now() - begin);
      }
    return shortest;
  }

  /** Keeps a ratio of two times of one run for tests/benchmark.py.
   * @param what   the first time
   * @param beside the second one */
  inline void
  record_ratio(const std::string &what,
               const std::string &beside,
               const double       ratio)
  {
    std::ostringstream value;
    value << ratio;
    testing::Test::RecordProperty(what + " / " + beside, value.str());
  }
} // namespace percuss::test

#endif
