// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_protocol_objects_h
#define percuss_program_language_server_protocol_objects_h

#include <percuss/program/language_server/completion.h>
#include <percuss/program/language_server/hover.h>
#include <percuss/program/language_server/message_reader.h>

#include <cstddef>
#include <string>

/** The objects of the Language Server Protocol. */
namespace percuss::language_server
{
  /** A request that cannot be answered. */
  struct RequestError
  {
    ErrorCode   code;
    std::string message;
  };

  /** What an editor has said of itself. */
  struct Client
  {
    bool     has_snippets = false;
    Encoding encoding     = Encoding::utf_16;
  };

  /** A member of an object, or null. */
  const Json &
  member(const Json &object, const char *name);

  /** A member that is a text; throws RequestError where it is none. */
  std::string
  text_member(const Json &object, const char *name);

  /** The same of a whole number, at least 0. */
  std::size_t
  number_member(const Json &object, const char *name);

  /** A CompletionItem; without snippets, where the editor has none. */
  Json
  completion_as_json(const Completion   &one,
                     const TextDocument &document,
                     const Client       &client);

  /** A DocumentSymbol with its children. */
  Json
  symbol_as_json(const Symbol       &symbol,
                 const TextDocument &document,
                 Encoding            encoding);
} // namespace percuss::language_server

#endif
