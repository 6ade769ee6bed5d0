# SPDX-License-Identifier: Apache-2.0
#
# What `cmake --install` puts where, by components (`--component NAME`), and what
# find_package(percuss COMPONENTS ...) reads.
#
#   program          percuss, the models with deal.II that it loads, tools, cases
#   complementarity  headers and libraries of contact problems and their solvers:
#                    needs Eigen, KLU, UMFPACK and CHOLMOD only
#   library          all other modules without deal.II
#   finite_elements  those with deal.II
#   python           the Python module, if it is built
#
# finite_elements needs library, and that complementarity; python needs program,
# which needs none of them.

include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/percuss)
set(complementarity base algebra complementarity)
set(library ${PERCUSS_MODULES})
list(REMOVE_ITEM library ${complementarity} ${PERCUSS_DEAL_II_MODULES})
set(finite_elements ${PERCUSS_DEAL_II_MODULES})

set(targets_library percuss_library)
set(targets_finite_elements percuss_finite_elements percuss_deal_ii)
set_target_properties(percuss_deal_ii PROPERTIES EXPORT_NAME deal_ii)

foreach(component IN ITEMS complementarity library finite_elements)
  set(targets ${targets_${component}})
  foreach(module IN LISTS ${component})
    string(REPLACE "/" "_" target percuss_${module})
    list(APPEND targets ${target})
    # the folder models/ has those of other modules below it
    set(below)
    if(module STREQUAL "models")
      set(below PATTERN "models/*/*" EXCLUDE)
    endif()
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/include/percuss/${module})
      install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/percuss/${module}/
              DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/percuss/${module}
              COMPONENT ${component} FILES_MATCHING PATTERN "*.h" ${below})
    endif()
  endforeach()
  install(TARGETS ${targets} EXPORT percuss-${component}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT percuss-${component} NAMESPACE percuss::
          FILE percuss-${component}-targets.cmake
          DESTINATION ${package} COMPONENT ${component})
endforeach()

install(TARGETS percuss_parallel
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/percuss COMPONENT program)

configure_file(${PROJECT_SOURCE_DIR}/cmake/percuss-config.cmake.in
               ${PROJECT_BINARY_DIR}/percuss-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/percuss-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/percuss-config.cmake
              ${PROJECT_BINARY_DIR}/percuss-config-version.cmake
        DESTINATION ${package} COMPONENT complementarity)

if(PROJECT_IS_TOP_LEVEL)
  include(DebianPackages)
endif()
