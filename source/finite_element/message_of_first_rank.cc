// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/mpi.h>

namespace percuss
{
  std::string
  message_of_first_rank(const std::string &message, const MPI_Comm communicator)
  {
    if (dealii::Utilities::MPI::logical_or(!message.empty(), communicator))
      for (const std::vector<char> &other :
           all_gather(communicator,
                      std::vector<char>(message.begin(), message.end())))
        if (!other.empty())
          return {other.begin(), other.end()};
    return {};
  }
} // namespace percuss
