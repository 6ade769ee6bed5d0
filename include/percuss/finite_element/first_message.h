// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_first_message_h
#define percuss_finite_element_first_message_h

#include <deal.II/base/mpi.h>

#include <string>

namespace percuss
{
  /**
   * The message of the first rank that has one, on all ranks: what one rank
   * finds in its cells has to be thrown by all.
   */
  inline std::string
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

#endif
