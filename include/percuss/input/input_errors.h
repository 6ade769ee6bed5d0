// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_input_errors_h
#define percuss_input_input_errors_h

#include <percuss/base/exceptions.h>

#include <cstddef>
#include <string>
#include <vector>

/** What is wrong with an input, all at once. Whoever can judge several parts of
 * it by themselves judges all of them with an ErrorCollector, and then throws
 * one InputErrors: a run prints the first, `percuss check` prints each. */
namespace percuss
{
  class Parameters;

  /** Several errors as one, whose message is that of the first. */
  class InputErrors : public InputError
  {
  public:
    /** @pre there is at least one */
    explicit InputErrors(std::vector<InputError> all);

    std::vector<InputError> all;
  };

  /** The errors that one is made of; itself, if of no others. */
  std::vector<InputError>
  all_errors(const InputError &error);

  /** Errors that are found one after the other. */
  class ErrorCollector
  {
  public:
    /** Calls @p work; whether it has thrown no InputError, which is kept. */
    template <class Work>
    bool
    in_turn(const Work &work)
    {
      try
        {
          work();
          return true;
        }
      catch (const InputError &error)
        {
          add(error);
          return false;
        }
    }

    void
    add(const InputError &error);

    bool
    is_empty() const
    {
      return errors.empty();
    }

    const std::vector<InputError> &
    all() const
    {
      return errors;
    }

    /** Throws InputError, or InputErrors, if there are any. */
    void
    throw_all() const;

  private:
    std::vector<InputError> errors;
  };

  /** Throws what @p change makes of an error, of each where it is several. */
  template <class Change>
  [[noreturn]] void
  throw_changed(const InputError &error, const Change &change)
  {
    std::vector<InputError> changed;
    for (const InputError &one : all_errors(error))
      changed.push_back(change(one));
    if (changed.size() == 1)
      throw InputError(changed.front());
    throw InputErrors(changed);
  }

  /** An error with its place, as editors and scripts want it. */
  struct InputProblem
  {
    std::string file;       ///< or what the command line says, or empty
    std::size_t line = 0;   ///< from 1; 0: not known
    std::string entry;      ///< "Section/entry", or empty
    std::string message;    ///< without file and line
    std::string suggestion; ///< the name that was probably meant, or empty

    /** The message with its place, as a run prints it. */
    std::string text;
  };

  /** The parts of an error's message, which begins with the place and the entry
   * if they are known: "FILE, line N: 'Section/entry' is 'value'. ...". The line
   * is that of the item where an item of the entry has one. */
  InputProblem
  problem_of(const InputError &error, const Parameters &parameters);

  /** WORD of a message with "Did you mean 'WORD'?", the entry of one that says
   * where it belongs; or nothing. */
  std::string
  suggestion_of(const std::string &message);
} // namespace percuss

#endif
