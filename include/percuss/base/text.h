// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_text_h
#define percuss_base_text_h

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * The candidate with the smallest Levenshtein distance to @p word, or an
   * empty string where even that one shares too little with it (more than half
   * of the longer word differs) to be what was meant. Case does not count.
   */
  std::string
  nearest(std::string_view word, std::span<const std::string> candidates);

  /** The pieces of @p text between separators, blanks at both ends removed. */
  std::vector<std::string>
  split(std::string_view text, char separator);

  /** The same of what stands outside of parentheses and double quotes; none of
   * a blank text. */
  std::vector<std::string>
  split_outside(std::string_view text, char separator);

  /** The items of a list between '|', blanks at both ends removed; '||' is the
   * or of expressions. None of a blank text. */
  std::vector<std::string>
  split_items(std::string_view text);

  /** The number that a text is, if it is one and finite. */
  std::optional<double>
  number(const std::string &text);

  /** A number with six digits at most, as "%g" prints it. */
  std::string
  short_text(double value);

  /** @p text for a message: what is longer than 1000 bytes ends with "...". */
  std::string
  shortened(const std::string &text);

  /** @p text without blanks at both ends. */
  std::string
  trim(std::string_view text);

  /** @p text with one blank in place of several, of tabs and of new lines. */
  std::string
  with_single_blanks(std::string_view text);

  /** The first place from @p begin on where @p word stands in @p text, no
   * letter, digit or underscore beside it; npos if there is none. */
  std::size_t
  find_word(std::string_view text,
            std::string_view word,
            std::size_t      begin = 0);
} // namespace percuss

#endif
