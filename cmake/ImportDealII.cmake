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
# without MPI's old classes of C++, which every source would compile
target_compile_definitions(percuss_deal_ii INTERFACE
                           OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_link_libraries(percuss_deal_ii INTERFACE
                      ${DEAL_II_TARGET_${build_type}})

# gold reads the two hundred libraries below deal.II in a tenth of ld's time
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold PERCUSS_HAS_GOLD)
if(PERCUSS_HAS_GOLD)
  target_link_options(percuss_deal_ii INTERFACE
                      $<BUILD_INTERFACE:-fuse-ld=gold>)
endif()
