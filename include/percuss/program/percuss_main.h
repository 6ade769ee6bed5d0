// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_percuss_main_h
#define percuss_program_percuss_main_h

#include <percuss/run/model.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The program `percuss` with what is in a catalogue: commands, messages, exit
   * status (0 done, 1 the computation failed, 2 the input is wrong). A program
   * with a model of one's own is
   *
   *     int main(int argc, char **argv)
   *     {
   *       percuss::Catalogue catalogue{percuss::all_models()};
   *       catalogue.models.push_back(&my_kind);
   *       return percuss::percuss_main(argc, argv, catalogue);
   *     }
   *
   * @pre the names of models differ, and those of schemes
   */
  int
  percuss_main(int argc, char **argv, const Catalogue &catalogue);

  /** The same with words and without what is done once in a process; MPI ends
   * with it, if it has started it. */
  int
  status_of_program(const std::vector<std::string> &words,
                    const Catalogue                &catalogue);
} // namespace percuss

#endif
