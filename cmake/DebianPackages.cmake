# SPDX-License-Identifier: Apache-2.0
#
# `cpack -G DEB` in the build folder: packages of Debian,
#
#   percuss          the program and all that it runs with
#   python3-percuss  the Python module, if it is built
#   libpercuss-dev   headers and libraries for programs of one's own

# What the binaries are distributed under, then the licence of the source.
file(READ ${PROJECT_SOURCE_DIR}/NOTICE notice)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${notice}\n${license}")
install(FILES ${PROJECT_BINARY_DIR}/copyright
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/percuss
        COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/copyright
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libpercuss-dev
        COMPONENT complementarity)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "the authors of percuss")
set(CPACK_PACKAGE_CONTACT "the authors of percuss <percuss@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_COMPONENTS_ALL program complementarity library finite_elements)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME percuss)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS TRUE)
# loaded when it is needed
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libhdf5-103-1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
    "python3-matplotlib, python3-numpy, libjs-three, openmpi-bin, libopenblas0-pthread")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Elastic bars, solids, mechanisms and small systems with unilateral contact:
 time integration with impacts, contact problems, studies of convergence.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpercuss-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev, libsuitesparse-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS
    "percuss, libdeal.ii-dev, libhdf5-dev, libmuparser-dev, nlohmann-json3-dev, \
zlib1g-dev")

if(TARGET percuss_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  # of this version of Python alone, as the extension module is
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-percuss)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS TRUE)
  math(EXPR next "${PERCUSS_MODULE_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "percuss (= ${PROJECT_VERSION}), python3-numpy, \
python3 (>= 3.${PERCUSS_MODULE_PYTHON_MINOR}~), python3 (<< 3.${next})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-scipy, python3-pandas")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
      "The cases of percuss in the process of Python, with arrays of numpy.")
  install(FILES ${PROJECT_BINARY_DIR}/copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-percuss
          COMPONENT python)
endif()

include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(development)
cpack_add_component(program GROUP program)
if(TARGET percuss_python)
  cpack_add_component_group(python)
  cpack_add_component(python GROUP python)
endif()
foreach(component IN ITEMS complementarity library finite_elements)
  cpack_add_component(${component} GROUP development)
endforeach()
