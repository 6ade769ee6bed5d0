# SPDX-License-Identifier: Apache-2.0
#
# One library percuss_<module>, alias percuss::<module>, for each line of
# cmake/modules.txt whose folder exists, and percuss::percuss with all of them.
# Lists PERCUSS_MODULES, PERCUSS_DEAL_II_MODULES.

include(GenerateVersion)

function(percuss_add_module module dependencies)
  set(headers ${PROJECT_SOURCE_DIR}/include/percuss/${module})
  file(GLOB sources CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/source/${module}/*.cc)
  if(module STREQUAL "base")
    list(APPEND sources ${PERCUSS_VERSION_SOURCE})
  endif()

  set(target percuss_${module})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    percuss_set_warnings(${target})
    set_target_properties(${target} PROPERTIES
                          UNITY_BUILD ${PERCUSS_UNITY_BUILD})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  target_include_directories(${target} ${scope}
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} Eigen3::Eigen)
  foreach(dependency IN LISTS dependencies)
    if(dependency STREQUAL "[deal.II]")
      target_link_libraries(${target} ${scope} percuss_deal_ii)
      if(sources)
        percuss_precompile_headers(${target})
      endif()
    elseif(TARGET percuss_${dependency})
      target_link_libraries(${target} ${scope} percuss_${dependency})
    elseif(NOT dependency IN_LIST PERCUSS_TABLE)
      message(FATAL_ERROR "cmake/modules.txt: ${module} depends on "
              "${dependency}, which is not in a line above it.")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${module})
  add_library(percuss::${module} ALIAS ${target})
  target_link_libraries(percuss_library INTERFACE ${target})
endfunction()

# They name what others name, too, or specialize what others have used.
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/source/finite_element/mass_redistribution.cc
  ${PROJECT_SOURCE_DIR}/source/parallel_algebra/petsc_variational_inequality.cc
  ${PROJECT_SOURCE_DIR}/source/parallel_algebra/trilinos_algebra.cc
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

add_library(percuss_library INTERFACE)
set_target_properties(percuss_library PROPERTIES EXPORT_NAME percuss)
add_library(percuss::percuss ALIAS percuss_library)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/cmake/modules.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/modules.txt table REGEX "^[a-z]")
foreach(line IN LISTS table)
  string(REGEX REPLACE " *#.*" "" line "${line}")
  string(REGEX MATCH "^([a-z_]+): *(.*)$" line "${line}")
  set(module ${CMAKE_MATCH_1})
  string(REGEX REPLACE " +" ";" dependencies "${CMAKE_MATCH_2}")
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/include/percuss/${module})
    percuss_add_module(${module} "${dependencies}")
    list(APPEND PERCUSS_MODULES ${module})
    if("[deal.II]" IN_LIST dependencies)
      list(APPEND PERCUSS_DEAL_II_MODULES ${module})
    endif()
  endif()
  list(APPEND PERCUSS_TABLE ${module})
endforeach()
