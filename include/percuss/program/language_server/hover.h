// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_hover_h
#define percuss_program_language_server_hover_h

#include <percuss/program/language_server/case_names.h>
#include <percuss/program/language_server/vocabulary.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss::language_server
{
  /** What is known of something in a text, as Markdown, and where it stands. */
  struct Explanation
  {
    std::string markdown;
    TextRange   range;
  };

  /** Of a place in the first text of @p names: of a section or an entry; of a
   * variable, its value; of a number with a unit, its value in SI; of a word of
   * an entry or an item, or a name that the case gives, what it is. */
  std::optional<Explanation>
  explanation_at(const CaseNames  &names,
                 const Vocabulary &vocabulary,
                 std::size_t       offset);

  /** A place in a file, 0 of its first byte. */
  struct FilePlace
  {
    std::string file;
    std::size_t of_text = 0; ///< which text of the case it is; npos: none
    TextRange   range;
  };

  /** Where the name at a place of the first text is given, of a body or another
   * item or a variable; or the file that is included there. */
  std::optional<FilePlace>
  definition_at(const CaseNames &names, std::size_t offset);

  /** A section, an entry or an item, with what is in it. */
  struct Symbol
  {
    /** Kinds of the protocol. */
    enum class Kind
    {
      file       = 1,
      section    = 2,
      entry      = 7,
      variable   = 13,
      named_item = 19
    };

    std::string         name, detail;
    Kind                kind = Kind::section;
    TextRange           range, name_range;
    std::vector<Symbol> children = {};
  };

  std::vector<Symbol>
  symbols_of(const CaseText &text, const Vocabulary &vocabulary);
} // namespace percuss::language_server

#endif
