// SPDX-License-Identifier: Apache-2.0
#define PERCUSS_LANES 4
#define PERCUSS_KERNELS points_of_four_lanes

#include <percuss/base/vector_lanes.templates.h>
#include <percuss/mortar/point_kernels.h>
#include <percuss/mortar/point_kernels.templates.h>
