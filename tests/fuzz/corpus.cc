// SPDX-License-Identifier: Apache-2.0
#include "corpus.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace percuss::fuzzing
{
  namespace fs = std::filesystem;

  namespace
  {
    const char *const strange_words[] = {"nan",
                                         "inf",
                                         "-inf",
                                         "0",
                                         "-0",
                                         "-1",
                                         "1e308",
                                         "1e400",
                                         "-1e9",
                                         "1e-9",
                                         "1e-320",
                                         "0.5",
                                         "2",
                                         "3",
                                         "7",
                                         "10",
                                         "",
                                         "true",
                                         "false",
                                         "none",
                                         ",",
                                         ";",
                                         "|",
                                         ":",
                                         "=",
                                         "\"",
                                         "\\",
                                         "#",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "(",
                                         ")",
                                         "end",
                                         "\n",
                                         "\t",
                                         "\r",
                                         "\xff",
                                         "\xc3\xa9",
                                         "1e3",
                                         "0x1p3",
                                         "+",
                                         "--",
                                         "subsection ",
                                         "set ",
                                         "include ",
                                         "1.0.0",
                                         "99999999999999999999",
                                         "4294967296",
                                         "-2147483649"};

    std::size_t
    below(const std::size_t n, std::mt19937_64 &random)
    {
      return n == 0 ? 0 : random() % n;
    }

    bool
    is_in_word(const char c)
    {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '.' ||
             c == '-' || c == '+' || c == '_';
    }

    std::vector<std::string>
    words_of(const std::string &text)
    {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < text.size();)
        {
          const std::size_t begin = i;
          while (i < text.size() && is_in_word(text[i]))
            ++i;
          if (i > begin)
            words.push_back(text.substr(begin, i - begin));
          else
            ++i;
        }
      return words;
    }

    /** The begin and the length of a random piece. */
    std::pair<std::size_t, std::size_t>
    piece_of(const std::string &text, std::mt19937_64 &random)
    {
      const std::size_t begin = below(text.size(), random);
      const std::size_t longest =
        std::min<std::size_t>(text.size() - begin,
                              std::size_t{1} << below(9, random));
      return {begin, below(longest + 1, random)};
    }

    /** The begin and the length, with its end, of a random line. */
    std::pair<std::size_t, std::size_t>
    line_of(const std::string &text, std::mt19937_64 &random)
    {
      const std::size_t at = below(text.size(), random);
      const std::size_t before =
        at == 0 ? std::string::npos : text.rfind('\n', at - 1);
      const std::size_t begin = before == std::string::npos ? 0 : before + 1;
      const std::size_t end   = text.find('\n', begin);
      return {begin,
              (end == std::string::npos ? text.size() : end + 1) - begin};
    }

    /** The begin and the length of the first word after a random place. */
    std::pair<std::size_t, std::size_t>
    word_of(const std::string &text, std::mt19937_64 &random)
    {
      std::size_t begin = below(text.size(), random);
      while (begin < text.size() && !is_in_word(text[begin]))
        ++begin;
      while (begin > 0 && begin < text.size() && is_in_word(text[begin - 1]))
        --begin;
      std::size_t end = begin;
      while (end < text.size() && is_in_word(text[end]))
        ++end;
      return {begin, end - begin};
    }

    std::string
    repeated(const std::string &piece, std::size_t n)
    {
      std::string text;
      for (; n > 0; --n)
        text += piece;
      return text;
    }

    template <class List>
    const auto &
    one_of(const List &list, std::mt19937_64 &random)
    {
      return list[below(std::size(list), random)];
    }
  } // namespace

  Corpus::Corpus(std::vector<std::string> given)
    : texts(std::move(given))
  {
    for (const std::string &text : texts)
      for (std::string &word : words_of(text))
        words.push_back(std::move(word));
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }

  void
  Corpus::change(std::string     &text,
                 const bool       only_words,
                 std::mt19937_64 &random) const
  {
    const auto [begin, size]     = piece_of(text, random);
    const auto [line, line_size] = line_of(text, random);
    const auto [word, word_size] = word_of(text, random);
    const std::string &other     = one_of(texts, random);
    const auto [from, count] =
      below(2, random) ? piece_of(other, random) : line_of(other, random);
    switch (below(only_words ? 4 : 13, random))
      {
        case 0:
        case 1:
          text.replace(word, word_size, one_of(strange_words, random));
          break;
        case 2:
        case 3:
          text.replace(word, word_size, one_of(words, random));
          break;
        case 4:
          if (!text.empty())
            text[begin] ^= static_cast<char>(1 << below(8, random));
          break;
        case 5:
          text.insert(begin, 1, static_cast<char>(below(256, random)));
          break;
        case 6:
          text.erase(begin, size);
          break;
        case 7:
          text.insert(below(text.size() + 1, random), text.substr(begin, size));
          break;
        case 8:
          text.erase(line, line_size);
          break;
        case 9:
          text.insert(line_of(text, random).first,
                      text.substr(line, line_size));
          break;
        case 10:
          text.insert(line, other.substr(from, count));
          break;
        case 11:
          text.resize(begin);
          break;
        case 12:
          text.insert(begin,
                      repeated(text.substr(begin, 1 + below(8, random)),
                               1 + below(3000, random)));
          break;
        default:
          break;
      }
  }

  std::string
  Corpus::mutated(std::mt19937_64 &random) const
  {
    std::string text       = one_of(texts, random);
    const bool  only_words = below(2, random) == 0;
    for (std::size_t n = 1 + below(3, random) * below(2, random); n > 0; --n)
      change(text, only_words, random);
    return text;
  }

  std::vector<std::string>
  contents(const fs::path        &folder,
           const std::string_view ending,
           const std::size_t      largest)
  {
    std::vector<fs::path> paths;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() &&
          entry.path().filename().string().ends_with(ending) &&
          entry.file_size() <= largest)
        paths.push_back(entry.path());
    std::ranges::sort(paths); // the same inputs on every machine
    std::vector<std::string> texts;
    for (const fs::path &path : paths)
      {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        texts.push_back(text.str());
      }
    return texts;
  }
} // namespace percuss::fuzzing
