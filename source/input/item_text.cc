// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/item_text.h>

#include <cctype>
#include <string_view>

namespace percuss::item_text
{
  std::string
  in_quotes(const std::string &text)
  {
    return "'" + text + "'";
  }

  namespace
  {
    constexpr std::string_view signs = "+-";

    // but for signs
    constexpr std::string_view operators = "*/^<>=!&|?:";

    /** Pieces outside parentheses between letters that @p separates. */
    template <class Separates>
    std::vector<std::string>
    pieces_between(const std::string &text, const Separates &separates)
    {
      std::vector<std::string> result(1);
      int                      depth = 0;
      for (const char letter : text)
        if (depth == 0 && separates(letter))
          result.emplace_back();
        else
          {
            depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            result.back() += letter;
          }
      for (std::string &piece : result)
        piece = trim(piece);
      return result;
    }

    /** Whether an expression goes on with the word behind a blank. */
    bool
    goes_on(const std::string &expression, const std::string &word)
    {
      const char last = expression.back(), first = word.front();
      return operators.find(last) != operators.npos ||
             signs.find(last) != signs.npos ||
             operators.find(first) != operators.npos ||
             (word.size() == 1 && signs.find(first) != signs.npos);
    }
  } // namespace

  std::vector<std::string>
  pieces(const std::string &text)
  {
    return pieces_between(text,
                          [](const char letter) { return letter == ','; });
  }

  std::vector<std::string>
  numbers_of_list(const std::string &text)
  {
    std::vector<std::string> result;
    std::string              in_doubt; // what may be one number or several
    std::size_t              n_pieces = 0, n_in_first = 0;
    bool                     differ = false;
    const auto               all    = pieces(text);
    for (const std::string &piece : all)
      {
        if (piece.empty() && all.size() > 1)
          throw InputError("there is no number on one side of a comma.");
        const std::size_t n_before = result.size();
        for (const std::string &word :
             pieces_between(piece, [](const unsigned char letter) {
               return std::isspace(letter) != 0;
             }))
          if (word.empty())
            continue;
          else if (result.size() > n_before && goes_on(result.back(), word))
            result.back() += ' ' + word;
          else
            {
              if (result.size() > n_before &&
                  signs.find(word.front()) != signs.npos)
                in_doubt = piece;
              result.push_back(word);
            }
        const std::size_t n = result.size() - n_before;
        n_in_first          = n_pieces++ == 0 ? n : n_in_first;
        differ              = differ || n != n_in_first;
      }
    if (differ && !in_doubt.empty())
      throw InputError(in_quotes(in_doubt) +
                       " is one number or several: write commas between "
                       "numbers, and blanks on both sides of a sign or none.");
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
    const std::string blanks{" \t,"};
    std::size_t       end = text.find_first_of(blanks);
    for (; end != std::string::npos; end = text.find_first_of(blanks, end + 1))
      {
        const std::size_t word  = text.find_first_not_of(blanks, end);
        const std::size_t digit = text.find_first_not_of("-+.", word);
        if (digit != std::string::npos &&
            std::isdigit(static_cast<unsigned char>(text[digit])))
          break;
      }
    return trim(text.substr(0, end));
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
} // namespace percuss::item_text
