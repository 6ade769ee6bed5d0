// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_hdf5_object_h
#define percuss_output_hdf5_object_h

#include <percuss/output/hdf5_library.h>

#include <exception>
#include <utility>

namespace percuss
{
  /** HDF5 reports by negative numbers. */
  struct HDF5Error : std::exception
  {};

  inline hid_t
  valid(const hid_t id)
  {
    if (id < 0)
      throw HDF5Error();
    return id;
  }

  /** An object of HDF5 with the function that closes it. */
  class HDF5Object
  {
  public:
    HDF5Object(const hid_t id, herr_t (*close)(hid_t))
      : id(valid(id))
      , close_function(close)
    {}

    HDF5Object(HDF5Object &&other) noexcept
      : id(std::exchange(other.id, -1))
      , close_function(other.close_function)
    {}

    ~HDF5Object()
    {
      if (id >= 0)
        close_function(id);
    }

    /** Closes it now, when what was written can still fail. */
    void
    close()
    {
      valid(close_function(std::exchange(id, -1)));
    }

    operator hid_t() const
    {
      return id;
    }

  private:
    hid_t id;
    herr_t (*close_function)(hid_t);
  };
} // namespace percuss

#endif
