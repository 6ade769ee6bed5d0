# SPDX-License-Identifier: Apache-2.0
#
#   percuss_add_module_tests(module)
#     tests/<module>/*_test.cc         program <module>_tests, label <module>,
#                                      with templates of *_instances.cc
#     tests/<module>/*_study.cc        program <module>_study, label long
#     tests/<module>/*_performance.cc  program <module>_performance, label
#                                      performance
#     One CTest per GoogleTest. Programs that link deal.II take 0.6 s to start:
#     each is one CTest on one rank and one on two. Studies and performance
#     programs are not built with the rest, but by the target long_programs.
#
#   A source of tests has its names in a namespace of its own, called like the
#   file: they are compiled by eights, as those of the library are.
#
#   The target library_tests builds the programs <module>_tests.
#
#   percuss_add_mpi_test(NAME name RANKS n COMMAND command...
#                        [LABELS label...] [WORKING_DIRECTORY folder])
#     a command under mpiexec.

find_package(GTest REQUIRED)
add_custom_target(library_tests)
add_custom_target(long_programs)
include(GoogleTest)

set(PERCUSS_TEST_ENVIRONMENT
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_mpi_yield_when_idle=1)

function(percuss_add_mpi_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;RANKS;WORKING_DIRECTORY"
                        "COMMAND;LABELS")
  if(NOT test_WORKING_DIRECTORY)
    set(test_WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  add_test(NAME ${test_NAME}
           COMMAND ${DEAL_II_MPIEXEC} --oversubscribe --bind-to none
                   ${DEAL_II_MPIEXEC_NUMPROC_FLAG} ${test_RANKS} ${test_COMMAND}
           WORKING_DIRECTORY ${test_WORKING_DIRECTORY})
  set_tests_properties(${test_NAME} PROPERTIES
                       LABELS "${test_LABELS}" PROCESSORS ${test_RANKS}
                       ENVIRONMENT "${PERCUSS_TEST_ENVIRONMENT}")
endfunction()

function(percuss_add_test_program program module label sources)
  add_executable(${program} ${sources})
  percuss_set_warnings(${program})
  string(REPLACE "/" "_" name ${module})
  target_link_libraries(${program} PRIVATE percuss::${name})
  if(label STREQUAL "performance")
    target_compile_options(${program} PRIVATE
                           -O3 -DNDEBUG -U_GLIBCXX_ASSERTIONS
                           -fno-tree-slp-vectorize)
  endif()
  if(NOT program STREQUAL "${name}_tests")
    add_dependencies(long_programs ${program})
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  else()
    add_dependencies(library_tests ${program})
    set_target_properties(${program} PROPERTIES
                          UNITY_BUILD ${PERCUSS_UNITY_BUILD})
  endif()
  if(NOT label STREQUAL "performance") # which has other options
    set(has_deal_ii FALSE)
    if(module IN_LIST PERCUSS_DEAL_II_MODULES)
      set(has_deal_ii TRUE)
    endif()
    percuss_precompile_headers(${program} TEST ${has_deal_ii})
  endif()
  if(module IN_LIST PERCUSS_DEAL_II_MODULES)
    target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/mpi_main.cc)
    target_link_libraries(${program} PRIVATE GTest::gtest)
    foreach(ranks 1 2)
      percuss_add_mpi_test(NAME ${program}.ranks=${ranks} RANKS ${ranks}
                           COMMAND ${program} LABELS ${label})
    endforeach()
  else()
    target_link_libraries(${program} PRIVATE GTest::gtest_main)
    if(NOT program STREQUAL "${name}_tests")
      add_test(NAME ${program} COMMAND ${program})
      set_tests_properties(${program} PROPERTIES LABELS ${label}
                           ENVIRONMENT "${PERCUSS_TEST_ENVIRONMENT}")
      return()
    endif()
    gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
                         TEST_PREFIX ${name}.
                         PROPERTIES LABELS ${label})
  endif()
endfunction()

function(percuss_add_module_tests module)
  string(REPLACE "/" "_" name ${module})
  foreach(kind test study performance)
    set(program ${name}_${kind})
    set(label ${kind})
    if(kind STREQUAL "test")
      set(program ${name}_tests)
      set(label ${name})
    elseif(kind STREQUAL "study")
      set(label long)
    endif()
    set(glob GLOB_RECURSE)
    if(module STREQUAL "models") # those below are modules of their own
      set(glob GLOB)
    endif()
    file(${glob} sources CONFIGURE_DEPENDS
         ${PROJECT_SOURCE_DIR}/tests/${module}/*_${kind}.cc)
    if(sources AND kind STREQUAL "test")
      file(${glob} instances CONFIGURE_DEPENDS
           ${PROJECT_SOURCE_DIR}/tests/${module}/*_instances.cc)
      list(APPEND sources ${instances})
    endif()
    if(sources)
      percuss_add_test_program(${program} ${module} ${label} "${sources}")
    endif()
  endforeach()
endfunction()

# Sets the variable to a Python that has the modules, or to the first one: the
# one that comes first may lack them.
function(find_python_with variable modules)
  foreach(candidate IN ITEMS ${Python3_EXECUTABLE} /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c "import ${modules}"
                    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      set(${variable} ${candidate} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${variable} ${Python3_EXECUTABLE} PARENT_SCOPE)
endfunction()
