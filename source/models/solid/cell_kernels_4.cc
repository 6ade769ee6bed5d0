// SPDX-License-Identifier: Apache-2.0
#define PERCUSS_LANES 4
#define PERCUSS_KERNELS four_lanes

#include <percuss/base/vector_lanes.templates.h>
#include <percuss/models/solid/cell_kernels.h>
#include <percuss/models/solid/cell_kernels.templates.h>
