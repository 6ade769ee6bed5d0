// SPDX-License-Identifier: Apache-2.0
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace percuss::test::all_gather_test
{
  // rank r has r + 1 items, and none if it is rank 1 and some are to be empty
  template <class Item>
  void
  gather(const bool one_is_empty, const Item &item)
  {
    const MPI_Comm     world = MPI_COMM_WORLD;
    const unsigned int rank  = dealii::Utilities::MPI::this_mpi_process(world);
    const auto         list  = [&](const unsigned int r) {
      using T = decltype(item(0u, 0u));
      std::vector<T> items;
      for (unsigned int i = 0; i < r + 1; ++i)
        items.push_back(item(r, i));
      if (one_is_empty && r == 1)
        items.clear();
      return items;
    };
    const auto all = all_gather(world, list(rank));
    ASSERT_EQ(all.size(), dealii::Utilities::MPI::n_mpi_processes(world));
    for (unsigned int r = 0; r < all.size(); ++r)
      EXPECT_EQ(all[r], list(r)) << "of rank " << r;
  }

  TEST(AllGather, ListsOfAllRanksAreThoseOfEach)
  {
    for (const bool one_is_empty : {false, true})
      {
        gather(one_is_empty, [](const unsigned int r, const unsigned int i) {
          return 10. * r + i + 0.1;
        });
        gather(one_is_empty, [](const unsigned int r, const unsigned int i) {
          return std::pair(r + i, 0.1 * r - i);
        });
        gather(one_is_empty, [](const unsigned int r, const unsigned int i) {
          return static_cast<char>('a' + 3 * r + i);
        });
      }
  }
} // namespace percuss::test::all_gather_test
