// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_message_of_first_rank_h
#define percuss_finite_element_message_of_first_rank_h

#include <mpi.h>

#include <string>

namespace percuss
{
  /**
   * The message of the first rank that has one, on all ranks: what one rank
   * finds in its cells has to be thrown by all.
   */
  std::string
  message_of_first_rank(const std::string &message, MPI_Comm communicator);
} // namespace percuss

#endif
