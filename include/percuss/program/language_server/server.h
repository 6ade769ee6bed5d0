// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_server_h
#define percuss_program_language_server_server_h

#include <percuss/program/language_server/check_queue.h>
#include <percuss/program/language_server/open_documents.h>
#include <percuss/program/language_server/vocabulary.h>

#include <functional>
#include <optional>
#include <string>

namespace percuss::language_server
{
  /**
   * A server of the Language Server Protocol 3.17: takes messages, and calls
   * @p send with answers and diagnostics. Nothing that a message says ends it
   * but "exit".
   *
   * Requests: initialize, shutdown, textDocument/completion, hover, definition,
   * documentSymbol. Notifications: initialized, exit, textDocument/didOpen,
   * didChange (of the whole text), didSave, didClose; others are passed over.
   */
  class Server
  {
  public:
    using Send = std::function<void(const Json &message)>;

    Server(const Catalogue &catalogue, const Send &send);

    void
    take(const IncomingMessage &incoming);

    /** Sends the diagnostics of a report of check_text(). */
    void
    take_report(const Json &report);

    CheckQueue &
    queue()
    {
      return checks;
    }

    /** Whether "exit" has come, and the status to end with: 0 after "shutdown",
     * else 1. */
    std::optional<int>
    exit_status() const
    {
      return status;
    }

  private:
    enum class Phase
    {
      starting, ///< before "initialize"
      running,
      shut_down
    };

    Json
    answer(const std::string &method, const Json &params);

    void
    take_notification(const std::string &method, const Json &params);

    // what methods do, in the order of the protocol
    Json
    initialize(const Json &params);

    void
    open(const Json &params);

    void
    change(const Json &params);

    void
    save(const Json &params);

    void
    close(const Json &params);

    Json
    complete(const Json &params);

    Json
    hover(const Json &params);

    Json
    define(const Json &params);

    Json
    symbols(const Json &params);

    /** With what other documents say that are open, where it includes them. */
    void
    add_check(const std::string  &uri,
              const OpenDocument &open,
              Occasion            occasion);

    /** Has the open documents checked that include a file. */
    void
    check_including(const std::string &file);

    /** The text is @p text now. */
    void
    set_text(const std::string &uri,
             const std::string &text,
             const Json        &version,
             Occasion           occasion);

    Send               send;
    Vocabulary         vocabulary;
    CheckQueue         checks;
    OpenDocuments      documents;
    Client             client;
    Phase              phase = Phase::starting;
    std::optional<int> status;
  };

  /** Serves the standard input until it ends; returns the exit status. */
  int
  serve_standard_input(const Catalogue &catalogue);
} // namespace percuss::language_server

#endif
