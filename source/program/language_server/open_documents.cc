// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/input_text.h>
#include <percuss/program/language_server/diagnostics.h>
#include <percuss/program/language_server/open_documents.h>

#include <filesystem>
#include <optional>
#include <system_error>

namespace percuss::language_server
{
  void
  OpenDocuments::set(const std::string &uri, const OpenDocument &document)
  {
    documents.insert_or_assign(uri, document);
  }

  bool
  OpenDocuments::erase(const std::string &uri)
  {
    return documents.erase(uri) > 0;
  }

  const OpenDocument *
  OpenDocuments::find(const std::string &uri) const
  {
    const auto found = documents.find(uri);
    return found == documents.end() ? nullptr : &found->second;
  }

  const OpenDocument &
  OpenDocuments::at(const Json &params) const
  {
    const OpenDocument *const found =
      find(text_member(member(params, "textDocument"), "uri"));
    if (!found)
      throw RequestError{ErrorCode::invalid_params,
                         "The document is not open."};
    return *found;
  }

  CaseNames
  OpenDocuments::names_of(const OpenDocument &open,
                          const Vocabulary   &vocabulary) const
  {
    const auto text_of_file =
      [this](const std::string &file) -> std::optional<std::string> {
      for (const auto &[uri, other] : documents)
        if (is_same_file(other.text.file, file))
          return other.text.document.text();
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(file, ignored))
        return {};
      return input_text(file);
    };
    return {open.text, text_of_file, vocabulary};
  }

  std::size_t
  offset_in(const OpenDocument &open,
            const Json         &params,
            const Encoding      encoding)
  {
    const Json &position = member(params, "position");
    return open.text.document.offset_of({number_member(position, "line"),
                                         number_member(position, "character")},
                                        encoding);
  }

  std::string
  case_file_of(const std::string &uri)
  {
    const std::string file = file_of_uri(uri);
    return file.ends_with(".prm") || file.ends_with(".json") ? file :
                                                               file + ".prm";
  }
} // namespace percuss::language_server
