# SPDX-License-Identifier: Apache-2.0
#
# Headers, libraries and what find_package(percuss) reads.

include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/percuss)
set(targets percuss_library percuss_finite_elements percuss_deal_ii)
foreach(module IN LISTS PERCUSS_MODULES)
  string(REPLACE "/" "_" target percuss_${module})
  list(APPEND targets ${target})
endforeach()
set_target_properties(percuss_deal_ii PROPERTIES EXPORT_NAME deal_ii)

install(TARGETS ${targets} EXPORT percuss
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS percuss_parallel
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/percuss)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/percuss
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT percuss NAMESPACE percuss:: FILE percuss-targets.cmake
        DESTINATION ${package})

configure_file(${PROJECT_SOURCE_DIR}/cmake/percuss-config.cmake.in
               ${PROJECT_BINARY_DIR}/percuss-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/percuss-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/percuss-config.cmake
              ${PROJECT_BINARY_DIR}/percuss-config-version.cmake
        DESTINATION ${package})
