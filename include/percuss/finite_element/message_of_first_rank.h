// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_message_of_first_rank_h
#define percuss_finite_element_message_of_first_rank_h

#include <percuss/base/exceptions.h>

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

  /** Does each rank's part of a work. Throws on all ranks the InputError of the
   * first one that has one, about @p entry.
   * @pre the work communicates nothing */
  template <class Work>
  void
  on_all_ranks(const Work        &work,
               const std::string &entry,
               MPI_Comm           communicator)
  {
    std::string message;
    try
      {
        work();
      }
    catch (const InputError &error)
      {
        message = error.what();
      }
    message = message_of_first_rank(message, communicator);
    if (!message.empty())
      throw InputError(message, entry);
  }
} // namespace percuss

#endif
