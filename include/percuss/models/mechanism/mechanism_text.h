// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_text_h
#define percuss_models_mechanism_mechanism_text_h

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/** Pieces of the texts of mechanisms. */
namespace percuss::mechanism_text
{
  /** Pieces outside parentheses: between commas; with @p at_blanks between
   * commas and blanks, and only those that are not empty. */
  std::vector<std::string>
  pieces(const std::string &text, bool at_blanks);

  /** Whether @p text begins with the words @p words. */
  bool
  begins_with(const std::string &text, const std::string &words);

  /** Index of the longest of @p candidates that @p text begins with, or none.
   */
  std::optional<std::size_t>
  longest_beginning(const std::string              &text,
                    const std::vector<std::string> &candidates);

  /** What is before the first number. */
  std::string
  leading_words(const std::string &text);

  /** 'TEXT' */
  std::string
  in_quotes(const std::string &text);

  /** "a, b, c" */
  std::string
  list(const std::vector<std::string> &words);

  /** "'a', 'b' or 'c'" */
  std::string
  one_of(const std::vector<std::string> &words);

  /** "1 thing", "2 things" */
  std::string
  count(std::size_t n, const char *thing);

  /** " Did you mean 'WORD'?" with the word that is meant, or nothing. */
  std::string
  did_you_mean(const std::string              &word,
               const std::vector<std::string> &candidates);
} // namespace percuss::mechanism_text

#endif
