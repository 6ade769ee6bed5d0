// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_check_queue_h
#define percuss_program_language_server_check_queue_h

#include <percuss/program/language_server/check_process.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace percuss::language_server
{
  /** What has happened to a text that is to be checked. */
  enum class Occasion
  {
    changed,
    opened,
    saved
  };

  /**
   * Checks of texts, of each document only of the newest one: a new text takes
   * the place of one that waits. A check may take
   *
   *     1 s    of a text that has been changed
   *     10 s   of one that has been opened
   *     any    of one that has been saved
   *     0.3 s  more, whatever its text, when another text waits
   *
   * What takes longer is ended, and, unless there is a newer text, checked again
   * without its model. Texts of a document whose check has taken longer than
   * 0.5 s are checked without the model until it is saved.
   */
  class CheckQueue
  {
  public:
    explicit CheckQueue(const Catalogue &catalogue);

    void
    add(const CheckRequest &request, Occasion occasion);

    /** Of a document that is closed. */
    void
    remove(const std::string &uri);

    /** To be polled, -1 for none. */
    int
    descriptor() const;

    /** After how many milliseconds advance() has to be called; -1: not before
     * the descriptor can be read. */
    int
    timeout() const;

    /** Takes what has come, and starts what is due; the report of a check that
     * has ended. */
    std::optional<Json>
    advance(bool can_be_read);

  private:
    using Clock = std::chrono::steady_clock;

    struct Waiting
    {
      CheckRequest      request;
      Occasion          occasion;
      Clock::time_point due;
    };

    void
    start(const Waiting &next);

    /** Takes the report of the running check, if it is there. */
    std::optional<Json>
    take_report();

    /** Ends the running check; its text waits without the model, if @p report
     * is none; else that its process has ended. */
    std::optional<Json>
    give_up(bool has_ended);

    /** When the running check is to be ended, if ever. */
    std::optional<Clock::time_point>
    deadline() const;

    const Catalogue                 &catalogue;
    std::unique_ptr<CheckProcess>    process;
    std::map<std::string, Waiting>   waiting; ///< by document
    std::optional<Waiting>           running;
    Clock::time_point                started;
    std::optional<Clock::time_point> newer_since; ///< that another text waits
    std::set<std::string>            slow;        ///< documents
  };
} // namespace percuss::language_server

#endif
