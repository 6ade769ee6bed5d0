// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/hdf5_library.h>

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace percuss
{
  namespace
  {
    void *
    hdf5_handle()
    {
      void *const handle = dlopen(PERCUSS_HDF5_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
      if (!handle)
        throw std::runtime_error(
          std::string("HDF5 cannot be loaded: ") + dlerror() +
          ". Install it (Debian: libhdf5-103-1), or do without signals.h5, "
          "'Output/contact problems' and 'Output/field format = XDMF'.");
      return handle;
    }

    void *
    hdf5_symbol(void *const handle, const char *const name)
    {
      void *const address = dlsym(handle, name);
      if (!address)
        throw std::runtime_error(std::string(PERCUSS_HDF5_LIBRARY) +
                                 " has no '" + name +
                                 "': is it of another version?");
      return address;
    }

    HDF5Library
    load_hdf5()
    {
      void *const handle = hdf5_handle();
      HDF5Library library;
#define PERCUSS_HDF5_LOAD(name) \
  library.name =                \
    reinterpret_cast<decltype(&::name)>(hdf5_symbol(handle, #name));
      PERCUSS_HDF5_FUNCTIONS(PERCUSS_HDF5_LOAD)
#undef PERCUSS_HDF5_LOAD
      // types are numbers that opening the library gives
      const auto open =
        reinterpret_cast<decltype(&::H5open)>(hdf5_symbol(handle, "H5open"));
      if (open() < 0)
        throw std::runtime_error("HDF5 cannot be started.");
      const auto type = [&](const char *const name) {
        const auto value =
          *static_cast<const hid_t *>(hdf5_symbol(handle, name));
        // a program that is linked with the library has the variable itself
        return value > 0 ?
                 value :
                 *static_cast<const hid_t *>(hdf5_symbol(RTLD_DEFAULT, name));
      };
      library.native_double = type("H5T_NATIVE_DOUBLE_g");
      library.native_int    = type("H5T_NATIVE_INT_g");
      library.native_uint   = type("H5T_NATIVE_UINT_g");
      library.c_string      = type("H5T_C_S1_g");
      return library;
    }
  } // namespace

  const HDF5Library &
  hdf5()
  {
    static const HDF5Library library = load_hdf5();
    return library;
  }
} // namespace percuss
