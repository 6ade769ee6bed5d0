// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/first_message.h>

#include <deal.II/base/mpi.h>

namespace percuss
{
  std::string
  first_message(const std::string &message, const MPI_Comm communicator)
  {
    if (dealii::Utilities::MPI::logical_or(!message.empty(), communicator))
      for (const std::string &other :
           dealii::Utilities::MPI::all_gather(communicator, message))
        if (!other.empty())
          return other;
    return {};
  }
} // namespace percuss
