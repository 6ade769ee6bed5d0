// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/mechanism_text.h>

#include <cctype>
#include <utility>

namespace percuss::mechanism_text
{
  std::string
  in_quotes(const std::string &text)
  {
    return "'" + text + "'";
  }

  std::vector<std::string>
  pieces(const std::string &text, const bool at_blanks)
  {
    std::vector<std::string> result;
    std::string              piece;
    int                      depth = 0;
    const auto               close = [&](const bool keep_empty) {
      piece = trim(std::exchange(piece, {}));
      if (keep_empty || !piece.empty())
        result.push_back(std::exchange(piece, {}));
    };
    for (const char letter : text)
      {
        const bool is_blank =
          at_blanks && std::isspace(static_cast<unsigned char>(letter));
        if (depth == 0 && (letter == ',' || is_blank))
          close(!at_blanks);
        else
          {
            depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            piece += letter;
          }
      }
    close(!at_blanks);
    return result;
  }

  std::optional<std::size_t>
  longest_beginning(const std::string              &text,
                    const std::vector<std::string> &candidates)
  {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (begins_with(text, candidates[i]) &&
          (!best || candidates[i].size() > candidates[*best].size()))
        best = i;
    return best;
  }

  std::string
  leading_words(const std::string &text)
  {
    static const Pattern number(R"([\s,]+[-+.]*\d)");
    return trim(text.substr(0, number.find(text)));
  }

  std::string
  one_of(const std::vector<std::string> &words)
  {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
      text += (i == 0                ? "" :
               i + 1 == words.size() ? " or " :
                                       ", ") +
              in_quotes(words[i]);
    return text;
  }

  std::string
  list(const std::vector<std::string> &words)
  {
    std::string text;
    for (const std::string &word : words)
      text += (text.empty() ? "" : ", ") + word;
    return text;
  }

  std::string
  count(const std::size_t n, const char *thing)
  {
    return std::to_string(n) + ' ' + thing + (n == 1 ? "" : "s");
  }

  std::string
  did_you_mean(const std::string              &word,
               const std::vector<std::string> &candidates)
  {
    const std::string meant = nearest(word, candidates);
    return meant.empty() ? "" : " Did you mean " + in_quotes(meant) + "?";
  }

  bool
  begins_with(const std::string &text, const std::string &words)
  {
    if (text.compare(0, words.size(), words) != 0)
      return false;
    const char next = text.size() > words.size() ? text[words.size()] : ' ';
    return next == ',' || std::isspace(static_cast<unsigned char>(next));
  }
} // namespace percuss::mechanism_text
