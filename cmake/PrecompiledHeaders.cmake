# SPDX-License-Identifier: Apache-2.0
#
# Headers take most of the time of a source file: those of deal.II two thirds of
# it, those of Eigen and GoogleTest a few seconds. They are compiled once for all
# libraries with deal.II, once for those without, once for those that read and
# write text, whose options differ, and the same for tests, whose code differs and
# which would otherwise depend on a library. A compiler takes the options of
# optimisation from the precompiled header, not from its command line.
#
#   percuss_precompile_headers(target LIBRARY|TEXT|TEST TRUE|FALSE)  with deal.II?

option(PERCUSS_PRECOMPILE_HEADERS "Compile common headers once" ON)

set(PERCUSS_HEADERS_LIBRARY_FALSE
    <Eigen/Dense> <algorithm> <functional> <map> <memory> <optional> <span>
    <sstream> <string> <vector>)
set(PERCUSS_HEADERS_TEXT_FALSE ${PERCUSS_HEADERS_LIBRARY_FALSE}
    <nlohmann/json.hpp>)
set(PERCUSS_HEADERS_TEST_FALSE ${PERCUSS_HEADERS_LIBRARY_FALSE} <gtest/gtest.h>)
set(PERCUSS_HEADERS_LIBRARY_TRUE
    <deal.II/base/mpi.h>
    <deal.II/base/quadrature_lib.h>
    <deal.II/dofs/dof_handler.h>
    <deal.II/fe/fe_values.h>
    <deal.II/lac/affine_constraints.h>
    <deal.II/lac/la_parallel_vector.h>
    <Eigen/Core>)
set(PERCUSS_HEADERS_TEST_TRUE ${PERCUSS_HEADERS_LIBRARY_TRUE} <gtest/gtest.h>)

function(percuss_precompile_headers target kind has_deal_ii)
  if(NOT PERCUSS_PRECOMPILE_HEADERS)
    return()
  endif()
  set(group ${kind}_${has_deal_ii})
  get_property(owner GLOBAL PROPERTY PERCUSS_PRECOMPILED_${group})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${PERCUSS_HEADERS_${group}})
    set_property(GLOBAL PROPERTY PERCUSS_PRECOMPILED_${group} ${target})
  endif()
endfunction()
