// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_case_names_h
#define percuss_program_language_server_case_names_h

#include <percuss/program/language_server/prm_outline.h>
#include <percuss/program/language_server/vocabulary.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace percuss::language_server
{
  /** A .prm file as its text is now. */
  struct CaseText
  {
    CaseText(std::string file, std::string text);

    std::string  file;
    TextDocument document;
    PrmOutline   outline;
  };

  /** A name that a case gives to something. */
  struct GivenName
  {
    std::string name, entry; ///< "Mechanism/bodies", "Variables/x"
    std::string text;        ///< the item, or the value of the variable
    std::size_t of_text = 0; ///< in which text of the case it stands
    TextRange   range;       ///< of the name
  };

  /** The text of a file: of an editor, or of the disk; none if it has none. */
  using TextOfFile =
    std::function<std::optional<std::string>(const std::string &file)>;

  /** A .prm text with the files that it includes, and the names in them. */
  class CaseNames
  {
  public:
    /** @param main the text, of which the others are included */
    CaseNames(const CaseText   &main,
              const TextOfFile &text_of_file,
              const Vocabulary &vocabulary);

    /** The first is the main one. */
    const std::vector<CaseText> &
    texts() const
    {
      return all;
    }

    /** Items of the lists of a section that have names, or variables. */
    std::vector<GivenName>
    in_section(const std::string &section) const;

    /** The value that an entry is given last, else its default; an empty text
     * where there is no entry. */
    std::string
    value_of(const std::string &path) const;

    /** The number that a variable is, in SI, or nothing where it is wrong. */
    std::string
    value_of_variable(const std::string &name) const;

    /** The text of @p texts() in which @p statement of the main text, an
     * include, or what that includes, names a file; npos if none. */
    bool
    includes(const PrmStatement &statement, const std::string &file) const;

  private:
    void
    add(const CaseText &text, const TextOfFile &text_of_file, int depth);

    const Vocabulary     &vocabulary;
    std::vector<CaseText> all;

    /** For each text but the first one the number of the including one. */
    std::vector<std::size_t> parents;
  };

  /** Whether two names are of one file. */
  bool
  is_same_file(const std::string &one, const std::string &other);

  /** The file that an include of another one means: relative to the working
   * directory, or to the folder of the other. */
  std::string
  included_file(const std::string &name, const std::string &including);

  /** Whether a name means all of an item, such as a body, or a variable, at a
   * place of a text: the longest of some that stands there; or none. */
  const GivenName *
  name_at(const std::string            &masked,
          const TextRange              &range,
          std::size_t                   offset,
          const std::vector<GivenName> &names);

  /** The names of groups of a mesh file. */
  struct MeshNames
  {
    std::vector<std::string> boundaries, materials;
  };

  /** Those of the mesh that a case names, and of generated ones the numbers of
   * their sides; files beyond 16 MB are not read. The last file is kept. */
  const MeshNames &
  mesh_names(const CaseNames &names);
} // namespace percuss::language_server

#endif
