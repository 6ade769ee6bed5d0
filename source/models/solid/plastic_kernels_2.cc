// SPDX-License-Identifier: Apache-2.0
#define PERCUSS_LANES 2
#define PERCUSS_KERNELS plastic_two_lanes
#define PERCUSS_SUMS_ONLY

#include <percuss/base/vector_lanes.templates.h>
#include <percuss/models/solid/cell_kernels.h>
#include <percuss/models/solid/cell_kernels.templates.h>
#include <percuss/models/solid/plastic_kernels.h>
#include <percuss/models/solid/plastic_kernels.templates.h>
