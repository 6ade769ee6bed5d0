# SPDX-License-Identifier: Apache-2.0
#
# One library percuss_<module>, alias percuss::<module>, for each line of
# cmake/modules.txt whose folder exists ('/' becomes '_'), and
#
#   percuss::percuss           all that a program without deal.II links
#   percuss::finite_elements   with deal.II: parallel_algebra, finite_element
#   percuss_parallel           libpercuss_parallel.so, the modules with deal.II
#                              that programs load, see run/loaded_library.h
#
# Lists PERCUSS_MODULES, PERCUSS_DEAL_II_MODULES.

include(GenerateVersion)

# What reads and writes text: -O1 makes it no slower that one could measure, and
# compiles in two thirds of the time.
set(PERCUSS_TEXT_MODULES input output run models program)

function(percuss_add_module module dependencies)
  string(REPLACE "/" "_" target percuss_${module})
  string(REPLACE "/" "::" alias percuss::${module})
  set(glob GLOB_RECURSE)
  if(module STREQUAL "models") # those below are modules of their own
    set(glob GLOB)
  endif()
  file(${glob} sources CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/source/${module}/*.cc)
  file(GLOB kinds CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/source/models/*/kind.cc)
  if(module STREQUAL "models")
    list(APPEND sources ${kinds})
  else()
    list(REMOVE_ITEM sources ${kinds})
  endif()
  if(module STREQUAL "base")
    list(APPEND sources ${PERCUSS_VERSION_SOURCE})
  endif()

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
  set(library percuss_library)
  foreach(dependency IN LISTS dependencies)
    string(REPLACE "/" "_" dependency_target percuss_${dependency})
    if(dependency STREQUAL "[deal.II]")
      set(library percuss_finite_elements)
      target_link_libraries(${target} ${scope} percuss_deal_ii)
    elseif(TARGET ${dependency_target})
      target_link_libraries(${target} ${scope} ${dependency_target})
    elseif(NOT dependency IN_LIST PERCUSS_TABLE)
      message(FATAL_ERROR "cmake/modules.txt: ${module} depends on "
              "${dependency}, which is not in a line above it.")
    endif()
  endforeach()
  if(sources)
    set(has_deal_ii FALSE)
    if("[deal.II]" IN_LIST dependencies)
      set(has_deal_ii TRUE)
    endif()
    if(module IN_LIST PERCUSS_TEXT_MODULES)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
      percuss_precompile_headers(${target} TEXT FALSE)
    else()
      percuss_precompile_headers(${target} LIBRARY ${has_deal_ii})
    endif()
  endif()
  string(REPLACE "/" "_" export ${module})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${export})
  add_library(percuss::${export} ALIAS ${target})
  target_link_libraries(${library} INTERFACE ${target})
endfunction()

# They name what others name, too, or specialize what others have used.
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/source/models/solid/boundary_mass.cc
  ${PROJECT_SOURCE_DIR}/source/parallel_algebra/petsc_variational_inequality.cc
  ${PROJECT_SOURCE_DIR}/source/parallel_algebra/trilinos_algebra.cc
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

foreach(library library finite_elements)
  add_library(percuss_${library} INTERFACE)
endforeach()
set_target_properties(percuss_library PROPERTIES EXPORT_NAME percuss)
add_library(percuss::percuss ALIAS percuss_library)
set_target_properties(percuss_finite_elements PROPERTIES
                      EXPORT_NAME finite_elements)
add_library(percuss::finite_elements ALIAS percuss_finite_elements)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/cmake/modules.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/modules.txt table REGEX "^[a-z]")
foreach(line IN LISTS table)
  string(REGEX REPLACE " *#.*" "" line "${line}")
  string(REGEX MATCH "^([a-z_/*]+): *(.*)$" line "${line}")
  set(modules ${CMAKE_MATCH_1})
  string(REGEX REPLACE " +" ";" dependencies "${CMAKE_MATCH_2}")
  if(modules MATCHES "\\*$")
    string(REPLACE "*" "" folder ${modules})
    file(GLOB modules CONFIGURE_DEPENDS LIST_DIRECTORIES true
         RELATIVE ${PROJECT_SOURCE_DIR}/source
         ${PROJECT_SOURCE_DIR}/source/${folder}*)
    list(FILTER modules EXCLUDE REGEX "[.]")
    list(REMOVE_ITEM modules ${PERCUSS_TABLE})
  endif()
  foreach(module IN LISTS modules)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/include/percuss/${module} OR
       IS_DIRECTORY ${PROJECT_SOURCE_DIR}/source/${module})
      percuss_add_module(${module} "${dependencies}")
      list(APPEND PERCUSS_MODULES ${module})
      if("[deal.II]" IN_LIST dependencies)
        list(APPEND PERCUSS_DEAL_II_MODULES ${module})
      endif()
    endif()
    list(APPEND PERCUSS_TABLE ${module})
  endforeach()
endforeach()

# other libraries than Eigen and deal.II
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_library(KLU_LIBRARY klu REQUIRED)
find_path(KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)
target_include_directories(percuss_algebra SYSTEM PRIVATE ${KLU_INCLUDE})
find_library(UMFPACK_LIBRARY umfpack REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
target_link_libraries(percuss_algebra PUBLIC ${KLU_LIBRARY} ${UMFPACK_LIBRARY}
                                             ${CHOLMOD_LIBRARY})
find_library(MUPARSER_LIBRARY muparser REQUIRED)
find_library(HDF5_LIBRARY hdf5_serial REQUIRED)
find_path(HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
target_link_libraries(percuss_input PUBLIC ${MUPARSER_LIBRARY})
target_include_directories(percuss_output SYSTEM PRIVATE ${HDF5_INCLUDE})
# loaded when it is needed, by the name that programs are linked with
get_filename_component(hdf5_file ${HDF5_LIBRARY} REALPATH)
get_filename_component(hdf5_file ${hdf5_file} NAME)
string(REGEX REPLACE "(\\.so\\.[0-9]+).*" "\\1" hdf5_file ${hdf5_file})
set_source_files_properties(${PROJECT_SOURCE_DIR}/source/output/hdf5_library.cc
  PROPERTIES COMPILE_DEFINITIONS PERCUSS_HDF5_LIBRARY="${hdf5_file}")
target_link_libraries(percuss_output PUBLIC ${CMAKE_DL_LIBS})
find_package(ZLIB REQUIRED)
target_link_libraries(percuss_mesh PUBLIC ZLIB::ZLIB)
target_link_libraries(percuss_output PUBLIC ZLIB::ZLIB)
target_link_libraries(percuss_run PUBLIC ${CMAKE_DL_LIBS})

# The sums over cells and over the points of mortar rows and the passes over bars
# for several instruction sets, of which one is taken when the program runs. What
# precompiled headers bring along must not be compiled for them.
foreach(kernels models/solid/cell_kernels models/solid/plastic_kernels
        models/bar/chain_kernels mortar/point_kernels)
  set(kernels ${PROJECT_SOURCE_DIR}/source/${kernels})
  set_source_files_properties(${kernels}_1.cc ${kernels}_2.cc ${kernels}_4.cc
    ${kernels}_8.cc
    PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON
    SKIP_PRECOMPILE_HEADERS ON
    COMPILE_OPTIONS "-O3;-fno-math-errno;-Wno-psabi")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_property(SOURCE ${kernels}_4.cc APPEND PROPERTY
                 COMPILE_OPTIONS -mavx2 -mfma)
    set_property(SOURCE ${kernels}_8.cc APPEND PROPERTY
                 COMPILE_OPTIONS -mavx512f -mavx512dq -mavx512bw -mavx512vl
                                 -mfma)
  endif()
endforeach()

# the versions of deal.II and of what is below it stand in their headers
set_source_files_properties(${PERCUSS_VERSION_SOURCE} PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON
  SKIP_PRECOMPILE_HEADERS ON
  INCLUDE_DIRECTORIES "${DEAL_II_INCLUDE_DIRS}")

# all of the modules that programs load, also what nothing refers to
add_library(percuss_parallel MODULE)
foreach(module IN LISTS PERCUSS_DEAL_II_MODULES)
  string(REPLACE "/" "_" target percuss_${module})
  target_sources(percuss_parallel PRIVATE $<TARGET_OBJECTS:${target}>)
  target_link_libraries(percuss_parallel PRIVATE ${target})
endforeach()
set_target_properties(percuss_parallel PROPERTIES
                      LINKER_LANGUAGE CXX
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# A program that may load them, from where they are built or installed.
function(percuss_may_load_parallel_models target)
  add_dependencies(${target} percuss_parallel)
  set_property(TARGET ${target} APPEND PROPERTY
               BUILD_RPATH ${PROJECT_BINARY_DIR})
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR
             BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE lib)
  set_property(TARGET ${target} APPEND PROPERTY
               INSTALL_RPATH $ORIGIN/${lib}/percuss)
endfunction()

# the tools: beside the installed program, or in the source tree
set(PERCUSS_TOOLS ${CMAKE_INSTALL_DATADIR}/percuss/tools)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/source/program/tools.cc
             APPEND PROPERTY COMPILE_DEFINITIONS
             PERCUSS_TOOLS="${PROJECT_SOURCE_DIR}/applications/tools"
             PERCUSS_INSTALLED_TOOLS="${PERCUSS_TOOLS}")
set_property(SOURCE ${PROJECT_SOURCE_DIR}/source/program/tools.cc
             PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
