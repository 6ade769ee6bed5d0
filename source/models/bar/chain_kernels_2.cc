// SPDX-License-Identifier: Apache-2.0
#define PERCUSS_LANES 2
#define PERCUSS_KERNELS chains_of_two_lanes

#include <percuss/base/vector_lanes.templates.h>
#include <percuss/models/bar/chain_kernels.h>
#include <percuss/models/bar/chain_kernels.templates.h>
