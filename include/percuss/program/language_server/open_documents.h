// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_open_documents_h
#define percuss_program_language_server_open_documents_h

#include <percuss/program/language_server/case_names.h>
#include <percuss/program/language_server/protocol_objects.h>

#include <map>
#include <string>

namespace percuss::language_server
{
  /** A text as it is in the editor. */
  struct OpenDocument
  {
    CaseText text;
    Json     version; ///< as the editor counts it

    bool
    is_prm() const
    {
      return text.file.ends_with(".prm");
    }
  };

  /** Those of an editor, by URI. */
  class OpenDocuments
  {
  public:
    void
    set(const std::string &uri, const OpenDocument &document);

    /** Whether it was open. */
    bool
    erase(const std::string &uri);

    /** Or null. */
    const OpenDocument *
    find(const std::string &uri) const;

    /** The one that a request names; throws RequestError where it is not
     * open. */
    const OpenDocument &
    at(const Json &params) const;

    const std::map<std::string, OpenDocument> &
    all() const
    {
      return documents;
    }

    /** With the files that it includes, as they are in the editor or else on the
     * disk. */
    CaseNames
    names_of(const OpenDocument &open, const Vocabulary &vocabulary) const;

  private:
    std::map<std::string, OpenDocument> documents;
  };

  /** The byte of the position of a request; throws RequestError where it has
   * none. */
  std::size_t
  offset_in(const OpenDocument &open, const Json &params, Encoding encoding);

  /** The name by which a check knows a document: with the ending .prm unless it
   * ends with .json. */
  std::string
  case_file_of(const std::string &uri);
} // namespace percuss::language_server

#endif
