// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_study_plan_h
#define percuss_applications_percuss_study_plan_h

#include "run_arguments.h"

#include <percuss/configuration/run_parameters.h>
#include <percuss/configuration/sweep.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace percuss
{
  /** A parameter file with all that reads it. */
  struct Case
  {
    explicit Case(const RunArguments &arguments)
    {
      parameters.add_parameters(prm);
      file = std::make_unique<CaseFile>(prm);
      arguments.read_into(*file);
    }

    std::string
    text() const
    {
      std::ostringstream text;
      prm.print_parameters(text,
                           dealii::ParameterHandler::ShortPRM |
                             dealii::ParameterHandler::KeepDeclarationOrder);
      return text.str();
    }

    dealii::ParameterHandler  prm;
    RunParameters             parameters;
    std::unique_ptr<CaseFile> file;
  };

  /** A run in its directory. */
  struct PlannedRun
  {
    std::string directory;
    std::string parameters; ///< the content of its parameter file
    std::string label;      ///< for people
  };

  struct Plan
  {
    std::string             case_name;
    std::vector<PlannedRun> references;   ///< that the runs wait for
    std::vector<PlannedRun> runs;         ///< in the order of the sweep
    std::vector<bool>       is_reference; ///< runs that others wait for
  };

  /** The runs of a refinement study with their references; throws InputError
   * for entries that a run would refuse. */
  Plan
  make_plan(const RunArguments &arguments,
            const Case         &base,
            const Sweep        &sweep);
} // namespace percuss

#endif
