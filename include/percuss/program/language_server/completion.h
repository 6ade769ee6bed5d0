// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_completion_h
#define percuss_program_language_server_completion_h

#include <percuss/program/language_server/place_in_case.h>

#include <string>
#include <vector>

namespace percuss::language_server
{
  /** What an editor may put in the place of a range of the text. */
  struct Completion
  {
    /** Kinds of the protocol. */
    enum class Kind
    {
      variable  = 6,
      module    = 9,  ///< a section
      property  = 10, ///< an entry, or the word of an item
      unit      = 11,
      value     = 12,
      keyword   = 14,
      file      = 17,
      reference = 18 ///< a name that the case gives
    };

    std::string label;
    Kind        kind = Kind::value;
    TextRange   range;
    std::string text;                  ///< to be put there
    bool        is_snippet = false;    ///< with places to fill, as "${1:value}"
    std::string detail, documentation; ///< a line; Markdown
    int         rank   = 5;  ///< those of small rank are offered first
    std::string filter = {}; ///< what typed letters are compared with, if not
                             ///< the label
  };

  /**
   * What may stand at a place of the first text of @p names: keywords, sections
   * and entries, those that are not set yet first; words of an entry, units
   * behind numbers, variables behind '$', files; of items their words, names of
   * bodies and others where one may stand, groups of the mesh. Without snippets,
   * texts have their defaults.
   */
  std::vector<Completion>
  completions_at(const CaseNames  &names,
                 const Vocabulary &vocabulary,
                 std::size_t       offset);

  // Its parts: each adds what may stand there.

  using Completions = std::vector<Completion>;

  /** In the value of an entry. */
  void
  add_values(const PlaceInCase &place, Completions &all);

  /** What the entry's text may have beside names and numbers. */
  void
  add_words_of_text(const PlaceInCase &place,
                    const Parameter   &entry,
                    Completions       &all);

  /** In the items of an entry's value. */
  void
  add_items(const PlaceInCase &place, const Parameter &entry, Completions &all);

  /** Units like some, or all where those are none, behind a number that ends,
   * but for blanks and the letters of a unit, at the place and not before @p
   * begin; whether there is such a number. */
  bool
  add_units(const PlaceInCase              &place,
            std::size_t                     begin,
            const std::vector<std::string> &units,
            Completions                    &all);

  /** Names, in the place of what stands there from @p begin on. */
  void
  add_names(const PlaceInCase              &place,
            std::size_t                     begin,
            const std::vector<std::string> &names,
            const std::string              &detail,
            Completions                    &all);

  /** A text in which '$', '}' and '\' stand for themselves in a snippet. */
  std::string
  in_snippet(const std::string &text);
} // namespace percuss::language_server

#endif
