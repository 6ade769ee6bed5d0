// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_all_gather_h
#define percuss_parallel_algebra_all_gather_h

#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace percuss
{
  /** The bytes of all ranks, one after the other: those of rank r are from
   * starts[r] to starts[r + 1]. */
  struct GatheredBytes
  {
    std::vector<std::byte>   bytes;
    std::vector<std::size_t> starts;
  };

  /** Collective; throws std::length_error for more than 2^31 - 1 bytes, the
   * most that MPI counts. */
  GatheredBytes
  all_gather_bytes(MPI_Comm communicator, const void *here, std::size_t size);

  /**
   * The lists of all ranks, rank by rank, on all of them; collective. Their
   * items are copied as they lie in memory: numbers, pairs of them, structs
   * without pointers. deal.II's function of that name takes every type, by a
   * compressed archive that a compiler needs seconds for, type by type.
   */
  template <class T>
  std::vector<std::vector<T>>
  all_gather(const MPI_Comm communicator, const std::vector<T> &here)
  {
    // std::pair has an assignment of its own, which its copies do not need
    static_assert(std::is_trivially_copy_constructible_v<T> &&
                  std::is_trivially_destructible_v<T> && !std::is_pointer_v<T>);
    const GatheredBytes all =
      all_gather_bytes(communicator, here.data(), here.size() * sizeof(T));
    std::vector<std::vector<T>> lists(all.starts.size() - 1);
    for (std::size_t rank = 0; rank < lists.size(); ++rank)
      {
        const std::size_t size = all.starts[rank + 1] - all.starts[rank];
        lists[rank].resize(size / sizeof(T));
        if (size > 0)
          std::memcpy(static_cast<void *>(lists[rank].data()),
                      all.bytes.data() + all.starts[rank],
                      size);
      }
    return lists;
  }
} // namespace percuss

#endif
