// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_serialize_vector_h
#define percuss_algebra_serialize_vector_h

#include <percuss/base/archive.h>

#include <cstddef>

namespace percuss
{
  /** Writes or reads a vector of an algebra: all entries, or those that this
   * process owns. @pre x has its size and distribution */
  template <class A>
  void
  serialize_vector(Archive &archive, typename A::Vector &x)
  {
    if constexpr (requires { x.entries.data(); })
      archive.array(
        std::span<double>(x.entries.data(),
                          static_cast<std::size_t>(x.entries.size())));
    else
      A::write_local(x, [&](double *const entries) {
        archive.own_entries(
          {entries, static_cast<std::size_t>(x.locally_owned_size())});
      });
  }
} // namespace percuss

#endif
