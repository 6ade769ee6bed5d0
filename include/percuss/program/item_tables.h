// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_item_tables_h
#define percuss_program_item_tables_h

#include <percuss/input/declared_items.h>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace percuss
{
  /** Those of the entry with that path, "Mechanism/bodies". */
  std::vector<DeclaredItem>
  items_of(const std::string &path, const std::vector<DeclaredItem> &items);

  /** Those that are of the kind @p word, and of the others that have it that
   * word alone. */
  std::vector<DeclaredItem>
  items_with(const std::string &word, const std::vector<DeclaredItem> &items);

  /** Lines that say what items of one entry may be: the form of each kind, then
   * the words, each once with the kinds that have it. */
  std::vector<std::string>
  lines_of(const std::vector<DeclaredItem> &items);

  /** The same as two tables of Markdown, one line each; empty if there are no
   * items. */
  std::vector<std::string>
  tables_of(const std::vector<DeclaredItem> &items);

  /** Kinds with their words. */
  nlohmann::ordered_json
  objects_of(const std::vector<DeclaredItem> &items);
} // namespace percuss

#endif
