// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_case_schema_h
#define percuss_program_case_schema_h

#include <percuss/input/declared_items.h>
#include <percuss/input/parameters.h>

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace percuss
{
  /**
   * The JSON Schema (draft-07) of .json cases with these entries, for editors
   * and validators: of each entry its type, range, words, default and meaning.
   * A number may be a text, with a unit or with references to variables; an
   * entry may be an object with its "value". What is a list of items may be a
   * list of objects, whose members are those of json_items.h; those of an entry
   * that is among @p items have their words and no others, those of other
   * entries with a name or a kind any.
   *
   * @param entries sections stay together
   */
  nlohmann::ordered_json
  case_schema(const std::vector<Parameter>    &entries,
              const std::vector<DeclaredItem> &items);
} // namespace percuss

#endif
