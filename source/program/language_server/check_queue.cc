// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/language_server/check_queue.h>

#include <algorithm>

namespace percuss::language_server
{
  namespace
  {
    using namespace std::chrono_literals;

    constexpr auto delay_of_changes = 20ms, patience_of_newer = 300ms,
                   longest_of_changed = 1000ms, longest_of_opened = 10000ms;
    constexpr double slow_seconds = 0.5;

    /** What is said where a check has not come to its end. */
    Json
    report_of_end(const CheckRequest &request)
    {
      return {{"uri", request.uri},
              {"version", request.version},
              {"problems",
               {{{"file", request.file},
                 {"line", 0},
                 {"entry", ""},
                 {"message",
                  "The check of this text has ended without a result. Call "
                  "'percuss check' with the file to see why."},
                 {"suggestion", ""}}}},
              {"warnings", Json::array()},
              {"notes", Json::array()}};
    }
  } // namespace

  CheckQueue::CheckQueue(const Catalogue &catalogue)
    : catalogue(catalogue)
  {}

  void
  CheckQueue::add(const CheckRequest &request, const Occasion occasion)
  {
    Waiting next{request, occasion, Clock::now()};
    if (occasion == Occasion::changed)
      next.due += delay_of_changes;
    if (occasion == Occasion::saved)
      slow.erase(request.uri);
    if (slow.contains(request.uri))
      next.request.makes = MakesModel::no;
    waiting.insert_or_assign(request.uri, next);
    if (running && !newer_since)
      newer_since = Clock::now();
  }

  void
  CheckQueue::remove(const std::string &uri)
  {
    waiting.erase(uri);
    slow.erase(uri);
    if (running && running->request.uri == uri)
      {
        running.reset();
        process.reset();
      }
  }

  int
  CheckQueue::descriptor() const
  {
    return running && process ? process->descriptor() : -1;
  }

  std::optional<CheckQueue::Clock::time_point>
  CheckQueue::deadline() const
  {
    std::optional<Clock::time_point> end;
    if (running->occasion != Occasion::saved)
      end =
        started + (running->occasion == Occasion::opened ? longest_of_opened :
                                                           longest_of_changed);
    if (newer_since)
      end = std::min(end.value_or(Clock::time_point::max()),
                     *newer_since + patience_of_newer);
    return end;
  }

  int
  CheckQueue::timeout() const
  {
    std::optional<Clock::time_point> next;
    if (running)
      next = deadline();
    else
      for (const auto &[uri, one] : waiting)
        next = std::min(next.value_or(one.due), one.due);
    if (!next)
      return -1;
    const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
    return static_cast<int>(std::max(left, 0ms).count());
  }

  void
  CheckQueue::start(const Waiting &next)
  {
    if (!process)
      process = std::make_unique<CheckProcess>(catalogue);
    running = next;
    started = Clock::now();
    newer_since.reset();
    process->send(next.request);
  }

  std::optional<Json>
  CheckQueue::take_report()
  {
    const auto report = process->receive();
    if (!report)
      return process->has_ended() ? give_up(true) : std::nullopt;
    const std::string uri = running->request.uri;
    if (running->request.makes == MakesModel::yes &&
        report->at("seconds").get<double>() > slow_seconds)
      slow.insert(uri);
    const bool is_newest = !waiting.contains(uri);
    running.reset();
    return is_newest ? report : std::nullopt;
  }

  std::optional<Json>
  CheckQueue::give_up(const bool has_ended)
  {
    const Waiting given_up = *running;
    const auto   &uri      = given_up.request.uri;
    running.reset();
    process.reset();
    const bool had_model = given_up.request.makes == MakesModel::yes;
    if (had_model)
      slow.insert(uri);
    if (waiting.contains(uri))
      {
        Waiting &newer = waiting.at(uri);
        if (newer.occasion != Occasion::saved && had_model)
          newer.request.makes = MakesModel::no;
        return {};
      }
    if (has_ended || !had_model)
      return report_of_end(given_up.request);
    Waiting again       = given_up;
    again.request.makes = MakesModel::no;
    again.due           = Clock::now();
    waiting.insert_or_assign(uri, again);
    return {};
  }

  std::optional<Json>
  CheckQueue::advance(const bool can_be_read)
  {
    std::optional<Json> report;
    if (running && can_be_read)
      report = take_report();
    if (running)
      if (const auto end = deadline(); end && *end <= Clock::now())
        report = give_up(false);
    if (running)
      return report;
    const auto next =
      std::ranges::min_element(waiting, {}, [](const auto &one) {
        return one.second.due;
      });
    if (next != waiting.end() && next->second.due <= Clock::now())
      {
        const Waiting first = next->second;
        waiting.erase(next);
        start(first);
      }
    return report;
  }
} // namespace percuss::language_server
