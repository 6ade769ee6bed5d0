// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_case_file_h
#define percuss_input_case_file_h

#include <percuss/base/exceptions.h>
#include <percuss/input/parameters.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Reads a parameter file (.prm, or the same entries as .json) and overrides,
   * and knows where each entry was set, so that whatever is wrong with one can
   * be reported with file, line, entry, value, what is allowed, and the nearest
   * valid name.
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

    /** Sets the entry "Section/entry", as @p place asks; throws InputError.
     * Blanks take the place of new lines. */
    void
    set(const std::string &path,
        const std::string &value,
        const std::string &place);

    /** Warnings: the entries that were set by a name that they had before, and
     * those that the command line sets to several values. */
    const std::vector<std::string> &
    warnings() const
    {
      return remarks;
    }

    /** Whether there is an entry "Section/entry". */
    bool
    has_entry(const std::string &path) const;

    /** Whether an entry "Section/entry" has been set, in the file or elsewhere.
     */
    bool
    is_set(const std::string &path) const;

    /** Whether @p other is set later than an entry, and in another place: a file
     * that includes that of the entry, a study, or the command line. */
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
    /** The place of the same file, or of the command line, that has set an entry
     * of that name, "Section/entry", or an empty text. */
    std::string
    place_before(const std::string &path, const std::string &place) const;

    /** Throws where a place of the same file, or the command line, has set an
     * entry of that name, "Section/entry". */
    void
    check_is_new(const std::string &path, const std::string &place) const;

    /** "'Section/entry'", with the old name by which it was set. */
    std::string
    title(const std::string &path) const;

    std::string
    unknown_section(const std::string &section) const;

    std::string
    unknown_entry(const std::string &path) const;

    Parameters                        &parameters;
    std::string                        file_name; // that was read
    std::map<std::string, std::string> places;    // of an entry: file and line
    std::map<std::string, std::size_t> order;     // in which entries were set
    std::size_t                        n_set = 0;
    std::map<std::string, std::string> old_names; // by which entries were set
    std::vector<std::string>           remarks;   // warnings
  };
} // namespace percuss

#endif
