// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/check_study.h>
#include <percuss/program/set_together.h>
#include <percuss/program/sweep.h>
#include <percuss/run/check_run.h>
#include <percuss/run/set_time_step.h>

#include <string>

namespace percuss
{
  namespace
  {
    /** Tries settings of a study, each list in a case of its own. */
    class TriedSettings
    {
    public:
      TriedSettings(const Case                            &base,
                    const std::function<void(CaseFile &)> &read,
                    const Catalogue                       &catalogue,
                    ErrorCollector                        &errors)
        : base(base)
        , read(read)
        , catalogue(catalogue)
        , errors(errors)
      {}

      /** Of the entry that asks for them, "Study/sweep". */
      void
      attempt(const std::vector<Assignment> &settings, const std::string &entry)
      {
        Case one(catalogue);
        read(one.file);
        try
          {
            set_together(one.file, settings);
            if (!one.file.is_set("Model/name"))
              return;                             // a spectrum of a scheme
            if (one.run.time.courant_number > 0.) // which sets it
              one.file.set("Time integration/time step", "0", "percuss study");
            check_run(one.kind(), one.run, one.file);
            if (one.run.time.courant_number == 0.)
              check_time_step(one.run, one.file);
          }
        catch (const InputError &error)
          {
            for (const InputError &each : all_errors(error))
              errors.add(InputError(base.file.place_of(entry) + ": '" + entry +
                                    "': " + without_place(each, settings)));
          }
      }

    private:
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
    };

    void
    try_values(const Sweep &sweep, TriedSettings &tried)
    {
      constexpr std::size_t n_most = 25; // of an axis
      for (const SweepAxis &axis : sweep.axes)
        for (std::size_t i = 0; i < std::min(n_most, axis.values.size()); ++i)
          tried.attempt({{axis.path, axis.values[i], axis.place}},
                        "Study/sweep");
    }
  } // namespace

  std::vector<InputError>
  errors_of_study(const Case                            &the_case,
                  const std::function<void(CaseFile &)> &read,
                  const Catalogue *const                 catalogue)
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
    if (catalogue && errors.is_empty())
      {
        TriedSettings tried(the_case, read, *catalogue, errors);
        try_values(sweep, tried);
        for (const SweepCurve &curve : curves)
          if (!curve.settings.empty())
            tried.attempt(curve.settings, "Study/curves");
        if (study.reference == "computed")
          tried.attempt(finer, "Study/reference settings");
      }
    return errors.all();
  }
} // namespace percuss
