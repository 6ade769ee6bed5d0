// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_hdf5_file_h
#define percuss_output_hdf5_file_h

#include <percuss/output/hdf5_object.h>

#include <functional>
#include <initializer_list>
#include <string>

namespace percuss
{
  /** Replaces a file, see FileReplacement, by one of HDF5 with what
   * @p write(file) makes in it; throws std::runtime_error if that fails. */
  void
  replace_hdf5_file(const std::string                &file_name,
                    const std::function<void(hid_t)> &write);

  /**
   * A new dataset, with these values of @p type, a type of the memory.
   *
   * @param location   file or group in which @p path begins
   * @param sizes      of the directions of the array; none: a single value
   * @throws HDF5Error if it cannot be made or written
   */
  HDF5Object
  write_hdf5_array(hid_t                          location,
                   const std::string             &path,
                   hid_t                          type,
                   std::initializer_list<hsize_t> sizes,
                   const void                    *values);
} // namespace percuss

#endif
