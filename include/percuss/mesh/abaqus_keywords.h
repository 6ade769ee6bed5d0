// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_abaqus_keywords_h
#define percuss_mesh_abaqus_keywords_h

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** What becomes of a keyword of an input file of Abaqus or CalculiX. */
  enum class KeywordUse
  {
    read,
    passed_over, ///< says nothing of the mesh; a note names it
    refused      ///< changes the mesh in a way that is not read
  };

  struct AbaqusKeyword
  {
    std::string name;
    KeywordUse  use;
  };

  /** The one of a name in capitals, whose blanks do not matter; none if neither
   * program has it. */
  std::optional<AbaqusKeyword>
  abaqus_keyword(const std::string &name);

  /** All of one use, in alphabetical order. */
  std::vector<std::string>
  abaqus_keywords(KeywordUse use);
} // namespace percuss

#endif
