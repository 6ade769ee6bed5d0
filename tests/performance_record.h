// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_performance_record_h
#define percuss_tests_performance_record_h

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace percuss::test
{
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
