// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <sstream>
#include <utility>

namespace percuss
{
  namespace
  {
    bool
    same_letter(const char a, const char b)
    {
      return std::tolower(static_cast<unsigned char>(a)) ==
             std::tolower(static_cast<unsigned char>(b));
    }

    /** Number of letters to insert, delete or replace (Levenshtein 1966). */
    std::size_t
    edit_distance(const std::string_view a, const std::string_view b)
    {
      std::vector<std::size_t> row(b.size() + 1);
      std::iota(row.begin(), row.end(), std::size_t(0));
      for (std::size_t i = 1; i <= a.size(); ++i)
        {
          std::size_t diagonal = row[0];
          row[0]               = i;
          for (std::size_t j = 1; j <= b.size(); ++j)
            {
              const std::size_t replaced =
                diagonal + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
              diagonal = row[j];
              row[j]   = std::min({replaced, row[j] + 1, row[j - 1] + 1});
            }
        }
      return row[b.size()];
    }
  } // namespace

  std::string
  nearest(const std::string_view             word,
          const std::span<const std::string> candidates)
  {
    std::string best;
    std::size_t best_distance = 0;
    for (const std::string &candidate : candidates)
      {
        const auto [shorter, longer] =
          std::minmax({word.size(), candidate.size()});
        if (2 * (longer - shorter) > longer)
          continue; // of so many letters alone
        const std::size_t distance = edit_distance(word, candidate);
        if (2 * distance <= std::max(word.size(), candidate.size()) &&
            (best.empty() || distance < best_distance))
          {
            best          = candidate;
            best_distance = distance;
          }
      }
    return best;
  }

  std::vector<std::string>
  split(const std::string_view text, const char separator)
  {
    std::vector<std::string> pieces;
    std::size_t              begin = 0;
    while (true)
      {
        const std::size_t end = text.find(separator, begin);
        pieces.push_back(trim(text.substr(begin, end - begin)));
        if (end == std::string_view::npos)
          return pieces;
        begin = end + 1;
      }
  }

  std::string
  shortened(const std::string &text)
  {
    std::size_t length = 1000;
    if (text.size() <= length)
      return text;
    const auto is_within_letter = [&] { // of UTF-8
      return (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80;
    };
    while (length > 0 && is_within_letter())
      --length;
    return text.substr(0, length) + "...";
  }

  std::string
  trim(const std::string_view text)
  {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t          first  = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
      return {};
    return std::string(
      text.substr(first, text.find_last_not_of(blanks) - first + 1));
  }

  std::string
  with_single_blanks(const std::string_view text)
  {
    std::string result;
    for (const char c : text)
      if (!std::isspace(static_cast<unsigned char>(c)))
        result += c;
      else if (!result.ends_with(' '))
        result += ' ';
    return result;
  }

  std::size_t
  find_word(const std::string_view text,
            const std::string_view word,
            const std::size_t      begin)
  {
    const auto is_of_word = [&](const std::size_t i) {
      return i < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i])) ||
              text[i] == '_');
    };
    std::size_t at = text.find(word, begin);
    while (at != std::string_view::npos &&
           ((at > 0 && is_of_word(at - 1)) || is_of_word(at + word.size())))
      at = text.find(word, at + 1);
    return at;
  }

  std::vector<std::string>
  split_outside(const std::string_view text, const char separator)
  {
    std::vector<std::string> pieces;
    if (trim(text).empty())
      return pieces;
    bool        quoted = false;
    int         depth  = 0;
    std::string piece;
    for (const char c : text)
      {
        quoted = quoted != (c == '"');
        depth += (c == '(') - (c == ')');
        if (c == separator && !quoted && depth <= 0)
          pieces.push_back(trim(std::exchange(piece, {})));
        else
          piece += c;
      }
    pieces.push_back(trim(piece));
    return pieces;
  }

  std::vector<std::string>
  split_items(const std::string_view text)
  {
    std::vector<std::string> items;
    if (trim(text).empty())
      return items;
    std::string item;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text.compare(i, 2, "||") == 0)
        {
          item += "||";
          ++i;
        }
      else if (text[i] == '|')
        items.push_back(trim(std::exchange(item, {})));
      else
        item += text[i];
    items.push_back(trim(item));
    return items;
  }

  std::optional<double>
  number(const std::string &text)
  {
    char        *end   = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value) ||
        text.find_first_of("xX") != std::string::npos) // hexadecimal
      return {};
    return value;
  }

  std::string
  short_text(const double value)
  {
    std::ostringstream text;
    text << value;
    return text.str();
  }
} // namespace percuss
