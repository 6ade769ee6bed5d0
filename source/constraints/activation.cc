// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/activation.h>

#include <cassert>

namespace percuss
{
  Activation::Activation(const Rule rule, const double forecast_coefficient)
    : rule(rule)
    , forecast_coefficient(forecast_coefficient)
  {
    assert(forecast_coefficient >= 0. && forecast_coefficient <= 2.);
  }
} // namespace percuss
