# SPDX-License-Identifier: Apache-2.0
#
# Writes PERCUSS_VERSION_SOURCE, the definitions of percuss/base/version.h. The
# revision is read at configuration, which a new commit triggers again.

set(PERCUSS_GIT_REVISION unknown)
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=10 HEAD
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE
                  RESULT_VARIABLE status ERROR_QUIET)
  if(status EQUAL 0)
    set(PERCUSS_GIT_REVISION ${revision})
  endif()
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
  cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(EXISTS ${log})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
endif()

set(PERCUSS_VERSION_SOURCE ${PROJECT_BINARY_DIR}/version.cc)
configure_file(${PROJECT_SOURCE_DIR}/cmake/version.cc.in
               ${PERCUSS_VERSION_SOURCE} @ONLY)
