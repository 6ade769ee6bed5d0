// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_first_message_h
#define percuss_finite_element_first_message_h

#include <mpi.h>

#include <string>

namespace percuss
{
  /**
   * The message of the first rank that has one, on all ranks: what one rank
   * finds in its cells has to be thrown by all.
   */
  std::string
  first_message(const std::string &message, MPI_Comm communicator);
} // namespace percuss

#endif
