# SPDX-License-Identifier: Apache-2.0
#
# Build type, optimisation and warnings, the same for every target; included
# before project(). CMake's own Release flags are -O3 -DNDEBUG.
# deal_ii_initialize_cached_variables() is not called: it would blank them.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
if(NOT CMAKE_BUILD_TYPE MATCHES "^(Debug|Release)$")
  message(FATAL_ERROR "CMAKE_BUILD_TYPE = ${CMAKE_BUILD_TYPE}, but deal.II is "
          "available as Debug and Release only. Choose one of these.")
endif()

# Pairs of unrelated numbers in vector registers double the time of systems of one
# coordinate and gain nothing elsewhere. GCC and Clang know the option.
set(CMAKE_CXX_FLAGS_RELEASE_INIT "-fno-tree-slp-vectorize")

# -O1 keeps the assertions and makes assembly several times faster than -O0; the
# names of variables (-g) would double the time of compilation.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS"
    CACHE STRING "Flags of the compiler in Debug builds")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# What the preprocessor leaves of a precompiled header is what ccache needs to
# know of it; paths below this folder do not matter to it.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

# Our own sources only: deal.II, Eigen and the like are system headers. The last
# line silences what g++ 12 reports, wrongly, of std::string and std::vector
# once they are inlined (GCC bug 105651 and its like).
function(percuss_set_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow=local
    $<$<BOOL:${PERCUSS_WARNINGS_AS_ERRORS}>:-Werror>
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread)
endfunction()
