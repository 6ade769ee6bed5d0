// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_case_file_h
#define percuss_input_case_file_h

#include <percuss/base/exceptions.h>
#include <percuss/input/parameters.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  struct Statement;

  /**
   * Reads a parameter file (.prm, or the same entries as .json) and overrides,
   * and knows where each entry was set, so that whatever is wrong with one can
   * be reported with file, line, entry, value, what is allowed, and the nearest
   * valid name.
   * The section 'Variables' declares names for numbers, to which the values of
   * entries refer as $name and $(expression) (input/variables.h): they are
   * known wherever they stand in the file, and a variable that is set later, by
   * the command line for instance, changes all entries that refer to it.
   */
  class CaseFile
  {
  public:
    explicit CaseFile(Parameters &parameters);

    /** Reads a file; throws InputError, also where it sets an entry twice, by
     * whichever name. What it includes, it may set again. */
    void
    read(const std::string &file_name);

    /** Sets one entry by "Section/entry=value"; throws InputError, also where
     * another override gives it another value. */
    void
    override_entry(const std::string &assignment);

    /** Sets the entry "Section/entry", or a variable that the file declares, as
     * @p place asks; throws InputError. Blanks take the place of new lines. */
    void
    set(const std::string &path,
        const std::string &value,
        const std::string &place);

    /** Warnings: the entries that were set by a name that they had before, and
     * those that the command line sets to several values; variables to which
     * nothing refers. */
    std::vector<std::string>
    warnings() const;

    /** The text with the values of the variables to which it refers; throws
     * InputError. */
    std::string
    with_variables(const std::string &text) const;

    /** Whether a text refers to a variable "Variables/name", or to one that is
     * made of it. */
    bool
    refers_to(const std::string &text, const std::string &path) const;

    /** Whether there is an entry "Section/entry". */
    bool
    has_entry(const std::string &path) const;

    /** Whether an entry "Section/entry" has been set, in the file or elsewhere.
     */
    bool
    is_set(const std::string &path) const;

    /** Whether @p other is set later than an entry, and in another place: a
     * file that includes that of the entry, a study, or the command line. */
    bool
    is_followed(const std::string &path, const std::string &other) const;

    /** The place of an entry that is set, else the file. */
    std::string
    place_of(const std::string &path) const;

    /** Throws InputError with the nearest valid name unless has_entry(). */
    void
    check_path(const std::string &path) const;

    /** The name "Section/entry" that an entry has now, of an old name, too.
     * @pre has_entry() */
    std::string
    present_name(const std::string &path) const;

    /** Whether the values of an entry are whole numbers, or lists of them. */
    bool
    takes_whole_numbers(const std::string &path) const;

    /** What @p make returns; what it finds wrong is about the value of an entry
     * "Section/entry". */
    template <class Make>
    auto
    at(const std::string &path, const Make &make) const
    {
      try
        {
          return make();
        }
      catch (const InputError &problem)
        {
          throw error(path, problem.what());
        }
    }

    /** An error about the value of an entry "Section/entry". */
    InputError
    error(const std::string &path, const std::string &message) const;

    /** Whether a message begins with this file or the place of an entry. */
    bool
    has_place(const std::string &message) const;

    /** What @p make returns; what it finds wrong is about this file, even if it
     * does not know where. */
    template <class Make>
    auto
    of_this_file(const Make &make) const
    {
      try
        {
          return make();
        }
      catch (const InputError &problem)
        {
          throw with_place(problem, "");
        }
    }

    /** The error with the place and the name of an entry "Section/entry" before
     * its message, or with that of the file where the entry is empty or not
     * set, unless it has a place already. */
    InputError
    with_place(const InputError &error, const std::string &path) const;

  private:
    /** The place of the same file, or of the command line, that has set an
     * entry of that name, "Section/entry", or an empty text. */
    std::string
    place_before(const std::string &path, const std::string &place) const;

    /** Throws where a place of the same file, or the command line, has set an
     * entry of that name, "Section/entry". */
    void
    check_is_new(const std::string &path, const std::string &place) const;

    /** "'Section/entry'", with the old name by which it was set. */
    std::string
    title(const std::string &path) const;

    /** Sets what a statement of a file says, or of another place: only a file
     * may declare variables. */
    void
    set_statement(const Statement &statement, bool is_of_file);

    /** Sets a variable, and all that refers to it. */
    void
    set_variable(const Statement &statement, bool is_of_file);

    /** Sets an entry, with the values of the variables to which it refers;
     * returns false where one of them is wrong, so that it cannot be judged. */
    bool
    assign(const Statement &statement);

    struct Names; // variables, and the statements that refer to them

    Parameters                        &parameters;
    std::string                        file_name; // that was read
    std::map<std::string, std::string> places;    // of an entry: file and line
    std::map<std::string, std::size_t> order;     // in which entries were set
    std::size_t                        n_set = 0;
    std::map<std::string, std::string> old_names; // by which entries were set
    std::vector<std::string>           remarks;   // warnings
    std::shared_ptr<Names>             names;
  };
} // namespace percuss

#endif
