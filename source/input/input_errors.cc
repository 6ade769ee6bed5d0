// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/input_errors.h>
#include <percuss/input/parameters.h>

#include <utility>

namespace percuss
{
  namespace
  {
    /** What stands between @p before and @p after, from @p from on; or nothing.
     */
    std::string
    between(const std::string &text,
            const std::string &before,
            const std::string &after,
            const std::size_t  from = 0)
    {
      const std::size_t begin = text.find(before, from);
      if (begin == std::string::npos)
        return "";
      const std::size_t first = begin + before.size();
      const std::size_t end   = text.find(after, first);
      return end == std::string::npos ? "" : text.substr(first, end - first);
    }

    /** The number in @p before N ": ", and where the text goes on behind it; 0
     * and 0 if there is none. */
    std::pair<std::size_t, std::size_t>
    line_in(const std::string &text, const std::string &before)
    {
      const std::size_t begin = text.find(before);
      if (begin == std::string::npos)
        return {0, 0};
      const std::size_t first = begin + before.size();
      const std::size_t end   = text.find_first_not_of("0123456789", first);
      if (end == std::string::npos || end == first || end > first + 9 ||
          text.compare(end, 2, ": ") != 0)
        return {0, 0};
      return {std::stoul(text.substr(first, end - first)), end + 2};
    }

    /** Enters the place with which the text of a problem begins; returns its
     * length. */
    std::size_t
    take_place(InputProblem &problem)
    {
      const std::string &text = problem.text;
      if (text.starts_with("--"))
        {
          const bool        is_quoted = text.starts_with("--set \"");
          const std::size_t end       = text.find(is_quoted ? "\": " : ": ");
          if (end == std::string::npos)
            return 0;
          problem.file = text.substr(0, end + is_quoted);
          return end + is_quoted + 2;
        }
      if (text.starts_with('\''))
        return 0;
      if (const auto [line, end] = line_in(text, ", line "); line > 0)
        {
          problem.file = text.substr(0, text.find(", line "));
          problem.line = line;
          return end;
        }
      for (const std::string ending : {".prm: ", ".json: "})
        if (const std::size_t at = text.find(ending);
            at != std::string::npos && at < text.find('\''))
          {
            problem.file = text.substr(0, at + ending.size() - 2);
            return at + ending.size();
          }
      return 0;
    }

    /** The entry with which a message begins, or nothing. */
    std::string
    entry_of(const std::string &message, const Parameters &parameters)
    {
      std::string longest;
      for (const Parameter &entry : parameters.all())
        if (const std::string path = entry.path();
            path.size() > longest.size() &&
            message.starts_with('\'' + path + '\''))
          longest = path;
      if (!longest.empty())
        return longest;
      if (message.starts_with("There is no entry '"))
        {
          const std::string name = between(message, "no entry '", "' "),
                            home = between(message, "in section '", "'.");
          return home.empty() ? name : home + '/' + name;
        }
      return between(message, "The entry '", "' is set already");
    }
  } // namespace

  InputErrors::InputErrors(std::vector<InputError> errors)
    : InputError(errors.front())
    , all(std::move(errors))
  {}

  std::vector<InputError>
  all_errors(const InputError &error)
  {
    if (const auto *const several = dynamic_cast<const InputErrors *>(&error))
      return several->all;
    return {error};
  }

  void
  ErrorCollector::add(const InputError &error)
  {
    for (const InputError &one : all_errors(error))
      errors.push_back(one);
  }

  void
  ErrorCollector::throw_all() const
  {
    if (errors.size() == 1)
      throw InputError(errors.front());
    if (!errors.empty())
      throw InputErrors(errors);
  }

  std::string
  suggestion_of(const std::string &message)
  {
    const std::string words = "Did you mean '";
    if (const std::size_t begin = message.rfind(words);
        begin != std::string::npos)
      return between(message, words, "'?", begin);
    if (const std::string section =
          between(message, "It belongs in section '", "'.");
        !section.empty())
      return section + '/' + between(message, "There is no entry '", "' ");
    return between(message, "Its only one is '", "'.");
  }

  InputProblem
  problem_of(const InputError &error, const Parameters &parameters)
  {
    InputProblem problem;
    problem.text                 = error.what();
    const std::size_t n          = take_place(problem);
    problem.message              = problem.text.substr(n);
    problem.entry                = entry_of(problem.message, parameters);
    problem.suggestion           = suggestion_of(problem.message);
    const auto [line, behind_it] = line_in(problem.message, "', line ");
    if (line > 0 && problem.line > 0)
      problem.line = line;
    return problem;
  }
} // namespace percuss
