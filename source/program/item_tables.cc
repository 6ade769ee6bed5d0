// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/item_tables.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace percuss
{
  namespace
  {
    using Items = std::vector<DeclaredItem>;
    using Words = std::vector<std::string>;

    std::string
    joined(const Words &words, const char *separator)
    {
      std::string text;
      for (const std::string &word : words)
        text += (text.empty() ? "" : separator) + word;
      return text;
    }

    /** "2 numbers [m]", "one of: left, right" */
    std::string
    value_of(const DeclaredWord &word)
    {
      if (word.type == "choice")
        return "one of: " + joined(word.choices, ", ");
      return word.type + (word.unit.empty() ? "" : " [" + word.unit + ']');
    }

    /** "POINT" of a point; "..." of other values. */
    std::string
    value_in_form(const DeclaredWord &word)
    {
      if (word.type.find(' ') != std::string::npos)
        return "...";
      std::string text = word.type;
      std::ranges::transform(text, text.begin(), [](const unsigned char c) {
        return static_cast<char>(std::toupper(c));
      });
      return text;
    }

    /** "NAME: distance ; POINT ; POINT", with what is needed. */
    std::string
    form_of(const DeclaredItem &item)
    {
      Words parts;
      bool  has_more = false, has_kind = item.kind.empty() || !item.is_named;
      for (const DeclaredWord &word : item.words)
        has_kind = has_kind || word.word == item.kind;
      if (!has_kind)
        parts.push_back(item.kind);
      for (const DeclaredWord &word : item.words)
        {
          if (!word.is_needed)
            has_more = true;
          else if (word.word.empty())
            parts.push_back(value_in_form(word));
          else if (word.type == "nothing" || !item.is_named)
            parts.push_back(word.word);
          else
            parts.push_back(word.word + ' ' + value_in_form(word));
        }
      if (has_more)
        parts.emplace_back("...");
      return (item.is_named ? "NAME" : item.kind) + ": " + joined(parts, " ; ");
    }

    /** A word, and the items that have it so. */
    struct Row
    {
      DeclaredWord word;
      Words        kinds;
    };

    bool
    are_alike(const DeclaredWord &a, const DeclaredWord &b)
    {
      return a.word == b.word && a.type == b.type && a.unit == b.unit &&
             a.meaning == b.meaning && a.choices == b.choices &&
             a.is_needed == b.is_needed;
    }

    std::vector<Row>
    rows_of(const Items &items)
    {
      std::vector<Row> rows;
      for (const DeclaredItem &item : items)
        for (const DeclaredWord &word : item.words)
          {
            const auto row = std::ranges::find_if(rows, [&](const Row &one) {
              return are_alike(one.word, word);
            });
            if (row == rows.end())
              rows.push_back({word, {item.kind}});
            else
              row->kinds.push_back(item.kind);
          }
      // those of one name stand together
      std::vector<Row> sorted;
      for (const Row &row : rows)
        {
          auto after =
            std::find_if(sorted.rbegin(), sorted.rend(), [&](const Row &one) {
              return one.word.word == row.word.word;
            });
          sorted.insert(after == sorted.rend() ? sorted.end() : after.base(),
                        row);
        }
      return sorted;
    }

    /** The kinds that have it, in @p quotes; nothing if all of them do. */
    std::string
    kinds_of(const Row &row, const Items &items, const std::string &quotes = "")
    {
      if (row.kinds.size() == items.size())
        return "";
      Words kinds;
      for (const std::string &kind : row.kinds)
        kinds.push_back(kind.empty() ? "no kind" : quotes + kind + quotes);
      return joined(kinds, ", ");
    }

    std::string
    escaped(std::string text)
    {
      for (std::size_t bar = text.find('|'); bar != std::string::npos;
           bar             = text.find('|', bar + 2))
        text.replace(bar, 1, "\\|");
      return text;
    }
  } // namespace

  Items
  items_of(const std::string &path, const Items &items)
  {
    Items own;
    std::ranges::copy_if(items,
                         std::back_inserter(own),
                         [&](const DeclaredItem &item) {
                           return item.entry == path;
                         });
    return own;
  }

  Items
  items_with(const std::string &word, const Items &items)
  {
    Items found;
    for (DeclaredItem item : items)
      {
        if (item.kind != word)
          std::erase_if(item.words, [&](const DeclaredWord &one) {
            return one.word != word;
          });
        if (!item.words.empty())
          found.push_back(item);
      }
    return found;
  }

  Words
  lines_of(const Items &items)
  {
    Words lines;
    for (const DeclaredItem &item : items)
      lines.push_back(form_of(item) + "   " + item.meaning);
    for (const Row &row : rows_of(items))
      {
        const std::string kinds = kinds_of(row, items);
        lines.push_back(
          (row.word.word.empty() ? "value" : row.word.word) + " = " +
          value_of(row.word) + (kinds.empty() ? "" : " (" + kinds + ")") +
          (row.word.is_needed ? ", needed: " : ": ") + row.word.meaning);
      }
    return lines;
  }

  Words
  tables_of(const Items &items)
  {
    if (items.empty())
      return {};
    Words lines{"### " + items.front().entry,
                "",
                "| item | meaning |",
                "|---|---|"};
    for (const DeclaredItem &item : items)
      lines.push_back("| `" + form_of(item) + "` | " + escaped(item.meaning) +
                      " |");
    lines.insert(lines.end(),
                 {"", "| word | value | of | meaning |", "|---|---|---|---|"});
    for (const Row &row : rows_of(items))
      {
        std::string kinds = kinds_of(row, items, "`");
        if (row.word.is_needed)
          kinds += kinds.empty() ? "needed" : ", needed";
        lines.push_back("| " + row.word.word + " | " +
                        escaped(value_of(row.word)) + " | " + kinds + " | " +
                        escaped(row.word.meaning) + " |");
      }
    return lines;
  }

  nlohmann::ordered_json
  objects_of(const Items &items)
  {
    auto objects = nlohmann::ordered_json::array();
    for (const DeclaredItem &item : items)
      {
        auto words = nlohmann::ordered_json::array();
        for (const DeclaredWord &word : item.words)
          words.push_back({{"word", word.word},
                           {"type", word.type},
                           {"unit", word.unit},
                           {"choices", word.choices},
                           {"needed", word.is_needed},
                           {"documentation", word.meaning}});
        objects.push_back({{"kind", item.kind},
                           {"form", form_of(item)},
                           {"documentation", item.meaning},
                           {"words", words}});
      }
    return objects;
  }
} // namespace percuss
