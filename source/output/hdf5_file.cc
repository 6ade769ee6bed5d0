// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/file_replacement.h>
#include <percuss/output/hdf5_file.h>

#include <algorithm>
#include <cerrno>

namespace percuss
{
  void
  replace_hdf5_file(const std::string                &file_name,
                    const std::function<void(hid_t)> &write)
  {
    try
      {
        hdf5().H5Eset_auto2(H5E_DEFAULT,
                            nullptr,
                            nullptr); // no messages of its own
        FileReplacement replacement(file_name);
        errno = 0;
        HDF5Object file(hdf5().H5Fcreate(replacement.name().c_str(),
                                         hdf5_truncate,
                                         H5P_DEFAULT,
                                         H5P_DEFAULT),
                        hdf5().H5Fclose);
        write(file);
        file.close();
        replacement.take_place();
      }
    catch (const HDF5Error &)
      {
        throw writing_failed(file_name);
      }
  }

  HDF5Object
  write_hdf5_array(const hid_t                          location,
                   const std::string                   &path,
                   const hid_t                          type,
                   const std::initializer_list<hsize_t> sizes,
                   const void *const                    values)
  {
    // without sizes: a scalar
    const HDF5Object space(hdf5().H5Screate_simple(static_cast<int>(
                                                     sizes.size()),
                                                   sizes.begin(),
                                                   nullptr),
                           hdf5().H5Sclose);
    HDF5Object       data(hdf5().H5Dcreate2(location,
                                      path.c_str(),
                                      type,
                                      space,
                                      H5P_DEFAULT,
                                      H5P_DEFAULT,
                                      H5P_DEFAULT),
                    hdf5().H5Dclose);
    if (std::ranges::count(sizes, hsize_t{0}) == 0)
      valid(hdf5().H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    return data;
  }
} // namespace percuss
