// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_check_text_h
#define percuss_program_language_server_check_text_h

#include <percuss/program/language_server/message_reader.h>
#include <percuss/run/check_case.h>
#include <percuss/run/model.h>

#include <map>
#include <string>

namespace percuss::language_server
{
  /** A text to check in the place of a file. */
  struct CheckRequest
  {
    std::string uri;     ///< of the document
    Json        version; ///< of the text, as the editor counts it
    std::string file, text;
    MakesModel  makes = MakesModel::yes;

    /** Texts of files that it includes, in the place of those on the disk. */
    std::map<std::string, std::string> included = {};
  };

  Json
  as_json(const CheckRequest &request);

  CheckRequest
  check_request(const Json &json);

  /**
   * What `percuss check` finds wrong with a text:
   *
   *     uri, version  of the request
   *     problems      with file, line (from 1, 0: not known), entry, message,
   *                   suggestion
   *     warnings      the same
   *     notes         lines on what is known of the run
   *     seconds       that it has taken, but for loading libraries
   *
   * Errors of all kinds become problems. Computes no result, writes no file.
   */
  Json
  check_text(const CheckRequest &request, const Catalogue &catalogue);
} // namespace percuss::language_server

#endif
