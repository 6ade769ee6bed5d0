// SPDX-License-Identifier: Apache-2.0

// Runs GoogleTest on every rank. Rank 0 reports as usual, the others only
// their failures; a failure on any rank fails the run.

#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>

#include <iostream>

namespace
{
  class FailurePrinter final : public testing::EmptyTestEventListener
  {
    void
    OnTestPartResult(const testing::TestPartResult &result) override
    {
      if (result.failed())
        std::cout << "rank "
                  << dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD)
                  << ": " << result.file_name() << ':' << result.line_number()
                  << ": " << result.message() << std::endl;
    }
  };
} // namespace

int
main(int argc, char **argv)
{
  testing::InitGoogleTest(&argc, argv);
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) != 0)
    {
      auto &listeners = testing::UnitTest::GetInstance()->listeners();
      delete listeners.Release(listeners.default_result_printer());
      listeners.Append(new FailurePrinter);
    }
  return RUN_ALL_TESTS();
}
