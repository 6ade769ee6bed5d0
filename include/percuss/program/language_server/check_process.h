// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_check_process_h
#define percuss_program_language_server_check_process_h

#include <percuss/program/language_server/check_text.h>

#include <sys/types.h>

#include <optional>
#include <string>

namespace percuss::language_server
{
  /**
   * A copy of this process that checks texts, one at a time: what goes wrong in
   * it, or takes too long, does not end the server. It keeps the libraries that
   * it has loaded.
   */
  class CheckProcess
  {
  public:
    /** Starts it. Throws std::system_error where no process can be started. */
    explicit CheckProcess(const Catalogue &catalogue);

    CheckProcess(const CheckProcess &) = delete;

    /** Ends it at once. */
    ~CheckProcess();

    /** @pre the report of the request before has come */
    void
    send(const CheckRequest &request);

    /** To be polled: it can be read, or is closed. */
    int
    descriptor() const
    {
      return socket;
    }

    /** Takes what has come; the report, if it is there as a whole. */
    std::optional<Json>
    receive();

    /** Whether it has come to an end by itself. */
    bool
    has_ended() const
    {
      return is_at_end;
    }

  private:
    pid_t         process   = -1;
    int           socket    = -1;
    bool          is_at_end = false;
    MessageReader reader;
  };

  /** Writes all bytes; whether that has worked. */
  bool
  write_all(int descriptor, std::string_view bytes);
} // namespace percuss::language_server

#endif
