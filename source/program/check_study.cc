// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/program/check_study.h>
#include <percuss/program/run_time.h>
#include <percuss/program/set_together.h>
#include <percuss/program/study_records.h>
#include <percuss/program/sweep.h>
#include <percuss/run/check_run.h>
#include <percuss/run/set_time_step.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace percuss
{
  namespace
  {
    /** Whether a setting may change the number of degrees of freedom. */
    bool
    changes_size(const Assignment &setting)
    {
      return std::ranges::any_of(
        std::array{"number of", "refinements", "mesh", "degree", "Model/name"},
        [&](const char *const word) {
          return setting.path.find(word) != std::string::npos;
        });
    }

    /** Tries settings of a study, each list in a case of its own. */
    class TriedSettings
    {
    public:
      TriedSettings(const Case                            &base,
                    const std::function<void(CaseFile &)> &read,
                    const Catalogue                       &catalogue,
                    ErrorCollector                        &errors,
                    const std::size_t                      n_dofs)
        : base(base)
        , read(read)
        , catalogue(catalogue)
        , errors(errors)
        , n_models(n_dofs == 0 ? 0 : 20000 / n_dofs)
      {}

      /** Of the entry that asks for them, "Study/sweep". Returns the parameters
       * where nothing is wrong. */
      std::optional<RunParameters>
      attempt(const std::vector<Assignment> &settings,
              const std::string             &entry,
              const bool                     asks_model = false)
      {
        const double begin = processor_seconds();
        Case         one(catalogue);
        read(one.file);
        try
          {
            set_together(one.file, settings);
            if (!one.file.is_set("Model/name"))
              return {};                          // a spectrum of a scheme
            if (one.run.time.courant_number > 0.) // which sets it
              one.file.set("Time integration/time step", "0", "percuss study");
            check_run(one.kind(), one.run, one.file);
            if (one.run.time.courant_number == 0.)
              check_time_step(one.run, one.file);
            if (asks_model && n_models > 0 &&
                std::ranges::none_of(settings, changes_size))
              {
                --n_models;
                make_model(one);
                start_seconds = processor_seconds() - begin;
              }
            return one.run;
          }
        catch (const InputError &error)
          {
            for (const InputError &each : all_errors(error))
              add(base.file.place_of(entry) + ": '" + entry +
                  "': " + without_place(each, settings));
          }
        return {};
      }

      /** Of the last run whose model has been made [s]. */
      std::optional<double> start_seconds;

    private:
      static void
      make_model(const Case &one)
      {
        try
          {
            one.make_model();
          }
        catch (const NumericalFailure &) // its run will say it
          {}
      }

      /** Unless other settings have been refused by the same words. */
      void
      add(const std::string &message)
      {
        if (said.insert(message).second)
          errors.add(InputError(message));
      }

      static std::string
      without_place(const InputError              &error,
                    const std::vector<Assignment> &settings)
      {
        const std::string message = error.what();
        for (const Assignment &setting : settings)
          if (message.starts_with(setting.place + ": "))
            return message.substr(setting.place.size() + 2);
        return message;
      }

      const Case                            &base;
      const std::function<void(CaseFile &)> &read;
      const Catalogue                       &catalogue;
      ErrorCollector                        &errors;
      std::size_t                            n_models; // that may be made yet
      std::set<std::string>                  said;
    };

    /** The runs that are tried, and whether one is the first with a value. */
    std::vector<std::pair<std::size_t, bool>>
    runs_to_try(const Sweep &sweep)
    {
      constexpr std::size_t                         n_most = 200;
      std::set<std::pair<std::string, std::string>> seen;
      std::vector<std::pair<std::size_t, bool>>     result;
      std::size_t                                   n_new = 0;
      const std::size_t                             n     = sweep.runs.size();
      const std::size_t stride = (n + n_most - 1) / n_most;
      for (std::size_t i = 0; i < n; ++i)
        {
          bool is_new = false;
          if (n_new < n_most)
            for (const Assignment &setting : sweep.runs[i].settings)
              is_new |= seen.emplace(setting.path, setting.value).second;
          n_new += is_new;
          if (is_new || i % stride == 0 || i + 1 == n)
            result.emplace_back(i, is_new);
        }
      return result;
    }

    /** The settings of a run's computed reference. */
    std::vector<Assignment>
    with_finer(const SweepRun &run, const std::vector<Assignment> &finer)
    {
      std::vector<Assignment> result;
      for (const Assignment &setting : run.settings)
        if (std::ranges::find(finer, setting.path, &Assignment::path) ==
            finer.end())
          result.push_back(setting);
      result.insert(result.end(), finer.begin(), finer.end());
      return result;
    }

    void
    try_runs(const Sweep &sweep, TriedSettings &tried, CheckedStudy &result)
    {
      for (const auto &[i, is_new] : runs_to_try(sweep))
        if (const auto parameters =
              tried.attempt(sweep.runs[i].settings, "Study/sweep", is_new))
          result.runs.push_back(*parameters);
    }

    void
    try_references(const Sweep                   &sweep,
                   const std::vector<Assignment> &finer,
                   TriedSettings                 &tried,
                   CheckedStudy                  &result)
    {
      constexpr std::size_t n_most = 20;
      std::set<std::string> known;
      for (const SweepRun &run : sweep.runs)
        {
          const auto  settings = with_finer(run, finer);
          std::string key;
          for (const Assignment &setting : settings)
            key += setting.path + '=' + setting.value + ';';
          if (known.insert(key).second && known.size() <= n_most)
            if (const auto parameters =
                  tried.attempt(settings, "Study/reference settings"))
              result.references.push_back(*parameters);
        }
      result.n_references = known.size();
    }
  } // namespace

  CheckedStudy
  check_study(const Case                            &the_case,
              const std::function<void(CaseFile &)> &read,
              const Catalogue *const                 catalogue,
              const std::size_t                      n_dofs)
  {
    const StudyParameters &study = the_case.run.study;
    const CaseFile        &file  = the_case.file;
    const bool     is_spectrum = study.kind == StudyParameters::Kind::spectrum;
    ErrorCollector errors;
    Sweep          sweep;
    std::vector<SweepCurve> curves;
    std::vector<Assignment> finer;
    const auto              collect = [&](const auto &work) {
      errors.in_turn([&] { file.of_this_file(work); });
    };
    collect([&] {
      curves = make_curves(study, file);
      return 0;
    });
    if (!study.sweep.empty() && !is_spectrum && errors.is_empty())
      collect([&] {
        sweep = make_sweep(study, file);
        return 0;
      });
    collect([&] {
      check_records(the_case);
      return 0;
    });
    collect([&] {
      finer = reference_settings(study, file);
      return 0;
    });
    if (study.reference == "computed" && study.reference_settings.empty())
      errors.add(file.error("Study/reference",
                            "A computed reference needs 'reference settings', "
                            "as in 'Time integration/time step = 1e-6'."));
    if (study.smallest_frequency >= study.largest_frequency)
      errors.add(file.error("Study/largest frequency",
                            "It must be larger than the smallest one."));
    CheckedStudy result;
    if (catalogue && errors.is_empty())
      {
        TriedSettings tried(the_case, read, *catalogue, errors, n_dofs);
        for (const SweepCurve &curve : curves)
          if (!curve.settings.empty())
            tried.attempt(curve.settings, "Study/curves");
        if (study.reference == "computed" && sweep.runs.empty())
          tried.attempt(finer, "Study/reference settings");
        if (errors.is_empty())
          try_runs(sweep, tried, result);
        result.start_seconds = tried.start_seconds;
        if (study.reference == "computed" && errors.is_empty())
          try_references(sweep, finer, tried, result);
      }
    result.n_runs = sweep.runs.size();
    result.errors = errors.all();
    return result;
  }
} // namespace percuss
