// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/constraints/contact_coefficients.h>
#include <percuss/input/item_text.h>
#include <percuss/input/parameter_file.h>
#include <percuss/output/signal_file.h>
#include <percuss/program/given_reference.h>
#include <percuss/program/study_runs.h>
#include <percuss/study/run_signals.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace percuss
{
  namespace
  {
    const std::string reference_entry = "Study/reference";

    /** The entries with which a run was made, "Section/entry" -> value; throws
     * InputError. */
    std::map<std::string, std::string>
    used_parameters(const std::string &directory)
    {
      const std::string file_name = directory + "/used_parameters.prm";
      if (!std::filesystem::is_regular_file(file_name))
        throw InputError("There is no file '" + file_name +
                         "', which says what has been computed there. Name "
                         "the output directory of a run that is done, with "
                         "all that it has left.");
      std::map<std::string, std::string> values;
      for (const Statement &statement : read_parameter_file(file_name))
        if (!statement.path.ends_with('/'))
          values[statement.path] = statement.value;
      return values;
    }

    /** The time at which the comparison ends [s]. */
    double
    end_of_comparison(const RunParameters &parameters)
    {
      const double end = parameters.time.end_time;
      return parameters.study.compare_until == 0. ?
               end :
               std::min(end, parameters.study.compare_until);
    }

    /** The message of a reference that ends at @p end, before the comparison. */
    InputError
    ends_early(const double end, const RunParameters &parameters)
    {
      const std::string until =
        short_text(end_of_comparison(parameters)) + " s";
      return InputError(
        "That run ends at t = " + short_text(end) +
        " s, and the comparison at " + until +
        ". Repeat it with 'Time integration/end time' = " + until +
        ", or set 'Study/compare until' to a time that "
        "it reaches.");
    }

    /** Whether a run was done before its end time, as one that comes to rest. */
    bool
    has_stopped(const std::string &directory)
    {
      using Json = nlohmann::ordered_json;
      const Json summary =
        Json::parse(file_content(directory + "/summary.json"),
                    nullptr,
                    false); // no exceptions
      return summary.is_object() && summary.value("status", "") == "done" &&
             summary.contains("stopped");
    }

    /** Throws InputError where a reference lacks signals of a run, or their
     * values at its end. */
    void
    check_signals(const Reference &reference,
                  const Model     &model,
                  const Case      &the_case)
    {
      std::string      missing;
      const RunSignals signals(model.contact_totals(),
                               model.monitored_points());
      for (const std::string &name : signals.names())
        if (std::ranges::find(reference.signals,
                              name,
                              &ReferenceSignal::name) ==
            reference.signals.end())
          missing += (missing.empty() ? "'" : ", '") + name + "'";
      if (!missing.empty())
        {
          std::vector<std::string> names;
          for (const ReferenceSignal &signal : reference.signals)
            names.push_back(signal.name);
          throw InputError("That run has not recorded " + shortened(missing) +
                           " of this one, but " +
                           shortened(item_text::list(names)) +
                           ". Contacts and 'Output/monitored points' must "
                           "have the same names in both.");
        }
      const RunParameters &parameters = the_case.run;
      const double         start      = parameters.time.start_time,
                   length             = end_of_comparison(parameters) - start;
      if (reference.valid_until < length * (1. - 1e-9) &&
          !has_stopped(parameters.study.reference))
        throw ends_early(start + reference.valid_until, parameters);
    }
  } // namespace

  bool
  is_given(const std::string &reference)
  {
    return reference != "automatic" && reference != "exact" &&
           reference != "none" && reference != "finest" &&
           reference != "computed";
  }

  void
  check_given_reference(const Case &the_case)
  {
    const RunParameters &parameters = the_case.run;
    const std::string   &directory  = parameters.study.reference;
    the_case.file.at(reference_entry, [&] {
      const auto used  = used_parameters(directory);
      const auto value = [&](const char *path) {
        const auto entry = used.find(path);
        return entry == used.end() ? std::string() : entry->second;
      };
      const std::string model = value("Model/name"),
                        start = value("Time integration/start time");
      if (model != the_case.kind().name)
        throw InputError("That run is of the model '" + model +
                         "', this one of '" +
                         std::string(the_case.kind().name) +
                         "'. Name the directory of a run of the same model.");
      if (number(start) != parameters.time.start_time)
        throw InputError("That run starts at t = " + start +
                         " s, this one at " +
                         short_text(parameters.time.start_time) +
                         " s ('Time integration/start time').");
      const auto end = number(value("Time integration/end time"));
      if (end && *end < end_of_comparison(parameters) * (1. - 1e-9) &&
          !has_stopped(directory))
        throw ends_early(*end, parameters);
      return 0;
    });
  }

  std::optional<Reference>
  find_reference(const Model &model, const Case &the_case)
  {
    const RunParameters &parameters = the_case.run;
    const std::string   &name       = parameters.study.reference;
    // the others are made by a study, of several runs
    if (name == "none" || name == "finest" || name == "computed")
      return {};
    if (!is_given(name))
      {
        std::optional<Reference> exact = model.exact_solution();
        if (!exact && name == "exact")
          throw the_case.file.error(reference_entry,
                                    "The exact solution of this case is not "
                                    "known. 'percuss list references' says "
                                    "where it is.");
        return exact;
      }
    Reference reference = the_case.file.at(reference_entry, [&] {
      return read_signals(name + "/signals.h5", parameters.time.time_step);
    });
    check_given_reference(the_case);
    the_case.file.at(reference_entry, [&] {
      check_signals(reference, model, the_case);
      return 0;
    });
    return reference;
  }

  std::vector<std::string>
  reference_warnings(const Case &the_case)
  {
    const std::string &directory = the_case.run.study.reference;
    if (!is_given(directory))
      return {};
    std::vector<std::string> paths; // of entries that may be physical
    for (const CoefficientEntry &entry : contact_coefficients)
      paths.push_back("Contact/" + entry.entry());
    const auto section = the_case.kind().section();
    Parameters own;
    section->add_to(own);
    for (const Parameter &entry : own.all())
      if (!entry.is_whole_number && entry.choices.empty())
        paths.push_back(entry.path());
    std::string differ;
    const auto  used = used_parameters(directory);
    for (const std::string &path : paths)
      {
        const Parameter *const entry = the_case.parameters.find(path);
        const auto             other = used.find(path);
        if (!entry || other == used.end())
          continue;
        const auto here = number(entry->value), there = number(other->second);
        if (here && there && *here != *there)
          differ += (differ.empty() ? "'" : ", '") + path + "' (" +
                    other->second + " there, " + entry->value + " here)";
      }
    if (differ.empty())
      return {};
    return {the_case.file.place_of(reference_entry) + ": the run in '" +
            directory +
            "', with which this one is compared, has other values of " +
            differ + ": errors contain that difference"};
  }
} // namespace percuss
