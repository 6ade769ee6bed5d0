// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_hdf5_library_h
#define percuss_output_hdf5_library_h

#include <hdf5.h>

/** The functions of HDF5 that percuss calls. */
// clang-format off
#define PERCUSS_HDF5_FUNCTIONS(X) \
  X(H5Aclose) \
  X(H5Acreate2) \
  X(H5Aexists) \
  X(H5Aget_type) \
  X(H5Aopen) \
  X(H5Aread) \
  X(H5Awrite) \
  X(H5Dclose) \
  X(H5Dcreate2) \
  X(H5Dget_space) \
  X(H5Dget_type) \
  X(H5Dopen2) \
  X(H5Dread) \
  X(H5Dwrite) \
  X(H5Eset_auto2) \
  X(H5Fclose) \
  X(H5Fcreate) \
  X(H5Fopen) \
  X(H5Gclose) \
  X(H5Gcreate2) \
  X(H5Gget_info) \
  X(H5Lexists) \
  X(H5Lget_name_by_idx) \
  X(H5Ocopy) \
  X(H5Oexists_by_name) \
  X(H5Sclose) \
  X(H5Screate) \
  X(H5Screate_simple) \
  X(H5Sget_simple_extent_npoints) \
  X(H5Tclose) \
  X(H5Tcopy) \
  X(H5Tget_class) \
  X(H5Tget_size) \
  X(H5Tis_variable_str) \
  X(H5Tset_size) \
  X(H5free_memory)
// clang-format on

namespace percuss
{
  /**
   * HDF5, which is loaded with the first call of hdf5(): it brings thirty other
   * libraries, for the network and for security, among which the program would
   * look for every symbol of deal.II when it loads that.
   */
  struct HDF5Library
  {
#define PERCUSS_HDF5_MEMBER(name) decltype(&::name) name;
    PERCUSS_HDF5_FUNCTIONS(PERCUSS_HDF5_MEMBER)
#undef PERCUSS_HDF5_MEMBER

    hid_t native_double, native_int, native_uint, c_string; ///< types
  };

  // as H5F_ACC_RDONLY and H5F_ACC_TRUNC, which call the library
  constexpr unsigned int hdf5_read_only = 0, hdf5_truncate = 2;

  /** Throws std::runtime_error where the library cannot be loaded. */
  const HDF5Library &
  hdf5();
} // namespace percuss

#endif
