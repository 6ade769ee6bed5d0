// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/language_server/prm_outline.h>

#include <algorithm>
#include <utility>

namespace percuss::language_server
{
  namespace
  {
    using Kind = PrmStatement::Kind;

    /** Masks the comment of a line; whether a backslash appends the next. */
    bool
    mask_line(std::string &text, TextRange line, bool &is_comment)
    {
      const TextRange content = trimmed(text, line);
      const bool goes_on = !content.is_empty() && text[content.end - 1] == '\\';
      for (std::size_t i = content.begin; i < content.end; ++i)
        if (text[i] == '#' && (i == content.begin || text[i - 1] != '\\'))
          {
            is_comment = is_comment || i == content.begin;
            std::fill(text.begin() + static_cast<std::ptrdiff_t>(i),
                      text.begin() + static_cast<std::ptrdiff_t>(line.end),
                      ' ');
            break;
          }
      if (goes_on)
        text[content.end - 1] = ' ';
      return goes_on;
    }

    /** Finds statements one after the other, with the section of each. */
    class OutlineReader
    {
    public:
      explicit OutlineReader(PrmOutline &outline)
        : outline(outline)
      {}

      void
      add(const TextRange &range)
      {
        PrmStatement statement;
        statement.range     = range;
        statement.section   = section();
        const TextRange all = trimmed(outline.masked, range);
        if (!all.is_empty())
          classify(statement, all);
        outline.statements.push_back(statement);
        if (statement.kind == Kind::subsection)
          sections.push_back(outline.text(statement.name));
        else if (statement.kind == Kind::end && !sections.empty())
          sections.pop_back();
      }

    private:
      std::string
      section() const
      {
        std::string all;
        for (const std::string &one : sections)
          all += (all.empty() ? "" : "/") + one;
        return all;
      }

      void
      classify(PrmStatement &statement, const TextRange &all) const
      {
        const std::string &text = outline.masked;
        const std::size_t  end =
          std::min(text.find_first_of(" \t", all.begin), all.end);
        const std::string word = text.substr(all.begin, end - all.begin);
        const TextRange   rest = trimmed(text, {end, all.end});
        statement.kind         = Kind::other;
        statement.name = rest.is_empty() ? TextRange{all.end, all.end} : rest;
        if (word == "subsection" || word == "SUBSECTION")
          statement.kind = Kind::subsection;
        else if ((word == "end" || word == "END") && rest.is_empty())
          statement.kind = Kind::end;
        else if (word == "include" || word == "INCLUDE")
          statement.kind = Kind::include;
        else if (word == "set" || word == "SET")
          classify_entry(statement, rest);
        else
          statement.name = all;
      }

      void
      classify_entry(PrmStatement &statement, const TextRange &rest) const
      {
        const std::string &text   = outline.masked;
        const std::size_t  equals = text.find('=', rest.begin);
        statement.kind            = Kind::set;
        statement.has_value = equals != std::string::npos && equals < rest.end;
        if (statement.has_value)
          {
            statement.name  = trimmed(text, {rest.begin, equals});
            statement.value = trimmed(text, {equals + 1, rest.end});
            if (statement.value.is_empty())
              statement.value = {equals + 1, equals + 1};
          }
        const std::string name = outline.text(statement.name);
        statement.path =
          (statement.section.empty() ? "" : statement.section + "/") + name;
      }

      PrmOutline              &outline;
      std::vector<std::string> sections;
    };

    /** Calls @p work with each range between separators outside of
     * parentheses and quotes. */
    template <class IsSeparator>
    std::vector<TextRange>
    pieces_of(const std::string &text,
              const TextRange   &range,
              const IsSeparator &is_separator)
    {
      std::vector<TextRange> pieces;
      std::size_t            begin     = range.begin;
      int                    depth     = 0;
      bool                   is_quoted = false;
      for (std::size_t i = range.begin; i < range.end; ++i)
        {
          is_quoted = is_quoted != (text[i] == '"');
          depth += text[i] == '(' ? 1 : text[i] == ')' && depth > 0 ? -1 : 0;
          if (depth > 0 || is_quoted || !is_separator(i))
            continue;
          pieces.push_back({begin, i});
          begin = i + 1;
        }
      pieces.push_back({begin, range.end});
      return pieces;
    }
  } // namespace

  const PrmStatement &
  PrmOutline::at(const std::size_t offset) const
  {
    const auto next = std::ranges::upper_bound(
      statements, offset, {}, [](const PrmStatement &statement) {
        return statement.range.begin;
      });
    return next == statements.begin() ? statements.front() : *std::prev(next);
  }

  const PrmStatement *
  PrmOutline::setting(const std::string &path) const
  {
    const PrmStatement *found = nullptr;
    for (const PrmStatement &statement : statements)
      if (statement.kind == Kind::set && statement.path == path)
        found = &statement;
    return found;
  }

  PrmOutline
  outline_of(const std::string &text)
  {
    const TextDocument document(text);
    PrmOutline         outline{text, {}};
    OutlineReader      reader(outline);
    for (std::size_t first = 0; first < document.n_lines();)
      {
        std::size_t last       = first;
        bool        is_comment = false;
        while (mask_line(outline.masked, document.line(last), is_comment) &&
               last + 1 < document.n_lines())
          ++last;
        const TextRange range{document.line(first).begin,
                              document.line(last).end};
        for (std::size_t i = range.begin; i < range.end; ++i)
          if (outline.masked[i] == '\n' || outline.masked[i] == '\r' ||
              (is_comment && first != last))
            outline.masked[i] = ' ';
        reader.add(range);
        first = last + 1;
      }
    return outline;
  }

  std::vector<ItemRange>
  items_in(const std::string &masked, const TextRange &value)
  {
    const auto is_bar = [&](const std::size_t i) {
      return masked[i] == '|' && (i == value.begin || masked[i - 1] != '|') &&
             (i + 1 >= masked.size() || masked[i + 1] != '|');
    };
    std::vector<ItemRange> items;
    for (const TextRange &range : pieces_of(masked, value, is_bar))
      {
        ItemRange         item{range, {range.begin, range.begin}, {}};
        const std::size_t colon =
          std::min(masked.find_first_of(":;", range.begin), range.end);
        std::size_t begin = range.begin;
        if (colon < range.end && masked[colon] == ':')
          {
            item.name = trimmed(masked, {range.begin, colon});
            begin     = colon + 1;
          }
        item.parts =
          pieces_of(masked, {begin, range.end}, [&](const std::size_t i) {
            return masked[i] == ';';
          });
        items.push_back(item);
      }
    return items;
  }
} // namespace percuss::language_server
