// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_vocabulary_h
#define percuss_program_language_server_vocabulary_h

#include <percuss/input/declared_items.h>
#include <percuss/program/choice_meanings.h>
#include <percuss/run/case.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace percuss::language_server
{
  /** What a case may say, as it is declared: entries, the words of entries and
   * of items, with their meanings, and shipped cases that show them. */
  class Vocabulary
  {
  public:
    explicit Vocabulary(const Catalogue &catalogue);

    const std::vector<Parameter> &
    entries() const
    {
      return all.parameters.all();
    }

    /** The entry "Section/name", or of an old name; or none. */
    const Parameter *
    find(const std::string &path) const
    {
      return all.parameters.find(path);
    }

    /** In the order of their declaration, with that of the variables. */
    const std::vector<std::string> &
    sections() const
    {
      return all_sections;
    }

    /** What a word of an entry is, or nothing. */
    std::string
    meaning_of(const Parameter &entry, const std::string &word) const
    {
      return meanings.of(entry, word);
    }

    /** The items that an entry may have. */
    const std::vector<DeclaredItem> &
    items_of(const std::string &path) const;

    /** A shipped case that sets an entry, and to what; empty texts for none. */
    std::pair<std::string, std::string>
    example_of(const std::string &path) const;

    /** Meaning, default, unit, what is allowed, old names, an example. */
    std::string
    markdown_of(const Parameter &entry) const;

  private:
    void
    find_examples() const;

    Case                                             all;
    ChoiceMeanings                                   meanings;
    std::vector<std::string>                         all_sections;
    std::map<std::string, std::vector<DeclaredItem>> items;

    /** By entry, found when the first one is asked for. */
    mutable std::map<std::string, std::pair<std::string, std::string>> examples;
    mutable bool are_examples_known = false;
  };

  /** "beam" of a kind "beam BEAM", behind which a name stands. */
  std::string
  word_of_kind(const DeclaredItem &item);

  /** Those of an entry's items that one with these parts may be: of the kinds
   * that the first part says, or any where a kind is a word, too; else those
   * that have no kind. */
  std::vector<DeclaredItem>
  matching(const std::vector<DeclaredItem> &items,
           const std::vector<std::string>  &parts);
} // namespace percuss::language_server

#endif
