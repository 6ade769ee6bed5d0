// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_python_arrays_h
#define percuss_python_arrays_h

#include <pybind11/numpy.h>

#include <memory>
#include <vector>

namespace percuss::python
{
  /** A numpy array that refers to @p values without a copy and cannot be
   * written to; it keeps @p owner alive, which the values belong to. */
  template <class Number, class Owner>
  pybind11::array
  read_only_view(const std::vector<Number>          &values,
                 const std::shared_ptr<const Owner> &owner)
  {
    using Kept = std::shared_ptr<const Owner>;
    const pybind11::capsule   capsule(new Kept(owner), [](void *const kept) {
      delete static_cast<Kept *>(kept);
    });
    pybind11::array_t<Number> array(
      static_cast<pybind11::ssize_t>(values.size()), values.data(), capsule);
    array.attr("setflags")(pybind11::arg("write") = false);
    return array;
  }
} // namespace percuss::python

#endif
