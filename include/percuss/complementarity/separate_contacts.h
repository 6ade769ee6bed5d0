// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_separate_contacts_h
#define percuss_complementarity_separate_contacts_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * The impulses of contacts and joints that do not act on each other: an
   * explicit W whose entries between active rows of different cones are zero,
   * as those of nodes with a diagonal mass matrix are. Each cone is solved for
   * itself, one with friction by solve_one_contact(). O(entries of W).
   *
   * @param cone_of_row, work memory to work in
   * @return whether W is of that kind and every cone has a solution; p is as it
   *   was if not
   */
  bool
  solve_separate_contacts(const ConeComplementarityProblem &problem,
                          std::vector<unsigned int>        &cone_of_row,
                          std::vector<double>              &work,
                          std::span<double>                 p);
} // namespace percuss

#endif
