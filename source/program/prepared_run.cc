// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/program/given_reference.h>
#include <percuss/program/prepared_run.h>
#include <percuss/run/at_start.h>
#include <percuss/run/check_run.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/plausibility.h>
#include <percuss/run/run_warnings.h>
#include <percuss/run/set_time_step.h>

#include <iomanip>
#include <new>
#include <sstream>

namespace percuss
{
  namespace
  {
    /** What is known at the start; throws InputError. Collective. */
    std::vector<std::string>
    start_warnings(Model &model, const Case &the_case)
    {
      const RunParameters     &parameters = the_case.run;
      const CaseFile          &case_file  = the_case.file;
      std::vector<std::string> warnings =
        range_warnings(parameters,
                       model.contact_treatment(),
                       model.crossing_time());
      for (const std::string &warning :
           check_critical_step(parameters, model.frequency(), case_file))
        warnings.push_back(warning);
      for (const std::string &warning : model.warnings())
        warnings.push_back(warning);
      for (const std::string &warning : case_file.warnings())
        warnings.push_back(warning);
      for (const std::string &warning : the_case.warnings())
        warnings.push_back(warning);
      for (const std::string &warning :
           step_warnings(scales_at_start(model, parameters), parameters))
        warnings.push_back(warning);
      for (const std::string &warning : reference_warnings(the_case))
        warnings.push_back(warning);
      return warnings;
    }

    /** Throws InputError, for a model that finds no memory, too. Collective. */
    std::unique_ptr<Model>
    make_started_model(Case &the_case)
    {
      RunParameters &parameters = the_case.run;
      try
        {
          auto model = the_case.make_model();
          set_time_step(*model, parameters, the_case.file);
          if (parameters.time.courant_number > 0.)
            { // what used_parameters.prm repeats
              std::ostringstream step;
              step << std::setprecision(17) << parameters.time.time_step;
              the_case.parameters.set("Time integration/time step", step.str());
            }
          at_start(parameters,
                   [&] { model->start(parameters, the_case.file); });
          return model;
        }
      catch (const std::bad_alloc &)
        {
          if (processes().size() > 1)
            throw; // perhaps of this process alone
          throw the_case.file.with_place(
            InputError("There is not enough memory for this model. Take fewer "
                       "elements or bodies."),
            "");
        }
    }
  } // namespace

  PreparedRun
  prepare_run(Case &the_case)
  {
    check_run(the_case.kind(), the_case.run, the_case.file);
    PreparedRun result;
    result.model     = make_started_model(the_case);
    result.reference = find_reference(*result.model, the_case);
    result.warnings  = start_warnings(*result.model, the_case);
    return result;
  }
} // namespace percuss
