// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/language_server/diagnostics.h>

#include <cctype>
#include <filesystem>

namespace percuss::language_server
{
  namespace
  {
    namespace fs = std::filesystem;

    enum class Severity
    {
      error       = 1,
      warning     = 2,
      information = 3
    };

    /** Where a problem is shown, and what is put before its message. */
    struct ShownAt
    {
      TextRange   range;
      std::string before = {};
    };

    TextRange
    range_of_entry(const CaseText &text, const std::string &path)
    {
      for (const std::string &wanted : {path, std::string("Model/name")})
        if (const PrmStatement *const found = text.outline.setting(wanted))
          return trimmed(text.outline.masked, found->range);
      return text.document.trimmed_line(0);
    }

    ShownAt
    place_of_problem(const Json &problem, const CaseNames &names)
    {
      const CaseText   &main = names.texts()[0];
      const std::string file = problem.at("file"), entry = problem.at("entry");
      const std::size_t line = problem.at("line");
      if (file == main.file || file.empty())
        {
          if (line > 0)
            return {main.document.trimmed_line(line - 1)};
          return {range_of_entry(main, entry)};
        }
      for (const PrmStatement &statement : main.outline.statements)
        if (statement.kind == PrmStatement::Kind::include &&
            names.includes(statement, file))
          return {trimmed(main.outline.masked, statement.range),
                  file + (line > 0 ? ", line " + std::to_string(line) : "") +
                    ": "};
      return {range_of_entry(main, entry), file + ": "};
    }

    Json
    diagnostic(const Json      &problem,
               const Severity   severity,
               const CaseNames &names,
               const Encoding   encoding)
    {
      const ShownAt shown = place_of_problem(problem, names);
      return {{"range",
               range_as_json(names.texts()[0].document, shown.range, encoding)},
              {"severity", static_cast<int>(severity)},
              {"source", "percuss"},
              {"message",
               shown.before + problem.at("message").get<std::string>()}};
    }

    /** Whether a case has no model at all: an included file needs none. */
    bool
    is_of_part(const Json &problem)
    {
      return problem.at("entry") == "Model/name" && problem.at("line") == 0;
    }

    int
    value_of_digit(const char digit)
    {
      if (digit >= '0' && digit <= '9')
        return digit - '0';
      const int small = std::tolower(static_cast<unsigned char>(digit));
      return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    }

    bool
    is_plain_in_uri(const unsigned char c)
    {
      return std::isalnum(c) != 0 ||
             std::string_view("-._~/").find(static_cast<char>(c)) !=
               std::string_view::npos;
    }
  } // namespace

  Json
  range_as_json(const TextDocument &document,
                const TextRange    &range,
                const Encoding      encoding)
  {
    const auto as_json = [&](const std::size_t offset) -> Json {
      const Position position = document.position_of(offset, encoding);
      return {{"line", position.line}, {"character", position.character}};
    };
    return {{"start", as_json(range.begin)}, {"end", as_json(range.end)}};
  }

  Json
  diagnostics_of(const Json      &report,
                 const CaseNames &names,
                 const Encoding   encoding)
  {
    Json all = Json::array();
    for (const Json &problem : report.at("problems"))
      all.push_back(
        diagnostic(problem,
                   is_of_part(problem) ? Severity::warning : Severity::error,
                   names,
                   encoding));
    for (const Json &warning : report.at("warnings"))
      all.push_back(diagnostic(warning, Severity::warning, names, encoding));
    std::string notes;
    for (const Json &note : report.at("notes"))
      notes += (notes.empty() ? "" : "\n") + note.get<std::string>();
    if (!notes.empty())
      all.push_back(diagnostic({{"file", ""},
                                {"line", 0},
                                {"entry", "Model/name"},
                                {"message", notes}},
                               Severity::information,
                               names,
                               encoding));
    return all;
  }

  std::string
  file_of_uri(const std::string &uri)
  {
    const std::size_t scheme = uri.find("://");
    std::size_t       i      = scheme == std::string::npos ? 0 : scheme + 3;
    if (scheme != std::string::npos) // "file://localhost/..."
      i = std::min(uri.find('/', i), uri.size());
    std::string file;
    for (; i < uri.size(); ++i)
      if (uri[i] == '%' && i + 2 < uri.size() &&
          value_of_digit(uri[i + 1]) >= 0 && value_of_digit(uri[i + 2]) >= 0)
        {
          file += static_cast<char>(value_of_digit(uri[i + 1]) * 16 +
                                    value_of_digit(uri[i + 2]));
          i += 2;
        }
      else
        file += uri[i];
    return file;
  }

  std::string
  uri_of_file(const std::string &file)
  {
    constexpr const char *digits = "0123456789ABCDEF";
    std::string           uri    = "file://";
    std::error_code       failed;
    const fs::path        path = fs::absolute(file, failed);
    for (const char letter : path.lexically_normal().string())
      {
        const auto c = static_cast<unsigned char>(letter);
        if (is_plain_in_uri(c))
          uri += letter;
        else
          uri += std::string("%") + digits[c / 16] + digits[c % 16];
      }
    return uri;
  }
} // namespace percuss::language_server
