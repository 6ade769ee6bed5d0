// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/variables.h>
#include <percuss/mesh/mesh.h>
#include <percuss/program/language_server/case_names.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace percuss::language_server
{
  namespace
  {
    namespace fs = std::filesystem;
    using Kind   = PrmStatement::Kind;

    bool
    is_list(const Parameter *const entry)
    {
      return entry && entry->allowed == "any text";
    }

    /** Of what can be read in one of the dimensions. */
    MeshNames
    names_in_mesh(const std::string &file)
    {
      MeshNames names;
      for (const unsigned int dim : {2, 3, 1})
        try
          {
            const Mesh mesh = read_mesh(file, dim);
            for (const auto &[name, ids] : mesh.boundaries)
              names.boundaries.push_back(name);
            for (const auto &[name, ids] : mesh.materials)
              names.materials.push_back(name);
            break;
          }
        catch (const InputError &)
          {}
      return names;
    }
  } // namespace

  CaseText::CaseText(std::string file, std::string text)
    : file(std::move(file))
    , document(std::move(text))
    , outline(outline_of(document.text()))
  {}

  CaseNames::CaseNames(const CaseText   &main,
                       const TextOfFile &text_of_file,
                       const Vocabulary &vocabulary)
    : vocabulary(vocabulary)
  {
    parents.push_back(0);
    add(main, text_of_file, 0);
  }

  void
  CaseNames::add(const CaseText   &text,
                 const TextOfFile &text_of_file,
                 const int         depth)
  {
    constexpr int         deepest = 10;
    constexpr std::size_t most    = 100;
    all.push_back(text);
    const std::size_t number = all.size() - 1;
    if (depth == deepest)
      return;
    for (const PrmStatement &statement : text.outline.statements)
      if (statement.kind == Kind::include && all.size() < most)
        {
          const std::string file =
            included_file(text.outline.text(statement.name), text.file);
          if (const auto content = text_of_file(file))
            {
              parents.push_back(number);
              add(CaseText(file, *content), text_of_file, depth + 1);
            }
        }
  }

  std::vector<GivenName>
  CaseNames::in_section(const std::string &section) const
  {
    std::vector<GivenName> names;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const PrmStatement &statement : all[i].outline.statements)
        {
          const std::string &path = statement.path;
          if (statement.kind != Kind::set ||
              path.substr(0, path.find('/')) != section)
            continue;
          const std::string &masked = all[i].outline.masked;
          if (section == variables_section)
            names.push_back({path.substr(path.find('/') + 1),
                             path,
                             all[i].outline.text(statement.value),
                             i,
                             statement.name});
          else if (is_list(vocabulary.find(path)))
            for (const ItemRange &item : items_in(masked, statement.value))
              if (item.has_name())
                names.push_back(
                  {with_single_blanks(all[i].outline.text(item.name)),
                   path,
                   with_single_blanks(
                     all[i].outline.text(trimmed(masked, item.range))),
                   i,
                   item.name});
        }
    return names;
  }

  std::string
  CaseNames::value_of(const std::string &path) const
  {
    for (const CaseText &text : all)
      if (const PrmStatement *const found = text.outline.setting(path))
        return text.outline.text(found->value);
    const Parameter *const entry = vocabulary.find(path);
    return entry ? entry->default_value : "";
  }

  std::string
  CaseNames::value_of_variable(const std::string &name) const
  {
    Variables variables;
    for (const GivenName &variable : in_section(variables_section))
      try
        {
          variables.evaluate(variables.declare(variable.name, variable.text));
        }
      catch (const InputError &)
        {}
    try
      {
        return variables.with_values("$" + name);
      }
    catch (const InputError &)
      {
        return "";
      }
  }

  bool
  CaseNames::includes(const PrmStatement &statement,
                      const std::string  &file) const
  {
    const std::string first =
      included_file(all[0].outline.text(statement.name), all[0].file);
    for (std::size_t i = 1; i < all.size(); ++i)
      {
        if (!is_same_file(all[i].file, file))
          continue;
        std::size_t top = i;
        while (parents[top] != 0)
          top = parents[top];
        if (is_same_file(all[top].file, first))
          return true;
      }
    return is_same_file(first, file);
  }

  bool
  is_same_file(const std::string &one, const std::string &other)
  {
    std::error_code ignored;
    return one == other || fs::equivalent(one, other, ignored);
  }

  std::string
  included_file(const std::string &name, const std::string &including)
  {
    std::error_code ignored;
    const fs::path  beside = fs::path(including).parent_path() / name;
    return !fs::exists(name, ignored) && fs::exists(beside, ignored) ?
             beside.string() :
             name;
  }

  const GivenName *
  name_at(const std::string            &masked,
          const TextRange              &range,
          const std::size_t             offset,
          const std::vector<GivenName> &names)
  {
    const std::string text =
      masked.substr(range.begin, range.end - range.begin);
    const GivenName *longest = nullptr;
    for (const GivenName &name : names)
      {
        if (name.name.empty() ||
            (longest && longest->name.size() >= name.name.size()))
          continue;
        for (std::size_t at = find_word(text, name.name);
             at != std::string::npos;
             at = find_word(text, name.name, at + 1))
          if (TextRange{range.begin + at, range.begin + at + name.name.size()}
                .touches(offset))
            longest = &name;
      }
    return longest;
  }

  const MeshNames &
  mesh_names(const CaseNames &names)
  {
    constexpr std::uintmax_t          largest = 16 << 20;
    static MeshNames                  kept;
    static std::optional<std::string> kept_file;
    static fs::file_time_type         kept_time;
    const std::string file = names.value_of("Discretization/mesh file");
    std::error_code   failed;
    const auto        time = fs::last_write_time(file, failed);
    if (file == kept_file && (failed || time == kept_time))
      return kept;
    kept_file = file;
    kept_time = time;
    kept      = {};
    if (file.empty())
      kept.boundaries = {"0", "1", "2", "3", "4", "5"};
    else if (!failed && fs::file_size(file, failed) <= largest && !failed)
      kept = names_in_mesh(file);
    return kept;
  }
} // namespace percuss::language_server
