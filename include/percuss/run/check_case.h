// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_check_case_h
#define percuss_run_check_case_h

#include <percuss/input/input_errors.h>
#include <percuss/run/case.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /** What is known of a case before its first step. */
  struct CheckedCase
  {
    std::vector<InputProblem> problems; ///< in the order of the file
    std::unique_ptr<Model>    model;   ///< started; none if there are problems,
                                       ///< or of a scheme's spectrum
    std::vector<std::string> warnings; ///< that its run would begin with
  };

  /** Whether a check makes the model of a case, with its mesh. */
  enum class MakesModel
  {
    yes,
    no ///< for its cost
  };

  /**
   * Finds all that is wrong with an input, as far as one thing can be told
   * without another: with the lines of its file, its values, entries that
   * contradict each other, items of lists, the model, its scheme. What depends on
   * something that is wrong is not judged, unless a name was meant that is known.
   * Computes no step and writes nothing. Collective.
   *
   * @param read  reads the case; what it throws is a part of the problems
   * @param makes without a model, what only that can find stays unknown
   */
  CheckedCase
  check_case(Case                                  &the_case,
             const std::function<void(CaseFile &)> &read,
             MakesModel                             makes = MakesModel::yes);

  /** The problems of a parameter file alone; none if it can be run. */
  std::vector<InputProblem>
  check_file(const Catalogue &catalogue, const std::string &file_name);
} // namespace percuss

#endif
