// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_language_server_place_in_case_h
#define percuss_program_language_server_place_in_case_h

#include <percuss/program/language_server/case_names.h>
#include <percuss/program/language_server/vocabulary.h>

#include <cstddef>
#include <string>

namespace percuss::language_server
{
  /** A place in a case, and the statement around it. */
  struct PlaceInCase
  {
    const CaseNames    &names;
    const Vocabulary   &vocabulary;
    const PrmStatement &statement;
    std::size_t         offset;

    /** The text of the case as PrmOutline masks it. */
    const std::string &
    masked() const
    {
      return names.texts()[0].outline.masked;
    }

    std::string
    text(const TextRange &range) const
    {
      return masked().substr(range.begin, range.end - range.begin);
    }
  };
} // namespace percuss::language_server

#endif
