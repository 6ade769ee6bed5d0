// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_item_schema_h
#define percuss_program_item_schema_h

#include <percuss/input/declared_items.h>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace percuss
{
  /** The JSON Schema of a list of objects, each one of @p items, which are of
   * one entry: an object has the words of its kind, and no others. It refers to
   * the definitions "word" and "part" of case_schema.h, and to those below. */
  nlohmann::ordered_json
  list_schema(const std::vector<DeclaredItem> &items);

  /** The values of their words: the definitions "number of an item" and so on.
   */
  void
  add_value_definitions(nlohmann::ordered_json &definitions);
} // namespace percuss

#endif
