// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_processes_h
#define percuss_base_processes_h

#include <exception>
#include <new>
#include <string>

namespace percuss
{
  /**
   * The processes that compute a case together: here a single one, which is all
   * that a program without MPI knows. Functions that all of them must call are
   * marked collective.
   */
  class Processes
  {
  public:
    virtual ~Processes() = default;

    /** Of this process, from 0. */
    virtual unsigned int
    rank() const
    {
      return 0;
    }

    virtual unsigned int
    size() const
    {
      return 1;
    }

    /** Whether this process writes to the terminal and to common files. */
    bool
    is_first() const
    {
      return rank() == 0;
    }

    /** The text of the first process. Collective. */
    virtual std::string
    broadcast(const std::string &text) const
    {
      return text;
    }

    /** The largest value of all processes. Collective. */
    virtual unsigned int
    max(const unsigned int value) const
    {
      return value;
    }

    /** Waits for the others. Collective. */
    virtual void
    wait() const
    {}

    /** Ends all of them where the others would wait for this one forever. */
    virtual void
    abort() const
    {}

    /** What has gone wrong, in words. */
    virtual std::string
    describe(const std::exception &error) const
    {
      if (dynamic_cast<const std::bad_alloc *>(&error))
        return "there is not enough memory";
      return error.what();
    }
  };
} // namespace percuss

#endif
