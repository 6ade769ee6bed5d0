// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/run/check_case.h>
#include <percuss/run/check_run.h>
#include <percuss/run/set_time_step.h>
#include <percuss/run/start_case.h>

#include <algorithm>
#include <cctype>
#include <new>
#include <tuple>

namespace percuss
{
  namespace
  {
    /** In small letters, as models are called. */
    std::string
    section_of(const std::string &entry)
    {
      std::string section = entry.substr(0, entry.rfind('/'));
      std::ranges::transform(section,
                             section.begin(),
                             [](const unsigned char c) {
                               return static_cast<char>(std::tolower(c));
                             });
      return section;
    }

    /** Whether what else is there depends on an entry: on words, counts and
     * texts, not on single numbers, also of each material, and not on what is
     * written or on how many runs there are. */
    bool
    is_structural(const Parameter &entry)
    {
      return entry.section != "Output" && entry.section != "Study" &&
             !entry.allowed.starts_with("a number") &&
             !entry.allowed.ends_with("separated by ';'") &&
             !(entry.allowed == "any text" && number(entry.default_value));
    }

    /** The problems of a case, found one after the other. */
    class CaseProblems
    {
    public:
      explicit CaseProblems(const Case &the_case)
        : the_case(the_case)
      {}

      /** Adds what @p work throws; after the first problems only what does not
       * follow from them. */
      template <class Work>
      void
      collect(const Work &work)
      {
        ErrorCollector errors;
        try
          {
            errors.in_turn(work);
          }
        catch (const NumericalFailure &failure) // at the start
          {
            if (found.empty())
              errors.add(InputError(failure.what()));
          }
        catch (const std::bad_alloc &)
          {
            errors.add(InputError("There is not enough memory for this model. "
                                  "Take fewer elements or bodies."));
          }
        const std::vector<InputProblem> before = found;
        for (const InputError &error : errors.all())
          {
            InputProblem problem = problem_of(error, the_case.parameters);
            if (before.empty() || is_independent(problem, before))
              found.push_back(problem);
          }
      }

      /** Whether a value is the default where another one was wanted, or a line
       * has no meaning: what the case is cannot be told. */
      bool
      are_structural() const
      {
        return std::ranges::any_of(found, [this](const InputProblem &problem) {
          const Parameter *const entry = parameter(problem);
          if (entry)
            return !is_set(*entry) && is_structural(*entry);
          return problem.entry.empty() && problem.suggestion.empty();
        });
      }

      /** Whether there are any in a section, in small letters. */
      bool
      are_in(const std::string &section) const
      {
        return std::ranges::any_of(found, [&](const InputProblem &problem) {
          return section_of(problem.entry) == section;
        });
      }

      bool
      are_any() const
      {
        return !found.empty();
      }

      /** In the order of the file. */
      std::vector<InputProblem>
      all() const
      {
        std::vector<InputProblem> result = found;
        std::ranges::stable_sort(result, {}, [](const InputProblem &problem) {
          return std::tie(problem.file, problem.line);
        });
        return result;
      }

    private:
      const Parameter *
      parameter(const InputProblem &problem) const
      {
        return problem.entry.empty() ? nullptr :
                                       the_case.parameters.find(problem.entry);
      }

      bool
      is_set(const Parameter &entry) const
      {
        return the_case.file.is_set(entry.path());
      }

      /** Whether the message of a problem is about another entry by name; of
       * names of one word this cannot be told. */
      static bool
      is_about(const InputProblem &problem, const std::string &entry)
      {
        const std::string name = entry.substr(entry.find('/') + 1);
        return name.find(' ') != std::string::npos &&
               problem.message.find(name) != std::string::npos;
      }

      /** Whether a problem is one of an entry that the file sets, and that has
       * no other problem, and does not name a scheme, a model or an entry that
       * is wrong. */
      bool
      is_independent(const InputProblem              &problem,
                     const std::vector<InputProblem> &before) const
      {
        const Parameter *const entry = parameter(problem);
        if (!entry || !is_set(*entry))
          return false;
        return std::ranges::none_of(before, [&](const InputProblem &other) {
          // else it is judged with what was meant, but for the numbers of units
          const bool is_unknown =
            other.suggestion.empty() ||
            other.message.find("There is no unit ") != std::string::npos;
          // of a name that was only guessed nobody has set the value
          const bool is_guessed =
            other.message.starts_with("There is no entry ") &&
            ('/' + problem.entry).ends_with('/' + other.suggestion);
          return other.entry == problem.entry || is_guessed ||
                 (is_unknown && is_about(problem, other.entry)) ||
                 (is_unknown && other.entry == "Model/name" &&
                  problem.message.find("odel '") != std::string::npos) ||
                 (is_unknown && other.entry == "Time integration/scheme" &&
                  problem.message.find("cheme '") != std::string::npos);
        });
      }

      const Case               &the_case;
      std::vector<InputProblem> found;
    };

    /** Of a model that has been made: as far as its own data are right. */
    void
    check_start(Model &model, Case &the_case, CaseProblems &problems)
    {
      if (!problems.are_any())
        problems.collect([&] { start_model(model, the_case); });
      else if (!problems.are_in("time integration") &&
               !problems.are_in(std::string(the_case.kind().name)))
        problems.collect([&] {
          try
            {
              start_model(model, the_case);
            }
          catch (const NumericalFailure &) // which the problems may cause
            {}
        });
    }
    /** Gives numbers that a model has refused others that they may be, so that
     * what else is wrong with it can be told; false if there are none. */
    bool
    repair_numbers(Case &the_case, const CaseProblems &problems)
    {
      bool is_repaired = false;
      for (const InputProblem &problem : problems.all())
        {
          const Parameter *const entry =
            the_case.parameters.find(problem.entry);
          if (!entry || is_structural(*entry) ||
              entry->value == entry->default_value)
            continue;
          std::string positive = entry->value;
          std::erase(positive, '-');
          const bool was_negative = positive.size() < entry->value.size() &&
                                    entry->value.starts_with('-');
          const std::string path = entry->path();
          is_repaired =
            (was_negative && the_case.parameters.set(path, positive)) ||
            the_case.parameters.set(path, entry->default_value) || is_repaired;
        }
      return is_repaired;
    }

    /** What is wrong beside numbers for which a model cannot be made: with the
     * model that it is with others, and with its start, but for the time step,
     * which depends on them. */
    void
    check_without_wrong_numbers(Case &the_case, CaseProblems &problems)
    {
      if (!repair_numbers(the_case, problems))
        return;
      const bool             has_step = !problems.are_in("time integration");
      std::unique_ptr<Model> model;
      problems.collect([&] { model = the_case.make_model(); });
      if (!model || !has_step)
        return;
      problems.collect([&] {
        try
          {
            start_model(*model, the_case);
          }
        catch (const NumericalFailure &)
          {}
        catch (const InputError &error)
          {
            ErrorCollector others;
            for (const InputError &one : all_errors(error))
              if (problem_of(one, the_case.parameters).entry !=
                  "Time integration/time step")
                others.add(one);
            others.throw_all();
          }
      });
    }
  } // namespace

  CheckedCase
  check_case(Case                                  &the_case,
             const std::function<void(CaseFile &)> &read,
             const MakesModel                       makes)
  {
    CheckedCase  result;
    CaseProblems problems(the_case);
    problems.collect([&] { read(the_case.file); });
    const bool has_model = the_case.file.is_set("Model/name");
    if (!has_model &&
        the_case.run.study.kind == StudyParameters::Kind::spectrum)
      {
        result.problems = problems.all();
        return result;
      }
    if (has_model || !problems.are_any())
      problems.collect(
        [&] { check_run(the_case.kind(), the_case.run, the_case.file); });
    if (has_model && makes == MakesModel::yes && !problems.are_structural())
      {
        problems.collect([&] { result.model = the_case.make_model(); });
        if (result.model)
          check_start(*result.model, the_case, problems);
        else
          {
            if (the_case.run.time.courant_number == 0.)
              problems.collect(
                [&] { check_time_step(the_case.run, the_case.file); });
            check_without_wrong_numbers(the_case, problems);
          }
      }
    if (!problems.are_any() && result.model)
      problems.collect(
        [&] { result.warnings = start_warnings(*result.model, the_case); });
    result.problems = problems.all();
    if (problems.are_any())
      result.model.reset();
    return result;
  }

  std::vector<InputProblem>
  check_file(const Catalogue &catalogue, const std::string &file_name)
  {
    Case the_case(catalogue);
    return check_case(the_case, [&](CaseFile &file) { file.read(file_name); })
      .problems;
  }
} // namespace percuss
