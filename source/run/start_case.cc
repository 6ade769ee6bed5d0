// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/at_start.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/plausibility.h>
#include <percuss/run/run_warnings.h>
#include <percuss/run/set_time_step.h>
#include <percuss/run/start_case.h>

#include <iomanip>
#include <new>
#include <sstream>

namespace percuss
{
  void
  start_model(Model &model, Case &the_case)
  {
    RunParameters &parameters = the_case.run;
    set_time_step(model, parameters, the_case.file);
    if (parameters.time.courant_number > 0.)
      { // what used_parameters.prm repeats
        std::ostringstream step;
        step << std::setprecision(17) << parameters.time.time_step;
        the_case.parameters.set("Time integration/time step", step.str());
      }
    at_start(parameters, [&] { model.start(parameters, the_case.file); });
  }

  std::unique_ptr<Model>
  make_started_model(Case &the_case)
  {
    try
      {
        auto model = the_case.make_model();
        start_model(*model, the_case);
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

  std::vector<std::string>
  start_warnings(Model &model, const Case &the_case)
  {
    const RunParameters     &parameters = the_case.run;
    const CaseFile          &case_file  = the_case.file;
    std::vector<std::string> warnings =
      range_warnings(parameters,
                     model.contact_treatment(),
                     model.crossing_time());
    const auto add = [&warnings](const std::vector<std::string> &more) {
      warnings.insert(warnings.end(), more.begin(), more.end());
    };
    add(check_critical_step(parameters, model.frequency(), case_file));
    add(model.warnings());
    add(case_file.warnings());
    add(the_case.warnings());
    add(step_warnings(scales_at_start(model, parameters), parameters));
    return warnings;
  }
} // namespace percuss
