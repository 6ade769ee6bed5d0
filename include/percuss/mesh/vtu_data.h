// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mesh_vtu_data_h
#define percuss_mesh_vtu_data_h

#include <percuss/mesh/mesh_text.h>

#include <map>
#include <string>
#include <vector>

namespace percuss
{
  using VtuAttributes = std::map<std::string, std::string, std::less<>>;

  /** A tag of an XML file: its name, with attributes, or the end of an element.
   */
  struct VtuTag
  {
    std::string   name; ///< with '/' where the tag ends an element
    VtuAttributes attributes;
    bool          is_empty = false; ///< ends with "/>"
    std::size_t   line     = 1;
    std::size_t   begin = 0, end = 0; ///< its place in the file

    /** Or nothing. */
    std::string
    attribute(std::string_view name) const;
  };

  /** The tags of a file, up to its appended data, which is the last one: what
   * comes after it need not be text. */
  std::vector<VtuTag>
  vtu_tags(const MeshText &text);

  /** How the arrays of a file are written. */
  struct VtuEncoding
  {
    bool        is_compressed    = false; ///< by zlib
    bool        is_swapped       = false; ///< the first byte is the highest
    std::size_t bytes_of_header  = 4;     ///< of a number before the data
    std::size_t appended         = 0;     ///< where appended data begin
    bool        appended_is_text = false; ///< in base 64
  };

  /** The numbers of an array, in text, base 64 or appended; fails as MeshText
   * where they are damaged. Whole numbers are exact up to 2^53. */
  std::vector<double>
  vtu_numbers(const MeshText    &text,
              const VtuTag      &array,
              std::size_t        end, ///< of its content
              const VtuEncoding &encoding);
} // namespace percuss

#endif
