// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/interruption.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace percuss
{
  namespace
  {
    constexpr std::array watched_signals{SIGINT,
                                         SIGTERM,
                                         SIGHUP,
                                         SIGUSR1,
                                         SIGPIPE};

    volatile std::sig_atomic_t kept_signal = 0;

    std::array<struct sigaction, watched_signals.size()> earlier_actions;
  } // namespace

  extern "C" {
  static void
  keep_signal(const int signal)
  {
    kept_signal = signal;
  }
  }

  SignalWatch::SignalWatch()
  {
    kept_signal = 0;
    for (std::size_t i = 0; i < watched_signals.size(); ++i)
      {
        const int signal = watched_signals[i];
        sigaction(signal, nullptr, &earlier_actions[i]);
        if (earlier_actions[i].sa_handler == SIG_IGN)
          continue;
        struct sigaction action = {};
        action.sa_handler       = keep_signal;
        action.sa_flags         = SA_RESTART;
        if (signal != SIGPIPE) // both outputs may be closed
          action.sa_flags |= static_cast<int>(SA_RESETHAND);
        sigaction(signal, &action, nullptr);
      }
  }

  SignalWatch::~SignalWatch()
  {
    for (std::size_t i = 0; i < watched_signals.size(); ++i)
      sigaction(watched_signals[i], &earlier_actions[i], nullptr);
  }

  int
  SignalWatch::received()
  {
    return kept_signal;
  }

  unsigned long int
  steps_between_looks(const Processes &processes, const std::size_t n_dofs)
  {
    const std::size_t work = processes.size() == 1 ? 1000 : 100000;
    return std::clamp<std::size_t>(work / std::max<std::size_t>(n_dofs, 1),
                                   1,
                                   1000);
  }

  Interruption::Interruption(const Processes            &processes,
                             const unsigned long int     n_steps,
                             const unsigned long int     interval,
                             const std::function<int()> &received)
    : Observer(interval)
    , processes(processes)
    , n_steps(n_steps)
    , received(received)
  {}

  void
  Interruption::observe(const StepRecord &record)
  {
    if (record.step == n_steps)
      return;
    const int own = received();
    agreed_signal =
      static_cast<int>(processes.max(static_cast<unsigned int>(own)));
  }

  std::string
  Interruption::reason_to_stop() const
  {
    return agreed_signal == 0 ? "" :
                                "signal " + std::to_string(agreed_signal) +
                                  " (" + strsignal(agreed_signal) + ")";
  }
} // namespace percuss
