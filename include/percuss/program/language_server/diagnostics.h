// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_diagnostics_h
#define percuss_program_language_server_diagnostics_h

#include <percuss/program/language_server/case_names.h>
#include <percuss/program/language_server/message_reader.h>

namespace percuss::language_server
{
  /**
   * The report of check_text() as diagnostics of the first text of @p names:
   * errors, warnings, and as information what is known of the run. What is wrong
   * with an included file stands at the line that includes it, with the place
   * before its message. What has no line stands where its entry is set, else at
   * the name of the model, else in the first line.
   */
  Json
  diagnostics_of(const Json &report, const CaseNames &names, Encoding encoding);

  /** A range as the protocol has it. */
  Json
  range_as_json(const TextDocument &document,
                const TextRange    &range,
                Encoding            encoding);

  /** "/home/a b/x.prm" of "file:///home/a%20b/x.prm"; of other schemes what is
   * behind them. */
  std::string
  file_of_uri(const std::string &uri);

  std::string
  uri_of_file(const std::string &file);
} // namespace percuss::language_server

#endif
