// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_text_h
#define percuss_input_item_text_h

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/** Pieces of the texts of items (input/item.h). */
namespace percuss::item_text
{
  /** Pieces between commas outside parentheses. */
  std::vector<std::string>
  pieces(const std::string &text);

  /** The numbers, or expressions, of a list: between commas and blanks outside
   * parentheses. A blank beside an operator belongs to an expression, as in
   * '0 - 0.2*sin(0.6), 1 2'; before a sign it separates, as in '0 -9.81'. Throws
   * InputError where that leaves it open how many numbers are meant. */
  std::vector<std::string>
  numbers_of_list(const std::string &text);

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
} // namespace percuss::item_text

#endif
