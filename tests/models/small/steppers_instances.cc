// SPDX-License-Identifier: Apache-2.0
#include "steppers.h"

namespace percuss
{
  PERCUSS_SMALL_STEPPERS()
} // namespace percuss
