// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/language_server/hover.h>

#include <algorithm>
#include <filesystem>

namespace percuss::language_server
{
  namespace
  {
    using Kind = PrmStatement::Kind;

    Symbol
    symbol_of_item(const CaseText &text, const ItemRange &item)
    {
      Symbol symbol;
      symbol.name       = with_single_blanks(text.outline.text(item.name));
      symbol.kind       = Symbol::Kind::named_item;
      symbol.range      = trimmed(text.outline.masked, item.range);
      symbol.name_range = item.name;
      return symbol;
    }

    Symbol
    symbol_of_entry(const CaseText     &text,
                    const PrmStatement &statement,
                    const Vocabulary   &vocabulary)
    {
      Symbol symbol;
      symbol.name   = text.outline.text(statement.name);
      symbol.detail = with_single_blanks(text.outline.text(statement.value));
      symbol.kind =
        statement.path.starts_with(std::string(variables_section) + '/') ?
          Symbol::Kind::variable :
          Symbol::Kind::entry;
      symbol.range      = trimmed(text.outline.masked, statement.range);
      symbol.name_range = statement.name;
      if (symbol.detail.size() > 40)
        symbol.detail = symbol.detail.substr(0, 37) + "...";
      if (const Parameter *const entry = vocabulary.find(statement.path);
          entry && entry->allowed == "any text")
        for (const ItemRange &item :
             items_in(text.outline.masked, statement.value))
          if (item.has_name())
            symbol.children.push_back(symbol_of_item(text, item));
      return symbol;
    }
  } // namespace

  std::optional<FilePlace>
  definition_at(const CaseNames &names, const std::size_t offset)
  {
    const CaseText     &main      = names.texts()[0];
    const PrmStatement &statement = main.outline.at(offset);
    if (statement.kind == Kind::include && statement.name.touches(offset))
      {
        const std::string file =
          included_file(main.outline.text(statement.name), main.file);
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored))
          return {};
        return FilePlace{file, std::string::npos, {0, 0}};
      }
    if (statement.kind != Kind::set || !statement.value.touches(offset))
      return {};
    const std::string section =
      statement.path.substr(0, statement.path.find('/'));
    const TextRange &value = statement.value;
    for (const std::string &where : {std::string(variables_section), section})
      {
        const bool is_of_variables = where == variables_section;
        if (is_of_variables && section != where &&
            main.outline.text(value).find('$') == std::string::npos)
          continue;
        const auto             given = names.in_section(where);
        const GivenName *const found =
          name_at(main.outline.masked, value, offset, given);
        if (found)
          return FilePlace{names.texts()[found->of_text].file,
                           found->of_text,
                           found->range};
      }
    return {};
  }

  std::vector<Symbol>
  symbols_of(const CaseText &text, const Vocabulary &vocabulary)
  {
    std::vector<Symbol> all;
    std::vector<Symbol> open; // sections
    const auto          add = [&](const Symbol &symbol) {
      (open.empty() ? all : open.back().children).push_back(symbol);
    };
    const auto close = [&](const std::size_t end) {
      Symbol section    = open.back();
      section.range.end = end;
      open.pop_back();
      add(section);
    };
    for (const PrmStatement &statement : text.outline.statements)
      if (statement.kind == Kind::subsection && !statement.name.is_empty())
        {
          Symbol section;
          section.name       = text.outline.text(statement.name);
          section.range      = trimmed(text.outline.masked, statement.range);
          section.name_range = statement.name;
          open.push_back(section);
        }
      else if (statement.kind == Kind::end && !open.empty())
        close(trimmed(text.outline.masked, statement.range).end);
      else if (statement.kind == Kind::set && !statement.name.is_empty())
        add(symbol_of_entry(text, statement, vocabulary));
      else if (statement.kind == Kind::include && !statement.name.is_empty())
        {
          Symbol file;
          file.name       = text.outline.text(statement.name);
          file.kind       = Symbol::Kind::file;
          file.range      = trimmed(text.outline.masked, statement.range);
          file.name_range = statement.name;
          add(file);
        }
    while (!open.empty())
      close(text.document.text().size());
    return all;
  }
} // namespace percuss::language_server
