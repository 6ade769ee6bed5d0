// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_percuss_main_h
#define percuss_program_percuss_main_h

#include <percuss/run/model.h>

namespace percuss
{
  /**
   * The program `percuss` with the given models: commands, messages, exit
   * status (0 done, 1 the computation failed, 2 the input is wrong). A program
   * with a model of one's own is
   *
   *     int main(int argc, char **argv)
   *     {
   *       auto models = percuss::all_models();
   *       models.push_back(&my_kind);
   *       return percuss::percuss_main(argc, argv, models);
   *     }
   *
   * @pre the names of the models differ
   */
  int
  percuss_main(int argc, char **argv, const ModelKinds &models);
} // namespace percuss

#endif
