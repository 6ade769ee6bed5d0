# SPDX-License-Identifier: Apache-2.0
#
# deal.II as one target, percuss_deal_ii, that everything above inherits by
# linking. deal_ii_setup_target() is not used: its -std=c++17, -O0 and include
# directories would have to be corrected on every target and repeated on every
# user's.

find_package(deal.II 9.4 REQUIRED QUIET)
foreach(feature MPI PETSC TRILINOS P4EST MUPARSER)
  if(NOT DEAL_II_WITH_${feature})
    message(FATAL_ERROR "percuss needs deal.II with ${feature}, which "
            "${DEAL_II_PATH} lacks. Debian's libdeal.ii-dev has it.")
  endif()
endforeach()
if(NOT DEAL_II_TARGET_CONFIG_INCLUDED)
  include(${DEAL_II_TARGET_CONFIG})
  set(DEAL_II_TARGET_CONFIG_INCLUDED TRUE)
endif()

string(TOUPPER ${CMAKE_BUILD_TYPE} build_type)
add_library(percuss_deal_ii INTERFACE)
target_include_directories(percuss_deal_ii SYSTEM INTERFACE
                           ${DEAL_II_INCLUDE_DIRS})
target_compile_definitions(percuss_deal_ii INTERFACE
                           ${DEAL_II_USER_DEFINITIONS}
                           ${DEAL_II_USER_DEFINITIONS_${build_type}})
target_link_libraries(percuss_deal_ii INTERFACE
                      ${DEAL_II_TARGET_${build_type}})

# The headers of deal.II take two thirds of the time of a source file that
# includes them: they are compiled once for all libraries, once for the program
# (whose code differs: PIC, PIE) and once for the tests, which would otherwise
# depend on the program. 0.7 GB each.
option(PERCUSS_PRECOMPILE_HEADERS "Compile the headers of deal.II once" ON)
function(percuss_precompile_headers target)
  if(NOT PERCUSS_PRECOMPILE_HEADERS)
    return()
  endif()
  if(target MATCHES "_(tests|study|performance)$")
    set(kind TESTS)
  else()
    get_target_property(kind ${target} TYPE)
  endif()
  get_property(owner GLOBAL PROPERTY PERCUSS_PRECOMPILED_${kind})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE
      <deal.II/base/mpi.h>
      <deal.II/base/parameter_handler.h>
      <deal.II/base/quadrature_lib.h>
      <deal.II/dofs/dof_handler.h>
      <deal.II/fe/fe_values.h>
      <deal.II/lac/affine_constraints.h>
      <deal.II/lac/la_parallel_vector.h>
      <Eigen/Dense>)
    set_property(GLOBAL PROPERTY PERCUSS_PRECOMPILED_${kind} ${target})
  endif()
endfunction()
