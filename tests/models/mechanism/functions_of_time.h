// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_functions_of_time_h
#define percuss_tests_mechanism_functions_of_time_h

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_planar_mechanism.h>

#include <cmath>
#include <map>
#include <numbers>

namespace percuss::test
{
  /** A parser that knows a few functions by heart. */
  inline std::function<double(double)>
  known_function(const std::string &text)
  {
    static const std::map<std::string, std::function<double(double)>> known{
      {"150*t", [](const double t) { return 150. * t; }},
      {"5*sin(20*t)", [](const double t) { return 5. * std::sin(20. * t); }},
      {"pow(t, 2)", [](const double t) { return t * t; }},
      {"sqrt(t)", [](const double t) { return std::sqrt(t); }},
      {"0.5/sqrt(t)", [](const double t) { return 0.5 / std::sqrt(t); }},
      {"t<1 || t>2", [](const double t) { return t < 1. || t > 2.; }},
      {"exp(-t)", [](const double t) { return std::exp(-t); }},
      {"1/0", [](double) { return INFINITY; }},
      {"pi/2", [](double) { return std::numbers::pi / 2.; }}};
    const auto function = known.find(text);
    if (function == known.end())
      throw InputError("not known.");
    return function->second;
  }
} // namespace percuss::test

#endif
