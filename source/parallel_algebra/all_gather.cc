// SPDX-License-Identifier: Apache-2.0
#include <percuss/parallel_algebra/all_gather.h>

#include <limits>
#include <stdexcept>

namespace percuss
{
  GatheredBytes
  all_gather_bytes(const MPI_Comm    communicator,
                   const void *const here,
                   const std::size_t size)
  {
    int n_ranks = 0;
    MPI_Comm_size(communicator, &n_ranks);
    const unsigned long long        own = size;
    std::vector<unsigned long long> sizes(static_cast<std::size_t>(n_ranks));
    MPI_Allgather(&own,
                  1,
                  MPI_UNSIGNED_LONG_LONG,
                  sizes.data(),
                  1,
                  MPI_UNSIGNED_LONG_LONG,
                  communicator);
    GatheredBytes all;
    all.starts.assign(1, 0);
    for (const unsigned long long of_rank : sizes)
      all.starts.push_back(all.starts.back() + of_rank);
    if (all.starts.back() > std::numeric_limits<int>::max())
      throw std::length_error("More than 2 GB are gathered from all ranks.");
    all.bytes.resize(all.starts.back());
    const std::vector<int> counts(sizes.begin(), sizes.end());
    const std::vector<int> starts(all.starts.begin(), all.starts.end());
    MPI_Allgatherv(here,
                   static_cast<int>(size),
                   MPI_BYTE,
                   all.bytes.data(),
                   counts.data(),
                   starts.data(),
                   MPI_BYTE,
                   communicator);
    return all;
  }
} // namespace percuss
