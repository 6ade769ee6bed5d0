// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_prm_outline_h
#define percuss_program_language_server_prm_outline_h

#include <percuss/program/language_server/text_document.h>

#include <optional>
#include <string>
#include <vector>

/** A .prm text while it is written: where its statements, their entries and the
 * items of their values stand. Nothing is refused; what is wrong with a text is
 * found by the check of the case. */
namespace percuss::language_server
{
  /** A line, with those that a backslash appends. */
  struct PrmStatement
  {
    enum class Kind
    {
      blank, ///< or a comment
      subsection,
      end,
      set,
      include,
      other ///< a line that has not become one of them
    };

    Kind        kind = Kind::blank;
    TextRange   range;             ///< of its lines, without the last new line
    std::string section;           ///< in which it stands, or empty
    TextRange   name;              ///< of the section, the entry, the file
    TextRange   value;             ///< of the entry
    bool        has_value = false; ///< whether its '=' is there
    std::string path;              ///< "Section/entry" of one that sets
  };

  struct PrmOutline
  {
    /** The text, in which comments, backslashes that append lines, and new lines
     * within statements are blanks: of the same size. */
    std::string masked;

    std::vector<PrmStatement> statements; ///< of all lines

    /** The statement that has a byte of the text. */
    const PrmStatement &
    at(std::size_t offset) const;

    std::string
    text(const TextRange &range) const
    {
      return masked.substr(range.begin, range.end - range.begin);
    }

    /** The last statement that sets an entry, or none. */
    const PrmStatement *
    setting(const std::string &path) const;
  };

  PrmOutline
  outline_of(const std::string &text);

  /** An item of a value, "NAME: part ; part". */
  struct ItemRange
  {
    TextRange              range;
    TextRange              name; ///< before the colon, or empty
    std::vector<TextRange> parts;

    bool
    has_name() const
    {
      return !name.is_empty();
    }
  };

  /** The items of a part of a text between '|' that is not one of "||". What
   * stands in parentheses or quotes does not separate them. */
  std::vector<ItemRange>
  items_in(const std::string &masked, const TextRange &value);
} // namespace percuss::language_server

#endif
