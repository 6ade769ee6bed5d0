// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/given_reference.h>
#include <percuss/program/set_together.h>
#include <percuss/program/study_plan.h>
#include <percuss/run/check_run.h>
#include <percuss/run/set_time_step.h>

#include <map>

namespace percuss
{
  namespace
  {
    std::string
    numbered(const std::string &folder, const std::size_t number)
    {
      std::string digits = std::to_string(number);
      while (digits.size() < 4)
        digits.insert(0, "0");
      return folder + "/" + digits;
    }

    /** The parameters of one run of the study. */
    std::string
    parameters_of(const RunArguments            &arguments,
                  const Catalogue               &catalogue,
                  const std::vector<Assignment> &settings,
                  const std::string             &directory,
                  const std::string             &reference,
                  const bool                     records)
    {
      ReadCase run(arguments, catalogue);
      set_together(run.file, settings);
      const StudyParameters &study = run.run.study;
      if (is_given(study.reference))
        check_given_reference(run);
      const std::string place = "percuss study";
      if (!study.keep_histories)
        {
          run.file.set("Output/history interval", "0", place);
          run.file.set("Output/field interval", "0", place);
        }
      run.file.set("Output/output directory", directory, place);
      run.file.set("Output/record signals", records ? "true" : "false", place);
      run.file.set("Study/reference", reference, place);
      // what the run does not depend on
      for (const char *entry :
           {"sweep", "curves", "reference settings", "quantities"})
        run.file.set(std::string("Study/") + entry, "", place);
      run.file.set("Study/abscissa", "automatic", place);
      run.file.set("Study/parallel runs", "0", place);
      run.file.set("Study/ranks", "1", place);
      run.file.set("Study/keep histories", "false", place);
      run.file.set("Study/keep runs", "true", place);
      if (run.run.time.courant_number > 0.) // which sets it
        run.file.set("Time integration/time step", "0", place);
      check_run(run.kind(), run.run, run.file);
      if (run.run.time.courant_number == 0.) // else it needs the mesh
        check_time_step(run.run, run.file);
      return run.text();
    }
  } // namespace

  std::vector<const PlannedRun *>
  Plan::runs_with_directories() const
  {
    std::vector<const PlannedRun *> result;
    for (const auto *list : {&references, &runs})
      for (const PlannedRun &run : *list)
        if (!run.directory.empty())
          result.push_back(&run);
    return result;
  }

  Plan
  make_plan(const RunArguments &arguments,
            const Catalogue    &catalogue,
            const Case         &base,
            const Sweep        &sweep)
  {
    const StudyParameters        &study  = base.run.study;
    const std::string            &folder = base.run.output.directory;
    const std::vector<Assignment> finer  = reference_settings(study, base.file);
    if (study.reference == "computed" && finer.empty())
      throw base.file.error("Study/reference",
                            "A computed reference needs 'reference "
                            "settings', as in 'Time integration/time step "
                            "= 1e-6'.");

    Plan plan;
    plan.case_name = arguments.case_name();
    plan.is_reference.assign(sweep.runs.size(), false);
    std::map<std::string, std::string> computed; // parameters -> directory
    const std::size_t                  n_first = sweep.axes[0].values.size();
    for (std::size_t i = 0; i < sweep.runs.size(); ++i)
      {
        const SweepRun   &run       = sweep.runs[i];
        const std::string directory = numbered(folder + "/runs", i + 1);
        std::string       reference = study.reference;
        bool              records   = base.run.output.record_signals;
        if (study.reference == "finest")
          {
            const std::size_t finest = i - i % n_first + n_first - 1;
            plan.is_reference[i]     = i == finest;
            records                  = records || i == finest;
            reference =
              i == finest ? "none" : numbered(folder + "/runs", finest + 1);
          }
        else if (study.reference == "computed")
          {
            std::vector<Assignment> settings = run.settings;
            settings.insert(settings.end(), finer.begin(), finer.end());
            const std::string same = parameters_of(
              arguments, catalogue, settings, "reference", "none", true);
            const auto [known, is_new] = computed.try_emplace(
              same, numbered(folder + "/references", computed.size() + 1));
            reference = known->second;
            if (is_new)
              plan.references.push_back(
                {reference,
                 parameters_of(
                   arguments, catalogue, settings, reference, "none", true),
                 "reference " + std::to_string(computed.size())});
          }
        const std::string &path    = sweep.axes[0].path;
        const bool         is_kept = study.keep_runs || plan.is_reference[i];
        plan.runs.push_back({is_kept ? directory : "",
                             parameters_of(arguments,
                                           catalogue,
                                           run.settings,
                                           is_kept ? directory : folder,
                                           reference,
                                           records),
                             run.curve + (run.curve.empty() ? "" : ", ") +
                               path.substr(path.rfind('/') + 1) + " = " +
                               run.values[0]});
      }
    return plan;
  }
} // namespace percuss
