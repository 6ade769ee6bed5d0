// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_python_case_h
#define percuss_python_case_h

#include "bindings.h"

#include <percuss/input/program_functions.h>
#include <percuss/program/check.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss::python
{
  /** The text of an entry, and what may stand there. */
  struct EntryOfCase
  {
    std::string value, allowed, documentation;
  };

  /** What is wrong with a case, or else what is known of its run. */
  struct CheckOfCase
  {
    std::vector<InputProblem> problems;
    std::vector<std::string>  warnings;
    StartFigures              figures;
  };

  /** A case of Python: its source, and all its entries as they are now. */
  class CaseOfPython
  {
  public:
    /** @param name of the file, or of the text. Throws InputError. */
    CaseOfPython(const std::string                &name,
                 const std::optional<std::string> &text);

    /** Throws InputError, when the case stays as it was. */
    void
    set(const std::string &path, const std::string &value);

    /** Throws InputError. */
    EntryOfCase
    get(const std::string &path) const;

    /** "Section/entry" of all entries. */
    std::vector<std::string>
    paths() const;

    /** All entries as a .prm file. */
    std::string
    text() const
    {
      return declared->text();
    }

    const std::string &
    name() const
    {
      return source.name;
    }

    /** Reads the source anew: a run changes its case, and refers to it. Throws
     * InputError where a file of the case has changed since. */
    std::unique_ptr<Case>
    make() const;

    /** All that is known before a run, as `percuss check` says it. */
    CheckOfCase
    check(const ProgramFunctions &functions) const;

    /** What is made of them, apart from this one. */
    CaseOfPython
    copy() const;

  private:
    explicit CaseOfPython(const CaseSource &source);

    CaseSource            source;
    std::unique_ptr<Case> declared;
  };
} // namespace percuss::python

#endif
